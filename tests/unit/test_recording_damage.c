/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <string.h>

#include "sgio/hex.h"
#include "sgio/recording.h"
#include "two_drives.h"
#include "unit.h"

/* Recordings as people and disks spoil them. */

#define V "ataprobe-recording 1\n"
#define D V "drive a\n"
#define Q D "request in 4 1\n"
/* clang-format off */
static const struct {
	const char *text;
	size_t line;
	const char *message;
} damaged[] = {
	{ "", 0, "holds no drive" },
	{ "# nothing\n\n", 2, "holds no drive" },
	{ V, 1, "holds no drive" },
	{ "ataprobe-recording 2\n", 1, "version" },
	{ "ataprobe-recording\n", 1, "version" },
	{ "ataprobe-recording 1 1\n", 1, "follows" },
	{ "drive a\nend\n", 1, "starts with" },
	{ "0040 3fff 0000\n", 1, "not a line" },
	{ V "fact node sg\n", 2, "there is none" },
	{ V "cdb 00\n", 2, "there is none" },
	{ V "end\n", 2, "there is none" },
	{ D, 2, "middle" },
	{ D "drive b\n", 3, "no end" },
	{ D V "end\n", 3, "no end" },
	{ D "end\ntrailing\n", 4, "not a line" },
	{ D "end 1\n", 3, "follows" },
	{ D "note\nend\n", 3, "needs a key" },
	{ D "note a\\\nend\n", 3, "backslash" },
	{ D "note a \\x0\nend\n", 3, "backslash" },
	{ D "note a \\x00\nend\n", 3, "backslash" },
	{ D "note a \\y41\nend\n", 3, "backslash" },
	{ D "note a \x80\nend\n", 3, "not text" },
	{ D "fact\nend\n", 3, "not known" },
	{ D "fact colour red\nend\n", 3, "not known" },
	{ D "fact node tape\nend\n", 3, "not a value" },
	{ D "fact bus\nend\n", 3, "not a value" },
	{ D "fact node sg\nfact node sg\nend\n", 4, "already" },
	{ D "fact vendor 123456789\nend\n", 3, "too long" },
	{ D "fact capacity_bytes -2\nend\n", 3, "too large" },
	{ D "fact capacity_bytes 9223372036854775808\nend\n", 3, "too large" },
	{ D "fact capacity_bytes 1 2\nend\n", 3, "not a value" },
	{ D "fact capacity_bytes 0x10\nend\n", 3, "not a value" },
	{ D "depth 0\nend\n", 3, "1 or more" },
	{ D "depth 1025\nend\n", 3, "too large" },
	{ D "depth 1\ndepth 1\nend\n", 4, "already" },
	{ D "depth\nend\n", 3, "missing" },
	{ D "clock 18446744073709551616\nend\n", 3, "too large" },
	{ D "clock 99999999999999999999999999999999\nend\n", 3, "too large" },
	{ D "clock -1\nend\n", 3, "not a number" },
	{ D "request out 4 1\nend\n", 3, "none or in" },
	{ D "request in 4294967296 1\nend\n", 3, "too large" },
	{ D "request in 4\nend\n", 3, "missing" },
	{ D "cdb 00\nend\n", 3, "there is none" },
	{ Q "end\n", 4, "no cdb" },
	{ Q "cdb 00\nend\n", 5, "no reply" },
	{ Q "cdb 00\nreply 0 0 0 0 0\nend\n", 6, "no reply" },
	{ Q "cdb 00\ntime 0 0\nrequest in 4 1\n", 6, "no reply" },
	{ Q "cdb\nend\n", 4, "missing" },
	{ Q "cdb 0\nend\n", 4, "not a byte" },
	{ Q "cdb 0g\nend\n", 4, "not a byte" },
	{ Q "cdb 000\nend\n", 4, "not a byte" },
	{ Q "cdb 00\ncdb 00\nend\n", 5, "already" },
	{ Q "cdb 00 01 02 03 04 05 06 07 08 09 0a 0b 0c 0d 0e 0f 10 11 12 13 14 15 16 17"
	    " 18 19 1a 1b 1c 1d 1e 1f 20\nend\n", 4, "too many" },
	{ Q "cdb 00\nrefused 0\nend\n", 5, "1 or more" },
	{ Q "cdb 00\nrefused 4096\nend\n", 5, "too large" },
	{ Q "cdb 00\nrefused 5\nreply 0 0 0 0 0\nend\n", 6, "already" },
	{ Q "cdb 00\nreply 0 0 0 0 0\nrefused 5\nend\n", 6, "already" },
	{ Q "reply 0 65536 0 0 0\nend\n", 4, "too large" },
	{ Q "reply 0 0 0 256 0\nend\n", 4, "too large" },
	{ Q "reply 0 0 0 0 2147483648\nend\n", 4, "too large" },
	{ Q "reply 0 0 0 0 -2147483649\nend\n", 4, "too large" },
	{ Q "reply 0 0 0 0 -\nend\n", 4, "not a number" },
	{ Q "reply 0 0 0 0\nend\n", 4, "missing" },
	{ Q "data 00 01 02 03 04\nend\n", 4, "too many" },
	{ Q "data 00 01\ndata 02 03 04\nend\n", 5, "too many" },
	{ Q "data 00 01\nhash 4\nend\n", 5, "already" },
	{ Q "hash 4\ndata 00\nend\n", 5, "already" },
	{ Q "hash 5\nend\n", 4, "too large" },
	{ Q "hash 4 00 01\nend\n", 4, "32 bytes" },
	{ D "request none 0 1\ndata 00\nend\n", 4, "reads none" },
	{ D "request none 0 1\nhash 0\nend\n", 4, "reads none" },
};
/* clang-format on */

