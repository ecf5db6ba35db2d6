/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>

#include "session_bench.h"
#include "sysfs_tree.h"

/*
 * What the kernel counts while a simulated drive is measured that takes the place of
 * sda: a synthetic tree, which changes when the first command has come back.
 */
struct change {
	const char *dir, *file, *text;
};

static const struct change *change;

static void change_now(void *closure, const struct spec *spec,
		       const struct engine_event *event)
{
	(void)closure;
	(void)spec;
	(void)event;
	if (change)
		put(change->dir, change->file, change->text);
	change = NULL;
}

/* Requests, merged, sectors and ms of reads, the same of writes, in flight. */
#define STAT(read_sectors, written_sectors) \
	"10 0 " #read_sectors " 0 20 0 " #written_sectors " 0 0 0 0\n"
#define SCSI "devices/" AHCI
#define HOST "class/scsi_host/host0"
#define MOUNTS "../proc/self"

static void build_all(void)
{
	build();
	put_link("block/sda", SCSI "/block/sda");
}

static void put_counters(void)
{
	put(SCSI, "queue_depth", "32\n");
	put(SCSI, "ioerr_cnt", "0x1\n");
	put(SCSI, "iotmo_cnt", "0x0\n");
	put("class/ata_link/link1", "sata_spd", "3.0 Gbps\n");
	put("class/ata_device/dev1.0", "spdn_cnt", "0\n");
	put(SCSI "/block/sda", "stat", STAT(1000, 2000));
	put(HOST, "link_power_management_policy", "max_performance\n");
	put(MOUNTS, "mountinfo", "22 1 259:2 / / rw - ext4 /dev/nvme0n1p2 rw\n");
	put(SCSI, "power/runtime_status", "active\n");
}

/* As bench_begin(), with the facts of sda. */
static void begin(const char *argument)
{
	struct sgio_facts facts;

	bench_begin(argument);
	bench.options.sysroot = root;
	ck_assert_int_eq(sysfs_facts_of_name(root, "sda", &facts), 0);
	facts.node = SGIO_NODE_SIM;
	facts.capacity_bytes = -1; /* another drive's */
	strcpy(facts.ata_device, "dev1.0");
	bench.target.drive->facts = facts;
	bench.hooks.completed = change_now;
	bench.settings.length = (struct size){8 << 20, SIZE_BYTES};
	session_begin(&bench.session, &bench.target, &bench.settings, &bench.hooks);
}

static const struct spec dma = {.test = TEST_SEQUENTIAL, .path = PATH_DMA, .depth = 1};

/* Before the session begins, and what is said of it. */
static const struct {
	struct change before;
	const char *code, *words;
	bool redact;
} surroundings[] = {
	{{NULL, NULL, NULL}, NULL, NULL, false},
	{{HOST, "link_power_management_policy", "min_power\n"},
	 "link_power",
	 "'min_power'",
	 false},
	{{HOST, "link_power_management_policy", "keep_firmware_settings\n"},
	 NULL,
	 NULL,
	 false},
	{{SCSI, "power/runtime_status", "suspended\n"},
	 "suspended",
	 "was suspended",
	 false},
	{{MOUNTS, "mountinfo", "36 1 8:1 / /home rw - ext4 /dev/sda1 rw\n"},
	 "mounted",
	 "in use: mounted on '/home'",
	 false},
	{{MOUNTS, "mountinfo",
	  "36 1 8:1 / /home rw - ext4 /dev/sda1 rw\n"
	  "37 1 8:1 / /srv rw - ext4 /dev/sda1 rw\n"},
	 "mounted",
	 "'/home' and 1 more",
	 false},
	{{MOUNTS, "mountinfo", "36 1 8:1 / /home rw - ext4 /dev/sda1 rw\n"},
	 "mounted",
	 "in use: mounted",
	 true},
	/* Last, since it stays. */
	{{SCSI "/block/sda/holders/md0", "dev", "9:0\n"},
	 "held",
	 "in use: part of another device",
	 true},
	{{SCSI "/block/sda/holders/md0", "dev", "9:0\n"},
	 "held",
	 "part of 'md0'",
	 false},
};

START_TEST(surrounded)
{
	const struct change *before = &surroundings[_i].before;

	put_counters();
	if (before->file)
		put(before->dir, before->file, before->text);
	begin("sim:ideal,mb_s=550"); /* nothing to say of the rate */
	bench.options.redact = surroundings[_i].redact;
	bench_measure(&dma);
	ck_assert_uint_eq(bench.result.warning_count, surroundings[_i].code ? 1 : 0);
	if (surroundings[_i].code) {
		ck_assert_str_eq(bench.result.warnings[0].code, surroundings[_i].code);
		ck_assert_msg(bench_says(bench.result.warnings[0].message,
					 surroundings[_i].words),
			      "%s", bench.result.warnings[0].message);
		ck_assert(!surroundings[_i].redact ||
			  !strpbrk(bench.result.warnings[0].message, "'/"));
	}
	ck_assert(bench.result.valid);
	bench_end();
}
END_TEST

