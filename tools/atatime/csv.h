/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef ATATIME_CSV_H
#define ATATIME_CSV_H

#include "engine.h"
#include "spec.h"

/*
 * --csv: a line a command (RFC 4180, the first names the columns). Lines are kept in
 * memory and written in large pieces; any thread may add some.
 */
struct csv;

/*
 * The file @path, emptied; a device node is refused (-EEXIST), so that a drive's name
 * mistaken for a file's costs nothing. Returns 0 or a negative errno.
 */
int csv_open(const char *path, struct csv **csv);

void csv_add(struct csv *csv, const char *drive, const struct spec *spec,
	     const struct engine_event *event);

/* Write what is left, and free it. Returns 0 or the first negative errno of writing. */
int csv_close(struct csv *csv);

#endif
