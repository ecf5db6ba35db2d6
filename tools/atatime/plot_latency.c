/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdio.h>
#include <string.h>

#include "plot_picture.h"

/* How many commands took how long: single reads and writes in random order. */

static bool has_latency(const struct result *result)
{
	return result->random_order && result->latency.histogram.count;
}

static double middle_ms(unsigned int bucket)
{
	return ((double)histogram_low(bucket) + (double)histogram_width(bucket) / 2) /
	       1e6;
}

/* The share of commands that took no longer; the line rises from the fastest. */
static void add_steps(struct plot_series *series, const struct histogram *all)
{
	uint64_t sum = 0;

	for (unsigned int k = 0; k < HISTOGRAM_BUCKETS; k++) {
		if (!all->bucket[k])
			continue;
		if (!sum)
			plot_add_point(series, middle_ms(k), 0);
		sum += all->bucket[k];
		plot_add_point(series, middle_ms(k),
			       100.0 * (double)sum / (double)all->count);
	}
}

/* A mark on the curve, and its figure in the label. */
static void add_mark(struct plot_series *series, const struct result *result,
		     unsigned int percent)
{
	size_t end = strlen(series->figures);
	uint64_t ns;
	double ms;

	if (!statistics_percentile(&result->latency, percent * 1000, &ns))
		return;
	ms = (double)ns / 1e6;
	series->marks[series->mark_count++] = (struct plot_point){ms, percent};
	snprintf(series->figures + end, sizeof(series->figures) - end,
		 ms < 999.5 ? "%sp%u %.3g ms" : "%sp%u %.0f ms", end ? ", " : "",
		 percent, ms);
}

static void add_latency(struct picture *picture, struct plot_panel *panel,
			const struct result *result)
{
	struct plot_series *series =
		picture_add_series(picture, panel, PLOT_STEPS, result, LABEL_WHOLE);

	if (!series)
		return;
	add_steps(series, &result->latency.histogram);
	add_mark(series, result, 50);
	add_mark(series, result, 99);
}

static void put_title(struct plot_panel *panel)
{
	bool marked = false;

	for (size_t i = 0; i < panel->count; i++)
		marked |= panel->series[i]->mark_count != 0;
	snprintf(panel->title, sizeof(panel->title), "Latency in random order%s",
		 marked ? " (circle: p50, diamond: p99)" : "");
}

void picture_make_latency(struct picture *picture)
{
	struct plot_panel *panel = NULL;

	for (size_t i = 0; i < picture->count; i++) {
		if (!has_latency(picture->results[i]))
			continue;
		if (!panel)
			panel = picture_add_panel(picture, "");
		add_latency(picture, panel, picture->results[i]);
	}
	if (!panel)
		return;
	put_title(panel);
	picture_put_labels(picture, panel);
	panel->x.label = "latency (ms)";
	panel->x.log = true;
	panel->x.base = 10;
	panel->left.label = "share not slower (%)";
	panel->left.exact = true;
	plot_fit(panel);
}
