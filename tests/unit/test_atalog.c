/* SPDX-License-Identifier: BSD-2-Clause */
/* Parts of atalog: LOG arguments, pages as text, log 30h against IDENTIFY. */
#include <errno.h>
#include <string.h>

#include "atalog/hex_pages.h"
#include "atalog/reading.h"
#include "atalog/request.h"
#include "unit.h"

static const struct request_case {
	const char *text;
	bool right;
	enum request_kind kind;
	uint8_t address;
	bool has_pages;
	uint16_t first, last;
} request_cases[] = {
	{"4", true, REQUEST_LOG, 4, false, 0, 0},
	{"0x04", true, REQUEST_LOG, 4, false, 0, 0},
	{"04h", true, REQUEST_LOG, 4, false, 0, 0},
	{"4H", true, REQUEST_LOG, 4, false, 0, 0},
	{"0XdF", true, REQUEST_LOG, 0xdf, false, 0, 0},
	{"dfh", true, REQUEST_LOG, 0xdf, false, 0, 0},
	{"255", true, REQUEST_LOG, 255, false, 0, 0},
	{"stats", true, REQUEST_LOG, 4, false, 0, 0},
	{"directory", true, REQUEST_LOG, 0, false, 0, 0},
	{"stats:5", true, REQUEST_LOG, 4, true, 5, 5},
	{"0x04:0x5-7h", true, REQUEST_LOG, 4, true, 5, 7},
	{"0x24:65535", true, REQUEST_LOG, 0x24, true, 65535, 65535},
	{"smart", true, REQUEST_SMART, 0, false, 0, 0},
	{"attributes", true, REQUEST_ATTRIBUTES, 0, false, 0, 0},
	{"health", true, REQUEST_HEALTH, 0, false, 0, 0},
	{"errors", true, REQUEST_ERRORS, 0, false, 0, 0},
	{"selftest", true, REQUEST_SELF_TESTS, 0, false, 0, 0},
	{"all", true, REQUEST_ALL, 0, false, 0, 0},
	{"", false, REQUEST_LOG, 0, false, 0, 0},
	{":1", false, REQUEST_LOG, 0, false, 0, 0},
	{"h", false, REQUEST_LOG, 0, false, 0, 0},
	{"0x", false, REQUEST_LOG, 0, false, 0, 0},
	{"0xh", false, REQUEST_LOG, 0, false, 0, 0},
	{"df", false, REQUEST_LOG, 0, false, 0, 0},
	{"256", false, REQUEST_LOG, 0, false, 0, 0},
	{"100h", false, REQUEST_LOG, 0, false, 0, 0},
	{"99999999999999999999", false, REQUEST_LOG, 0, false, 0, 0},
	{"-4", false, REQUEST_LOG, 0, false, 0, 0},
	{"+4", false, REQUEST_LOG, 0, false, 0, 0},
	{" 4", false, REQUEST_LOG, 0, false, 0, 0},
	{"4 ", false, REQUEST_LOG, 0, false, 0, 0},
	{"stat", false, REQUEST_LOG, 0, false, 0, 0},
	{"statss", false, REQUEST_LOG, 0, false, 0, 0},
	{"4:", false, REQUEST_LOG, 0, false, 0, 0},
	{"4:-", false, REQUEST_LOG, 0, false, 0, 0},
	{"4:1-", false, REQUEST_LOG, 0, false, 0, 0},
	{"4:-1", false, REQUEST_LOG, 0, false, 0, 0},
	{"4:2-1", false, REQUEST_LOG, 0, false, 0, 0},
	{"4:1-2-3", false, REQUEST_LOG, 0, false, 0, 0},
	{"4:65536", false, REQUEST_LOG, 0, false, 0, 0},
	{"smart:0", false, REQUEST_LOG, 0, false, 0, 0},
};

START_TEST(requests)
{
	const struct request_case *c = &request_cases[_i];
	struct request r = {.address = 0x77};

	ck_assert_msg(request_parse(c->text, &r) == c->right, "'%s'", c->text);
	if (!c->right) {
		ck_assert_uint_eq(r.address, 0x77);
		return;
	}
	ck_assert_int_eq(r.kind, c->kind);
	ck_assert_uint_eq(r.address, c->address);
	ck_assert_int_eq(r.has_pages, c->has_pages);
	ck_assert_uint_eq(r.first, c->first);
	ck_assert_uint_eq(r.last, c->last);
	ck_assert_str_eq(r.argument, c->text);
}
END_TEST

#define SIXTEEN "00 01 02 03 04 05 06 07 08 09 0a 0b 0c 0d 0e 0f"
#define SIXTEEN_BYTES "\0\1\2\3\4\5\6\7\x8\x9\xa\xb\xc\xd\xe\xf"

