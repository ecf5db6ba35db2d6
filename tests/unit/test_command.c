/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <string.h>

#include "command.h"
#include "counter.h"

/* How commands are written, through the gate, and how their replies are judged. */

static size_t from_hex(const char *text, uint8_t *bytes)
{
	size_t length = 0;
	char digits[3] = "";

	for (; *text; text++) {
		if (*text == ' ')
			continue;
		digits[0] = *text++;
		digits[1] = *text;
		bytes[length++] = (uint8_t)strtoul(digits, NULL, 16);
	}
	return length;
}

/* Kinds of drive: what IDENTIFY and the bridge say of it. */
/* clang-format off */
#define LBA48   512, UINT64_C(1) << 48, 16, true,  false
#define FUA     512, UINT64_C(1) << 48, 16, true,  true
#define LBA28   512, 0x0fffffff,        16, false, false
#define ODD28   512, UINT64_C(1) << 29, 16, false, false /* words 60-61 cannot say so */
#define BRIDGE  512, UINT64_C(1) << 48, 12, true,  false
#define SMALL   512, 1000,              16, true,  false
#define BIG4K  4096, UINT64_C(1) << 48, 16, true,  false
#define HUGE49  512, UINT64_C(1) << 49, 16, true,  false

/*
 * By hand from SAT-5 12.2.2 (protocol × 2 + EXTEND; T_TYPE 10h, T_DIR 08h, BYT_BLOK 04h,
 * T_LENGTH 2 in COUNT, 1 in FEATURES), ACS-3 7 and SBC-4 5. PASS-THROUGH (16):
 *   85 protocol flags FEATURES(15:8 7:0) COUNT(15:8 7:0)
 *   LBA(31:24 7:0 39:32 15:8 47:40 23:16) DEVICE COMMAND CONTROL
 */
