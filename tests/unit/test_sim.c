/* SPDX-License-Identifier: BSD-2-Clause */
#include "sim_request.h"

/*
 * What the simulated drive answers, bytes for bytes. Sense data: captured from Linux
 * 6.1.192 and 6.12.117 where said, else laid out by hand after SAT-5 12.2.2.
 */
struct sense_case {
	const char *name;
	struct ata ata;
	uint32_t length;
	const char *sense; /* "" is GOOD */
};

/* The task file of the captured ABRT: count 5Ah, LBA 44h 55h 66h : 11h 22h 33h. */
#define UNKNOWN(flags)                                                             \
	((struct ata){NON_DATA | EXTEND, flags, 0, 0x5a, UINT64_C(0x445566112233), \
		      0x40, 0x11})

/* 05/24 with a field pointer: 26 bytes, of which 12 to 17 were captured. */
#define FIELD(byte)                                                                   \
	"70 00 05 00 00 00 00 12 00 00 00 00 24 00 00 c0 00 " byte " 00 00 00 00 00 " \
	"00 00 00"

/* clang-format off */
static const struct sense_case sense_cases[] = {
	/* CHECK POWER MODE, active: captured from 6.1 */
	{"hdd", CHECK_POWER, 0,
	 "72 01 00 1d 00 00 00 0e 09 0c 00 00 00 ff 00 00 00 00 00 00 00 50"},
	{"hdd,standby", CHECK_POWER, 0,
	 "72 01 00 1d 00 00 00 0e 09 0c 00 00 00 00 00 00 00 00 00 00 00 50"},
	{"hdd,descriptor-sense", CHECK_POWER, 0,
	 "72 01 00 1d 00 00 00 0e 09 0c 00 00 00 ff 00 00 00 00 00 00 00 50"},
	/* TrueNAS with the fixed layout on success: captured, 18 bytes of it */
	{"hdd,fixed-sense", CHECK_POWER, 0,
	 "f0 00 01 00 50 00 ff 0a 00 00 00 00 00 1d 00 00 00 00"},
	{"hdd,no-sense", CHECK_POWER, 0, ""},
	{"hdd,zero-registers", CHECK_POWER, 0,
	 "72 01 00 1d 00 00 00 0e 09 0c 00 00 00 00 00 00 00 00 00 00 00 00"},
	{"hdd,zero-registers,fixed-sense", CHECK_POWER, 0,
	 "f0 00 01 00 00 00 00 0a 00 00 00 00 00 1d 00 00 00 00"},
	/* SMART RETURN STATUS, passed and failed: LBA C24Fxxh, 2CF4xxh */
	{"ssd", SMART_STATUS, 0,
	 "72 01 00 1d 00 00 00 0e 09 0c 00 00 00 00 00 00 00 4f 00 c2 00 50"},
	{"ssd,smart-failing", SMART_STATUS, 0,
	 "72 01 00 1d 00 00 00 0e 09 0c 00 00 00 00 00 00 00 f4 00 2c 00 50"},
	/* ABRT as captured, but for the status (51h: also DSC) */
	{"hdd", UNKNOWN(0), 0, "70 00 0b 00 00 00 00 0a 04 51 40 5a 00 00 00 00 a0 33"},
	{"hdd", UNKNOWN(CK_COND), 0,
	 "70 00 0b 00 00 00 00 0a 04 51 40 5a 00 00 00 00 a0 33"},
	{"hdd,fixed-sense", UNKNOWN(0), 0,
	 "f0 00 0b 04 51 40 5a 0a a0 33 22 11 00 00 00 00 00 00"},
	{"hdd,descriptor-sense", UNKNOWN(0), 0,
	 "72 0b 00 00 00 00 00 0e 09 0c 01 04 00 5a 66 33 55 22 44 11 40 51"},
	/* data without CK_COND: GOOD */
	{"hdd", IDENTIFY, 512, ""},
	{"pata", IDENTIFY, 512, ""},
	{"hdd,standby", IDENTIFY, 512, ""},
	{"atapi", IDENTIFY_PACKET, 512, ""},
	/* a PACKET device given IDENTIFY DEVICE: captured from 6.1 */
	{"atapi", IDENTIFY, 512,
	 "f0 00 05 00 00 00 00 0a 00 00 00 00 20 00 00 00 00 00"},
	{"atapi", ((struct ata){PIO_IN, 0x2e, 0, 1, 0, 0, 0xec}), 512,
	 "70 00 0b 00 00 00 00 0a 04 41 00 01 00 00 00 00 00 01"},
	{"atapi,descriptor-sense", ((struct ata){PIO_IN, 0x2e, 0, 1, 0, 0, 0xec}), 512,
	 "72 0b 00 00 00 00 00 0e 09 0c 00 04 00 01 00 01 00 14 00 eb 00 41"},
	/* usb-storage given 85h: captured */
	{"usb", IDENTIFY, 512, "70 00 05 00 00 00 00 0a 00 00 00 00 20 00 00 00 00 00"},
	/* 05/24, byte NN at fault */
	{"hdd", ((struct ata){0, 0, 0, 0, 0, 0, 0xec}), 0, FIELD("01")},
	{"hdd", ((struct ata){PIO_IN, 0x0c, 0, 1, 0, 0, 0xec}), 512, FIELD("02")},
	{"pata", READ_FPDMA(0, 8), 4096, FIELD("01")},
	{"hdd", ((struct ata){NON_DATA, 0, 3, 0x45, 0, 0, 0xef}), 0, FIELD("04")},
	{"hdd", ((struct ata){PIO_IN, 0x0e, 0, 1, 0, 0, 0x5c}), 512, FIELD("0e")},
	{"hdd,descriptor-sense", ((struct ata){0, 0, 0, 0, 0, 0, 0xec}), 0,
	 "72 05 24 00 00 00 00 08 02 06 00 00 c0 00 01 00"},
	/* READ NATIVE MAX ADDRESS (EXT), GET NATIVE MAX: 488397167 = 1D1C596Fh, which
	 * 28 bits cannot hold: 0FFFFFFFh, its top nibble in DEVICE; 500118191 =
	 * 1DCF32AFh */
	{"hdd", ((struct ata){NON_DATA | EXTEND, CK_COND, 0, 0, 0, 0x40, 0x27}), 0,
	 "72 01 00 1d 00 00 00 0e 09 0c 01 00 00 00 1d 6f 00 59 00 1c 40 50"},
	{"hdd", ((struct ata){NON_DATA, CK_COND, 0, 0, 0, 0x40, 0xf8}), 0,
	 "72 01 00 1d 00 00 00 0e 09 0c 00 00 00 00 00 ff 00 ff 00 ff 4f 50"},
	{"ssd", ((struct ata){NON_DATA | EXTEND, CK_COND, 0, 0, 0, 0x40, 0x78}), 0,
	 "72 01 00 1d 00 00 00 0e 09 0c 01 00 00 00 1d af 00 32 00 cf 40 50"},
	{"ssd,native-max=0x123456789ab", ((struct ata){NON_DATA | EXTEND, CK_COND, 0,
	 0, 0, 0x40, 0x78}), 0,
	 "72 01 00 1d 00 00 00 0e 09 0c 01 00 00 00 45 ab 23 89 01 67 40 50"},
	/* the SSD has no HPA, PATA no AMAC, this one no logs, SMART wants its key */
	{"ssd", ((struct ata){NON_DATA | EXTEND, CK_COND, 0, 0, 0, 0x40, 0x27}), 0,
	 "70 00 0b 00 00 00 00 0a 04 51 40 00 00 00 00 00 80 00"},
	{"pata", ((struct ata){NON_DATA | EXTEND, CK_COND, 0, 0, 0, 0x40, 0x78}), 0,
	 "70 00 0b 00 00 00 00 0a 04 51 40 00 00 00 00 00 80 00"},
	{"ssd,no-logs", ((struct ata){PIO_IN | EXTEND, 0x0e, 0, 1, 0, 0x40, 0x2f}), 512,
	 "70 00 0b 00 00 00 00 0a 04 51 40 01 00 00 00 00 80 00"},
	{"ssd", ((struct ata){PIO_IN, 0x0e, 0xd0, 1, 0, 0, 0xb0}), 512,
	 "70 00 0b 00 00 00 00 0a 04 51 00 01 00 00 00 00 00 00"},
	/* beyond the last sector: IDNF */
	{"hdd", READ_DMA_EXT(488397168, 1), 512,
	 "70 00 05 00 00 00 00 0a 10 51 40 01 21 00 00 00 a0 70"},
	{"hdd", VERIFY_EXT(488397167, 1), 0,
	 "72 01 00 1d 00 00 00 0e 09 0c 01 00 00 01 1d 6f 00 59 00 1c 40 50"},
	/* UNC at 1006: the LBA points at the sector */
	{"hdd,unc=1006", VERIFY_EXT(1000, 8), 0,
	 "70 00 03 00 00 00 00 0a 40 51 40 08 11 04 00 00 80 ee"},
	{"hdd,unc=1006,fixed-sense", VERIFY_EXT(1000, 8), 0,
	 "f0 00 03 40 51 40 08 0a 80 ee 03 00 11 04 00 00 00 00"},
	{"hdd,unc=1006-1010", READ_DMA_EXT(1008, 1), 512,
	 "70 00 03 00 00 00 00 0a 40 51 40 01 11 04 00 00 80 f0"},
	{"hdd,unc=1006-1010", READ_DMA_EXT(1011, 1), 512, ""},
	{"hdd,unc=1006,unc=1010", READ_DMA_EXT(1007, 1), 512, ""},
	{"hdd,unc=1006-1010", READ_DMA_EXT(1005, 1), 512, ""},
	/* ICRC, and ABRT by name */
	{"hdd,icrc=1", IDENTIFY, 512,
	 "70 00 0b 00 00 00 00 0a 84 51 00 01 47 00 00 00 00 00"},
	{"hdd,abort=ec", IDENTIFY, 512,
	 "70 00 0b 00 00 00 00 0a 04 51 00 01 00 00 00 00 00 00"},
	{"hdd,abort=ECh,no-sense", CHECK_POWER, 0, ""},
};
/* clang-format on */

