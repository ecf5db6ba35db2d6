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
	{"1B", 1},
	{"0.5k", 512},
	{"0.000001MB", 1},
	{"1KIB", 1024},
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
	{"1gib", 1073741824},
	{"1TiB", 1099511627776},
	{"8388607t", 9223370937343148032}, /* 2^63 less 2^40 */
	{"9223372036854775807B", INT64_MAX},
	{"1TB", 1000000000000},
	{"8s", 4096},
	{"8S", 4096},
	{"0%", 0},
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
	{"4", "write 4B (bytes), 4k (KiB)"},
	{"4096", "write 4096B (bytes), 4096k (KiB), 4096MB"},
	{"", "is no size"},
	{"k", "is no size"},
	{"-1k", "is no size"},
	{" 1k", "is no size"},
	{".5k", "is no size"},
	{"1.k", "is no size"},
	{"1.0000001k", "is no size"},
	{"4kb", "no unit 'kb': write 4KiB (by 1024) or 4kB (by 1000)"},
	{"1.5Gb", "no unit 'Gb': write 1.5GiB (by 1024) or 1.5GB (by 1000)"},
	{"4mB", "write 4MiB"},
	{"1b", "no unit 'b'"},
	{"1e3k", "no unit 'e3k'"},
	{"0x10s", "no unit 'x10s'"},
	{"4 k", "no unit ' k'"},
	{"4k ", "no unit 'k '"},
	{"+4k", "is no size"},
	{"4,5k", "no unit ',5k'"},
	{"4kk", "no unit 'kk'"},
	{"101%", "'101%' is more than the drive"},
	{"100.000001%", "more than the drive"},
	{"0.3B", "no whole number"},
	{"0.5s", "no whole number"},
	{"8388608t", "too large"},  /* 2^63 */
	{"16777216t", "too large"}, /* 2^64 */
	{"16777217t", "too large"}, /* 2^64 + 2^40 */
	{"18446744073709551616B", "too large"},
	{"9223372036854775808s", "too large"},
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
	static const struct {
		const char *text;
		uint64_t rate;
	} cases[] = {
		{"80MB/s", 80000000},
		{"1.5GiB/s", 1610612736},
		{"300m/s", 314572800},
		{"1B/s", 1},
	};
	char why[SIZE_WHY];

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		uint64_t rate = 77;

		ck_assert_ptr_null(rate_parse(cases[i].text, &rate, why));
		ck_assert_uint_eq(rate, cases[i].rate);
	}
}
END_TEST

START_TEST(no_rates)
{
	static const struct {
		const char *text, *part;
	} cases[] = {
		{"80MB", "'80MB' is no rate: write 80MB/s"},
		{"80", "is no rate: write 80MB/s"},
		{"80/s", "'80/s' is no rate: write 80MB/s"},
		{"80mb/s", "write 80MiB (by 1024) or 80MB (by 1000)"},
		{"80MB/sec", "is no rate"},
		{"80MB/h", "is no rate"},
		{"/s", "is no rate"},
		{"", "is no rate"},
		{"8s/s", "is no rate"},
		{"8%/s", "is no rate"},
		{"0MB/s", "is no rate"},
		{"-1MB/s", "is no rate"},
		{"1111111111111111111111111111111MB/s", "is no rate"},
	};
	char why[SIZE_WHY];

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		uint64_t rate = 77;
		const char *wrong = rate_parse(cases[i].text, &rate, why);

		ck_assert_msg(wrong, "'%s' is taken", cases[i].text);
		ck_assert_msg(strstr(wrong, cases[i].part), "'%s': %s", cases[i].text,
			      wrong);
		ck_assert_uint_eq(rate, 77);
	}
}
END_TEST

/* What is said of a long text is cut, and fits. */
START_TEST(long_texts)
{
	static const char *const units[] = {"", "k", "kb", "kz", "/s"};
	char text[512], why[SIZE_WHY];
	struct size size;
	uint64_t rate;

	for (size_t i = 0; i < sizeof(units) / sizeof(units[0]); i++) {
		for (int digits = 1; digits < 400; digits++) {
			memset(text, '7', sizeof(text));
			strcpy(text + digits, units[i]);
			why[SIZE_WHY - 1] = 'x';
			if (size_parse(text, &size, why))
				ck_assert_uint_lt(strlen(why), SIZE_WHY - 1);
			if (rate_parse(text, &rate, why))
				ck_assert_uint_lt(strlen(why), SIZE_WHY - 1);
		}
	}
}
END_TEST

/* Sectors are those of the drive; 2^63 bytes are too many. */
START_TEST(of_a_drive)
{
	static const struct {
		struct size size;
		uint32_t sector;
		uint64_t capacity, bytes;
		int rc;
	} cases[] = {
		{{3, SIZE_SECTORS}, 4096, 1, 12288, 0},
		{{3, SIZE_BYTES}, 4096, 1, 3, 0},
		/* 10 sectors: a quarter is two and a half */
		{{25000000, SIZE_PERCENT}, 4096, 40960, 8192, 0},
		{{100000000, SIZE_PERCENT},
		 512,
		 7000000000000000000,
		 7000000000000000000,
		 0},
		{{UINT64_C(1) << 54, SIZE_SECTORS}, 512, 1, 0, -EOVERFLOW},
		{{(UINT64_C(1) << 54) - 1, SIZE_SECTORS},
		 512,
		 1,
		 9223372036854775296,
		 0},
		{{INT64_MAX, SIZE_SECTORS}, 4096, 1, 0, -EOVERFLOW},
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		uint64_t bytes = 77;

		ck_assert_int_eq(size_bytes(&cases[i].size, cases[i].sector,
					    cases[i].capacity, &bytes),
				 cases[i].rc);
		ck_assert_uint_eq(bytes, cases[i].rc ? 77 : cases[i].bytes);
	}
}
END_TEST

START_TEST(formats)
{
	static const struct {
		uint64_t bytes;
		const char *text;
	} cases[] = {
		{0, "0 B"},
		{1, "1 B"},
		{511, "511 B"},
		{512, "512 B"},
		{520, "520 B"},
		{1000, "1000 B"},
		{1024, "1 KiB"},
		{1536, "1.5 KiB"},
		{1537, "1537 B"},
		{1792, "1792 B"}, /* 1.75 KiB */
		{4096, "4 KiB"},
		{524288, "512 KiB"},
		{1048576, "1 MiB"},
		{1572864, "1.5 MiB"},
		{3584000, "3500 KiB"},
		{10485760, "10 MiB"},
		{1073741824, "1 GiB"},
		{1610612736, "1.5 GiB"},
		{1099511627776, "1 TiB"},
		{1649267441664, "1.5 TiB"},
		{1000204886016, "976762584 KiB"}, /* a drive "of 1 TB" */
		{UINT64_C(1) << 63, "8388608 TiB"},
		{UINT64_MAX, "18446744073709551615 B"},
	};
	char text[24];

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
	tcase_add_test(tcase, no_rates);
	tcase_add_test(tcase, long_texts);
	tcase_add_test(tcase, of_a_drive);
	tcase_add_test(tcase, formats);
	suite_add_tcase(suite, tcase);
	return unit_main(suite);
}