static const struct {
	enum path path;
	uint32_t sector;
	uint64_t capacity;
	uint8_t cdb_length;
	bool lba48, fua;
	uint64_t lba;
	uint32_t blocks;
	int rc;
	const char *cdb;
	uint32_t length;
} cases[] = {
	/* READ DMA up to 256 blocks, READ DMA EXT from 257 to 65,536 */
	{ PATH_DMA, LBA48, 0, 1, 0, "85 0c 0e 0000 0001 00 00 00 00 00 00 40 c8 00", 512 },
	{ PATH_DMA, LBA48, 0x123456, 255, 0,
	  "85 0c 0e 0000 00ff 00 56 00 34 00 12 40 c8 00", 255 * 512 },
	{ PATH_DMA, LBA48, 0xabcdef0, 256, 0,
	  "85 0c 0e 0000 0000 00 f0 00 de 00 bc 4a c8 00", 131072 },
	{ PATH_DMA, LBA48, 0, 257, 0,
	  "85 0d 0e 0000 0101 00 00 00 00 00 00 40 25 00", 257 * 512 },
	{ PATH_DMA, LBA48, 1, 65535, 0,
	  "85 0d 0e 0000 ffff 00 01 00 00 00 00 40 25 00", 65535 * 512 },
	{ PATH_DMA, LBA48, 0, 65536, 0,
	  "85 0d 0e 0000 0000 00 00 00 00 00 00 40 25 00", 33554432 },
	{ PATH_DMA, LBA48, 0, 65537, -ERANGE, NULL, 0 },
	{ PATH_DMA, LBA48, 0, 0, -ERANGE, NULL, 0 },
	/* the last block of 28 bits is 0FFFFFFEh: words 60-61 count to 0FFFFFFFh */
	{ PATH_DMA, LBA48, 0x0ffffffe, 1, 0,
	  "85 0c 0e 0000 0001 00 fe 00 ff 00 ff 4f c8 00", 512 },
	{ PATH_DMA, LBA48, 0x0fffffff, 1, 0,
	  "85 0d 0e 0000 0001 0f ff 00 ff 00 ff 40 25 00", 512 },
	{ PATH_DMA, LBA48, 0x0ffffff7, 8, 0,
	  "85 0c 0e 0000 0008 00 f7 00 ff 00 ff 4f c8 00", 4096 },
	{ PATH_DMA, LBA48, 0x0ffffff8, 8, 0,
	  "85 0d 0e 0000 0008 0f f8 00 ff 00 ff 40 25 00", 4096 },
	/* over 2^28, at 2^28, over 2^32, at 2^32, the last of 48 bits */
	{ PATH_DMA, LBA48, 0x0ffffffc, 8, 0,
	  "85 0d 0e 0000 0008 0f fc 00 ff 00 ff 40 25 00", 4096 },
	{ PATH_DMA, LBA48, 0x10000000, 8, 0,
	  "85 0d 0e 0000 0008 10 00 00 00 00 00 40 25 00", 4096 },
	{ PATH_DMA, LBA48, 0xfffffffc, 8, 0,
	  "85 0d 0e 0000 0008 ff fc 00 ff 00 ff 40 25 00", 4096 },
	{ PATH_DMA, LBA48, 0x100000000, 8, 0,
	  "85 0d 0e 0000 0008 00 00 01 00 00 00 40 25 00", 4096 },
	{ PATH_DMA, LBA48, 0x665544332211, 0x1234, 0,
	  "85 0d 0e 0000 1234 44 11 55 22 66 33 40 25 00", 0x1234 * 512 },
	{ PATH_DMA, LBA48, 0xffffffffffff, 1, 0,
	  "85 0d 0e 0000 0001 ff ff ff ff ff ff 40 25 00", 512 },
	{ PATH_DMA, LBA48, 0xffffffffffff, 2, -ERANGE, NULL, 0 },
	{ PATH_DMA, HUGE49, UINT64_C(1) << 48, 1, -EOPNOTSUPP, NULL, 0 },
	{ PATH_DMA, HUGE49, 0xffffffffffff, 2, -EOPNOTSUPP, NULL, 0 },
	/* the last block, and one past the end */
	{ PATH_DMA, SMALL, 999, 1, 0, "85 0c 0e 0000 0001 00 e7 00 03 00 00 40 c8 00", 512 },
	{ PATH_DMA, SMALL, 999, 2, -ERANGE, NULL, 0 },
	{ PATH_DMA, SMALL, 1000, 1, -ERANGE, NULL, 0 },
	{ PATH_DMA, SMALL, UINT64_MAX, 2, -ERANGE, NULL, 0 },
	{ PATH_SCSI, SMALL, 999, 1, 0, "28 00 000003e7 00 0001 00", 512 },
	{ PATH_SCSI, SMALL, 992, 9, -ERANGE, NULL, 0 },
	/* without the 48-bit set */
	{ PATH_DMA, LBA28, 0x0ffffeff, 256, 0,
	  "85 0c 0e 0000 0000 00 ff 00 fe 00 ff 4f c8 00", 131072 },
	{ PATH_DMA, LBA28, 0, 257, -ERANGE, NULL, 0 },
	{ PATH_DMA, LBA28, 0x0fffffff, 1, -ERANGE, NULL, 0 },
	{ PATH_DMA, ODD28, 0x0fffffff, 1, 0,
	  "85 0c 0e 0000 0001 00 ff 00 ff 00 ff 4f c8 00", 512 },
	{ PATH_DMA, ODD28, 0x0ffffffc, 8, -EOPNOTSUPP, NULL, 0 },
	{ PATH_VERIFY, ODD28, 0x10000000, 1, -EOPNOTSUPP, NULL, 0 },
	/* PASS-THROUGH (12): a1 protocol flags FEATURES COUNT LBA(7:0 15:8 23:16) DEVICE
	 * COMMAND 00 CONTROL */
	{ PATH_DMA, BRIDGE, 0xabcdef0, 256, 0, "a1 0c 0e 00 00 f0 de bc 4a c8 00 00",
	  131072 },
	{ PATH_PIO, BRIDGE, 5, 1, 0, "a1 08 0e 00 01 05 00 00 40 20 00 00", 512 },
	{ PATH_VERIFY, BRIDGE, 0x0ffffff8, 8, 0, "a1 06 00 00 08 f8 ff ff 4f 40 00 00", 0 },
	{ PATH_DMA, BRIDGE, 0, 257, -ERANGE, NULL, 0 },
	{ PATH_DMA, BRIDGE, 0x10000000, 1, -EOPNOTSUPP, NULL, 0 },
	{ PATH_PIO, BRIDGE, 0x0fffffff, 2, -EOPNOTSUPP, NULL, 0 },
	{ PATH_NCQ, BRIDGE, 0, 8, -EOPNOTSUPP, NULL, 0 },
	/* READ SECTORS (EXT), READ VERIFY SECTORS (EXT) */
	{ PATH_PIO, LBA48, 0, 256, 0, "85 08 0e 0000 0000 00 00 00 00 00 00 40 20 00",
	  131072 },
	{ PATH_PIO, LBA48, 0x10000000, 8, 0,
	  "85 09 0e 0000 0008 10 00 00 00 00 00 40 24 00", 4096 },
	{ PATH_PIO, LBA48, 0, 65536, 0, "85 09 0e 0000 0000 00 00 00 00 00 00 40 24 00",
	  33554432 },
	{ PATH_VERIFY, LBA48, 0xabcdef0, 256, 0,
	  "85 06 00 0000 0000 00 f0 00 de 00 bc 4a 40 00", 0 },
	{ PATH_VERIFY, LBA48, 0x0ffffff0, 257, 0,
	  "85 07 00 0000 0101 0f f0 00 ff 00 ff 40 42 00", 0 },
	{ PATH_VERIFY, LBA48, 0, 65536, 0,
	  "85 07 00 0000 0000 00 00 00 00 00 00 40 42 00", 0 },
	/* READ FPDMA QUEUED: 48 bits only, counted in FEATURES; FUA is DEVICE bit 7 */
	{ PATH_NCQ, LBA48, 0x10, 8, 0, "85 19 0d 0008 0000 00 10 00 00 00 00 40 60 00",
	  4096 },
	{ PATH_NCQ, FUA, 0x665544332211, 256, 0,
	  "85 19 0d 0100 0000 44 11 55 22 66 33 c0 60 00", 131072 },
	{ PATH_NCQ, LBA48, 0, 65535, 0, "85 19 0d ffff 0000 00 00 00 00 00 00 40 60 00",
	  65535 * 512 },
	{ PATH_NCQ, LBA48, 0, 65536, 0, "85 19 0d 0000 0000 00 00 00 00 00 00 40 60 00",
	  33554432 },
	{ PATH_NCQ, LBA28, 0, 8, -EOPNOTSUPP, NULL, 0 },
	/* fua is of ncq alone */
	{ PATH_DMA, FUA, 0, 1, 0, "85 0c 0e 0000 0001 00 00 00 00 00 00 40 c8 00", 512 },
	{ PATH_SCSI, FUA, 0, 1, 0, "28 00 00000000 00 0001 00", 512 },
	/* sectors of 4096 bytes: T_TYPE, where data comes */
	{ PATH_DMA, BIG4K, 0, 1, 0, "85 0c 1e 0000 0001 00 00 00 00 00 00 40 c8 00", 4096 },
	{ PATH_DMA, BIG4K, 0, 65536, 0, "85 0d 1e 0000 0000 00 00 00 00 00 00 40 25 00",
	  268435456 },
	{ PATH_PIO, BIG4K, 0, 256, 0, "85 08 1e 0000 0000 00 00 00 00 00 00 40 20 00",
	  1048576 },
	{ PATH_NCQ, BIG4K, 7, 3, 0, "85 19 1d 0003 0000 00 07 00 00 00 00 40 60 00",
	  12288 },
	{ PATH_VERIFY, BIG4K, 7, 3, 0, "85 06 00 0000 0003 00 07 00 00 00 00 40 40 00", 0 },
	{ PATH_SCSI, BIG4K, 7, 3, 0, "28 00 00000007 00 0003 00", 12288 },
	{ PATH_SCSI, BIG4K, 0, 65535, 0, "28 00 00000000 00 ffff 00", 268431360 },
	/* READ (10): 28 flags LBA group COUNT CONTROL; READ (16) past 2^32 - 1 */
	{ PATH_SCSI, LBA48, 0x01020304, 65535, 0, "28 00 01020304 00 ffff 00",
	  65535 * 512 },
	{ PATH_SCSI, LBA48, 0, 65536, -ERANGE, NULL, 0 },
	{ PATH_SCSI, LBA28, 0, 257, 0, "28 00 00000000 00 0101 00", 257 * 512 },
	{ PATH_SCSI, BRIDGE, 0x10000000, 300, 0, "28 00 10000000 00 012c 00", 153600 },
	{ PATH_SCSI, LBA48, 0xffffffff, 1, 0, "28 00 ffffffff 00 0001 00", 512 },
	{ PATH_SCSI, LBA48, 0xfffffff8, 8, 0, "28 00 fffffff8 00 0008 00", 4096 },
	{ PATH_SCSI, LBA48, 0xfffffff9, 8, 0,
	  "88 00 00000000fffffff9 00000008 00 00", 4096 },
	{ PATH_SCSI, LBA48, 0x100000000, 65535, 0,
	  "88 00 0000000100000000 0000ffff 00 00", 65535 * 512 },
	{ PATH_SCSI, HUGE49, 0x1122334455667, 2, 0,
	  "88 00 0001122334455667 00000002 00 00", 1024 },
	{ PATH_DIRECT, LBA48, 0xfffffff8, 8, 0, "28 00 fffffff8 00 0008 00", 4096 },
	{ PATH_PAGE, LBA48, 0x100000000, 8, 0,
	  "88 00 0000000100000000 00000008 00 00", 4096 },
};
/* clang-format on */

