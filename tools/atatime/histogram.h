/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef ATATIME_HISTOGRAM_H
#define ATATIME_HISTOGRAM_H

#include <stdint.h>

/*
 * Counts of numbers from 0 to 2^63 - 1 in log-linear buckets: below 2 × HISTOGRAM_STEPS
 * each number has its own, above each power of two is cut into HISTOGRAM_STEPS equal
 * parts. A bucket is at most 1/128 of its lower end wide, so its middle is no more than
 * 1/256, 0.4 %, from any number in it.
 */
enum {
	HISTOGRAM_BITS = 7,
	HISTOGRAM_STEPS = 1 << HISTOGRAM_BITS,
	HISTOGRAM_BUCKETS = (63 - HISTOGRAM_BITS + 1) * HISTOGRAM_STEPS,
};

struct histogram {
	uint64_t count;
	uint64_t bucket[HISTOGRAM_BUCKETS];
};

unsigned int histogram_bucket(uint64_t number);
/* The least number of @bucket, and how many numbers it holds. */
uint64_t histogram_low(unsigned int bucket);
uint64_t histogram_width(unsigned int bucket);

void histogram_add(struct histogram *histogram, uint64_t number);
void histogram_merge(struct histogram *histogram, const struct histogram *other);

/*
 * The number that @per_100000 of 100,000 parts of all do not exceed (nearest rank: the
 * one at place ceil(count × p), from 1), as the middle of its bucket. 0 when empty.
 */
uint64_t histogram_percentile(const struct histogram *histogram,
			      unsigned int per_100000);

/* How many samples lie above that rank. */
uint64_t histogram_above(const struct histogram *histogram, unsigned int per_100000);

#endif
