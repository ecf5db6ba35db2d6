/* SPDX-License-Identifier: BSD-2-Clause */
#include "dump.h"

#include <stdio.h>
#include <string.h>

#include "dump_stream.h"
#include "unit.h"

#define REPORTS_MAX 400

struct reports {
	char text[REPORTS_MAX];
	size_t length;
	uint64_t lines[16][2];
	unsigned int count;
};

static void report(struct reports *r, enum dump_event event, const struct dump *dump)
{
	static const char *const pages[] = {"?", "R", "W", "B"};
	static const char *const vpds[] = {"?", "Q", "y", "V"};
	static const char *const faults[] = {"short", "text", "digits", "offset",
					     "star"};
	uint8_t page[DUMP_IDENTIFY_BYTES];
	char text[64];

	if (event == DUMP_RECORDING) {
		snprintf(text, sizeof(text), "recording");
	} else if (event == DUMP_PAGE) {
		make_page(page);
		snprintf(text, sizeof(text), "%s%s",
			 (dump->vpd ? vpds : pages)[dump->format],
			 memcmp(page, dump->page, sizeof(page)) ? "!" : "");
	} else if (dump->found == 0) {
		snprintf(text, sizeof(text), "%s", faults[dump->fault]);
	} else {
		snprintf(text, sizeof(text), "%s:%u/%u", faults[dump->fault],
			 dump->found, dump->expected);
	}
	r->length += (size_t)snprintf(r->text + r->length, REPORTS_MAX - r->length,
				      "%s%s", r->length == 0 ? "" : " ", text);
	ck_assert_uint_lt(r->length, REPORTS_MAX);
	if (r->count < 16) {
		r->lines[r->count][0] = dump->first_line;
		r->lines[r->count][1] = dump->last_line;
	}
	r->count++;
}

/* Feed @s in pieces of @size bytes. */
static void parse(const struct stream *s, size_t size, struct reports *r)
{
	static struct dump_parser parser;
	struct dump dump = {0};
	enum dump_event event;
	size_t at = 0, end, consumed;

	memset(r, 0, sizeof(*r));
	dump_init(&parser);
	while (at < s->length) {
		end = at + size < s->length ? at + size : s->length;
		event = dump_feed(&parser, (const uint8_t *)s->bytes + at, end - at,
				  &consumed, &dump);
		if (event != DUMP_MORE)
			report(r, event, &dump);
		else
			ck_assert_uint_eq(consumed, end - at);
		if (event == DUMP_RECORDING)
			return;
		at += consumed;
	}
	while ((event = dump_end(&parser, &dump)) != DUMP_MORE) {
		report(r, event, &dump);
		if (event == DUMP_RECORDING)
			return;
	}
}

static const struct {
	const char *pieces;
	const char *reports;
} cases[] = {
	/* every format */
	{"W", "W"},
	{"U", "W"},
	{"I", "W"},
	{"L", "W"},
	{"T", "W"},
	{"K", "W"},
	{"A", "W"},
	{"G", "W"},
	{"B", "B"},
	{"b", "B"},
	{"S", "B"},
	{"C", "B"},
	{"X", "W"},
	{"v", "V"},
	{"V", "V"},
	{"y", "y"},
	{"zz", "y y"},
	{"R", "R"},
	{"Q", "Q"},
	/* several, with and without something between */
	{"WWW", "W W W"},
	{"LLnL", "W W W"},
	{"UIKA", "W W W W"},
	{"##W##W#W", "W W W"},
	{"dWdWdW", "W W W"},
	{"rGrSrVW", "W B V W"},
	{"WBvWbV", "W B V W B V"},
	{"XCXS", "W B W B"},
	{"DLnDLdL", "W W W"},
	{"RRR", "R R R"},
	{"QRQQR", "Q R Q Q R"},
	/* comments and damage within */
	{"M", "W"},
	{"m", "W"},
	{"mm", "W W"},
	{"!mMW", "W W W"},
	{"h#H", "W"},
	{"!h#HW", "W W"},
	{"!h#HL", "W W"},
	{"!k#h#HW", "short:24/256 W W"},
	{"h#HnW", "W W"},
	{"k#W", "short:24/256 W"},
	{"k#h#H", "short:24/256 W"},
	{"k#k#k#W", "short:24/256 short:24/256 short:24/256 W"},
	{"knW", "short:24/256 W"},
	{"kdW", "short:24/256 W"},
	{"k##W", "short:24/256 W"},
	{"hnH", "short:128/256 short:128/256"},
	{"h##H", "short:128/256 short:128/256"},
	{"k#B", "short:24/256 B"},
	{"kB", "digits:24/256"},
	{"Wk", "W short:24/256"},
	{"WkndW", "W short:24/256 W"},
	/* what is no dump */
	{"", ""},
	{"#", ""},
	{"n n", ""},
	{"d", ""},
	{"ddr#", ""},
	{"k", "short:24/256"},
	{"t", "text"},
	{"tttntt", "text"},
	{"tW", "text W"},
	{"tknW", "text W"},
	{"tnk", "text short:24/256"},
	{"eW", "text W"},
	{"ntnWntW", "text W text W"},
	{"W'W", "W text W"},
	{"0", "text:1/512"},
	{"f", "short:10/512"},
	{"g", "short:10/512"},
	{"Rf", "R short:10/512"},
	{"Qf", "Q short:10/512"},
	{"xW", "text:1/256"},
	{"xHnW", "text:1/256 W"},
	{"wHnW", "text W"},
	{"wjWnW", "text W"},
	{"x#W", "text:1/256 W"},
	{"3n2nWnpnW", "digits:2/256 W digits W"},
	{"kxHnW", "text:25/256 W"},
	{"k*W", "star:24/256"},
	{"k*HnW", "star:24/256 W"},
};

