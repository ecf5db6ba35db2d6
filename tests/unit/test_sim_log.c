/* SPDX-License-Identifier: BSD-2-Clause */
/* The logs of the simulated drives: what is there, and numbers at their offsets. */
#include "sim_request.h"

#define READ_LOG(log, page, count) \
	((struct ata){PIO_IN | EXTEND, 0x0e, 0, count, (log) | (page) << 8, 0, 0x2f})
#define READ_LOG_DMA(log, page, count) \
	((struct ata){DMA | EXTEND, 0x0e, 0, count, (log) | (page) << 8, 0, 0x47})
#define SMART_LOG(log, count) \
	((struct ata){PIO_IN, 0x0e, 0xd5, count, 0xc24f00 | (log), 0, 0xb0})

#define GOOD ""

static uint64_t number(const uint8_t *at, unsigned int bytes)
{
	uint64_t value = 0;

	while (bytes-- > 0)
		value = value << 8 | at[bytes];
	return value;
}

/* One number that has to stand in what a command gives. */
static const struct value_case {
	const char *name;
	struct ata command;
	unsigned int offset, bytes;
	uint64_t value;
} value_cases[] = {
	/* the directory: version, and pages of log N at 2 N */
	{"hdd", READ_LOG(0, 0, 1), 0, 2, 1},
	{"hdd", READ_LOG(0, 0, 1), 2 * 0x01, 2, 0},
	{"hdd", READ_LOG(0, 0, 1), 2 * 0x03, 2, 2},
	{"hdd", READ_LOG(0, 0, 1), 2 * 0x04, 2, 8},
	{"hdd", READ_LOG(0, 0, 1), 2 * 0x08, 2, 0},
	{"smr", READ_LOG(0, 0, 1), 2 * 0x08, 2, 2},
	{"pata", READ_LOG(0, 0, 1), 2 * 0x11, 2, 0},
	{"hdd", READ_LOG_DMA(0, 0, 1), 2 * 0x11, 2, 1},
	{"hdd", SMART_LOG(0, 1), 0, 2, 1},
	{"hdd", SMART_LOG(0, 1), 2 * 0x01, 2, 1},
	{"hdd", SMART_LOG(0, 1), 2 * 0x03, 2, 0},
	{"hdd", SMART_LOG(0, 1), 2 * 0xe0, 2, 1},
	/* ACS-6 9.5: revision, page number, list of pages, flags and value */
	{"hdd", READ_LOG_DMA(4, 0, 1), 0, 8, 1},
	{"hdd", READ_LOG_DMA(4, 0, 1), 8, 7, 0x060504030100 << 8 | 6},
	{"ssd", READ_LOG_DMA(4, 0, 1), 8, 7, 0x070605040100 << 8 | 6},
	{"hdd", READ_LOG_DMA(4, 5, 1), 0, 8, 0x050001},
	{"hdd", READ_LOG_DMA(4, 5, 1), 8, 8, 0xc000000000000020},
	{"hdd", READ_LOG(4, 0, 8), 5 * 512 + 8, 8, 0xc000000000000020},
	{"hdd", SMART_LOG(4, 8), 5 * 512 + 8, 8, 0xc000000000000020},
	{"hdd,unc=7-9", READ_LOG(4, 1, 1), 64, 8, 0xc000000000000003},
	/* ACS-6 9.24: how many, hours, LBA */
	{"hdd,unc=7-9", READ_LOG(0x0c, 0, 1), 0, 4, 3},
	{"hdd,unc=7-9", READ_LOG(0x0c, 0, 1), 48, 4, 0xffffffff},
	{"hdd,unc=7-9", READ_LOG(0x0c, 0, 1), 56, 8, 9},
	{"hdd,unc=7-8,unc=20", READ_LOG(0x0c, 0, 1), 0, 4, 3},
	{"hdd,unc=7-8,unc=20", READ_LOG(0x0c, 0, 1), 40, 8, 8},
	{"hdd,unc=7-8,unc=20", READ_LOG(0x0c, 0, 1), 56, 8, 20},
	{"hdd,unc=100-199", READ_LOG(0x0c, 0, 2), 0, 4, 63},
	{"hdd,unc=100-199", READ_LOG(0x0c, 0, 2), 504, 8, 130},
	{"hdd,unc=100-199", READ_LOG(0x0c, 0, 2), 520, 8, 131},
	/* SATA 3.5 13.7.4.2: identifier with two words, counter */
	{"hdd", READ_LOG(0x11, 0, 1), 4, 2, 0x2001},
	{"hdd", READ_LOG(0x11, 0, 1), 24, 4, 4},
	/* ATA/ATAPI-7 8.55.6.8: the fifth command and the error of entry 1 */
	{"hdd", SMART_LOG(1, 1), 53, 3, 0x1234ab},
	{"hdd", SMART_LOG(1, 1), 57, 1, 0xc8},
	{"hdd", SMART_LOG(1, 1), 63, 1, 0x40},
	{"hdd", SMART_LOG(1, 1), 452, 2, 1},
	{"ssd", SMART_LOG(1, 1), 452, 2, 0},
	{"hdd", READ_LOG(3, 0, 1), 88, 1, 0x25},
	{"hdd", READ_LOG(3, 0, 1), 104, 2, 0x5140},
	{"hdd", READ_LOG(7, 0, 1), 30, 2, 0x7902},
	{"hdd", READ_LOG(7, 0, 1), 35, 6, 0x1234ab},
	/* ACS-6 9.10: header, capacity (488397168), 5400 rpm, speed 2 */
	{"hdd", READ_LOG(0x30, 0, 1), 0, 8, 0x8000000000000001},
	{"hdd", READ_LOG(0x30, 2, 1), 0, 8, 0x8000000000020001},
	{"hdd", READ_LOG(0x30, 2, 1), 8, 8, 0x8000000000000000 | 488397168},
	{"4kn", READ_LOG(0x30, 2, 1), 24, 8, 0x8000000000000800},
	{"hdd", READ_LOG(0x30, 3, 1), 24, 8, 0x8000000000000000 | 5400},
	/* word 79: settings are preserved */
	{"hdd", READ_LOG(0x30, 8, 1), 16, 2, 0x0102},
	/* SCT status: temperature, SMART's verdict */
	{"hdd", SMART_LOG(0xe0, 1), 200, 1, 32},
	{"hdd", READ_LOG(0xe0, 0, 1), 214, 2, 0xc24f},
	{"hdd,smart-failing", READ_LOG(0xe0, 0, 1), 214, 2, 0x2cf4},
	{"4kn", READ_LOG(0x2f, 0, 1), 4, 4, 2048},
	{"smr", READ_LOG(8, 1, 1), 452, 4, 9000},
	{"ssd", READ_LOG(0x13, 0, 1), 0, 1, 1},
};

