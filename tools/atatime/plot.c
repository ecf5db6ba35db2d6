/* SPDX-License-Identifier: BSD-2-Clause */
#include <cairo/cairo-pdf.h>
#include <cairo/cairo-svg.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "escape.h"
#include "output.h"
#include "plot_panel.h"

enum {
	WIDTH = 960,
	PANEL_HEIGHT = 400,
	TITLE_HEIGHT = 44,
	MODEL_MAX = 44,
	PANELS = 5,
};

struct picture {
	const struct result *results;
	size_t count;
	struct plot_panel *panels;
	size_t panel_count;
};

/* A drive's color: that of the first result with its subject. */
static unsigned int color_of(const struct picture *picture, const struct result *result)
{
	unsigned int color = 0;

	for (size_t i = 0; i < picture->count; i++) {
		const struct subject *subject = picture->results[i].subject;
		bool first = true;

		if (subject == result->subject)
			return color;
		for (size_t k = 0; k < i; k++)
			first = first && picture->results[k].subject != subject;
		color += first;
	}
	return color;
}

static void put_model(const struct result *result, char *text, size_t size)
{
	char shown[ESCAPE_SIZE(ATA_STRING_MAX)];
	struct ata_value value = {.known = false};

	if (result->subject && result->subject->has_page)
		ata_fact_value(&result->subject->id, ATA_MODEL_NAME, &value);
	if (value.known)
		escape(value.text, value.length, shown, sizeof(shown));
	snprintf(text, size, "%.*s", MODEL_MAX,
		 value.known    ? shown
		 : result->name ? result->name
				: "-");
}

/* "Model, link 3.0 Gb/s, dma, 512 KiB, depth 1" */
static void put_label(const struct result *result, bool block, bool depth, char *text,
		      size_t size)
{
	char model[MODEL_MAX + 1], bytes[32], link[32] = "", of_block[48] = "",
					      of_depth[24] = "";

	put_model(result, model, sizeof(model));
	if (result->link_bits_per_second)
		snprintf(link, sizeof(link), ", %.1f Gb/s",
			 (double)result->link_bits_per_second / 1e9);
	size_format(result->spec.block_bytes, bytes, sizeof(bytes));
	if (block)
		snprintf(of_block, sizeof(of_block), ", %s", bytes);
	if (depth)
		snprintf(of_depth, sizeof(of_depth), ", depth %u", result->spec.depth);
	snprintf(text, size, "%s%s, %s%s%s", model, link, path_name(result->spec.path),
		 of_block, of_depth);
}

static struct plot_panel *add_panel(struct picture *picture, const char *title)
{
	struct plot_panel *panel = &picture->panels[picture->panel_count++];

	memset(panel, 0, sizeof(*panel));
	snprintf(panel->title, sizeof(panel->title), "%s", title);
	return panel;
}

static int by_lba(const void *a, const void *b)
{
	const struct plot_point *x = a, *y = b;

	return (x->x > y->x) - (x->x < y->x);
}

static void add_zones(struct picture *picture, struct plot_panel *panel,
		      const struct result *result)
{
	struct plot_series *series = plot_add_series(panel, PLOT_LINE);

	if (!series)
		return;
	series->color = color_of(picture, result);
	put_label(result, true, true, series->label, sizeof(series->label));
	for (size_t i = 0; i < result->sample_count; i++) {
		const struct result_sample *s = &result->samples[i];

		if (s->elapsed_ns)
			plot_add_point(series,
				       (double)s->lba * result->logical_block_size /
					       1e9,
				       (double)s->bytes * 1e3 / (double)s->elapsed_ns);
	}
	if (series->count)
		qsort(series->points, series->count, sizeof(*series->points), by_lba);
	if (result->link_limit_bytes_per_second) {
		panel->has_limit = true;
		panel->limit = (double)result->link_limit_bytes_per_second / 1e6;
		snprintf(panel->limit_label, sizeof(panel->limit_label),
			 "the link can carry %.1f MB/s", panel->limit);
	}
}

static void add_accesses(struct picture *picture, struct plot_panel *panel,
			 const struct result *result)
{
	struct plot_series *series = plot_add_series(panel, PLOT_DOTS);
	char label[80];

	if (!series)
		return;
	series->color = color_of(picture, result);
	series->right = true;
	put_label(result, true, true, label, sizeof(label));
	snprintf(series->label, sizeof(series->label), "%.72s: access time", label);
	for (size_t i = 0; i < result->point_count; i++)
		plot_add_point(series,
			       (double)result->points[i].lba *
				       result->logical_block_size / 1e9,
			       (double)result->points[i].ns / 1e6);
}

