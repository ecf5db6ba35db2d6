/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef ATALOG_RUN_H
#define ATALOG_RUN_H

#include "options.h"

/* All that the command line asks for. Returns the exit status. */
int atalog_run(const struct atalog_options *options);

#endif