START_TEST(value_is_there)
{
	const struct value_case *c = &value_cases[_i];
	struct sgio_drive *drive = open_sim(c->name);
	struct asked a;
	uint64_t value;

	run_ata(drive, &a, c->command, c->command.count * 512u);
	ck_sense(&a, GOOD);
	value = number(a.data + c->offset, c->bytes);
	ck_assert_msg(value == c->value, "case %d: %llx, not %llx", _i,
		      (unsigned long long)value, (unsigned long long)c->value);
	sgio_close(drive);
}
END_TEST

/* What is no log, or not enough of one. */
static const struct refusal {
	const char *name;
	struct ata command;
} refusals[] = {
	{"hdd,no-logs", READ_LOG(0, 0, 1)},
	{"hdd,no-logs", READ_LOG_DMA(0, 0, 1)},
	{"hdd,no-logs", SMART_LOG(0, 1)},
	{"hdd,abort=47", READ_LOG_DMA(0, 0, 1)},
	{"pata", READ_LOG_DMA(0, 0, 1)},
	{"hdd", READ_LOG(1, 0, 1)},
	{"hdd", SMART_LOG(3, 1)},
	{"hdd", SMART_LOG(0x42, 1)},
	{"hdd", READ_LOG(4, 8, 1)},
	{"hdd", READ_LOG(4, 7, 2)},
	{"hdd", READ_LOG(4, 0, 9)},
	{"hdd", READ_LOG(4, 0, 0)},
	{"hdd", SMART_LOG(4, 9)},
	/* page 100h: bits 39:32 of the LBA */
	{"hdd", ((struct ata){PIO_IN | EXTEND, 0x0e, 0, 1, 0x100000004, 0, 0x2f})},
	/* FEATURE 1 would reset the counters */
	{"hdd", ((struct ata){PIO_IN | EXTEND, 0x0e, 1, 1, 0x11, 0, 0x2f})},
	{"hdd,word=84:4143", READ_LOG(0, 0, 1)},
	{"hdd,word=119:4014", READ_LOG_DMA(0, 0, 1)},
	{"atapi", READ_LOG(0, 0, 1)},
};

