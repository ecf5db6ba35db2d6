/* SPDX-License-Identifier: BSD-2-Clause */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "plot_picture.h"
#include "zone.h"

/* As desktop benchmarks draw it: the rate along the drive, and dots of access times. */

enum { DOTS_MAX = 4 }; /* clouds that can be told apart */

static bool is_zones(const struct result *result)
{
	return result->spec.test == TEST_ZONES && result->sample_count;
}

static bool is_access(const struct result *result)
{
	return result->spec.test == TEST_ACCESS && result->point_count;
}

/* What the panel shows, and how places are told on its x axis. */
struct along {
	struct picture *picture;
	struct plot_panel *panel;
	bool dots, percent;
	double unit; /* bytes */
};

static bool is_shown(const struct along *along, const struct result *result)
{
	return is_zones(result) || (along->dots && is_access(result));
}

static double place(const struct along *along, const struct result *result,
		    uint64_t lba)
{
	const struct picture *picture = along->picture;
	double bytes = (double)lba * result->logical_block_size;

	if (along->percent)
		return 100 * bytes /
		       (double)picture->drives[picture_drive(picture, result)].bytes;
	return bytes / along->unit;
}

static double rate(uint64_t bytes, uint64_t elapsed_ns)
{
	return elapsed_ns ? (double)bytes * 1e3 / (double)elapsed_ns : NAN;
}

static void add_zones(const struct along *along, const struct result *result)
{
	struct plot_series *series = picture_add_series(along->picture, along->panel,
							PLOT_LINE, result, LABEL_WHOLE);
	struct zone *zones;
	size_t count;

	if (!series)
		return;
	count = zones_find(result, &zones);
	series->failed = !count;
	for (size_t i = 0; i < count; i++)
		plot_add_point(series, place(along, result, zones[i].lba),
			       rate(zones[i].bytes, zones[i].elapsed_ns));
	free(zones);
}

static void add_dots(const struct along *along, const struct result *result)
{
	struct plot_series *series = picture_add_series(along->picture, along->panel,
							PLOT_DOTS, result, LABEL_WHOLE);

	if (!series)
		return;
	series->right = true;
	for (size_t i = 0; i < result->point_count; i++)
		plot_add_point(series, place(along, result, result->points[i].lba),
			       (double)result->points[i].ns / 1e6);
}

static void put_error_count(const struct result *result, char *text, size_t size)
{
	bool one = result->error_count == 1;

	if (result->error_count > result->error_kept)
		snprintf(text, size, "%" PRIu64 " read errors, the first %zu shown",
			 result->error_count, result->error_kept);
	else
		snprintf(text, size, "%" PRIu64 " read error%s", result->error_count,
			 one ? "" : "s");
}

/* One row of crosses a drive: red, as nothing else is. */
static void add_errors(const struct along *along, const struct result *result)
{
	const struct picture *picture = along->picture;
	size_t drive = picture_drive(picture, result);
	struct plot_series *series;

	if (!result->error_kept)
		return;
	series = plot_add_series(along->panel, PLOT_CROSSES);
	if (!series)
		return;
	series->color = PLOT_RED;
	series->drive = picture_shown(picture, drive);
	picture_put_what(result, LABEL_WHOLE, series->what, sizeof(series->what));
	put_error_count(result, series->figures, sizeof(series->figures));
	for (size_t i = 0; i < result->error_kept; i++)
		plot_add_point(series, place(along, result, result->errors[i].lba),
			       (double)drive);
}

/* The first of the drive's results that came over a link whose limit is known. */
static const struct result *limited(const struct picture *picture, size_t drive)
{
	for (size_t i = 0; i < picture->count; i++) {
		const struct result *result = picture->results[i];

		if (is_zones(result) && result->link_limit_bytes_per_second &&
		    path_moves_data(result->spec.path) &&
		    picture_drive(picture, result) == drive)
			return result;
	}
	return NULL;
}