static bool is_access(const struct result *result)
{
	return result->spec.test == TEST_ACCESS && result->point_count;
}

static bool is_zones(const struct result *result)
{
	return result->spec.test == TEST_ZONES && result->sample_count;
}

typedef bool is_kind(const struct result *result);

static size_t count_kind(const struct picture *picture, is_kind *kind)
{
	size_t count = 0;

	for (size_t i = 0; i < picture->count; i++)
		count += kind(&picture->results[i]);
	return count;
}

/* As desktop benchmarks draw it: the rate along the drive, and dots of access times. */
static void make_along(struct picture *picture)
{
	bool one = count_kind(picture, is_access) <= 4;
	struct plot_panel *panel;

	if (!count_kind(picture, is_zones) && !(one && count_kind(picture, is_access)))
		return;
	panel = add_panel(picture, "Along the drive");
	panel->x.label = "position (GB)";
	panel->x.exact = true;
	panel->left.label = count_kind(picture, is_zones) ? "rate (MB/s)" : NULL;
	panel->right.label = "access time (ms)";
	for (size_t i = 0; i < picture->count; i++) {
		const struct result *result = &picture->results[i];

		if (is_zones(result))
			add_zones(picture, panel, result);
		else if (one && is_access(result))
			add_accesses(picture, panel, result);
	}
	plot_fit(panel);
}

static double histogram_middle(unsigned int bucket)
{
	return (double)histogram_low(bucket) + (double)histogram_width(bucket) / 2;
}

static void make_histogram(struct picture *picture)
{
	struct plot_panel *panel;

	if (!count_kind(picture, is_access))
		return;
	panel = add_panel(picture, "Latency of random reads");
	panel->x.label = "latency (ms)";
	panel->x.log = true;
	panel->x.base = 10;
	panel->left.label = "share not slower (%)";
	panel->left.exact = true;
	for (size_t i = 0; i < picture->count; i++) {
		const struct result *result = &picture->results[i];
		const struct histogram *all = &result->latency.histogram;
		struct plot_series *series;
		uint64_t sum = 0;

		if (!is_access(result))
			continue;
		series = plot_add_series(panel, PLOT_STEPS);
		if (!series)
			break;
		series->color = (unsigned int)panel->count - 1;
		put_label(result, true, true, series->label, sizeof(series->label));
		for (unsigned int k = 0; k < HISTOGRAM_BUCKETS; k++) {
			if (!all->bucket[k])
				continue;
			if (!sum) /* the line rises from the fastest */
				plot_add_point(series, histogram_middle(k) / 1e6, 0);
			sum += all->bucket[k];
			plot_add_point(series, histogram_middle(k) / 1e6,
				       100.0 * (double)sum / (double)all->count);
		}
	}
	plot_fit(panel);
}

static bool same_ladder(const struct result *a, const struct result *b, bool by_depth)
{
	return a->subject == b->subject && a->spec.test == b->spec.test &&
	       a->spec.path == b->spec.path && a->phase == b->phase &&
	       (by_depth ? a->spec.block_bytes == b->spec.block_bytes
			 : a->spec.depth == b->spec.depth);
}

static double rung(const struct result *result, bool by_depth)
{
	return by_depth ? result->spec.depth : result->spec.block_bytes / 1024.0;
}

static double height(const struct result *result, bool by_depth)
{
	struct result_rate rate;
	double iops;

	if (by_depth)
		return result_iops(result, &iops) ? iops : 0;
	return result_rate(result, &rate) ? rate.median / 1e6 : 0;
}

/* Is @number the first of a ladder of several rungs? */
static bool begins_ladder(const struct picture *picture, size_t number, bool by_depth)
{
	const struct result *result = &picture->results[number];
	bool several = false;

	if (result->spec.test == TEST_ZONES)
		return false;
	for (size_t i = 0; i < picture->count; i++) {
		if (!same_ladder(&picture->results[i], result, by_depth))
			continue;
		if (i < number)
			return false;
		several |=
			rung(&picture->results[i], by_depth) != rung(result, by_depth);
	}
	return several;
}

static void add_ideal(struct plot_panel *panel, const struct plot_series *series)
{
	struct plot_series *ideal = plot_add_series(panel, PLOT_LINE);
	double single = series->points[0].y / series->points[0].x;

	if (!ideal)
		return;
	ideal->thin = true;
	ideal->color = series->color;
	for (size_t i = 0; i < series->count; i++)
		plot_add_point(ideal, series->points[i].x,
			       single * series->points[i].x);
}

