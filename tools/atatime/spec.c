/* SPDX-License-Identifier: BSD-2-Clause */
#include "spec.h"

static const char *const test_names[TEST_COUNT] = {
	[TEST_SEQUENTIAL] = "sequential",
	[TEST_BUFFER] = "buffer",
	[TEST_ACCESS] = "access",
	[TEST_ZONES] = "zones",
	[TEST_FILE] = "file",
	[TEST_WRITE] = "write",
	[TEST_EXPLAIN] = "explain",
};

const char *test_name(enum test test)
{
	return test_names[test];
}
