/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef SGIO_CLOCK_H
#define SGIO_CLOCK_H

#include <stdint.h>
#include <time.h>

#define NS_PER_SECOND UINT64_C(1000000000)

/* Nanoseconds of CLOCK_MONOTONIC_RAW: no adjustment of the time changes a rate. */
static inline uint64_t clock_now(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC_RAW, &now);
	return (uint64_t)now.tv_sec * NS_PER_SECOND + (uint64_t)now.tv_nsec;
}

#endif
