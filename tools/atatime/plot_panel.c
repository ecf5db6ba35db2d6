/* SPDX-License-Identifier: BSD-2-Clause */
#include "plot_panel.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "plot_draw.h"

struct plot_series *plot_add_series(struct plot_panel *panel, enum plot_kind kind)
{
	struct plot_series *series = calloc(1, sizeof(*series));
	struct plot_series **all;

	all = reallocarray(panel->series, panel->count + 1,
			   sizeof(struct plot_series *));
	if (all)
		panel->series = all;
	if (!series || !all) {
		panel->failed = true;
		free(series);
		return NULL;
	}
	series->kind = kind;
	panel->series[panel->count++] = series;
	return series;
}

void plot_set_style(const struct plot_panel *panel, struct plot_series *series,
		    unsigned int color)
{
	series->color = color;
	series->variant = 0;
	for (size_t i = 0; i < panel->count; i++) {
		const struct plot_series *other = panel->series[i];

		if (other == series)
			return;
		if (other->kind == series->kind && other->role == series->role &&
		    other->color % PLOT_COLORS == color % PLOT_COLORS)
			series->variant++;
	}
}

bool plot_add_point(struct plot_series *series, double x, double y)
{
	struct plot_point *points;

	if (!(series->count & (series->count - 1))) {
		points = reallocarray(series->points,
				      series->count ? 2 * series->count : 1,
				      sizeof(*points));
		if (!points) {
			series->failed = true;
			return false;
		}
		series->points = points;
	}
	series->points[series->count++] = (struct plot_point){x, y};
	return true;
}

static int by_x(const void *a, const void *b)
{
	const struct plot_point *x = a, *y = b;

	return (x->x > y->x) - (x->x < y->x);
}

void plot_sort(struct plot_series *series)
{
	if (series->count)
		qsort(series->points, series->count, sizeof(*series->points), by_x);
}

void plot_free_panel(struct plot_panel *panel)
{
	for (size_t i = 0; i < panel->count; i++) {
		free(panel->series[i]->points);
		free(panel->series[i]);
	}
	free(panel->series);
	panel->series = NULL;
	panel->count = 0;
}

bool plot_is_whole(const struct plot_panel *panel)
{
	bool failed = panel->failed;

	for (size_t i = 0; i < panel->count; i++)
		failed |= panel->series[i]->failed;
	return !failed;
}

double plot_tick(double span, unsigned int wanted)
{
	double raw = span / wanted, power;

	if (!(span > 0) || !isfinite(span))
		return 1;
	power = pow(10, floor(log10(raw)));
	if (raw / power <= 1.0000001)
		return power;
	if (raw / power <= 2)
		return 2 * power;
	return raw / power <= 5 ? 5 * power : 10 * power;
}

static void widen(struct plot_axis *axis, double value)
{
	if (!isfinite(value) || (axis->log && value <= 0))
		return;
	if (!axis->used || value < axis->min)
		axis->min = value;
	if (!axis->used || value > axis->max)
		axis->max = value;
	axis->used = true;
}

/* Whole powers of the base; two of them at least. */
static void round_log(struct plot_axis *axis)
{
	double low = floor(log(axis->min) / log(axis->base) + 1e-9);
	double high = ceil(log(axis->max) / log(axis->base) - 1e-9);

	axis->min = pow(axis->base, low);
	axis->max = pow(axis->base, high > low ? high : low + 1);
}

static void round_axis(struct plot_axis *axis)
{
	double tick;

	if (!axis->used) {
		axis->min = axis->log ? 1 : 0;
		axis->max = axis->log ? axis->base : 1;
	}
	if (axis->log) {
		round_log(axis);
		return;
	}
	axis->min = 0;
	if (axis->exact && axis->max > 0)
		return;
	tick = plot_tick(axis->max, PLOT_TICKS);
	axis->max = tick * ceil(axis->max * 1.04 / tick);
	if (axis->max <= 0)
		axis->max = 1;
}

static void widen_by(struct plot_panel *panel, const struct plot_series *series)
{
	struct plot_axis *axis = series->right ? &panel->right : &panel->left;

	for (size_t i = 0; i < series->count; i++) {
		if (isfinite(series->points[i].y))
			widen(&panel->x, series->points[i].x);
		if (series->kind != PLOT_CROSSES && series->kind != PLOT_BARS)
			widen(axis, series->points[i].y);
	}
}

/* Limits that lie far above would flatten what was measured. */
static void drop_limit(struct plot_panel *panel, size_t number, double most)
{
	struct plot_series *series = panel->series[number];

	if (series->count && series->points[0].y <= most) {
		widen_by(panel, series);
		return;
	}
	free(series->points);
	free(series);
	panel->count--;
	memmove(&panel->series[number], &panel->series[number + 1],
		(panel->count - number) * sizeof(struct plot_series *));
}

void plot_fit(struct plot_panel *panel)
{
	double most;

	for (size_t i = 0; i < panel->count; i++)
		if (panel->series[i]->role == PLOT_MEASURED)
			widen_by(panel, panel->series[i]);
	most = 2 * panel->left.max;
	for (size_t i = panel->count; i > 0; i--)
		if (panel->series[i - 1]->role == PLOT_LIMIT)
			drop_limit(panel, i - 1, most);
	round_axis(&panel->x);
	round_axis(&panel->left);
	if (panel->right.used)
		round_axis(&panel->right);
}

double plot_place(const struct plot_axis *axis, double value)
{
	if (axis->log) {
		if (value <= 0)
			return 0;
		return log(value / axis->min) / log(axis->max / axis->min);
	}
	return (value - axis->min) / (axis->max - axis->min);
}