static void add_ladder(struct picture *picture, struct plot_panel *panel, size_t number,
		       bool by_depth)
{
	const struct result *first = &picture->results[number];
	struct plot_series *series = plot_add_series(panel, PLOT_LINE);

	if (!series)
		return;
	series->color = (unsigned int)panel->count - 1;
	put_label(first, by_depth, !by_depth, series->label, sizeof(series->label));
	for (size_t i = number; i < picture->count; i++) {
		const struct result *result = &picture->results[i];

		if (same_ladder(result, first, by_depth))
			plot_add_point(series, rung(result, by_depth),
				       height(result, by_depth));
	}
	if (series->count)
		qsort(series->points, series->count, sizeof(*series->points), by_lba);
}

static void make_ladder(struct picture *picture, bool by_depth)
{
	struct plot_panel *panel = NULL;

	for (size_t i = 0; i < picture->count; i++) {
		if (!begins_ladder(picture, i, by_depth))
			continue;
		if (!panel)
			panel = add_panel(picture,
					  by_depth ? "By depth" : "By block size");
		add_ladder(picture, panel, i, by_depth);
	}
	if (!panel)
		return;
	panel->x.label = by_depth ? "commands outstanding" : "block size (KiB)";
	panel->x.log = true;
	panel->x.base = 2;
	panel->left.label = by_depth ? "commands a second" : "rate (MB/s)";
	if (by_depth && panel->count == 1 && panel->series[0].points[0].x == 1)
		add_ideal(panel, &panel->series[0]);
	plot_fit(panel);
}

/* Single figures: bars, where nothing else can be drawn. */
static void make_bars(struct picture *picture)
{
	struct plot_panel *panel;
	struct plot_series *series;
	struct result_rate rate;
	size_t count = picture->count;

	if (picture->panel_count)
		return;
	panel = add_panel(picture, "Rates");
	panel->x.label = "rate (MB/s)";
	for (size_t i = 0; i < count; i++) {
		const struct result *result = &picture->results[i];
		char label[80];

		if (!result_rate(result, &rate))
			continue;
		series = plot_add_series(panel, PLOT_BARS);
		if (!series)
			break;
		series->color = (unsigned int)i;
		put_label(result, true, true, label, sizeof(label));
		snprintf(series->label, sizeof(series->label), "%s: %.60s: %.1f MB/s",
			 test_name(result->spec.test), label, rate.median / 1e6);
		plot_add_point(series, rate.median / 1e6, (double)(count - i) - 0.5);
	}
	plot_fit(panel);
	panel->left.min = 0;
	panel->left.max = (double)picture->count;
}

static bool has_ending(const char *path, const char *ending)
{
	size_t length = strlen(path), size = strlen(ending);

	return length > size && strcmp(path + length - size, ending) == 0;
}

bool plot_knows(const char *path)
{
	return has_ending(path, ".svg") || has_ending(path, ".png") ||
	       has_ending(path, ".pdf");
}

/* The file that is drawn, and the errno of what went wrong with it: cairo tells none.
 */
struct drawing {
	FILE *file;
	int error;
};

static cairo_status_t put(void *closure, const unsigned char *data, unsigned int length)
{
	struct drawing *drawing = closure;

	if (fwrite(data, 1, length, drawing->file) == length)
		return CAIRO_STATUS_SUCCESS;
	drawing->error = errno;
	return CAIRO_STATUS_WRITE_ERROR;
}

static cairo_surface_t *make_surface(const char *path, struct drawing *drawing,
				     double height)
{
	cairo_surface_t *surface;

	if (has_ending(path, ".svg"))
		return cairo_svg_surface_create_for_stream(put, drawing, WIDTH, height);
	if (has_ending(path, ".png"))
		return cairo_image_surface_create(CAIRO_FORMAT_RGB24, WIDTH,
						  (int)height);
	surface = cairo_pdf_surface_create_for_stream(put, drawing, WIDTH, height);
	/* The same results give the same bytes. */
	cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_CREATE_DATE,
				       "1970-01-01T00:00:00Z");
	return surface;
}

