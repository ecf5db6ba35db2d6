/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef ATATIME_OUTPUT_H
#define ATATIME_OUTPUT_H

#include <stdio.h>

#include "explain.h"
#include "options.h"
#include "result.h"

/* What a result looks like. */

/* The line that names a drive before its results. */
void text_heading(FILE *out, const struct result *result);
/*
 * One line with the figures, wrapped to @columns unless that is 0, and one more for
 * each warning and error.
 */
void text_result(FILE *out, const struct result *result, unsigned int columns);
void text_explanation(FILE *out, const struct explanation *explanation,
		      const struct result *verdict);

/* One JSON object on a line; @explanation is NULL but for TEST_EXPLAIN. 0 or -ENOMEM.
 */
int json_result(FILE *out, const struct result *result,
		const struct explanation *explanation);

/* A compact chart of zones, at most @columns wide: one row for each group of samples.
 */
void chart_zones(FILE *out, const struct result *result, unsigned int columns);

/*
 * Draw @results (zones with access times, latency histogram, ladders of depth and block
 * size: whichever are there; several drives in one picture) into the file @path, whose
 * ending says which kind: .svg, .png, .pdf.
 *
 * Returns 0 or a negative errno; -EINVAL for another ending, -ENODATA when none of the
 * results can be drawn. The file is complete, or is not there.
 */
int plot_results(const char *path, const struct result *results, size_t count);
/* Is that ending one of the three? */
bool plot_knows(const char *path);

#endif
