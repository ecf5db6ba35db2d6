/* SPDX-License-Identifier: BSD-2-Clause */
#include <langinfo.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "output.h"

enum {
	ROWS_MAX = 16,
	LABEL_COLUMNS = 26, /* position and rate beside the bar */
	BAR_MAX = 100,
	EIGHTHS = 8,
};

/* Samples that one row stands for. */
struct row {
	uint64_t lba, bytes, elapsed_ns;
};

static double rate_of(uint64_t bytes, uint64_t elapsed_ns)
{
	return elapsed_ns ? (double)bytes * 1e9 / (double)elapsed_ns : 0;
}

static int by_lba(const void *a, const void *b)
{
	const struct result_sample *x = a, *y = b;

	return (x->lba > y->lba) - (x->lba < y->lba);
}

/* @count samples in @rows groups, evenly. */
static void group(const struct result_sample *samples, size_t count, struct row *row,
		  size_t rows)
{
	for (size_t i = 0; i < rows; i++) {
		size_t from = count * i / rows, to = count * (i + 1) / rows;

		row[i] = (struct row){.lba = samples[from].lba};
		for (size_t k = from; k < to; k++) {
			row[i].bytes += samples[k].bytes;
			row[i].elapsed_ns += samples[k].elapsed_ns;
		}
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

static void put_rows(FILE *out, const struct row *row, size_t rows, double most,
		     unsigned int bar, uint32_t block_bytes)
{
	for (size_t i = 0; i < rows; i++) {
		double rate = rate_of(row[i].bytes, row[i].elapsed_ns);

		fprintf(out, "  %9.1f GB %8.1f MB/s ",
			(double)row[i].lba * block_bytes / 1e9, rate / 1e6);
		put_bar(out, (unsigned int)(rate / most * bar * EIGHTHS));
		putc('\n', out);
	}
}

static void put_summary(FILE *out, const struct result_sample *samples, size_t count)
{
	double least = 0, most = 0, sum = 0;

	for (size_t i = 0; i < count; i++) {
		double rate = rate_of(samples[i].bytes, samples[i].elapsed_ns);

		if (!i || rate < least)
			least = rate;
		if (rate > most)
			most = rate;
		sum += rate;
	}
	fprintf(out, "  %zu samples: least %.1f, mean %.1f, most %.1f MB/s\n", count,
		least / 1e6, sum / (double)count / 1e6, most / 1e6);
}

void chart_zones(FILE *out, const struct result *result, unsigned int columns)
{
	size_t count = result->sample_count;
	size_t rows = count < ROWS_MAX ? count : ROWS_MAX;
	unsigned int bar =
		columns > LABEL_COLUMNS + 4 ? columns - LABEL_COLUMNS - 1 : 4;
	struct result_sample *samples;
	struct row row[ROWS_MAX];
	double most = 1;

	if (!count)
		return;
	samples = malloc(count * sizeof(*samples));
	if (!samples)
		return;
	memcpy(samples, result->samples, count * sizeof(*samples));
	qsort(samples, count, sizeof(*samples), by_lba);
	group(samples, count, row, rows);
	for (size_t i = 0; i < rows; i++)
		if (rate_of(row[i].bytes, row[i].elapsed_ns) > most)
			most = rate_of(row[i].bytes, row[i].elapsed_ns);
	put_rows(out, row, rows, most, bar < BAR_MAX ? bar : BAR_MAX,
		 result->logical_block_size);
	put_summary(out, samples, count);
	free(samples);
}
