/* SPDX-License-Identifier: BSD-2-Clause */
/* Which commands the reader of logs sends, by their CDBs, and what it makes of answers.
 */
#include <errno.h>
#include <stdio.h>

#include "ask_log.h"
#include "recording.h"
#include "sim_request.h"

/* CDBs by hand from SAT-5 12.2 and ACS-6 7.22, 7.23, 7.40. */
#define LOG(count, log, page) \
	"85 09 0e 00 00 00 " count " 00 " log " 00 " page " 00 00 00 2f 00\n"
#define LOG_DMA(count, log, page) \
	"85 0d 0e 00 00 00 " count " 00 " log " 00 " page " 00 00 00 47 00\n"
#define SMART_LOG(count, log) \
	"85 08 0e 00 d5 00 " count " 00 " log " 00 4f 00 c2 00 b0 00\n"
#define SMART_LOG_12(count, log) "a1 08 0e d5 " count " " log " 4f c2 00 b0 00 00\n"
#define READ_DATA "85 08 0e 00 d0 00 01 00 00 00 4f 00 c2 00 b0 00\n"
#define READ_THRESHOLDS "85 08 0e 00 d1 00 01 00 00 00 4f 00 c2 00 b0 00\n"
#define DIRECTORIES LOG("01", "00", "00") SMART_LOG("01", "00")

struct bench {
	struct sgio_drive *drive;
	struct ask ask;
	struct ata_identify id;
	struct ask_logs logs;
	char cdbs[4096];
	size_t length;
};

static void keep(void *closure, const struct sgio_request *request, int rc)
{
	struct bench *b = closure;

	(void)rc;
	for (int i = 0; i < request->cdb_length; i++)
		b->length += (size_t)snprintf(b->cdbs + b->length,
					      sizeof(b->cdbs) - b->length, "%s%02x",
					      i ? " " : "", request->cdb[i]);
	b->length += (size_t)snprintf(b->cdbs + b->length, sizeof(b->cdbs) - b->length,
				      "\n");
}

/* Commands are counted from IDENTIFY, which is number 1. */
static void begin(struct bench *b, const char *name)
{
	struct ask_identity identity;

	memset(b, 0, sizeof(*b));
	ck_assert_int_eq(sgio_open_trace(open_sim(name), keep, b, &b->drive), 0);
	ask_begin(&b->ask, b->drive, ASK_SAT_AUTO);
	ck_assert_int_eq(ask_identify(&b->ask, &identity), 0);
	ck_assert_int_eq(identity.end.verdict, ASK_OK);
	ck_assert_int_eq(ata_identify_parse(&b->id, identity.page, 512), 0);
	ask_logs_begin(&b->logs, &b->ask, &b->id);
	b->length = 0;
	b->cdbs[0] = '\0';
}

static void finish(struct bench *b, const char *cdbs)
{
	ck_assert_str_eq(b->cdbs, cdbs);
	sgio_close(b->drive);
}

static const struct directory_case {
	const char *name;
	bool gpl, smart, inferred;
	uint16_t gpl_04, smart_04, smart_01;
	const char *cdbs;
} directory_cases[] = {
	{"hdd", true, true, false, 8, 8, 1, DIRECTORIES},
	{"pata", true, true, false, 8, 8, 1, DIRECTORIES},
	/* no 48-bit command fits into 12 bytes */
	{"usb", false, true, false, 0, 8, 1, SMART_LOG_12("01", "00")},
	{"hdd,word=84:4143,word=87:4143", false, true, false, 0, 8, 1,
	 SMART_LOG("01", "00")},
	/* word 87 alone says it */
	{"hdd,word=84:4143", false, true, false, 0, 8, 1, DIRECTORIES},
	{"hdd,word=82:746a,word=85:7468", true, false, false, 8, 0, 0,
	 LOG("01", "00", "00")},
	{"hdd,word=82:746a,word=85:7468,word=84:4143,word=87:4143", false, false, false,
	 0, 0, 0, ""},
	/* the capabilities in SMART's data say which logs there are */
	{"hdd,no-logs", false, false, true, 0, 0, 1, DIRECTORIES READ_DATA},
	{"hdd,word=84:4000,word=87:4000", false, false, true, 0, 0, 1, READ_DATA},
	{"hdd,abort=2f", false, true, false, 0, 8, 1, DIRECTORIES},
	{"hdd,timeout=2", false, false, false, 0, 0, 0, LOG("01", "00", "00")},
	{"hdd,gone-after=1", false, false, false, 0, 0, 0, LOG("01", "00", "00")},
	{"hdd,short=2", false, true, false, 0, 8, 1, DIRECTORIES},
	{"atapi", false, false, false, 0, 0, 0, ""},
	/* libata: NO_LOG_DIR */
	{"hdd,model=SATADOM-ML 3ME", false, false, true, 0, 0, 1, READ_DATA},
};

