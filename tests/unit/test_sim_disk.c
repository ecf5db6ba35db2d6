/* SPDX-License-Identifier: BSD-2-Clause */
#include "sim_steps.h"

/*
 * Simulated disks in closed form, worked out by hand. In most cases a block takes
 * 10,000 ns (512 B at 51.2 MB/s), a turn 10 ms (6000 rpm), so that LBA n passes the
 * head at n modulo 1000 times 10 us; a command costs c = 100 us before it starts.
 *
 * READ VERIFY costs the link 16 dwords of 3.0 Gb/s, 16 x 40/3 x 256/254 = 215.01 ns,
 * which show only where the medium is not waited for.
 */
#define TURNING "hdd,rpm=6000,seek_ms=0:0,media_mb_s=51.2,command_us=100"
#define STILL "hdd,rpm=0,seek_ms=0:0,media_mb_s=51.2,command_us=100"
#define SLOW "hdd,rpm=6000,seek_ms=0:0,media_mb_s=51.2,command_us=5000"
#define SEEKING "hdd,rpm=0,seek_ms=1:21,media_mb_s=51.2,command_us=100,lookahead=off"
#define COUNT(a) ((int)(sizeof(a) / sizeof((a)[0])))

/* Of the 488,397,168 blocks of sim:hdd; a seek over d takes 1 ms + 20 ms sqrt(d/N). */
#define QUARTER 122099292  /* 11 ms */
#define SIXTEENTH 30524823 /* 6 ms */

