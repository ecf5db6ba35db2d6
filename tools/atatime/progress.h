/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef ATATIME_PROGRESS_H
#define ATATIME_PROGRESS_H

#include <stdbool.h>

#include "session.h"

/*
 * One line on a terminal that is written anew, on standard error. The caller sees to it
 * that one thread at a time is in here, and that nothing else is printed meanwhile.
 */

/* Show it, if @wanted and standard error is a terminal. */
void progress_begin(bool wanted);

/* Not more than five times a second of real time. */
void progress_show(const struct session_progress *progress);

/* Take the line away, before anything else is printed. */
void progress_erase(void);

#endif
