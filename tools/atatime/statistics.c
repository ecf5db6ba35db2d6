/* SPDX-License-Identifier: BSD-2-Clause */
#include "statistics.h"

#include <math.h>
#include <stdlib.h>

enum { SAMPLES_ABOVE = 10 };

void statistics_add(struct statistics *statistics, uint64_t ns)
{
	double before = statistics->mean;

	if (!statistics->count || ns < statistics->min)
		statistics->min = ns;
	if (ns > statistics->max)
		statistics->max = ns;
	statistics->count++;
	statistics->mean += ((double)ns - before) / (double)statistics->count;
	statistics->squares += ((double)ns - before) * ((double)ns - statistics->mean);
	histogram_add(&statistics->histogram, ns);
}

/* Two sets with their means and squares (Chan, Golub, LeVeque 1979). */
void statistics_merge(struct statistics *statistics, const struct statistics *other)
{
	double here = (double)statistics->count, there = (double)other->count;
	double apart = other->mean - statistics->mean;

	if (!other->count)
		return;
	if (!statistics->count || other->min < statistics->min)
		statistics->min = other->min;
	if (other->max > statistics->max)
		statistics->max = other->max;
	statistics->mean += apart * there / (here + there);
	statistics->squares +=
		other->squares + apart * apart * here * there / (here + there);
	statistics->count += other->count;
	histogram_merge(&statistics->histogram, &other->histogram);
}

double statistics_deviation(const struct statistics *statistics)
{
	if (statistics->count < 2)
		return 0;
	return sqrt(statistics->squares / (double)(statistics->count - 1));
}

bool statistics_percentile(const struct statistics *statistics, unsigned int per_100000,
			   uint64_t *ns)
{
	uint64_t found;

	if (histogram_above(&statistics->histogram, per_100000) < SAMPLES_ABOVE)
		return false;
	found = histogram_percentile(&statistics->histogram, per_100000);
	if (found < statistics->min)
		found = statistics->min;
	*ns = found < statistics->max ? found : statistics->max;
	return true;
}

static int compare(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

double median(double *numbers, unsigned int count)
{
	if (!count)
		return 0;
	qsort(numbers, count, sizeof(*numbers), compare);
	if (count % 2)
		return numbers[count / 2];
	return (numbers[count / 2 - 1] + numbers[count / 2]) / 2;
}
