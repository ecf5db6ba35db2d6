/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef ATATIME_PLOT_PANEL_H
#define ATATIME_PLOT_PANEL_H

#include <cairo/cairo.h>
#include <stdbool.h>
#include <stddef.h>

/* One diagram: axes, and series of points in it. Numbers are those of the axes. */

struct plot_axis {
	const char *label; /* with the unit */
	bool log;          /* powers of @base */
	double base;       /* 2 or 10, where @log */
	double min, max;
	bool used;
	bool exact; /* ends with the last number, whatever the ticks */
};

enum plot_kind { PLOT_LINE, PLOT_DOTS, PLOT_STEPS, PLOT_BARS };

struct plot_point {
	double x, y;
};

struct plot_series {
	char label[96];
	enum plot_kind kind;
	bool right;         /* belongs to the axis on the right */
	bool thin;          /* an aid to the eye, not a measurement */
	unsigned int color; /* of the drive */
	struct plot_point *points;
	size_t count;
};

enum { PLOT_SERIES_MAX = 24 };

struct plot_panel {
	char title[96];
	struct plot_axis x, left, right;
	struct plot_series series[PLOT_SERIES_MAX];
	size_t count;
	bool has_limit; /* a line of the left axis */
	double limit;
	char limit_label[48];
};

struct plot_box {
	double x, y, width, height;
};

/* A new series of @panel, or NULL when it has too many. */
struct plot_series *plot_add_series(struct plot_panel *panel, enum plot_kind kind);

/* One point more; false without memory. */
bool plot_add_point(struct plot_series *series, double x, double y);

void plot_free_panel(struct plot_panel *panel);

/* Let the axes span all points, from 0 where they are linear. */
void plot_fit(struct plot_panel *panel);

/*
 * The distance of round ticks (1, 2 or 5 times a power of ten), about @wanted of them
 * between 0 and @span. 1 when @span is not above 0.
 */
double plot_tick(double span, unsigned int wanted);

/* Where @value lies on @axis, 0 at its least end and 1 at its most. */
double plot_place(const struct plot_axis *axis, double value);

void plot_draw(cairo_t *cairo, const struct plot_panel *panel,
	       const struct plot_box *box);

#endif
