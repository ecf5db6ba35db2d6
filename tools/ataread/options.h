/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef ATAREAD_OPTIONS_H
#define ATAREAD_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>

#include "drive.h"
#include "path.h"
#include "size.h"

enum ataread_action { ATAREAD_READ, ATAREAD_VERIFY, ATAREAD_COMPARE };

/* A place on a drive, as it was typed: its size is not known yet. */
struct ataread_place {
	struct size size; /* sectors, bytes or a percentage */
	bool from_end;    /* "end-8": so much before the end */
};

/* The command line of ataread. */
struct ataread_options {
	enum ataread_action action;
	enum path paths[2]; /* the second is of --compare */
	size_t path_count;
	bool hex, binary, json, progress, sparse;
	const char *file; /* --output-file, or NULL */
	uint64_t max_errors;
	struct drive_options drive;

	char *name; /* DRIVE */
	bool has_place, has_count;
	struct ataread_place place;
	struct size count;
};

/* Take the command line apart. What is wrong with it, --help and --version end the
 * tool.
 */
void ataread_options_parse(struct ataread_options *options, int argc, char **argv);

#endif
