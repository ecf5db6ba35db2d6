/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef ATATIME_PLOT_PICTURE_H
#define ATATIME_PLOT_PICTURE_H

#include "plot_panel.h"
#include "result.h"

/* The results of one picture, and the panels made of them. */

enum {
	PLOT_PANELS = 5,
	PLOT_DRIVE_SIZE = 96,
};

struct plot_drive {
	const struct result *first;  /* of its results */
	char shown[PLOT_DRIVE_SIZE]; /* "/dev/sda MODEL, 3.0 Gb/s"; no two alike */
	uint64_t bytes;              /* capacity; 0 where it is not known */
};

struct picture {
	const struct result **results; /* drive by drive */
	size_t count;
	struct plot_drive *drives;
	size_t drive_count;
	struct plot_panel panels[PLOT_PANELS];
	size_t panel_count;
};

/* Find the drives. 0 or -ENOMEM. */
int picture_find_drives(struct picture *picture);

/* Which of picture->drives @result is of. */
size_t picture_drive(const struct picture *picture, const struct result *result);

/* Its name in labels; NULL where there is one drive only. */
const char *picture_shown(const struct picture *picture, size_t drive);

struct plot_panel *picture_add_panel(struct picture *picture, const char *title);

/* What a label leaves out: that which runs along the x axis. */
enum label_omits { LABEL_WHOLE, LABEL_NO_BLOCK, LABEL_NO_DEPTH };

/* "random read, dma, 4 KiB, depth 1" */
void picture_put_what(const struct result *result, enum label_omits omits, char *text,
		      size_t size);

/*
 * A series for @result, with a look of its own: one color a drive, or one a curve where
 * there is one drive. NULL without memory.
 */
struct plot_series *picture_add_series(const struct picture *picture,
				       struct plot_panel *panel, enum plot_kind kind,
				       const struct result *result,
				       enum label_omits omits);

/*
 * Write the labels of @panel: the drive, where there are several, what was done
 * ("random read, dma, 4 KiB, depth 1"), and the figures. What all curves of several
 * drives share stands in the title instead.
 */
void picture_put_labels(const struct picture *picture, struct plot_panel *panel);

/* Is @result one of several that differ in depth, or in block size, alone? */
bool picture_in_ladder(const struct picture *picture, const struct result *result,
		       bool by_depth);

/* Each adds a panel when there is something for it. */
void picture_make_along(struct picture *picture);
void picture_make_latency(struct picture *picture);
void picture_make_ladder(struct picture *picture, bool by_depth);
void picture_make_bars(struct picture *picture);

/*
 * Draw the panels into the file @path, whose ending says which kind. Returns 0 or a
 * negative errno; the file is complete or is not there.
 */
int picture_write(const struct picture *picture, const char *path);

#endif
