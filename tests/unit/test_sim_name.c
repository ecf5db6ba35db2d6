/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdio.h>
#include <unistd.h>

#include "sim_request.h"

/* Names of simulated drives, right and wrong, and pages from files. */
#define KEYS                                                                          \
	"; there are unc, timeout, abort, short, icrc, gone-after, bad-checksum, "    \
	"no-sense, fixed-sense, descriptor-sense, zero-registers, standby, sleep, "   \
	"suspended, eperm, smart-failing, no-logs, native-max, word, serial, model, " \
	"firmware, "                                                                  \
	"zeros, command_us, mb_s, handshake, media_mb_s, zones, seek_ms, rpm, "       \
	"buffer_kib, lookahead, latency_us, channels, page_kib"
#define DRIVES                                                                      \
	"; there are hdd, ssd, pata, smr, 4kn, atapi, usb, ideal, hts545025b9a300 " \
	"and the name of any dump"

struct wrong {
	const char *name;
	int rc;
	const char *message;
};

/* clang-format off */
static const struct wrong wrongs[] = {
	{"hddd", -ENOENT,
	 "no simulated drive or file 'hddd', the nearest is 'hdd'" DRIVES},
	{"HDD", -ENOENT,
	 "no simulated drive or file 'HDD', the nearest is 'hdd'" DRIVES},
	{"atpi,x", -ENOENT,
	 "no simulated drive or file 'atpi', the nearest is 'atapi'" DRIVES},
	{"", -ENOENT, "no simulated drive or file '', the nearest is 'hdd'" DRIVES},
	{"/nowhere/x", -ENOENT,
	 "no IDENTIFY page from '/nowhere/x': No such file or directory"},
	{"/dev/null", -ENODATA,
	 "no IDENTIFY page from '/dev/null': the file holds no whole dump"},
	{"/", -EISDIR, "no IDENTIFY page from '/': Is a directory"},
	{"hdd,tiemout=1", -EINVAL, "no key 'tiemout', the nearest is 'timeout'" KEYS},
	{"hdd,", -EINVAL, "no key '', the nearest is 'unc'" KEYS},
	{"hdd,standby,,eperm", -EINVAL, "no key '', the nearest is 'unc'" KEYS},
	{"hdd,timeout", -EINVAL,
	 "'timeout', its value is the number of a command, from 1"},
	{"hdd,timeout=", -EINVAL,
	 "'timeout' cannot be '', its value is the number of a command, from 1"},
	{"hdd,timeout=0", -EINVAL,
	 "'timeout' cannot be '0', its value is the number of a command, from 1"},
	{"hdd,timeout=-1", -EINVAL,
	 "'timeout' cannot be '-1', its value is the number of a command, from 1"},
	{"hdd,timeout=99999999999999999999", -EINVAL,
	 "'timeout' cannot be '99999999999999999999', its value is the number of a "
	 "command, from 1"},
	{"hdd,timeout=1x", -EINVAL,
	 "'timeout' cannot be '1x', its value is the number of a command, from 1"},
	{"hdd,standby=1", -EINVAL, "'standby' takes no value"},
	{"hdd,unc=6-7,unc=7", -EINVAL,
	 "'unc' cannot be '7', its value is LBA or LBA-LBA, each behind the one before"},
	{"hdd,timeout=1,timeout=2", -EINVAL, "'timeout' is given twice"},
	{"hdd,eperm,eperm", -EINVAL, "'eperm' is given twice"},
	{"hdd,unc=9-8", -EINVAL, "'unc' cannot be '9-8', its value is LBA or LBA-LBA, "
	 "each behind the one before"},
	{"hdd,unc=1-", -EINVAL, "'unc' cannot be '1-', its value is LBA or LBA-LBA, "
	 "each behind the one before"},
	{"hdd,unc=0x1000000000000", -EINVAL,
	 "'unc' cannot be '0x1000000000000', its value is LBA or LBA-LBA, "
	 "each behind the one before"},
	{"hdd,abort=100", -EINVAL,
	 "'abort' cannot be '100', its value is an ATA operation code, hexadecimal"},
	{"hdd,abort=h", -EINVAL,
	 "'abort' cannot be 'h', its value is an ATA operation code, hexadecimal"},
	{"hdd,word=256:0", -EINVAL,
	 "'word' cannot be '256:0', its value is WORD:VALUE, the value hexadecimal"},
	{"hdd,word=1:10000", -EINVAL,
	 "'word' cannot be '1:10000', its value is WORD:VALUE, the value hexadecimal"},
	{"hdd,word=1", -EINVAL,
	 "'word' cannot be '1', its value is WORD:VALUE, the value hexadecimal"},
	{"hdd,serial=123456789012345678901", -EINVAL,
	 "'serial' cannot be '123456789012345678901', its value is up to 20 "
	 "printable characters"},
	{"hdd,model=a\tb", -EINVAL,
	 "'model' cannot be 'a\tb', its value is up to 40 printable characters"},
	{"hdd,mb_s=5", -EINVAL, "'mb_s' is for sim:ideal only"},
	{"ssd,rpm=7200", -EINVAL, "'rpm' is for simulated disks only"},
	{"ideal,lookahead=off", -EINVAL, "'lookahead' is for simulated disks only"},
	{"pata,latency_us=1", -EINVAL, "'latency_us' is for simulated flash only"},
	{"ideal,handshake=1", -EINVAL,
	 "'handshake' is for drives with a link of their own"},
	{"ssd,handshake=4294967296", -EINVAL,
	 "'handshake' cannot be '4294967296', its value is dwords a frame of serial "
	 "ATA, up to 100000"},
	{"hdd,media_mb_s=36:72", -EINVAL,
	 "'media_mb_s' cannot be '36:72', its value is OUTER:INNER, 10^6 bytes a "
	 "second from 0.001, such as 72:36"},
	{"hdd,media_mb_s=72:0", -EINVAL,
	 "'media_mb_s' cannot be '72:0', its value is OUTER:INNER, 10^6 bytes a "
	 "second from 0.001, such as 72:36"},
	{"hdd,zones=0", -EINVAL,
	 "'zones' cannot be '0', its value is a number from 1 to 64"},
	{"hdd,zones=65", -EINVAL,
	 "'zones' cannot be '65', its value is a number from 1 to 64"},
	{"ssd,channels=65", -EINVAL,
	 "'channels' cannot be '65', its value is a number from 1 to 64"},
	{"ssd,page_kib=0", -EINVAL, "'page_kib' cannot be '0', its value is KiB"},
	{"hdd,seek_ms=9:1", -EINVAL,
	 "'seek_ms' cannot be '9:1', its value is LEAST:MOST, milliseconds, such as "
	 "1:22"},
	{"hdd,seek_ms=1:", -EINVAL,
	 "'seek_ms' cannot be '1:', its value is LEAST:MOST, milliseconds, such as "
	 "1:22"},
	{"hdd,rpm=100001", -EINVAL,
	 "'rpm' cannot be '100001', its value is turns a minute up to 100000, or 0 "
	 "for no rotational latency"},
	{"hdd,lookahead=yes", -EINVAL,
	 "'lookahead' cannot be 'yes', its value is on or off"},
	{"hdd,zeros=2-1", -EINVAL,
	 "'zeros' cannot be '2-1', its value is LBA or LBA-LBA"},
	{"ideal,mb_s=0", -EINVAL,
	 "'mb_s' cannot be '0', its value is 10^6 bytes a second, above 0, such as "
	 "97.5"},
	{"ideal,mb_s=1.0000001", -EINVAL,
	 "'mb_s' cannot be '1.0000001', its value is 10^6 bytes a second, above 0, "
	 "such as 97.5"},
	{"ideal,command_us=1e3", -EINVAL,
	 "'command_us' cannot be '1e3', its value is microseconds, such as 10 or 0.25"},
	{"ideal,command_us=.5", -EINVAL,
	 "'command_us' cannot be '.5', its value is microseconds, such as 10 or 0.25"},
};
/* clang-format on */

