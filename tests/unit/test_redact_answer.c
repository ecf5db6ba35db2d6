/* SPDX-License-Identifier: BSD-2-Clause */
#include "redact.h"

#include <string.h>

#include "redact_page.h"
#include "sat.h"
#include "unit.h"

/* CDBs of the answers below, page and length in place. */
static void answer(const char *cdb, uint8_t cdb_length, uint8_t *data, size_t length)
{
	redact_answer(&key, (const uint8_t *)cdb, cdb_length, data, length);
}

static void pseudonym(char *serial)
{
	memcpy(serial, SERIAL, 20);
	redact_text(&key, (uint8_t *)serial, 20);
}

START_TEST(inquiry)
{
	uint8_t data[128] = {0}, before[128];

	memcpy(data + 8, "ATA     WDC WD20EARS-00M51.0", 28);
	memcpy(data + 36, SERIAL, 20);
	memcpy(data + 100, SERIAL, 20);
	data[58] = 0x04;
	memcpy(before, data, sizeof(data));
	answer("\x12\0\0\0\x80", 6, data, sizeof(data));
	ck_assert_private(data, sizeof(data));
	ck_assert_mem_eq(data, before, 36);
	ck_assert_mem_eq(data + 56, before + 56, 40);
	memcpy(data, before, sizeof(data));
	answer("\x12\0\0\0\x24", 6, data, 36);
	ck_assert_mem_eq(data, before, sizeof(data));
}
END_TEST

START_TEST(vpd_serial)
{
	uint8_t data[64] = {0, 0x80, 0, 20};
	char serial[20];

	pseudonym(serial);
	memcpy(data + 4, SERIAL, 20);
	memcpy(data + 24, "tail", 4);
	answer("\x12\1\x80\0\x40", 6, data, sizeof(data));
	ck_assert_mem_eq(data, "\0\x80\0\x14", 4);
	ck_assert_mem_eq(data + 4, serial, 20);
	ck_assert_mem_eq(data + 24, "tail", 4);
}
END_TEST

static size_t add_designator(uint8_t *data, size_t at, uint8_t type, const void *bytes,
			     size_t length)
{
	data[at] = 0x01;
	data[at + 1] = type;
	data[at + 3] = (uint8_t)length;
	memcpy(data + at + 4, bytes, length);
	return at + 4 + length;
}

/* As libata (T10, NAA) and an HBA (target port, SCSI name) make page 83h. */
START_TEST(vpd_identification)
{
	static const char t10[] =
		"ATA     WDC WD20EARS-00MVWB0                    " SERIAL;
	static const uint8_t naa[] = {0x50, 0x01, 0x4e, 0xe0, 0xab, 0xcd, 0xef, 0x12};
	uint8_t data[256] = {0, 0x83}, redacted[8];
	uint64_t name = redact_wwn(&key, WWN);
	char serial[20], text[21] = "naa.";
	size_t at[8], n = 0;

	for (int i = 0; i < 8; i++)
		redacted[i] = (uint8_t)(name >> 8 * (7 - i));
	for (int i = 0; i < 16; i++)
		text[4 + i] = "0123456789ABCDEF"[name >> 4 * (15 - i) & 15];
	pseudonym(serial);
	at[n++] = 4;
	at[n] = add_designator(data, at[n - 1], 0x00, SERIAL, 20), n++;
	at[n] = add_designator(data, at[n - 1], 0x01, t10, 68), n++;
	at[n] = add_designator(data, at[n - 1], 0x03, naa, 8), n++;
	at[n] = add_designator(data, at[n - 1], 0x14, "\0\0\0\1", 4), n++;
	at[n] = add_designator(data, at[n - 1], 0x08, "naa.50014EE0ABCDEF12", 20), n++;
	at[n] = add_designator(data, at[n - 1], 0x02, naa, 8);
	data[3] = (uint8_t)(at[n] - 4);
	answer("\x12\1\x83\0\xff", 6, data, at[n]);
	ck_assert_private(data, at[n]);
	ck_assert_mem_eq(data + at[0] + 4, serial, 20);
	ck_assert_mem_eq(data + at[1] + 4, t10, 48);
	ck_assert_mem_eq(data + at[1] + 4 + 48, serial, 20);
	ck_assert_mem_eq(data + at[2] + 4, redacted, 8);
	ck_assert_mem_eq(data + at[3], "\1\x14\0\4\0\0\0\1", 8);
	ck_assert_mem_eq(data + at[4] + 4, text, 20);
	ck_assert_mem_eq(data + at[5] + 4, naa, 3);
	ck_assert_uint_ne(data[at[5] + 11], naa[7]);
}
END_TEST

