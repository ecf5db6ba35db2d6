/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef ATALOG_OPTIONS_H
#define ATALOG_OPTIONS_H

#include "drive.h"
#include "request.h"

enum atalog_output {
	ATALOG_TEXT,
	ATALOG_JSON,
	ATALOG_HEX,
	ATALOG_BINARY,
	ATALOG_LIST, /* the names that stand for logs; needs no drive */
};

enum { ATALOG_REQUESTS_MAX = 256 };

/* The command line of atalog. */
struct atalog_options {
	enum atalog_output output;
	struct drive_options drive; /* how the drive is asked */
	const char *file;           /* --output; NULL: standard output */
	char *argument;             /* DRIVE */
	struct request requests[ATALOG_REQUESTS_MAX];
	size_t request_count; /* 0: the directory */
};

/* What is wrong with the command line, --help and --version end the tool. */
void atalog_options_parse(struct atalog_options *options, int argc, char **argv);

#endif
