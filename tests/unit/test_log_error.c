/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>

#include "log_case.h"

/* Error logs 01h, 02h, 03h and self-test logs 06h, 07h, 09h. */

/* Of entry @k of log 01h: byte @at of its error data; the command @j. */
#define ERROR(k, at) (2 + 90 * (k) + 60 + (at))
#define COMMAND(k, j, at) (2 + 90 * (k) + 12 * (j) + (at))
#define ERROR48(k, at) (4 + 124 * (k) + 90 + (at))
#define COMMAND48(k, j, at) (4 + 124 * (k) + 18 * (j) + (at))

/* clang-format off */
static const struct log_case cases[] = {
	/* READ DMA of 8 sectors at LBA A1234ABh failed with UNC */
	{"summary", 0x01, ATA_LOG_SMART, .seal = true,
	 .set = {{0, 0, 1, 1}, {0, 1, 1, 2}, {0, 452, 2, 7},
		 {0, ERROR(1, 1), 8, 0x51ea1234ab0840}, {0, ERROR(1, 27), 1, 0xb3}, {0, ERROR(1, 28), 2, 321},
		 {0, COMMAND(1, 4, 0), 8, 0xc8ea1234ab080008}, {0, COMMAND(1, 4, 8), 4, 4294967295},
		 {0, COMMAND(1, 3, 0), 8, 0xefa0000000005503}, {0, COMMAND(1, 3, 8), 4, 1},
		 {0, ERROR(0, 1), 1, 4}, {0, ERROR(4, 1), 1, 0x84}},
	 .want = {{"revision", "1"}, {"count", "7"}, {"index", "2"},
		  {"errors.0.error_number", "7"}, {"errors.0.error", "64"}, {"errors.0.count", "8"}, {"errors.0.lba", "168965291"},
		  {"errors.0.device", "234"}, {"errors.0.status", "81"}, {"errors.0.lifetime_hours", "321"},
		  {"errors.0.device_state", "3"}, {"errors.0.device_state_name", "active or idle"},
		  {"errors.0.previous_commands.0.command", "200"}, {"errors.0.previous_commands.0.lba", "168965291"},
		  {"errors.0.previous_commands.0.count", "8"}, {"errors.0.previous_commands.0.device_control", "8"},
		  {"errors.0.previous_commands.0.features", "0"}, {"errors.0.previous_commands.0.device", "234"},
		  {"errors.0.previous_commands.0.powerup_milliseconds", "4294967295"},
		  {"errors.0.previous_commands.1.command", "239"}, {"errors.0.previous_commands.1.features", "85"},
		  {"errors.0.previous_commands.2.command", NULL},
		  /* older: 1, then around to 5; 4 and 3 are empty */
		  {"errors.1.error_number", "6"}, {"errors.1.error", "4"}, {"errors.2.error_number", "5"}, {"errors.2.error", "132"},
		  {"errors.3.error", NULL}}},
	{"no errors", 0x01, ATA_LOG_SMART, .seal = true, .set = {{0, 0, 1, 1}}, .want = {{"count", "0"}, {"index", "0"}, {"errors.0.error", NULL}}},
	{"index outside", 0x01, ATA_LOG_SMART, .seal = true, .set = {{0, 0, 1, 1}, {0, 1, 1, 6}, {0, 452, 2, 2}, {0, ERROR(0, 1), 1, 4}, {0, ERROR(1, 1), 1, 16}},
	 .want = {{"errors.0.error", "4"}, {"errors.0.error_number", "-"}, {"errors.1.error", "16"}, {"!", "index"}}},
	/* 02h: entry 6 is the first of the second page */
	{"comprehensive", 0x02, ATA_LOG_SMART, .count = 2, .seal = true,
	 .set = {{0, 0, 1, 1}, {0, 1, 1, 6}, {0, 452, 2, 6}, {1, ERROR(0, 1), 1, 6}, {0, ERROR(4, 1), 1, 5}, {0, ERROR(0, 1), 1, 1}},
	 .want = {{"errors.0.error", "6"}, {"errors.0.error_number", "6"}, {"errors.1.error", "5"}, {"errors.1.error_number", "5"},
		  {"errors.2.error", "1"}, {"errors.2.error_number", "1"}, {"errors.3.error", NULL}}},
	/* 03h: entry 5 is the first of the second page */
	{"extended", 0x03, .count = 2, .seal = true,
	 .set = {{0, 0, 1, 1}, {0, 2, 2, 5}, {0, 500, 2, 300},
		 {1, ERROR48(0, 1), 1, 64},
		 {0, ERROR48(3, 1), 1, 0x84}},
	 .want = {{"count", "300"}, {"index", "5"}, {"errors.0.error_number", "300"}, {"errors.0.error", "64"},
		  {"errors.1.error_number", "299"}, {"errors.1.error", "132"}, {"errors.2.error", NULL}}},
	/* READ FPDMA QUEUED at 123456789ABCh */
	{"extended: registers", 0x03, .seal = true,
	 .set = {{0, 0, 1, 1}, {0, 2, 2, 1}, {0, 500, 2, 1},
		 {0, ERROR48(0, 0), 4, 0x02014008}, {0, ERROR48(0, 4), 6, 0x1278349a56bc}, {0, ERROR48(0, 10), 2, 0x4140},
		 {0, ERROR48(0, 31), 1, 0x04}, {0, ERROR48(0, 32), 2, 65535},
		 {0, COMMAND48(0, 4, 0), 5, 0x0807020108}, {0, COMMAND48(0, 4, 5), 6, 0x1278349a56bc}, {0, COMMAND48(0, 4, 11), 2, 0x6040},
		 {0, COMMAND48(0, 4, 14), 4, 1234567}},
	 .want = {{"errors.0.device_control", "8"}, {"errors.0.error", "64"}, {"errors.0.count", "513"}, {"errors.0.lba", "20015998343868"},
		  {"errors.0.device", "64"}, {"errors.0.status", "65"}, {"errors.0.lifetime_hours", "65535"},
		  {"errors.0.device_state_name", "off-line collection or self-test"},
		  {"errors.0.previous_commands.0.device_control", "8"}, {"errors.0.previous_commands.0.features", "513"},
		  {"errors.0.previous_commands.0.count", "2055"}, {"errors.0.previous_commands.0.lba", "20015998343868"},
		  {"errors.0.previous_commands.0.device", "64"}, {"errors.0.previous_commands.0.command", "96"},
		  {"errors.0.previous_commands.0.powerup_milliseconds", "1234567"}, {"errors.0.previous_commands.1.command", NULL}}},
	/* A later page has no head: what stands there is reserved */
	{"extended: from page 1 on", 0x03, .first = 1, .seal = true, .set = {{0, 0, 4, 0x00020007}, {0, ERROR48(0, 1), 1, 4}, {0, ERROR48(1, 1), 1, 16}},
	 .want = {{"revision", NULL}, {"errors.0.error", "4"}, {"errors.0.error_number", "-"}, {"errors.1.error", "16"}}},

	{"self-tests", 0x06, ATA_LOG_SMART, .seal = true,
	 .set = {{0, 0, 2, 1}, {0, 508, 1, 2},
		 {0, 2, 4, 0x012c0001}, {0, 2 + 5, 4, 0x12345678},
		 {0, 26, 5, 0x5901417982}, {0, 26 + 5, 4, 0x12345678},
		 {0, 2 + 24 * 20, 4, 0x0001f37f}, {0, 2 + 24 * 19, 4, 0x000a8004}, {0, 2 + 24 * 19 + 5, 4, 0xffffffff}},
	 .want = {{"revision", "1"}, {"index", "2"}, {"tests.0.type", "130"}, {"tests.0.type_name", "extended, captive"}, {"tests.0.result", "7"},
		  {"tests.0.result_name", "failed, read"}, {"tests.0.remaining_percent", "90"}, {"tests.0.lifetime_hours", "321"},
		  {"tests.0.checkpoint", "89"}, {"tests.0.lba", "305419896"},
		  {"tests.1.type_name", "short"}, {"tests.1.result", "0"}, {"tests.1.lba", "-"}, {"tests.1.lifetime_hours", "300"},
		  {"tests.2.type", "127"}, {"tests.2.result_name", "in progress"}, {"tests.2.remaining_percent", "30"}, {"tests.2.lba", "-"},
		  {"tests.3.type_name", "selective"}, {"tests.3.result", "8"}, {"tests.3.lba", "-"}, {"tests.4.type", NULL}}},
	{"no self-tests", 0x06, ATA_LOG_SMART, .seal = true, .set = {{0, 0, 2, 1}}, .want = {{"index", "0"}, {"tests.0.type", NULL}}},
	/* 19 in a page: number 20 is the first of the second */
	{"extended self-tests", 0x07, .count = 2, .seal = true,
	 .set = {{0, 0, 1, 1}, {0, 2, 2, 20}, {1, 4, 4, 0x00644001}, {1, 9, 6, 0x123456789abc}, {0, 4 + 26 * 18, 4, 0x00630083}},
	 .want = {{"index", "20"}, {"tests.0.lifetime_hours", "100"}, {"tests.0.result", "4"}, {"tests.0.lba", "20015998343868"},
		  {"tests.1.type_name", "conveyance, captive"}, {"tests.1.lifetime_hours", "99"}, {"tests.2.type", NULL}}},
	{"extended self-tests: index outside", 0x07, .seal = true, .set = {{0, 0, 1, 1}, {0, 2, 2, 20}, {0, 4, 4, 0x00640001}},
	 .want = {{"tests.0.lifetime_hours", "100"}, {"!", "index"}}},

	{"selective", 0x09, ATA_LOG_SMART, .seal = true,
	 .set = {{0, 0, 2, 1}, {0, 2, 8, 100}, {0, 10, 8, 200}, {0, 66, 8, 0xfffffffffff0}, {0, 74, 8, 0xffffffffffff},
		 {0, 492, 8, 150}, {0, 500, 2, 5}, {0, 502, 2, 0x000a}, {0, 508, 2, 60}},
	 .want = {{"revision", "1"}, {"spans.0.lba_min", "100"}, {"spans.0.lba_max", "200"}, {"spans.1.lba_max", "0"},
		  {"spans.4.lba_min", "281474976710640"}, {"spans.4.lba_max", "281474976710655"}, {"spans.5.lba_min", NULL},
		  {"current_lba", "150"}, {"current_span", "5"}, {"scan_after_test", "yes"}, {"scan_pending", "yes"}, {"scan_active", "no"},
		  {"pending_minutes", "60"}}},
};
/* clang-format on */

START_TEST(case_holds)
{
	log_run(&cases[_i]);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("log_error");
	TCase *tcase = tcase_create("log_error");

	tcase_add_loop_test(tcase, case_holds, 0, sizeof(cases) / sizeof(cases[0]));
	suite_add_tcase(suite, tcase);
	return unit_main(suite);
}
