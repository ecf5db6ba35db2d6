/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "facts.h"
#include "sysfs_state.h"
#include "unit.h"

/*
 * A tree as Linux 6.1 shows it, file by file: sda on an ATA port, sdc behind a port
 * multiplier, sdd behind USB, sde whole under device mapper; sr1 and sr10, whose names
 * begin alike.
 */
static char root[] = "/tmp/test_state.XXXXXX";

static void put(const char *name, const char *text)
{
	char path[PATH_MAX];
	FILE *file;

	snprintf(path, sizeof(path), "%s%s", root, name);
	for (char *slash = strchr(path + sizeof(root), '/'); slash;
	     slash = strchr(slash + 1, '/')) {
		*slash = '\0';
		ck_assert(!mkdir(path, 0777) || errno == EEXIST);
		*slash = '/';
	}
	if (!text)
		return;
	file = fopen(path, "w");
	ck_assert_ptr_nonnull(file);
	fputs(text, file);
	fclose(file);
}

/* /sys/dev/block/NUMBER leads to it. */
static void number(const char *number, const char *target)
{
	char path[PATH_MAX];

	put("/sys/dev/block/", NULL);
	snprintf(path, sizeof(path), "%s/sys/dev/block/%s", root, number);
	ck_assert_int_eq(symlink(target, path), 0);
}

static void make_others(void)
{
	put("/sys/block/sdc/stat",
	    "       1        2        3        4        5        6        7       8"
	    "        9       10       11\n");
	put("/sys/block/sdc/device/queue_depth", "31\n");
	put("/sys/block/sdc/device/power/runtime_status", "suspended\n");
	put("/sys/class/ata_link/link4/sata_spd", "6.0 Gbps\n");
	put("/sys/class/ata_link/link4.2/sata_spd", "1.5 Gbps\n");
	put("/sys/class/ata_device/dev4.2.0/spdn_cnt", "2\n");
	put("/sys/class/scsi_host/host3/link_power_management_policy",
	    "max_performance\n");
	put("/sys/block/sdd/stat", "1 2 3 4 5 6 7\n"); /* cut */
	put("/sys/block/sdd/device/queue_depth", "1\n");
	put("/sys/block/sdd/device/ioerr_cnt", "none\n");
	put("/sys/block/sdd/device/iotmo_cnt", "");
	put("/sys/class/ata_link/link7/sata_spd", "<unknown>\n");
	put("/sys/block/sde/holders/dm-0", "");
	put("/sys/block/sde/sde1/holders/dm-3", "");
	put("/sys/block/sr1/stat", "0 0 0 0 0 0 0 0 0\n");
	number("8:1", "../../devices/pci0000:00/ata1/host0/block/sda/sda1");
	number("8:32", "../../devices/pci0000:00/ata4/host3/block/sdc");
	number("8:33", "../../devices/pci0000:00/ata4/host3/block/sdc/sdc1");
	number("8:17", "../../devices/pci0000:00/ata1/host1/block/sdb/sdb1");
}