START_TEST(vpd_ata_information)
{
	uint8_t data[572] = {0, 0x89, 2, 0x38}, page[512];

	memcpy(data + 8, "linux   libata          6.1 ", 28);
	data[56] = 0xec;
	make_page(data + 60, AS_STANDARD);
	make_page(page, AS_STANDARD);
	redact_identify(&key, page);
	answer("\x12\1\x89\2\x3c", 6, data, sizeof(data));
	ck_assert_mem_eq(data + 60, page, 512);
	ck_assert_mem_eq(data + 8, "linux   libata          6.1 ", 28);
}
END_TEST

/* Other pages: those that are common to many drives stay. */
static const struct {
	uint8_t page;
	bool stays;
} vpds[] = {{0x00, true},  {0x80, false}, {0x83, false}, {0x85, false},
	    {0x86, true},  {0xb0, true},  {0xb1, true},  {0xb9, true},
	    {0xc0, false}, {0xff, false}, {0x01, false}, {0x88, false}};

START_TEST(vpd_pages)
{
	char cdb[] = {0x12, 0x01, (char)vpds[_i].page, 0, 64, 0};
	uint8_t data[64] = {0, vpds[_i].page, 0, 24, 0x01, 0x00, 0x00, 20}, before[64];

	memcpy(data + 8, SERIAL, 20);
	memcpy(before, data, sizeof(data));
	answer(cdb, 6, data, sizeof(data));
	ck_assert_int_eq(memcmp(before, data, sizeof(data)) == 0, vpds[_i].stays);
	if (!vpds[_i].stays)
		ck_assert_private(data, sizeof(data));
	/* No length is too short. */
	for (size_t length = 0; length <= sizeof(data); length++)
		answer(cdb, 6, data, length);
}
END_TEST

static void pass_through(uint8_t command, uint16_t features, uint64_t lba,
			 uint8_t *data, size_t length)
{
	struct ata_taskfile tf = {.command = command,
				  .features = features,
				  .lba = lba,
				  .count = (uint16_t)(length / 512),
				  .protocol = SAT_PIO_IN,
				  .extend = command == 0x2f || command == 0x47};
	uint8_t cdb[16];

	ck_assert_int_eq(sat_encode_cdb(&tf, 16, cdb), 0);
	redact_answer(&key, cdb, 16, data, length);
}

START_TEST(pass_through_identify)
{
	static const uint8_t commands[] = {0xec, 0xa1};
	uint8_t data[512], page[512];

	make_page(data, AS_STANDARD);
	make_page(page, AS_STANDARD);
	redact_identify(&key, page);
	pass_through(commands[_i], 0, 0, data, sizeof(data));
	ck_assert_mem_eq(data, page, sizeof(data));
}
END_TEST

/* Where READ LOG (DMA) EXT of log 30h began, and how many pages it read. */
START_TEST(identify_log)
{
	uint8_t data[6 * 512] = {0}, before[6 * 512], page[512];
	unsigned int first = (unsigned int)_i;

	make_page(page, AS_STANDARD);
	make_page(data + 512, AS_STANDARD);
	data[3 * 512] = 0x01;
	data[3 * 512 + 2] = 0x03;
	memcpy(data + 3 * 512 + 56, page + 216, 8);
	data[3 * 512 + 71] = 0x80;
	data[4 * 512 + 100] = 0x55;
	data[5 * 512] = 0x01;
	data[5 * 512 + 2] = 0x05;
	memcpy(data + 5 * 512 + 8, page + 20, 20);
	memcpy(data + 5 * 512 + 48, page + 54, 40);
	memcpy(before, data, sizeof(data));
	redact_identify(&key, page);
	pass_through(_i % 2 ? 0x47 : 0x2f, 0, 0x30 | first << 8, data + first * 512,
		     sizeof(data) - first * 512);
	ck_assert_mem_eq(data + 5 * 512 + 8, page + 20, 20);
	ck_assert_mem_eq(data + 5 * 512 + 48, page + 54, 40);
	ck_assert_mem_eq(data + 4 * 512, before + 4 * 512, 512);
	if (first <= 3) {
		ck_assert_mem_eq(data + 3 * 512 + 56, page + 216, 8);
		ck_assert_mem_eq(data + 3 * 512, before + 3 * 512, 56);
		ck_assert_mem_eq(data + 3 * 512 + 64, before + 3 * 512 + 64, 448);
	}
	if (first <= 1)
		ck_assert_mem_eq(data + 512, page, 512);
}
END_TEST

