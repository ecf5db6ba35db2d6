/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <string.h>

#include "atatime/statistics.h"
#include "unit.h"

enum { NUMBERS = 10000 };

static struct statistics statistics, other, whole;

static void add_all(struct statistics *to, const uint64_t *numbers, size_t count)
{
	memset(to, 0, sizeof(*to));
	for (size_t i = 0; i < count; i++)
		statistics_add(to, numbers[i]);
}

static void ck_near(double found, double expected)
{
	ck_assert_msg(fabs(found - expected) <= 1e-9 * fabs(expected) + 1e-12,
		      "%.17g, not %.17g", found, expected);
}

/*
 * By hand: 2 4 4 4 5 5 7 9 have mean 40 / 8 = 5 and squares of 9 1 1 1 0 0 4 16, in all
 * 32; 32 / 7 is the square of 2.13808993529939...
 */
START_TEST(by_hand)
{
	static const uint64_t numbers[] = {4, 2, 9, 4, 5, 4, 7, 5};

	add_all(&statistics, numbers, 8);
	ck_assert_uint_eq(statistics.count, 8);
	ck_assert_uint_eq(statistics.min, 2);
	ck_assert_uint_eq(statistics.max, 9);
	ck_near(statistics.mean, 5);
	ck_near(statistics_deviation(&statistics), 2.138089935299395);
}
END_TEST

START_TEST(few)
{
	uint64_t ns = 77;

	memset(&statistics, 0, sizeof(statistics));
	ck_near(statistics_deviation(&statistics), 0);
	ck_assert(!statistics_percentile(&statistics, 50000, &ns));
	statistics_add(&statistics, 12345);
	ck_assert_uint_eq(statistics.min, 12345);
	ck_assert_uint_eq(statistics.max, 12345);
	ck_near(statistics.mean, 12345);
	ck_near(statistics_deviation(&statistics), 0);
	ck_assert(!statistics_percentile(&statistics, 0, &ns));
	ck_assert_uint_eq(ns, 77);
}
END_TEST

/* xorshift64 (Marsaglia 2003). */
static uint64_t next(uint64_t *state)
{
	*state ^= *state << 13;
	*state ^= *state >> 7;
	return *state ^= *state << 17;
}

/* The schoolbook's two passes, in whole numbers and long double. */
static void ck_two_passes(const struct statistics *found, const uint64_t *numbers,
			  size_t count)
{
	long double sum = 0, squares = 0, mean;

	for (size_t i = 0; i < count; i++)
		sum += (long double)numbers[i];
	mean = sum / (long double)count;
	for (size_t i = 0; i < count; i++) {
		long double d = (long double)numbers[i] - mean;

		squares += d * d;
	}
	ck_near(found->mean, (double)mean);
	ck_near(statistics_deviation(found),
		(double)sqrtl(squares / (long double)(count - 1)));
}

/* A small spread upon a large base is what a naive sum of squares loses. */
START_TEST(two_passes)
{
	static const struct {
		uint64_t base, spread;
	} cases[] = {{0, 1000}, {100000, 50}, {0, 30000000000}, {1000000000, 1000}};
	static uint64_t numbers[NUMBERS];
	uint64_t state = 2463534242 + (uint64_t)_i;

	for (size_t i = 0; i < NUMBERS; i++)
		numbers[i] = cases[_i].base + next(&state) % cases[_i].spread;
	add_all(&whole, numbers, NUMBERS);
	ck_two_passes(&whole, numbers, NUMBERS);

	/* In two unequal parts, and with none on either side. */
	add_all(&statistics, numbers, NUMBERS / 7);
	add_all(&other, numbers + NUMBERS / 7, NUMBERS - NUMBERS / 7);
	statistics_merge(&statistics, &other);
	ck_two_passes(&statistics, numbers, NUMBERS);
	ck_assert_uint_eq(statistics.count, NUMBERS);
	ck_assert_uint_eq(statistics.min, whole.min);
	ck_assert_uint_eq(statistics.max, whole.max);
	ck_assert_mem_eq(&statistics.histogram, &whole.histogram,
			 sizeof(whole.histogram));
	memset(&other, 0, sizeof(other));
	statistics_merge(&statistics, &other);
	ck_two_passes(&statistics, numbers, NUMBERS);
	statistics_merge(&other, &statistics);
	ck_assert_mem_eq(&other, &statistics, sizeof(other));
}
END_TEST

/*
 * Ten samples have to lie above the rank ceil(n × p): of n = 20 the median is at 10 and
 * 10 lie above it; of 19 it is also at 10, and 9 do. p99 needs n = 1000, p99.9 10,000.
 */
START_TEST(percentiles_that_mean_something)
{
	static const struct {
		unsigned int count, part;
		bool known;
	} cases[] = {{20, 50000, true},    {19, 50000, false},  {100, 90000, true},
		     {99, 90000, false},   {1000, 99000, true}, {999, 99000, false},
		     {10000, 99900, true}, {9999, 99900, false}};
	uint64_t ns = 77;

	memset(&statistics, 0, sizeof(statistics));
	for (unsigned int i = 0; i < cases[_i].count; i++)
		statistics_add(&statistics, i + 1); /* 1 to count */
	ck_assert_int_eq(statistics_percentile(&statistics, cases[_i].part, &ns),
			 cases[_i].known);
	if (cases[_i].known) {
		uint64_t exact = (uint64_t)cases[_i].count * cases[_i].part / 100000;

		ck_assert_uint_le(ns > exact ? ns - exact : exact - ns, exact / 256);
	} else {
		ck_assert_uint_eq(ns, 77);
	}
}
END_TEST

/*
 * The middle of a bucket may lie past all that was measured, on either side: 999,424 to
 * 1,003,519 are one, its middle is 1,001,472.
 */
START_TEST(percentile_within_extremes)
{
	static const uint64_t numbers[] = {1000000, 1003000};
	uint64_t ns;

	memset(&statistics, 0, sizeof(statistics));
	for (int i = 0; i < 100; i++)
		statistics_add(&statistics, numbers[_i]);
	ck_assert(statistics_percentile(&statistics, 50000, &ns));
	ck_assert_uint_eq(ns, numbers[_i]);
}
END_TEST

START_TEST(medians)
{
	double odd[] = {5, 1, 3}, even[] = {4, 1, 3, 2}, one[] = {7}, same[] = {2, 2};

	ck_near(median(odd, 3), 3);
	ck_near(median(even, 4), 2.5);
	ck_near(median(one, 1), 7);
	ck_near(median(same, 2), 2);
	ck_near(median(NULL, 0), 0);
	ck_assert(odd[0] <= odd[1] && odd[1] <= odd[2]);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("statistics");
	TCase *tcase = tcase_create("statistics");

	tcase_add_test(tcase, by_hand);
	tcase_add_test(tcase, few);
	tcase_add_loop_test(tcase, two_passes, 0, 4);
	tcase_add_loop_test(tcase, percentiles_that_mean_something, 0, 8);
	tcase_add_loop_test(tcase, percentile_within_extremes, 0, 2);
	tcase_add_test(tcase, medians);
	suite_add_tcase(suite, tcase);
	return unit_main(suite);
}
