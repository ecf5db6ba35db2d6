/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <limits.h>
#include <linux/magic.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "atatime/file_disk.h"
#include "atatime/file_map.h"
#include "atatime/file_system.h"
#include "unit.h"

#define MIB UINT64_C(1048576)

/* A partition from sector 2048 of 512 bytes, and the same bytes in sectors of 4096. */
static const struct file_place part = {MIB, 100 * MIB, 512};
static const struct file_place part4k = {MIB, 100 * MIB, 4096};
static const struct file_place whole = {0, 100 * MIB, 512};

struct expected {
	uint64_t lba, blocks, offset;
};

/*
 * Extents {logical, physical, length, flags}, and by hand what is read:
 * LBA = (start + physical) / sector, blocks = length / sector, rounded up.
 */
/* clang-format off */
static const struct {
	const struct file_place *place;
	uint64_t file_bytes;
	struct { uint64_t logical, physical, length; uint32_t flags; } from[3];
	size_t from_count;
	int rc;
	const char *why; /* a part of it */
	struct expected to[3];
	size_t to_count;
	uint64_t bytes, holes;
} cases[] = {
	/* 8192 / 512 = 16 sectors at (1048576 + 40960) / 512 = 2128 */
	{ &part, 8192, {{0, 40960, 8192, FIEMAP_EXTENT_LAST}}, 1, 0, NULL,
	  {{2128, 16, 0}}, 1, 8192, 0 },
	{ &whole, 8192, {{0, 40960, 8192, 0}}, 1, 0, NULL, {{80, 16, 0}}, 1, 8192, 0 },
	/* the same bytes in sectors of 4096: 1089536 / 4096 = 266 */
	{ &part4k, 8192, {{0, 40960, 8192, 0}}, 1, 0, NULL, {{266, 2, 0}}, 1, 8192, 0 },
	/* 5000 bytes of a block of 8192: 10 sectors; or 2 of 4096 */
	{ &part, 5000, {{0, 40960, 8192, 0}}, 1, 0, NULL, {{2128, 10, 0}}, 1, 5120, 0 },
	{ &part4k, 5000, {{0, 40960, 8192, 0}}, 1, 0, NULL, {{266, 2, 0}}, 1, 8192, 0 },
	{ &part, 1, {{0, 40960, 4096, 0}}, 1, 0, NULL, {{2128, 1, 0}}, 1, 512, 0 },
	/* the second of two ends with the file: 904 bytes, 2 sectors */
	{ &part, 5000, {{0, 0, 4096, 0}, {4096, 40960, 4096, 0}}, 2, 0, NULL,
	  {{2048, 8, 0}, {2128, 2, 4096}}, 2, 5120, 0 },
	/* in the order of the file, not of the disk */
	{ &part, 12288, {{0, 81920, 4096, 0}, {4096, 0, 8192, 0}}, 2, 0, NULL,
	  {{2208, 8, 0}, {2048, 16, 4096}}, 2, 12288, 0 },
	/* one after the other in both: one */
	{ &part, 12288, {{0, 0, 4096, 0}, {4096, 4096, 8192, 0}}, 2, 0, NULL,
	  {{2048, 24, 0}}, 1, 12288, 0 },
	/* on the disk alone: a hole between them in the file */
	{ &part, 16384, {{0, 0, 4096, 0}, {8192, 4096, 8192, 0}}, 2, 0, NULL,
	  {{2048, 8, 0}, {2056, 16, 8192}}, 2, 12288, 4096 },
	/* holes at both ends: 20000 - 4096 */
	{ &part, 20000, {{8192, 0, 4096, 0}}, 1, 0, NULL, {{2048, 8, 8192}}, 1, 4096, 15904 },
	{ &part, 4096, {{0}}, 0, 0, NULL, {{0}}, 0, 0, 4096 },
	{ &part, 0, {{0}}, 0, 0, NULL, {{0}}, 0, 0, 0 },
	/* what was reserved past the end is no part of the file */
	{ &part, 4096, {{0, 0, 4096, 0}, {4096, 8192, 4096, FIEMAP_EXTENT_UNWRITTEN}}, 2,
	  0, NULL, {{2048, 8, 0}}, 1, 4096, 0 },
	/* shared by a copy that is one in name only, and merged by a kernel of blocks */
	{ &part, 4096, {{0, 0, 4096, FIEMAP_EXTENT_SHARED | FIEMAP_EXTENT_MERGED}}, 1, 0,
	  NULL, {{2048, 8, 0}}, 1, 4096, 0 },
	/* the last sector of the disk, and one more */
	{ &part, 512, {{0, 99 * MIB - 512, 512, 0}}, 1, 0, NULL, {{204799, 1, 0}}, 1, 512, 0 },
	{ &part, 1024, {{0, 99 * MIB - 512, 1024, 0}}, 1, -ERANGE, "past the end", {{0}}, 0, 0, 0 },
	{ &part, 512, {{0, UINT64_MAX - 4095, 512, 0}}, 1, -ERANGE, "past the end", {{0}}, 0, 0, 0 },
	{ &part, 512, {{0, 100, 512, 0}}, 1, -EINVAL, "sector", {{0}}, 0, 0, 0 },
	{ &part4k, 512, {{0, 512, 512, 0}}, 1, -EINVAL, "sector", {{0}}, 0, 0, 0 },
	{ &part, 8192, {{0, 0, 8192, 0}, {4096, 40960, 4096, 0}}, 2, -EBADMSG,
	  "contradicts", {{0}}, 0, 0, 0 },
	/* flags as the kernel sets them together (fiemap.rst) */
	{ &part, 50, {{0, 0, 50, FIEMAP_EXTENT_DATA_INLINE | FIEMAP_EXTENT_NOT_ALIGNED}}, 1,
	  -EOPNOTSUPP, "inside its inode", {{0}}, 0, 0, 0 },
	{ &part, 50, {{0, 0, 50, FIEMAP_EXTENT_DATA_TAIL | FIEMAP_EXTENT_NOT_ALIGNED}}, 1,
	  -EOPNOTSUPP, "ends of other files", {{0}}, 0, 0, 0 },
	{ &part, 512, {{0, 0, 512, FIEMAP_EXTENT_DELALLOC | FIEMAP_EXTENT_UNKNOWN}}, 1,
	  -EOPNOTSUPP, "not yet on the drive", {{0}}, 0, 0, 0 },
	{ &part, 512, {{0, 0, 512, FIEMAP_EXTENT_DATA_ENCRYPTED | FIEMAP_EXTENT_ENCODED}}, 1,
	  -EOPNOTSUPP, "encrypted", {{0}}, 0, 0, 0 },
	{ &part, 512, {{0, 0, 512, FIEMAP_EXTENT_ENCODED}}, 1, -EOPNOTSUPP, "compressed", {{0}}, 0, 0, 0 },
	{ &part, 512, {{0, 0, 512, FIEMAP_EXTENT_UNWRITTEN}}, 1, -EOPNOTSUPP, "never written", {{0}}, 0, 0, 0 },
	{ &part, 512, {{0, 0, 512, FIEMAP_EXTENT_UNKNOWN}}, 1, -EOPNOTSUPP, "does not want", {{0}}, 0, 0, 0 },
	{ &part, 512, {{0, 0, 512, FIEMAP_EXTENT_NOT_ALIGNED}}, 1, -EOPNOTSUPP, "block of its own", {{0}}, 0, 0, 0 },
	{ &part, 8192, {{0, 0, 4096, 0}, {4096, 0, 4096, FIEMAP_EXTENT_UNWRITTEN}}, 2,
	  -EOPNOTSUPP, "never written", {{0}}, 0, 0, 0 },
};
/* clang-format on */

