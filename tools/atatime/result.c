/* SPDX-License-Identifier: BSD-2-Clause */
#include "result.h"

#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "escape.h"

enum { ERRORS_KEPT = 1000 };

void result_init(struct result *result, const struct spec *spec,
		 const struct subject *subject)
{
	memset(result, 0, sizeof(*result));
	result->spec = *spec;
	result->subject = subject;
	result->name = subject ? subject->name : NULL;
	result->valid = true;
}

void result_free(struct result *result)
{
	for (size_t i = 0; i < result->warning_count; i++)
		free(result->warnings[i].message);
	free(result->warnings);
	free(result->runs);
	free(result->samples);
	free(result->points);
	free(result->errors);
	free(result->error_message);
	memset(result, 0, sizeof(*result));
}

/* @list of @count with room for one more of @size bytes; NULL without memory. */
static void *grow(void *list, size_t count, size_t size)
{
	if (count & (count - 1))
		return list;
	return reallocarray(list, count ? 2 * count : 1, size);
}

int result_add_run(struct result *result, const struct engine_count *count)
{
	struct result_run *runs =
		grow(result->runs, result->run_count, sizeof(*result->runs));

	if (!runs)
		return -ENOMEM;
	result->runs = runs;
	runs[result->run_count++] = (struct result_run){
		.bytes = count->bytes,
		.commands = count->commands,
		.elapsed_ns = engine_elapsed(count),
	};
	result->bytes += count->bytes;
	result->commands += count->commands;
	result->elapsed_ns += engine_elapsed(count);
	result->busy_ns += count->busy_ns;
	result->looked_at += count->looked_at;
	result->zeros += count->zeros;
	statistics_merge(&result->latency, &count->latency);
	return 0;
}

/* The first sample that does not lie before @lba; sample_count without one. */
static size_t find_sample(const struct result *result, uint64_t lba)
{
	size_t low = 0, high = result->sample_count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (result->samples[middle].lba < lba)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

static int insert_sample(struct result *result, size_t at,
			 const struct result_sample *sample)
{
	struct result_sample *samples =
		grow(result->samples, result->sample_count, sizeof(*samples));

	if (!samples)
		return -ENOMEM;
	result->samples = samples;
	memmove(samples + at + 1, samples + at,
		(result->sample_count - at) * sizeof(*samples));
	samples[at] = *sample;
	result->sample_count++;
	return 0;
}

int result_add_sample(struct result *result, uint64_t lba,
		      const struct engine_count *count)
{
	size_t at = find_sample(result, lba);
	struct result_sample sample = {
		.lba = lba,
		.bytes = count->bytes,
		.elapsed_ns = engine_elapsed(count),
	};

	if (at == result->sample_count || result->samples[at].lba != lba)
		return insert_sample(result, at, &sample);
	result->samples[at].bytes += sample.bytes;
	result->samples[at].elapsed_ns += sample.elapsed_ns;
	return 0;
}

int result_add_point(struct result *result, uint64_t lba, uint64_t ns)
{
	struct result_point *points;

	if (result->point_count == RESULT_POINTS_MAX)
		return 0;
	points = grow(result->points, result->point_count, sizeof(*points));
	if (!points)
		return -ENOMEM;
	result->points = points;
	points[result->point_count++] = (struct result_point){lba, ns};
	return 0;
}

int result_add_error(struct result *result, const struct read_error *error)
{
	struct read_error *errors;

	if (result->error_kept < ERRORS_KEPT) {
		errors = grow(result->errors, result->error_kept, sizeof(*errors));
		if (!errors)
			return -ENOMEM;
		result->errors = errors;
		errors[result->error_kept++] = *error;
	}
	result->error_count++;
	return 0;
}

/* As printf(), escaped, since drives and files have a say in it. NULL without memory.
 */
static char *format_escaped(const char *format, va_list arguments)
{
	char *text, *shown;
	size_t size;

	if (vasprintf(&text, format, arguments) < 0)
		return NULL;
	size = ESCAPE_SIZE(strlen(text));
	shown = malloc(size);
	if (shown)
		escape(text, strlen(text), shown, size);
	free(text);
	return shown;
}

bool result_has_warning(const struct result *result, const char *code)
{
	for (size_t i = 0; i < result->warning_count; i++) {
		if (strcmp(result->warnings[i].code, code) == 0)
			return true;
	}
	return false;
}

void result_warn(struct result *result, const char *code, const char *format, ...)
{
	struct result_warning *warnings;
	va_list arguments;
	char *message;

	if (result_has_warning(result, code))
		return;
	warnings = grow(result->warnings, result->warning_count,
			sizeof(*result->warnings));
	if (!warnings)
		return;
	result->warnings = warnings;
	va_start(arguments, format);
	message = format_escaped(format, arguments);
	va_end(arguments);
	if (message)
		warnings[result->warning_count++] =
			(struct result_warning){code, message};
}

void result_fail(struct result *result, enum exit_status status, const char *code,
		 const char *format, ...)
{
	va_list arguments;

	result->status |= status;
	result->valid = false;
	if (result->error_code)
		return;
	result->error_code = code;
	va_start(arguments, format);
	result->error_message = format_escaped(format, arguments);
	va_end(arguments);
}

bool result_rate(const struct result *result, struct result_rate *rate)
{
	double *rates = calloc(result->run_count + 1, sizeof(*rates));
	unsigned int count = 0;

	if (!rates)
		return false;
	for (size_t i = 0; i < result->run_count; i++) {
		const struct result_run *run = &result->runs[i];

		if (run->bytes && run->elapsed_ns)
			rates[count++] =
				(double)run->bytes * 1e9 / (double)run->elapsed_ns;
	}
	*rate = (struct result_rate){.median = median(rates, count)};
	if (count) {
		rate->min = rates[0];
		rate->max = rates[count - 1];
		rate->has_spread = count > 1;
		rate->spread_percent = 100 * (rate->max - rate->min) / rate->median;
	}
	free(rates);
	return count > 0;
}

bool result_iops(const struct result *result, double *iops)
{
	if (!result->commands || !result->elapsed_ns)
		return false;
	*iops = (double)result->commands * 1e9 / (double)result->elapsed_ns;
	return true;
}

bool result_achieved_depth(const struct result *result, double *depth)
{
	if (!result->commands || !result->elapsed_ns)
		return false;
	*depth = result->busy_ns / (double)result->elapsed_ns;
	return true;
}

bool result_link_used(const struct result *result, double *percent)
{
	struct result_rate rate;

	if (!result->link_limit_bytes_per_second ||
	    !path_moves_data(result->spec.path) || !result_rate(result, &rate))
		return false;
	*percent = 100 * rate.median / (double)result->link_limit_bytes_per_second;
	return true;
}

bool result_zero_filled(const struct result *result, double *percent)
{
	if (!result->looked_at)
		return false;
	*percent = 100.0 * (double)result->zeros / (double)result->looked_at;
	return true;
}

const char *result_error_kind(const struct read_error *error)
{
	return ata_outcome_name(error->outcome);
}
