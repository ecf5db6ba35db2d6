/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "escape.h"
#include "plot_picture.h"
#include "size.h"

enum {
	NAME_MAX_SHOWN = 36,
	MODEL_MIN = 24, /* of the model, however long the name is */
	BOTH_MAX = 66,
	SUFFIX = 8, /* room for " (999)" */
};

static bool same_drive(const struct result *a, const struct result *b)
{
	if (a->subject || b->subject)
		return a->subject == b->subject;
	return strcmp(a->name ? a->name : "", b->name ? b->name : "") == 0;
}

/* Long names are cut in the middle: they differ at the end, often by one digit. */
static void put_name(const struct result *result, char *text, size_t size)
{
	const char *name = result->name ? result->name : "-";
	char *shown = malloc(ESCAPE_SIZE(strlen(name)));
	size_t length;

	if (!shown) {
		snprintf(text, size, "-");
		return;
	}
	escape(name, strlen(name), shown, ESCAPE_SIZE(strlen(name)));
	length = strlen(shown);
	if (length <= NAME_MAX_SHOWN)
		snprintf(text, size, "%s", shown);
	else
		snprintf(text, size, "%.*s...%s", NAME_MAX_SHOWN / 3, shown,
			 shown + length - (NAME_MAX_SHOWN - NAME_MAX_SHOWN / 3 - 3));
	free(shown);
}

static bool drive_fact(const struct result *result, enum ata_fact_id fact,
		       struct ata_value *value)
{
	value->known = false;
	if (result->subject && result->subject->has_page)
		ata_fact_value(&result->subject->id, fact, value);
	return value->known;
}

static void put_model(const struct result *result, size_t most, char *text, size_t size)
{
	char shown[ESCAPE_SIZE(ATA_STRING_MAX)];
	struct ata_value value;

	text[0] = '\0';
	if (!drive_fact(result, ATA_MODEL_NAME, &value))
		return;
	escape(value.text, value.length, shown, sizeof(shown));
	snprintf(text, size, " %.*s", (int)most, shown);
}

static void put_drive(const struct result *result, char *text, size_t size)
{
	char name[NAME_MAX_SHOWN + 1], model[BOTH_MAX], link[24] = "";
	size_t most;

	put_name(result, name, sizeof(name));
	most = BOTH_MAX - 2 - strlen(name);
	put_model(result, most < MODEL_MIN ? MODEL_MIN : most, model, sizeof(model));
	if (result->link_bits_per_second)
		snprintf(link, sizeof(link), ", %.1f Gb/s",
			 (double)result->link_bits_per_second / 1e9);
	snprintf(text, size, "%s%s%s", name, model, link);
}

/* The same DRIVE given twice is two drives that look alike. */
static void tell_apart(const struct picture *picture, struct plot_drive *drive)
{
	char shown[PLOT_DRIVE_SIZE - SUFFIX];
	uint16_t alike = 1;

	put_drive(drive->first, shown, sizeof(shown));
	for (const struct plot_drive *d = picture->drives; d != drive; d++) {
		char other[sizeof(shown)];

		put_drive(d->first, other, sizeof(other));
		alike = (uint16_t)(alike + !strcmp(shown, other));
	}
	if (alike > 1)
		snprintf(drive->shown, sizeof(drive->shown), "%s (%hu)", shown, alike);
	else
		snprintf(drive->shown, sizeof(drive->shown), "%s", shown);
}

size_t picture_drive(const struct picture *picture, const struct result *result)
{
	size_t i = 0;

	while (i < picture->drive_count &&
	       !same_drive(picture->drives[i].first, result))
		i++;
	return i;
}

int picture_find_drives(struct picture *picture)
{
	picture->drives = calloc(picture->count, sizeof(*picture->drives));
	if (!picture->drives)
		return -ENOMEM;
	for (size_t i = 0; i < picture->count; i++) {
		const struct result *result = picture->results[i];
		struct plot_drive *drive = &picture->drives[picture->drive_count];
		struct ata_value value;

		if (picture_drive(picture, result) < picture->drive_count)
			continue;
		drive->first = result;
		if (drive_fact(result, ATA_CAPACITY_BYTES, &value))
			drive->bytes = value.number;
		tell_apart(picture, drive);
		picture->drive_count++;
	}
	return 0;
}

