/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef ATATIME_RUN_H
#define ATATIME_RUN_H

#include "options.h"

/*
 * Everything that the command line asks for, on standard output. Returns the exit
 * status; a signal ends it early, and is for stop_end().
 */
int run(const struct options *options);

#endif