static struct command_form form_of(int i)
{
	return (struct command_form){
		.path = cases[i].path,
		.logical_block_size = cases[i].sector,
		.capacity = cases[i].capacity,
		.cdb_length = cases[i].cdb_length,
		.lba48 = cases[i].lba48,
		.fua = cases[i].fua,
		.timeout_ms = 12345,
	};
}

START_TEST(written)
{
	struct command_form form = form_of(_i);
	struct counter counter = new_counter(form.logical_block_size);
	uint8_t expected[SGIO_CDB_MAX] = {0};
	struct sgio_request request;
	size_t length;
	int rc;

	/* Nothing of a request before may be left. */
	memset(&request, 0xa5, sizeof(request));
	rc = command_prepare(&form, cases[_i].lba, cases[_i].blocks, buffer, &request);
	ck_assert_msg(rc == cases[_i].rc, "case %d: %d", _i, rc);
	if (rc < 0)
		return;
	length = from_hex(cases[_i].cdb, expected);
	ck_assert_uint_eq(request.cdb_length, length);
	ck_assert_mem_eq(request.cdb, expected, sizeof(expected));
	ck_assert_uint_eq(request.length, cases[_i].length);
	ck_assert_uint_eq(request.timeout_ms, 12345);
	ck_assert_int_eq(request.direction, cases[_i].length ? SGIO_IN : SGIO_NONE);
	ck_assert_ptr_eq(request.data, cases[_i].length ? buffer : NULL);
	ck_assert_msg(arrives(&counter, &request), "case %d: the gate refuses it", _i);
}
END_TEST

