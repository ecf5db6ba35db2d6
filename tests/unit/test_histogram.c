/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>

#include "atatime/histogram.h"
#include "unit.h"

enum { NUMBERS = 20000 };

static struct histogram histogram, other; /* too large for the stack to be nice */

/* xorshift64 (Marsaglia 2003): not the generator that the tool has. */
static uint64_t next(uint64_t *state)
{
	*state ^= *state << 13;
	*state ^= *state >> 7;
	return *state ^= *state << 17;
}

/* Of any magnitude from 0 to 63 bits, each as often. */
static uint64_t any_magnitude(uint64_t *state)
{
	uint64_t bits = next(state) % 64;

	return bits ? next(state) >> (64 - bits) : 0;
}

static uint64_t apart(uint64_t a, uint64_t b)
{
	return a > b ? a - b : b - a;
}

/* The bound that histogram.h promises, in whole numbers: 256 × distance <= number. */
static void ck_bound(uint64_t number)
{
	unsigned int bucket = histogram_bucket(number);
	uint64_t low = histogram_low(bucket), width = histogram_width(bucket);
	uint64_t distance = apart(low + width / 2, number);

	if (bucket >= HISTOGRAM_BUCKETS || number < low || number - low >= width)
		ck_abort_msg("%#lx is not in bucket %u", number, bucket);
	if (number < 256 ? distance != 0 : distance > number / 256)
		ck_abort_msg("%#lx is %lu from the middle of its bucket", number,
			     distance);
}

/* Around every power of two, and around every step of a few of them. */
START_TEST(bound_at_borders)
{
	for (unsigned int power = 0; power < 63; power++) {
		uint64_t at = UINT64_C(1) << power;

		for (uint64_t step = 0; step < 130; step++) {
			uint64_t number = at + (at >> 7) * step;

			if (number >> 63)
				continue;
			ck_bound(number);
			ck_bound(number + 1);
			ck_bound(number ? number - 1 : 0);
		}
	}
	ck_bound(0);
	ck_bound(INT64_MAX);
	ck_bound(INT64_MAX - 1);
}
END_TEST

START_TEST(bound_at_random)
{
	uint64_t state = 88172645463325252;

	for (int i = 0; i < 1000000; i++)
		ck_bound(any_magnitude(&state));
}
END_TEST

/* Without a hole and without an overlap, from 0 to 2^63 - 1. */
START_TEST(contiguous)
{
	uint64_t at = 0;

	for (unsigned int i = 0; i < HISTOGRAM_BUCKETS; i++) {
		ck_assert_uint_eq(histogram_low(i), at);
		ck_assert_uint_eq(histogram_bucket(at), i);
		at += histogram_width(i);
		ck_assert_uint_eq(histogram_bucket(at - 1), i);
	}
	ck_assert_uint_eq(at, UINT64_C(1) << 63);
	ck_assert_uint_eq(histogram_bucket(UINT64_MAX), HISTOGRAM_BUCKETS - 1);
}
END_TEST

/*
 * Buckets by hand: 2^k + j × 2^(k-7) is the bucket 128 × (k - 7) + 128 + j for k >= 7.
 * 1,000,000 ns is 2^19 + 475,712; 475,712 / 4096 = 116.1, so 128 × 12 + 128 + 116.
 */
START_TEST(known_buckets)
{
	/* clang-format off */
	static const struct { uint64_t number; unsigned int bucket; } cases[] = {
		{0, 0}, {1, 1}, {127, 127}, {128, 128}, {255, 255}, {256, 256},
		{257, 256}, {258, 257}, {511, 383}, {512, 384}, {1000000, 1780},
		{INT64_MAX, 128 * 57 - 1},
	};
	/* clang-format on */

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
		ck_assert_uint_eq(histogram_bucket(cases[i].number), cases[i].bucket);
}
END_TEST

static int compare(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return (x > y) - (x < y);
}

static const unsigned int parts[] = {0,     1,     100,   1000,  10000, 25000,
				     50000, 90000, 99000, 99900, 99990, 100000};

/* Nearest rank in a sorted array: the number at place ceil(n × p / 100,000), from 1. */
static void ck_percentiles(uint64_t *numbers, unsigned int count)
{
	qsort(numbers, count, sizeof(*numbers), compare);
	for (size_t i = 0; i < sizeof(parts) / sizeof(parts[0]); i++) {
		uint64_t rank = ((uint64_t)count * parts[i] + 99999) / 100000;
		uint64_t exact = numbers[rank ? rank - 1 : 0];
		uint64_t found = histogram_percentile(&histogram, parts[i]);

		ck_assert_msg(apart(found, exact) <= exact / 256,
			      "%u parts of %u: %lu, not %lu", parts[i], count, found,
			      exact);
		ck_assert_uint_eq(histogram_above(&histogram, parts[i]),
				  count - (rank ? rank : 1));
	}
}

START_TEST(percentiles)
{
	static const unsigned int counts[] = {1, 2, 3, 10, 99, 100, 1000, NUMBERS};
	static uint64_t numbers[NUMBERS];
	uint64_t state = 362436069;

	for (size_t i = 0; i < sizeof(counts) / sizeof(counts[0]); i++) {
		memset(&histogram, 0, sizeof(histogram));
		for (unsigned int k = 0; k < counts[i]; k++) {
			numbers[k] = i % 2 ? any_magnitude(&state)
					   : 50000 + next(&state) % 20000000;
			histogram_add(&histogram, numbers[k]);
		}
		ck_assert_uint_eq(histogram.count, counts[i]);
		ck_percentiles(numbers, counts[i]);
	}
}
END_TEST

START_TEST(empty)
{
	memset(&histogram, 0, sizeof(histogram));
	for (size_t i = 0; i < sizeof(parts) / sizeof(parts[0]); i++) {
		ck_assert_uint_eq(histogram_percentile(&histogram, parts[i]), 0);
		ck_assert_uint_eq(histogram_above(&histogram, parts[i]), 0);
	}
}
END_TEST

/* Two merged are what one is that got all numbers. */
START_TEST(merged)
{
	static struct histogram whole;
	uint64_t state = 521288629;

	memset(&histogram, 0, sizeof(histogram));
	memset(&other, 0, sizeof(other));
	memset(&whole, 0, sizeof(whole));
	for (int i = 0; i < NUMBERS; i++) {
		uint64_t number = any_magnitude(&state);

		histogram_add(next(&state) % 3 ? &histogram : &other, number);
		histogram_add(&whole, number);
	}
	histogram_merge(&histogram, &other);
	ck_assert_mem_eq(&histogram, &whole, sizeof(whole));
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("histogram");
	TCase *tcase = tcase_create("histogram");

	tcase_add_test(tcase, bound_at_borders);
	tcase_add_test(tcase, bound_at_random);
	tcase_add_test(tcase, contiguous);
	tcase_add_test(tcase, known_buckets);
	tcase_add_test(tcase, percentiles);
	tcase_add_test(tcase, empty);
	tcase_add_test(tcase, merged);
	suite_add_tcase(suite, tcase);
	return unit_main(suite);
}