static void make_tree(void)
{
	ck_assert_ptr_nonnull(mkdtemp(root));
	make_others();
	/* reads, merged, sectors, ms; writes, merged, sectors, ms; in flight, … */
	put("/sys/block/sda/stat",
	    "     301       12    24080      190       17        3      136       9"
	    "        2      200      199        0        0        0        0\n");
	put("/sys/block/sda/device/queue_depth", "32\n");
	put("/sys/block/sda/device/ioerr_cnt", "0x1f\n");
	put("/sys/block/sda/device/iotmo_cnt", "0x0\n");
	put("/sys/block/sda/device/power/runtime_status", "active\n");
	put("/sys/block/sda/holders/", NULL);
	put("/sys/block/sda/sda1/holders/dm-3", "");
	put("/sys/class/ata_link/link1/sata_spd", "6.0 Gbps\n");
	put("/sys/class/ata_device/dev1.0/spdn_cnt", "1\n");
	put("/sys/class/scsi_host/host0/link_power_management_policy",
	    "med_power_with_dipm\n");
	put("/proc/self/mountinfo",
	    "22 1 8:17 / / rw - ext4 /dev/sdb1 rw\n"
	    "36 22 8:1 / /mnt/with\\040blank rw,noatime shared:1 - ext4 /dev/sda1 rw\n"
	    "37 22 8:2 / /home rw - xfs /dev/sda12 rw\n"
	    "38 22 65:0 / /other rw - ext4 /dev/sdab1 rw\n"
	    "39 22 0:5 / /dev rw shared:2 - devtmpfs udev rw\n"
	    "40 22 8:33 / /by/number rw - ext4 /dev/root rw\n"
	    "41 22 8:32 / /whole rw - ext4 /dev/root rw\n"
	    "42 22 0:43 /@ /btrfs rw - btrfs /dev/sdd2 rw\n"
	    "43 22 11:10 / /optical ro - iso9660 /dev/sr10 ro\n"
	    "44 22\n"
	    "45 22 8:1 / /cut rw\n"
	    "46 22 8:1 /nothing - \n"
	    " - \n"
	    "no mount at all\n");
	put("/proc/swaps", "Filename\tType\tSize\n/dev/sda5\tpartition\t1000\n");
}

static void remove_tree(void)
{
	char command[PATH_MAX];

	snprintf(command, sizeof(command), "rm -r %s", root);
	ck_assert_int_eq(system(command), 0);
	strcpy(root + strlen(root) - 6, "XXXXXX"); /* for mkdtemp() again */
}

static struct sgio_facts facts_of(const char *disk)
{
	struct sgio_facts facts;

	sgio_facts_unknown(&facts);
	snprintf(facts.block_name, sizeof(facts.block_name), "%s", disk);
	snprintf(facts.scsi_address, sizeof(facts.scsi_address), "0:0:0:0");
	snprintf(facts.ata_link, sizeof(facts.ata_link), "link1");
	snprintf(facts.ata_device, sizeof(facts.ata_device), "dev1.0");
	return facts;
}

START_TEST(everything)
{
	struct sgio_facts facts = facts_of("sda");
	struct sysfs_state state;

	sysfs_state_read(root, &facts, &state);
	ck_assert_int_eq(state.reads, 301);
	ck_assert_int_eq(state.read_sectors, 24080);
	ck_assert_int_eq(state.writes, 17);
	ck_assert_int_eq(state.written_sectors, 136);
	ck_assert_int_eq(state.in_flight, 2);
	ck_assert_int_eq(state.queue_depth, 32);
	ck_assert_int_eq(state.ioerr_count, 31);
	ck_assert_int_eq(state.iotmo_count, 0);
	ck_assert_int_eq(state.link_bits_per_second, 6000000000);
	ck_assert_int_eq(state.spdn_count, 1);
	ck_assert_str_eq(state.runtime_status, "active");
	ck_assert_str_eq(state.link_power_policy, "med_power_with_dipm");
	ck_assert_str_eq(state.mounted, "/mnt/with blank");
	ck_assert_uint_eq(state.more_mounted, 2); /* /home, and swap */
	ck_assert_str_eq(state.holder, "dm-3");
}
END_TEST

/* The link, and the device on it, are those behind the multiplier. */
START_TEST(port_multiplier)
{
	struct sgio_facts facts = facts_of("sdc");
	struct sysfs_state state;

	snprintf(facts.scsi_address, sizeof(facts.scsi_address), "3:2:0:0");
	snprintf(facts.ata_link, sizeof(facts.ata_link), "link4.2");
	snprintf(facts.ata_device, sizeof(facts.ata_device), "dev4.2.0");
	sysfs_state_read(root, &facts, &state);
	ck_assert_int_eq(state.link_bits_per_second, 1500000000);
	ck_assert_int_eq(state.spdn_count, 2);
	ck_assert_int_eq(state.queue_depth, 31);
	ck_assert_str_eq(state.link_power_policy, "max_performance");
	ck_assert_str_eq(state.runtime_status, "suspended");
	ck_assert_int_eq(state.reads, 1);
	ck_assert_int_eq(state.read_sectors, 3);
	ck_assert_int_eq(state.writes, 5);
	ck_assert_int_eq(state.written_sectors, 7);
	ck_assert_int_eq(state.in_flight, 9);
	ck_assert_int_eq(state.ioerr_count, -1);
	/* Both are /dev/root to the kernel: only the number tells. */
	ck_assert_str_eq(state.mounted, "/by/number");
	ck_assert_uint_eq(state.more_mounted, 1);
	ck_assert_str_eq(state.holder, "");
}
END_TEST

