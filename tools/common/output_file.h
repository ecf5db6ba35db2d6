/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TOOLS_OUTPUT_FILE_H
#define TOOLS_OUTPUT_FILE_H

#include <stddef.h>

/* A file that a tool makes beside its output: a recording, a table, a picture. */
struct output_file {
	const char *path;
	const char *sysroot; /* where /sys stands, "" for / */
	char *const *drives; /* the DRIVEs of the command line */
	size_t drive_count;
};

/*
 * A drive's name mistaken for a file's must cost nothing. Returns what @file is when it
 * must not be written to ("a block device", "an sg node", "a bsg node", "a DRIVE too",
 * "in /dev, …"), else NULL; it is not opened for that.
 */
const char *output_file_forbidden(const struct output_file *file);

/*
 * Open @file for writing, emptied; what is forbidden is never opened for that.
 *
 * Returns the descriptor; -EPERM with *@what set when it is forbidden, another negative
 * errno with *@what NULL when it cannot be opened.
 */
int output_file_open(const struct output_file *file, const char **what);

#endif
