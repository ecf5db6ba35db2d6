/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef ATATIME_RUN_H
#define ATATIME_RUN_H

#include "options.h"

/*
 * Everything that the command line asks for, on standard output. Returns the exit
 * status; *@signal is the number of the signal that ended it early, else 0.
 */
int run(const struct options *options, int *signal);

#endif