/* What cannot be read is unknown, and no 0. */
START_TEST(usb)
{
	struct sgio_facts facts = facts_of("sdd");
	struct sysfs_state state;

	snprintf(facts.scsi_address, sizeof(facts.scsi_address), "6:0:0:0");
	facts.ata_device[0] = '\0';
	snprintf(facts.ata_link, sizeof(facts.ata_link), "link7");
	sysfs_state_read(root, &facts, &state);
	ck_assert_int_eq(state.queue_depth, 1);
	ck_assert_int_eq(state.link_bits_per_second, -1);
	ck_assert_int_eq(state.spdn_count, -1);
	ck_assert_int_eq(state.ioerr_count, -1);
	ck_assert_int_eq(state.iotmo_count, -1);
	ck_assert_int_eq(state.reads, -1);
	ck_assert_int_eq(state.in_flight, -1);
	ck_assert_str_eq(state.link_power_policy, "");
	ck_assert_str_eq(state.runtime_status, "");
	ck_assert_str_eq(state.mounted, "/btrfs");
	ck_assert_uint_eq(state.more_mounted, 0);
}
END_TEST

static const struct {
	const char *disk, *mounted, *holder;
} uses[] = {
	{"sde", "", "dm-0"}, /* its own before those of its partitions */
	{"sdb", "/", ""},         {"sdab", "/other", ""},
	{"sr10", "/optical", ""}, {"sr1", "", ""}, /* sr10 is no partition of it */
	{"sd", "", ""},
};

START_TEST(in_use)
{
	struct sgio_facts facts = facts_of(uses[_i].disk);
	char name[64];
	struct sysfs_state state;

	snprintf(name, sizeof(name), "/sys/block/%s/", uses[_i].disk);
	put(name, NULL);
	sysfs_state_read(root, &facts, &state);
	ck_assert_str_eq(state.mounted, uses[_i].mounted);
	ck_assert_str_eq(state.holder, uses[_i].holder);
}
END_TEST

/* Once a second that is not looked at. */
START_TEST(counts_alone)
{
	struct sgio_facts facts = facts_of("sda");
	struct sysfs_state state;

	sysfs_state_read_counts(root, &facts, &state);
	ck_assert_int_eq(state.reads, 301);
	ck_assert_int_eq(state.spdn_count, 1);
	ck_assert_str_eq(state.mounted, "");
	ck_assert_str_eq(state.holder, "");
}
END_TEST

static void long_tree(const char *mountinfo)
{
	ck_assert_ptr_nonnull(mkdtemp(root));
	put("/sys/block/sdc/", NULL);
	put("/proc/self/mountinfo", mountinfo);
}

/*
 * A line longer than any buffer: what overlayfs was given fills pages. It is no mount
 * of the disk, whatever stands in it, and the next line counts. What is too long for
 * its field is cut.
 */
