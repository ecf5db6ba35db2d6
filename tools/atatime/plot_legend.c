/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdio.h>

#include "plot_draw.h"

enum {
	ENTRIES_MAX = 60,
	COLUMNS_MAX = 3,
	FEW = 6, /* entries that stand in one column */
	SAMPLE = 34,
	GAP = 8,
	SPACE = 20, /* between columns */
};

/* How the entries stand: @shown of @count, then "and N more" where some are left out.
 */
struct legend {
	size_t count, shown, columns, rows;
};

static bool has_entry(const struct plot_series *series)
{
	return series->label[0] != '\0' && series->kind != PLOT_BARS;
}

static void lay_out(cairo_t *cairo, const struct plot_panel *panel, double width,
		    struct legend *legend)
{
	double widest = 0;
	size_t lines;

	*legend = (struct legend){.columns = 1};
	for (size_t i = 0; i < panel->count; i++) {
		double text = plot_text_width(cairo, panel->series[i]->label);

		if (!has_entry(panel->series[i]))
			continue;
		legend->count++;
		widest = text > widest ? text : widest;
	}
	widest += SAMPLE + GAP + SPACE;
	while (legend->count > FEW * legend->columns && legend->columns < COLUMNS_MAX &&
	       (double)(legend->columns + 1) * widest <= width + SPACE)
		legend->columns++;
	legend->shown = legend->count > ENTRIES_MAX ? ENTRIES_MAX - 1 : legend->count;
	lines = legend->shown + (legend->shown < legend->count);
	legend->rows = (lines + legend->columns - 1) / legend->columns;
}

double plot_legend_height(cairo_t *cairo, const struct plot_panel *panel, double width)
{
	struct legend legend;

	lay_out(cairo, panel, width, &legend);
	return (double)legend.rows * PLOT_LINE_HEIGHT;
}

/* As the curve itself is drawn. */
static void draw_sample(cairo_t *cairo, const struct plot_series *series, double x,
			double y)
{
	plot_set_color(cairo, series->color, 1);
	if (series->kind == PLOT_CROSSES) {
		plot_put_cross(cairo, x + SAMPLE / 2.0, y);
		return;
	}
	if (series->kind != PLOT_DOTS) {
		plot_begin_line(cairo, series);
		cairo_move_to(cairo, x, y);
		cairo_line_to(cairo, x + SAMPLE, y);
		cairo_stroke(cairo);
		plot_end_line(cairo);
	}
	if (series->kind == PLOT_DOTS || plot_has_markers(series))
		plot_put_marker(cairo, series, x + SAMPLE / 2.0, y, 3);
}

/* Entries fill one column after the other. */
static struct plot_point entry_place(const struct legend *legend, size_t number,
				     double column)
{
	size_t across = number / legend->rows, down = number % legend->rows;

	return (struct plot_point){column * (double)across,
				   PLOT_LINE_HEIGHT * (double)down};
}

void plot_draw_legend(cairo_t *cairo, const struct plot_panel *panel, double x,
		      double y, double width)
{
	struct plot_point at;
	struct legend legend;
	size_t number = 0;
	double column;
	char more[40];

	lay_out(cairo, panel, width, &legend);
	column = (width + SPACE) / (double)legend.columns;
	for (size_t i = 0; i < panel->count && number < legend.shown; i++) {
		const struct plot_series *series = panel->series[i];

		if (!has_entry(series))
			continue;
		at = entry_place(&legend, number++, column);
		draw_sample(cairo, series, x + at.x, y + at.y - 4);
		cairo_set_source_rgb(cairo, 0.1, 0.1, 0.1);
		plot_put_text_in(cairo, x + at.x + SAMPLE + GAP, y + at.y,
				 column - SPACE - SAMPLE - GAP, series->label);
	}
	if (legend.shown == legend.count)
		return;
	at = entry_place(&legend, number, column);
	snprintf(more, sizeof(more), "and %zu more", legend.count - legend.shown);
	plot_put_text(cairo, x + at.x + SAMPLE + GAP, y + at.y, 0, more);
}
