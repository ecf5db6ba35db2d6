/* SPDX-License-Identifier: BSD-2-Clause */
#include "escape.h"

#include <stdio.h>
#include <string.h>

#include "unit.h"

static const struct {
	const char *text;
	size_t length;
	const char *escaped;
} cases[] = {
	{"", 0, ""},
	{"WDC WD20EARS", 12, "WDC WD20EARS"},
	{" ~", 2, " ~"},
	{"\x1f\x7f\x80", 3, "\\x1f\\x7f\\x80"},
	{"a\\b", 3, "a\\x5cb"},
	{"\\x41", 4, "\\x5cx41"},
	{"\0\xff", 2, "\\x00\\xff"},
	{"\"'`$", 4, "\"'`$"},
	/* V8 of the cases that trip other tools: ESC[31m, a quote, FCh, a backslash */
	{"M\x1b[31m\"\xfc\\", 9, "M\\x1b[31m\"\\xfc\\x5c"},
	{"two\nlines\t", 10, "two\\x0alines\\x09"},
};

/* Read back by a scanf() that knows nothing of escape(). */
static size_t unescape(const char *text, char *out)
{
	size_t length = 0;
	unsigned int byte;

	while (*text) {
		if (*text != '\\') {
			out[length++] = *text++;
			continue;
		}
		ck_assert_int_eq(sscanf(text, "\\x%2x", &byte), 1);
		out[length++] = (char)byte;
		text += 4;
	}
	return length;
}

START_TEST(escapes)
{
	char out[64], back[64];
	const char *escaped = cases[_i].escaped;
	size_t whole = strlen(escaped);

	ck_assert_uint_lt(whole, ESCAPE_SIZE(cases[_i].length));
	ck_assert_uint_eq(escape(cases[_i].text, cases[_i].length, out, sizeof(out)),
			  whole);
	ck_assert_str_eq(out, escaped);
	ck_assert_uint_eq(unescape(out, back), cases[_i].length);
	ck_assert_mem_eq(back, cases[_i].text, cases[_i].length);
}
END_TEST

/* Every byte comes back, and what is printed is printable. */
START_TEST(all_bytes)
{
	char text[256], out[ESCAPE_SIZE(256)], back[256];

	for (int i = 0; i < 256; i++)
		text[i] = (char)i;
	/* 94 printable ones beside the backslash, 162 of four characters */
	ck_assert_uint_eq(escape(text, 256, out, sizeof(out)), 94 + 162 * 4);
	for (size_t i = 0; out[i] != '\0'; i++)
		ck_assert(out[i] >= 0x20 && out[i] <= 0x7e);
	ck_assert_uint_eq(unescape(out, back), 256);
	ck_assert_mem_eq(back, text, 256);
}
END_TEST

/* What fits, in whole sequences, and nothing behind it. */
START_TEST(short_buffers)
{
	static const char *const fits[] = {"",  "",       "a",       "a",      "a",
					   "a", "a\\x00", "a\\x00b", "a\\x00b"};
	char out[16];

	memset(out, 'z', sizeof(out));
	ck_assert_uint_eq(escape("a\0b", 3, out, (size_t)_i), 6);
	if (_i != 0)
		ck_assert_str_eq(out, fits[_i]);
	ck_assert_int_eq(out[_i], 'z');
}
END_TEST

#define COUNT(table) ((int)(sizeof(table) / sizeof((table)[0])))

int main(void)
{
	Suite *suite = suite_create("escape");
	TCase *tc = tcase_create("escape");

	tcase_add_loop_test(tc, escapes, 0, COUNT(cases));
	tcase_add_test(tc, all_bytes);
	tcase_add_loop_test(tc, short_buffers, 0, 9);
	suite_add_tcase(suite, tc);
	return unit_main(suite);
}
