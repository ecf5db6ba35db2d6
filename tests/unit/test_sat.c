/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <string.h>

#include "sgio/sat.h"
#include "unit.h"

/*
 * CDBs written out by hand from SAT-5 12.2.2 (tables of ATA PASS-THROUGH (12) and
 * (16)), and the task file each stands for. The first three are also what hdparm -I,
 * hdparm -C and smartctl -H send.
 */
/* clang-format off */
static const struct {
	uint8_t length;
	uint8_t cdb[16];
	struct ata_taskfile tf;
	struct sat_flags flags;
} cases[] = {
	/* IDENTIFY DEVICE */
	{ 16, { 0x85, 0x08, 0x0e, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0xec, 0 },
	  { .command = 0xec, .count = 1, .protocol = SAT_PIO_IN },
	  { .t_dir = true, .byte_block = true, .t_length = 2 } },
	/* CHECK POWER MODE with the registers back */
	{ 16, { 0x85, 0x06, 0x20, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xe5, 0 },
	  { .command = 0xe5, .protocol = SAT_NON_DATA, .check_condition = true },
	  { .t_length = 0 } },
	/* SMART RETURN STATUS */
	{ 16, { 0x85, 0x06, 0x20, 0, 0xda, 0, 0, 0, 0, 0, 0x4f, 0, 0xc2, 0, 0xb0, 0 },
	  { .command = 0xb0, .features = 0xda, .lba = 0xc24f00,
	    .protocol = SAT_NON_DATA, .check_condition = true },
	  { .t_length = 0 } },
	/* the same in 12 bytes */
	{ 12, { 0xa1, 0x06, 0x20, 0xda, 0, 0, 0x4f, 0xc2, 0, 0xb0, 0, 0 },
	  { .command = 0xb0, .features = 0xda, .lba = 0xc24f00,
	    .protocol = SAT_NON_DATA, .check_condition = true },
	  { .t_length = 0 } },
	/* IDENTIFY DEVICE in 12 bytes, obsolete bits of DEVICE set */
	{ 12, { 0xa1, 0x08, 0x0e, 0, 1, 0, 0, 0, 0xa0, 0xec, 0, 0 },
	  { .command = 0xec, .count = 1, .device = 0xa0, .protocol = SAT_PIO_IN },
	  { .t_dir = true, .byte_block = true, .t_length = 2 } },
	/* READ DMA of 256 sectors at LBA 0ABCDEFh + A000000h: bits 27:24 in DEVICE */
	{ 16, { 0x85, 0x0c, 0x1e, 0, 0, 0, 0, 0, 0xef, 0, 0xcd, 0, 0xab, 0x4a, 0xc8, 0 },
	  { .command = 0xc8, .lba = 0xaabcdef, .device = 0x40, .protocol = SAT_DMA,
	    .logical_sectors = true },
	  { .t_type = true, .t_dir = true, .byte_block = true, .t_length = 2 } },
	/* READ DMA EXT: every byte of every register differs */
	{ 16, { 0x85, 0x0d, 0x0e, 0x11, 0x12, 0x21, 0x22, 0x34, 0x31, 0x35, 0x32,
	        0x36, 0x33, 0x40, 0x25, 0 },
	  { .command = 0x25, .features = 0x1112, .count = 0x2122, .device = 0x40,
	    .lba = 0x363534333231, .extend = true, .protocol = SAT_DMA },
	  { .t_dir = true, .byte_block = true, .t_length = 2 } },
	/* READ FPDMA QUEUED, 8 sectors, FUA: the length is in FEATURES */
	{ 16, { 0x85, 0x19, 0x0d, 0, 8, 0, 0, 0, 0x10, 0, 0, 0, 0, 0xc0, 0x60, 0 },
	  { .command = 0x60, .features = 8, .device = 0xc0, .lba = 0x10,
	    .extend = true, .protocol = SAT_FPDMA },
	  { .t_dir = true, .byte_block = true, .t_length = 1 } },
	/* READ LOG EXT: log 30h, page 0102h, 3 pages */
	{ 16, { 0x85, 0x09, 0x0e, 0, 0, 0, 3, 0, 0x30, 0x01, 0x02, 0, 0, 0, 0x2f, 0 },
	  { .command = 0x2f, .count = 3, .lba = 0x0100000230, .extend = true,
	    .protocol = SAT_PIO_IN },
	  { .t_dir = true, .byte_block = true, .t_length = 2 } },
	/* UDMA data-in, an older name of a DMA read */
	{ 16, { 0x85, 0x15, 0x0e, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0x47, 0 },
	  { .command = 0x47, .count = 1, .extend = true, .protocol = SAT_UDMA_IN },
	  { .t_dir = true, .byte_block = true, .t_length = 2 } },
};
/* clang-format on */