static const struct hex_case {
	const char *text;
	size_t line; /* 0: it is right */
	const char *bytes;
	size_t length;
} hex_cases[] = {
	{"", 0, "", 0},
	{"\n\n", 0, "", 0},
	{"01 ff", 0, "\x01\xff", 2},
	{"01 FF\r\n  7f\n", 0, "\x01\xff\x7f", 3},
	{"01, 02,03\n", 0, "\1\2\3", 3},
	{"# 01\n02 # 03\n", 0, "\2", 1},
	/* offsets and text of hexdump -C, xxd -g1, smartctl */
	{"00000000  " SIXTEEN "  |................|\n00000010\n", 0, SIXTEEN_BYTES, 16},
	{"00000000  00 01 02 03 04 05 06 07  08 09 0a 0b 0c 0d 0e 0f  "
	 "|................|",
	 0, SIXTEEN_BYTES, 16},
	{"00000000: " SIXTEEN "  ab cd ef gh\n", 0, SIXTEEN_BYTES, 16},
	{"00: 01 02\n02: 03\n", 0, "\1\2\3", 3},
	{"0000000: " SIXTEEN " |ab cd|\n", 0, SIXTEEN_BYTES, 16},
	{"01|xx\n", 0, "\1", 1},
	/* prose is passed over, as long as it does not look like bytes */
	{"General Purpose Log 0x04\n01\n", 0, "\1", 1},
	{"a b c\n01\n", 0, "\1", 1},
	{"01 0\n", 1, NULL, 0},
	{"01\n0102\n", 2, NULL, 0},
	{"01\n\n# x\n01 gg\n", 4, NULL, 0},
	{"01 02x\n", 1, NULL, 0},
	{"01-02\n", 1, NULL, 0},
	{"01 020\n", 1, NULL, 0},
};

START_TEST(hex)
{
	const struct hex_case *c = &hex_cases[_i];
	size_t length = strlen(c->text), line;
	uint8_t bytes[256];
	int rc;

	memcpy(bytes, c->text, length);
	rc = hex_pages_parse(bytes, &length, &line);
	ck_assert_msg(rc == (c->line ? -EINVAL : 0), "'%s': %d", c->text, rc);
	if (c->line) {
		ck_assert_uint_eq(line, c->line);
		return;
	}
	ck_assert_msg(length == c->length, "'%s': %zu bytes", c->text, length);
	if (length)
		ck_assert_mem_eq(bytes, c->bytes, length);
}
END_TEST

START_TEST(text_is_known)
{
	ck_assert(hex_pages_is_text((const uint8_t *)"01\t02\r\n \xc2\xb0", 10));
	ck_assert(hex_pages_is_text(NULL, 0));
	ck_assert(!hex_pages_is_text((const uint8_t *)"\0", 1));
	ck_assert(!hex_pages_is_text((const uint8_t *)"a\x1b", 2));
	ck_assert(!hex_pages_is_text((const uint8_t *)"a\x7f", 2));
	ck_assert(!hex_pages_is_text((const uint8_t *)"a\x08", 2));
}
END_TEST

/* A drive of ATA8 with GPL (84.5), 5400 rpm (217), 1000 sectors. */
static void make_identify(uint8_t page[static 512])
{
	static const struct {
		uint8_t word;
		uint16_t value;
	} words[] = {
		{0, 0x0040},  {1, 16383},   {3, 16},      {6, 63},      {49, 0x2f00},
		{60, 1000},   {80, 0x01f0}, {82, 0x0001}, {83, 0x4400}, {84, 0x4020},
		{85, 0x0001}, {86, 0x0400}, {87, 0x4020}, {100, 1000},  {217, 5400},
	};

	memset(page, 0, 512);
	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
		page[2 * words[i].word] = (uint8_t)words[i].value;
		page[2 * words[i].word + 1] = (uint8_t)(words[i].value >> 8);
	}
	ata_identify_seal(page);
}

/* A byte that is put into a page of log 30h, and what is said of it. */
static const struct check_case {
	uint16_t page;
	uint16_t offset;
	uint8_t value;
	const char *text; /* NULL: nothing */
} check_cases[] = {
	{2, 600, 0, NULL},
	{2, 8, 0xe9,
	 "User addressable sectors: 1001 here (page 02h, byte 8), 1000 in the IDENTIFY "
	 "data"},
	{2, 25, 0x08,
	 "Logical Sector size: 4096 here (page 02h, byte 24), 512 in the IDENTIFY "
	 "data"},
	{3, 600, 0, NULL},
	{3, 24, 0x19,
	 "Nominal Media Rotation Rate (code): 5401 here (page 03h, byte 24), 5400 in "
	 "the "
	 "IDENTIFY data"},
	{3, 9, 0x00,
	 "General Purpose Logging feature set: 0 here (page 03h, byte 8), 1 in the "
	 "IDENTIFY data"},
	{3, 2, 0x02, NULL}, /* another page's number: it is none */
	{3, 7, 0x00, NULL}, /* a header that is not valid */
	{1, 600, 0, NULL},
	{1, 434, 0x19, "page 01h is no copy of the IDENTIFY data: 1 word differs, 217"},
	{1, 510, 0x00, NULL}, /* the checksum goes with the words */
};

