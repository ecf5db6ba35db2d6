/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef ATATIME_FILE_H
#define ATATIME_FILE_H

#include "options.h"
#include "result.h"
#include "session.h"

/* Takes a result, which is emptied afterwards. */
typedef void result_sink(void *closure, struct result *result);

/*
 * --file: the sectors of options->file, through its extents, for each path, block size
 * and depth. Its disk is found and opened as @target, which the caller closes when no
 * result is needed any more. Every result, a failure too, goes to @sink.
 */
void file_run(const struct options *options, const struct session_hooks *hooks,
	      struct target *target, result_sink *sink, void *closure);

/*
 * --write: a nameless file in options->directory, written over the block sizes and
 * random over the depths, each read back and compared. The same sink.
 */
void write_run(const struct options *options, const struct session_hooks *hooks,
	       result_sink *sink, void *closure);

#endif