START_TEST(sense_is_right)
{
	const struct sense_case *c = &sense_cases[_i];
	struct sgio_drive *drive = open_sim(c->name);
	struct asked a;

	run_ata(drive, &a, c->ata, c->length);
	ck_sense(&a, c->sense);
	ck_assert_int_eq(a.request.reply.residual, 0);
	sgio_close(drive);
}
END_TEST

/* A failure without sense is CHECK CONDITION all the same. */
START_TEST(failure_without_sense)
{
	struct sgio_drive *drive = open_sim("hdd,abort=ec,no-sense");
	struct asked a;

	run_ata(drive, &a, IDENTIFY, 512);
	ck_assert_uint_eq(a.request.reply.scsi_status, 2);
	ck_assert_uint_eq(a.request.reply.sense_length, 0);
	sgio_close(drive);
}
END_TEST

struct cdb_case {
	const char *name;
	uint8_t cdb[32], cdb_length;
	uint32_t length;
	const char *sense;
	int32_t residual;
	uint8_t data[40];
	uint8_t data_length;
};

/* clang-format off */
static const struct cdb_case cdb_cases[] = {
	/* TEST UNIT READY; REQUEST SENSE comes as sense data from libata */
	{"hdd", {0x00}, 6, 0, "", 0, {0}, 0},
	{"hdd", {0x03, 0, 0, 0, 18}, 6, 18,
	 "70 00 00 00 00 00 00 0a 00 00 00 00 00 00 00 00 00 00", 0, {0}, 0},
	{"usb", {0x03, 0, 0, 0, 18}, 6, 18, "", 0, {0x70, 0, 0, 0, 0, 0, 0, 10}, 8},
	{"atapi", {0x00}, 6, 0,
	 "70 00 02 00 00 00 00 0a 00 00 00 00 3a 00 00 00 00 00", 0, {0}, 0},
	/* A1h reaches a PACKET device as BLANK */
	{"atapi", {0xa1, PIO_IN, 0x0e, 0, 1, 0, 0, 0, 0, 0xa1}, 12, 512,
	 "70 00 02 00 00 00 00 0a 00 00 00 00 3a 00 00 00 00 00", 0, {0}, 0},
	/* INQUIRY: type 0, not removable, SPC-3, 96 bytes; "ATA     " */
	{"hdd", {0x12, 0, 0, 0, 96}, 6, 96, "", 0, {0, 0, 5, 2, 91, 0, 0, 0, 'A', 'T',
	 'A', ' ', ' ', ' ', ' ', ' ', 'H', 'i', 't', 'a', 'c', 'h', 'i', ' ', 'H',
	 'T', 'S', '5', '4', '5', '0', '2', 'C', '6', '4', 'G'}, 36},
	{"usb", {0x12, 0, 0, 0, 96}, 6, 96, "", 60, {0, 0, 4, 2, 31, 0, 0, 0, 'S', 'i',
	 'm'}, 11},
	{"atapi", {0x12, 0, 0, 0, 96}, 6, 96, "", 60, {5, 0x80, 5, 0x32, 31, 0, 0, 0,
	 'S', 'I', 'M', 'U', 'L', 'A', 'T', 'E'}, 16},
	/* VPD pages, and one that is not there */
	{"hdd", {0x12, 1, 0, 0, 64}, 6, 64, "", 0, {0, 0, 0, 7, 0x00, 0x80, 0x83, 0x89,
	 0xb0, 0xb1, 0xb2}, 11},
	{"usb", {0x12, 1, 0, 0, 64}, 6, 64, "", 58, {0, 0, 0, 2, 0x00, 0x80}, 6},
	{"hdd", {0x12, 1, 0x80, 0, 64}, 6, 64, "", 0, {0, 0x80, 0, 20, '0', '0', '0',
	 '0', '0', '0', 'P', 'B', '4', '2', '0', '0', '0', 'S', 'I', 'M', '0', '0',
	 '0', '1'}, 24},
	{"hdd", {0x12, 1, 0x83, 0, 128}, 6, 128, "", 0, {0, 0x83, 0, 24 + 72 + 12, 2,
	 0, 0, 20, '0', '0', '0', '0', '0', '0', 'P'}, 15},
	{"ssd", {0x12, 1, 0xb0, 0, 64}, 6, 64, "", 0, {0, 0xb0, 0, 0x3c, 0, 0, 0, 8},
	 8},
	{"smr", {0x12, 1, 0xb1, 0, 64}, 6, 64, "", 0, {0, 0xb1, 0, 0x3c, 5980 >> 8,
	 5980 & 0xff, 0, 2, 0x10}, 9},
	{"hdd", {0x12, 1, 0xb9, 0, 64}, 6, 64, FIELD("02"),
	 0, {0}, 0},
	/* READ CAPACITY: 1D1C596Fh; 976754645 = 3A3817D5h; more than 32 bits hold */
	{"hdd", {0x25}, 10, 8, "", 0, {0x1d, 0x1c, 0x59, 0x6f, 0, 0, 2, 0}, 8},
	{"4kn", {0x25}, 10, 8, "", 0, {0x3a, 0x38, 0x17, 0xd5, 0, 0, 0x10, 0}, 8},
	{"4kn,word=102:1", {0x25}, 10, 8, "", 0, {0xff, 0xff, 0xff, 0xff, 0, 0, 0x10,
	 0}, 8},
	{"ssd", {0x9e, 0x10, [13] = 32}, 16, 32, "", 0, {0, 0, 0, 0, 0x1d, 0xcf, 0x32,
	 0xaf, 0, 0, 2, 0, 0, 3, 0x80}, 15},
	{"ssd", {0x9e, 0x12, [13] = 32}, 16, 32, FIELD("01"),
	 0, {0}, 0},
	{"usb", {0x9e, 0x10, [13] = 32}, 16, 32,
	 "70 00 05 00 00 00 00 0a 00 00 00 00 20 00 00 00 00 00", 0, {0}, 0},
	/* MODE SENSE (6), caching: write cache and look-ahead are on */
	{"hdd", {0x1a, 0x08, 0x08, 0, 64}, 6, 64, "", 0, {23, 0, 0, 0, 8, 18, 4}, 7},
	{"hdd", {0x1a, 0, 0x0a, 0, 64}, 6, 64, "", 0, {23, 0, 0, 8, 0, 0, 0, 0, 0, 0,
	 2, 0, 10, 10, 2}, 15},
	{"hdd,descriptor-sense", {0x5a, 8, 0x0a, 0, 0, 0, 0, 0, 64}, 10, 64, "", 0, {0,
	 18, 0, 0, 0, 0, 0, 0, 10, 10, 6}, 11},
	{"hdd", {0x1a, 0, 0x1c, 0, 64}, 6, 64, FIELD("02"),
	 0, {0}, 0},
	/* LOG SENSE: libata knows none */
	{"hdd", {0x4d, 0, 0x40, 0, 0, 0, 0, 0, 64}, 10, 64,
	 "70 00 05 00 00 00 00 0a 00 00 00 00 20 00 00 00 00 00", 0, {0}, 0},
	{"hdd,descriptor-sense", {0x4d}, 10, 64, "72 05 20 00 00 00 00 00", 0, {0}, 0},
	/* READ (10), (16): UNC at 5 is in the information; 2^32 + 1 does not fit */
	{"hdd,unc=5", {0x28, 0, 0, 0, 0, 4, 0, 0, 2}, 10, 1024,
	 "f0 00 03 00 00 00 05 0a 00 00 00 00 11 04 00 00 00 00", 0, {0}, 0},
	{"pata,unc=5", {0x28, 0, 0, 0, 0, 4, 0, 0, 2}, 10, 1024,
	 "f0 00 03 00 00 00 05 0a 00 00 00 00 11 04 00 00 00 00", 0, {0}, 0},
	{"smr,unc=0x100000001", {0x88, [5] = 1, [9] = 1, [13] = 1}, 16, 512,
	 "70 00 03 00 00 00 01 0a 00 00 00 00 11 04 00 00 00 00", 0, {0}, 0},
	{"smr,unc=0x100000001,descriptor-sense", {0x88, [5] = 1, [9] = 1, [13] = 1},
	 16, 512, "72 03 11 04 00 00 00 0c 00 0a 80 00 00 00 00 01 00 00 00 01", 0,
	 {0}, 0},
	{"hdd", {0x28, 0, 0, 0, 0, 4, 0, 0, 2}, 10, 512, FIELD("07"),
	 0, {0}, 0},
	/* more than 48 bits of LBA, also where the sum would wrap around */
	{"hdd", {0x88, 0, 0, 1, [13] = 1}, 16, 512,
	 "70 00 05 00 00 00 00 0a 00 00 00 00 21 00 00 00 00 00", 0, {0}, 0},
	{"pata", {0x88, 0, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, [13] = 1},
	 16, 512, "70 00 05 00 00 00 00 0a 00 00 00 00 21 00 00 00 00 00", 0, {0}, 0},
	{"usb", {0x88, [13] = 1}, 16, 512,
	 "70 00 05 00 00 00 00 0a 00 00 00 00 20 00 00 00 00 00", 0, {0}, 0},
	{"usb", {0x28, [8] = 1}, 10, 512, "", 0, {0}, 0},
	/* the bridge returns registers in the fixed layout */
	{"usb", {0xa1, NON_DATA, CK_COND, 0, 0, 0, 0, 0, 0, 0xe5}, 12, 0,
	 "f0 00 01 00 50 00 ff 0a 00 00 00 00 00 1d 00 00 00 00", 0, {0}, 0},
	{"pata", {0xa1, NON_DATA, CK_COND, 0, 0, 0, 0, 0, 0, 0xe5}, 12, 0,
	 "72 01 00 1d 00 00 00 0e 09 0c 00 00 00 ff 00 00 00 00 00 00 00 50", 0, {0},
	 0},
	/* ATA PASS-THROUGH (32): CK_COND is not looked at; a bad T_LENGTH is byte 11
	 * */
	{"hdd", {0x7f, [7] = 0x18, [8] = 0x1f, [9] = 0xf0, [10] = PIO_IN, [11] = 0x2e,
	 [23] = 1, [25] = 0xec}, 32, 512, "", 0, {0x5a, 0x04, 0xff, 0x3f}, 4},
	{"hdd", {0x7f, [7] = 0x18, [8] = 0x1f, [9] = 0xf0, [10] = PIO_IN, [11] = 0x0c,
	 [23] = 1, [25] = 0xec}, 32, 512, FIELD("0b"),
	 0, {0}, 0},
};
/* clang-format on */