START_TEST(directories)
{
	const struct directory_case *c = &directory_cases[_i];
	struct bench b;

	begin(&b, c->name);
	ck_assert_int_eq(ask_log_directories(&b.logs), 0);
	ck_assert_int_eq(b.logs.gpl.known, c->gpl);
	ck_assert_int_eq(b.logs.smart.known, c->smart);
	ck_assert_int_eq(b.logs.smart.inferred, c->inferred);
	ck_assert_uint_eq(ask_log_pages(&b.logs, 0x04, ATA_LOG_GPL), c->gpl_04);
	ck_assert_uint_eq(ask_log_pages(&b.logs, 0x04, ATA_LOG_SMART), c->smart_04);
	ck_assert_uint_eq(ask_log_pages(&b.logs, 0x01, ATA_LOG_SMART), c->smart_01);
	finish(&b, c->cdbs);
}
END_TEST

/* A page as a directory; 0: none. */
static const struct take_case {
	uint8_t version, version_high, low, high; /* of log 04h the last two */
	enum ata_log_access access;
	bool known;
	uint16_t pages;
} take_cases[] = {
	{1, 0, 8, 0, ATA_LOG_GPL, true, 8},
	{1, 0, 0, 2, ATA_LOG_GPL, true, 512},
	{1, 0, 8, 2, ATA_LOG_SMART, true, 8}, /* the upper byte is reserved */
	{0, 0, 8, 0, ATA_LOG_GPL, false, 0},
	{0, 0, 8, 0, ATA_LOG_SMART, true, 1}, /* no log of several pages */
	{0, 0, 0, 0, ATA_LOG_SMART, true, 0},
	{0x31, 0x75, 8, 0, ATA_LOG_GPL, false, 0},
	{0x31, 0x75, 8, 0, ATA_LOG_SMART, false, 0},
	{0xff, 0xff, 0xff, 0xff, ATA_LOG_GPL, false, 0},
	{1, 1, 8, 0, ATA_LOG_GPL, false, 0},
};

START_TEST(directory_page)
{
	const struct take_case *c = &take_cases[_i];
	struct ask_log_directory directory = {.raw = {c->version, c->version_high}};

	directory.raw[8] = c->low;
	directory.raw[9] = c->high;
	ask_log_directory_take(&directory, c->access);
	ck_assert_int_eq(directory.known, c->known);
	ck_assert_uint_eq(directory.pages[4], c->pages);
	ck_assert_uint_eq(directory.pages[0], c->known);
	ck_assert_uint_eq(directory.version, c->version | c->version_high << 8);
}
END_TEST