/* While it is measured: neither that figure nor a later one holds. */
static const struct {
	struct change change;
	const char *words;
} changes[] = {
	{{SCSI, "queue_depth", "1\n"}, "queue_depth changed from 32 to 1"},
	{{SCSI, "ioerr_cnt", "0x1f\n"}, "ioerr_cnt changed from 1 to 31"},
	{{SCSI, "iotmo_cnt", "0x1\n"}, "iotmo_cnt changed from 0 to 1"},
	{{"class/ata_link/link1", "sata_spd", "1.5 Gbps\n"},
	 "sata_spd changed from 3000000000 to 1500000000"},
	{{"class/ata_device/dev1.0", "spdn_cnt", "1\n"},
	 "spdn_cnt changed from 0 to 1"},
};

START_TEST(changed)
{
	put_counters();
	begin("sim:ideal,mb_s=250");
	bench.settings.length.number = 0; /* seconds, had it not changed */
	change = &changes[_i].change;
	bench_measure(&dma);
	ck_assert_msg(bench_says(bench_warning("changed"), changes[_i].words), "%s",
		      bench_warning("changed"));
	ck_assert(!bench.result.valid);
	ck_assert_uint_gt(bench.result.bytes, 0);
	/* It ended at the first look, 0.1 s of the drive's clock after its begin. */
	ck_assert_uint_lt(bench.result.elapsed_ns, 110000000);
	put_counters(); /* as if nothing had been */
	bench_measure(&dma);
	ck_assert(!bench.result.valid);
	bench_end();
}
END_TEST

/* A read error counts there, too; it is no change that anybody else made. */
START_TEST(own_errors)
{
	static const struct change counted = {SCSI, "ioerr_cnt", "0x2\n"};

	put_counters();
	begin("sim:ideal,unc=5000");
	change = &counted;
	bench_measure(&dma);
	ck_assert_uint_eq(bench.result.error_count, 1);
	ck_assert_uint_eq(bench.result.bytes, 15 * 524288);
	ck_assert_ptr_null(bench_warning("changed"));
	ck_assert(bench.result.valid && !bench.session.changed);
	bench_end();
}
END_TEST

/*
 * 8 MiB are 16,384 sectors, and 1,024 more may have been in flight. SG_IO is not
 * counted.
 */
static const struct {
	enum path path;
	struct change change;
	const char *words; /* NULL: nothing to be said */
} others[] = {
	{PATH_DMA, {SCSI "/block/sda", "stat", STAT(1000, 2000)}, NULL},
	{PATH_DMA, {SCSI "/block/sda", "stat", STAT(1008, 2000)}, "others read 4 KiB"},
	{PATH_SCSI, {SCSI "/block/sda", "stat", STAT(3048, 2000)}, "others read 1 MiB"},
	{PATH_DMA, {SCSI "/block/sda", "stat", STAT(1008, 2016)}, "others wrote 8 KiB"},
	{PATH_DIRECT, {SCSI "/block/sda", "stat", STAT(17384, 2000)}, NULL},
	{PATH_DIRECT, {SCSI "/block/sda", "stat", STAT(18408, 2000)}, NULL},
	{PATH_DIRECT,
	 {SCSI "/block/sda", "stat", STAT(20456, 2000)},
	 "others read 1 MiB"},
	{PATH_DIRECT,
	 {SCSI "/block/sda", "stat", STAT(17384, 2001)},
	 "others wrote 512 B"},
};

START_TEST(other_io)
{
	struct spec spec = dma;

	put_counters();
	begin("sim:ideal,mb_s=550");
	spec.path = others[_i].path;
	change = &others[_i].change;
	bench_measure(&spec);
	if (others[_i].words)
		ck_assert_msg(bench_says(bench_warning("other_io"), others[_i].words),
			      "%s", bench_warning("other_io"));
	else
		ck_assert_msg(!bench_warning("other_io"), "%s",
			      bench_warning("other_io"));
	ck_assert(bench.result.valid);
	bench_end();
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("session_note");
	TCase *tests = tcase_create("session_note");

	tcase_add_unchecked_fixture(tests, build_all, remove_tree);
	tcase_add_loop_test(tests, surrounded, 0, COUNT(surroundings));
	tcase_add_loop_test(tests, changed, 0, COUNT(changes));
	tcase_add_test(tests, own_errors);
	tcase_add_loop_test(tests, other_io, 0, COUNT(others));
	suite_add_tcase(suite, tests);
	return unit_main(suite);
}
