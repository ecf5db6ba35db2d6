/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>

#include "log_case.h"
#include "smart.h"

/* SMART data and thresholds: set pages, page 1 of .set is that of the thresholds. */
struct smart_case {
	const char *name;
	bool thresholds;
	bool unsealed[2];
	int rc;
	struct log_set set[24];
	struct log_want want[40];
};

/* Attribute @slot: id, flags, value, worst and raw. */
#define A(slot, id, flags, value, worst, raw)                                      \
	{0, 2 + 12 * (slot), 5,                                                    \
	 (id) | (flags) << 8 | (uint64_t)(value) << 24 | (uint64_t)(worst) << 32}, \
	{                                                                          \
		0, 7 + 12 * (slot), 6, raw                                         \
	}
#define T(slot, id, threshold)                                 \
	{                                                      \
		1, 2 + 12 * (slot), 2, (id) | (threshold) << 8 \
	}

/* clang-format off */
static const struct smart_case cases[] = {
	{"attributes", true,
	 .set = {{0, 0, 2, 16}, A(0, 5, 0x33, 100, 99, 0x123456789abc), A(2, 194, 0x22, 40, 35, 25), A(29, 199, 0x0c, 200, 253, 1),
		 /* in another order, and for one that is not there */
		 {1, 0, 2, 16}, T(0, 199, 0), T(1, 7, 30), T(29, 5, 36), T(4, 194, 40)},
	 .want = {{"revision", "16"}, {"attributes.0.id", "5"}, {"attributes.0.name", "Reallocated_Sector_Ct"},
		  {"attributes.0.value", "100"}, {"attributes.0.worst", "99"}, {"attributes.0.thresh", "36"}, {"attributes.0.when_failed", ""},
		  {"attributes.0.raw_value", "20015998343868"}, {"attributes.0.flags", "51"}, {"attributes.0.prefailure", "yes"},
		  {"attributes.0.updated_online", "yes"}, {"attributes.0.performance", "no"}, {"attributes.0.error_rate", "no"},
		  {"attributes.0.event_count", "yes"}, {"attributes.0.auto_keep", "yes"},
		  /* equal to the threshold is too low */
		  {"attributes.1.id", "194"}, {"attributes.1.thresh", "40"}, {"attributes.1.when_failed", "now"},
		  {"attributes.1.prefailure", "no"},
		  {"attributes.2.id", "199"}, {"attributes.2.thresh", "0"}, {"attributes.2.when_failed", ""}, {"attributes.2.error_rate", "yes"},
		  {"attributes.2.performance", "yes"}, {"attributes.3.id", NULL}}},
	{"failed in the past", true, .set = {A(0, 1, 1, 60, 50, 0), {1, 0, 2, 1}, T(0, 1, 51)},
	 .want = {{"attributes.0.when_failed", "past"}}},
	/* 0, 254 and 255 are no values; threshold FEh is none, FFh always fails */
	{"no values", true, .set = {A(0, 1, 1, 0, 0, 0), A(1, 2, 1, 254, 0, 0), A(2, 3, 1, 100, 100, 0), A(3, 4, 1, 253, 253, 0), {1, 0, 2, 1}, T(0, 1, 51), T(1, 2, 51), T(2, 3, 254), T(3, 4, 255)},
	 .want = {{"attributes.0.when_failed", "-"}, {"attributes.1.when_failed", "-"}, {"attributes.2.when_failed", "-"},
		  {"attributes.2.thresh", "-"}, {"attributes.3.when_failed", "now"}}},
	{"without thresholds", false, .set = {A(0, 240, 1, 100, 100, 7)},
	 .want = {{"attributes.0.thresh", "-"}, {"attributes.0.when_failed", "-"}, {"attributes.0.name", "Head_Flying_Hours"}}},
	{"an attribute without a name", false, .set = {A(0, 100, 1, 100, 100, 7)}, .want = {{"attributes.0.name", "-"}}},
	{"blank thresholds", true, .set = {A(0, 1, 1, 1, 1, 7)}, .want = {{"attributes.0.thresh", "-"}, {"!", "thresholds_blank"}}},
	{"capabilities", false,
	 .set = {{0, 362, 1, 0x82}, {0, 363, 1, 0xf4}, {0, 364, 2, 600}, {0, 367, 1, 0x5b}, {0, 368, 2, 3}, {0, 370, 1, 1}, {0, 372, 1, 2}, {0, 373, 1, 255}, {0, 374, 1, 5}, {0, 375, 2, 1440}},
	 .want = {{"offline_status", "130"}, {"offline_status_name", "completed"}, {"auto_offline_enabled", "yes"},
		  {"self_test_status", "244"}, {"self_test_status_name", "in progress"}, {"self_test_remaining_percent", "40"}, {"offline_seconds", "600"},
		  {"execute_offline_immediate", "yes"}, {"auto_offline_supported", "yes"}, {"offline_aborted_by_command", "no"},
		  {"offline_read_scan", "yes"}, {"self_tests_supported", "yes"}, {"conveyance_test_supported", "no"}, {"selective_test_supported", "yes"},
		  {"saves_before_power_saving", "yes"}, {"autosave_supported", "yes"}, {"error_logging_supported", "yes"},
		  {"short_test_minutes", "2"}, {"extended_test_minutes", "1440"}, {"conveyance_test_minutes", "5"}}},
	{"short extended test", false, .set = {{0, 373, 1, 90}, {0, 375, 2, 1440}}, .want = {{"extended_test_minutes", "90"}}},
	{"zeros", false, .rc = -ENODATA, .want = {{"!", "all_zero"}, {"revision", NULL}}},
	{"checksums", true, .unsealed = {true, true}, .set = {A(0, 1, 1, 1, 1, 7), {1, 0, 2, 1}}, .want = {{"!", "checksum thresholds_checksum"}}},
};
/* clang-format on */

START_TEST(case_holds)
{
	static struct log_flat flat;
	const struct ata_log_sink sink = log_flat_sink(&flat);
	const struct smart_case *c = &cases[_i];
	uint8_t pages[2][512] = {{0}};
	int rc;

	log_fill(pages[0], c->set, sizeof(c->set) / sizeof(c->set[0]));
	for (unsigned int i = 0; i < 2; i++) {
		if (!c->unsealed[i])
			log_seal(pages[i]);
	}
	rc = ata_smart_decode(pages[0], c->thresholds ? pages[1] : NULL, &sink);
	ck_assert_msg(rc == c->rc, "%s: returns %d", c->name, rc);
	log_expect(c->name, &flat, c->want, sizeof(c->want) / sizeof(c->want[0]));
}
END_TEST

START_TEST(all_ones)
{
	static struct log_flat flat;
	const struct ata_log_sink sink = log_flat_sink(&flat);
	uint8_t page[512];

	memset(page, 0xff, sizeof(page));
	ck_assert_int_eq(ata_smart_decode(page, page, &sink), -ENODATA);
	ck_assert_str_eq(flat.oddities, "all_ones");
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("smart");
	TCase *tcase = tcase_create("smart");

	tcase_add_loop_test(tcase, case_holds, 0, sizeof(cases) / sizeof(cases[0]));
	tcase_add_test(tcase, all_ones);
	suite_add_tcase(suite, tcase);
	return unit_main(suite);
}
