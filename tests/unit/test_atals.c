/* SPDX-License-Identifier: BSD-2-Clause */
/* atals: the link verdict, VPD pages, sizes, the table of columns, names of drives. */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "atals/columns.h"
#include "atals/link_speed.h"
#include "atals/list.h"
#include "atals/vpd.h"
#include "attribute.h"
#include "unit.h"

#define COUNT(table) ((int)(sizeof(table) / sizeof((table)[0])))
#define G1 1500000000
#define G2 3000000000
#define G3 6000000000

static const struct link_case {
	int64_t now, drive, host;
	bool bound;
	enum link_verdict verdict;
	const char *text; /* NULL: none */
} link_cases[] = {
	{G3, G3, G3, false, LINK_FULL, "6.0/6.0/6.0"},
	{G2, G3, G3, false, LINK_BELOW, "3.0/6.0/6.0!"},
	{G1, G2, G3, false, LINK_BELOW, "1.5/3.0/6.0!"},
	{G1, G3, G2, false, LINK_BELOW, "1.5/6.0/3.0!"},
	{G2, G2, G3, false, LINK_FULL, "3.0/3.0/6.0"}, /* the drive is the limit */
	{G2, G3, G2, false, LINK_FULL, "3.0/6.0/3.0"}, /* the host is */
	/* A controller whose ports differ: full is certain, below is not. */
	{G2, G3, G3, true, LINK_UNKNOWN, "3.0/6.0/6.0?"},
	{G3, G3, G3, true, LINK_FULL, "6.0/6.0/6.0"},
	{G2, G2, G3, true, LINK_FULL, "3.0/3.0/6.0"},
	/* One end is not known: at the other's most it is full, else nobody can say. */
	{G2, G2, -1, false, LINK_FULL, "3.0/3.0/-"},
	{G2, -1, G2, false, LINK_FULL, "3.0/-/3.0"},
	{G1, G3, -1, false, LINK_UNKNOWN, "1.5/6.0/-"},
	{G1, -1, G3, false, LINK_UNKNOWN, "1.5/-/6.0"},
	{G1, -1, -1, false, LINK_UNKNOWN, "1.5/-/-"},
	{-1, G3, G3, false, LINK_UNKNOWN, "-/6.0/6.0"},
	/* Word 77 is 0: not reported, and no speed. */
	{0, G3, G3, false, LINK_UNKNOWN, "-/6.0/6.0"},
	{0, 0, 0, false, LINK_UNKNOWN, NULL},
	{-1, -1, -1, false, LINK_UNKNOWN, NULL},
};

START_TEST(judges_links)
{
	const struct link_case *c = &link_cases[_i];
	struct link_speed link = {
		.now = c->now,
		.drive = c->drive,
		.host = c->host,
		.host_is_bound = c->bound,
	};
	char text[24] = "";

	link.verdict = link_speed_judge(&link);
	ck_assert_int_eq(link.verdict, c->verdict);
	ck_assert_int_eq(link_speed_format(&link, text, sizeof(text)), c->text != NULL);
	ck_assert_str_eq(text, c->text ? c->text : "");
}
END_TEST

static const struct {
	const char *pci;
	bool controllers;
	enum link_verdict verdict;
} doubt_cases[] = {
	{"8086:1c02", true, LINK_UNKNOWN}, {"8086:8c03", true, LINK_UNKNOWN},
	{"8086:a352", true, LINK_BELOW},   {"", true, LINK_BELOW},
	{"8086:1c02", false, LINK_BELOW}, /* libata knows the port's own limit */
};

START_TEST(doubts_controllers)
{
	struct link_speed link = {
		.now = G2,
		.drive = G3,
		.host = G3,
		.host_is_controllers = doubt_cases[_i].controllers,
	};

	link_speed_doubt(&link, doubt_cases[_i].pci);
	ck_assert_int_eq(link.verdict, doubt_cases[_i].verdict);
}
END_TEST