static void ck_map(const struct file_map *map, int number)
{
	ck_assert_uint_eq(map->count, cases[number].to_count);
	ck_assert_uint_eq(map->bytes, cases[number].bytes);
	ck_assert_uint_eq(map->hole_bytes, cases[number].holes);
	for (size_t i = 0; i < map->count; i++) {
		const struct expected *expected = &cases[number].to[i];

		ck_assert_uint_eq(map->extents[i].lba, expected->lba);
		ck_assert_uint_eq(map->extents[i].blocks, expected->blocks);
		ck_assert_uint_eq(map->offsets[i], expected->offset);
	}
}

START_TEST(maps)
{
	struct fiemap_extent extents[3] = {0};
	struct file_map map = {0};
	const char *why = NULL;
	int rc;

	for (size_t i = 0; i < cases[_i].from_count; i++) {
		extents[i].fe_logical = cases[_i].from[i].logical;
		extents[i].fe_physical = cases[_i].from[i].physical;
		extents[i].fe_length = cases[_i].from[i].length;
		extents[i].fe_flags = cases[_i].from[i].flags;
	}
	rc = file_map_make(extents, cases[_i].from_count, cases[_i].file_bytes,
			   cases[_i].place, &map, &why);
	ck_assert_int_eq(rc, cases[_i].rc);
	if (rc < 0)
		ck_assert_msg(strstr(why, cases[_i].why), "%s", why);
	else
		ck_map(&map, _i);
	file_map_free(&map);
}
END_TEST

