/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef ATATIME_STATISTICS_H
#define ATATIME_STATISTICS_H

#include <stdbool.h>
#include <stdint.h>

#include "histogram.h"

/* Latencies of single commands, in nanoseconds. All zero is empty. */
struct statistics {
	uint64_t count;
	uint64_t min, max;
	double mean, squares; /* Welford: running mean, sum of squared deviations */
	struct histogram histogram;
};

void statistics_add(struct statistics *statistics, uint64_t ns);
void statistics_merge(struct statistics *statistics, const struct statistics *other);

/* Of the sample (n - 1); 0 for less than two. */
double statistics_deviation(const struct statistics *statistics);

/*
 * A percentile, in parts of 100,000 (50000 is the median, 99900 p99.9), within min and
 * max. False, with nothing written, unless at least ten samples lie above it.
 */
bool statistics_percentile(const struct statistics *statistics, unsigned int per_100000,
			   uint64_t *ns);

/* Median of @count numbers, which are sorted; the mean of the middle two. 0 of none. */
double median(double *numbers, unsigned int count);

#endif