const char *picture_shown(const struct picture *picture, size_t drive)
{
	return picture->drive_count > 1 ? picture->drives[drive].shown : NULL;
}

struct plot_panel *picture_add_panel(struct picture *picture, const char *title)
{
	struct plot_panel *panel = &picture->panels[picture->panel_count++];

	memset(panel, 0, sizeof(*panel));
	snprintf(panel->title, sizeof(panel->title), "%s", title);
	return panel;
}

static const char *test_words(const struct result *result)
{
	static const char *const words[TEST_COUNT] = {
		[TEST_SEQUENTIAL] = "sequential read", [TEST_BUFFER] = "buffer read",
		[TEST_ACCESS] = "random read",         [TEST_ZONES] = "zones",
		[TEST_FILE] = "read of the file",      [TEST_WRITE] = "write",
		[TEST_EXPLAIN] = "explanation",
	};

	if (result->phase == RESULT_READ_BACK)
		return result->random_order ? "random read back" : "read back";
	if (result->phase == RESULT_WRITTEN && result->random_order)
		return "random write";
	return words[result->spec.test];
}

void picture_put_what(const struct result *result, enum label_omits omits, char *text,
		      size_t size)
{
	char bytes[24], block[32] = "", depth[24] = "";

	size_format(result->spec.block_bytes, bytes, sizeof(bytes));
	if (omits != LABEL_NO_BLOCK)
		snprintf(block, sizeof(block), ", %s", bytes);
	if (omits != LABEL_NO_DEPTH)
		snprintf(depth, sizeof(depth), ", depth %u", result->spec.depth);
	snprintf(text, size, "%s, %s%s%s%s", test_words(result),
		 path_name(result->spec.path), result->spec.fua ? " fua" : "", block,
		 depth);
}

/* Of several drives: one thing that was done with all of them? */
static const char *shared_what(const struct picture *picture,
			       const struct plot_panel *panel)
{
	const char *what = NULL;

	if (picture->drive_count < 2)
		return NULL;
	for (size_t i = 0; i < panel->count; i++) {
		const struct plot_series *series = panel->series[i];

		if (!series->what[0])
			continue;
		if (what && strcmp(what, series->what) != 0)
			return NULL;
		what = series->what;
	}
	return what;
}

static void join(char *label, size_t size, const char *part)
{
	size_t end = strlen(label);

	if (part && part[0])
		snprintf(label + end, size - end, "%s%s", end ? ": " : "", part);
}

void picture_put_labels(const struct picture *picture, struct plot_panel *panel)
{
	const char *shared = shared_what(picture, panel);
	size_t size = sizeof(panel->series[0]->label);

	if (shared)
		join(panel->title, sizeof(panel->title), shared);
	for (size_t i = 0; i < panel->count; i++) {
		struct plot_series *series = panel->series[i];

		join(series->label, size, series->drive);
		join(series->label, size, shared ? NULL : series->what);
		join(series->label, size, series->figures);
	}
}

static unsigned int curves_of(const struct plot_panel *panel)
{
	unsigned int curves = 0;

	for (size_t i = 0; i < panel->count; i++)
		curves += panel->series[i]->role == PLOT_MEASURED &&
			  panel->series[i]->kind != PLOT_CROSSES;
	return curves;
}

struct plot_series *picture_add_series(const struct picture *picture,
				       struct plot_panel *panel, enum plot_kind kind,
				       const struct result *result,
				       enum label_omits omits)
{
	unsigned int color = picture->drive_count > 1
				     ? (unsigned int)picture_drive(picture, result)
				     : curves_of(panel);
	struct plot_series *series = plot_add_series(panel, kind);

	if (!series)
		return NULL;
	plot_set_style(panel, series, color);
	series->drive = picture_shown(picture, picture_drive(picture, result));
	picture_put_what(result, omits, series->what, sizeof(series->what));
	return series;
}
