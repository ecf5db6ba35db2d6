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

enum {
	OPTIONS_LIST_MAX = 32,        /* of --block-size and --depth */
	OPTIONS_BLOCK_MAX = 1 << 30,  /* bytes */
	OPTIONS_SECTORS_MAX = 1 << 18 /* the same of 4096 bytes */
};

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

/*
 * One test by every path, block size and depth: how many results that makes, and what
 * the one of @number (from 0) is to be on a drive with @sector bytes a sector.
 */
size_t options_spec_count(const struct options *options);
struct spec options_spec(const struct options *options, enum test test, size_t number,
			 uint32_t sector);

#endif