/* clang-format off */
static const struct steps in_turn[] = {
	/* The head waits for LBA 0 until 10 ms, then a stream never waits again. */
	{TURNING, {
		{'R', 0, 100, 11000000},
		{'R', 100, 100, 12000000},
		{'V', 200, 100, 13000000},
		/* from the buffer: c and 12,800 + 7 x 4 + 16 dwords of 13.438 ns; the three
		 * commands before took 345,418.58 ns of the link, with it 518,020.36 */
		{'R', 200, 100, 13272602},
		/* at 13.37 ms the head is at 337: it has the first part */
		{'R', 300, 100, 14000000}}},
	/* READ DMA and READ VERIFY of 28 bits; a count of 0 is 256, or 65,536 */
	{STILL, {
		{'r', 0, 100, 1100000},
		{'v', 1000, 256, 3760000},
		{'V', 9000, 65536, 659220000}}},
	/* Without look-ahead: the media time, and T ceil(c / T), a command */
	{TURNING ",lookahead=off", {
		{'R', 0, 100, 11000000},
		{'R', 100, 100, 22000000},
		{'V', 200, 100, 33000000},
		/* what was read is kept all the same */
		{'V', 200, 100, 33100215}}},
	{"hdd,rpm=6000,seek_ms=0:0,media_mb_s=51.2,command_us=10100,lookahead=off", {
		{'R', 0, 100, 21000000},
		{'R', 100, 100, 42000000}}},
	{"hdd,rpm=6000,seek_ms=0:0,media_mb_s=51.2,command_us=0,lookahead=off", {
		{'R', 0, 100, 1000000},
		{'R', 100, 100, 2000000}}},
	/* a block at 72 MB/s is 7111.1 ns; what is cut off costs no seek */
	{"hdd,rpm=6000,seek_ms=1:21,command_us=0", {
		{'V', 0, 1, 7111},
		{'V', 1, 1, 14222},
		{'V', 2, 1, 21333},
		{'V', 3, 1, 28444}}},
	/* word 85 bit 6 says whether it is on; the key has the last word */
	{TURNING ",word=85:7429", {
		{'R', 0, 100, 11000000},
		{'R', 100, 100, 22000000}}},
	{TURNING ",word=85:7429,lookahead=on", {
		{'R', 0, 100, 11000000},
		{'R', 100, 100, 12000000}}},
	/* Seeks alone, from where the command before ended */
	{SEEKING, {
		{'V', QUARTER, 1, 11110000},
		{'V', 2 * QUARTER + 1, 1, 22220000},
		{'V', 2 * QUARTER + 2 - SIXTEENTH, 1, 28330000},
		{'V', 2 * QUARTER + 3 - SIXTEENTH, 1, 28440000},
		/* one block on: 20 ms / 22,099.7 = 904.98 ns, cut at 2^-32 of the 20 ms */
		{'V', 2 * QUARTER + 5 - SIXTEENTH, 1, 29550904}}},
	/* All N - 1 blocks: 20 ms less 20 ms / 2N, which is 0.02 ns */
	{SEEKING, {{'V', 488397167, 1, 21109999}}},
	/* Rotation alone: starts at 0.1, 5.11, 15.11, 22.45 and 22.56 ms */
	{TURNING ",lookahead=off", {
		{'V', 500, 1, 5010000},
		{'V', 1500, 1, 15010000},
		{'V', 1234, 1, 22350000},
		{'V', 245, 1, 22460000},
		{'V', 244, 1, 32450000}}},
	/* The rate of rotation is word 217's, 1770h = 6000, where no key says otherwise */
	{"hdd,word=217:1770,seek_ms=0:0,media_mb_s=51.2,command_us=100", {
		{'V', 500, 1, 5010000}}},
	/* Both: 6.1 ms, when LBA 30,524,823 has 2.13 ms to go */
	{"hdd,rpm=6000,seek_ms=1:21,media_mb_s=51.2,command_us=100", {
		{'V', SIXTEENTH, 1, 8240000}}},
	/* Queued from the buffer: 128 + 4 + 31 dwords, 2190.45 ns. FUA waits for a turn. */
	{TURNING, {
		{'Q', 0, 1, 10010000},
		{'Q', 0, 1, 10112190},
		{'F', 0, 1, 20010000},
		{'F', 0, 1, 30010000}}},
	/* Half of 200 blocks lies ahead: 10 + 100, which the head reaches at 11.1 ms */
	{SLOW ",buffer_kib=100", {
		{'V', 0, 10, 10100000},
		{'V', 50, 10, 15100215},
		/* meanwhile it went on to 60 + 100, and goes on from there at once */
		{'V', 150, 20, 20200215},
		/* to 170 + 100; the buffer's 200 begin at 70 */
		{'V', 70, 1, 25200430},
		{'V', 270, 1, 30210430}}},
	{SLOW ",word=21:c8", {
		{'V', 0, 10, 10100000},
		{'V', 50, 10, 15100215},
		{'V', 150, 20, 20200215},
		/* no longer there */
		{'V', 69, 1, 30700000}}},
	{SLOW ",buffer_kib=100", {
		{'V', 0, 10, 10100000},
		/* one block beyond where the head stopped */
		{'V', 111, 1, 21120000}}},
	/* Zones: 102.4 MB/s is 5 us a block, up to LBA 244,198,584; then 10 us */
	{"hdd,rpm=0,seek_ms=0:0,media_mb_s=102.4:51.2,zones=2,command_us=100", {
		{'V', 2 * QUARTER - 10, 20, 250000},
		{'V', 0, 100, 850000},
		{'V', 4 * QUARTER - 100, 100, 1950000}}},
	/* And the rotation goes through: LBA 244,198,584 after 1,220.99292 s, 2.92 ms */
	{"hdd,rpm=6000,seek_ms=0:0,media_mb_s=102.4:51.2,zones=2,command_us=100", {
		{'V', 2 * QUARTER - 10, 20, 3020000}}},
	/* 4096 B at 409.6 MB/s: 10 us a block */
	{"4kn,rpm=6000,seek_ms=0:0,media_mb_s=409.6,command_us=100", {
		{'R', 500, 16, 5160000},
		{'V', 516, 84, 6000000}}},
	/* The bad sector passes at 10.51 ms; after a second the head goes on */
	{TURNING ",unc=50", {
		{'V', 0, 100, 1010510000},
		{'V', 51, 10, 1010610215},
		{'V', 61, 39, 1011000000}}},
	/* Beyond the end nothing is read: 100 us and 16 dwords */
	{TURNING, {{'V', 488397167, 2, 100215}}},
};