static char root[] = "/tmp/test_file_map.XXXXXX";

/* @format names a file of the tree; its directories are made. */
static void put(const char *path, const char *text)
{
	char name[PATH_MAX];
	FILE *file;

	ck_assert_int_lt(snprintf(name, sizeof(name), "%s/%s", root, path),
			 (int)sizeof(name));
	for (char *slash = name + sizeof(root); (slash = strchr(slash, '/')); slash++) {
		*slash = '\0';
		mkdir(name, 0755);
		*slash = '/';
	}
	file = fopen(name, "w");
	ck_assert_ptr_nonnull(file);
	fputs(text, file);
	ck_assert_int_eq(fclose(file), 0);
}

static void link_number(const char *number, const char *device)
{
	char name[PATH_MAX], target[PATH_MAX];

	put("sys/dev/block/x", "");
	snprintf(name, sizeof(name), "%s/sys/dev/block/%s", root, number);
	snprintf(target, sizeof(target), "../../devices/%s", device);
	ck_assert_int_eq(symlink(target, name), 0);
}

/* Devices as Linux 6.1 shows them. */
static void make_tree(void)
{
	ck_assert_ptr_nonnull(mkdtemp(root));
	put("sys/devices/pci/ata1/block/sda/size", "1433600\n");
	put("sys/devices/pci/ata1/block/sda/sda1/partition", "1\n");
	put("sys/devices/pci/ata1/block/sda/sda1/start", "2048\n");
	put("sys/devices/pci/ata1/block/sda/sda2/partition", "2\n");
	put("sys/devices/virtual/block/dm-0/dm/name", "vg-home\n");
	put("sys/devices/virtual/block/dm-0/slaves/sdb3/size", "1\n");
	put("sys/devices/virtual/block/dm-0/slaves/sda3/size", "1\n");
	put("sys/devices/virtual/block/md127/md/level", "raid1\n");
	put("sys/devices/virtual/block/md127/slaves/sda1/size", "1\n");
	put("sys/devices/virtual/block/loop0/loop/backing_file", "/a b/image\n");
	put("sys/devices/pci/nvme/nvme0/nvme0n1/nvme0n1p2/partition", "2\n");
	put("sys/devices/pci/nvme/nvme0/nvme0n1/nvme0n1p2/start", "999424\n");
	put("sys/devices/virtual/block/zram0/size", "8\n");
	link_number("8:0", "pci/ata1/block/sda");
	link_number("8:1", "pci/ata1/block/sda/sda1");
	link_number("8:2", "pci/ata1/block/sda/sda2");
	link_number("254:0", "virtual/block/dm-0");
	link_number("9:127", "virtual/block/md127");
	link_number("7:0", "virtual/block/loop0");
	link_number("259:2", "pci/nvme/nvme0/nvme0n1/nvme0n1p2");
	link_number("252:0", "virtual/block/zram0");
}