/* Which other answers change. */
static const struct {
	uint8_t command;
	uint16_t features;
	uint64_t lba;
	bool stays;
} commands[] = {
	{0x2f, 0, 0x00, true},        {0x2f, 0, 0x04, true},
	{0x47, 0, 0x04, true},        {0x2f, 0, 0x24, false},
	{0x47, 0, 0x25, false},       {0x2f, 0, 0x7f, true},
	{0x2f, 0, 0x80, false},       {0x2f, 0, 0xdf, false},
	{0x2f, 0, 0xe0, true},        {0x25, 0, 0x30, true},
	{0xb0, 0xd0, 0xc24f00, true}, {0xb0, 0xd5, 0xc24f06, true},
	{0x20, 0, 0x80, true},        {0xb0, 0xd5, 0xc24fa0, false},
	{0xb0, 0xda, 0xc24fa0, true},
};

START_TEST(other_answers)
{
	uint8_t data[512] = {0}, before[512];

	memcpy(data + 8, SERIAL, 20);
	memcpy(before, data, sizeof(data));
	pass_through(commands[_i].command, commands[_i].features, commands[_i].lba,
		     data, sizeof(data));
	ck_assert_int_eq(memcmp(before, data, sizeof(data)) == 0, commands[_i].stays);
}
END_TEST

/* What was never written keeps the pattern that says so (ask.c). */
START_TEST(untouched)
{
	uint8_t data[512], pattern[512];

	for (unsigned int i = 0; i < sizeof(data); i++)
		pattern[i] = (uint8_t)(0xa5 ^ i * 29);
	memcpy(data, pattern, sizeof(data));
	pass_through(0xec, 0, 0, data, sizeof(data));
	ck_assert_mem_eq(data, pattern, sizeof(data));
	memcpy(data, "\0\xc0\1\xfc" SERIAL, 24);
	answer("\x12\1\xc0\2", 6, data, sizeof(data));
	ck_assert_private(data, 24);
	ck_assert_mem_eq(data + 24, pattern + 24, sizeof(data) - 24);
}
END_TEST

/* CDBs of other commands, and what is none. */
START_TEST(other_cdbs)
{
	static const char cdbs[][16] = {"\x25", "\x9e\x10", "\x1a\0\x3f", "\x28", ""};
	uint8_t data[512], before[512];

	make_page(data, AS_STANDARD);
	memcpy(before, data, sizeof(data));
	for (size_t i = 0; i < sizeof(cdbs) / sizeof(cdbs[0]); i++)
		answer(cdbs[i], 16, data, sizeof(data));
	answer("\x12", 1, data, sizeof(data));
	answer("", 0, data, sizeof(data));
	ck_assert_mem_eq(data, before, sizeof(data));
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("redact_answer");
	TCase *tc = tcase_create("redact_answer");

	tcase_add_test(tc, inquiry);
	tcase_add_test(tc, vpd_serial);
	tcase_add_test(tc, vpd_identification);
	tcase_add_test(tc, vpd_ata_information);
	tcase_add_loop_test(tc, vpd_pages, 0, COUNT(vpds));
	tcase_add_loop_test(tc, pass_through_identify, 0, 2);
	tcase_add_loop_test(tc, identify_log, 0, 6);
	tcase_add_loop_test(tc, other_answers, 0, COUNT(commands));
	tcase_add_test(tc, untouched);
	tcase_add_test(tc, other_cdbs);
	suite_add_tcase(suite, tc);
	return unit_main(suite);
}
