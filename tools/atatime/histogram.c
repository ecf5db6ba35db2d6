/* SPDX-License-Identifier: BSD-2-Clause */
#include "histogram.h"

/* Bits of @number above the HISTOGRAM_BITS + 1 that tell its bucket. */
static unsigned int shift_of(uint64_t number)
{
	unsigned int top = 63 - (unsigned int)__builtin_clzll(number | 1);

	return top > HISTOGRAM_BITS ? top - HISTOGRAM_BITS : 0;
}

unsigned int histogram_bucket(uint64_t number)
{
	unsigned int shift;

	if (number >> 63)
		number = INT64_MAX;
	shift = shift_of(number);
	return shift * HISTOGRAM_STEPS + (unsigned int)(number >> shift);
}

/* The first 2 × HISTOGRAM_STEPS buckets hold one number each. */
static unsigned int bucket_shift(unsigned int bucket)
{
	return bucket < 2 * HISTOGRAM_STEPS ? 0 : bucket / HISTOGRAM_STEPS - 1;
}

uint64_t histogram_low(unsigned int bucket)
{
	unsigned int shift = bucket_shift(bucket);

	return (uint64_t)(bucket - shift * HISTOGRAM_STEPS) << shift;
}

uint64_t histogram_width(unsigned int bucket)
{
	return UINT64_C(1) << bucket_shift(bucket);
}

void histogram_add(struct histogram *histogram, uint64_t number)
{
	histogram->bucket[histogram_bucket(number)]++;
	histogram->count++;
}

void histogram_merge(struct histogram *histogram, const struct histogram *other)
{
	for (unsigned int i = 0; i < HISTOGRAM_BUCKETS; i++)
		histogram->bucket[i] += other->bucket[i];
	histogram->count += other->count;
}

/* From 1; the count of samples stays far below 2^64 / 100,000. */
static uint64_t rank_of(const struct histogram *histogram, unsigned int per_100000)
{
	uint64_t rank = (histogram->count * per_100000 + 99999) / 100000;

	return rank ? rank : 1;
}

uint64_t histogram_percentile(const struct histogram *histogram,
			      unsigned int per_100000)
{
	uint64_t left = rank_of(histogram, per_100000);
	unsigned int i = 0;

	if (!histogram->count)
		return 0;
	while (histogram->bucket[i] < left)
		left -= histogram->bucket[i++];
	return histogram_low(i) + histogram_width(i) / 2;
}

uint64_t histogram_above(const struct histogram *histogram, unsigned int per_100000)
{
	uint64_t rank = rank_of(histogram, per_100000);

	return histogram->count > rank ? histogram->count - rank : 0;
}
