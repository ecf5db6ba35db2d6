/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "atatime/output.h"
#include "atatime/plot_draw.h"
#include "atatime/plot_picture.h"
#include "atatime/zone.h"
#include "unit.h"

enum {
	DRIVES = 40,
	BLOCK = 8, /* blocks of one read */
};

static struct subject subject[DRIVES];

/* A disk of @sectors sectors, ATA8-ACS: words 27-46, 49, 60-61, 83, 100-103. */
static void set_capacity(struct subject *s, uint64_t sectors)
{
	uint16_t word[256] = {[49] = 1 << 9, [80] = 0x1f0, [83] = 1 << 14 | 1 << 10};

	word[60] = 0xffff;
	word[61] = 0x0fff;
	for (unsigned int i = 0; i < 4; i++)
		word[100 + i] = (uint16_t)(sectors >> 16 * i);
	for (unsigned int i = 27; i < 47; i++)
		word[i] = 'D' << 8 | 'D'; /* the model */
	for (unsigned int i = 0; i < 256; i++) {
		s->page[2 * i] = (uint8_t)word[i];
		s->page[2 * i + 1] = (uint8_t)(word[i] >> 8);
	}
	ata_identify_seal(s->page);
	ck_assert_int_eq(ata_identify_parse(&s->id, s->page, sizeof(s->page)), 0);
	s->has_page = true;
}

static struct result zones_of(const struct subject *s, struct result_sample *samples,
			      size_t count)
{
	return (struct result){
		.spec = {.test = TEST_ZONES,
			 .path = PATH_DMA,
			 .block_bytes = 4096,
			 .depth = 1},
		.subject = s,
		.name = "/dev/sda",
		.logical_block_size = 512,
		.samples = samples,
		.sample_count = count,
	};
}

static void make(struct picture *picture, const struct result *results, size_t count)
{
	static const struct result *list[DRIVES];

	for (size_t i = 0; i < count; i++)
		list[i] = &results[i];
	*picture = (struct picture){.results = list, .count = count};
	ck_assert_int_eq(picture_find_drives(picture), 0);
}

static void end(struct picture *picture)
{
	for (size_t i = 0; i < picture->panel_count; i++)
		plot_free_panel(&picture->panels[i]);
	free(picture->drives);
}

static bool look_alike(const struct plot_series *a, const struct plot_series *b)
{
	return a->kind == b->kind && a->role == b->role &&
	       a->color % PLOT_COLORS == b->color % PLOT_COLORS &&
	       a->variant == b->variant;
}

/* Nobody can tell two curves apart that have the same name, or the same look. */
static void check_apart(const struct plot_panel *panel)
{
	for (size_t i = 0; i < panel->count; i++) {
		ck_assert_str_ne(panel->series[i]->label, "");
		for (size_t k = 0; k < i; k++) {
			ck_assert_str_ne(panel->series[i]->label,
					 panel->series[k]->label);
			ck_assert(!look_alike(panel->series[i], panel->series[k]));
		}
	}
}

/* Forty drives of one name and model, as one who types sim:hdd forty times has them. */
START_TEST(forty_drives)
{
	static struct result results[DRIVES];
	struct result_sample samples[] = {{0, 4096, 40}, {BLOCK, 4096, 50}};
	struct picture picture;

	for (unsigned int i = 0; i < DRIVES; i++) {
		set_capacity(&subject[i], 2 * BLOCK);
		results[i] = zones_of(&subject[i], samples, 2);
	}
	make(&picture, results, DRIVES);
	ck_assert_uint_eq(picture.drive_count, DRIVES);
	picture_make_along(&picture);
	ck_assert_uint_eq(picture.panel_count, 1);
	ck_assert_uint_eq(picture.panels[0].count, DRIVES);
	check_apart(&picture.panels[0]);
	ck_assert_str_eq(picture.panels[0].title,
			 "Along the drive: zones, dma, 4 KiB, depth 1");
	end(&picture);
}
END_TEST

/* One drive, three block sizes. */
START_TEST(ladder)
{
	struct result_point points[] = {{0, 1000000}, {8, 2000000}};
	struct result results[3];
	struct picture picture;

	set_capacity(&subject[0], 1 << 20);
	for (unsigned int i = 0; i < 3; i++) {
		results[i] = zones_of(&subject[0], NULL, 0);
		results[i].spec.test = TEST_ACCESS;
		results[i].spec.block_bytes = 4096U << 2 * i;
		results[i].points = points;
		results[i].point_count = 2;
	}
	make(&picture, results, 3);
	ck_assert_uint_eq(picture.drive_count, 1);
	picture_make_along(&picture);
	ck_assert_uint_eq(picture.panels[0].count, 3);
	check_apart(&picture.panels[0]);
	ck_assert_str_eq(picture.panels[0].series[2]->label,
			 "random read, dma, 64 KiB, depth 1");
	end(&picture);
}
END_TEST

