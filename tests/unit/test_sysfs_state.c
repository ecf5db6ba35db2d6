/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "facts.h"
#include "sysfs_state.h"
#include "unit.h"

/* A tree as Linux 6.1 shows it, file by file. */
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

static void make_tree(void)
{
	ck_assert_ptr_nonnull(mkdtemp(root));
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
	    "no mount at all\n");
	put("/proc/swaps", "Filename\tType\tSize\n/dev/sda5\tpartition\t1000\n");
}

static void remove_tree(void)
{
	char command[PATH_MAX];

	snprintf(command, sizeof(command), "rm -r %s", root);
	ck_assert_int_eq(system(command), 0);
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
	ck_assert_str_eq(state.mounted, "/mnt/with\\040blank");
	ck_assert_uint_eq(state.more_mounted, 2); /* /home, and swap */
	ck_assert_str_eq(state.holder, "dm-3");
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
	TCase *tcase = tcase_create("state");

	tcase_add_unchecked_fixture(tcase, make_tree, remove_tree);
	tcase_add_test(tcase, everything);
	tcase_add_test(tcase, nothing);
	tcase_add_test(tcase, changes);
	suite_add_tcase(suite, tcase);
	return unit_main(suite);
}