START_TEST(damage)
{
	struct sgio_recording_error error = {0, ""};
	struct sgio_recording *r;
	const char *text = damaged[_i].text;

	ck_assert_int_eq(sgio_recording_parse(text, strlen(text), NULL, &r, &error),
			 -EINVAL);
	ck_assert_msg(error.line == damaged[_i].line, "line %zu, not %zu of:\n%s",
		      error.line, damaged[_i].line, text);
	ck_assert_msg(strstr(error.message, damaged[_i].message) != NULL, "%s: %s",
		      text, error.message);
}
END_TEST

/* Cut anywhere, or with any byte changed: an error or a recording, nothing worse. */
START_TEST(noise)
{
	size_t size = strlen(two_drives);
	char *text = malloc(size);

	memcpy(text, two_drives, size);
	for (size_t n = 0; n < size; n++) {
		struct sgio_recording_error error = {0, ""};
		struct sgio_recording *r;
		char *exact = malloc(n + !n);
		char saved = text[n];

		memcpy(exact, text, n);
		/* Whole drives, or nothing. */
		if (!sgio_recording_parse(exact, n, NULL, &r, &error)) {
			ck_assert_uint_eq(sgio_recording_drives(r), 1);
			ck_assert(!strncmp(exact + n - 3, "end", 3) ||
				  !strncmp(exact + n - 4, "end\n", 4));
			sgio_recording_free(r);
		}
		free(exact);
		for (int bit = 0; bit < 8; bit++) {
			text[n] ^= (char)(1 << bit);
			if (!sgio_recording_parse(text, size, NULL, &r, &error))
				sgio_recording_free(r);
			else
				ck_assert_uint_ge(error.line, 1);
			text[n] = saved;
		}
	}
	free(text);
}
END_TEST

/* Something else behind a recording is left to the caller. */
START_TEST(foreign)
{
	static const char text[] = D "end\n" D "end\n# words\n0040 3fff c837\n";
	struct sgio_recording_error error;
	struct sgio_recording *r;
	size_t used;

	ck_assert_int_eq(sgio_recording_parse(text, strlen(text), &used, &r, &error),
			 0);
	ck_assert_uint_eq(sgio_recording_drives(r), 2);
	ck_assert_str_eq(text + used, "0040 3fff c837\n");
	sgio_recording_free(r);

	ck_assert(sgio_is_recording(text, strlen(text)));
	ck_assert(sgio_is_recording(two_drives, strlen(two_drives)));
	ck_assert(!sgio_is_recording("ataprobe-recordings 1\n", 22));
	ck_assert(!sgio_is_recording("0040 3fff\n", 10));
	ck_assert(!sgio_is_recording("# ataprobe-recording 1\n", 23));
	ck_assert(!sgio_is_recording("", 0));
}
END_TEST

START_TEST(numbers)
{
	struct sgio_text text = {0};

	sgio_text_signed(&text, INT64_MIN);
	sgio_text_signed(&text, -1);
	sgio_text_signed(&text, 0);
	sgio_text_unsigned(&text, UINT64_MAX);
	sgio_text_hex(&text, (const uint8_t[]){0x0a, 0xf5}, 2);
	sgio_text_add(&text, "", 1);
	ck_assert_str_eq(text.bytes,
			 " -9223372036854775808 -1 0 18446744073709551615 0a f5");
	free(text.bytes);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("recording_damage");
	TCase *tcase = tcase_create("recording_damage");

	tcase_add_loop_test(tcase, damage, 0, sizeof(damaged) / sizeof(damaged[0]));
	tcase_add_test(tcase, noise);
	tcase_add_test(tcase, foreign);
	tcase_add_test(tcase, numbers);
	suite_add_tcase(suite, tcase);
	return unit_main(suite);
}
