/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <string.h>

#include "size.h"
#include "unit.h"

struct good {
	const char *text;
	uint64_t bytes; /* of a drive of 1,000,000 sectors of 512 bytes */
};

static const struct good goods[] = {
	{"0k", 0},
	{"1b", 1},
	{"1B", 1},
	{"64k", 65536},
	{"64K", 65536},
	{"64KiB", 65536},
	{"64kib", 65536},
	{"64kB", 64000},
	{"64KB", 64000},
	{"1m", 1048576},
	{"1MiB", 1048576},
	{"1MB", 1000000},
	{"1.5g", 1610612736},
	{"1.5GB", 1500000000},
	{"2t", 2199023255552},
	{"1TB", 1000000000000},
	{"8s", 4096},
	{"50%", 256000000},
	{"100%", 512000000},
	{"0.5%", 2560000},
	{"0.0001%", 512},  /* one sector of a million */
	{"0.00015%", 512}, /* sectors are whole */
};

START_TEST(sizes)
{
	const struct good *g = &goods[_i];
	char why[SIZE_WHY];
	struct size size;
	uint64_t bytes = 77;
	const char *wrong = size_parse(g->text, &size, why);

	ck_assert_msg(!wrong, "%s: %s", g->text, wrong);
	ck_assert_int_eq(size_bytes(&size, 512, 512000000, &bytes), 0);
	ck_assert_msg(bytes == g->bytes, "%s: %llu", g->text,
		      (unsigned long long)bytes);
}
END_TEST

/* What is wrong with it has to be said: a part of that. */
static const struct {
	const char *text, *part;
} bads[] = {
	{"4", "write 4k"},
	{"4096", "write 4096k (KiB), 4096MB"},
	{"", "is no size"},
	{"k", "is no size"},
	{"-1k", "is no size"},
	{" 1k", "is no size"},
	{".5k", "is no size"},
	{"1.k", "is no size"},
	{"1.0000001k", "is no size"},
	{"4kb", "no unit 'kb'"},
	{"4mb", "no unit 'mb'"},
	{"1e3k", "no unit 'e3k'"},
	{"0x10s", "no unit 'x10s'"},
	{"4 k", "no unit ' k'"},
	{"4kk", "no unit 'kk'"},
	{"101%", "more than the drive"},
	{"0.3b", "no whole number"},
	{"0.5s", "no whole number"},
	{"8388608t", "too large"},
	{"99999999999999999999g", "too large"},
	{"999999999999999999999k", "is no size"},
};

START_TEST(no_sizes)
{
	char why[SIZE_WHY];
	struct size size = {77, SIZE_SECTORS};
	const char *wrong = size_parse(bads[_i].text, &size, why);

	ck_assert_msg(wrong, "'%s' is taken", bads[_i].text);
	ck_assert_msg(strstr(wrong, bads[_i].part), "'%s': %s", bads[_i].text, wrong);
	ck_assert_uint_eq(size.number, 77);
	ck_assert_int_eq(size.unit, SIZE_SECTORS);
}
END_TEST

START_TEST(rates)
{
	char why[SIZE_WHY];
	uint64_t rate = 77;

	ck_assert_ptr_null(rate_parse("80MB/s", &rate, why));
	ck_assert_uint_eq(rate, 80000000);
	ck_assert_ptr_null(rate_parse("1.5GiB/s", &rate, why));
	ck_assert_uint_eq(rate, 1610612736);
	rate = 77;
	ck_assert_ptr_nonnull(rate_parse("80MB", &rate, why));
	ck_assert_ptr_nonnull(rate_parse("80", &rate, why));
	ck_assert_ptr_nonnull(rate_parse("/s", &rate, why));
	ck_assert_ptr_nonnull(rate_parse("8s/s", &rate, why));
	ck_assert_ptr_nonnull(rate_parse("8%/s", &rate, why));
	ck_assert_ptr_nonnull(rate_parse("0MB/s", &rate, why));
	ck_assert_ptr_nonnull(
		rate_parse("1111111111111111111111111111111MB/s", &rate, why));
	ck_assert_uint_eq(rate, 77);
}
END_TEST

START_TEST(overflow)
{
	struct size size = {INT64_MAX / 2, SIZE_SECTORS};
	uint64_t bytes = 77;

	ck_assert_int_eq(size_bytes(&size, 512, 1, &bytes), -EOVERFLOW);
	ck_assert_uint_eq(bytes, 77);
}
END_TEST

START_TEST(formats)
{
	static const struct {
		uint64_t bytes;
		const char *text;
	} cases[] = {{0, "0 B"},           {1, "1 B"},           {512, "512 B"},
		     {1000, "1000 B"},     {1024, "1 KiB"},      {4096, "4 KiB"},
		     {524288, "512 KiB"},  {1048576, "1 MiB"},   {1572864, "1536 KiB"},
		     {10485760, "10 MiB"}, {1073741824, "1 GiB"}};
	char text[32];

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		size_format(cases[i].bytes, text, sizeof(text));
		ck_assert_str_eq(text, cases[i].text);
	}
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("size");
	TCase *tcase = tcase_create("sizes");

	tcase_add_loop_test(tcase, sizes, 0, (int)(sizeof(goods) / sizeof(goods[0])));
	tcase_add_loop_test(tcase, no_sizes, 0, (int)(sizeof(bads) / sizeof(bads[0])));
	tcase_add_test(tcase, rates);
	tcase_add_test(tcase, overflow);
	tcase_add_test(tcase, formats);
	suite_add_tcase(suite, tcase);
	return unit_main(suite);
}