/* What the gate lets through of all counts and LBAs near a border, and how it is meant:
 * taken apart again, it is what was asked for. */
static void ck_round_trip(const struct command_form *form, uint64_t lba,
			  uint32_t blocks)
{
	struct counter counter = new_counter(form->logical_block_size);
	struct sgio_request request = {.owner = NULL};
	struct ata_taskfile tf;
	uint32_t count;
	int rc = command_prepare(form, lba, blocks, buffer, &request);

	if (rc < 0)
		ck_abort_msg("path %d, %#lx + %u: %d", form->path, lba, blocks, rc);
	if (!arrives(&counter, &request))
		ck_abort_msg("path %d, %#lx + %u: refused", form->path, lba, blocks);
	if (!path_is_pass_through(form->path))
		return;
	ck_assert_int_eq(sat_decode_cdb(request.cdb, request.cdb_length, &tf, NULL), 0);
	count = form->path == PATH_NCQ ? tf.features : tf.count;
	if (!count)
		count = tf.extend ? 65536 : 256;
	if (tf.lba != lba || count != blocks ||
	    (!tf.extend && lba + blocks > 0x0fffffff))
		ck_abort_msg("path %d, %#lx + %u: %#lx + %u", form->path, lba, blocks,
			     tf.lba, count);
}

START_TEST(borders)
{
	static const uint64_t bits[] = {8, 16, 24, 27, 28, 31, 32, 33, 40, 47};
	static const uint32_t counts[] = {1, 2, 255, 256, 257, 65534, 65535};
	struct command_form form = {.path = (enum path)_i,
				    .logical_block_size = 512,
				    .capacity = UINT64_C(1) << 48,
				    .cdb_length = 16,
				    .lba48 = true};

	for (size_t i = 0; i < sizeof(bits) / sizeof(bits[0]); i++) {
		uint64_t border = UINT64_C(1) << bits[i];

		for (size_t k = 0; k < sizeof(counts) / sizeof(counts[0]); k++) {
			uint64_t at = border < counts[k] ? 0 : border - counts[k];

			for (uint64_t lba = at ? at - 1 : 0; lba <= at + 2; lba++)
				ck_round_trip(&form, lba, counts[k]);
			ck_round_trip(&form, border - 1, counts[k]);
			ck_round_trip(&form, border, counts[k]);
		}
	}
}
END_TEST

/* (form, most): the command's own limit, or 2^31 - 1 bytes. */
START_TEST(blocks_max)
{
	/* clang-format off */
	static const struct {
		struct command_form form;
		uint32_t most;
	} rows[] = {
		{{PATH_DMA, 512, 1, 16, true, false, 0}, 65536},
		{{PATH_NCQ, 4096, 1, 16, true, false, 0}, 65536},
		{{PATH_VERIFY, 512, 1, 16, false, false, 0}, 256},
		{{PATH_PIO, 512, 1, 12, true, false, 0}, 256},
		{{PATH_SCSI, 512, 1, 12, false, false, 0}, 65535},
		{{PATH_DIRECT, 4096, 1, 16, true, false, 0}, 65535},
		/* 2^31 - 1 bytes hold 32,767 sectors of 65,536 */
		{{PATH_DMA, 65536, 1, 16, true, false, 0}, 32767},
		{{PATH_SCSI, 65536, 1, 16, true, false, 0}, 32767},
	};
	/* clang-format on */

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		ck_assert_uint_eq(command_blocks_max(&rows[i].form), rows[i].most);
}
END_TEST