/* 16 and 1,000 sectors: half of either is at 50 %. */
START_TEST(unlike_drives)
{
	struct result_sample one[] = {{0, 4096, 40}, {8, 4096, 50}};
	struct result_sample two[] = {{0, 4096, 40}, {500, 4096, 50}};
	struct result results[2];
	struct picture picture;

	set_capacity(&subject[0], 16);
	set_capacity(&subject[1], 1000);
	results[0] = zones_of(&subject[0], one, 2);
	results[1] = zones_of(&subject[1], two, 2);
	make(&picture, results, 2);
	picture_make_along(&picture);
	ck_assert_str_eq(picture.panels[0].x.label, "position (% of the drive)");
	for (unsigned int i = 0; i < 2; i++)
		ck_assert_double_eq_tol(picture.panels[0].series[i]->points[1].x, 50,
					1e-9);
	/* 4096 bytes in 50 ns are 81,920 MB/s. */
	ck_assert_double_eq_tol(picture.panels[0].series[0]->points[1].y, 81920, 1e-6);
	end(&picture);
}
END_TEST

/*
 * Samples at 0, 1000, ..., 5000: of the one at 3000 nothing came, and no curve goes
 * through it. The one at 4000 lost a block, but has a figure.
 */
START_TEST(gap)
{
	struct result_sample samples[] = {{0, 51200, 100},
					  {1000, 51200, 100},
					  {2000, 51200, 100},
					  {5000, 51200, 100},
					  {4008, 47104, 100}};
	struct read_error errors[] = {{.lba = 3004, .blocks = 1},
				      {.lba = 4003, .blocks = 1}};
	struct result result = zones_of(&subject[0], samples, 5);
	struct picture picture;
	struct zone *zones;

	/* Found by its place alone, where its errors were too many to be kept. */
	ck_assert_uint_eq(zones_find(&result, &zones), 6);
	ck_assert_uint_eq(zones[3].lba, 3004); /* half way from 2000 to 4008 */
	ck_assert_uint_eq(zones[3].bytes, 0);
	free(zones);
	result.errors = errors;
	result.error_kept = result.error_count = 2;
	ck_assert_uint_eq(zones_find(&result, &zones), 6);
	for (unsigned int i = 0; i < 6; i++) {
		ck_assert_uint_eq(zones[i].bytes == 0, i == 3);
		ck_assert_uint_eq(zones[i].errors, i == 3 || i == 4);
	}
	free(zones);
	set_capacity(&subject[0], 10000);
	make(&picture, &result, 1);
	picture_make_along(&picture);
	ck_assert_uint_eq(picture.panels[0].count, 2);
	ck_assert_uint_eq(picture.panels[0].series[0]->count, 6);
	ck_assert_double_nan(picture.panels[0].series[0]->points[3].y);
	ck_assert_int_eq(picture.panels[0].series[1]->kind, PLOT_CROSSES);
	ck_assert_uint_eq(picture.panels[0].series[1]->count, 2);
	ck_assert_ptr_nonnull(
		strstr(picture.panels[0].series[1]->label, "2 read errors"));
	end(&picture);
}
END_TEST

/* A limit that is not far above what was measured is drawn, and named. */
START_TEST(limit)
{
	struct result_sample samples[] = {{0, 4096, 40000}, {8, 4096, 50000}};
	struct result result = zones_of(&subject[0], samples, 2);
	struct picture picture;

	set_capacity(&subject[0], 16);
	result.link_bits_per_second = 1500000000;
	result.link_limit_bytes_per_second = 149700000;
	make(&picture, &result, 1);
	picture_make_along(&picture);
	ck_assert_uint_eq(picture.panels[0].count, 2);
	ck_assert_str_eq(picture.panels[0].series[1]->label,
			 "the link can carry 149.7 MB/s");
	ck_assert_int_eq(picture.panels[0].series[1]->role, PLOT_LIMIT);
	end(&picture);
}
END_TEST

/* 980 commands of 1 ms and 20 of 2 s: half took no longer than 1 ms, 99 % than 2 s. */
START_TEST(latency)
{
	struct result result = zones_of(&subject[0], NULL, 0);
	struct picture picture;

	result.spec.test = TEST_ACCESS;
	result.random_order = true;
	for (unsigned int i = 0; i < 1000; i++)
		statistics_add(&result.latency, i < 980 ? 1000000 : 2000000000);
	make(&picture, &result, 1);
	picture_make_latency(&picture);
	ck_assert_uint_eq(picture.panel_count, 1);
	ck_assert_uint_eq(picture.panels[0].series[0]->mark_count, 2);
	ck_assert_double_eq_tol(picture.panels[0].series[0]->marks[0].x, 1, 0.01);
	ck_assert_double_eq_tol(picture.panels[0].series[0]->marks[1].x, 2000, 20);
	ck_assert_str_eq(picture.panels[0].series[0]->label,
			 "random read, dma, 4 KiB, depth 1: p50 1 ms, p99 2000 ms");
	end(&picture);
}
END_TEST

