/* SPDX-License-Identifier: BSD-2-Clause */
#include "plot_panel.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
	MARGIN_LEFT = 70,
	MARGIN_RIGHT = 70,
	MARGIN_TOP = 30,
	MARGIN_BOTTOM = 48,
	LEGEND_LINE = 15,
	FONT = 12,
	COLORS = 8,
	TICKS = 8,
	TICKS_MAX = 100,
};

/* Okabe and Ito (2008): told apart by all kinds of sight. */
static const double colors[COLORS][3] = {
	{0.00, 0.45, 0.70}, {0.84, 0.37, 0.00}, {0.00, 0.62, 0.45}, {0.80, 0.47, 0.65},
	{0.34, 0.71, 0.91}, {0.90, 0.62, 0.00}, {0.35, 0.35, 0.35}, {0.60, 0.50, 0.00},
};

static const double dashes[][2] = {{0, 0}, {7, 3}, {2, 3}, {11, 4}};

struct plot_series *plot_add_series(struct plot_panel *panel, enum plot_kind kind)
{
	struct plot_series *series;

	if (panel->count == PLOT_SERIES_MAX)
		return NULL;
	series = &panel->series[panel->count++];
	*series = (struct plot_series){.kind = kind};
	return series;
}

bool plot_add_point(struct plot_series *series, double x, double y)
{
	struct plot_point *points;

	if (!(series->count & (series->count - 1))) {
		points = reallocarray(series->points,
				      series->count ? 2 * series->count : 1,
				      sizeof(*points));
		if (!points)
			return false;
		series->points = points;
	}
	series->points[series->count++] = (struct plot_point){x, y};
	return true;
}

