/* SPDX-License-Identifier: BSD-2-Clause */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "escape.h"
#include "output.h"

#define MIB 1048576.0
#define NOTE_COLUMNS 76
#define TITLE_COLUMNS 27 /* of " Timing sequential reads:  " */

static const char *const titles[TEST_COUNT] = {
	[TEST_SEQUENTIAL] = "sequential reads:", [TEST_BUFFER] = "buffer reads:",
	[TEST_ACCESS] = "random reads:",         [TEST_ZONES] = "zones:",
	[TEST_FILE] = "reads of the file:",      [TEST_WRITE] = "writes:",
	[TEST_EXPLAIN] = "explanation:",
};

static const char *title(const struct result *result)
{
	if (result->spec.test == TEST_BUFFER && result->spec.path == PATH_PAGE)
		return "cached reads:";
	if (result->spec.test == TEST_BUFFER && result->spec.path == PATH_VERIFY)
		return "verify, one place:";
	if (result->phase == RESULT_READ_BACK)
		return result->random_order ? "random read back:" : "read back:";
	if (result->phase == RESULT_WRITTEN && result->random_order)
		return "random writes:";
	return titles[result->spec.test];
}

/* "3.0 Gb/s" */
static void put_speed(FILE *out, uint64_t bits_per_second)
{
	fprintf(out, "%.1f Gb/s", (double)bits_per_second / 1e9);
}

/* As people name a drive's size: "250.1 GB", "20000 GB", "8.4 MB". */
static void put_capacity(FILE *out, uint64_t bytes)
{
	double gb = (double)bytes / 1e9;

	if (gb < 1)
		fprintf(out, ", %.1f MB", gb * 1e3);
	else
		fprintf(out, ", %.*f GB", gb < 1000 ? 1 : 0, gb);
}

static void put_escaped(FILE *out, const char *text)
{
	char shown[ESCAPE_SIZE(1)];

	for (; *text; text++) {
		escape(text, 1, shown, sizeof(shown));
		fputs(shown, out);
	}
}

void text_heading(FILE *out, const struct result *result)
{
	const struct subject *subject = result->subject;
	char model[ESCAPE_SIZE(ATA_STRING_MAX)];
	struct ata_value value;

	putc('\n', out);
	put_escaped(out, result->name ? result->name : "-");
	putc(':', out);
	if (subject && subject->has_page) {
		ata_fact_value(&subject->id, ATA_MODEL_NAME, &value);
		if (value.known) {
			escape(value.text, value.length, model, sizeof(model));
			fprintf(out, " %s", model);
		}
		ata_fact_value(&subject->id, ATA_CAPACITY_BYTES, &value);
		if (value.known)
			put_capacity(out, value.number);
	}
	if (result->link_bits_per_second) {
		fputs(", link ", out);
		put_speed(out, result->link_bits_per_second);
	}
	putc('\n', out);
}

/* Figures stand in columns, so that the lines of a ladder compare at a glance. */

/* " 3.01 s", with what can be told of short times. */
static void put_seconds(FILE *out, uint64_t ns)
{
	if (ns >= 10000000)
		fprintf(out, "%5.2f s", (double)ns / 1e9);
	else
		fprintf(out, "%.3f ms", (double)ns / 1e6);
}

static void put_amount(FILE *out, uint64_t bytes)
{
	double mib = (double)bytes / MIB;

	if (bytes < 1048576)
		fprintf(out, "%5.4g KiB", (double)bytes / 1024);
	else
		fprintf(out, "%5.*f MiB", mib < 10 && mib != (double)(int)mib ? 2 : 0,
			mib);
}

/* Both units: 10^6 bytes and 2^20. */
static void put_rate(FILE *out, double rate)
{
	int places = rate < 10 * MIB ? 4 : 2;

	fprintf(out, "%6.*f MiB/s (%6.*f MB/s)", places, rate / MIB, places,
		rate / 1e6);
}

/* A time with the unit in which it reads best. */
static void put_time(FILE *out, double ns)
{
	if (ns >= 1e9)
		fprintf(out, "%7.3f s", ns / 1e9);
	else if (ns >= 1e6)
		fprintf(out, "%6.2f ms", ns / 1e6);
	else
		fprintf(out, "%6.1f us", ns / 1e3);
}

static void put_percentile(FILE *out, const struct result *result, const char *name,
			   unsigned int per_100000)
{
	uint64_t ns;

	fprintf(out, ", %s ", name);
	if (statistics_percentile(&result->latency, per_100000, &ns))
		put_time(out, (double)ns);
	else
		fprintf(out, "%9s", "-");
}

static void put_latency(FILE *out, const struct result *result)
{
	fputs("mean ", out);
	put_time(out, result->latency.mean);
	put_percentile(out, result, "median", 50000);
	put_percentile(out, result, "p90", 90000);
	put_percentile(out, result, "p99", 99000);
	put_percentile(out, result, "p99.9", 99900);
	fputs(", max ", out);
	put_time(out, (double)result->latency.max);
}

static void put_spread(FILE *out, const struct result_rate *rate)
{
	fprintf(out, ", %.2f to %.2f MiB/s (spread %.1f %%)", rate->min / MIB,
		rate->max / MIB, rate->spread_percent);
}

static void put_conditions(FILE *out, const struct result *result)
{
	char block[32];
	double depth;

	size_format(result->spec.block_bytes, block, sizeof(block));
	fprintf(out, "; %s%s, %s, depth %u", path_name(result->spec.path),
		result->spec.fua ? " fua" : "", block, result->spec.depth);
	if (result->spec.depth > 1 && !path_queues(result->spec.path))
		fputs(" (one at a time)", out);
	else if (result->spec.depth > 1 && result_achieved_depth(result, &depth))
		fprintf(out, " (%.1f achieved)", depth);
	if (result->has_range)
		fprintf(out, ", LBA %" PRIu64 "-%" PRIu64, result->first_lba,
			result->last_lba);
}

