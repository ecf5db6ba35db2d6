/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <string.h>

#include "atatime/result.h"
#include "unit.h"

static const struct spec spec = {
	.test = TEST_SEQUENTIAL, .path = PATH_DMA, .block_bytes = 4096, .depth = 1};
static struct result result;

static void begin(void)
{
	result_init(&result, &spec, NULL);
}

static void end(void)
{
	result_free(&result);
}

/* @bytes in @ms, by commands of 1 ms each, two of them outstanding all the time. */
static struct engine_count *count_of(uint64_t bytes, uint64_t ms)
{
	static struct engine_count count;

	memset(&count, 0, sizeof(count));
	count.bytes = bytes;
	count.commands = ms;
	count.start_ns = 5;
	count.end_ns = 5 + ms * 1000000;
	count.busy_ns = 2.0 * (double)ms * 1e6;
	count.looked_at = ms;
	count.zeros = ms / 4;
	for (uint64_t i = 0; i < ms; i++)
		statistics_add(&count.latency, 1000000);
	return &count;
}

static void add_runs(const unsigned int *megabytes, size_t count)
{
	for (size_t i = 0; i < count; i++)
		ck_assert_int_eq(
			result_add_run(&result, count_of(megabytes[i] * 1000000ULL, 8)),
			0);
}

static bool near(double have, double want)
{
	return fabs(have - want) <= 1e-9 * fabs(want);
}

/* Runs of 8 ms: 8 MB in one of them are 1000 MB/s. */
static const struct {
	unsigned int megabytes[4];
	size_t count;
	bool known, has_spread;
	double median, min, max, spread; /* MB/s, percent */
} rates[] = {
	{{0}, 0, false, false, 0, 0, 0, 0},
	{{8}, 1, true, false, 1000, 1000, 1000, 0},
	{{16, 8, 12}, 3, true, true, 1500, 1000, 2000, 100 * 1000 / 1500.0},
	{{16, 8, 12, 20}, 4, true, true, 1750, 1000, 2500, 100 * 1500 / 1750.0},
	{{0, 8}, 2, true, false, 1000, 1000, 1000, 0}, /* a run that moved nothing */
	{{0}, 1, false, false, 0, 0, 0, 0},
};

START_TEST(rates_of_runs)
{
	struct result_rate rate;

	begin();
	add_runs(rates[_i].megabytes, rates[_i].count);
	ck_assert(result_rate(&result, &rate) == rates[_i].known);
	ck_assert(rate.has_spread == rates[_i].has_spread);
	ck_assert(near(rate.median, rates[_i].median * 1e6));
	ck_assert(near(rate.min, rates[_i].min * 1e6));
	ck_assert(near(rate.max, rates[_i].max * 1e6));
	ck_assert(near(rate.spread_percent, rates[_i].spread));
	end();
}
END_TEST

/* Two runs of 8 and 12 commands in 8 and 12 ms. */
START_TEST(sums)
{
	double value;

	begin();
	ck_assert(!result_iops(&result, &value));
	ck_assert(!result_achieved_depth(&result, &value));
	ck_assert(!result_zero_filled(&result, &value));
	ck_assert_int_eq(result_add_run(&result, count_of(1000, 8)), 0);
	ck_assert_int_eq(result_add_run(&result, count_of(500, 12)), 0);
	ck_assert_uint_eq(result.bytes, 1500);
	ck_assert_uint_eq(result.commands, 20);
	ck_assert_uint_eq(result.elapsed_ns, 20000000);
	ck_assert_uint_eq(result.latency.count, 20);
	ck_assert(result_iops(&result, &value) && near(value, 1000));
	ck_assert(result_achieved_depth(&result, &value) && near(value, 2));
	/* 2 of 8 and 3 of 12. */
	ck_assert(result_zero_filled(&result, &value) && near(value, 25));
	end();
}
END_TEST

