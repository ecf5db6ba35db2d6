/* SPDX-License-Identifier: BSD-2-Clause */
#include <langinfo.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "output.h"
#include "zone.h"

enum {
	ROWS_MAX = 16,
	LABEL_COLUMNS = 29, /* position and rate beside the bar */
	BAR_MAX = 100,
	EIGHTHS = 8,
	REMARK_COLUMNS = 22, /* " 12 of 100 failed" behind the bar */
	PLACES_MAX = 8,
};

/* Samples that one row stands for. */
struct row {
	uint64_t lba, bytes, elapsed_ns;
	size_t samples, failed;
};

struct chart {
	struct zone *zones;
	size_t count, failed;
	double gb; /* of a block */
	struct row row[ROWS_MAX];
	size_t rows;
};

static double rate_of(uint64_t bytes, uint64_t elapsed_ns)
{
	return elapsed_ns ? (double)bytes * 1e9 / (double)elapsed_ns : 0;
}

/* The samples in groups, evenly. */
static void group(struct chart *chart)
{
	chart->rows = chart->count < ROWS_MAX ? chart->count : ROWS_MAX;
	for (size_t i = 0; i < chart->rows; i++) {
		size_t from = chart->count * i / chart->rows;
		size_t to = chart->count * (i + 1) / chart->rows;
		struct row *row = &chart->row[i];

		*row = (struct row){.lba = chart->zones[from].lba,
				    .samples = to - from};
		for (size_t k = from; k < to; k++) {
			row->bytes += chart->zones[k].bytes;
			row->elapsed_ns += chart->zones[k].elapsed_ns;
			row->failed += !chart->zones[k].bytes;
		}
		chart->failed += row->failed;
	}
}

static bool is_utf8(void)
{
	return strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
}

/* A bar of @length eighths of a column. */
static void put_bar(FILE *out, unsigned int length)
{
	static const char *const parts[] = {"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};
	bool utf8 = is_utf8();

	for (; length >= EIGHTHS; length -= EIGHTHS)
		fputs(utf8 ? "█" : "#", out);
	if (utf8)
		fputs(parts[length], out);
}

/* What is beside a bar, where any of the row's samples could not be read. */
static void put_remark(FILE *out, const struct row *row)
{
	if (row->failed == row->samples)
		fprintf(out, "%s failed", row->samples == 1 ? "" : "all");
	else if (row->failed)
		fprintf(out, " %zu of %zu failed", row->failed, row->samples);
}

static void put_rows(FILE *out, const struct chart *chart, unsigned int bar)
{
	double most = 1;

	for (size_t i = 0; i < chart->rows; i++) {
		double rate = rate_of(chart->row[i].bytes, chart->row[i].elapsed_ns);

		most = rate > most ? rate : most;
	}
	for (size_t i = 0; i < chart->rows; i++) {
		const struct row *row = &chart->row[i];
		double rate = rate_of(row->bytes, row->elapsed_ns);

		fprintf(out, "  %9.1f GB ", (double)row->lba * chart->gb);
		if (row->bytes)
			fprintf(out, "%8.1f MB/s ", rate / 1e6);
		else
			fprintf(out, "%8s      ", "-");
		put_bar(out, (unsigned int)(rate / most * bar * EIGHTHS));
		put_remark(out, row);
		putc('\n', out);
	}
}

static void put_summary(FILE *out, const struct chart *chart)
{
	double least = 0, most = 0, sum = 0;
	size_t read = 0;

	for (size_t i = 0; i < chart->count; i++) {
		const struct zone *zone = &chart->zones[i];
		double rate = rate_of(zone->bytes, zone->elapsed_ns);

		if (!zone->bytes)
			continue;
		if (!read || rate < least)
			least = rate;
		if (rate > most)
			most = rate;
		sum += rate;
		read++;
	}
	if (read)
		fprintf(out, "  %zu samples: least %.1f, mean %.1f, most %.1f MB/s\n",
			read, least / 1e6, sum / (double)read / 1e6, most / 1e6);
}

typedef bool is_meant(const struct zone *zone);

static bool has_failed(const struct zone *zone)
{
	return !zone->bytes;
}

static bool has_errors(const struct zone *zone)
{
	return zone->bytes && zone->errors;
}

/* " 1.0 GB, 5.0 to 7.0 GB": neighbours together. */
static void put_places(FILE *out, const struct chart *chart, is_meant *meant)
{
	size_t places = 0;

	for (size_t i = 0; i < chart->count; i++) {
		size_t first = i;

		if (!meant(&chart->zones[i]))
			continue;
		while (i + 1 < chart->count && meant(&chart->zones[i + 1]))
			i++;
		if (places++ >= PLACES_MAX)
			continue;
		fprintf(out, "%s%.1f", places > 1 ? ", " : " ",
			(double)chart->zones[first].lba * chart->gb);
		if (i > first)
			fprintf(out, " to %.1f",
				(double)chart->zones[i].lba * chart->gb);
		fputs(" GB", out);
	}
	if (places > PLACES_MAX)
		fprintf(out, ", and %zu places more", places - PLACES_MAX);
	putc('\n', out);
}

static void put_failures(FILE *out, const struct chart *chart, const char *what,
			 is_meant *meant)
{
	size_t count = 0;

	for (size_t i = 0; i < chart->count; i++)
		count += meant(&chart->zones[i]);
	if (!count)
		return;
	fprintf(out, "  %zu sample%s %s:", count, count == 1 ? "" : "s", what);
	put_places(out, chart, meant);
}

void chart_zones(FILE *out, const struct result *result, unsigned int columns)
{
	struct chart chart = {.gb = result->logical_block_size / 1e9};
	unsigned int beside = LABEL_COLUMNS + 1;

	chart.count = zones_find(result, &chart.zones);
	group(&chart);
	if (chart.failed)
		beside += REMARK_COLUMNS;
	columns = columns > beside + 4 ? columns - beside : 4;
	put_rows(out, &chart, columns < BAR_MAX ? columns : BAR_MAX);
	put_summary(out, &chart);
	put_failures(out, &chart, "failed, nothing read", has_failed);
	put_failures(out, &chart, "read in part", has_errors);
	free(chart.zones);
}
