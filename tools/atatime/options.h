/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef ATATIME_OPTIONS_H
#define ATATIME_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "drive.h"
#include "session.h"
#include "size.h"
#include "spec.h"

enum { OPTIONS_LIST_MAX = 32 }; /* of --block-size and --depth */

/* The command line of atatime. */
struct options {
	bool tests[TEST_COUNT]; /* --file and --write set their own */
	enum path paths[PATH_COUNT];
	size_t path_count; /* at least 1 */
	struct size blocks[OPTIONS_LIST_MAX];
	size_t block_count; /* 0: each test's default */
	unsigned int depths[OPTIONS_LIST_MAX];
	size_t depth_count; /* at least 1 */
	bool fua;
	struct settings settings;
	bool has_path, has_direct; /* given, not default */

	struct drive_options drive; /* how a drive is asked */
	bool together;
	char *file;            /* --file, or NULL */
	const char *directory; /* --write, or NULL */

	bool json, progress;
	const char *csv, *plot; /* or NULL */
	uint64_t at_least;      /* bytes a second, or 0 */

	char **drives; /* of the command line */
	size_t drive_count;
};

/*
 * Take the command line apart. What is wrong with it, --help and --version end the
 * tool.
 */
void options_parse(struct options *options, int argc, char **argv);

#endif
