/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>

#include "log_case.h"
#include "smart.h"

/* The table of logs, pages with nothing in them, and pages of anything. */

START_TEST(addresses_rise)
{
	for (size_t i = 1; i < ata_log_count(); i++)
		ck_assert_uint_gt(ata_log_at(i)->address, ata_log_at(i - 1)->address);
	ck_assert_ptr_null(ata_log_at(ata_log_count()));
}
END_TEST

START_TEST(logs_are_found)
{
	for (size_t i = 0; i < ata_log_count(); i++) {
		const struct ata_log *log = ata_log_at(i);

		ck_assert_ptr_eq(ata_log_find(log->address), log);
		ck_assert_ptr_eq(ata_log_find_name(log->name), log);
		ck_assert_uint_ne(log->access, 0);
		ck_assert_uint_eq(strspn(log->name, "abcdefghijklmnopqrstuvwxyz-"),
				  strlen(log->name));
	}
	ck_assert_ptr_null(ata_log_find(0x05));
	ck_assert_ptr_null(ata_log_find(0x80));
	ck_assert_ptr_null(ata_log_find(0xff));
	ck_assert_ptr_null(ata_log_find_name("nosuchlog"));
	ck_assert_ptr_null(ata_log_find_name(""));
	ck_assert_str_eq(ata_log_find(0x04)->name, "stats");
	ck_assert_str_eq(ata_log_find(0x47)->label, "Concurrent positioning ranges");
}
END_TEST

/* ACS-6: which command reads which; 04h and 30h are the logs of independent pages. */
START_TEST(access_as_the_standard_has_it)
{
	ck_assert_uint_eq(ata_log_find(0x00)->access, ATA_LOG_GPL | ATA_LOG_SMART);
	ck_assert_uint_eq(ata_log_find(0x01)->access, ATA_LOG_SMART);
	ck_assert_uint_eq(ata_log_find(0x03)->access, ATA_LOG_GPL);
	ck_assert_uint_eq(ata_log_find(0x09)->access, ATA_LOG_SMART);
	ck_assert_uint_eq(ata_log_find(0x10)->access, ATA_LOG_GPL);
	ck_assert_uint_eq(ata_log_find(0xe0)->access, ATA_LOG_GPL | ATA_LOG_SMART);
	for (size_t i = 0; i < ata_log_count(); i++)
		ck_assert_int_eq(ata_log_at(i)->by_page,
				 ata_log_at(i)->address == 0x04 ||
					 ata_log_at(i)->address == 0x30);
}
END_TEST

/* clang-format off */
static const struct log_case cases[] = {
	{"unknown address", 0x05, .rc = -ENOTSUP, .set = {{0, 0, 1, 1}}},
	{"the host's", 0x80, .rc = -ENOTSUP, .set = {{0, 0, 1, 1}}},
	{"known by name", 0x21, .rc = -ENOTSUP, .set = {{0, 0, 1, 1}}},
	/* SATADOM-ML 3ME: a directory of zeros */
	{"directory: zeros", 0x00, .rc = -ENODATA, .want = {{"!", "all_zero"}, {"version", NULL}}},
	{"directory", 0x00, .set = {{0, 0, 2, 1}, {0, 6, 2, 5}, {0, 8, 2, 0x0108}, {0, 0x100, 2, 16}, {0, 0x140, 2, 2}, {0, 0x1fe, 2, 3}},
	 .want = {{"version", "1"}, {"logs.0.address", "3"}, {"logs.0.pages", "5"},
		  {"logs.0.label", "Extended comprehensive SMART error log"},
		  {"logs.1.address", "4"}, {"logs.1.pages", "264"},
		  {"logs.2.address", "128"}, {"logs.2.label", "Host specific"},
		  {"logs.3.address", "160"}, {"logs.3.label", "Device vendor specific"},
		  {"logs.4.address", "255"}, {"logs.4.label", "-"}, {"logs.5.address", NULL}}},
	/* SMART: the upper byte is reserved */
	{"directory by SMART", 0x00, ATA_LOG_SMART, .set = {{0, 0, 2, 1}, {0, 8, 2, 0x0108}},
	 .want = {{"logs.0.pages", "8"}}},
	{"directory by SMART, single sectors", 0x00, ATA_LOG_SMART, .set = {{0, 2, 2, 1}},
	 .want = {{"version", "0"}, {"logs.0.address", "1"}}},
	{"directory: version", 0x00, .rc = -ENODATA, .set = {{0, 0, 2, 2}, {0, 6, 2, 5}},
	 .want = {{"!", "vendor_filled"}, {"version", NULL}}},
	/* Zeros that are an answer */
	{"no pending defects", 0x0c, .want = {{"count", "0"}, {"defects.0.lba", NULL}}},
	{"nothing to send", 0x13, .want = {{"trim", "no"}}},
	{"no NCQ error", 0x10, .want = {{"not_queued", "no"}, {"tag", "0"}}},
	/* ... and that are none */
	{"zeros 03h", 0x03, .count = 2, .rc = -ENODATA, .want = {{"!", "all_zero"}}},
	{"zeros 11h", 0x11, .rc = -ENODATA, .want = {{"!", "all_zero"}}},
	{"zeros E0h", 0xe0, .rc = -ENODATA, .want = {{"!", "all_zero"}}},
	/* Version and checksum wrong: SMART data instead of the log */
	{"vendor-filled 03h", 0x03, .rc = -ENODATA, .set = {{0, 0, 8, 0x0b2de6affdb97531}},
	 .want = {{"!", "vendor_filled"}, {"revision", NULL}}},
	{"version 2, good checksum", 0x03, .seal = true, .set = {{0, 0, 1, 2}},
	 .want = {{"!", "version"}, {"revision", "2"}}},
	{"version 0, bad checksum", 0x03, .set = {{0, 500, 2, 1}},
	 .want = {{"!", "version checksum"}, {"count", "1"}}},
	{"checksum", 0x07, .set = {{0, 0, 1, 1}}, .want = {{"!", "checksum"}, {"revision", "1"}}},
	{"checksum of the second page", 0x03, .count = 2, .set = {{0, 0, 1, 1}, {0, 2, 2, 5}, {0, 511, 1, 250}, {1, 100, 1, 1}},
	 .want = {{"!", "checksum"}, {"errors.0.lba", "256"}}},
};
/* clang-format on */

