/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef ATAID_RUN_H
#define ATAID_RUN_H

#include <stdbool.h>
#include <stdio.h>

#include "job.h"

/* One run of ataid: jobs go in, and what they have to say comes out in order. */
struct ataid_run {
	const struct ataid_options *options;
	struct render render;
	struct pool pool;
	unsigned int outstanding; /* jobs in the pool */
	FILE *record;             /* NULL when nothing is kept */
	int record_error;         /* the first errno of writing it, or 0 */
	int status;

	struct subject *kept[2]; /* --diff: the subjects, each with its own memory */
	size_t kept_count;       /* may be more than two */
};

/* Ends the tool when the recording cannot be opened. */
void ataid_run_begin(struct ataid_run *run, const struct ataid_options *options);

/* A job, which is the run's from now on; NULL: there was no memory for it. */
void ataid_run_add(struct ataid_run *run, struct ataid_job *job);

/* Wait for all jobs, and return the exit status so far. */
void ataid_run_finish(struct ataid_run *run);

void ataid_run_end(struct ataid_run *run);

/*
 * The file of --record, emptied. Ends the tool when it cannot be opened, and with
 * EXIT_USAGE when it is a drive's node (block, sg, bsg) or a file that a DRIVE reads:
 * both stay as they were.
 */
FILE *ataid_record_open(const struct ataid_options *options);

/* Jobs for all that is in the file @argument, or "-". */
void ataid_stream_add(struct ataid_run *run, const char *argument);

#endif