/* -ta: the sequential rate has no place along the drive, and a bar of its own. */
START_TEST(single_rate)
{
	struct result_run run = {.bytes = 72000000, .elapsed_ns = 1000000000};
	struct result results[2];
	struct picture picture;

	set_capacity(&subject[0], 1 << 20);
	for (unsigned int i = 0; i < 2; i++) {
		results[i] = zones_of(&subject[0], NULL, 0);
		results[i].spec.test = i ? TEST_ACCESS : TEST_SEQUENTIAL;
		results[i].random_order = i;
		results[i].runs = &run;
		results[i].run_count = 1;
	}
	make(&picture, results, 2);
	picture_make_bars(&picture);
	ck_assert_uint_eq(picture.panel_count, 1);
	ck_assert_uint_eq(picture.panels[0].count, 1);
	ck_assert_double_eq_tol(picture.panels[0].series[0]->points[0].x, 72, 1e-9);
	ck_assert_str_eq(picture.panels[0].series[0]->label,
			 "sequential read, dma, 4 KiB, depth 1: 72.0 MB/s");
	end(&picture);
}
END_TEST

/* 100 commands a second at depth 1: with four outstanding, 400 would be ideal. */
START_TEST(depth_ladder)
{
	static const unsigned int depth[] = {1, 4};
	struct result results[2];
	struct picture picture;

	set_capacity(&subject[0], 1 << 20);
	for (unsigned int i = 0; i < 2; i++) {
		results[i] = zones_of(&subject[0], NULL, 0);
		results[i].spec.test = TEST_ACCESS;
		results[i].spec.depth = depth[i];
		results[i].random_order = true;
		results[i].commands = i ? 250 : 100;
		results[i].elapsed_ns = 1000000000;
	}
	make(&picture, results, 2);
	picture_make_ladder(&picture, true);
	ck_assert_uint_eq(picture.panels[0].count, 2);
	check_apart(&picture.panels[0]);
	ck_assert_double_eq_tol(picture.panels[0].series[0]->points[1].y, 250, 1e-9);
	ck_assert_int_eq(picture.panels[0].series[1]->role, PLOT_IDEAL);
	ck_assert_double_eq_tol(picture.panels[0].series[1]->points[3].y, 400, 1e-9);
	ck_assert_str_eq(picture.panels[0].series[1]->label,
			 "ideal: that of depth 1, times the depth");
	end(&picture);
}
END_TEST

/* The longest line of a chart of the @count samples of @samples, in "C" one byte each.
 */
static size_t widest_line(struct result_sample *samples, size_t count,
			  unsigned int columns)
{
	struct result result = zones_of(&subject[0], samples, count);
	size_t size, widest = 0;
	char *text = NULL;
	FILE *out = open_memstream(&text, &size);

	ck_assert_ptr_nonnull(out);
	chart_zones(out, &result, columns);
	ck_assert_int_eq(fclose(out), 0);
	ck_assert_ptr_nonnull(strstr(text, "MB/s #"));
	for (const char *line = text; *line; line += strcspn(line, "\n") + 1)
		if (strcspn(line, "\n") > widest)
			widest = strcspn(line, "\n");
	free(text);
	return widest;
}

/* A line as wide as the terminal would wrap on some; the bars use what there is. */
START_TEST(chart_width)
{
	struct result_sample whole[] = {{0, 51200, 1000000}, {1000, 51200, 2000000}};
	struct result_sample holed[] = {{0, 51200, 1000000},
					{1000, 51200, 1000000},
					{2000, 51200, 1000000},
					{5000, 51200, 1000000}};
	static const unsigned int columns[] = {60, 80, 100};

	for (size_t i = 0; i < 3; i++) {
		ck_assert_uint_eq(widest_line(whole, 2, columns[i]), columns[i] - 1);
		ck_assert_uint_lt(widest_line(holed, 4, columns[i]), columns[i]);
	}
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("plot");
	TCase *tcase = tcase_create("plot");

	tcase_add_test(tcase, forty_drives);
	tcase_add_test(tcase, ladder);
	tcase_add_test(tcase, unlike_drives);
	tcase_add_test(tcase, gap);
	tcase_add_test(tcase, limit);
	tcase_add_test(tcase, latency);
	tcase_add_test(tcase, single_rate);
	tcase_add_test(tcase, depth_ladder);
	tcase_add_test(tcase, chart_width);
	suite_add_tcase(suite, tcase);
	return unit_main(suite);
}