static void assert_taskfile(const struct ata_taskfile *a, const struct ata_taskfile *b)
{
	ck_assert_uint_eq(a->command, b->command);
	ck_assert_uint_eq(a->device, b->device);
	ck_assert_uint_eq(a->features, b->features);
	ck_assert_uint_eq(a->count, b->count);
	ck_assert_uint_eq(a->lba, b->lba);
	ck_assert_uint_eq(a->auxiliary, b->auxiliary);
	ck_assert_int_eq(a->extend, b->extend);
	ck_assert_int_eq(a->protocol, b->protocol);
	ck_assert_int_eq(a->check_condition, b->check_condition);
	ck_assert_int_eq(a->logical_sectors, b->logical_sectors);
}

START_TEST(encode)
{
	uint8_t cdb[16];

	memset(cdb, 0x5a, sizeof(cdb));
	ck_assert_int_eq(sat_encode_cdb(&cases[_i].tf, cases[_i].length, cdb), 0);
	ck_assert_mem_eq(cdb, cases[_i].cdb, cases[_i].length);
}
END_TEST

START_TEST(decode)
{
	struct ata_taskfile tf;
	struct sat_flags flags;

	ck_assert_int_eq(sat_decode_cdb(cases[_i].cdb, cases[_i].length, &tf, &flags),
			 0);
	assert_taskfile(&tf, &cases[_i].tf);
	ck_assert_uint_eq(flags.multiple_count, 0);
	ck_assert_uint_eq(flags.off_line, 0);
	ck_assert_int_eq(flags.t_type, cases[_i].flags.t_type);
	ck_assert_int_eq(flags.t_dir, cases[_i].flags.t_dir);
	ck_assert_int_eq(flags.byte_block, cases[_i].flags.byte_block);
	ck_assert_uint_eq(flags.t_length, cases[_i].flags.t_length);
}
END_TEST

/* The 32-byte CDB of the Linux kernel's and SAT's table, each register byte its own. */
START_TEST(decode_32)
{
	static const uint8_t cdb[32] = {0x7f, 0,    0,    0,    0,    0,    0,    0x18,
					0x1f, 0xf0, 0xe9, 0xff, 0,    0,    0x36, 0x35,
					0x34, 0x33, 0x32, 0x31, 0x11, 0x12, 0x21, 0x22,
					0x41, 0x2f, 0,    0,    0xa1, 0xa2, 0xa3, 0xa4};
	static const struct ata_taskfile expected = {
		.command = 0x2f,
		.device = 0x41,
		.features = 0x1112,
		.count = 0x2122,
		.lba = 0x363534333231,
		.auxiliary = 0xa1a2a3a4,
		.extend = true,
		.protocol = SAT_PIO_IN,
		.check_condition = true,
		.logical_sectors = true,
	};
	struct ata_taskfile tf;
	struct sat_flags flags;

	ck_assert_int_eq(sat_decode_cdb(cdb, 32, &tf, &flags), 0);
	assert_taskfile(&tf, &expected);
	ck_assert_uint_eq(flags.multiple_count, 7);
	ck_assert_uint_eq(flags.off_line, 3);
	ck_assert_uint_eq(flags.t_length, 3);
}
END_TEST

/* clang-format off */
static const struct {
	uint8_t length;
	struct ata_taskfile tf;
} impossible[] = {
	/* data out, and protocols that no command here has */
	{ 16, { .command = 0x30, .count = 1, .protocol = SAT_PIO_OUT } },
	{ 16, { .command = 0xca, .count = 1, .protocol = SAT_UDMA_OUT } },
	{ 16, { .command = 0x08, .protocol = (enum sat_protocol)9 } },
	{ 16, { .command = 0x08, .protocol = (enum sat_protocol)0 } },
	{ 16, { .command = 0x08, .protocol = (enum sat_protocol)15 } },
	/* registers wider than the command's */
	{ 16, { .command = 0xec, .count = 0x100, .protocol = SAT_PIO_IN } },
	{ 16, { .command = 0xec, .features = 0x100, .protocol = SAT_PIO_IN } },
	{ 16, { .command = 0xc8, .lba = 0x10000000, .protocol = SAT_DMA } },
	{ 16, { .command = 0xc8, .device = 0x41, .protocol = SAT_DMA } },
	{ 16, { .command = 0x25, .lba = 0x1000000000000, .extend = true,
	        .protocol = SAT_DMA } },
	{ 12, { .command = 0xec, .count = 0x100, .protocol = SAT_PIO_IN } },
	/* what the size cannot carry */
	{ 12, { .command = 0x25, .count = 1, .extend = true, .protocol = SAT_DMA } },
	{ 16, { .command = 0x2f, .auxiliary = 1, .extend = true, .protocol = SAT_PIO_IN } },
	{ 32, { .command = 0xec, .count = 1, .protocol = SAT_PIO_IN } },
	{ 10, { .command = 0xec, .count = 1, .protocol = SAT_PIO_IN } },
	{ 0, { .command = 0xec, .count = 1, .protocol = SAT_PIO_IN } },
};

