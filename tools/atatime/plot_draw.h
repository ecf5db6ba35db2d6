/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef ATATIME_PLOT_DRAW_H
#define ATATIME_PLOT_DRAW_H

#include <cairo/cairo.h>

#include "plot_panel.h"

/* What the files that draw a panel share. Lengths are those of the page. */

enum {
	PLOT_COLORS = 8,
	PLOT_TICKS = 8, /* about so many of a linear axis */
	PLOT_FONT = 12,
	PLOT_LINE_HEIGHT = 16,
	PLOT_BAR_ROW = 36, /* a label and the bar below it */
};

void plot_set_color(cairo_t *cairo, unsigned int color, double alpha);

/* Lines of few points show each of them. */
bool plot_has_markers(const struct plot_series *series);

/* Dash and width of @series; plot_end_line() takes them back. */
void plot_begin_line(cairo_t *cairo, const struct plot_series *series);
void plot_end_line(cairo_t *cairo);

/* The marker of @series, filled. */
void plot_put_marker(cairo_t *cairo, const struct plot_series *series, double x,
		     double y, double radius);
void plot_put_cross(cairo_t *cairo, double x, double y);

/* @align: 0 begins, 0.5 is centred, 1 ends at @x. */
void plot_put_text(cairo_t *cairo, double x, double y, double align, const char *text);
/* Begins at @x, in smaller letters where it is wider than @width. */
void plot_put_text_in(cairo_t *cairo, double x, double y, double width,
		      const char *text);
double plot_text_width(cairo_t *cairo, const char *text);

/* Below the title: in columns where the labels are short, cut where they are many. */
double plot_legend_height(cairo_t *cairo, const struct plot_panel *panel, double width);
void plot_draw_legend(cairo_t *cairo, const struct plot_panel *panel, double x,
		      double y, double width);

void plot_draw_axes(cairo_t *cairo, const struct plot_panel *panel,
		    const struct plot_box *box);

/* Places of the page in @box. */
double plot_across(const struct plot_panel *panel, const struct plot_box *box,
		   double x);
double plot_up(const struct plot_axis *axis, const struct plot_box *box, double y);

#endif
