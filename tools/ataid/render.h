/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef ATAID_RENDER_H
#define ATAID_RENDER_H

#include <stdio.h>

#include "options.h"
#include "pool.h"
#include "report.h"

/* What is costly to make and is used again by one thread after the other. */
struct render {
	pthread_mutex_t lock;
	struct report_json *spare[POOL_THREADS_MAX + 1];
	size_t count;
};

void render_init(struct render *render);
void render_close(struct render *render);

/*
 * Write @subject to @out as @options say. --diff writes nothing here. Errors of the
 * stream are left to ferror(3); returns 0 or -ENOMEM.
 */
int render_subject(struct render *render, FILE *out,
		   const struct ataid_options *options, const struct subject *subject);

#endif