static bool has_zones(const struct picture *picture, size_t drive)
{
	for (size_t i = 0; i < picture->count; i++)
		if (is_zones(picture->results[i]) &&
		    picture_drive(picture, picture->results[i]) == drive)
			return true;
	return false;
}

/* Do all drives with a rate have the same limit? */
static bool limits_agree(const struct picture *picture)
{
	uint64_t limit = 0;

	for (size_t i = 0; i < picture->drive_count; i++) {
		const struct result *result = limited(picture, i);

		if (!has_zones(picture, i))
			continue;
		if (!result || (limit && result->link_limit_bytes_per_second != limit))
			return false;
		limit = result->link_limit_bytes_per_second;
	}
	return limit != 0;
}

static void add_limit(const struct along *along, size_t drive, bool shared)
{
	const struct picture *picture = along->picture;
	const struct result *result = limited(picture, drive);
	bool named = picture->drive_count > 1 && !shared;
	struct plot_series *series;
	double limit;

	if (!result)
		return;
	series = plot_add_series(along->panel, PLOT_LINE);
	if (!series)
		return;
	series->role = PLOT_LIMIT;
	series->color = named ? (unsigned int)drive : PLOT_RED;
	limit = (double)result->link_limit_bytes_per_second / 1e6;
	series->drive = named ? picture_shown(picture, drive) : NULL;
	snprintf(series->figures, sizeof(series->figures),
		 "the link can carry %.1f MB/s", limit);
	plot_add_point(series, 0, limit);
	plot_add_point(series, along->panel->x.max, limit);
}

static void add_limits(const struct along *along)
{
	const struct picture *picture = along->picture;
	bool shared = limits_agree(picture);

	for (size_t i = 0; i < picture->drive_count; i++) {
		if (!has_zones(picture, i))
			continue;
		add_limit(along, i, shared);
		if (shared)
			return;
	}
}

/* All of the drive, whatever part was read; percents where the drives are not alike. */
static void set_axis(struct along *along)
{
	const struct picture *picture = along->picture;
	struct plot_axis *axis = &along->panel->x;
	uint64_t least = UINT64_MAX, most = 0;

	for (size_t i = 0; i < picture->count; i++) {
		const struct result *result = picture->results[i];
		uint64_t bytes = picture->drives[picture_drive(picture, result)].bytes;

		if (!is_shown(along, result))
			continue;
		least = bytes < least ? bytes : least;
		most = bytes > most ? bytes : most;
	}
	along->percent = least && least != most;
	along->unit = most && most < 1000000000 ? 1e6 : 1e9;
	axis->label = along->percent       ? "position (% of the drive)"
		      : along->unit == 1e6 ? "position (MB)"
					   : "position (GB)";
	axis->exact = true;
	axis->used = most != 0;
	axis->max = along->percent ? 100 : (double)most / along->unit;
}

static void count_kinds(const struct picture *picture, size_t *zones, size_t *clouds)
{
	*zones = *clouds = 0;
	for (size_t i = 0; i < picture->count; i++) {
		*zones += is_zones(picture->results[i]);
		*clouds += is_access(picture->results[i]);
	}
}

void picture_make_along(struct picture *picture)
{
	struct along along = {.picture = picture};
	size_t zones, clouds;

	count_kinds(picture, &zones, &clouds);
	along.dots = clouds && clouds <= DOTS_MAX;
	if (!zones && !along.dots)
		return;
	along.panel = picture_add_panel(picture, "Along the drive");
	along.panel->left.label = zones ? "rate (MB/s)" : NULL;
	along.panel->right.label = "access time (ms)";
	set_axis(&along);
	for (size_t i = 0; i < picture->count; i++)
		if (is_zones(picture->results[i]))
			add_zones(&along, picture->results[i]);
		else if (is_shown(&along, picture->results[i]))
			add_dots(&along, picture->results[i]);
	for (size_t i = 0; i < picture->count; i++)
		if (is_shown(&along, picture->results[i]))
			add_errors(&along, picture->results[i]);
	add_limits(&along);
	picture_put_labels(picture, along.panel);
	plot_fit(along.panel);
}