START_TEST(long_lines)
{
	enum { LONG = 9000, NAME = 100 };
	static const char mount[] =
		"1 2 0:5 / /1 /2 /3 /4 /5 /6 /7 - ext4 /dev/sdc1 rw ";
	struct sgio_facts facts = facts_of("sdc");
	struct sysfs_state state;
	char text[LONG + 200] =
		"40 22 0:50 / /overlay rw - overlay overlay rw,lowerdir=";
	size_t start = strlen(text);

	memset(text + start, 'x', LONG - start);
	for (size_t i = start; i + sizeof(mount) < LONG; i += sizeof(mount) - 1)
		memcpy(text + i, mount, sizeof(mount) - 1);
	strcpy(text + LONG, "\n41 22 0:51 / /");
	memset(text + strlen(text), 'n', NAME);
	strcpy(text + LONG + 15 + NAME, " rw - ext4 /dev/sdc1 rw\n");
	long_tree(text);
	sysfs_state_read(root, &facts, &state);
	ck_assert_uint_eq(state.more_mounted, 0);
	ck_assert_uint_eq(strlen(state.mounted), sizeof(state.mounted) - 1);
	ck_assert(!strncmp(state.mounted, "/nnnn", 5));
}
END_TEST

START_TEST(nothing)
{
	struct sgio_facts facts = facts_of("sdz");
	struct sysfs_state state;

	facts.ata_link[0] = '\0';
	facts.ata_device[0] = '\0';
	facts.scsi_address[0] = '\0';
	sysfs_state_read(root, &facts, &state);
	ck_assert_int_eq(state.reads, -1);
	ck_assert_int_eq(state.queue_depth, -1);
	ck_assert_int_eq(state.ioerr_count, -1);
	ck_assert_int_eq(state.link_bits_per_second, -1);
	ck_assert_str_eq(state.mounted, "");
	ck_assert_str_eq(state.holder, "");
	facts.block_name[0] = '\0';
	sysfs_state_read(root, &facts, &state);
	ck_assert_int_eq(state.writes, -1);
}
END_TEST

START_TEST(changes)
{
	struct sgio_facts facts = facts_of("sda");
	struct sysfs_state before, after;
	int64_t was = 7, is = 7;

	sysfs_state_read_counts(root, &facts, &before);
	after = before;
	after.reads++;
	after.in_flight = 0;
	ck_assert_ptr_null(sysfs_state_changed(&before, &after, &was, &is));
	ck_assert_int_eq(was, 7);
	after.iotmo_count = 2;
	ck_assert_str_eq(sysfs_state_changed(&before, &after, &was, &is), "iotmo_cnt");
	ck_assert_int_eq(was, 0);
	ck_assert_int_eq(is, 2);
	after.queue_depth = 1;
	ck_assert_str_eq(sysfs_state_changed(&before, &after, &was, &is),
			 "queue_depth");
	/* What is not known any more has not changed. */
	after = before;
	after.queue_depth = -1;
	after.link_bits_per_second = -1;
	ck_assert_ptr_null(sysfs_state_changed(&before, &after, &was, &is));
	after.spdn_count = 2;
	ck_assert_str_eq(sysfs_state_changed(&before, &after, &was, &is), "spdn_cnt");
	after = before;
	after.ioerr_count++;
	ck_assert_str_eq(sysfs_state_changed(&before, &after, &was, &is), "ioerr_cnt");
	after = before;
	after.link_bits_per_second = 3000000000;
	ck_assert_str_eq(sysfs_state_changed(&before, &after, &was, &is), "sata_spd");
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("sysfs_state");
	TCase *tcase = tcase_create("state"), *lines = tcase_create("lines");

	tcase_add_unchecked_fixture(tcase, make_tree, remove_tree);
	tcase_add_test(tcase, everything);
	tcase_add_test(tcase, port_multiplier);
	tcase_add_test(tcase, usb);
	tcase_add_loop_test(tcase, in_use, 0, sizeof(uses) / sizeof(uses[0]));
	tcase_add_test(tcase, counts_alone);
	tcase_add_test(tcase, nothing);
	tcase_add_test(tcase, changes);
	suite_add_tcase(suite, tcase);
	tcase_add_checked_fixture(lines, NULL, remove_tree);
	tcase_add_test(lines, long_lines);
	suite_add_tcase(suite, lines);
	return unit_main(suite);
}
