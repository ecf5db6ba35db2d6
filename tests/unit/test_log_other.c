/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>

#include "log_case.h"

/* Power conditions, NCQ, medium, SCT and internal status. */

/* clang-format off */
static const struct log_case cases[] = {
	{"power conditions", 0x08, .count = 2,
	 .set = {{0, 1, 1, 0xf4}, {0, 4, 4, 20}, {0, 8, 4, 30}, {0, 12, 4, 40}, {0, 16, 4, 5}, {0, 20, 4, 1}, {0, 24, 4, 0xffffffff},
		 {0, 65, 1, 0x8a}, {1, 449, 1, 0x80}, {1, 448 + 16, 4, 150}},
	 .want = {{"idle_a.supported", "yes"}, {"idle_a.saveable", "yes"}, {"idle_a.changeable", "yes"}, {"idle_a.default_timer_enabled", "yes"},
		  {"idle_a.saved_timer_enabled", "no"}, {"idle_a.current_timer_enabled", "yes"}, {"idle_a.hold_not_supported", "no"},
		  /* units of 100 ms */
		  {"idle_a.default_timer_ms", "2000"}, {"idle_a.saved_timer_ms", "3000"}, {"idle_a.current_timer_ms", "4000"},
		  {"idle_a.recovery_time_ms", "500"}, {"idle_a.minimum_timer_ms", "100"}, {"idle_a.maximum_timer_ms", "429496729500"},
		  {"idle_b.saved_timer_enabled", "yes"}, {"idle_b.hold_not_supported", "yes"}, {"idle_c.supported", "no"},
		  {"standby_y.supported", "no"}, {"standby_z.supported", "yes"}, {"standby_z.recovery_time_ms", "15000"}}},
	{"power conditions: page 1 alone", 0x08, .first = 1, .set = {{0, 385, 1, 0x80}}, .want = {{"idle_a.supported", NULL}, {"standby_y.supported", "yes"}}},

	{"pending defects", 0x0c, .count = 2,
	 .set = {{0, 0, 4, 33}, {0, 16, 4, 1000}, {0, 24, 8, 0x1234567890}, {0, 32, 4, 0xffffffff}, {0, 40, 8, 7}, {1, 16, 4, 5}, {1, 24, 8, 99}},
	 .want = {{"count", "33"}, {"defects.0.lba", "78187493520"}, {"defects.0.power_on_hours", "1000"}, {"defects.1.lba", "7"}, {"defects.1.power_on_hours", "-"},
		  /* 31 in page 0, 32 in each later one */
		  {"defects.31.lba", "0"}, {"defects.32.lba", "99"}, {"defects.32.power_on_hours", "5"}, {"defects.33.lba", NULL}}},
	{"pending defects: a page is missing", 0x0c, .set = {{0, 0, 4, 32}, {0, 24, 8, 1}},
	 .want = {{"count", "32"}, {"defects.30.lba", "0"}, {"defects.31.lba", NULL}, {"!", "truncated"}}},
	{"pending defects: page 1 alone", 0x0c, .first = 1, .set = {{0, 8, 8, 5}}, .want = {{"count", NULL}, {"defects.0.lba", "5"}, {"defects.1.lba", NULL}}},

	{"sense of NCQ commands", 0x0f, .count = 2,
	 .set = {{0, 0, 2, 1}, {0, 2, 1, 0x0f}, {0, 8, 6, 0x80000002}, {0, 14, 2, 0x8000}, {0, 56, 3, 0x030201}, {0, 62, 2, 8}, {0, 64, 6, 0x123456789abc}, {0, 72, 4, 77},
		 /* tag 31 begins at 32 + 24 * 31 = 776 */
		 {1, 264, 1, 0x0b}},
	 .want = {{"commands.0.tag", "1"}, {"commands.0.sense_key", "1"}, {"commands.0.asc", "2"}, {"commands.0.ascq", "3"}, {"commands.0.count", "8"},
		  {"commands.0.lba", "20015998343868"}, {"commands.0.auxiliary", "77"}, {"commands.1.tag", "31"}, {"commands.1.sense_key", "11"}, {"commands.2.tag", NULL}}},
	{"sense of NCQ commands: one page", 0x0f, .set = {{0, 0, 2, 1}, {0, 2, 1, 0x0f}, {0, 8, 6, 0x80000001}},
	 .want = {{"commands.0.tag", "0"}, {"commands.0.auxiliary", "-"}, {"commands.1.tag", NULL}, {"!", "truncated"}}},
	{"sense of NCQ commands: header", 0x0f, .count = 2, .rc = -ENODATA, .set = {{0, 0, 2, 1}}, .want = {{"!", "vendor_filled"}}},

	/* UNC at LBA 123456789ABCh */
	{"NCQ error", 0x10, .seal = true,
	 .set = {{0, 0, 1, 0x5f}, {0, 2, 2, 0x4041}, {0, 4, 4, 0x40789abc}, {0, 8, 3, 0x123456}, {0, 12, 2, 0x0108}, {0, 14, 3, 0x041103}, {0, 17, 6, 0x123456789abd}},
	 .want = {{"not_queued", "no"}, {"unload", "yes"}, {"tag", "31"}, {"status", "65"}, {"error", "64"}, {"lba", "20015998343868"}, {"device", "64"},
		  {"count", "264"}, {"sense_key", "3"}, {"asc", "17"}, {"ascq", "4"}, {"final_lba", "20015998343869"}}},
	{"no NCQ error", 0x10, .seal = true, .set = {{0, 0, 1, 0x80}}, .want = {{"not_queued", "yes"}, {"tag", "-"}}},
	{"NCQ error: checksum", 0x10, .set = {{0, 0, 1, 0x80}}, .want = {{"not_queued", "yes"}, {"!", "checksum"}}},

	{"NCQ non-data", 0x12, .set = {{0, 0, 1, 0x15}, {0, 4, 1, 3}, {0, 0x14, 1, 1}, {0, 0x1c, 1, 1}},
	 .want = {{"abort_ncq", "yes"}, {"abort_all", "no"}, {"abort_streaming", "yes"}, {"abort_selected", "yes"}, {"deadline_handling", "yes"},
		  {"write_not_continue", "yes"}, {"read_not_continue", "no"}, {"set_features", "yes"}, {"zero_ext", "no"}, {"zac_management_out", "yes"}, {"hybrid_control", "no"}}},
	{"NCQ send", 0x13, .set = {{0, 0, 1, 1}, {0, 4, 1, 1}, {0, 8, 1, 1}, {0, 0x10, 1, 2}},
	 .want = {{"data_set_management", "yes"}, {"hybrid_evict", "no"}, {"trim", "yes"}, {"read_log", "yes"}, {"write_log", "no"}, {"zac_management_out", "no"}, {"zac_management_in", "yes"}}},

	{"duration limits", 0x18,
	 .set = {{0, 0, 1, 0xf3}, {0, 64, 4, 0xdaf}, {0, 68, 4, 1000}, {0, 72, 4, 2000}, {0, 80, 4, 50000}, {0, 256, 4, 1}, {0, 288, 4, 2}, {0, 480, 4, 0x0f}},
	 .want = {{"performance_versus_completion", "3"}, {"read_policies.0.total_policy", "15"}, {"read_policies.0.active_policy", "10"}, {"read_policies.0.inactive_policy", "13"},
		  {"read_policies.0.active_us", "1000"}, {"read_policies.0.inactive_us", "2000"}, {"read_policies.0.total_us", "50000"}, {"read_policies.6.total_policy", "1"},
		  {"write_policies.0.total_policy", "2"}, {"write_policies.6.total_policy", "15"}, {"write_policies.7.total_policy", NULL}}},

	{"internal status", 0x24, .set = {{0, 0, 1, 0x24}, {0, 4, 4, 0x000c50}, {0, 8, 2, 32}, {0, 10, 2, 512}, {0, 12, 2, 0xffff}, {0, 382, 2, 0x0901}},
	 .want = {{"log_address", "36"}, {"oui", "3152"}, {"area1_last_page", "32"}, {"area2_last_page", "512"}, {"area3_last_page", "65535"},
		  {"saved_data_available", "1"}, {"saved_data_generation", "9"}}},
	{"internal status: header", 0x25, .rc = -ENODATA, .set = {{0, 0, 1, 1}}, .want = {{"!", "vendor_filled"}}},

	/* Sizes are in words */
	{"sectors", 0x2f, .set = {{0, 0, 1, 0x80}, {0, 2, 2, 0x1234}, {0, 4, 4, 256}, {0, 20, 4, 2048}, {0, 32, 1, 0x80}, {0, 36, 4, 2048}, {0, 112, 1, 0x80}, {0, 116, 4, 264}},
	 .want = {{"formats.0.index", "0"}, {"formats.0.command_check", "4660"}, {"formats.0.logical_sector_bytes", "512"}, {"formats.1.index", "2"},
		  {"formats.1.logical_sector_bytes", "4096"}, {"formats.2.index", "7"}, {"formats.2.logical_sector_bytes", "528"}, {"formats.3.index", NULL}}},

	{"ranges", 0x47, .set = {{0, 0, 1, 2}, {0, 64, 2, 0x0200}, {0, 72, 8, 0}, {0, 80, 8, 0x10000000}, {0, 96, 2, 0x0301}, {0, 104, 8, 0x10000000}, {0, 112, 8, 0x123456789}},
	 .want = {{"count", "2"}, {"ranges.0.number", "0"}, {"ranges.0.storage_elements", "2"}, {"ranges.0.first_lba", "0"}, {"ranges.0.sectors", "268435456"},
		  {"ranges.1.number", "1"}, {"ranges.1.storage_elements", "3"}, {"ranges.1.first_lba", "268435456"}, {"ranges.1.sectors", "4886718345"}, {"ranges.2.number", NULL}}},
	/* 14 descriptors lie in page 0; number 15 begins the second */
	{"ranges: two pages", 0x47, .count = 2, .set = {{0, 0, 1, 15}, {1, 0, 1, 14}}, .want = {{"count", "15"}, {"ranges.14.number", "14"}}},
	{"ranges: a page is missing", 0x47, .set = {{0, 0, 1, 15}}, .want = {{"ranges.13.number", "0"}, {"ranges.14.number", NULL}, {"!", "truncated"}}},

	{"SCT status", 0xe0, ATA_LOG_SMART,
	 .set = {{0, 0, 2, 3}, {0, 2, 2, 0x0102}, {0, 4, 2, 1}, {0, 6, 4, 1}, {0, 10, 1, 3}, {0, 14, 2, 0xffff}, {0, 16, 2, 5}, {0, 18, 2, 1}, {0, 40, 8, 0x123456789abc},
		 {0, 200, 6, 0x3c2dfb28801e}, {0, 206, 4, 4}, {0, 210, 4, 5}, {0, 214, 2, 0xc24f}, {0, 216, 2, 65}},
	 .want = {{"format_version", "3"}, {"sct_version", "258"}, {"sct_spec", "1"}, {"segment_initialized", "yes"}, {"device_state_name", "background self-test"},
		  {"extended_status", "65535"}, {"extended_status_name", "executing"}, {"action", "5"}, {"function", "1"}, {"lba", "20015998343868"},
		  {"current_celsius", "30"}, {"power_cycle_min_celsius", "-"}, {"power_cycle_max_celsius", "40"}, {"lifetime_min_celsius", "-5"},
		  {"lifetime_max_celsius", "45"}, {"specified_max_celsius", "60"}, {"over_limit_count", "4"}, {"under_limit_count", "5"},
		  {"smart_status", "49743"}, {"smart_status_name", "passed"}, {"minimum_erc_ms", "6500"}}},
	{"SCT status 2, nothing of SMART", 0xe0, .set = {{0, 0, 2, 2}}, .want = {{"current_celsius", "0"}, {"smart_status", "-"}, {"smart_status_name", "-"}, {"minimum_erc_ms", "-"}}},
	{"SCT status 1", 0xe0, .set = {{0, 0, 2, 1}, {0, 200, 1, 30}}, .want = {{"format_version", "1"}, {"current_celsius", NULL}, {"!", "version"}}},
	{"no SCT status", 0xe0, .rc = -ENODATA, .set = {{0, 0, 2, 0x2020}}, .want = {{"!", "vendor_filled"}}},

	/* 128 entries, the latest is 1, so that 2 is the oldest */
	{"temperature history", 0xe1, .set = {{0, 0, 2, 2}, {0, 2, 2, 1}, {0, 4, 2, 59}, {0, 6, 4, 0xd8003c37}, {0, 30, 2, 128}, {0, 32, 2, 1}, {0, 34, 4, 0x80ff1f1e}, {0, 34 + 127, 2, 0x5520}},
	 .want = {{"version", "2"}, {"sampling_period_minutes", "1"}, {"logging_interval_minutes", "59"}, {"op_limit_max_celsius", "55"}, {"limit_max_celsius", "60"},
		  {"op_limit_min_celsius", "0"}, {"limit_min_celsius", "-40"}, {"size", "128"}, {"temperatures_celsius.0", "-1"}, {"temperatures_celsius.1", "-"},
		  {"temperatures_celsius.125", "32"}, {"temperatures_celsius.126", "30"}, {"temperatures_celsius.127", "31"}, {"temperatures_celsius.128", NULL}}},
	{"temperature history: index", 0xe1, .set = {{0, 0, 2, 2}, {0, 30, 2, 478}, {0, 32, 2, 478}, {0, 34, 1, 25}, {0, 511, 1, 26}},
	 .want = {{"temperatures_celsius.0", "25"}, {"temperatures_celsius.477", "26"}, {"!", "index"}}},
	{"other SCT data", 0xe1, .rc = -ENOTSUP, .set = {{0, 0, 2, 2}, {0, 30, 2, 479}}},
};
/* clang-format on */

START_TEST(case_holds)
{
	log_run(&cases[_i]);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("log_other");
	TCase *tcase = tcase_create("log_other");

	tcase_add_loop_test(tcase, case_holds, 0, sizeof(cases) / sizeof(cases[0]));
	suite_add_tcase(suite, tcase);
	return unit_main(suite);
}
