/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TOOLS_PROGRESS_H
#define TOOLS_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

/*
 * One line on a terminal that is written anew, on standard error. The caller sees to it
 * that one thread at a time is in here, and that nothing else is printed meanwhile.
 */

/* How far something is. */
struct progress {
	const char *name; /* of the drive or folder; may be NULL */
	const char *what; /* is being done */
	double done;      /* 0 to 1; 0 or less when it cannot be told */
	uint64_t bytes;
	uint64_t elapsed_ns; /* 0: no figures yet */
};

/* Show it, if @wanted and standard error is a terminal. */
void progress_begin(bool wanted);

/* Not more than five times a second of real time. */
void progress_show(const struct progress *progress);

/* Take the line away, before anything else is printed. */
void progress_erase(void);

#endif