/* Designators: code set, association and type, 0, length (SPC-5 7.7.6.1). */
#define NAA "\x01\x03\x00\x08\x50\x00\xc5\x00\x0a\x1b\x2c\x3d"
#define NAA_OF_PORT "\x01\x13\x00\x08\x50\x00\xc5\x00\x0a\x1b\x2c\x99"
#define NAA_LONG "\x01\x03\x00\x10\x60\0\0\0\0\0\0\0\0\0\0\0\0\0\0\1"
#define T10_ATA                                            \
	"\x02\x01\x00\x44"                                 \
	"ATA     Example Disk 16TB with a long name      " \
	"         SN-HBA-0002"
#define T10_OTHER "\x02\x01\x00\x10SEAGATE ST1200MM"
#define PAGE(code, length, body) "\x00" code "\x00" length body
#define BYTES(text) (text), sizeof(text) - 1

static const struct {
	const char *bytes;
	size_t length;
	const char *model, *serial;
	uint64_t wwn;
} identity_cases[] = {
	{BYTES(PAGE("\x83", "\x54", T10_ATA NAA)), "Example Disk 16TB with a long name",
	 "SN-HBA-0002", 0x5000c5000a1b2c3d},
	{BYTES(PAGE("\x83", "\x0c", NAA)), "", "", 0x5000c5000a1b2c3d},
	{BYTES(PAGE("\x83", "\x18", NAA_OF_PORT NAA)), "", "", 0x5000c5000a1b2c3d},
	{BYTES(PAGE("\x83", "\x0c", NAA_OF_PORT)), "", "", 0},
	{BYTES(PAGE("\x83", "\x14", NAA_LONG)), "", "", 0},
	{BYTES(PAGE("\x83", "\x14", T10_OTHER)), "", "", 0},
	{BYTES(PAGE("\x83", "\x00", "")), "", "", 0},
	/* Damaged: another page, a length beyond the data, designators cut. */
	{BYTES(PAGE("\x80", "\x0c", NAA)), "", "", 0},
	{BYTES(PAGE("\x83", "\xff", NAA)), "", "", 0x5000c5000a1b2c3d},
	{BYTES(PAGE("\x83", "\x0b", NAA)), "", "", 0},
	{BYTES(PAGE("\x83", "\x0c", "\x01\x03\x00\x08\x50\x00")), "", "", 0},
	{BYTES(PAGE("\x83", "\x03", "\x01\x03\x00")), "", "", 0},
	{BYTES("\x00\x83\x00"), "", "", 0},
	{"", 0, "", "", 0},
};

START_TEST(reads_device_identification)
{
	struct vpd_identity identity;

	vpd_read_device_identification((const uint8_t *)identity_cases[_i].bytes,
				       identity_cases[_i].length, &identity);
	ck_assert_str_eq(identity.model, identity_cases[_i].model);
	ck_assert_str_eq(identity.serial, identity_cases[_i].serial);
	ck_assert_uint_eq(identity.wwn, identity_cases[_i].wwn);
}
END_TEST

static const struct {
	const char *bytes;
	size_t length;
	const char *serial;
} serial_cases[] = {
	{BYTES(PAGE("\x80", "\x14", "         SN-CLI-0042")), "SN-CLI-0042"},
	{BYTES(PAGE("\x80", "\x04", "A  B")), "A  B"},
	{BYTES(PAGE("\x80", "\x04", "    ")), ""},
	{BYTES(PAGE("\x80", "\x20", "12345678901234567890123456789012")),
	 "12345678901234567890123456789012"},
	{BYTES(PAGE("\x80", "\x21", "123456789012345678901234567890123")), ""},
	{BYTES(PAGE("\x80", "\x04", "AB")), "AB"}, /* cut */
	{BYTES(PAGE("\x83", "\x04", "ABCD")), ""},
	{"", 0, ""},
};

START_TEST(reads_serial)
{
	char serial[VPD_SERIAL_SIZE];

	vpd_read_serial((const uint8_t *)serial_cases[_i].bytes,
			serial_cases[_i].length, serial);
	ck_assert_str_eq(serial, serial_cases[_i].serial);
}
END_TEST

