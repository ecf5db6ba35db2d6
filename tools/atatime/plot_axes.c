/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdio.h>

#include "plot_draw.h"

enum { TICKS_MAX = 100 };

double plot_across(const struct plot_panel *panel, const struct plot_box *box, double x)
{
	return box->x + box->width * plot_place(&panel->x, x);
}

double plot_up(const struct plot_axis *axis, const struct plot_box *box, double y)
{
	return box->y + box->height * (1 - plot_place(axis, y));
}

static void put_upright(cairo_t *cairo, double x, double y, const char *text)
{
	cairo_save(cairo);
	cairo_translate(cairo, x, y);
	cairo_rotate(cairo, -M_PI / 2);
	plot_put_text(cairo, 0, 0, 0.5, text);
	cairo_restore(cairo);
}

static void put_line(cairo_t *cairo, double x, double y, double to_x, double to_y)
{
	cairo_set_source_rgb(cairo, 0.88, 0.88, 0.88);
	cairo_move_to(cairo, x, y);
	cairo_line_to(cairo, to_x, to_y);
	cairo_stroke(cairo);
	cairo_set_source_rgb(cairo, 0.2, 0.2, 0.2);
}

/* "1.5M", "200": as short as the ticks allow. */
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
	double tick = plot_tick(axis->max - axis->min, PLOT_TICKS);

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
		double x = plot_across(panel, box, v);

		put_line(cairo, x, box->y, x, box->y + box->height);
		format_tick(v, text, sizeof(text));
		plot_put_text(cairo, x, box->y + box->height + 16, 0.5, text);
	}
	plot_put_text(cairo, box->x + box->width / 2, box->y + box->height + 36, 0.5,
		      axis->label);
}

static void draw_y_axis(cairo_t *cairo, const struct plot_axis *axis,
			const struct plot_box *box, bool right)
{
	double edge = right ? box->x + box->width : box->x;
	char text[32];
	double v;

	for (unsigned int i = 0; tick_at(axis, i, &v); i++) {
		double y = plot_up(axis, box, v);

		if (!right)
			put_line(cairo, box->x, y, box->x + box->width, y);
		cairo_set_source_rgb(cairo, 0.2, 0.2, 0.2);
		format_tick(v, text, sizeof(text));
		plot_put_text(cairo, edge + (right ? 6 : -6), y + 4, right ? 0 : 1,
			      text);
	}
	put_upright(cairo, edge + (right ? 56 : -48), box->y + box->height / 2,
		    axis->label);
}

void plot_draw_axes(cairo_t *cairo, const struct plot_panel *panel,
		    const struct plot_box *box)
{
	draw_x_axis(cairo, panel, box);
	if (panel->left.label)
		draw_y_axis(cairo, &panel->left, box, false);
	if (panel->right.used)
		draw_y_axis(cairo, &panel->right, box, true);
	cairo_rectangle(cairo, box->x, box->y, box->width, box->height);
	cairo_set_source_rgb(cairo, 0.4, 0.4, 0.4);
	cairo_stroke(cairo);
}
