/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <string.h>

#include "sgio/sat.h"
#include "unit.h"

/* What a buffer must come out as. Registers: -1 none. LBA is compared as a whole. */
struct expected {
	int status; /* or NONE */
	int error, device, count;
	uint64_t lba;
	bool extend, incomplete, stale;
	int key, asc, ascq; /* key NONE: no sense at all */
};

enum { NONE = -1 };

/* clang-format off */
#define HEX(...) (const uint8_t[]){__VA_ARGS__}, sizeof((const uint8_t[]){__VA_ARGS__})
static const struct {
	const char *what;
	const uint8_t *sense;
	size_t length;
	struct expected e;
} cases[] = {
	/* Captured from Debian kernels under QEMU, SG_IO on /dev/sda. */
	{ "CK_COND success: CHECK POWER MODE says active",
	  HEX(0x72, 0x01, 0x00, 0x1d, 0, 0, 0, 0x0e, 0x09, 0x0c, 0, 0, 0, 0xff, 0, 0, 0, 0,
	      0, 0, 0, 0x50),
	  { .status = 0x50, .count = 0xff, .key = 1, .ascq = 0x1d } },
	{ "Linux 6.1: a 48-bit command aborted, registers at byte 8",
	  HEX(0x70, 0, 0x0b, 0, 0, 0, 0, 0x0a, 0x04, 0x41, 0x40, 0x5a, 0, 0, 0, 0, 0xa0,
	      0x33),
	  { .status = 0x41, .error = 0x04, .device = 0x40, .count = 0x5a, .lba = 0x33,
	    .extend = true, .incomplete = true, .key = 0xb } },
	{ "Linux 6.12: the same, SAT's layout",
	  HEX(0xf0, 0, 0x0b, 0x04, 0x41, 0x40, 0x5a, 0x0a, 0xa0, 0x33, 0x22, 0x11, 0, 0, 0,
	      0, 0, 0),
	  { .status = 0x41, .error = 0x04, .device = 0x40, .count = 0x5a, .lba = 0x112233,
	    .extend = true, .incomplete = true, .key = 0xb } },
	{ "the same with D_SENSE=1: nothing is lost",
	  HEX(0x72, 0x0b, 0, 0, 0, 0, 0, 0x0e, 0x09, 0x0c, 0x01, 0x04, 0x00, 0x5a, 0x66,
	      0x33, 0x55, 0x22, 0x44, 0x11, 0x40, 0x41),
	  { .status = 0x41, .error = 0x04, .device = 0x40, .count = 0x5a,
	    .lba = 0x445566112233, .extend = true, .key = 0xb } },
	{ "Linux 6.1 after a time-out: STATUS 40h, the rest is an older command's",
	  HEX(0x70, 0, 0x0b, 0, 0, 0, 0, 0x0a, 0, 0x40, 0x40, 0x5a, 0, 0, 0, 0, 0, 0x33),
	  { .status = 0x40, .device = 0x40, .count = 0x5a, .lba = 0x33,
	    .incomplete = true, .stale = true, .key = 0xb } },
	{ "Linux 6.12 after a time-out",
	  HEX(0x70, 0, 0x0b, 0, 0, 0, 0, 0x0a, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0),
	  { .status = NONE, .key = 0xb } },
	{ "Linux 6.1, READ DMA EXT past the end (QEMU: ABRT)",
	  HEX(0x70, 0, 0x0b, 0, 0, 0, 0, 0x0a, 0x04, 0x41, 0x40, 0x01, 0, 0, 0, 0, 0x80, 0),
	  { .status = 0x41, .error = 0x04, .device = 0x40, .count = 1, .extend = true,
	    .incomplete = true, .key = 0xb } },
	{ "Linux 6.1, a bad sector by READ DMA EXT (QEMU: error 04)",
	  HEX(0x70, 0, 0x0b, 0, 0, 0, 0, 0x0a, 0x04, 0x41, 0x40, 0x01, 0, 0, 0, 0, 0x80,
	      0x88),
	  { .status = 0x41, .error = 0x04, .device = 0x40, .count = 1, .lba = 0x88,
	    .extend = true, .incomplete = true, .key = 0xb } },
	{ "ATAPI drive given IDENTIFY DEVICE with CK_COND",
	  HEX(0x70, 0, 0x0b, 0, 0, 0, 0, 0x0a, 0x04, 0x41, 0x00, 0x01, 0, 0, 0, 0, 0, 0x01),
	  { .status = 0x41, .error = 0x04, .count = 1, .lba = 1, .incomplete = true,
	    .key = 0xb } },
	{ "ATAPI drive given IDENTIFY DEVICE",
	  HEX(0xf0, 0, 0x05, 0, 0, 0, 0, 0x0a, 0, 0, 0, 0, 0x20, 0x00),
	  { .status = NONE, .key = 5, .asc = 0x20 } },
	{ "usb-storage, uas, virtio-scsi and scsi_debug given 85h",
	  HEX(0x70, 0, 0x05, 0, 0, 0, 0, 0x0a, 0, 0, 0, 0, 0x20, 0, 0, 0, 0, 0),
	  { .status = NONE, .key = 5, .asc = 0x20 } },
	{ "libata names the CDB byte that it refuses: C0h and a field pointer",
	  HEX(0x70, 0, 0x05, 0, 0, 0, 0, 0x12, 0, 0, 0, 0, 0x24, 0, 0, 0xc0, 0, 0x04,
	      0, 0, 0, 0, 0, 0, 0, 0),
	  { .status = NONE, .key = 5, .asc = 0x24 } },

	/* Reports of users. */
	{ "fixed on success, a kernel that honours D_SENSE (TrueNAS 24.10): active",
	  HEX(0xf0, 0, 0x01, 0, 0x50, 0, 0xff, 0x0a, 0, 0, 0, 0, 0, 0x1d),
	  { .status = 0x50, .count = 0xff, .key = 1, .ascq = 0x1d } },
	{ "a USB bridge: standby (smartmontools issue 104)",
	  HEX(0xf0, 0, 0x01, 0, 0x50, 0x40, 0, 0x0a, 0x80, 0, 0, 0, 0, 0x1d),
	  { .status = 0x50, .device = 0x40, .extend = true, .key = 1, .ascq = 0x1d } },
	{ "ums-cypress bridge, WD1600BEVE: any command that went well (Ubuntu forum, 2009)",
	  HEX(0x72, 0x01, 0, 0x1d, 0, 0, 0, 0x0e, 0x09, 0x0c, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
	      0xe0, 0x50),
	  { .status = 0x50, .device = 0xe0, .key = 1, .ascq = 0x1d } },
	{ "the same bridge: count FEh",
	  HEX(0x72, 0x01, 0, 0x1d, 0, 0, 0, 0x0e, 0x09, 0x0c, 0, 0, 0, 0xfe, 0, 0, 0, 0, 0,
	      0, 0xe0, 0x50),
	  { .status = 0x50, .device = 0xe0, .count = 0xfe, .key = 1, .ascq = 0x1d } },
	{ "the same bridge: CHECK POWER MODE, active",
	  HEX(0x72, 0x01, 0, 0x1d, 0, 0, 0, 0x0e, 0x09, 0x0c, 0, 0, 0, 0xff, 0, 0, 0, 0, 0,
	      0, 0xe0, 0x50),
	  { .status = 0x50, .device = 0xe0, .count = 0xff, .key = 1, .ascq = 0x1d } },
	{ "the same bridge: SMART RETURN STATUS, passed",
	  HEX(0x72, 0x01, 0, 0x1d, 0, 0, 0, 0x0e, 0x09, 0x0c, 0, 0, 0, 0, 0, 0, 0, 0x4f, 0,
	      0xc2, 0xe0, 0x50),
	  { .status = 0x50, .device = 0xe0, .lba = 0xc24f00, .key = 1, .ascq = 0x1d } },
	{ "AHCI disk: CHECK POWER MODE, active (Ubuntu forum)",
	  HEX(0x72, 0x01, 0, 0x1d, 0, 0, 0, 0x0e, 0x09, 0x0c, 0, 0, 0, 0xff, 0, 0, 0, 0, 0,
	      0, 0x40, 0x50),
	  { .status = 0x50, .device = 0x40, .count = 0xff, .key = 1, .ascq = 0x1d } },
	{ "several USB enclosures: ASC 04h for 00h beside a good descriptor",
	  HEX(0x72, 0x01, 0x04, 0x1d, 0, 0, 0, 0x0e, 0x09, 0x0c, 0, 0, 0, 0, 0, 0, 0, 0x4f,
	      0, 0xc2, 0x40, 0x50),
	  { .status = 0x50, .device = 0x40, .lba = 0xc24f00, .key = 1, .asc = 0x04,
	    .ascq = 0x1d } },
	{ "ATAPI drive sr0: aborted, STATUS 40h (Ubuntu forum)",
	  HEX(0x72, 0x0b, 0, 0, 0, 0, 0, 0x0e, 0x09, 0x0c, 0, 0, 0, 0x02, 0, 0, 0, 0x0c, 0,
	      0, 0xa0, 0x40),
	  { .status = 0x40, .device = 0xa0, .count = 2, .lba = 0x000c00, .key = 0xb } },
	{ "WD Elements: fixed, no register values (udisks issue 799)",
	  HEX(0x70, 0, 0x01, 0, 0, 0, 0, 0x0a, 0, 0, 0, 0, 0, 0x1d, 0, 0),
	  { .status = NONE, .key = 1, .ascq = 0x1d } },
	{ "WD Elements: VALID set, still none",
	  HEX(0xf0, 0, 0x01, 0, 0, 0, 0, 0x0a, 0, 0, 0, 0, 0, 0x1d, 0, 0),
	  { .status = NONE, .key = 1, .ascq = 0x1d } },
	{ "WD USB 1058:2667: registers in INFORMATION (hdparm patch 53)",
	  HEX(0xf0, 0, 0x01, 0, 0x50, 0x40, 0x3c, 0x0a, 0x80, 0, 0, 0, 0, 0x1d, 0, 0),
	  { .status = 0x50, .device = 0x40, .count = 0x3c, .extend = true, .key = 1,
	    .ascq = 0x1d } },
	{ "READ LOG DMA EXT of log 1Eh page 9 aborted, sense of the drive (linux-ide, 2024)",
	  HEX(0xf0, 0, 0x05, 0x04, 0x53, 0, 0x01, 0x0a, 0x80, 0x1e, 0x09, 0, 0x24, 0, 0, 0),
	  { .status = 0x53, .error = 0x04, .count = 1, .lba = 0x00091e, .extend = true,
	    .key = 5, .asc = 0x24 } },
	{ "a USB bridge refuses 85h; stray LBA bytes at 9 (Debian 10)",
	  HEX(0xf0, 0, 0x05, 0, 0, 0, 0, 0x0a, 0, 0xaa, 0x55, 0x40, 0x20, 0, 0, 0),
	  { .status = NONE, .key = 5, .asc = 0x20 } },
	{ "a SECURITY command on a locked drive (Ubuntu forum, 2022): 21/04 of old libata",
	  HEX(0x70, 0, 0x05, 0, 0, 0, 0, 0x0a, 0x04, 0x51, 0x40, 0, 0x21, 0x04, 0, 0),
	  { .status = 0x51, .error = 0x04, .device = 0x40, .incomplete = true, .key = 5,
	    .asc = 0x21, .ascq = 0x04 } },
	{ "DEVICE CONFIGURATION IDENTIFY aborted (nwipe issue 444)",
	  HEX(0x70, 0, 0x05, 0, 0, 0, 0, 0x0a, 0x04, 0x53, 0x40, 0x01, 0x21, 0x04, 0, 0),
	  { .status = 0x53, .error = 0x04, .device = 0x40, .count = 1, .incomplete = true,
	    .key = 5, .asc = 0x21, .ascq = 0x04 } },
	{ "a frozen drive",
	  HEX(0x70, 0, 0x05, 0, 0, 0, 0, 0x0a, 0x04, 0x51, 0x40, 0x01, 0x21, 0x04, 0, 0),
	  { .status = 0x51, .error = 0x04, .device = 0x40, .count = 1, .incomplete = true,
	    .key = 5, .asc = 0x21, .ascq = 0x04 } },
	{ "SAS disk, NVMe bridge: no pass-through",
	  HEX(0x70, 0, 0x05, 0, 0, 0, 0, 0x0a, 0, 0, 0, 0, 0x20, 0, 0, 0),
	  { .status = NONE, .key = 5, .asc = 0x20 } },
	{ "card reader, Seagate UAS enclosure: invalid field",
	  HEX(0x70, 0, 0x05, 0, 0, 0, 0, 0x0a, 0, 0, 0, 0, 0x24, 0, 0, 0),
	  { .status = NONE, .key = 5, .asc = 0x24 } },
	{ "a virtual disk: additional length 0Bh (ceph)",
	  HEX(0x70, 0, 0x05, 0, 0, 0, 0, 0x0b, 0, 0, 0, 0, 0x20, 0, 0, 0),
	  { .status = NONE, .key = 5, .asc = 0x20 } },
	{ "additional length 14h (guymager)",
	  HEX(0x70, 0, 0x05, 0, 0, 0, 0, 0x14, 0, 0, 0, 0, 0x20, 0, 0, 0),
	  { .status = NONE, .key = 5, .asc = 0x20 } },
	{ "additional length 18h",
	  HEX(0x70, 0, 0x05, 0, 0, 0, 0, 0x18, 0, 0, 0, 0, 0x20, 0, 0, 0xc0, 0, 0, 0, 0,
	      0xf8, 0x21),
	  { .status = NONE, .key = 5, .asc = 0x20 } },
	{ "SAS disk: descriptors, none of ATA (showtools issue 7)",
	  HEX(0x72, 0x05, 0x20, 0, 0, 0, 0, 0x1c, 0x02, 0x06, 0, 0, 0xcf, 0, 0, 0, 0x03,
	      0x02, 0, 0x01, 0x80, 0x0e),
	  { .status = NONE, .key = 5, .asc = 0x20 } },
	{ "JMicron bridges: nothing at all, CK_COND or not (systemd issue 2362)",
	  HEX(0, 0, 0, 0, 0, 0, 0, 0),
	  { .status = NONE, .key = NONE } },

	/* Made up. */
	{ "SAT's fixed layout without VALID",
	  HEX(0x70, 0, 0x01, 0, 0x50, 0, 0x80, 0x0a, 0, 0, 0x4f, 0xc2, 0, 0x1d, 0, 0),
	  { .status = 0x50, .count = 0x80, .lba = 0xc24f00, .key = 1, .ascq = 0x1d } },
	{ "an all-zero register set beside 01/00/1D",
	  HEX(0x72, 0x01, 0, 0x1d, 0, 0, 0, 0x0e, 0x09, 0x0c, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
	      0, 0),
	  { .status = NONE, .key = 1, .ascq = 0x1d } },
	{ "the descriptor cut short",
	  HEX(0x72, 0x01, 0, 0x1d, 0, 0, 0, 0x0e, 0x09, 0x0c, 0, 0, 0, 0xff, 0, 0, 0, 0, 0,
	      0, 0x40),
	  { .status = NONE, .key = 1, .ascq = 0x1d } },
	{ "the list ends before the descriptor does",
	  HEX(0x72, 0x01, 0, 0x1d, 0, 0, 0, 0x0d, 0x09, 0x0c, 0, 0, 0, 0xff, 0, 0, 0, 0, 0,
	      0, 0x40, 0x50),
	  { .status = NONE, .key = 1, .ascq = 0x1d } },
	{ "the descriptor says that it is shorter",
	  HEX(0x72, 0x01, 0, 0x1d, 0, 0, 0, 0x0e, 0x09, 0x0b, 0, 0, 0, 0xff, 0, 0, 0, 0, 0,
	      0, 0x40, 0x50),
	  { .status = NONE, .key = 1, .ascq = 0x1d } },
	{ "the descriptor behind another",
	  HEX(0x72, 0x0b, 0, 0, 0, 0, 0, 0x1a, 0x00, 0x0a, 0x80, 0, 0, 0, 0, 0, 0, 0, 0x12,
	      0x34, 0x09, 0x0c, 0, 0x40, 0, 0x01, 0, 0x34, 0, 0x12, 0, 0, 0x40, 0x51),
	  { .status = 0x51, .error = 0x40, .device = 0x40, .count = 1, .lba = 0x1234,
	    .key = 0xb } },
	{ "upper bytes without EXTEND are left over from another command",
	  HEX(0x72, 0x01, 0, 0x1d, 0, 0, 0, 0x0e, 0x09, 0x0c, 0, 0, 0xff, 0x01, 0xff, 0x02,
	      0xff, 0x03, 0xff, 0x04, 0x40, 0x50),
	  { .status = 0x50, .device = 0x40, .count = 1, .lba = 0x040302, .key = 1,
	    .ascq = 0x1d } },
	{ "04/1D with key 2 is what it says: not ready, and no registers",
	  HEX(0x70, 0, 0x02, 0, 0x50, 0, 0, 0x0a, 0, 0, 0, 0, 0x04, 0x1d),
	  { .status = NONE, .key = 2, .asc = 0x04, .ascq = 0x1d } },
	{ "key 7 is no ATA error: bytes 8 to 11 are what SPC says they are",
	  HEX(0x70, 0, 0x07, 0, 0, 0, 0, 0x0a, 0x04, 0x51, 0x40, 0x01, 0x27, 0, 0, 0),
	  { .status = NONE, .key = 7, .asc = 0x27 } },
	{ "deferred fixed sense, old registers do not count as INFORMATION",
	  HEX(0x71, 0, 0x03, 0, 0, 0, 0, 0x0a, 0, 0, 0, 0, 0x11, 0),
	  { .status = NONE, .key = 3, .asc = 0x11 } },
};
/* clang-format on */

