/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>

#include "log_case.h"

/* Device statistics 04h, notifications 0Ah, phy event counters 11h. */

/* A statistic that is supported and valid; with other flags. */
#define V(offset, value)                                       \
	{                                                      \
		0, offset, 8, (UINT64_C(0xc0) << 56) | (value) \
	}
#define FLAGS(offset, flags, value)                             \
	{                                                       \
		0, offset, 8, (UINT64_C(flags) << 56) | (value) \
	}
#define HEAD(page)                             \
	{                                      \
		0, 0, 8, 0x0001 | (page) << 16 \
	}

/* clang-format off */
static const struct log_case cases[] = {
	{"list", 0x04, .set = {HEAD(0), {0, 8, 8, 0x0007060504010006}},
	 .want = {{"supported_pages.0", "0"}, {"supported_pages.1", "1"}, {"supported_pages.2", "4"},
		  {"supported_pages.5", "7"}, {"supported_pages.6", NULL}}},
	{"longest list", 0x04, .set = {HEAD(0), {0, 8, 2, 0x01ff}, {0, 263, 2, 0x0607}},
	 .want = {{"supported_pages.0", "1"}, {"supported_pages.254", "7"}, {"supported_pages.255", NULL}}},
	{"general", 0x04, .first = 1,
	 .set = {HEAD(1), V(8, 28), V(16, 0xfffffffe), V(24, 0xffffffffffff), V(32, 0x14733f), V(40, 1), V(48, 2),
		 V(56, 86400000), V(64, 3), V(72, 12345), V(80, 0x8100000002a | UINT64_C(0)), V(88, 0x123456789abcde), V(96, 200)},
	 .want = {{"general.lifetime_power_on_resets", "28"}, {"general.power_on_hours", "4294967294"},
		  {"general.logical_sectors_written", "281474976710655"}, {"general.write_commands", "1340223"},
		  {"general.logical_sectors_read", "1"}, {"general.read_commands", "2"},
		  {"general.timestamp_ms", "86400000"}, {"general.pending_errors", "3"},
		  {"general.workload_utilization", "12345"},
		  /* 2Ah, basis 0 at 39:36, validity 8 at 43:40 of 47:40 */
		  {"general.utilization_usage_percent", "42"}, {"general.utilization_usage_basis", "1"},
		  {"general.utilization_usage_validity", "8"},
		  {"general.resource_fraction", "48350"}, {"general.resources", "78187493530"},
		  {"general.random_write_resources_used", "200"}, {"general.flags.11.offset", "96"}, {"general.flags.12.offset", NULL},
		  {"general.unnamed.0.offset", NULL}}},
	{"flags", 0x04, .first = 1,
	 .set = {HEAD(1), FLAGS(8, 0x40, 5), FLAGS(16, 0x80, 5), FLAGS(24, 0xfc, 5), FLAGS(32, 0, 5), FLAGS(40, 0xe0, 5)},
	 .want = {{"general.lifetime_power_on_resets", "-"}, {"general.power_on_hours", "-"},
		  {"general.logical_sectors_written", "5"}, {"general.write_commands", "-"}, {"general.logical_sectors_read", "5"},
		  {"general.flags.0.offset", "16"}, {"general.flags.0.supported", "yes"}, {"general.flags.0.valid", "no"},
		  {"general.flags.0.name", "power_on_hours"},
		  {"general.flags.1.valid", "yes"}, {"general.flags.1.normalized", "yes"}, {"general.flags.1.supports_dsn", "yes"},
		  {"general.flags.1.monitored_condition_met", "yes"}, {"general.flags.1.read_then_initialize", "yes"},
		  {"general.flags.2.normalized", "yes"}, {"general.flags.2.supports_dsn", "no"},
		  {"general.flags.2.monitored_condition_met", "no"}, {"general.flags.3.offset", NULL}}},
	{"free fall", 0x04, .first = 2, .set = {HEAD(2), V(8, 1), V(16, 2)},
	 .want = {{"free_fall.free_fall_events", "1"}, {"free_fall.overlimit_shock_events", "2"}}},
	{"rotating media", 0x04, .first = 3,
	 .set = {HEAD(3), V(8, 1), V(16, 2), V(24, 3), V(32, 4), V(40, 5), V(48, 6), V(56, 7), V(64, 8)},
	 .want = {{"rotating_media.spindle_power_on_hours", "1"}, {"rotating_media.head_flying_hours", "2"},
		  {"rotating_media.head_load_events", "3"}, {"rotating_media.reallocated_logical_sectors", "4"},
		  {"rotating_media.read_recovery_attempts", "5"}, {"rotating_media.mechanical_start_failures", "6"},
		  {"rotating_media.reallocation_candidates", "7"}, {"rotating_media.high_priority_unloads", "8"}}},
	{"general errors", 0x04, .first = 4, .set = {HEAD(4), V(8, 1), V(16, 2), V(24, 3)},
	 .want = {{"general_errors.uncorrectable_errors", "1"}, {"general_errors.resets_during_commands", "2"},
		  {"general_errors.physical_element_changes", "3"}}},
	{"temperature", 0x04, .first = 5,
	 .set = {HEAD(5), V(8, 0xff), V(16, 0x7f), V(24, 0x80), V(32, 0x81), V(40, 0xd8), V(48, 1), V(56, 2), V(64, 3), V(72, 4),
		 V(80, 5), V(88, 60), V(96, 6), V(104, 0xfb)},
	 .want = {{"temperature.current_celsius", "-1"}, {"temperature.average_short_term_celsius", "127"},
		  {"temperature.average_long_term_celsius", "-"}, {"temperature.highest_celsius", "-127"},
		  {"temperature.lowest_celsius", "-40"}, {"temperature.highest_average_short_term_celsius", "1"},
		  {"temperature.lowest_average_short_term_celsius", "2"}, {"temperature.highest_average_long_term_celsius", "3"},
		  {"temperature.lowest_average_long_term_celsius", "4"}, {"temperature.over_temperature_minutes", "5"},
		  {"temperature.specified_maximum_celsius", "60"}, {"temperature.under_temperature_minutes", "6"},
		  {"temperature.specified_minimum_celsius", "-5"}}},
	/* The CRC count is at 24, as drives have it, not at 32 */
	{"transport", 0x04, .first = 6, .set = {HEAD(6), V(8, 1), V(16, 2), V(24, 3)},
	 .want = {{"transport.hardware_resets", "1"}, {"transport.asr_events", "2"}, {"transport.interface_crc_errors", "3"}}},
	/* It may exceed 100 */
	{"solid state", 0x04, .first = 7, .set = {HEAD(7), FLAGS(8, 0xe0, 255)},
	 .want = {{"solid_state.percentage_used", "255"}, {"solid_state.flags.0.normalized", "yes"}}},
	{"zoned", 0x04, .first = 8, .set = {HEAD(8), V(8, 1), V(96, 12), V(88, 11)},
	 .want = {{"zoned.max_open_zones", "1"}, {"zoned.write_rule_violations", "11"}, {"zoned.max_implicitly_open_sobr_zones", "12"},
		  {"zoned.zones_emptied", "-"}}},
	{"duration limits", 0x04, .first = 9, .set = {HEAD(9), V(8, 9), V(16, 1), V(64, 7), V(72, 8), V(408, 50), V(456, 56)},
	 .want = {{"duration_limits_0_1.lowest_achievable_duration", "9"}, {"duration_limits_0_1.range0_a_read.0", "1"},
		  {"duration_limits_0_1.range0_a_read.1", "-"}, {"duration_limits_0_1.range0_a_read.6", "7"},
		  {"duration_limits_0_1.range0_a_write.0", "8"}, {"duration_limits_0_1.range1_b_write.0", "50"},
		  {"duration_limits_0_1.range1_b_write.6", "56"}, {"duration_limits_0_1.unnamed.0.offset", NULL}}},
	{"duration limits, second page", 0x04, .first = 10, .set = {HEAD(10), V(8, 1), V(448, 56)},
	 .want = {{"duration_limits_2_3.range2_a_read.0", "1"}, {"duration_limits_2_3.range3_b_write.6", "56"}}},
	{"vendor", 0x04, .first = 255, .set = {HEAD(255), V(8, 0xffffffffffffff), FLAGS(504, 0x80, 1)},
	 .want = {{"vendor.unnamed.0.offset", "8"}, {"vendor.unnamed.0.value", "72057594037927935"},
		  {"vendor.unnamed.1.offset", "504"}, {"vendor.unnamed.1.value", "-"}, {"vendor.flags.0.name", "-"}}},
	/* What a newer standard has behind the last one known */
	{"a statistic without a name", 0x04, .first = 7, .set = {HEAD(7), V(8, 1), V(16, 77)},
	 .want = {{"solid_state.unnamed.0.offset", "16"}, {"solid_state.unnamed.0.value", "77"}, {"solid_state.flags.1.name", "-"}}},
	{"garbage above a value", 0x04, .first = 7, .set = {HEAD(7), V(8, 0x101)},
	 .want = {{"solid_state.percentage_used", "1"}, {"!", "value_too_wide"}}},
	{"no page of any standard", 0x04, .first = 0x40, .rc = -ENOTSUP, .set = {HEAD(0x40)}},
	{"another page", 0x04, .first = 5, .rc = -ENODATA, .set = {HEAD(0), {0, 8, 2, 1}}, .want = {{"!", "wrong_page"}, {"supported_pages.0", NULL}}},
	{"no header", 0x04, .first = 5, .rc = -ENODATA, .set = {{0, 0, 8, 0x2020202020202020}}, .want = {{"!", "vendor_filled"}}},
	{"one of two pages is blank", 0x04, .first = 6, .count = 2, .set = {{1, 0, 8, 0x00070001}, {1, 8, 8, UINT64_C(0xc0) << 56 | 3}},
	 .want = {{"solid_state.percentage_used", "3"}, {"!", "all_zero"}}},

	{"notifications", 0x0a, .first = 1, .count = 2,
	 .set = {{0, 16, 8, UINT64_C(0xc400000000000064)}, {1, 504, 8, 0x0800000000000000}},
	 .want = {{"notifications.0.page", "1"}, {"notifications.0.offset", "16"}, {"notifications.0.enabled", "yes"},
		  {"notifications.0.comparison", "4"}, {"notifications.0.comparison_name", "is greater"},
		  {"notifications.0.on_valid", "yes"}, {"notifications.0.on_invalid", "no"}, {"notifications.0.threshold", "100"},
		  {"notifications.1.page", "2"}, {"notifications.1.offset", "504"}, {"notifications.1.on_invalid", "yes"},
		  {"notifications.1.enabled", "no"}, {"notifications.2.page", NULL}}},

	/* SATA 3.5 13.7.4: the size is in words; 8xxxh is the vendor's */
	{"phy", 0x11, .seal = true,
	 .set = {{0, 4, 2, 0x1001}, {0, 6, 2, 0xffff}, {0, 8, 2, 0x200a}, {0, 10, 4, 0x12345678},
		 {0, 14, 2, 0x3013}, {0, 16, 6, 0x123456789abc}, {0, 22, 2, 0x4009}, {0, 24, 8, 5},
		 {0, 32, 2, 0xa00d}, {0, 34, 4, 7}, {0, 38, 2, 0x100c}, {0, 40, 2, 9}},
	 .want = {{"counters.0.id", "1"}, {"counters.0.bytes", "2"}, {"counters.0.value", "65535"}, {"counters.0.overflow", "yes"},
		  {"counters.1.id", "10"}, {"counters.1.value", "305419896"}, {"counters.1.name", "register FIS sent due to COMRESET"},
		  {"counters.1.overflow", "no"},
		  {"counters.2.id", "19"}, {"counters.2.value", "20015998343868"}, {"counters.3.id", "9"}, {"counters.3.bytes", "8"},
		  {"counters.4.id", "32781"}, {"counters.4.name", "Vendor specific"}, {"counters.5.id", "12"}, {"counters.5.name", "-"},
		  {"counters.6.id", NULL}}},
	/* With size bits and no number the list ends */
	{"phy: end with a size", 0x11, .seal = true, .set = {{0, 4, 2, 0x1001}, {0, 8, 2, 0x2000}, {0, 14, 2, 0x1002}},
	 .want = {{"counters.0.id", "1"}, {"counters.1.id", NULL}}},
	{"phy: impossible size", 0x11, .seal = true, .set = {{0, 4, 2, 0x1001}, {0, 8, 2, 0x5002}},
	 .want = {{"counters.0.id", "1"}, {"counters.1.id", NULL}, {"!", "counter_size"}}},
	{"phy: no size", 0x11, .seal = true, .set = {{0, 4, 2, 0x0001}},
	 .want = {{"counters.0.id", NULL}, {"!", "counter_size"}}},
	{"phy: checksum", 0x11, .set = {{0, 4, 2, 0x1001}}, .want = {{"counters.0.id", "1"}, {"!", "checksum"}}},
};
/* clang-format on */

START_TEST(case_holds)
{
	log_run(&cases[_i]);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("log_statistics");
	TCase *tcase = tcase_create("log_statistics");

	tcase_add_loop_test(tcase, case_holds, 0, sizeof(cases) / sizeof(cases[0]));
	suite_add_tcase(suite, tcase);
	return unit_main(suite);
}
