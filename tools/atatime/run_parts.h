/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef ATATIME_RUN_PARTS_H
#define ATATIME_RUN_PARTS_H

#include <pthread.h>
#include <stdio.h>

#include "csv.h"
#include "explain.h"
#include "options.h"
#include "result.h"
#include "session.h"

/* What the files of run share. */

struct whole {
	const struct options *options;
	struct csv *csv;
	pthread_mutex_t lock; /* guards what follows, and standard output */
	int status;
	struct result *kept; /* for the picture, until the end */
	size_t kept_count;
};

/* One drive, and where its text goes: standard output, or kept until its turn. */
struct job {
	struct whole *whole;
	const char *argument;
	struct target target;
	struct session session;
	struct session_hooks hooks;
	bool headed;     /* the line with its name is written */
	bool explaining; /* results are steps of --explain */
	FILE *text;
	char *buffer;
	size_t size;
	pthread_t thread;
	bool has_thread;
};

/*
 * Print @result as the command line asks for it, and count its status; it is freed, or
 * kept for the picture. @explanation is NULL but for TEST_EXPLAIN.
 */
void run_take(struct job *job, struct result *result,
	      const struct explanation *explanation);

#endif