START_TEST(streams)
{
	static const size_t sizes[] = {STREAM_MAX, 1, 2, 3, 5, 39, 41, 511, 4095, 4097};
	static struct stream s;
	struct reports r;

	s.length = 0;
	sealed = cases[_i].pieces[0] == '!';
	for (const char *piece = cases[_i].pieces; *piece != '\0'; piece++)
		add_piece(&s, *piece);
	for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
		parse(&s, sizes[i], &r);
		ck_assert_msg(strcmp(r.text, cases[_i].reports) == 0,
			      "%s in pieces of %zu: '%s', expected '%s'",
			      cases[_i].pieces, sizes[i], r.text, cases[_i].reports);
	}
}
END_TEST

/* Texts as they come, with the reports and their lines. */
static const struct {
	const char *text;
	const char *reports;
	uint64_t lines[2];
} texts[] = {
	{"hello\n", "text", {1, 1}},
	{"\n\nhello", "text", {3, 3}},
	{"# c\n/dev/sda:\n0040 3fff\n1234\n\n", "short:3/256", {3, 4}},
	{"0040 3fff 12 34\n", "digits:2/256", {1, 1}},
	{"00 40\n3f zz\n", "text:3/512", {1, 2}},
	{"00 89 02 38 00\n", "short:5/572", {1, 1}},
	{"8900 3802 0000\n", "short:3/286", {1, 1}},
	{"8900\n3802 0000 0000 0000 0000 0000 0000 0000\n", "short:9/286", {1, 2}},
	{"0040\n# c\n0041\n\n0042\n", "short:2/256 short:1/256", {1, 3}},
	/* smartctl -r ioctl,2 */
	{"000-015: 5a 04 ff 3f 37 c8 10 00 00 00 00 00 3f 00 00 00 "
	 "|Z..?7.......?...|\n",
	 "short:16/512",
	 {1, 1}},
	{"040 3fff\n", "digits", {1, 1}},
	{"0x 3fff\n", "digits", {1, 1}},
	{"00000000: 5a04 ff3f 37c8 1000 0000 0000 3f00 0000  Z..?7\n"
	 "00000020: 5a04 ff3f 37c8 1000 0000 0000 3f00 0000  Z..?7\n",
	 "offset:8/256",
	 {1, 2}},
	{"00000000  5a 04 ff 3f 37 c8 10 00  00 00 00 00 3f 00 00 00  |Z..?7|\n*\n",
	 "star:16/512",
	 {1, 2}},
	{"* 045a 3fff\n", "text", {1, 1}},
	{"\xef\xbb\xbf"
	 "0040 3fff\n",
	 "short:2/256",
	 {1, 1}},
	{"# \xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\n0040\n", "short:1/256", {2, 2}},
	{"ataprobe-recording 1\n", "recording", {0, 0}},
	{"# of today\n\n# c\r\nataprobe-recording 1\ndrive x\n", "recording", {0, 0}},
	{"ataprobe-recordings\n", "text", {1, 1}},
	{"0040 3fff\nataprobe-recording 1\n", "text:2/256", {1, 2}},
};