START_TEST(registers)
{
	const struct expected *e = &cases[_i].e;
	struct ata_registers r;
	int rc = sat_decode_sense(cases[_i].sense, cases[_i].length, &r);

	if (e->status == NONE) {
		ck_assert_msg(rc == -ENODATA, "%s: registers", cases[_i].what);
		return;
	}
	ck_assert_msg(rc == 0, "%s: no registers", cases[_i].what);
	ck_assert_int_eq(r.status, e->status);
	ck_assert_int_eq(r.error, e->error);
	ck_assert_int_eq(r.device, e->device);
	ck_assert_int_eq(r.count, e->count);
	ck_assert_uint_eq(r.lba, e->lba);
	ck_assert_int_eq(r.extend, e->extend);
	ck_assert_int_eq(r.incomplete, e->incomplete);
	ck_assert_int_eq(r.stale, e->stale);
}
END_TEST

START_TEST(codes)
{
	const struct expected *e = &cases[_i].e;
	struct scsi_sense s;
	int rc = scsi_decode_sense(cases[_i].sense, cases[_i].length, &s);

	if (e->key == NONE) {
		ck_assert_int_eq(rc, -ENODATA);
		return;
	}
	ck_assert_msg(rc == 0, "%s: no sense", cases[_i].what);
	ck_assert_int_eq(s.key, e->key);
	ck_assert_int_eq(s.asc, e->asc);
	ck_assert_int_eq(s.ascq, e->ascq);
	ck_assert_int_eq(s.deferred, (cases[_i].sense[0] & 0x7f) == 0x71);
}
END_TEST

