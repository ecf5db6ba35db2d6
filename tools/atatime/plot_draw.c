/* SPDX-License-Identifier: BSD-2-Clause */
#include "plot_draw.h"

#include <math.h>

enum {
	MARGIN_SIDE = 70,
	MARGIN_TOP = 34,
	MARGIN_BOTTOM = 52,
	AXES_HEIGHT = 320,
	MARKED_MAX = 40, /* points of a line that shows each of them */
	CROSS_ROWS = 6,
	CROSS_ROW = 11,
};

bool plot_has_markers(const struct plot_series *series)
{
	return series->kind == PLOT_LINE && series->count <= MARKED_MAX &&
	       series->role == PLOT_MEASURED;
}

static const struct plot_axis *axis_of(const struct plot_panel *panel,
				       const struct plot_series *series)
{
	return series->right ? &panel->right : &panel->left;
}

/* Where the points begin anew behind a gap, the line does. */
static void draw_line(cairo_t *cairo, const struct plot_panel *panel,
		      const struct plot_series *series, const struct plot_box *box)
{
	const struct plot_axis *axis = axis_of(panel, series);
	double before = NAN;

	plot_begin_line(cairo, series);
	for (size_t i = 0; i < series->count; i++) {
		const struct plot_point *p = &series->points[i];
		double x = plot_across(panel, box, p->x), y = plot_up(axis, box, p->y);

		if (isnan(before) && !isnan(y))
			cairo_move_to(cairo, x, y);
		else if (!isnan(y) && series->kind == PLOT_STEPS)
			cairo_line_to(cairo, x, before);
		if (!isnan(y))
			cairo_line_to(cairo, x, y);
		before = y;
	}
	cairo_stroke(cairo);
	plot_end_line(cairo);
}

static void draw_dots(cairo_t *cairo, const struct plot_panel *panel,
		      const struct plot_series *series, const struct plot_box *box,
		      double radius)
{
	const struct plot_axis *axis = axis_of(panel, series);

	for (size_t i = 0; i < series->count; i++) {
		const struct plot_point *p = &series->points[i];

		if (!isnan(p->y))
			plot_put_marker(cairo, series, plot_across(panel, box, p->x),
					plot_up(axis, box, p->y), radius);
	}
}

static void draw_bars(cairo_t *cairo, const struct plot_panel *panel,
		      const struct plot_series *series, const struct plot_box *box)
{
	for (size_t i = 0; i < series->count; i++) {
		const struct plot_point *p = &series->points[i];
		double y = box->y + PLOT_BAR_ROW * p->y;

		plot_set_color(cairo, series->color, 1);
		cairo_rectangle(cairo, box->x, y + 18,
				plot_across(panel, box, p->x) - box->x, 14);
		cairo_fill(cairo);
		cairo_set_source_rgb(cairo, 0.1, 0.1, 0.1);
		plot_put_text_in(cairo, box->x + 6, y + 14, box->width - 12,
				 series->label);
	}
}

static void draw_crosses(cairo_t *cairo, const struct plot_panel *panel,
			 const struct plot_series *series, const struct plot_box *box)
{
	for (size_t i = 0; i < series->count; i++) {
		const struct plot_point *p = &series->points[i];
		double row = fmod(p->y, CROSS_ROWS);

		plot_put_cross(cairo, plot_across(panel, box, p->x),
			       box->y + box->height - 7 - CROSS_ROW * row);
	}
}