START_TEST(lines)
{
	static struct stream s;
	struct reports r;

	s.length = 0;
	add(&s, texts[_i].text);
	for (size_t size = 1; size < 80; size++) {
		parse(&s, size, &r);
		ck_assert_msg(strcmp(r.text, texts[_i].reports) == 0,
			      "case %d: '%s', expected '%s'", _i, r.text,
			      texts[_i].reports);
		ck_assert_uint_eq(r.lines[0][0], texts[_i].lines[0]);
		ck_assert_uint_eq(r.lines[0][1], texts[_i].lines[1]);
	}
}
END_TEST

/* Lines of whole dumps, and of one that was cut short, in a stream of them. */
START_TEST(lines_of_dumps)
{
	static const uint64_t expected[][2] = {{3, 34}, {36, 38}, {40, 71}, {72, 103}};
	static struct stream s;
	struct reports r;

	s.length = 0;
	for (const char *piece = "##W#k#WW"; *piece != '\0'; piece++)
		add_piece(&s, *piece);
	parse(&s, STREAM_MAX, &r);
	ck_assert_str_eq(r.text, "W short:24/256 W W");
	for (unsigned int i = 0; i < 4; i++) {
		ck_assert_uint_eq(r.lines[i][0], expected[i][0]);
		ck_assert_uint_eq(r.lines[i][1], expected[i][1]);
	}
}
END_TEST

START_TEST(vpd_fields)
{
	static struct dump_parser parser;
	uint8_t stream[2 * DUMP_VPD_BYTES];
	enum dump_event event;
	struct dump dump;
	size_t consumed;

	make_vpd(stream);
	make_vpd(stream + DUMP_VPD_BYTES);
	dump_init(&parser);
	event = dump_feed(&parser, stream, sizeof(stream), &consumed, &dump);
	ck_assert_int_eq(event, DUMP_MORE); /* the format is not known yet */
	ck_assert_int_eq(dump_end(&parser, &dump), DUMP_PAGE);
	ck_assert_int_eq(dump_end(&parser, &dump), DUMP_PAGE);
	ck_assert(dump.vpd);
	ck_assert_uint_eq(dump.offset, DUMP_VPD_BYTES);
	ck_assert_uint_eq(dump.first_line, 0);
	ck_assert_str_eq(dump.sat_vendor, "linux   ");
	ck_assert_str_eq(dump.sat_product, "libata          ");
	ck_assert_str_eq(dump.sat_revision, "6.1 ");
	ck_assert_uint_eq(dump.command, 0xec);
	ck_assert_int_eq(dump_end(&parser, &dump), DUMP_MORE);
}
END_TEST

/* A line of a megabyte, of digits or of text, takes no memory and ends. */
START_TEST(huge_lines)
{
	static const char fills[] = "5 x#\t:*\\,";
	static struct dump_parser parser;
	uint8_t block[4096];
	struct dump dump;
	size_t consumed;
	unsigned int faults = 0;

	memset(block, fills[_i], sizeof(block));
	dump_init(&parser);
	for (unsigned int i = 0; i < 256; i++) {
		for (size_t at = 0; at < sizeof(block); at += consumed)
			faults += dump_feed(&parser, block + at, sizeof(block) - at,
					    &consumed, &dump) != DUMP_MORE;
	}
	while (dump_end(&parser, &dump) != DUMP_MORE)
		faults++;
	ck_assert_uint_eq(faults, strchr(" #\t:,", fills[_i]) ? 0 : 1);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("dump");
	TCase *tc = tcase_create("dump");

	tcase_add_loop_test(tc, streams, 0, sizeof(cases) / sizeof(cases[0]));
	tcase_add_loop_test(tc, lines, 0, sizeof(texts) / sizeof(texts[0]));
	tcase_add_test(tc, lines_of_dumps);
	tcase_add_test(tc, vpd_fields);
	tcase_add_loop_test(tc, huge_lines, 0, 9);
	suite_add_tcase(suite, tc);
	return unit_main(suite);
}
