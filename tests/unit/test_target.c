/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "target.h"
#include "unit.h"

#define COUNT(table) ((int)(sizeof(table) / sizeof((table)[0])))

static struct drive_options options;
static struct target target;

static void open_as(const char *argument)
{
	target_open(&target, argument, &options);
}

static void open_default(const char *argument)
{
	drive_options_init(&options);
	open_as(argument);
}

static bool says(const char *message, const char *words)
{
	return message && strstr(message, words);
}

/* What cannot be timed. */
static const struct {
	const char *argument;
	enum ask_nocheck nocheck;
	unsigned int status;
	const char *code, *words;
} refused[] = {
	{"-", ASK_ALWAYS, 2, "not_a_drive", "standard input"},
	{"/", ASK_ALWAYS, 32, "directory", "directory"},
	{"/dev/null", ASK_ALWAYS, 32, "not_a_drive", "no drive"},
	{"/nosuch", ASK_ALWAYS, 2, "not_found", "No such file"},
	{"sim:none", ASK_ALWAYS, 2, "simulated_drive", "no simulated drive"},
	{"sim:atapi", ASK_ALWAYS, 2, "optical", "only disks are read"},
	{"sim:hdd,eperm", ASK_ALWAYS, 2, "no_permission", "CAP_SYS_RAWIO"},
	{"sim:hdd,standby", ASK_UNLESS_STANDBY, 16, "skipped", "standby"},
	{"sim:hdd,timeout=1", ASK_ALWAYS, 4, "timeout", "in time"},
	{"sim:hdd,word=60:0,word=61:0,word=100:0,word=101:0,word=102:0", ASK_ALWAYS, 2,
	 "no_sectors", "how many sectors"},
};

START_TEST(refuse)
{
	drive_options_init(&options);
	options.nocheck = refused[_i].nocheck;
	open_as(refused[_i].argument);
	ck_assert_uint_eq(target.subject.status, refused[_i].status);
	ck_assert_str_eq(target.subject.error_code, refused[_i].code);
	ck_assert_msg(says(target.subject.error_message, refused[_i].words), "%s",
		      target.subject.error_message);
	target_close(&target);
}
END_TEST

/* With its name, and with a pseudonym for it. */
START_TEST(refuse_dump)
{
	char name[] = "/tmp/test_target.XXXXXX";
	int fd = mkstemp(name);

	ck_assert_int_ge(fd, 0);
	drive_options_init(&options);
	if (_i)
		ck_assert_int_eq(drive_options_redact(&options), 0);
	open_as(name);
	ck_assert_ptr_null(target.drive);
	ck_assert_uint_eq(target.subject.status, 2);
	ck_assert(says(target.subject.error_message, "is a dump"));
	ck_assert(says(target.subject.error_message, "sim:"));
	ck_assert(says(target.subject.error_message, name + 5) == !_i);
	target_close(&target);
	close(fd);
	unlink(name);
}
END_TEST

/* The checksum is wrong: read from it all the same. */
START_TEST(damaged)
{
	open_default("sim:ideal,bad-checksum");
	ck_assert_uint_eq(target.subject.status, EXIT_DAMAGED);
	ck_assert_ptr_nonnull(target.drive);
	target_close(&target);
}
END_TEST

static const struct {
	const char *argument;
	enum path path;
	unsigned int depth;
	int rc;
	const char *words; /* NULL: it works */
	bool lba48;
	uint8_t cdb_length;
	uint64_t capacity;
} uses[] = {
	{"sim:ideal", PATH_DMA, 1, 0, NULL, true, 16, 1953525168},
	{"sim:ideal", PATH_DMA, 4, 0, NULL, true, 16, 1953525168},
	{"sim:ideal", PATH_NCQ, 32, 0, NULL, true, 16, 1953525168},
	{"sim:ideal", PATH_SCSI, 1, 0, NULL, true, 16, 1953525168},
	{"sim:ideal", PATH_DIRECT, 8, 0, NULL, true, 16, 1953525168},
	{"sim:ideal", PATH_PAGE, 1, -EOPNOTSUPP, "not simulated", 0, 0, 0},
	{"sim:usb", PATH_DMA, 1, 0, NULL, true, 12, 976773168},
	{"sim:usb", PATH_PIO, 1, 0, NULL, true, 12, 976773168},
	{"sim:usb", PATH_NCQ, 1, -EOPNOTSUPP, "16-byte CDB", 0, 0, 0},
	{"sim:pata", PATH_NCQ, 1, -EOPNOTSUPP, "has no NCQ", 0, 0, 0},
	{"sim:pata,word=83:4000", PATH_DMA, 1, 0, NULL, false, 16, 268435455},
	/* Bits 15:14 are not 01: bit 10 says nothing. */
	{"sim:pata,word=83:0400", PATH_DMA, 1, 0, NULL, false, 16, 268435455},
	{"sim:pata,word=49:0200", PATH_DMA, 1, -EOPNOTSUPP, "no DMA", 0, 0, 0},
	{"sim:pata,word=49:0200", PATH_PIO, 1, 0, NULL, true, 16, 488397168},
};

