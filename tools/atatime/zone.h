/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef ATATIME_ZONE_H
#define ATATIME_ZONE_H

#include <stddef.h>
#include <stdint.h>

#include "result.h"

/*
 * What became of one sample of --zones, in all runs together. A sample of which nothing
 * came has no figure in the result: it is found by its place and by the read errors.
 */
struct zone {
	uint64_t lba;               /* of the first block that came; else about */
	uint64_t bytes, elapsed_ns; /* 0: nothing could be read */
	uint64_t errors;            /* of those that result->errors kept */
};

/*
 * All samples of @result by LBA, those that failed too, in *@zones, which the caller
 * frees. Returns how many; 0, with *@zones NULL, of none or without memory.
 */
size_t zones_find(const struct result *result, struct zone **zones);

#endif
