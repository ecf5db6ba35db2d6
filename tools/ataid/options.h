/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef ATAID_OPTIONS_H
#define ATAID_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "drive.h"

enum { ATAID_KEYS_MAX = 1024 }; /* of --get */

enum ataid_output {
	ATAID_TEXT,
	ATAID_SUMMARY,
	ATAID_JSON,
	ATAID_GET,
	ATAID_EXPORT,
	ATAID_HEX,
	ATAID_BINARY,
	ATAID_WORDS,
	ATAID_DIFF,
	ATAID_KEYS,
};

/* The command line of ataid. */
struct ataid_options {
	enum ataid_output output;
	struct drive_options drive; /* how a drive is asked */

	size_t keys[ATAID_KEYS_MAX]; /* --get: numbers of report_table */
	size_t key_count;
	bool words[256]; /* --word */

	const char *record;
	char **drives; /* of the command line */
	size_t drive_count;
};

/*
 * Take the command line apart. What is wrong with it, --help and --version end the
 * tool.
 */
void ataid_options_parse(struct ataid_options *options, int argc, char **argv);

#endif