START_TEST(cdb_is_answered)
{
	const struct cdb_case *c = &cdb_cases[_i];
	struct sgio_drive *drive = open_sim(c->name);
	struct asked a;

	run_cdb(drive, &a, c->cdb, c->cdb_length, c->length);
	ck_sense(&a, c->sense);
	ck_assert_int_eq(a.request.reply.residual, c->residual);
	ck_assert_mem_eq(a.data, c->data, c->data_length);
	ck_assert_uint_eq(a.data[c->length], UNTOUCHED);
	sgio_close(drive);
}
END_TEST

/* VPD page 89h is IDENTIFY again; the head as captured from libata. */
START_TEST(vpd_89)
{
	struct sgio_drive *drive = open_sim("ssd");
	const uint8_t cdb[6] = {0x12, 1, 0x89, 572 >> 8, 572 & 0xff};
	struct asked vpd, identify;

	run_cdb(drive, &vpd, cdb, sizeof(cdb), 572);
	run_ata(drive, &identify, IDENTIFY, 512);
	ck_assert_mem_eq(vpd.data, "\0\x89\x02\x38\0\0\0\0linux   libata          ",
			 32);
	ck_assert_mem_eq(vpd.data + 36, "\x34\x80\x40\0\x01", 5);
	ck_assert_uint_eq(vpd.data[56], 0xec);
	ck_assert_mem_eq(vpd.data + 60, identify.data, 512);
	sgio_close(drive);
}
END_TEST