#define NONCE UINT64_C(0xfedcba9876543211)

/* Only the last eight bytes of each block are written. */
static void ck_planted(const uint8_t *data, uint32_t size, uint32_t blocks,
		       uint8_t rest)
{
	for (uint32_t i = 0; i < blocks; i++) {
		uint64_t last;

		memcpy(&last, data + (i + 1) * size - 8, 8);
		ck_assert_uint_eq(last, NONCE);
		for (uint32_t k = 0; k < size - 8; k++)
			ck_assert_uint_eq(data[i * size + k], rest);
	}
}

START_TEST(canary)
{
	static const uint32_t sizes[] = {512, 520, 4096};
	static const enum path moving[] = {PATH_DMA,  PATH_NCQ,    PATH_PIO,
					   PATH_SCSI, PATH_DIRECT, PATH_PAGE};
	enum { BLOCKS = 9 };
	static uint8_t data[(BLOCKS + 1) * 4096];
	uint32_t size = sizes[_i];

	for (size_t p = 0; p < sizeof(moving) / sizeof(moving[0]); p++) {
		struct command_form form = {.path = moving[p],
					    .logical_block_size = size};

		memset(data, 0x11, sizeof(data));
		command_plant(&form, data, BLOCKS, NONCE);
		ck_planted(data, size, BLOCKS, 0x11);
		ck_assert_uint_eq(data[BLOCKS * size], 0x11);
		for (uint32_t came = 0; came <= BLOCKS; came++) {
			memset(data, 0x22, (size_t)came * size);
			ck_assert_uint_eq(command_untouched(&form, data, BLOCKS, NONCE),
					  BLOCKS - came);
			ck_planted(data, size, came, 0x22);
		}
		/* One in the middle is enough; a command may be shorter. */
		memset(data, 0x33, (size_t)BLOCKS * size);
		command_plant(&form, data + 4 * size, 1, NONCE);
		ck_assert_uint_eq(command_untouched(&form, data, 4, NONCE), 0);
		ck_assert_uint_eq(command_untouched(&form, data + 4 * size, 5, NONCE),
				  1);
		ck_planted(data, size, BLOCKS, 0x33);
		ck_assert_uint_eq(data[BLOCKS * size], 0x11);
	}
}
END_TEST

START_TEST(canary_of_none)
{
	struct command_form form = {.path = PATH_VERIFY, .logical_block_size = 512};

	command_plant(&form, NULL, 65536, NONCE);
	ck_assert_uint_eq(command_untouched(&form, NULL, 65536, NONCE), 0);
}
END_TEST

/*
 * Sense data by hand: the ATA Status Return descriptor and the fixed layouts of SAT-5
 * 12.2.2.6 and 7, and READ's with the LBA in INFORMATION (SPC-5 4.4.2, 4.4.3).
 *
 *   72 key asc ascq 00 00 00 0e, 09 0c extend ERROR COUNT(15:8 7:0)
 *   LBA(31:24 7:0 39:32 15:8 47:40 23:16) DEVICE STATUS
 */
/* clang-format off */
#define UNC_48 "72 03 11 04 00 00 00 0e 09 0c 01 40 0008 45 ab 23 89 01 67 40 51" /* 0123456789ab */
#define IDNF_48 "72 03 14 01 00 00 00 0e 09 0c 01 10 0008 45 ab 23 89 01 67 40 51"
#define ABRT_48 "72 0b 00 00 00 00 00 0e 09 0c 01 04 0008 45 ab 23 89 01 67 40 51"
#define ICRC_48 "72 0b 47 00 00 00 00 0e 09 0c 01 84 0008 45 ab 23 89 01 67 40 51"
#define UNC_28 "72 03 11 04 00 00 00 0e 09 0c 00 40 0010 00 ef 00 cd 00 ab 44 51" /* 4abcdef */
/* fixed: ERROR STATUS DEVICE COUNT at 3, flags at 8, LBA(7:0 15:8 23:16) at 9 */
#define FIXED_28 "f0 00 03 40 51 4a 08 0a 00 ab 89 67 11 04 00 00 00 00" /* a6789ab */
#define FIXED_EXTEND "f0 00 03 40 51 40 08 0a 80 ab 89 67 11 04 00 00 00 00" /* 6789ab */
#define FIXED_UPPER "f0 00 03 40 51 40 08 0a a0 ab 89 67 11 04 00 00 00 00" /* of more */
/* Linux before 6.11: registers at byte 8, and of the LBA only 7:0 */
#define LINUX_6_1 "70 00 03 00 00 00 00 0a 40 51 40 08 11 04 00 00 80 ab"
/* READ: VALID, INFORMATION; without VALID; in a descriptor of 64 bits; deferred */
#define READ_11 "f0 00 03 00 00 00 0b 0a 00 00 00 00 11 04 00 00 00 00"
#define READ_NONE "70 00 03 00 00 00 0b 0a 00 00 00 00 11 04 00 00 00 00"
#define READ_ZERO "f0 00 03 00 00 00 00 0a 00 00 00 00 11 04 00 00 00 00"
#define READ_64 "72 03 11 00 00 00 00 0c 00 0a 80 00 0000000100000005"
#define READ_DEFERRED "f1 00 03 00 00 00 0b 0a 00 00 00 00 11 04 00 00 00 00"
#define READ_ICRC "f0 00 0b 00 00 00 0b 0a 00 00 00 00 47 00 00 00 00 00"
#define READ_RECOVERED "f0 00 01 00 00 00 0b 0a 00 00 00 00 17 01 00 00 00 00"

