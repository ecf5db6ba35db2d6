/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef ATATIME_CSV_H
#define ATATIME_CSV_H

#include "engine.h"
#include "output_file.h"
#include "spec.h"

/*
 * --csv: a line a command (RFC 4180, the first names the columns). Lines are kept in
 * memory and written in large pieces; any thread may add some.
 */
struct csv;

/* @file, emptied. Returns 0; what output_file_open() returns; -ENOMEM. */
int csv_open(const struct output_file *file, struct csv **csv, const char **what);

/* @drive is escaped here. */
void csv_add(struct csv *csv, const char *drive, const struct spec *spec,
	     const struct engine_event *event);

/* Write what is left, and free it. Returns 0 or the first negative errno of writing. */
int csv_close(struct csv *csv);

#endif
