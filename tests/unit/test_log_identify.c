/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>

#include "identify.h"
#include "log_case.h"

/* IDENTIFY DEVICE data log 30h. */
#define VALID (UINT64_C(1) << 63)
#define HEAD(page)                                \
	{                                         \
		0, 0, 8, VALID | (page) << 16 | 1 \
	}

/* clang-format off */
static const struct log_case cases[] = {
	/* The list has no valid bit on real drives */
	{"list", 0x30, .set = {{0, 0, 2, 1}, {0, 8, 5, 0x0803010004}}, .want = {{"supported_pages.0", "0"}, {"supported_pages.3", "8"}, {"supported_pages.4", NULL}}},
	{"capacity", 0x30, .first = 2,
	 .set = {HEAD(2), {0, 8, 8, VALID | 0xfffffffffff0}, {0, 16, 8, VALID | UINT64_C(3) << 61 | 0x230007}, {0, 24, 8, VALID | 2048}, {0, 32, 8, VALID | 268435456}},
	 .want = {{"capacity.accessible_sectors", "281474976710640"}, {"capacity.alignment_error_reporting", "2"}, {"capacity.logical_per_physical_log2", "3"},
		  {"capacity.logical_sector_offset", "7"}, {"capacity.logical_sector_words", "2048"}, {"capacity.buffer_bytes", "268435456"}}},
	{"capacity: not valid", 0x30, .first = 2, .set = {HEAD(2), {0, 8, 8, 12345}, {0, 16, 8, VALID | 0x230007}},
	 .want = {{"capacity.accessible_sectors", "-"}, {"capacity.alignment_error_reporting", "2"}, {"capacity.logical_per_physical_log2", "-"},
		  {"capacity.logical_sector_offset", "-"}, {"capacity.buffer_bytes", "-"}}},
	/* 5000C500h 12345678h: the most significant word comes first */
	{"capabilities", 0x30, .first = 3,
	 .set = {HEAD(3), {0, 8, 8, VALID | UINT64_C(0x0440008000000001) | 1 << 23 | UINT64_C(1) << 44}, {0, 16, 8, VALID | UINT64_C(0x0000000500400001)},
		 {0, 24, 8, VALID | 7200}, {0, 32, 8, VALID | 2}, {0, 56, 8, 0x56781234c5005000}, {0, 64, 8, VALID}, {0, 72, 8, VALID | 0x00080001},
		 {0, 80, 8, 0x0000000200000001}, {0, 88, 8, VALID | UINT64_C(0x0005040300000000)}, {0, 104, 8, VALID | 1}, {0, 136, 8, VALID | 31},
		 {0, 144, 8, VALID | 0x0105003d}, {0, 160, 8, VALID | 3600}, {0, 168, 8, VALID | 3}, {0, 208, 8, VALID | UINT64_C(0x000300020001)}},
	 .want = {{"capabilities.write_read_verify", "yes"}, {"capabilities.write_uncorrectable", "no"}, {"capabilities.smart", "yes"}, {"capabilities.drat", "yes"},
		  {"capabilities.statistics_notification", "yes"}, {"capabilities.advanced_background", "yes"}, {"capabilities.capacity_model_mapping", "yes"},
		  {"capabilities.microcode_offsets_deferred", "yes"}, {"capabilities.microcode_immediate", "no"}, {"capabilities.microcode_offsets_immediate", "yes"},
		  {"capabilities.microcode_max_blocks", "64"}, {"capabilities.microcode_min_blocks", "1"}, {"capabilities.rotation_rate_code", "7200"},
		  {"capabilities.form_factor_code", "2"}, {"capabilities.form_factor_name", "3.5 inch"}, {"capabilities.world_wide_name", "5764824127130326648"},
		  {"capabilities.wrv_mode3_sectors", "-"}, {"capabilities.trim", "yes"}, {"capabilities.trim_max_pages", "8"},
		  {"capabilities.utilization_a", "1"}, {"capabilities.utilization_b", "2"}, {"capabilities.utilization_interval", "3"},
		  {"capabilities.utilization_units", "4"}, {"capabilities.utilization_type", "5"},
		  {"capabilities.zoned_code", "1"}, {"capabilities.zoned_name", "host_aware"}, {"capabilities.queue_depth_minus_1", "31"},
		  {"capabilities.sct", "yes"}, {"capabilities.sct_write_same", "yes"}, {"capabilities.sct_data_tables", "yes"}, {"capabilities.sct_write_same_0001h", "yes"},
		  {"capabilities.sct_write_same_0002h", "no"}, {"capabilities.sct_write_same_0003h", "yes"}, {"capabilities.sct_write_same_0101h", "yes"},
		  {"capabilities.sct_write_same_0103h", "no"}, {"capabilities.depopulation_seconds", "3600"}, {"capabilities.command_duration_limits", "yes"},
		  {"capabilities.duration_guideline", "yes"}, {"capabilities.duration_inactive_policies", "3"}, {"capabilities.duration_active_policies", "2"},
		  {"capabilities.duration_total_policies", "1"}, {"capabilities.report_zones", "-"}}},
	{"a name of zeros", 0x30, .first = 3, .set = {HEAD(3), {0, 56, 8, 0x56781234c5005000}}, .want = {{"capabilities.world_wide_name", "-"}}},
	{"settings", 0x30, .first = 4, .set = {HEAD(4), {0, 8, 8, VALID | 0x2020c4}, {0, 16, 8, VALID | 0x2fe03}, {0, 64, 8, VALID | 255}},
	 .want = {{"settings.apm", "yes"}, {"settings.smart", "yes"}, {"settings.read_look_ahead", "yes"}, {"settings.write_cache", "yes"},
		  {"settings.command_duration_limits", "yes"}, {"settings.free_fall", "no"}, {"settings.apm_level", "254"}, {"settings.wrv_mode", "3"},
		  {"settings.power_source", "2"}, {"settings.free_fall_sensitivity", "255"}}},
	{"strings", 0x30, .first = 5, .set = {HEAD(5), {0, 8, 4, 0x43444142}, {0, 12, 8, 0x2020202020202020}, {0, 48, 2, 0x4d4e}, {0, 86, 2, 0x5859}},
	 .want = {{"strings.firmware_version", "-"}, {"strings.additional_product_id", "-"}}},
	{"security", 0x30, .first = 6, .set = {HEAD(6), {0, 8, 8, VALID | 0xfffe}, {0, 16, 8, VALID | 0x55}, {0, 24, 8, VALID | 0x8000 | 300}, {0, 32, 8, VALID}, {0, 40, 8, VALID | 1}, {0, 48, 8, VALID | 0x9a}},
	 .want = {{"security.master_password_id", "65534"}, {"security.supported", "yes"}, {"security.master_capability", "no"}, {"security.enhanced_erase", "yes"},
		  {"security.count_expired", "no"}, {"security.frozen", "yes"}, {"security.locked", "no"}, {"security.enabled", "yes"},
		  {"security.enhanced_erase_minutes", "600"}, {"security.enhanced_erase_time_extended", "yes"}, {"security.erase_minutes", "-"},
		  {"security.trusted_computing", "yes"}, {"security.restricted_sanitize", "yes"}, {"security.block_erase", "yes"}, {"security.overwrite", "yes"},
		  {"security.sanitize", "yes"}, {"security.encrypts_all", "no"}, {"security.crypto_scramble", "no"}}},
	{"parallel", 0x30, .first = 7, .set = {HEAD(7), {0, 8, 8, VALID | 0x1e7}, {0, 24, 8, VALID | 120}},
	 .want = {{"parallel_ata.iordy", "yes"}, {"parallel_ata.mwdma_selected", "4"}, {"parallel_ata.mwdma_supported", "7"}, {"parallel_ata.mwdma_cycle_time", "120"}}},
	{"serial", 0x30, .first = 8, .set = {HEAD(8), {0, 8, 8, VALID | 0x82000287}, {0, 16, 8, VALID | 0x0223}, {0, 40, 8, VALID | 0x00020001}, {0, 48, 8, VALID | 0x140a}},
	 .want = {{"serial_ata.gen3", "yes"}, {"serial_ata.ncq", "yes"}, {"serial_ata.hipm", "no"}, {"serial_ata.phy_event_counters", "yes"}, {"serial_ata.device_sleep", "yes"},
		  {"serial_ata.power_disable_always", "yes"}, {"serial_ata.power_disable", "no"}, {"serial_ata.current_speed_code", "3"}, {"serial_ata.dipm_enabled", "yes"},
		  {"serial_ata.device_auto_slumber_enabled", "yes"}, {"serial_ata.device_sleep_enabled", "no"}, {"serial_ata.hardware_feature_current", "1"},
		  {"serial_ata.hardware_feature_supported", "2"}, {"serial_ata.device_sleep_exit_ms", "20"}, {"serial_ata.device_sleep_assertion_ms", "10"}}},
	{"zoned", 0x30, .first = 9, .set = {HEAD(9), {0, 8, 8, VALID | 1}, {0, 24, 8, VALID | 0xffffffff}, {0, 40, 8, VALID | 128}, {0, 48, 8, VALID | UINT64_C(1) << 56 | 0xa36c}},
	 .want = {{"zoned.unrestricted_reads", "yes"}, {"zoned.optimal_open_preferred", "4294967295"}, {"zoned.max_open_required", "128"}, {"zoned.zac", "yes"},
		  {"zoned.zac_version", "41836"}, {"zoned.zac_version_name", "ZAC revision 4"}, {"zoned.optimal_nonsequential", "-"}}},
	{"no valid bit in the header", 0x30, .first = 3, .rc = -ENODATA, .set = {{0, 0, 8, 0x00030001}}, .want = {{"!", "vendor_filled"}}},
	{"another page", 0x30, .first = 3, .rc = -ENODATA, .set = {HEAD(2)}, .want = {{"!", "wrong_page"}}},
	{"no page of any standard", 0x30, .first = 0x20, .rc = -ENOTSUP, .set = {HEAD(0x20)}},
	{"no copy", 0x30, .first = 1, .rc = -ENODATA, .set = {HEAD(1)}, .want = {{"!", "vendor_filled"}}},
	{"zeros", 0x30, .first = 8, .rc = -ENODATA, .want = {{"!", "all_zero"}}},
};
/* clang-format on */

