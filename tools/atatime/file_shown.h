/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef ATATIME_FILE_SHOWN_H
#define ATATIME_FILE_SHOWN_H

#include "options.h"

/* How --file and --write are called in output: @path, or what --redact makes of it. It
 * is there as long as the process is. */
const char *file_shown(const struct options *options, const char *path);

#endif
