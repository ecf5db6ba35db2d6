/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TOOLS_STOP_H
#define TOOLS_STOP_H

#include <stdbool.h>

/* SIGINT, SIGTERM and SIGHUP end a tool after it told what it has. */

/* Catch them, but those that are ignored; SIGXFSZ becomes an error (EFBIG). */
void stop_catch(void);

/* Has one of them come? */
bool stop_asked(void);

/* End by the signal that came, so that a shell sees it; returns when none did. */
void stop_end(void);

#endif