enum { REGISTERS = 1, NO_REGISTERS = 0 };

static const struct {
	enum path path;
	uint64_t lba;
	uint32_t blocks;
	/* the reply */
	const char *sense;
	int error;
	uint16_t host_status;
	uint8_t scsi_status;
	int32_t residual;
	uint32_t untouched;
	/* what it means */
	enum ata_outcome outcome;
	uint64_t bad;
	uint32_t bad_blocks;
	bool has_registers;
	uint8_t status_register, error_register;
} replies[] = {
	{ PATH_DMA, 0, 8, NULL, 0, 0, 0, 0, 0, ATA_OK, 0, 0, 0, 0, 0 },
	{ PATH_SCSI, 0, 8, NULL, 0, 0, 0, 0, 0, ATA_OK, 0, 0, 0, 0, 0 },
	{ PATH_SCSI, 8, 8, READ_RECOVERED, 0, 0, 0, 0, 0, ATA_OK, 0, 0, 0, 0, 0 },
	{ PATH_VERIFY, 8, 8, NULL, 0, 0, 0, 0, 0, ATA_OK, 0, 0, 0, 0, 0 },
	/* data that did not come: the residual, or the canary alone */
	{ PATH_DMA, 64, 8, NULL, 0, 0, 0, 512, 0, ATA_SHORT, 64, 8, 0, 0, 0 },
	{ PATH_DMA, 64, 8, NULL, 0, 0, 0, 0, 1, ATA_SHORT, 64, 8, 0, 0, 0 },
	{ PATH_SCSI, 64, 8, NULL, 0, 0, 0, 4096, 8, ATA_SHORT, 64, 8, 0, 0, 0 },
	{ PATH_SCSI, 8, 8, READ_RECOVERED, 0, 0, 0, 0, 1, ATA_SHORT, 8, 8, 0, 0, 0 },
	{ PATH_DIRECT, 64, 8, NULL, 0, 0, 0, 512, 1, ATA_SHORT, 64, 8, 0, 0, 0 },
	/* it was an error before it was short */
	{ PATH_DMA, 0x123456789a8, 8, UNC_48, 0, 0, 0, 4096, 8, ATA_UNCORRECTABLE,
	  0x123456789ab, 1, 1, 0x51, 0x40 },
	/* the first, the last block of a command, and outside it */
	{ PATH_DMA, 0x123456789ab, 8, UNC_48, 0, 0, 0, 0, 0, ATA_UNCORRECTABLE,
	  0x123456789ab, 1, 1, 0x51, 0x40 },
	{ PATH_PIO, 0x123456789a4, 8, UNC_48, 0, 0, 0, 0, 0, ATA_UNCORRECTABLE,
	  0x123456789ab, 1, 1, 0x51, 0x40 },
	{ PATH_DMA, 0x123456789ac, 8, UNC_48, 0, 0, 0, 0, 0, ATA_UNCORRECTABLE,
	  0x123456789ac, 8, 1, 0x51, 0x40 },
	{ PATH_DMA, 0x123456789a3, 8, UNC_48, 0, 0, 0, 0, 0, ATA_UNCORRECTABLE,
	  0x123456789a3, 8, 1, 0x51, 0x40 },
	{ PATH_VERIFY, 0x123456789a8, 8, UNC_48, 0, 0, 0, 0, 0, ATA_UNCORRECTABLE,
	  0x123456789ab, 1, 1, 0x51, 0x40 },
	{ PATH_DMA, 0x123456789a8, 8, IDNF_48, 0, 0, 0, 0, 0, ATA_ID_NOT_FOUND,
	  0x123456789ab, 1, 1, 0x51, 0x10 },
	/* an abort or a transmission error is not of a sector */
	{ PATH_DMA, 0x123456789a8, 8, ABRT_48, 0, 0, 0, 0, 0, ATA_ABORTED,
	  0x123456789a8, 8, 1, 0x51, 0x04 },
	{ PATH_DMA, 0x123456789a8, 8, ICRC_48, 0, 0, 0, 0, 0, ATA_INTERFACE_CRC,
	  0x123456789a8, 8, 1, 0x51, 0x84 },
	/* NCQ updates STATUS and ERROR alone */
	{ PATH_NCQ, 0x123456789a8, 8, UNC_48, 0, 0, 0, 0, 0, ATA_UNCORRECTABLE,
	  0x123456789a8, 8, 1, 0x51, 0x40 },
	/* bits 27:24 are in DEVICE */
	{ PATH_DMA, 0x4abcde0, 32, UNC_28, 0, 0, 0, 0, 0, ATA_UNCORRECTABLE, 0x4abcdef,
	  1, 1, 0x51, 0x40 },
	{ PATH_VERIFY, 0xabcde0, 32, UNC_28, 0, 0, 0, 0, 0, ATA_UNCORRECTABLE,
	  0xabcde0, 32, 1, 0x51, 0x40 },
	{ PATH_DMA, 0xa6789a8, 8, FIXED_28, 0, 0, 0, 0, 0, ATA_UNCORRECTABLE, 0xa6789ab,
	  1, 1, 0x51, 0x40 },
	{ PATH_DMA, 0x6789a8, 300, FIXED_EXTEND, 0, 0, 0, 0, 0, ATA_UNCORRECTABLE,
	  0x6789ab, 1, 1, 0x51, 0x40 },
	{ PATH_DMA, 0x6789a8, 300, FIXED_UPPER, 0, 0, 0, 0, 0, ATA_UNCORRECTABLE,
	  0x6789a8, 300, 1, 0x51, 0x40 },
	{ PATH_DMA, 0xa8, 300, LINUX_6_1, 0, 0, 0, 0, 0, ATA_UNCORRECTABLE, 0xa8, 300,
	  1, 0x51, 0x40 },
	/* READ (10), READ (16) */
	{ PATH_SCSI, 8, 8, READ_11, 0, 0, 0, 0, 0, ATA_UNCORRECTABLE, 11, 1, 0, 0, 0 },
	{ PATH_SCSI, 12, 8, READ_11, 0, 0, 0, 0, 0, ATA_UNCORRECTABLE, 12, 8, 0, 0, 0 },
	{ PATH_SCSI, 3, 8, READ_11, 0, 0, 0, 0, 0, ATA_UNCORRECTABLE, 3, 8, 0, 0, 0 },
	{ PATH_SCSI, 8, 8, READ_NONE, 0, 0, 0, 0, 0, ATA_UNCORRECTABLE, 8, 8, 0, 0, 0 },
	{ PATH_SCSI, 0, 8, READ_ZERO, 0, 0, 0, 0, 0, ATA_UNCORRECTABLE, 0, 8, 0, 0, 0 },
	{ PATH_SCSI, 0x100000000, 8, READ_64, 0, 0, 0, 0, 0, ATA_UNCORRECTABLE,
	  0x100000005, 1, 0, 0, 0 },
	{ PATH_SCSI, 8, 8, READ_DEFERRED, 0, 0, 0, 0, 0, ATA_OTHER_ERROR, 8, 8, 0, 0, 0 },
	{ PATH_SCSI, 8, 8, READ_ICRC, 0, 0, 0, 0, 0, ATA_INTERFACE_CRC, 8, 8, 0, 0, 0 },
	/* could not be asked, by errno, host status and SCSI status */
	{ PATH_DIRECT, 8, 8, NULL, EIO, 0, 0, 0, 8, ATA_HOST_ERROR, 8, 8, 0, 0, 0 },
	{ PATH_VERIFY, 8, 8, NULL, EIO, 0, 0, 0, 0, ATA_HOST_ERROR, 8, 8, 0, 0, 0 },
	{ PATH_DMA, 8, 8, NULL, EPERM, 0, 0, 0, 0, ATA_NO_PERMISSION, 8, 8, 0, 0, 0 },
	{ PATH_SCSI, 8, 8, NULL, ENODEV, 0, 0, 0, 0, ATA_GONE, 8, 8, 0, 0, 0 },
	{ PATH_SCSI, 8, 8, NULL, 0, 3, 0, 0, 0, ATA_TIMED_OUT, 8, 8, 0, 0, 0 },
	{ PATH_NCQ, 8, 8, NULL, 0, 0, 0x28, 0, 0, ATA_BUSY, 8, 8, 0, 0, 0 },
};
/* clang-format on */