START_TEST(link_used)
{
	double percent;

	begin();
	result.link_limit_bytes_per_second = 500000000;
	ck_assert(!result_link_used(&result, &percent)); /* no rate */
	add_runs((const unsigned int[]){1}, 1);          /* 125 MB/s */
	ck_assert(result_link_used(&result, &percent) && near(percent, 25));
	result.spec.path = PATH_VERIFY; /* moves nothing over the link */
	ck_assert(!result_link_used(&result, &percent));
	result.spec.path = PATH_DMA;
	result.link_limit_bytes_per_second = 0;
	ck_assert(!result_link_used(&result, &percent));
	end();
}
END_TEST

/* In the order of their LBA, those of several runs in one. */
START_TEST(samples)
{
	static const uint64_t lbas[] = {10, 30, 10, 20, 30};
	static const uint64_t want[][3] = {
		{10, 400, 4000000}, {20, 400, 4000000}, {30, 700, 7000000}};

	begin();
	for (size_t i = 0; i < 5; i++)
		ck_assert_int_eq(result_add_sample(&result, lbas[i],
						   count_of(100 * (i + 1), i + 1)),
				 0);
	ck_assert_uint_eq(result.sample_count, 3);
	for (size_t i = 0; i < 3; i++) {
		ck_assert_uint_eq(result.samples[i].lba, want[i][0]);
		ck_assert_uint_eq(result.samples[i].bytes, want[i][1]);
		ck_assert_uint_eq(result.samples[i].elapsed_ns, want[i][2]);
	}
	end();
}
END_TEST

START_TEST(points_are_limited)
{
	begin();
	for (unsigned int i = 0; i < RESULT_POINTS_MAX + 3; i++)
		ck_assert_int_eq(result_add_point(&result, i, 2 * i), 0);
	ck_assert_uint_eq(result.point_count, RESULT_POINTS_MAX);
	ck_assert_uint_eq(result.points[RESULT_POINTS_MAX - 1].lba,
			  RESULT_POINTS_MAX - 1);
	end();
}
END_TEST

/* All are counted, the first 1000 kept. */
START_TEST(errors)
{
	begin();
	for (unsigned int i = 0; i < 1003; i++) {
		struct read_error error = {.lba = i, .outcome = ATA_UNCORRECTABLE};

		ck_assert_int_eq(result_add_error(&result, &error), 0);
	}
	ck_assert_uint_eq(result.error_count, 1003);
	ck_assert_uint_eq(result.error_kept, 1000);
	ck_assert_uint_eq(result.errors[999].lba, 999);
	ck_assert_str_eq(result_error_kind(&result.errors[0]), "uncorrectable");
	end();
}
END_TEST

START_TEST(warnings)
{
	begin();
	result_warn(&result, "one", "first %d", 1);
	result_warn(&result, "two", "second");
	result_warn(&result, "one", "again");
	result_warn(&result, "three", "bell \a of a drive");
	ck_assert_uint_eq(result.warning_count, 3);
	ck_assert_str_eq(result.warnings[0].message, "first 1");
	ck_assert_str_eq(result.warnings[1].code, "two");
	ck_assert_ptr_null(strchr(result.warnings[2].message, '\a'));
	ck_assert(result.valid);
	ck_assert_int_eq(result.status, 0);
	end();
}
END_TEST

START_TEST(failures)
{
	begin();
	ck_assert(result.valid);
	result_fail(&result, EXIT_REFUSED, "gone", "'%s' is gone", "x");
	result_fail(&result, EXIT_USAGE, "range", "later");
	ck_assert(!result.valid);
	ck_assert_int_eq(result.status, EXIT_REFUSED | EXIT_USAGE);
	ck_assert_str_eq(result.error_code, "gone");
	ck_assert_str_eq(result.error_message, "'x' is gone");
	end();
	end(); /* empty already */
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("result");
	TCase *tests = tcase_create("result");

	tcase_add_loop_test(tests, rates_of_runs, 0, sizeof(rates) / sizeof(rates[0]));
	tcase_add_test(tests, sums);
	tcase_add_test(tests, link_used);
	tcase_add_test(tests, samples);
	tcase_add_test(tests, points_are_limited);
	tcase_add_test(tests, errors);
	tcase_add_test(tests, warnings);
	tcase_add_test(tests, failures);
	suite_add_tcase(suite, tests);
	return unit_main(suite);
}
