/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef ATALS_PRINT_H
#define ATALS_PRINT_H

#include "options.h"

/*
 * What becomes of a disk that was to be listed. Of one that was named and not found
 * disk.name is NULL, and nothing is known; only --json has such.
 */
struct disk_entry {
	struct disk_entry *next;
	char *argument; /* the DRIVE, redacted where asked for; NULL: none was given */
	struct disk disk;
	enum exit_status status; /* its own */
	char *error;             /* the message, without "atals: "; NULL when fine */
};

struct disk_list {
	struct disk_entry *first, *last;
};

/* Each prints all of @list on standard output. Returns 0, or -ENOMEM. */

/* By libsmartcols: the table, -r, -P, -J. */
int print_table(const struct disk_list *list, const struct atals_options *options);

/* -j: schema docs/atals.schema.json. */
int print_lines(const struct disk_list *list, const struct atals_options *options);

/*
 * --openmetrics: the text format of Prometheus, version 0.0.4. What is not known has no
 * sample.
 */
int print_metrics(const struct disk_list *list, const struct atals_options *options);

#endif