static const struct steps at_once[] = {
	/* Queued commands: the one that comes round first */
	{TURNING, {
		{'Q', 900, 1, 9010000},
		{'Q', 100, 1, 1010000},
		{'Q', 500, 1, 5010000},
		{'Q', 300, 1, 3010000}}},
	/* At 1.01 ms LBA 101 is under the head, and 100 is not */
	{TURNING, {
		{'Q', 100, 1, 1010000},
		{'Q', 100, 1, 1012190},
		{'Q', 102, 1, 1030000},
		{'Q', 101, 1, 1020000}}},
	/* Of equals the oldest */
	{TURNING ",lookahead=off", {
		{'Q', 2100, 1, 1010000},
		{'Q', 1100, 1, 11010000},
		{'Q', 3100, 1, 21010000},
		{'Q', 100, 1, 31010000}}},
	/* The nearest: 1/16 of the drive, from there 1/4, from there 1/4 */
	{SEEKING, {
		{'Q', 2 * QUARTER + SIXTEENTH + 2, 1, 28130000},
		{'Q', QUARTER + SIXTEENTH + 1, 1, 17120000},
		{'Q', SIXTEENTH, 1, 6110000}}},
	/* Not past a command that is not queued: it starts at 9.11 ms, and those behind it
	 * at 15.11 ms, when 950 is nearer than 200 */
	{TURNING, {
		{'Q', 900, 1, 9010000},
		{'Q', 100, 1, 1010000},
		{'V', 500, 1, 15010000},
		{'Q', 200, 1, 22010000},
		{'Q', 950, 1, 19510000}}},
	/* Without NCQ the oldest is next: starts at 0.1, 9.11, 11.11 */
	{"pata,rpm=6000,seek_ms=0:0,media_mb_s=51.2,command_us=100", {
		{'R', 900, 1, 9010000},
		{'R', 100, 1, 11010000},
		{'R', 500, 1, 15010000}}},
};
/* clang-format on */

START_TEST(one_after_the_other)
{
	run_steps(&in_turn[_i]);
}
END_TEST

START_TEST(all_at_once)
{
	run_steps_at_once(&at_once[_i]);
}
END_TEST

/*
 * 100 blocks at the start of each of 16 zones of 72 to 36 MB/s, and 100 us:
 *   awk 'BEGIN { for (z = 0; z < 16; z++) print int(1e5 + 51200e9 / (72e6 - 2.4e6 * z))
 * }'
 */
static const uint64_t zone_ends[] = {
	811111,  835632,  861904,  890123,  920512,  953333,  988888,  1027536,
	1069696, 1115873, 1166666, 1222807, 1285185, 1354901, 1433333, 1522222,
};

START_TEST(sixteen_zones)
{
	const struct steps zone = {
		"hdd,rpm=0,seek_ms=0:0,command_us=100",
		{{'V', (uint64_t)_i * SIXTEENTH, 100, zone_ends[_i]}},
	};

	run_steps(&zone);
}
END_TEST

/* A stream across the whole drive loses nothing: 488,397,168 x 512 B at 51.2 MB/s. */
START_TEST(whole_drive)
{
	struct sgio_drive *drive =
		open_sim("hdd,rpm=0,seek_ms=0:0,media_mb_s=51.2,command_us=0,zones=64");
	static struct asked a;

	for (uint64_t lba = 0; lba < 488397168; lba += 65536) {
		uint64_t left = 488397168 - lba;
		struct step s = {'V', lba, left < 65536 ? (uint32_t)left : 65536, 0};

		prepare_step(&a, &s);
		run_prepared(drive, &a);
	}
	ck_assert_uint_eq(sgio_now(drive), UINT64_C(4883971680000));
	sgio_close(drive);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("sim_disk");
	TCase *disk = tcase_create("disk");

	tcase_add_loop_test(disk, one_after_the_other, 0, COUNT(in_turn));
	tcase_add_loop_test(disk, all_at_once, 0, COUNT(at_once));
	tcase_add_loop_test(disk, sixteen_zones, 0, COUNT(zone_ends));
	tcase_add_test(disk, whole_drive);
	suite_add_tcase(suite, disk);
	return unit_main(suite);
}
