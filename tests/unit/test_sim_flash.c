/* SPDX-License-Identifier: BSD-2-Clause */
#include "sim_steps.h"

/*
 * Simulated flash in closed form. handshake=84 makes a queued read of 4096 bytes 1024 +
 * 4
 * + 84 + 31 = 1143 dwords, which at 6.0 Gb/s are 1143 x 20/3 x 256/254 = 7680 ns
 * exactly: t. c is command_us, L latency_us, a page is of 4 KiB.
 */
#define FLASH "ssd,handshake=84,page_kib=4,command_us=10,latency_us=100"
#define COUNT(a) ((int)(sizeof(a) / sizeof((a)[0])))

/* clang-format off */
static const struct {
	const char *drive;
	char how;
	uint32_t blocks;
	uint64_t stride;
	unsigned int depth, commands;
	uint64_t ns;
} closed[] = {
	/* n (c + L + t) */
	{FLASH, 'Q', 8, 8, 1, 1000, 117680000},
	/* depth 8, eight channels: each command has its own; a round takes c + L + t, and the
	 * eight transfers of the last one end after each other: 125 x 117,680 + 7 t */
	{FLASH, 'Q', 8, 8, 8, 1000, 14763760},
	/* depth 4: 250 x 117,680 + 3 t */
	{FLASH, 'Q', 8, 8, 4, 1000, 29443040},
	/* depth 32, four for each channel, which never rests: c + 125 L, and 8 t for what
	 * eight channels have ready at one instant */
	{FLASH, 'Q', 8, 8, 32, 1000, 12571440},
	/* all on one channel, there being one, or the stride being eight: c + n L + t */
	{FLASH ",channels=1", 'Q', 8, 8, 32, 1000, 100017680},
	{FLASH, 'Q', 8, 64, 32, 1000, 100017680},
	{FLASH ",channels=1", 'Q', 8, 8, 8, 1000, 100017680},
	/* the link is the limit: c + L until it begins, and n t: 110,000 + 7,680,000 */
	{FLASH ",channels=64", 'Q', 8, 8, 32, 1000, 7790000},
	/* not queued: one at a time, 1024 + 4 + 84 + 16 = 1128 dwords, 1000 times which is
	 * 7,579,212.5 ns */
	{FLASH, 'R', 8, 8, 32, 1000, 117579212},
	/* READ VERIFY: c + L, and 16 dwords: 107,506.5 of 1000 */
	{FLASH, 'V', 8, 8, 32, 1000, 110107506},
	/* 64 KiB: sixteen pages, two a channel: the link takes 16,384 + 8 x 88 + 16 dwords,
	 * 114,924.5 ns, from c + L on, longer than the second page of each channel */
	{FLASH, 'R', 128, 128, 1, 1000, 224924514},
	/* ... but not with two channels: c + 8 L */
	{FLASH ",channels=2", 'R', 128, 128, 1, 1000, 810000000},
	{FLASH ",channels=2", 'V', 128, 128, 1, 1000, 810000000},
	/* nine sectors lie on two pages; two on one: 256 + 4 + 84 + 16 dwords, 2418.9 ns */
	{FLASH ",channels=1", 'V', 9, 0, 1, 1000, 210000000},
	{FLASH, 'R', 2, 0, 1, 1000, 112418897},
	/* pages that take no time */
	{"ssd,handshake=84,page_kib=4,command_us=10,latency_us=0", 'V', 8, 8, 1, 1000, 10107506},
};
/* clang-format on */

START_TEST(closed_form)
{
	struct sgio_drive *drive = open_sim(closed[_i].drive);
	struct step s = {closed[_i].how, 0, closed[_i].blocks, 0};

	ck_assert_uint_eq(run_slots(drive, s, closed[_i].stride, closed[_i].depth,
				    closed[_i].commands),
			  closed[_i].ns);
	sgio_close(drive);
}
END_TEST

/* clang-format off */
static const struct steps at_once[] = {
	/* Channels 0, 0, 1, 0: the third overtakes the second */
	{FLASH, {
		{'Q', 0, 8, 117680},
		{'Q', 64, 8, 217680},
		{'Q', 8, 8, 125360},
		{'Q', 128, 8, 317680}}},
	/* None passes READ VERIFY: it starts at 125,360, and what waits for it at 235,467 */
	{FLASH, {
		{'Q', 0, 8, 117680},
		{'Q', 8, 8, 125360},
		{'V', 16, 8, 235467},
		{'Q', 24, 8, 353147}}},
	/* A sector that cannot be read costs no more than one that can */
	{FLASH ",unc=0", {{'V', 0, 8, 110107}}},
};
/* clang-format on */

START_TEST(all_at_once)
{
	run_steps_at_once(&at_once[_i]);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("sim_flash");
	TCase *flash = tcase_create("flash");

	tcase_add_loop_test(flash, closed_form, 0, COUNT(closed));
	tcase_add_loop_test(flash, all_at_once, 0, COUNT(at_once));
	suite_add_tcase(suite, flash);
	return unit_main(suite);
}
