/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdio.h>

#include "plot_picture.h"

enum { SPREAD = 30 };

/* Curves by depth and by block size. */

static bool same_ladder(const struct picture *picture, const struct result *a,
			const struct result *b, bool by_depth)
{
	return picture_drive(picture, a) == picture_drive(picture, b) &&
	       a->spec.test == b->spec.test && a->spec.path == b->spec.path &&
	       a->spec.fua == b->spec.fua && a->phase == b->phase &&
	       a->random_order == b->random_order &&
	       (by_depth ? a->spec.block_bytes == b->spec.block_bytes
			 : a->spec.depth == b->spec.depth);
}

static double rung(const struct result *result, bool by_depth)
{
	return by_depth ? result->spec.depth : result->spec.block_bytes / 1024.0;
}

static bool height(const struct result *result, bool by_depth, double *value)
{
	struct result_rate rate;

	if (by_depth)
		return result_iops(result, value);
	if (!result_rate(result, &rate))
		return false;
	*value = rate.median / 1e6;
	return true;
}

bool picture_in_ladder(const struct picture *picture, const struct result *result,
		       bool by_depth)
{
	for (size_t i = 0; i < picture->count; i++) {
		const struct result *other = picture->results[i];

		if (same_ladder(picture, other, result, by_depth) &&
		    rung(other, by_depth) != rung(result, by_depth))
			return true;
	}
	return false;
}

/* Is @number the first of a ladder of several rungs? */
static bool begins_ladder(const struct picture *picture, size_t number, bool by_depth)
{
	const struct result *result = picture->results[number];

	if (result->spec.test == TEST_ZONES)
		return false;
	for (size_t i = 0; i < number; i++)
		if (same_ladder(picture, picture->results[i], result, by_depth))
			return false;
	return picture_in_ladder(picture, result, by_depth);
}

static void add_ladder(struct picture *picture, struct plot_panel *panel, size_t number,
		       bool by_depth)
{
	const struct result *first = picture->results[number];
	struct plot_series *series =
		picture_add_series(picture, panel, PLOT_LINE, first,
				   by_depth ? LABEL_NO_DEPTH : LABEL_NO_BLOCK);
	double value;

	if (!series)
		return;
	for (size_t i = number; i < picture->count; i++) {
		const struct result *result = picture->results[i];

		if (same_ladder(picture, result, first, by_depth) &&
		    height(result, by_depth, &value))
			plot_add_point(series, rung(result, by_depth), value);
	}
	plot_sort(series);
}

/* What the only ladder would be if each command more brought as much as the first. */
static void add_ideal(struct plot_panel *panel)
{
	const struct plot_series *series = panel->series[0];
	struct plot_series *ideal;

	if (panel->count != 1 || !series->count || series->points[0].x != 1)
		return;
	ideal = plot_add_series(panel, PLOT_LINE);
	if (!ideal)
		return;
	ideal->role = PLOT_IDEAL;
	ideal->color = series->color;
	snprintf(ideal->figures, sizeof(ideal->figures),
		 "ideal: that of depth 1, times the depth");
	for (unsigned int depth = 1; depth <= 32; depth++)
		plot_add_point(ideal, depth, depth * series->points[0].y);
}

/* On a linear axis the slow ones would all lie at 0. */
static void spread(struct plot_panel *panel)
{
	double least = INFINITY, most = 0;

	for (size_t i = 0; i < panel->count; i++) {
		const struct plot_series *series = panel->series[i];

		for (size_t k = 0; k < series->count; k++) {
			least = fmin(least, series->points[k].y);
			most = fmax(most, series->points[k].y);
		}
	}
	panel->left.log = least > 0 && most > SPREAD * least;
	panel->left.base = 10;
}

void picture_make_ladder(struct picture *picture, bool by_depth)
{
	struct plot_panel *panel = NULL;

	for (size_t i = 0; i < picture->count; i++) {
		if (!begins_ladder(picture, i, by_depth))
			continue;
		if (!panel)
			panel = picture_add_panel(picture, by_depth ? "By depth"
								    : "By block size");
		add_ladder(picture, panel, i, by_depth);
	}
	if (!panel)
		return;
	panel->x.label = by_depth ? "commands outstanding" : "block size (KiB)";
	panel->x.log = true;
	panel->x.base = 2;
	panel->left.label = by_depth ? "commands a second" : "rate (MB/s)";
	spread(panel);
	if (by_depth)
		add_ideal(panel);
	picture_put_labels(picture, panel);
	plot_fit(panel);
}