START_TEST(wrong_names_are_explained)
{
	const struct wrong *w = &wrongs[_i];
	struct sgio_drive *drive = NULL;
	char message[1024];

	ck_assert_int_eq(sgio_open_sim(w->name, &drive, message, sizeof(message)),
			 w->rc);
	ck_assert_str_eq(message, w->message);
	ck_assert_ptr_null(drive);
}
END_TEST

/* A short buffer gets the start of the message, none at all nothing. */
START_TEST(messages_are_cut)
{
	struct sgio_drive *drive = NULL;
	char message[8] = "xxxxxxx";

	ck_assert_int_eq(sgio_open_sim("hddd", &drive, message, sizeof(message)),
			 -ENOENT);
	ck_assert_str_eq(message, "no simu");
	ck_assert_int_eq(sgio_open_sim("hddd", &drive, NULL, 0), -ENOENT);
}
END_TEST

static const char *const rights[] = {
	"hdd",
	"hts545025b9a300",
	"ssd",
	"pata",
	"smr",
	"4kn",
	"atapi",
	"usb",
	"ideal",
	"hdd,unc=0x10-20,timeout=3,abort=0xEC,short=1,icrc=2,gone-after=0",
	"ssd,bad-checksum,no-sense,standby,eperm,native-max=0",
	"ideal,mb_s=0.000001,command_us=1000000",
	"usb,word=0x50:FFFFh,word=81:0,serial=x,model=y,firmware=z",
	"hdd,media_mb_s=60:30,zones=64,seek_ms=1:20,rpm=0,buffer_kib=0,lookahead=off",
	"hdd,media_mb_s=0.001,seek_ms=0.5,rpm=100000,handshake=100000,zeros=5",
	"ssd,latency_us=0,channels=64,page_kib=1,handshake=0,command_us=0",
	"hdd,word=103:ffff,word=83:0,word=100:0",
};

