/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdio.h>

#include "plot_picture.h"

/* Single figures: what no other panel shows. */

enum { BARS_MAX = 60 };

static bool is_single(const struct picture *picture, const struct result *result)
{
	struct result_rate rate;

	return result->spec.test != TEST_ZONES && !result->random_order &&
	       !picture_in_ladder(picture, result, true) &&
	       !picture_in_ladder(picture, result, false) && result_rate(result, &rate);
}

static void add_bar(struct picture *picture, struct plot_panel *panel,
		    const struct result *result)
{
	size_t row = panel->count;
	struct result_rate rate;
	struct plot_series *series =
		picture_add_series(picture, panel, PLOT_BARS, result, LABEL_WHOLE);

	if (!series || !result_rate(result, &rate))
		return;
	snprintf(series->figures, sizeof(series->figures), "%.1f MB/s",
		 rate.median / 1e6);
	plot_add_point(series, rate.median / 1e6, (double)row);
}

void picture_make_bars(struct picture *picture)
{
	struct plot_panel *panel = NULL;
	size_t count = 0;

	for (size_t i = 0; i < picture->count; i++) {
		if (!is_single(picture, picture->results[i]))
			continue;
		if (!panel)
			panel = picture_add_panel(picture, "Rates");
		if (count++ < BARS_MAX)
			add_bar(picture, panel, picture->results[i]);
	}
	if (!panel)
		return;
	if (count > BARS_MAX)
		snprintf(panel->title, sizeof(panel->title), "Rates (and %zu more)",
			 count - BARS_MAX);
	panel->x.label = "rate (MB/s)";
	picture_put_labels(picture, panel);
	plot_fit(panel);
}
