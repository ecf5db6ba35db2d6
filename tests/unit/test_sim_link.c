/* SPDX-License-Identifier: BSD-2-Clause */
#include "sim_steps.h"

/*
 * The links of simulated drives: 3000 commands, one after the other, whose data is in
 * the buffer (or takes no time on flash), so that the link alone costs time.
 *
 * Serial ATA: n dwords of data, 4 a frame of 8192 bytes and the handshake, 16 a
 * command, 31 a queued one; a dword is 80/3 ns at 1.5 Gb/s, times 256/254 for ALIGN.
 * 3000 times d dwords are 3000 d x 20480/762 ns at 1.5 Gb/s, 10240/762 at 3.0, 5120/762
 * at 6.0, cut. Parallel ATA: four bytes take two cycles of the mode.
 */
#define COMMANDS 3000
#define HDD "hdd,rpm=0,seek_ms=0:0,media_mb_s=1000000,command_us=0"
#define SSD "ssd,latency_us=0,command_us=0"
#define PATA "pata,rpm=0,seek_ms=0:0,media_mb_s=1000000,command_us=0"
#define COUNT(a) ((int)(sizeof(a) / sizeof((a)[0])))

/* clang-format off */
static const struct {
	const char *drive;
	char how;
	uint32_t blocks;
	uint64_t ns;
} links[] = {
	/* 64 KiB: 16,384 + 8 x 4 + 16 = 16,432 dwords */
	{HDD, 'R', 128, 662455433},
	{HDD ",word=77:2", 'R', 128, 1324910866},
	{HDD ",word=77:6", 'R', 128, 331227716},
	/* queued 16,447; READ (10) is READ FPDMA QUEUED there */
	{HDD, 'Q', 128, 663060157},
	{HDD, 'S', 128, 663060157},
	/* 128 + 4 + 16; and 17 sectors are two frames: 2176 + 8 + 16 */
	{HDD, 'R', 1, 5966614},
	{HDD, 'R', 17, 88692913},
	/* no data: 16 dwords */
	{HDD, 'V', 8, 645039},
	/* word 77 says nothing: the most that word 76 has, 3.0 Gb/s */
	{HDD ",word=77:0", 'R', 128, 662455433},
	{HDD ",word=77:0,word=76:1702", 'R', 128, 1324910866},
	/* eight frames more of 64 */
	{HDD ",handshake=64", 'R', 128, 683096692},
	/* 128 dwords of handshake: 17,456; 8 x 132 + 16,384 + 16 */
	{SSD, 'R', 128, 351868976},
	{SSD ",handshake=0", 'R', 128, 331227716},
	{SSD ",word=77:4", 'R', 128, 703737952},
	/* 4096 bytes in one sector: 1024 + 4 + 31 at 6.0 Gb/s; word 77 of sim:4kn says so */
	{"4kn,rpm=0,seek_ms=0:0,media_mb_s=1000000,command_us=0", 'Q', 1, 21346771},
	/* UDMA 6, 5, 2; multiword DMA 2, 0; PIO 4: 16,384 x 30, 40, 120, 240, 960, 240 */
	{PATA, 'R', 128, 1474560000},
	{PATA ",word=88:203f", 'R', 128, 1966080000},
	{PATA ",word=88:043f", 'R', 128, 5898240000},
	{PATA ",word=88:003f,word=63:0407", 'R', 128, 11796480000},
	{PATA ",word=88:003f,word=63:0107", 'R', 128, 47185920000},
	{PATA ",word=88:003f", 'R', 128, 11796480000},
	{PATA ",word=88:203f", 'r', 128, 1966080000},
	/* the bridge: 65,536 B at 35 MB/s */
	{"usb,rpm=0,seek_ms=0:0,media_mb_s=1000000,command_us=0", 'S', 128, 5617371428},
};
/* clang-format on */

START_TEST(link_alone)
{
	struct sgio_drive *drive = open_sim(links[_i].drive);
	struct step s = {links[_i].how, 0, links[_i].blocks, 0};

	ck_assert_uint_eq(run_slots(drive, s, 0, 1, COMMANDS), links[_i].ns);
	sgio_close(drive);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("sim_link");
	TCase *link = tcase_create("link");

	tcase_add_loop_test(link, link_alone, 0, COUNT(links));
	suite_add_tcase(suite, link);
	return unit_main(suite);
}