START_TEST(right_names_open)
{
	struct sgio_drive *drive = NULL;
	char message[64] = "x";

	ck_assert_int_eq(sgio_open_sim(rights[_i], &drive, message, sizeof(message)),
			 0);
	ck_assert_str_eq(message, "");
	sgio_close(drive);
}
END_TEST

static void write_words(FILE *file, const uint8_t *page, unsigned int count)
{
	for (unsigned int i = 0; i < count; i++)
		fprintf(file, "%04x%c", word_of(page, i), i % 8 == 7 ? '\n' : ' ');
}

/* A file with the page of @name, as 256 words in hex or as 512 bytes. */
static void write_page(const char *path, const char *name, bool hex)
{
	struct sgio_drive *drive = open_sim(name);
	FILE *file = fopen(path, "w");
	struct asked a;

	ck_assert_ptr_nonnull(file);
	run_ata(drive, &a,
		drive->facts.peripheral_type == 5 ? IDENTIFY_PACKET : IDENTIFY, 512);
	if (hex)
		write_words(file, a.data, 256);
	else
		fwrite(a.data, 1, 512, file);
	fclose(file);
	sgio_close(drive);
}

struct file_case {
	const char *source, *options;
	int64_t type, capacity;
	struct ata identify;
	uint16_t word_80;
	bool hex, sealed;
};

/* clang-format off */
static const struct file_case file_cases[] = {
	{"pata", "", 0, 250059350016, IDENTIFY, 0x00f0, true, true},
	{"4kn", "", 0, 4000787030016, IDENTIFY, 0x07f0, false, true},
	{"atapi", "", 5, -1, IDENTIFY_PACKET, 0x01e0, true, true},
	/* a checksum that was wrong stays wrong, one that was right is made right */
	{"ssd,bad-checksum", ",word=80:1", 0, 256060514304, IDENTIFY, 1, true, false},
	{"ssd", ",word=80:1", 0, 256060514304, IDENTIFY, 1, true, true},
};
/* clang-format on */

START_TEST(file_is_a_drive)
{
	const struct file_case *c = &file_cases[_i];
	char path[] = "/tmp/test_sim_XXXXXX", name[64];
	struct sgio_drive *drive;
	uint8_t sum = 0;
	struct asked a;

	close(mkstemp(path));
	write_page(path, c->source, c->hex);
	snprintf(name, sizeof(name), "%s%s", path, c->options);
	drive = open_sim(name);
	unlink(path);
	ck_assert_int_eq(drive->facts.peripheral_type, c->type);
	ck_assert_int_eq(drive->facts.capacity_bytes, c->capacity);
	run_ata(drive, &a, c->identify, 512);
	ck_sense(&a, "");
	ck_assert_uint_eq(word_of(a.data, 80), c->word_80);
	for (int i = 0; i < 512; i++)
		sum = (uint8_t)(sum + a.data[i]);
	ck_assert_int_eq(sum == 0, c->sealed);
	sgio_close(drive);
}
END_TEST