START_TEST(case_holds)
{
	log_run(&cases[_i]);
}
END_TEST

START_TEST(no_pages)
{
	static struct log_flat flat;
	const struct ata_log_sink sink = log_flat_sink(&flat);

	ck_assert_int_eq(ata_log_decode(0x04, ATA_LOG_GPL, 0, NULL, 0, &sink),
			 -ENODATA);
}
END_TEST

/* Every log: all ones are named, whatever the standard wants of it. */
START_TEST(all_ones)
{
	static struct log_flat flat;
	uint8_t data[1024];

	memset(data, 0xff, sizeof(data));
	for (unsigned int address = 0; address < 256; address++) {
		const struct ata_log_sink sink = log_flat_sink(&flat);
		int rc = ata_log_decode((uint8_t)address, ATA_LOG_GPL, 0, data, 2,
					&sink);

		ck_assert_msg(rc == -ENOTSUP || rc == -ENODATA, "%02X", address);
		if (rc == -ENODATA)
			ck_assert_msg(strncmp(flat.oddities, "all_ones", 8) == 0,
				      "%02X: %s", address, flat.oddities);
		ck_assert_uint_eq(flat.count, 0);
	}
}
END_TEST

static uint32_t next(uint32_t *state)
{
	*state ^= *state << 13;
	*state ^= *state >> 17;
	*state ^= *state << 5;
	return *state;
}

/* Headers that let the rest through, so that anything comes to every decoder. */
static void scramble(uint8_t *data, size_t length, unsigned int page, uint32_t *state)
{
	bool dense = next(state) & 1;

	for (size_t i = 0; i < length; i++)
		data[i] = dense || next(state) % 8 == 0 ? (uint8_t)next(state) : 0;
	if (next(state) & 1) {
		data[0] = 1;
		data[1] = 0;
		data[2] = (uint8_t)page;
		data[7] |= 0x80;
	}
	if (next(state) & 1)
		log_seal(data);
}

/* The sink's own checks: what opens is closed, no key comes twice, no byte too many. */
START_TEST(anything)
{
	static struct log_flat flat;
	uint32_t state = 20261201;

	for (unsigned int round = 0; round < 40 * 256; round++) {
		const struct ata_log_sink sink = log_flat_sink(&flat);
		uint8_t address = (uint8_t)round;
		size_t pages = 1 + next(&state) % 3;
		uint16_t first = next(&state) % 4 ? 0 : (uint16_t)(next(&state) % 12);
		uint8_t *data = malloc(pages * 512);
		int rc;

		scramble(data, pages * 512, first, &state);
		rc = ata_log_decode(address,
				    next(&state) & 1 ? ATA_LOG_GPL : ATA_LOG_SMART,
				    first, data, pages, &sink);
		free(data);
		ck_assert_int_le(rc, 0);
		ck_assert_msg(flat.depth == 0, "%02X", address);
	}
}
END_TEST

START_TEST(anything_smart)
{
	static struct log_flat flat;
	uint32_t state = 1;

	for (unsigned int round = 0; round < 200; round++) {
		const struct ata_log_sink sink = log_flat_sink(&flat);
		uint8_t *data = malloc(512), *thresholds = malloc(512);

		scramble(data, 512, 0, &state);
		scramble(thresholds, 512, 0, &state);
		ata_smart_decode(data, round & 1 ? thresholds : NULL, &sink);
		free(data);
		free(thresholds);
		ck_assert_uint_eq(flat.depth, 0);
	}
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("log");
	TCase *tcase = tcase_create("log");

	tcase_set_timeout(tcase, 60);
	tcase_add_test(tcase, addresses_rise);
	tcase_add_test(tcase, logs_are_found);
	tcase_add_test(tcase, access_as_the_standard_has_it);
	tcase_add_loop_test(tcase, case_holds, 0, sizeof(cases) / sizeof(cases[0]));
	tcase_add_test(tcase, no_pages);
	tcase_add_test(tcase, all_ones);
	tcase_add_test(tcase, anything);
	tcase_add_test(tcase, anything_smart);
	suite_add_tcase(suite, tcase);
	return unit_main(suite);
}