static void make_page(uint16_t number, const uint8_t *identify, uint8_t *page)
{
	memset(page, 0, 512);
	if (number == 1) {
		memcpy(page, identify, 512);
		return;
	}
	page[0] = 1;
	page[2] = (uint8_t)number;
	page[7] = page[15] = page[31] = 0x80;
	if (number == 2) {
		page[8] = 1000 & 0xff;
		page[9] = 1000 >> 8;
		page[25] = 256 >> 8;
	} else {
		page[9] = 0x08;  /* bit 11: GPL */
		page[10] = 0x90; /* 20: 48-bit, 23: SMART */
		page[24] = 5400 & 0xff;
		page[25] = 5400 >> 8;
	}
}

START_TEST(identify_log)
{
	const struct check_case *c = &check_cases[_i];
	uint8_t words[512], page[512];
	struct ata_identify id;
	struct tree tree;

	make_identify(words);
	ck_assert_int_eq(ata_identify_parse(&id, words, sizeof(words)), 0);
	make_page(c->page, words, page);
	if (c->offset < sizeof(page))
		page[c->offset] = c->value;
	tree_init(&tree);
	check_identify(&tree, &id, words, c->page, page);
	if (c->text) {
		ck_assert_ptr_nonnull(tree.oddities);
		ck_assert_str_eq(tree.oddities->text, c->text);
		ck_assert_ptr_null(tree.oddities->next);
	} else {
		ck_assert_msg(!tree.oddities, "case %d: %s", _i,
			      tree.oddities ? tree.oddities->text : "");
	}
	tree_free(&tree);
}
END_TEST

/* What is not valid is not compared. */
START_TEST(invalid_field)
{
	uint8_t words[512], page[512];
	struct ata_identify id;
	struct tree tree;

	make_identify(words);
	ck_assert_int_eq(ata_identify_parse(&id, words, sizeof(words)), 0);
	make_page(2, words, page);
	page[8]++;
	page[15] = 0;
	tree_init(&tree);
	check_identify(&tree, &id, words, 2, page);
	ck_assert_ptr_null(tree.oddities);
	tree_free(&tree);
}
END_TEST

START_TEST(tree_keeps)
{
	const struct ata_log_value values[] = {
		{"a", "A", "h", ATA_LOG_NUMBER, UINT64_MAX, 0, NULL, 0},
		{"b", "B", NULL, ATA_LOG_SIGNED, 0, -40, NULL, 0},
		{"c", "C", NULL, ATA_LOG_FLAG, 1, 0, NULL, 0},
		{"d", "D", NULL, ATA_LOG_TEXT, 0, 0, "  x\\ y\n \0", 9},
		{"e", "E", "h", ATA_LOG_UNKNOWN, 0, 0, NULL, 0},
		{"f", "F", NULL, ATA_LOG_TEXT, 0, 0, "   ", 3},
	};
	static const char *const texts[] = {"18446744073709551615", "-40", "yes",
					    "x\\x5c y\\x0a",        "-",   "-"};
	struct tree_node *node;
	struct ata_log_sink sink;
	struct tree tree;
	char text[64];

	tree_init(&tree);
	sink = tree_sink(&tree);
	sink.list(sink.closure, "list", "List");
	sink.object(sink.closure, NULL, NULL);
	for (size_t i = 0; i < 6; i++)
		sink.value(sink.closure, &values[i]);
	sink.end(sink.closure);
	sink.end(sink.closure);
	sink.end(sink.closure); /* one too many does no harm */
	sink.value(sink.closure, &values[0]);
	sink.oddity(sink.closure, "one", "text");
	node = tree.root.first;
	ck_assert_int_eq(node->kind, TREE_LIST);
	ck_assert_str_eq(node->next->key, "a");
	node = node->first->first;
	for (size_t i = 0; i < 6; i++, node = node->next) {
		ck_assert_str_eq(node->key, values[i].key);
		tree_text(node, text, sizeof(text));
		ck_assert_str_eq(text, texts[i]);
	}
	ck_assert(tree_has_oddity(&tree, "one"));
	ck_assert(!tree_has_oddity(&tree, "two"));
	tree_free(&tree);
}
END_TEST

#define COUNT(a) ((int)(sizeof(a) / sizeof((a)[0])))

int main(void)
{
	Suite *suite = suite_create("atalog");
	TCase *parts = tcase_create("parts");

	tcase_add_loop_test(parts, requests, 0, COUNT(request_cases));
	tcase_add_loop_test(parts, hex, 0, COUNT(hex_cases));
	tcase_add_test(parts, text_is_known);
	tcase_add_loop_test(parts, identify_log, 0, COUNT(check_cases));
	tcase_add_test(parts, invalid_field);
	tcase_add_test(parts, tree_keeps);
	suite_add_tcase(suite, parts);
	return unit_main(suite);
}