/* The same sector is the same by every command; no byte is zero; sectors differ. */
START_TEST(data_follows_lba)
{
	struct sgio_drive *drive = open_sim("hdd");
	const uint8_t read_10[10] = {0x28, [5] = 101, [8] = 1};
	struct asked a, b;

	run_ata(drive, &a, READ_DMA_EXT(100, 3), 3 * 512);
	run_ata(drive, &b, READ_FPDMA(101, 1), 512);
	ck_assert_mem_eq(a.data + 512, b.data, 512);
	run_cdb(drive, &b, read_10, sizeof(read_10), 512);
	ck_assert_mem_eq(a.data + 512, b.data, 512);
	ck_assert_mem_ne(a.data, a.data + 512, 512);
	for (int i = 0; i < 3 * 512; i++)
		ck_assert_uint_ne(a.data[i], 0);
	ck_assert_uint_eq(a.data[3 * 512], UNTOUCHED);
	sgio_close(drive);
}
END_TEST

/* libata compares no lengths: COUNT 1 fills 512 bytes of more, COUNT 8 is cut. */
START_TEST(count_decides_what_comes)
{
	struct sgio_drive *drive = open_sim("hdd");
	struct asked a;

	run_ata(drive, &a, READ_DMA_EXT(0, 1), 4096);
	ck_sense(&a, "");
	ck_assert_uint_ne(a.data[511], UNTOUCHED);
	ck_assert_uint_eq(a.data[512], UNTOUCHED);
	run_ata(drive, &a, READ_DMA_EXT(0, 8), 512);
	ck_sense(&a, "");
	ck_assert_uint_eq(a.data[512], UNTOUCHED);
	ck_assert_int_eq(a.request.reply.residual, 0);
	sgio_close(drive);
	drive = open_sim("4kn");
	run_ata(drive, &a, READ_DMA_EXT(0, 1), 8192);
	ck_assert_uint_ne(a.data[4095], UNTOUCHED);
	ck_assert_uint_eq(a.data[4096], UNTOUCHED);
	sgio_close(drive);
}
END_TEST