void plot_free_panel(struct plot_panel *panel)
{
	for (size_t i = 0; i < panel->count; i++)
		free(panel->series[i].points);
	panel->count = 0;
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

static void round_axis(struct plot_axis *axis, bool from_zero)
{
	double tick;

	if (!axis->used) {
		axis->min = axis->log ? 1 : 0;
		axis->max = axis->log ? axis->base : 1;
	}
	if (axis->log) {
		double low = floor(log(axis->min) / log(axis->base) + 1e-9);
		double high = ceil(log(axis->max) / log(axis->base) - 1e-9);

		axis->min = pow(axis->base, low);
		axis->max = pow(axis->base, high > low ? high : low + 1);
		return;
	}
	if (from_zero)
		axis->min = 0;
	if (axis->exact && axis->max > axis->min)
		return;
	tick = plot_tick(axis->max - axis->min, TICKS);
	if (from_zero)
		axis->max = tick * ceil(axis->max * 1.04 / tick);
	if (axis->max <= axis->min)
		axis->max = axis->min + 1;
}

void plot_fit(struct plot_panel *panel)
{
	for (size_t i = 0; i < panel->count; i++) {
		const struct plot_series *series = &panel->series[i];

		for (size_t k = 0; k < series->count; k++) {
			widen(&panel->x, series->points[k].x);
			widen(series->right ? &panel->right : &panel->left,
			      series->points[k].y);
		}
	}
	/* A limit far above would flatten what was measured. */
	if (panel->has_limit && panel->limit > 2 * panel->left.max)
		panel->has_limit = false;
	if (panel->has_limit)
		widen(&panel->left, panel->limit);
	round_axis(&panel->x, true);
	round_axis(&panel->left, true);
	if (panel->right.used)
		round_axis(&panel->right, true);
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

static double across(const struct plot_panel *panel, const struct plot_box *box,
		     double x)
{
	return box->x + box->width * plot_place(&panel->x, x);
}

static double up(const struct plot_axis *axis, const struct plot_box *box, double y)
{
	return box->y + box->height * (1 - plot_place(axis, y));
}

static void set_color(cairo_t *cairo, unsigned int color, double alpha)
{
	const double *c = colors[color % COLORS];

	cairo_set_source_rgba(cairo, c[0], c[1], c[2], alpha);
}

/* @align: 0 begins, 0.5 is centred, 1 ends at @x. */
static void put_text(cairo_t *cairo, double x, double y, double align, const char *text)
{
	cairo_text_extents_t extents;

	cairo_text_extents(cairo, text, &extents);
	cairo_move_to(cairo, x - align * extents.x_advance, y);
	cairo_show_text(cairo, text);
}

static void put_upright(cairo_t *cairo, double x, double y, const char *text)
{
	cairo_save(cairo);
	cairo_translate(cairo, x, y);
	cairo_rotate(cairo, -M_PI / 2);
	put_text(cairo, 0, 0, 0.5, text);
	cairo_restore(cairo);
}

static void put_line(cairo_t *cairo, double x, double y, double to_x, double to_y)
{
	cairo_move_to(cairo, x, y);
	cairo_line_to(cairo, to_x, to_y);
	cairo_stroke(cairo);
}

/* "1.5k", "200": as short as the ticks allow. */
static void format_tick(double value, char *text, size_t size)
{
	if (value >= 1e6)
		snprintf(text, size, "%.4gM", value / 1e6);
	else if (value >= 1e4)
		snprintf(text, size, "%.4gk", value / 1e3);
	else
		snprintf(text, size, "%.4g", value);
}

/* Tick @i of @axis; false when there is none. */
static bool tick_at(const struct plot_axis *axis, unsigned int i, double *value)
{
	double tick = plot_tick(axis->max - axis->min, TICKS);

	*value = axis->log ? axis->min * pow(axis->base, i) : axis->min + i * tick;
	return *value <= axis->max * 1.0000001 && i < TICKS_MAX;
}

static void draw_x_axis(cairo_t *cairo, const struct plot_panel *panel,
			const struct plot_box *box)
{
	const struct plot_axis *axis = &panel->x;
	char text[32];
	double v;

	for (unsigned int i = 0; tick_at(axis, i, &v); i++) {
		double x = across(panel, box, v);

		cairo_set_source_rgb(cairo, 0.88, 0.88, 0.88);
		put_line(cairo, x, box->y, x, box->y + box->height);
		cairo_set_source_rgb(cairo, 0.2, 0.2, 0.2);
		format_tick(v, text, sizeof(text));
		put_text(cairo, x, box->y + box->height + 16, 0.5, text);
	}
	put_text(cairo, box->x + box->width / 2, box->y + box->height + 36, 0.5,
		 axis->label);
}

static void draw_y_axis(cairo_t *cairo, const struct plot_axis *axis,
			const struct plot_box *box, bool right)
{
	double edge = right ? box->x + box->width : box->x;
	char text[32];
	double v;

	for (unsigned int i = 0; tick_at(axis, i, &v); i++) {
		double y = up(axis, box, v);

		cairo_set_source_rgb(cairo, 0.88, 0.88, 0.88);
		if (!right)
			put_line(cairo, box->x, y, box->x + box->width, y);
		cairo_set_source_rgb(cairo, 0.2, 0.2, 0.2);
		format_tick(v, text, sizeof(text));
		put_text(cairo, edge + (right ? 6 : -6), y + 4, right ? 0 : 1, text);
	}
	put_upright(cairo, edge + (right ? 56 : -48), box->y + box->height / 2,
		    axis->label);
}

static void draw_line(cairo_t *cairo, const struct plot_panel *panel,
		      const struct plot_series *series, const struct plot_box *box)
{
	const struct plot_axis *axis = series->right ? &panel->right : &panel->left;
	const double *dash = dashes[series->color / COLORS % 4];

	if (series->thin)
		dash = dashes[2];
	if (dash[0] > 0)
		cairo_set_dash(cairo, dash, 2, 0);
	cairo_set_line_width(cairo, series->thin ? 1 : 1.8);
	for (size_t i = 0; i < series->count; i++) {
		const struct plot_point *p = &series->points[i];
		double x = across(panel, box, p->x), y = up(axis, box, p->y);

		if (i && series->kind == PLOT_STEPS)
			cairo_line_to(cairo, x, up(axis, box, series->points[i - 1].y));
		cairo_line_to(cairo, x, y);
	}
	cairo_stroke(cairo);
	cairo_set_dash(cairo, NULL, 0, 0);
}

static void draw_dots(cairo_t *cairo, const struct plot_panel *panel,
		      const struct plot_series *series, const struct plot_box *box,
		      double radius)
{
	const struct plot_axis *axis = series->right ? &panel->right : &panel->left;

	for (size_t i = 0; i < series->count; i++) {
		const struct plot_point *p = &series->points[i];

		cairo_arc(cairo, across(panel, box, p->x), up(axis, box, p->y), radius,
			  0, 2 * M_PI);
		cairo_fill(cairo);
	}
}

/* Bars lie: their length is along the x axis, y counts the rows. */
static void draw_bars(cairo_t *cairo, const struct plot_panel *panel,
		      const struct plot_series *series, const struct plot_box *box)
{
	for (size_t i = 0; i < series->count; i++) {
		const struct plot_point *p = &series->points[i];
		double y = up(&panel->left, box, p->y);

		cairo_rectangle(cairo, box->x, y - 9, across(panel, box, p->x) - box->x,
				18);
		cairo_fill(cairo);
	}
}

static void draw_series(cairo_t *cairo, const struct plot_panel *panel,
			const struct plot_series *series, const struct plot_box *box)
{
	bool dots = series->kind == PLOT_DOTS;

	set_color(cairo, series->color, dots ? 0.45 : 1);
	if (dots)
		draw_dots(cairo, panel, series, box, 1.6);
	else if (series->kind == PLOT_BARS)
		draw_bars(cairo, panel, series, box);
	else
		draw_line(cairo, panel, series, box);
	if (series->kind == PLOT_LINE && series->count <= 40 && !series->thin)
		draw_dots(cairo, panel, series, box, 3);
}

static void draw_limit(cairo_t *cairo, const struct plot_panel *panel,
		       const struct plot_box *box)
{
	double y = up(&panel->left, box, panel->limit);

	cairo_set_source_rgb(cairo, 0.5, 0, 0);
	cairo_set_dash(cairo, dashes[1], 2, 0);
	put_line(cairo, box->x, y, box->x + box->width, y);
	cairo_set_dash(cairo, NULL, 0, 0);
	put_text(cairo, box->x + box->width - 4, y - 4, 1, panel->limit_label);
}

/* Below the title, above the axes. */
static void draw_legend(cairo_t *cairo, const struct plot_panel *panel, double x,
			double y)
{
	for (size_t i = 0; i < panel->count; i++) {
		const struct plot_series *series = &panel->series[i];

		if (!series->label[0])
			continue;
		set_color(cairo, series->color, 1);
		if (series->kind == PLOT_DOTS) {
			cairo_arc(cairo, x + 10, y - 4, 3, 0, 2 * M_PI);
			cairo_fill(cairo);
		} else {
			cairo_rectangle(cairo, x, y - 6, 20, 3);
			cairo_fill(cairo);
		}
		cairo_set_source_rgb(cairo, 0.1, 0.1, 0.1);
		put_text(cairo, x + 26, y, 0, series->label);
		y += LEGEND_LINE;
	}
}

static unsigned int legend_lines(const struct plot_panel *panel)
{
	unsigned int lines = 0;

	for (size_t i = 0; i < panel->count; i++)
		lines += panel->series[i].label[0] != '\0';
	return lines;
}

void plot_draw(cairo_t *cairo, const struct plot_panel *panel,
	       const struct plot_box *outer)
{
	double legend = LEGEND_LINE * legend_lines(panel);
	struct plot_box box = {
		outer->x + MARGIN_LEFT,
		outer->y + MARGIN_TOP + legend,
		outer->width - MARGIN_LEFT - MARGIN_RIGHT,
		outer->height - MARGIN_TOP - MARGIN_BOTTOM - legend,
	};

	cairo_set_line_width(cairo, 1);
	cairo_set_source_rgb(cairo, 0, 0, 0);
	cairo_set_font_size(cairo, FONT + 1);
	put_text(cairo, box.x, outer->y + 18, 0, panel->title);
	cairo_set_font_size(cairo, FONT);
	draw_legend(cairo, panel, box.x, outer->y + 18 + LEGEND_LINE);
	draw_x_axis(cairo, panel, &box);
	if (panel->left.label)
		draw_y_axis(cairo, &panel->left, &box, false);
	if (panel->right.used)
		draw_y_axis(cairo, &panel->right, &box, true);
	cairo_rectangle(cairo, box.x, box.y, box.width, box.height);
	cairo_set_source_rgb(cairo, 0.4, 0.4, 0.4);
	cairo_stroke(cairo);
	for (size_t i = 0; i < panel->count; i++)
		draw_series(cairo, panel, &panel->series[i], &box);
	cairo_set_line_width(cairo, 1);
	if (panel->has_limit)
		draw_limit(cairo, panel, &box);
}