START_TEST(reads_layer)
{
	static const uint8_t page[] =
		"\0\x89\x02\x38\0\0\0\0linux   libata          3.00";
	char layer[VPD_LAYER_SIZE];

	vpd_read_layer(page, sizeof(page) - 1, layer);
	ck_assert_str_eq(layer, "linux libata 3.00");
	vpd_read_layer(page, sizeof(page) - 2, layer);
	ck_assert_str_eq(layer, "");
}
END_TEST

/* lsblk of util-linux 2.38 prints these for such sizes; the arithmetic is by hand. */
static const struct {
	uint64_t bytes;
	const char *text;
} size_cases[] = {
	{0, "0B"},
	{512, "512B"},
	{1023, "1023B"},
	{1024, "1K"},
	{1536, "1.5K"},
	{1048575, "1024K"}, /* 1023.999 */
	{1073741312, "1024M"},
	{80026361856, "74.5G"},    /* 74.53 */
	{250059350016, "232.9G"},  /* 232.89 */
	{1000204886016, "931.5G"}, /* 931.51 */
	{4000787030016, "3.6T"},   /* 3.64 */
	{16000900661248, "14.6T"}, /* 14.55, and half a tenth goes up */
	{UINT64_MAX, "16E"},       /* 15.9999 */
	{1152921504606846976, "1E"},
};

START_TEST(formats_sizes)
{
	char text[24];

	column_size(size_cases[_i].bytes, text, sizeof(text));
	ck_assert_str_eq(text, size_cases[_i].text);
}
END_TEST

START_TEST(columns_are_unique)
{
	for (enum column_id a = 0; a < COLUMN_COUNT; a++) {
		ck_assert(columns[a].header || columns[a].key);
		ck_assert_ptr_nonnull(columns[a].help);
		ck_assert(!columns[a].header ||
			  column_find(columns[a].header, strlen(columns[a].header)) ==
				  a);
		for (enum column_id b = 0; b < a; b++)
			ck_assert(!columns[a].key || !columns[b].key ||
				  strcmp(columns[a].key, columns[b].key) != 0);
	}
	ck_assert_uint_eq(column_find("link-NOW", 8), COLUMN_LINK_NOW);
	ck_assert_uint_eq(column_find("LINK-NO", 7), COLUMN_COUNT);
	ck_assert_uint_eq(column_find("", 0), COLUMN_COUNT);
}
END_TEST

/* Of a disk of which nothing is known every value is unknown. */
START_TEST(unknown_is_unknown)
{
	struct sgio_text text = {.bytes = NULL};
	struct disk disk;

	disk_unknown("/nonexistent", &disk);
	ck_assert_msg(!columns[_i].get(&disk, &text), "%s is known",
		      columns[_i].key ? columns[_i].key : columns[_i].header);
	ck_assert_uint_eq(text.length, 0);
	free(text.bytes);
}
END_TEST

static char root[] = "/tmp/test_atals.XXXXXX";

static void make(const char *name, const char *target)
{
	char path[PATH_MAX];

	ck_assert(sysfs_concat(path, PARTS(root, name)));
	if (target)
		ck_assert_int_eq(symlink(target, path), 0);
	else
		ck_assert_int_eq(mkdir(path, 0777), 0);
}

static void make_tree(void)
{
	static const char *const dirs[] = {
		"/sys", "/sys/block", "/sys/class",      "/sys/class/scsi_generic",
		"/dev", "/dev/disk",  "/dev/disk/by-id",
	};
	static const char *const disks[] = {
		"sdaa", "sdb", "sda", "sr10", "sr2", "nvme10n1", "nvme2n1", "vda",
	};
	char name[PATH_MAX];

	ck_assert_ptr_nonnull(mkdtemp(root));
	for (int i = 0; i < COUNT(dirs); i++)
		make(dirs[i], NULL);
	for (int i = 0; i < COUNT(disks); i++) {
		ck_assert(sysfs_concat(name, PARTS("/sys/block/", disks[i])));
		make(name, NULL);
	}
	make("/dev/disk/by-id/ata-X", "../../sdb");
	make("/sys/class/up", "..");
	make("/sys/class/side", "../block/sda");
	make("/sys/class/here", "scsi_generic");
	make("/sys/class/full", "/elsewhere/dir");
}