START_TEST(is_refused)
{
	const struct refusal *c = &refusals[_i];
	struct sgio_drive *drive = open_sim(c->name);
	struct asked a;

	run_ata(drive, &a, c->command, 512);
	ck_assert_msg(a.request.reply.scsi_status == 2, "case %d: answered", _i);
	ck_assert_msg(a.data[0] == UNTOUCHED, "case %d: data came", _i);
	sgio_close(drive);
}
END_TEST

/* Every log that ends with a checksum has a right one. */
static const struct {
	struct ata command;
} sealed[] = {
	{SMART_LOG(1, 1)},      {SMART_LOG(2, 2)},      {READ_LOG(3, 0, 2)},
	{SMART_LOG(6, 1)},      {READ_LOG(7, 0, 1)},    {SMART_LOG(9, 1)},
	{READ_LOG(0x10, 0, 1)}, {READ_LOG(0x11, 0, 1)},
};

START_TEST(sums_to_zero)
{
	struct ata command = sealed[_i / 2].command;
	struct sgio_drive *drive = open_sim(_i % 2 ? "ssd" : "hdd");
	struct asked a;
	uint8_t sum = 0;

	run_ata(drive, &a, command, command.count * 512u);
	ck_sense(&a, GOOD);
	for (unsigned int i = 0; i < command.count * 512u; i++) {
		sum = (uint8_t)(sum + a.data[i]);
		if (i % 512 == 511)
			ck_assert_uint_eq(sum, 0);
	}
	sgio_close(drive);
}
END_TEST

START_TEST(identify_pages)
{
	struct sgio_drive *drive = open_sim(_i ? "pata" : "hdd");
	struct asked a;

	run_ata(drive, &a, READ_LOG(0x30, 0, 1), 512);
	if (_i)
		ck_assert_mem_eq(a.data + 8, "\x07\0\1\2\3\4\5\6\0", 9);
	else
		ck_assert_mem_eq(a.data + 8, "\x08\0\1\2\3\4\5\6\x08", 9);
	sgio_close(drive);
}
END_TEST

START_TEST(cut_short)
{
	struct sgio_drive *drive = open_sim("hdd,short=1");
	struct asked a;

	run_ata(drive, &a, READ_LOG(4, 0, 3), 3 * 512);
	ck_assert_uint_ne(a.data[767], UNTOUCHED);
	ck_assert_uint_eq(a.data[768], UNTOUCHED);
	sgio_close(drive);
}
END_TEST

#define COUNT(a) ((int)(sizeof(a) / sizeof((a)[0])))

int main(void)
{
	Suite *suite = suite_create("sim_log");
	TCase *logs = tcase_create("logs");

	tcase_add_loop_test(logs, value_is_there, 0, COUNT(value_cases));
	tcase_add_loop_test(logs, is_refused, 0, COUNT(refusals));
	tcase_add_loop_test(logs, sums_to_zero, 0, 2 * COUNT(sealed));
	tcase_add_loop_test(logs, identify_pages, 0, 2);
	tcase_add_test(logs, cut_short);
	suite_add_tcase(suite, logs);
	return unit_main(suite);
}