/* Before an unreadable sector data still comes. */
START_TEST(data_before_unc)
{
	struct sgio_drive *drive = open_sim("hdd,unc=2");
	struct asked a;

	run_ata(drive, &a, READ_DMA_EXT(0, 4), 2048);
	ck_assert_uint_ne(a.data[1023], UNTOUCHED);
	ck_assert_uint_eq(a.data[1024], UNTOUCHED);
	sgio_close(drive);
}
END_TEST

/* Sums to 0; attribute 194 is there; thresholds go with the attributes' numbers. */
START_TEST(smart_pages)
{
	struct sgio_drive *drive = open_sim(_i ? "ssd,smart-failing" : "hdd");
	struct asked data, thresholds;
	bool temperature = false, worn = false;
	uint8_t sum = 0;

	run_ata(drive, &data, SMART_DATA, 512);
	run_ata(drive, &thresholds, SMART_THRESHOLDS, 512);
	for (int i = 0; i < 512; i++)
		sum = (uint8_t)(sum + data.data[i]);
	ck_assert_uint_eq(sum, 0);
	for (int at = 2; at < 362; at += 12) {
		const uint8_t *d = data.data + at, *t = thresholds.data + at;

		ck_assert_uint_eq(d[0], t[0]);
		temperature |= d[0] == 194;
		worn |= t[1] && d[3] <= t[1];
	}
	ck_assert(temperature);
	ck_assert_int_eq(worn, _i);
	sgio_close(drive);
}
END_TEST

#define COUNT(a) ((int)(sizeof(a) / sizeof((a)[0])))

int main(void)
{
	Suite *suite = suite_create("sim");
	TCase *answers = tcase_create("answers");

	tcase_add_loop_test(answers, sense_is_right, 0, COUNT(sense_cases));
	tcase_add_loop_test(answers, cdb_is_answered, 0, COUNT(cdb_cases));
	tcase_add_test(answers, failure_without_sense);
	tcase_add_test(answers, vpd_89);
	tcase_add_test(answers, data_follows_lba);
	tcase_add_test(answers, count_decides_what_comes);
	tcase_add_test(answers, data_before_unc);
	tcase_add_loop_test(answers, smart_pages, 0, 2);
	suite_add_tcase(suite, answers);
	return unit_main(suite);
}