static void remove_tree(void)
{
	char command[sizeof(root) + sizeof("rm -r ")];

	ck_assert(snprintf(command, sizeof(command), "rm -r %s", root) > 0);
	ck_assert_int_eq(system(command), 0);
}

START_TEST(sorts_names)
{
	static const char *const sorted[] = {
		"nvme2n1", "nvme10n1", "sda", "sdb", "sdaa", "sr2", "sr10", "vda",
	};
	struct disk_names names;

	ck_assert_int_eq(disk_names_read(root, &names), 0);
	ck_assert_uint_eq(names.count, COUNT(sorted));
	for (int i = 0; i < COUNT(sorted); i++)
		ck_assert_str_eq(names.names[i], sorted[i]);
	disk_names_free(&names);
}
END_TEST

static const struct {
	const char *argument, *name; /* NULL: there is none */
} name_cases[] = {
	{"sda", "sda"},
	{"/dev/sda", "sda"},
	{"/dev/disk/by-id/ata-X", "sdb"},
	{"/dev/disk/by-id/ata-Y", "ata-Y"}, /* which sysfs does not have */
	{"/dev/", NULL},
	{"", NULL},
	{"a-name-of-more-than-31-characters", NULL},
};

START_TEST(finds_names)
{
	char name[DISK_NAME_SIZE];
	int rc = disk_name_of(root, name_cases[_i].argument, name);

	ck_assert_int_eq(rc, name_cases[_i].name ? 0 : -ENOENT);
	if (!rc)
		ck_assert_str_eq(name, name_cases[_i].name);
}
END_TEST

static const struct {
	const char *path, *target; /* below root; target NULL: there is no such path */
} follow_cases[] = {
	{"/sys/class/up", "/sys"},
	{"/sys/class/side", "/sys/block/sda"},
	{"/sys/class/here", "/sys/class/scsi_generic"},
	{"/sys/block/sda", "/sys/block/sda"}, /* no link */
	{"/sys/class/none", NULL},
};

START_TEST(follows_links)
{
	char path[PATH_MAX], target[PATH_MAX], expected[PATH_MAX];

	ck_assert(sysfs_concat(path, PARTS(root, follow_cases[_i].path)));
	ck_assert_int_eq(sysfs_follow(path, target), follow_cases[_i].target != NULL);
	if (!follow_cases[_i].target)
		return;
	ck_assert(sysfs_concat(expected, PARTS(root, follow_cases[_i].target)));
	ck_assert_str_eq(target, expected);
}
END_TEST

START_TEST(follows_full_links)
{
	char path[PATH_MAX], target[PATH_MAX];

	ck_assert(sysfs_concat(path, PARTS(root, "/sys/class/full")));
	ck_assert(sysfs_follow(path, target));
	ck_assert_str_eq(target, "/elsewhere/dir");
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("atals");
	TCase *tcase = tcase_create("atals");

	tcase_add_unchecked_fixture(tcase, make_tree, remove_tree);
	tcase_add_loop_test(tcase, judges_links, 0, COUNT(link_cases));
	tcase_add_loop_test(tcase, doubts_controllers, 0, COUNT(doubt_cases));
	tcase_add_loop_test(tcase, reads_device_identification, 0,
			    COUNT(identity_cases));
	tcase_add_loop_test(tcase, reads_serial, 0, COUNT(serial_cases));
	tcase_add_test(tcase, reads_layer);
	tcase_add_loop_test(tcase, formats_sizes, 0, COUNT(size_cases));
	tcase_add_test(tcase, columns_are_unique);
	tcase_add_loop_test(tcase, unknown_is_unknown, 0, COLUMN_COUNT);
	tcase_add_test(tcase, sorts_names);
	tcase_add_loop_test(tcase, finds_names, 0, COUNT(name_cases));
	tcase_add_loop_test(tcase, follows_links, 0, COUNT(follow_cases));
	tcase_add_test(tcase, follows_full_links);
	suite_add_tcase(suite, tcase);
	return unit_main(suite);
}