START_TEST(judged)
{
	struct command_form form = {.path = replies[_i].path,
				    .logical_block_size = 512,
				    .capacity = UINT64_C(1) << 48,
				    .cdb_length = 16,
				    .lba48 = true,
				    .timeout_ms = 60000};
	struct sgio_request request = {.owner = NULL};
	struct sgio_reply *reply = &request.reply;
	struct read_error error = {.lba = 77};
	bool good;

	ck_assert_int_eq(command_prepare(&form, replies[_i].lba, replies[_i].blocks,
					 buffer, &request),
			 0);
	reply->error = replies[_i].error;
	reply->host_status = replies[_i].host_status;
	reply->scsi_status = replies[_i].scsi_status;
	reply->residual = replies[_i].residual;
	if (replies[_i].sense) {
		reply->sense_length =
			(uint8_t)from_hex(replies[_i].sense, reply->sense);
		reply->scsi_status = 2;
	}
	good = command_judge(&form, &request, SGIO_NODE_SG, replies[_i].lba,
			     replies[_i].blocks, replies[_i].untouched, &error);
	ck_assert_msg(good == (replies[_i].outcome == ATA_OK), "reply %d", _i);
	if (good) {
		ck_assert_uint_eq(error.lba, 77);
		return;
	}
	ck_assert_int_eq(error.outcome, replies[_i].outcome);
	ck_assert_uint_eq(error.lba, replies[_i].bad);
	ck_assert_uint_eq(error.blocks, replies[_i].bad_blocks);
	ck_assert_int_eq(error.has_registers, replies[_i].has_registers);
	ck_assert_uint_eq(error.status, replies[_i].status_register);
	ck_assert_uint_eq(error.error, replies[_i].error_register);
	ck_assert_int_eq(error.host_error, replies[_i].error);
}
END_TEST

