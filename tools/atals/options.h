/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef ATALS_OPTIONS_H
#define ATALS_OPTIONS_H

#include "columns.h"
#include "drive.h"

enum atals_output {
	ATALS_TABLE,
	ATALS_RAW, /* -r, -P and -J: as lsblk's */
	ATALS_PAIRS,
	ATALS_TREE,
	ATALS_LINES,   /* -j: an object a line */
	ATALS_METRICS, /* --openmetrics */
};

struct atals_options {
	enum atals_output output;
	enum column_id columns[COLUMN_COUNT]; /* to show, in this order */
	size_t column_count;
	bool chosen; /* columns were named with -o */
	bool all, bytes, no_headings, paths, ascii, check;
	char *const *drives;
	size_t drive_count;
	struct drive_options drive; /* sysroot, redact, verbose */
};

/* Ends the tool when the command line is wrong, or asks for no more than help. */
void atals_options_parse(struct atals_options *options, int argc, char **argv);

#endif