START_TEST(use)
{
	struct command_form form;
	struct sgio_drive *drive;
	char *why;
	int rc;

	open_default(uses[_i].argument);
	ck_assert_uint_eq(target.subject.status, 0);
	rc = target_use(&target, uses[_i].path, uses[_i].depth, &drive, &form, &why);
	ck_assert_int_eq(rc, uses[_i].rc);
	if (uses[_i].words) {
		ck_assert_msg(says(why, uses[_i].words), "%s", why);
	} else {
		ck_assert_ptr_null(why);
		ck_assert_ptr_eq(drive, target.drive); /* its only one */
		ck_assert_int_eq(form.path, uses[_i].path);
		ck_assert(form.lba48 == uses[_i].lba48);
		ck_assert_uint_eq(form.cdb_length, uses[_i].cdb_length);
		ck_assert_uint_eq(form.capacity, uses[_i].capacity);
		ck_assert_uint_eq(form.logical_block_size, 512);
		ck_assert_uint_eq(form.timeout_ms, 30000);
	}
	free(why);
	target_close(&target);
}
END_TEST

/* What only the kernel's facts can say. */
START_TEST(refuse_by_facts)
{
	struct command_form form;
	struct sgio_drive *drive;
	char *why;

	open_default("sim:ideal");
	target.drive->facts.queue_depth = 1;
	ck_assert_int_eq(target_use(&target, PATH_NCQ, 1, &drive, &form, &why),
			 -EOPNOTSUPP);
	ck_assert(says(why, "queue depth is 1"));
	free(why);
	target.no_pass_through = true;
	ck_assert_int_eq(target_use(&target, PATH_DMA, 1, &drive, &form, &why), -EPERM);
	ck_assert(says(why, "CAP_SYS_RAWIO") && says(why, "--path=scsi") &&
		  says(why, "--path=direct"));
	free(why);
	ck_assert_int_eq(target_use(&target, PATH_SCSI, 1, &drive, &form, &why), 0);
	/* A kernel that sees less of it (a host protected area) ends earlier. */
	target.drive->facts.capacity_bytes = 512 * 1000;
	ck_assert_int_eq(target_use(&target, PATH_SCSI, 1, &drive, &form, &why), 0);
	ck_assert_uint_eq(form.capacity, 1000);
	target_close(&target);
}
END_TEST

/*
 * Ten bits a byte and 2,048 of 2,052: 150e6 × 2048 / 2052 = 149,707,602.3. Parallel
 * ATA: UDMA mode 6 moves a word in 15 ns, multiword mode 2 in 120 ns.
 */
static const struct {
	const char *argument;
	enum sgio_bus bus; /* SGIO_BUS_UNKNOWN: as it is */
	bool port_multiplier;
	int64_t kernel_speed; /* 0: as it is */
	uint64_t speed, limit;
} links[] = {
	{"sim:ideal,word=77:0002", 0, false, 0, 1500000000, 149707602},
	{"sim:hdd", 0, false, 0, 3000000000, 299415204},
	{"sim:ideal", 0, false, 0, 6000000000, 598830409},
	{"sim:ideal", SGIO_BUS_SAS, false, 0, 6000000000, 0},
	{"sim:ideal", 0, true, 0, 6000000000, 0},
	{"sim:ideal,word=77:0000", 0, false, 1500000000, 1500000000, 149707602},
	{"sim:ideal,word=77:0000", 0, false, -1, 0, 0},
	{"sim:usb", 0, false, 0, 1500000000, 0},
	{"sim:pata", 0, false, 0, 0, 133333000},
	{"sim:pata,word=88:003f,word=63:0407", 0, false, 0, 0, 16667000},
	{"sim:pata,word=88:003f,word=63:0007", 0, false, 0, 0, 0},
};

START_TEST(link_limit)
{
	struct sgio_facts *facts;

	open_default(links[_i].argument);
	ck_assert_ptr_nonnull(target.drive);
	facts = &target.drive->facts;
	if (links[_i].bus)
		facts->bus = links[_i].bus;
	facts->port_multiplier = links[_i].port_multiplier;
	if (links[_i].kernel_speed)
		facts->link_bits_per_second = links[_i].kernel_speed;
	ck_assert_uint_eq(target_link_speed(&target), links[_i].speed);
	ck_assert_uint_eq(target_link_limit(&target), links[_i].limit);
	target_close(&target);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("target");
	TCase *tests = tcase_create("target");

	tcase_add_loop_test(tests, refuse, 0, COUNT(refused));
	tcase_add_loop_test(tests, refuse_dump, 0, 2);
	tcase_add_test(tests, damaged);
	tcase_add_loop_test(tests, use, 0, COUNT(uses));
	tcase_add_test(tests, refuse_by_facts);
	tcase_add_loop_test(tests, link_limit, 0, COUNT(links));
	suite_add_tcase(suite, tests);
	return unit_main(suite);
}
