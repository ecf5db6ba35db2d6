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

enum plot_kind {
	PLOT_LINE,
	PLOT_DOTS,
	PLOT_STEPS,
	PLOT_BARS,    /* lying; y is the row, from 0 at the top */
	PLOT_CROSSES, /* above the x axis; y is the row, from 0 at the bottom */
};

/* A number of a series: an aid to the eye is none. */
enum plot_role {
	PLOT_MEASURED,
	PLOT_IDEAL, /* dotted; does not stretch the axes */
	PLOT_LIMIT, /* level, left out where it would flatten what was measured */
};

struct plot_point {
	double x, y; /* y may be NAN: a gap */
};

enum { PLOT_RED = 1000 }; /* a color of no curve */

struct plot_series {
	char label[240];   /* the legend's; empty: none */
	const char *drive; /* what a label is made of; may be NULL */
	char what[64], figures[80];
	enum plot_kind kind;
	enum plot_role role;
	bool right;           /* belongs to the axis on the right */
	unsigned int color;   /* any number: they repeat */
	unsigned int variant; /* dash and marker, where a color repeats */
	struct plot_point *points;
	size_t count;
	struct plot_point marks[2]; /* on the curve: p50 a disc, p99 a diamond */
	size_t mark_count;
	bool failed; /* a point was lost for want of memory */
};

struct plot_panel {
	char title[96];
	struct plot_axis x, left, right;
	struct plot_series **series;
	size_t count;
	bool failed; /* a series was lost for want of memory */
};

struct plot_box {
	double x, y, width, height;
};

/* A new series of @panel, all zero but for its kind; NULL without memory. */
struct plot_series *plot_add_series(struct plot_panel *panel, enum plot_kind kind);

/*
 * Give @series a look that no other of its kind in @panel has: @color where it is free,
 * with another dash and marker where it is not.
 */
void plot_set_style(const struct plot_panel *panel, struct plot_series *series,
		    unsigned int color);

/* One point more; false without memory. */
bool plot_add_point(struct plot_series *series, double x, double y);

/* By x; what has no y stays where it is. */
void plot_sort(struct plot_series *series);

void plot_free_panel(struct plot_panel *panel);

/* Was anything lost for want of memory? */
bool plot_is_whole(const struct plot_panel *panel);

/*
 * Let the axes span all points, from 0 where they are linear. An axis that is used
 * already is not made shorter.
 */
void plot_fit(struct plot_panel *panel);

/*
 * The distance of round ticks (1, 2 or 5 times a power of ten), about @wanted of them
 * between 0 and @span. 1 when @span is not above 0.
 */
double plot_tick(double span, unsigned int wanted);

/* Where @value lies on @axis, 0 at its least end and 1 at its most. */
double plot_place(const struct plot_axis *axis, double value);

/* The height that @panel needs at @width: its axes keep theirs, the legend is added. */
double plot_height(cairo_t *cairo, const struct plot_panel *panel, double width);

void plot_draw(cairo_t *cairo, const struct plot_panel *panel,
	       const struct plot_box *box);

#endif