START_TEST(case_holds)
{
	log_run(&cases[_i]);
}
END_TEST

/* Characters as IDENTIFY has them: the first of a pair in the high byte. */
static void put_string(uint8_t *at, const char *text, size_t length)
{
	for (size_t i = 0; i < length; i++)
		at[i ^ 1] = (uint8_t)(i < strlen(text) ? text[i] : ' ');
}

START_TEST(strings)
{
	static struct log_flat flat;
	const struct ata_log_sink sink = log_flat_sink(&flat);
	uint8_t page[512] = {1, 0, 5, 0, 0, 0, 0, 0x80};

	put_string(page + 8, "SERIAL-0123456789AB", 20);
	put_string(page + 32, "FW12", 8);
	put_string(page + 48, "A MODEL NAME OF 40 CHARACTERS, ALL OF IT", 40);
	put_string(page + 96, "OEM", 8);
	ck_assert_int_eq(ata_log_decode(0x30, ATA_LOG_GPL, 5, page, 1, &sink), 0);
	ck_assert_str_eq(log_flat_find(&flat, "strings.serial_number"),
			 "SERIAL-0123456789AB ");
	ck_assert_str_eq(log_flat_find(&flat, "strings.firmware_version"), "FW12    ");
	ck_assert_str_eq(log_flat_find(&flat, "strings.model_name"),
			 "A MODEL NAME OF 40 CHARACTERS, ALL OF IT");
	ck_assert_str_eq(log_flat_find(&flat, "strings.additional_product_id"),
			 "OEM     ");
	ck_assert_str_eq(flat.oddities, "");
}
END_TEST