static void put_figures(FILE *out, const struct result *result)
{
	struct result_rate rate;
	double iops;

	if (result->random_order && result_iops(result, &iops)) {
		fprintf(out, "%5" PRIu64 " in ", result->commands);
		put_seconds(out, result->elapsed_ns);
		fprintf(out, " = %6.*f IOPS, ", iops < 1000 ? 1 : 0, iops);
		put_latency(out, result);
		return;
	}
	if (!result_rate(result, &rate)) {
		fputs("no figure", out);
		return;
	}
	put_amount(out, result->bytes);
	fputs(" in ", out);
	put_seconds(out, result->elapsed_ns);
	fputs(" = ", out);
	put_rate(out, rate.median);
	if (rate.has_spread)
		fprintf(out, " median of %zu", result->run_count);
	if (rate.has_spread)
		put_spread(out, &rate);
}

/* Up to the next blank, or to the next behind one of @ends: "p90 -," stays together. */
static size_t piece_length(const char *text, const char *ends)
{
	size_t length = strcspn(text, " ");

	while (ends && text[length] && length && !strchr(ends, text[length - 1])) {
		length += strspn(text + length, " ");
		length += strcspn(text + length, " ");
	}
	return length;
}

/*
 * The rest of a line that stands at @indent, wrapped before column @columns: at words,
 * or at those that end with one of @ends.
 */
static void put_wrapped(FILE *out, const char *text, size_t indent, size_t columns,
			const char *ends)
{
	size_t column = indent;

	while (*text) {
		size_t blanks = strspn(text, " ");
		size_t word = piece_length(text + blanks, ends);

		if (column > indent && column + blanks + word > columns) {
			fprintf(out, "\n%*s", (int)indent, "");
			column = indent;
			text += blanks;
			blanks = 0;
		}
		fprintf(out, "%.*s", (int)(blanks + word), text);
		column += blanks + word;
		text += blanks + word;
	}
	putc('\n', out);
}

static void put_note(FILE *out, const char *label, const char *text)
{
	fprintf(out, "  %s", label);
	put_wrapped(out, text, strlen(label) + 2, NOTE_COLUMNS, NULL);
}

static void put_error(FILE *out, const struct read_error *error)
{
	fprintf(out, "  error: LBA %" PRIu64, error->lba);
	if (error->blocks > 1)
		fprintf(out, "-%" PRIu64, error->lba + error->blocks - 1);
	fprintf(out, ": %s", result_error_kind(error));
	if (error->has_registers)
		fprintf(out, ", status %02Xh, error %02Xh", error->status,
			error->error);
	if (error->host_error)
		fprintf(out, ", %s", strerror(error->host_error));
	putc('\n', out);
}

static void put_remarks(FILE *out, const struct result *result)
{
	if (result->interrupted)
		put_note(out, "note: ", "interrupted: this is what came until then");
	if (result->read_once)
		put_note(out, "note: ",
			 "the range is smaller than one window: read once, to its end");
	for (size_t i = 0; i < result->warning_count; i++)
		put_note(out, "note: ", result->warnings[i].message);
	for (size_t i = 0; i < result->error_kept; i++)
		put_error(out, &result->errors[i]);
	if (!result->valid && result->commands)
		put_note(out, "note: ", "not valid: do not rely on this figure");
}

static void put_line(FILE *out, const struct result *result)
{
	put_figures(out, result);
	put_conditions(out, result);
}

void text_result(FILE *out, const struct result *result, unsigned int columns)
{
	char *line = NULL;
	size_t size;
	FILE *kept = columns ? open_memstream(&line, &size) : NULL;

	fprintf(out, " Timing %-18s ", title(result));
	put_line(kept ? kept : out, result);
	if (kept)
		fclose(kept);
	if (line)
		put_wrapped(out, line, TITLE_COLUMNS, columns, ",;");
	else
		putc('\n', out);
	free(line);
	put_remarks(out, result);
}

static void put_figure(FILE *out, const struct figure *figure)
{
	char label[64];

	if (!figure->known) {
		snprintf(label, sizeof(label), "%-26s        -  ", figure->label);
		put_note(out, label, figure->why);
		return;
	}
	fprintf(out, "  %-26s ", figure->label);
	switch (figure->unit) {
	case FIGURE_RATE:
		fprintf(out, "%8.1f MB/s (%.1f MiB/s)", figure->value / 1e6,
			figure->value / MIB);
		break;
	case FIGURE_TIME:
		fprintf(out, "%8.1f us", figure->value / 1e3);
		break;
	case FIGURE_IOPS:
		fprintf(out, "%8.0f a second", figure->value);
		break;
	case FIGURE_BITS:
		fprintf(out, "%8.1f Gb/s", figure->value / 1e9);
		break;
	}
	fprintf(out, "%s%s\n", figure->why[0] ? "  " : "", figure->why);
}

void text_explanation(FILE *out, const struct explanation *explanation,
		      const struct result *verdict)
{
	for (size_t i = 0; i < explanation->figure_count; i++)
		put_figure(out, &explanation->figures[i]);
	putc('\n', out);
	for (size_t i = 0; i < explanation->sentence_count; i++)
		put_note(out, "", explanation->sentences[i]);
	put_remarks(out, verdict);
}
