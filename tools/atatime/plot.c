/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "output.h"
#include "plot_picture.h"

static bool is_whole(const struct picture *picture)
{
	bool whole = true;

	for (size_t i = 0; i < picture->panel_count; i++)
		whole = whole && plot_is_whole(&picture->panels[i]);
	return whole;
}

static void make_panels(struct picture *picture)
{
	picture_make_along(picture);
	picture_make_latency(picture);
	picture_make_ladder(picture, true);
	picture_make_ladder(picture, false);
	picture_make_bars(picture);
}

/*
 * Results come as they are done, which is any order with --together. The subjects of
 * one command line stand in one array: its order is that of the pictures.
 */
static int by_drive(const void *a, const void *b)
{
	const struct result *const *x = a, *const *y = b;
	uintptr_t p = (uintptr_t)(*x)->subject, q = (uintptr_t)(*y)->subject;

	if (p != q)
		return p > q ? 1 : -1;
	return (*x > *y) - (*x < *y);
}

static int sort_results(struct picture *picture, const struct result *results)
{
	picture->results = calloc(picture->count, sizeof(const struct result *));
	if (!picture->results)
		return -ENOMEM;
	for (size_t i = 0; i < picture->count; i++)
		picture->results[i] = &results[i];
	qsort(picture->results, picture->count, sizeof(const struct result *),
	      by_drive);
	return picture_find_drives(picture);
}

static int draw(struct picture *picture, const struct result *results, const char *path)
{
	int rc = sort_results(picture, results);

	if (rc < 0)
		return rc;
	make_panels(picture);
	if (!picture->panel_count)
		return -ENODATA;
	return is_whole(picture) ? picture_write(picture, path) : -ENOMEM;
}

int plot_results(const char *path, const struct result *results, size_t count)
{
	struct picture picture = {.count = count};
	struct stat st;
	int rc;

	if (!plot_knows(path))
		return -EINVAL;
	if (!count)
		return -ENODATA;
	if (stat(path, &st) == 0 && !S_ISREG(st.st_mode))
		return -EEXIST;
	rc = draw(&picture, results, path);
	for (size_t i = 0; i < picture.panel_count; i++)
		plot_free_panel(&picture.panels[i]);
	free(picture.drives);
	free(picture.results);
	return rc;
}