static void draw_marks(cairo_t *cairo, const struct plot_panel *panel,
		       const struct plot_series *series, const struct plot_box *box)
{
	for (size_t i = 0; i < series->mark_count; i++) {
		const struct plot_point *p = &series->marks[i];
		double x = plot_across(panel, box, p->x);
		double y = plot_up(&panel->left, box, p->y);

		if (p->y <= 50)
			cairo_arc(cairo, x, y, 5, 0, 2 * M_PI);
		else
			for (int corner = 0; corner < 4; corner++)
				cairo_line_to(cairo, x + 6 * cos(corner * M_PI / 2),
					      y + 6 * sin(corner * M_PI / 2));
		cairo_close_path(cairo);
		cairo_set_source_rgb(cairo, 1, 1, 1);
		cairo_fill_preserve(cairo);
		plot_set_color(cairo, series->color, 1);
		cairo_set_line_width(cairo, 2);
		cairo_stroke(cairo);
	}
	cairo_set_line_width(cairo, 1);
}

static void draw_series(cairo_t *cairo, const struct plot_panel *panel,
			const struct plot_series *series, const struct plot_box *box)
{
	cairo_save(cairo);
	if (series->role == PLOT_IDEAL) {
		cairo_rectangle(cairo, box->x, box->y, box->width, box->height);
		cairo_clip(cairo);
	}
	plot_set_color(cairo, series->color, series->kind == PLOT_DOTS ? 0.5 : 1);
	switch (series->kind) {
	case PLOT_DOTS:
		draw_dots(cairo, panel, series, box, 1.8);
		break;
	case PLOT_BARS:
		draw_bars(cairo, panel, series, box);
		break;
	case PLOT_CROSSES:
		draw_crosses(cairo, panel, series, box);
		break;
	case PLOT_LINE:
	case PLOT_STEPS:
		draw_line(cairo, panel, series, box);
		if (plot_has_markers(series))
			draw_dots(cairo, panel, series, box, 3);
		draw_marks(cairo, panel, series, box);
		break;
	}
	cairo_restore(cairo);
}

/* Bars need as much as there are rows of them. */
static double axes_height(const struct plot_panel *panel)
{
	double rows = 0;

	for (size_t i = 0; i < panel->count; i++)
		rows += panel->series[i]->kind == PLOT_BARS;
	return rows > 0 ? PLOT_BAR_ROW * rows + 6 : AXES_HEIGHT;
}

static void set_font(cairo_t *cairo, double size)
{
	cairo_select_font_face(cairo, "sans-serif", CAIRO_FONT_SLANT_NORMAL,
			       CAIRO_FONT_WEIGHT_NORMAL);
	cairo_set_font_size(cairo, size);
}

double plot_height(cairo_t *cairo, const struct plot_panel *panel, double width)
{
	set_font(cairo, PLOT_FONT);
	return MARGIN_TOP + MARGIN_BOTTOM + axes_height(panel) +
	       plot_legend_height(cairo, panel, width - 2 * MARGIN_SIDE);
}

void plot_draw(cairo_t *cairo, const struct plot_panel *panel,
	       const struct plot_box *outer)
{
	struct plot_box box = {
		.x = outer->x + MARGIN_SIDE,
		.width = outer->width - 2 * MARGIN_SIDE,
		.height = axes_height(panel),
	};

	set_font(cairo, PLOT_FONT);
	box.y = outer->y + MARGIN_TOP + plot_legend_height(cairo, panel, box.width);
	cairo_set_line_width(cairo, 1);
	plot_draw_legend(cairo, panel, box.x, outer->y + 20 + PLOT_LINE_HEIGHT,
			 box.width);
	plot_draw_axes(cairo, panel, &box);
	set_font(cairo, PLOT_FONT + 2);
	cairo_set_source_rgb(cairo, 0, 0, 0);
	plot_put_text(cairo, box.x, outer->y + 18, 0, panel->title);
	set_font(cairo, PLOT_FONT);
	cairo_save(cairo);
	/* Marks may stand on an edge. */
	cairo_rectangle(cairo, box.x - 6, box.y - 6, box.width + 12, box.height + 12);
	cairo_clip(cairo);
	for (size_t i = 0; i < panel->count; i++)
		draw_series(cairo, panel, panel->series[i], &box);
	cairo_restore(cairo);
}