/* Every path of a simulated drive gives the same blocks, which are those asked for. */
START_TEST(same_data)
{
	enum { BLOCKS = 3, BYTES = BLOCKS * 4096 };
	static const char *const drives[] = {"ssd", "4kn"};
	static const enum path moving[] = {PATH_DMA, PATH_NCQ, PATH_PIO, PATH_SCSI};
	static const uint64_t lbas[] = {0, 1, 0x0ffffffe, 0x100000};
	static uint8_t data[BYTES], first[BYTES], before[BYTES];
	struct sgio_drive *drive;

	ck_assert_int_eq(sgio_open_sim(drives[_i], &drive, NULL, 0), 0);
	for (size_t i = 0; i < sizeof(lbas) / sizeof(lbas[0]); i++) {
		for (size_t p = 0; p < 4; p++) {
			struct command_form form = {
				.path = moving[p],
				.logical_block_size =
					(uint32_t)drive->facts.logical_block_size,
				.capacity = UINT64_C(1) << 48,
				.cdb_length = 16,
				.lba48 = true,
				.timeout_ms = 60000,
			};
			struct sgio_request request = {.owner = NULL};
			struct read_error error;

			memset(data, 0xee, sizeof(data));
			command_plant(&form, data, BLOCKS, NONCE);
			ck_assert_int_eq(
				command_prepare(&form, lbas[i], BLOCKS, data, &request),
				0);
			ck_assert_int_eq(sgio_run(drive, &request), 0);
			if (!p)
				memcpy(first, data, sizeof(first));
			ck_assert_mem_eq(data, first, request.length);
			ck_assert(command_judge(
				&form, &request, drive->facts.node, lbas[i], BLOCKS,
				command_untouched(&form, data, BLOCKS, NONCE), &error));
		}
		ck_assert_mem_ne(first, before, 512);
		memcpy(before, first, sizeof(before));
	}
	sgio_close(drive);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("command");
	TCase *tcase = tcase_create("command");

	tcase_add_loop_test(tcase, written, 0, sizeof(cases) / sizeof(cases[0]));
	tcase_add_loop_test(tcase, borders, 0, PATH_COUNT);
	tcase_add_test(tcase, blocks_max);
	tcase_add_loop_test(tcase, canary, 0, 3);
	tcase_add_test(tcase, canary_of_none);
	tcase_add_loop_test(tcase, judged, 0, sizeof(replies) / sizeof(replies[0]));
	tcase_add_loop_test(tcase, same_data, 0, 2);
	suite_add_tcase(suite, tcase);
	return unit_main(suite);
}