static const struct read_case {
	const char *name;
	uint8_t log;
	enum ata_log_access access;
	uint16_t first, count;
	int rc;
	enum ask_verdict verdict;
	uint32_t pages;
	const char *cdbs;
} read_cases[] = {
	{"hdd", 4, ATA_LOG_GPL, 0, 8, 0, ASK_OK, 8, LOG_DMA("08", "04", "00")},
	{"hdd", 4, ATA_LOG_GPL, 5, 1, 0, ASK_OK, 1, LOG_DMA("01", "04", "05")},
	{"pata", 4, ATA_LOG_GPL, 0, 8, 0, ASK_OK, 8, LOG("08", "04", "00")},
	/* one of the two words is not enough */
	{"hdd,word=120:4014", 4, ATA_LOG_GPL, 5, 1, 0, ASK_OK, 1,
	 LOG("01", "04", "05")},
	/* libata: NO_DMA_LOG */
	{"hdd,model=Samsung SSD 840 EVO 250GB", 4, ATA_LOG_GPL, 5, 1, 0, ASK_OK, 1,
	 LOG("01", "04", "05")},
	{"hdd,model=Samsung SSD 840 PRO", 4, ATA_LOG_GPL, 5, 1, 0, ASK_OK, 1,
	 LOG_DMA("01", "04", "05")},
	{"hdd", 4, ATA_LOG_SMART, 0, 6, 0, ASK_OK, 6, SMART_LOG("06", "04")},
	{"usb", 4, ATA_LOG_SMART, 0, 6, 0, ASK_OK, 6, SMART_LOG_12("06", "04")},
	{"hdd", 1, ATA_LOG_SMART, 0, 1, 0, ASK_OK, 1, SMART_LOG("01", "01")},
	/* not in the directory, or not so much of it: nothing is sent */
	{"hdd", 4, ATA_LOG_GPL, 8, 1, -ERANGE, ASK_OK, 0, ""},
	{"hdd", 4, ATA_LOG_GPL, 7, 2, -ERANGE, ASK_OK, 0, ""},
	{"hdd", 4, ATA_LOG_GPL, 0xffff, 0xffff, -ERANGE, ASK_OK, 0, ""},
	{"hdd", 4, ATA_LOG_GPL, 0, 0, -ERANGE, ASK_OK, 0, ""},
	{"hdd", 1, ATA_LOG_GPL, 0, 1, -ERANGE, ASK_OK, 0, ""},
	{"hdd", 4, ATA_LOG_SMART, 1, 1, -ERANGE, ASK_OK, 0, ""},
	{"hdd", 0x18, ATA_LOG_GPL, 0, 1, -ERANGE, ASK_OK, 0, ""},
	/* READ LOG DMA EXT fails, READ LOG EXT does not; command 4 is the first */
	{"hdd,abort=47", 4, ATA_LOG_GPL, 0, 2, 0, ASK_OK, 2,
	 LOG_DMA("02", "04", "00") LOG("02", "04", "00")},
	{"hdd,short=4", 4, ATA_LOG_GPL, 0, 2, 0, ASK_OK, 2,
	 LOG_DMA("02", "04", "00") LOG("02", "04", "00")},
	/* several pages fail, single ones do not */
	{"pata,short=4", 4, ATA_LOG_GPL, 0, 2, 0, ASK_OK, 2,
	 LOG("02", "04", "00") LOG("01", "04", "00") LOG("01", "04", "01")},
	{"pata,icrc=4", 4, ATA_LOG_GPL, 0, 1, 0, ASK_REFUSED, 0, LOG("01", "04", "00")},
	/* never again after a time-out */
	{"hdd,timeout=4", 4, ATA_LOG_GPL, 0, 2, 0, ASK_TIMED_OUT, 0,
	 LOG_DMA("02", "04", "00")},
	{"pata,timeout=4", 4, ATA_LOG_GPL, 0, 2, 0, ASK_TIMED_OUT, 0,
	 LOG("02", "04", "00")},
	{"hdd,gone-after=3", 4, ATA_LOG_GPL, 0, 2, 0, ASK_GONE, 0,
	 LOG_DMA("02", "04", "00")},
	{"hdd,short=4", 4, ATA_LOG_SMART, 0, 2, 0, ASK_SHORT, 0, SMART_LOG("02", "04")},
};

START_TEST(reads)
{
	const struct read_case *c = &read_cases[_i];
	struct ask_log_read read = {.pages = 0};
	uint8_t data[8 * 512];
	struct bench b;
	int rc;

	begin(&b, c->name);
	ck_assert_int_eq(ask_log_directories(&b.logs), 0);
	b.length = 0;
	b.cdbs[0] = '\0';
	rc = ask_log_read(&b.logs, c->log, c->access, c->first, c->count, data, &read);
	ck_assert_int_eq(rc, c->rc);
	ck_assert_str_eq(ask_verdict_name(read.end.verdict),
			 ask_verdict_name(c->verdict));
	ck_assert_uint_eq(read.pages, c->pages);
	if (c->log == 4 && c->pages > 5u - c->first)
		ck_assert_uint_eq(data[(5 - c->first) * 512 + 8], 32);
	finish(&b, c->cdbs);
}
END_TEST