static void draw_title(cairo_t *cairo, const struct picture *picture)
{
	const struct result *first = &picture->results[0];
	char title[160], model[MODEL_MAX + 1];
	size_t drives = 1;

	for (size_t i = 1; i < picture->count; i++) {
		unsigned int color = color_of(picture, &picture->results[i]);

		if (color + 1 > drives)
			drives = color + 1;
	}
	put_model(first, model, sizeof(model));
	if (drives > 1)
		snprintf(title, sizeof(title), "atatime: %zu drives", drives);
	else if (first->link_bits_per_second)
		snprintf(title, sizeof(title), "atatime: %s, link %.1f Gb/s", model,
			 (double)first->link_bits_per_second / 1e9);
	else
		snprintf(title, sizeof(title), "atatime: %s", model);
	cairo_set_source_rgb(cairo, 0, 0, 0);
	cairo_set_font_size(cairo, 17);
	cairo_move_to(cairo, 24, 30);
	cairo_show_text(cairo, title);
}

static void draw_all(cairo_t *cairo, const struct picture *picture)
{
	cairo_set_source_rgb(cairo, 1, 1, 1);
	cairo_paint(cairo);
	cairo_select_font_face(cairo, "sans-serif", CAIRO_FONT_SLANT_NORMAL,
			       CAIRO_FONT_WEIGHT_NORMAL);
	draw_title(cairo, picture);
	for (size_t i = 0; i < picture->panel_count; i++) {
		struct plot_box box = {0, TITLE_HEIGHT + (double)i * PANEL_HEIGHT,
				       WIDTH, PANEL_HEIGHT};

		plot_draw(cairo, &picture->panels[i], &box);
	}
}

static int error_of(cairo_status_t status)
{
	if (status == CAIRO_STATUS_SUCCESS)
		return 0;
	return status == CAIRO_STATUS_NO_MEMORY ? -ENOMEM : -EIO;
}

/* Into @drawing; @path says which kind. */
static int draw_file(const struct picture *picture, const char *path,
		     struct drawing *drawing)
{
	double height = TITLE_HEIGHT + (double)picture->panel_count * PANEL_HEIGHT;
	cairo_surface_t *surface = make_surface(path, drawing, height);
	cairo_t *cairo = cairo_create(surface);
	cairo_status_t status;

	draw_all(cairo, picture);
	status = cairo_status(cairo);
	cairo_destroy(cairo);
	if (status == CAIRO_STATUS_SUCCESS && has_ending(path, ".png"))
		status = cairo_surface_write_to_png_stream(surface, put, drawing);
	cairo_surface_finish(surface);
	if (status == CAIRO_STATUS_SUCCESS)
		status = cairo_surface_status(surface);
	cairo_surface_destroy(surface);
	return drawing->error ? -drawing->error : error_of(status);
}

static int draw_stream(const struct picture *picture, const char *path, int fd)
{
	struct drawing drawing = {.file = fdopen(fd, "w")};
	int rc;

	if (!drawing.file) {
		rc = -errno;
		close(fd);
		return rc;
	}
	rc = draw_file(picture, path, &drawing);
	if (fclose(drawing.file) && !rc)
		rc = -errno;
	return rc;
}

/* Beside @path, so that a rename makes it complete at once. */
static int draw_beside(const struct picture *picture, const char *path)
{
	char *file;
	int fd, rc;

	if (asprintf(&file, "%s.XXXXXX", path) < 0)
		return -ENOMEM;
	fd = mkstemp(file);
	if (fd < 0) {
		rc = -errno;
		free(file);
		return rc;
	}
	fchmod(fd, 0644);
	rc = draw_stream(picture, path, fd);
	if (!rc && rename(file, path) < 0)
		rc = -errno;
	if (rc)
		unlink(file);
	free(file);
	return rc;
}

int plot_results(const char *path, const struct result *results, size_t count)
{
	struct picture picture = {.results = results, .count = count};
	struct stat st;
	int rc;

	if (!plot_knows(path))
		return -EINVAL;
	if (!count)
		return -ENODATA;
	if (stat(path, &st) == 0 && !S_ISREG(st.st_mode))
		return -EEXIST;
	picture.panels = calloc(PANELS, sizeof(*picture.panels));
	if (!picture.panels)
		return -ENOMEM;
	make_along(&picture);
	make_histogram(&picture);
	make_ladder(&picture, true);
	make_ladder(&picture, false);
	make_bars(&picture);
	rc = picture.panel_count ? draw_beside(&picture, path) : -ENODATA;
	for (size_t i = 0; i < picture.panel_count; i++)
		plot_free_panel(&picture.panels[i]);
	free(picture.panels);
	return rc;
}
