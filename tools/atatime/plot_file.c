/* SPDX-License-Identifier: BSD-2-Clause */
#include <cairo/cairo-pdf.h>
#include <cairo/cairo-svg.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "output.h"
#include "plot_draw.h"
#include "plot_picture.h"

enum {
	WIDTH = 960,
	TITLE_HEIGHT = 44,
	MARGIN = 24,
};

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

/* One drive is named above all panels, several in the legends. */
static void draw_title(cairo_t *cairo, const struct picture *picture)
{
	char title[PLOT_DRIVE_SIZE + 16];

	if (picture->drive_count > 1)
		snprintf(title, sizeof(title), "atatime: %zu drives",
			 picture->drive_count);
	else
		snprintf(title, sizeof(title), "atatime: %s", picture->drives[0].shown);
	cairo_select_font_face(cairo, "sans-serif", CAIRO_FONT_SLANT_NORMAL,
			       CAIRO_FONT_WEIGHT_NORMAL);
	cairo_set_source_rgb(cairo, 0, 0, 0);
	cairo_set_font_size(cairo, 17);
	plot_put_text_in(cairo, MARGIN, 30, WIDTH - 2 * MARGIN, title);
}

static void draw_all(cairo_t *cairo, const struct picture *picture)
{
	double y = TITLE_HEIGHT;

	cairo_set_source_rgb(cairo, 1, 1, 1);
	cairo_paint(cairo);
	draw_title(cairo, picture);
	for (size_t i = 0; i < picture->panel_count; i++) {
		const struct plot_panel *panel = &picture->panels[i];
		struct plot_box box = {0, y, WIDTH, plot_height(cairo, panel, WIDTH)};

		plot_draw(cairo, panel, &box);
		y += box.height;
	}
}

/* Letters are as wide in every kind of file. */
static cairo_t *make_cairo(cairo_surface_t *surface)
{
	cairo_font_options_t *options = cairo_font_options_create();
	cairo_t *cairo = cairo_create(surface);

	cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF);
	cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE);
	cairo_set_font_options(cairo, options);
	cairo_font_options_destroy(options);
	return cairo;
}

/* The page is as high as its panels need: text is measured before there is one. */
static double page_height(const struct picture *picture)
{
	cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, 1, 1);
	cairo_t *cairo = make_cairo(surface);
	double height = TITLE_HEIGHT;

	for (size_t i = 0; i < picture->panel_count; i++)
		height += plot_height(cairo, &picture->panels[i], WIDTH);
	cairo_destroy(cairo);
	cairo_surface_destroy(surface);
	return ceil(height);
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
	cairo_surface_t *surface = make_surface(path, drawing, page_height(picture));
	cairo_t *cairo = make_cairo(surface);
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
int picture_write(const struct picture *picture, const char *path)
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