/* Which medium a page from a file has: word 217 says 1 where nothing turns. */
static const struct {
	const char *source, *option;
	int rc;
} media[] = {
	{"ssd", "latency_us=1", 0},
	{"ssd", "rpm=5400", -EINVAL},
	{"ssd,word=217:1518", "rpm=5400", 0},
	{"hdd", "latency_us=1", -EINVAL},
	{"hdd,word=217:0", "seek_ms=1:2", 0},
	{"hdd,word=217:1", "page_kib=8", 0},
	{"atapi", "mb_s=1", 0},
	{"atapi", "zones=1", -EINVAL},
	/* CompactFlash */
	{"pata,word=0:848a", "channels=1", 0},
	{"pata,word=0:844a", "rpm=0", -EINVAL},
};

START_TEST(file_has_a_medium)
{
	char path[] = "/tmp/test_sim_XXXXXX", name[64], message[1024];
	struct sgio_drive *drive = NULL;

	close(mkstemp(path));
	write_page(path, media[_i].source, true);
	snprintf(name, sizeof(name), "%s,%s", path, media[_i].option);
	ck_assert_int_eq(sgio_open_sim(name, &drive, message, sizeof(message)),
			 media[_i].rc);
	unlink(path);
	if (drive)
		sgio_close(drive);
}
END_TEST

static void write_comments(FILE *file, int count)
{
	for (int i = 0; i < count; i++)
		fputs("# 64 bytes of a comment, the first 4096 bytes hold 56 of "
		      "these.\n",
		      file);
}

/*
 * The parser keeps the first 4096 bytes back until it knows what they are, and then
 * reports one thing at a time from them while it takes nothing new.
 */
START_TEST(damage_before_a_dump_does_not_hide_it)
{
	char path[] = "/tmp/test_sim_XXXXXX";
	struct sgio_drive *drive = open_sim("hdd");
	FILE *file = fdopen(mkstemp(path), "w");
	struct asked from, to;

	ck_assert_ptr_nonnull(file);
	run_ata(drive, &from, IDENTIFY, 512);
	sgio_close(drive);
	for (int i = 0; i < 3; i++) {
		write_words(file, from.data, 24);
		fputc('\n', file);
	}
	write_comments(file, 56);
	write_words(file, from.data, 256);
	write_comments(file, 200);
	fclose(file);
	drive = open_sim(path);
	unlink(path);
	run_ata(drive, &to, IDENTIFY, 512);
	ck_assert_mem_eq(to.data, from.data, 512);
	sgio_close(drive);
}
END_TEST

/* As many blocks as 64 bits can count, of which 2^63 bytes and more are no capacity. */
struct huge {
	const char *name;
	int64_t capacity;
};

static const struct huge huges[] = {
	{"hdd,word=103:ffff", -1},
	{"hdd,word=100:0,word=101:0,word=102:0,word=103:1", INT64_C(1) << 57},
	{"hdd,word=100:ffff,word=101:ffff,word=102:ffff,word=103:3f",
	 INT64_MAX / 512 * 512},
	{"hdd,word=100:0,word=101:0,word=102:0,word=103:40", -1},
	/* wraps to 0 */
	{"hdd,word=100:0,word=101:0,word=102:0,word=103:8000", -1},
};

START_TEST(huge_capacity_is_unknown)
{
	struct sgio_drive *drive = open_sim(huges[_i].name);

	ck_assert_int_eq(drive->facts.capacity_bytes, huges[_i].capacity);
	sgio_close(drive);
}
END_TEST

#define COUNT(a) ((int)(sizeof(a) / sizeof((a)[0])))

int main(void)
{
	Suite *suite = suite_create("sim_name");
	TCase *names = tcase_create("names");

	tcase_add_loop_test(names, wrong_names_are_explained, 0, COUNT(wrongs));
	tcase_add_loop_test(names, right_names_open, 0, COUNT(rights));
	tcase_add_test(names, messages_are_cut);
	tcase_add_loop_test(names, file_is_a_drive, 0, COUNT(file_cases));
	tcase_add_loop_test(names, file_has_a_medium, 0, COUNT(media));
	tcase_add_test(names, damage_before_a_dump_does_not_hide_it);
	tcase_add_loop_test(names, huge_capacity_is_unknown, 0, COUNT(huges));
	suite_add_tcase(suite, names);
	return unit_main(suite);
}