/* clang-format off */
static const struct {
	unsigned int major, minor;
	int rc;
	struct file_disk disk;
} disks[] = {
	{ 8, 0, 0, {FILE_DISK_PLAIN, "sda", "sda", "", "", 0} },
	/* 2048 x 512 */
	{ 8, 1, 0, {FILE_DISK_PLAIN, "sda", "sda1", "", "", 1048576} },
	{ 8, 2, -EIO, {0} }, /* no start */
	{ 254, 0, 0, {FILE_DISK_MAPPER, "dm-0", "dm-0", "vg-home", "sda3", 0} },
	{ 9, 127, 0, {FILE_DISK_RAID, "md127", "md127", "raid1", "sda1", 0} },
	{ 7, 0, 0, {FILE_DISK_LOOP, "loop0", "loop0", "/a b/image", "", 0} },
	/* 999424 x 512 */
	{ 259, 2, 0, {FILE_DISK_NVME, "nvme0n1", "nvme0n1p2", "", "", 511705088} },
	{ 252, 0, 0, {FILE_DISK_MEMORY, "zram0", "zram0", "", "", 0} },
	{ 0, 43, -ENODEV, {0} }, /* of btrfs, overlay, nfs: no device */
};
/* clang-format on */

START_TEST(disk)
{
	const struct file_disk *expected = &disks[_i].disk;
	struct file_disk found;
	int rc =
		file_disk_find(root, makedev(disks[_i].major, disks[_i].minor), &found);

	ck_assert_int_eq(rc, disks[_i].rc);
	if (rc < 0)
		return;
	ck_assert_int_eq(found.kind, expected->kind);
	ck_assert_str_eq(found.name, expected->name);
	ck_assert_str_eq(found.part, expected->part);
	ck_assert_str_eq(found.label, expected->label);
	ck_assert_str_eq(found.below, expected->below);
	ck_assert_uint_eq(found.start_bytes, expected->start_bytes);
}
END_TEST

/* Numbers of statfs(2). */
START_TEST(systems)
{
	char text[FILE_SYSTEM_TEXT];

	ck_assert_str_eq(file_system_name(0xef53, text), "ext2/3/4");
	ck_assert_str_eq(file_system_name(0x58465342, text), "xfs");
	ck_assert_str_eq(file_system_name(0x9123683e, text), "btrfs");
	ck_assert_str_eq(file_system_name(0x794c7630, text), "overlay");
	ck_assert_str_eq(file_system_name(0x01021994, text), "tmpfs");
	ck_assert_str_eq(file_system_name(0x6969, text), "nfs");
	ck_assert_str_eq(file_system_name(0xdeadbeef, text), "file system 0xdeadbeef");
	ck_assert(file_system_is_mapped(0xef53) && file_system_is_mapped(0x58465342));
	ck_assert(!file_system_is_mapped(0x9123683e));
	ck_assert(!file_system_is_mapped(0x01021994));
	ck_assert(!file_system_is_mapped(0xdeadbeef));
	ck_assert(file_system_is_memory(0x01021994));
	ck_assert(file_system_is_memory(0x858458f6)); /* ramfs */
	ck_assert(!file_system_is_memory(0xef53));
	ck_assert(!file_system_is_memory(0xdeadbeef));
}
END_TEST

static void remove_tree(void)
{
	char command[sizeof(root) + 16];

	snprintf(command, sizeof(command), "rm -rf %s", root);
	ck_assert_int_eq(system(command), 0);
}

int main(void)
{
	Suite *suite = suite_create("file_map");
	TCase *tcase = tcase_create("file_map");

	tcase_add_unchecked_fixture(tcase, make_tree, remove_tree);
	tcase_add_loop_test(tcase, maps, 0, sizeof(cases) / sizeof(cases[0]));
	tcase_add_loop_test(tcase, disk, 0, sizeof(disks) / sizeof(disks[0]));
	tcase_add_test(tcase, systems);
	suite_add_tcase(suite, tcase);
	return unit_main(suite);
}
