/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef ATATIME_SPEC_H
#define ATATIME_SPEC_H

#include <stdbool.h>
#include <stdint.h>

#include "path.h"

/* What is measured, and how it is read: one result for each combination. */

enum test {
	TEST_SEQUENTIAL,
	TEST_BUFFER, /* one place again and again */
	TEST_ACCESS, /* random single reads */
	TEST_ZONES,  /* samples spread over the range */
	TEST_FILE,   /* the sectors of a file */
	TEST_WRITE,  /* a new file, written and read back */
	TEST_EXPLAIN,
	TEST_COUNT,
};

enum { DEPTH_MAX = 32 }; /* commands outstanding */

struct spec {
	enum test test;
	enum path path;
	uint32_t block_bytes; /* of a command; 0: the test's default on that drive */
	unsigned int depth;
	bool fua;
};

const char *test_name(enum test test); /* "sequential", … */
#endif