/* A byte of a good CDB changed so that it is none. */
static const struct {
	uint8_t length, at, value;
} damaged[] = {
	{ 16, 0, 0xa1 }, { 16, 0, 0x7f }, { 16, 0, 0x00 }, { 16, 15, 0x04 },
	/* upper bytes of a 28-bit command */
	{ 16, 3, 1 }, { 16, 5, 1 }, { 16, 7, 1 }, { 16, 9, 1 }, { 16, 11, 1 },
	{ 12, 0, 0x85 }, { 12, 1, 0x09 }, { 12, 10, 1 }, { 12, 11, 1 },
	{ 32, 0, 0x85 }, { 32, 1, 1 }, { 32, 2, 1 }, { 32, 6, 1 }, { 32, 7, 0x17 },
	{ 32, 8, 0x1e }, { 32, 9, 0xf1 }, { 32, 12, 1 }, { 32, 13, 1 }, { 32, 26, 1 },
	{ 32, 27, 1 }, { 32, 14, 1 }, { 32, 20, 1 }, { 32, 22, 1 },
};
/* clang-format on */

START_TEST(refuse_to_encode)
{
	uint8_t cdb[32] = {0x55}, before[32] = {0x55};

	ck_assert_int_eq(sat_encode_cdb(&impossible[_i].tf, impossible[_i].length, cdb),
			 -EINVAL);
	ck_assert_mem_eq(cdb, before, sizeof(cdb));
}
END_TEST

static void identify(uint8_t length, uint8_t cdb[32])
{
	static const uint8_t cdb32[] = {0x7f, 0,    0,    0,    0, 0,
					0,    0x18, 0x1f, 0xf0, 8, 0x0e};

	memset(cdb, 0, 32);
	if (length < 32) {
		memcpy(cdb, cases[length == 12 ? 4 : 0].cdb, length);
		return;
	}
	memcpy(cdb, cdb32, sizeof(cdb32));
	cdb[23] = 1;
	cdb[25] = 0xec;
}

START_TEST(refuse_to_decode)
{
	struct ata_taskfile tf;
	uint8_t cdb[32];

	identify(damaged[_i].length, cdb);
	ck_assert_int_eq(sat_decode_cdb(cdb, damaged[_i].length, &tf, NULL), 0);
	ck_assert_uint_eq(tf.command, 0xec);
	cdb[damaged[_i].at] = damaged[_i].value;
	ck_assert_int_eq(sat_decode_cdb(cdb, damaged[_i].length, &tf, NULL), -EINVAL);
}
END_TEST

START_TEST(refuse_lengths)
{
	struct ata_taskfile tf;

	for (unsigned int length = 0; length < 256; length++) {
		int allowed = length == 12 || length == 16 || length == 32;
		uint8_t cdb[32];

		identify(length == 12 || length == 32 ? (uint8_t)length : 16, cdb);
		ck_assert_int_eq(sat_decode_cdb(cdb, (uint8_t)length, &tf, NULL),
				 allowed ? 0 : -EINVAL);
	}
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("sat");
	TCase *tcase = tcase_create("cdb");

	tcase_add_loop_test(tcase, encode, 0, sizeof(cases) / sizeof(cases[0]));
	tcase_add_loop_test(tcase, decode, 0, sizeof(cases) / sizeof(cases[0]));
	tcase_add_test(tcase, decode_32);
	tcase_add_loop_test(tcase, refuse_to_encode, 0,
			    sizeof(impossible) / sizeof(impossible[0]));
	tcase_add_loop_test(tcase, refuse_to_decode, 0,
			    sizeof(damaged) / sizeof(damaged[0]));
	tcase_add_test(tcase, refuse_lengths);
	suite_add_tcase(suite, tcase);
	return unit_main(suite);
}