/* Host logs of 16 pages, eight in a command on USB: never more than the transfer. */
START_TEST(pieces)
{
	struct ask_log_read read;
	static uint8_t data[16 * 512];
	struct bench b;

	begin(&b, "pata");
	ck_assert_int_eq(ask_log_directories(&b.logs), 0);
	b.length = 0;
	b.logs.most_pages = 7;
	ck_assert_int_eq(ask_log_read(&b.logs, 0x80, ATA_LOG_GPL, 0, 16, data, &read),
			 0);
	ck_assert_uint_eq(read.pages, 16);
	finish(&b, LOG("07", "80", "00") LOG("07", "80", "07") LOG("02", "80", "0e"));
}
END_TEST

/* A page number has two bytes, which lie apart; the simulated drive has no such log. */
START_TEST(high_page)
{
	struct ask_log_read read;
	uint8_t data[512];
	struct bench b;

	begin(&b, "hdd");
	b.logs.gpl.pages[0x24] = 0x200;
	ck_assert_int_eq(
		ask_log_read(&b.logs, 0x24, ATA_LOG_GPL, 0x123, 1, data, &read), 0);
	ck_assert_int_eq(read.end.verdict, ASK_REFUSED);
	finish(&b, "85 0d 0e 00 00 00 01 00 24 01 23 00 00 00 47 00\n"
		   "85 09 0e 00 00 00 01 00 24 01 23 00 00 00 2f 00\n");
}
END_TEST

/* By which command a log is best read; a directory says anything. */
static const struct {
	uint8_t log;
	uint16_t gpl, smart;
	unsigned int access;
} access_cases[] = {
	{0x04, 8, 8, ATA_LOG_GPL},
	{0x04, 0, 8, ATA_LOG_SMART},
	{0x04, 0, 0, 0},
	{0x01, 1, 1, ATA_LOG_SMART},
	{0x01, 1, 0, ATA_LOG_GPL},
	{0x03, 1, 1, ATA_LOG_GPL},
	{0xe0, 1, 1, ATA_LOG_SMART},
	{0xe0, 1, 0, ATA_LOG_GPL},
	{0xa0, 16, 16, ATA_LOG_GPL},
	{0xa0, 0, 1, ATA_LOG_SMART},
};

START_TEST(access_is_chosen)
{
	struct ask_logs logs = {.has_gpl = true};

	logs.gpl.pages[access_cases[_i].log] = access_cases[_i].gpl;
	logs.smart.pages[access_cases[_i].log] = access_cases[_i].smart;
	ck_assert_uint_eq(ask_log_access(&logs, access_cases[_i].log),
			  access_cases[_i].access);
}
END_TEST

START_TEST(smart_pages)
{
	uint8_t page[512];
	struct ask_end end;
	struct bench b;

	begin(&b, "hdd");
	ck_assert_int_eq(ask_smart_data(&b.ask, page, &end), 0);
	ck_assert_int_eq(end.verdict, ASK_OK);
	ck_assert_uint_eq(page[370], 1);
	ck_assert_int_eq(ask_smart_thresholds(&b.ask, page, &end), 0);
	ck_assert_int_eq(end.verdict, ASK_OK);
	ck_assert_uint_eq(page[3], 62);
	finish(&b, READ_DATA READ_THRESHOLDS);
}
END_TEST

#define COUNT(a) ((int)(sizeof(a) / sizeof((a)[0])))

int main(void)
{
	Suite *suite = suite_create("ask_log");
	TCase *logs = tcase_create("logs");

	tcase_add_loop_test(logs, directories, 0, COUNT(directory_cases));
	tcase_add_loop_test(logs, directory_page, 0, COUNT(take_cases));
	tcase_add_loop_test(logs, reads, 0, COUNT(read_cases));
	tcase_add_test(logs, pieces);
	tcase_add_test(logs, high_page);
	tcase_add_loop_test(logs, access_is_chosen, 0, COUNT(access_cases));
	tcase_add_test(logs, smart_pages);
	suite_add_tcase(suite, logs);
	return unit_main(suite);
}
