/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>

#include "plot_draw.h"

enum { DASHES = 6, MARKERS = 5, MARKER_CORNERS = 4 };

/* Okabe and Ito (2008): told apart by all kinds of sight. */
static const double colors[PLOT_COLORS][3] = {
	{0.00, 0.45, 0.70}, {0.84, 0.37, 0.00}, {0.00, 0.62, 0.45}, {0.80, 0.47, 0.65},
	{0.34, 0.71, 0.91}, {0.90, 0.62, 0.00}, {0.35, 0.35, 0.35}, {0.60, 0.50, 0.00},
};

static const struct {
	double lengths[4];
	int count;
} dashes[DASHES] = {
	{{0}, 0},           {{8, 4}, 2},  {{3, 3}, 2},
	{{12, 3, 3, 3}, 4}, {{16, 5}, 2}, {{3, 6}, 2},
};
static const double dotted[] = {1, 4}, limit_dash[] = {6, 6};

/* Corners as parts of the radius; the first kind is a disc. */
static const double markers[MARKERS][MARKER_CORNERS][2] = {
	{{0}},
	{{-1, -1}, {1, -1}, {1, 1}, {-1, 1}},
	{{0, -1.4}, {1.4, 0}, {0, 1.4}, {-1.4, 0}},
	{{0, -1.4}, {1.2, 0.9}, {-1.2, 0.9}, {-1.2, 0.9}},
	{{0, 1.4}, {-1.2, -0.9}, {1.2, -0.9}, {1.2, -0.9}},
};

void plot_set_color(cairo_t *cairo, unsigned int color, double alpha)
{
	const double *c = colors[color % PLOT_COLORS];

	if (color == PLOT_RED)
		cairo_set_source_rgba(cairo, 0.8, 0, 0, alpha);
	else
		cairo_set_source_rgba(cairo, c[0], c[1], c[2], alpha);
}

void plot_begin_line(cairo_t *cairo, const struct plot_series *series)
{
	unsigned int dash = series->variant % DASHES;

	if (series->role == PLOT_IDEAL)
		cairo_set_dash(cairo, dotted, 2, 0);
	else if (series->role == PLOT_LIMIT)
		/* Of two at one height each shows in the gaps of the other. */
		cairo_set_dash(cairo, limit_dash, 2, 6.0 * series->color);
	else
		cairo_set_dash(cairo, dashes[dash].lengths, dashes[dash].count, 0);
	cairo_set_line_width(cairo, series->role == PLOT_MEASURED ? 1.8 : 1.1);
	/* A point that stands alone between gaps is seen. */
	cairo_set_line_cap(cairo, dash ? CAIRO_LINE_CAP_BUTT : CAIRO_LINE_CAP_ROUND);
	if (series->variant >= DASHES)
		cairo_set_line_width(cairo, 3);
}

void plot_end_line(cairo_t *cairo)
{
	cairo_set_dash(cairo, NULL, 0, 0);
	cairo_set_line_cap(cairo, CAIRO_LINE_CAP_BUTT);
	cairo_set_line_width(cairo, 1);
}

void plot_put_marker(cairo_t *cairo, const struct plot_series *series, double x,
		     double y, double radius)
{
	unsigned int kind = (series->color % PLOT_COLORS + series->variant) % MARKERS;

	cairo_new_path(cairo);
	if (kind == 0)
		cairo_arc(cairo, x, y, radius, 0, 2 * M_PI);
	for (size_t i = 0; kind && i < MARKER_CORNERS; i++)
		cairo_line_to(cairo, x + radius * markers[kind][i][0],
			      y + radius * markers[kind][i][1]);
	cairo_close_path(cairo);
	cairo_fill(cairo);
}

void plot_put_cross(cairo_t *cairo, double x, double y)
{
	cairo_set_line_width(cairo, 1.6);
	cairo_move_to(cairo, x - 4, y - 4);
	cairo_line_to(cairo, x + 4, y + 4);
	cairo_move_to(cairo, x - 4, y + 4);
	cairo_line_to(cairo, x + 4, y - 4);
	cairo_stroke(cairo);
	cairo_set_line_width(cairo, 1);
}

double plot_text_width(cairo_t *cairo, const char *text)
{
	cairo_text_extents_t extents;

	cairo_text_extents(cairo, text, &extents);
	return extents.x_advance;
}

void plot_put_text(cairo_t *cairo, double x, double y, double align, const char *text)
{
	cairo_move_to(cairo, x - align * plot_text_width(cairo, text), y);
	cairo_show_text(cairo, text);
}

void plot_put_text_in(cairo_t *cairo, double x, double y, double width,
		      const char *text)
{
	double have = plot_text_width(cairo, text);

	cairo_save(cairo);
	cairo_translate(cairo, x, y);
	if (have > width)
		cairo_scale(cairo, width / have, width / have);
	plot_put_text(cairo, 0, 0, 0, text);
	cairo_restore(cairo);
}
