/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef ATATIME_PROGRESS_H
#define ATATIME_PROGRESS_H

#include <stdbool.h>

#include "session.h"

/* One line on a terminal that is written anew, on standard error. */

/* Show it, if @wanted and standard error is a terminal. */
void progress_begin(bool wanted);

void progress_show(const struct session_progress *progress);

/* Take the line away, before anything else is printed. */
void progress_erase(void);

#endif