/* Every prefix of every buffer: nothing is read behind its end (under a sanitizer). */
START_TEST(prefixes)
{
	for (size_t n = 0; n <= cases[_i].length; n++) {
		uint8_t *exact = malloc(n + !n);
		struct ata_registers r;
		struct scsi_sense s;

		memcpy(exact, cases[_i].sense, n);
		(void)sat_decode_sense(exact, n, &r);
		(void)scsi_decode_sense(exact, n, &s);
		free(exact);
	}
}
END_TEST

START_TEST(information)
{
	/* READ(16) on Linux: the LBA that failed. */
	static const uint8_t fixed[] = {0xf0, 0, 3, 0x00, 0x01, 0x23, 0x45,
					0x0a, 0, 0, 0,    0,    0x11, 0x04};
	static const uint8_t descriptor[] = {0x72, 3, 0x11, 4, 0, 0, 0, 12, 0,    0x0a,
					     0x80, 0, 0,    0, 0, 1, 2, 3,  0x45, 0x67};
	struct scsi_sense s;

	ck_assert_int_eq(scsi_decode_sense(fixed, sizeof(fixed), &s), 0);
	ck_assert(s.has_information);
	ck_assert_uint_eq(s.information, 0x12345);
	ck_assert_int_eq(scsi_decode_sense(descriptor, sizeof(descriptor), &s), 0);
	ck_assert(s.has_information);
	ck_assert_uint_eq(s.information, 0x10203 * 0x10000ULL + 0x4567);
	ck_assert_uint_eq(s.key, 3);
	ck_assert_uint_eq(s.asc, 0x11);
	ck_assert_uint_eq(s.ascq, 4);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("sense");
	TCase *tcase = tcase_create("sense");
	int count = sizeof(cases) / sizeof(cases[0]);

	tcase_add_loop_test(tcase, registers, 0, count);
	tcase_add_loop_test(tcase, codes, 0, count);
	tcase_add_loop_test(tcase, prefixes, 0, count);
	tcase_add_test(tcase, information);
	suite_add_tcase(suite, tcase);
	return unit_main(suite);
}
