/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef ATAID_JOB_H
#define ATAID_JOB_H

#include <stdio.h>

#include "options.h"
#include "pool.h"
#include "render.h"

/*
 * A piece of ataid's work: one drive to ask, one drive of a recording, or some dumps of
 * a stream. It is done on any thread; what it leaves to say is written in order.
 */
enum { ATAID_DUMPS_MAX = 64 }; /* in one job */

/* A recording in use by several jobs, freed with the last. */
struct ataid_recording {
	struct sgio_recording *recording;
	size_t users;
};

/* One user less. */
void ataid_recording_put(struct ataid_recording *recording);

struct ataid_dump {
	bool is_page; /* fault.dump holds it; else fault says what it is instead */
	struct drive_fault fault;
};

struct ataid_job {
	struct pool_job pool;
	const struct ataid_options *options;
	struct render *render;
	const char *argument;

	/* A drive of a recording; NULL: not one. */
	struct ataid_recording *recording;
	size_t section;

	/* Dumps; NULL: not those. */
	struct ataid_dump *dumps;
	unsigned int first_index;
	size_t count; /* of subjects, 1 but for dumps */

	/* Afterwards. */
	char *output;
	size_t output_size;
	char *errors;
	size_t errors_size;
	char *record;
	size_t record_size;
	enum exit_status status;
	struct subject *kept; /* --diff: count subjects, the taker's when set to NULL */
};

/* A job to ask @argument, for @render; NULL without memory. */
struct ataid_job *ataid_job_new(const char *argument,
				const struct ataid_options *options,
				struct render *render);
struct ataid_job *ataid_job_new_dumps(const char *argument, unsigned int first_index,
				      const struct ataid_options *options,
				      struct render *render);
void ataid_job_free(struct ataid_job *job);

#endif