static void make_copy(uint8_t *page)
{
	memset(page, 0, 512);
	put_string(page + 2 * 10, "SERIAL", 20);
	put_string(page + 2 * 23, "FW12", 8);
	put_string(page + 2 * 27, "A MODEL", 40);
	page[2 * 49 + 1] = 0x03;
	page[2 * 53] = 0x07;
	page[2 * 60] = 0x10;
	page[2 * 80] = 0xf0;
	page[2 * 83 + 1] = 0x40;
	page[2 * 87 + 1] = 0x40;
	ata_identify_seal(page);
}

START_TEST(copy)
{
	static struct log_flat flat;
	struct ata_log_sink sink = log_flat_sink(&flat);
	uint8_t page[512];

	make_copy(page);
	ck_assert_int_eq(ata_log_decode(0x30, ATA_LOG_GPL, 1, page, 1, &sink), 0);
	ck_assert_str_eq(log_flat_find(&flat, "copy.model_name"), "A MODEL");
	ck_assert_str_eq(log_flat_find(&flat, "copy.serial_number"), "SERIAL");
	ck_assert_str_eq(log_flat_find(&flat, "copy.firmware_version"), "FW12");
	ck_assert_str_eq(log_flat_find(&flat, "copy.user_capacity_blocks"), "16");
	ck_assert_str_eq(flat.oddities, "");
	page[511]++;
	sink = log_flat_sink(&flat);
	ck_assert_int_eq(ata_log_decode(0x30, ATA_LOG_GPL, 1, page, 1, &sink), 0);
	ck_assert_str_eq(flat.oddities, "checksum");
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("log_identify");
	TCase *tcase = tcase_create("log_identify");

	tcase_add_loop_test(tcase, case_holds, 0, sizeof(cases) / sizeof(cases[0]));
	tcase_add_test(tcase, strings);
	tcase_add_test(tcase, copy);
	suite_add_tcase(suite, tcase);
	return unit_main(suite);
}
