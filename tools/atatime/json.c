/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <inttypes.h>
#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "escape.h"
#include "output.h"

/* A value that could not be allocated, or put in its place: the object is not whole. */
static _Thread_local bool failed;

static json_t *text(const char *string)
{
	return string ? json_string(string) : json_null();
}

/* What is the user's or the drive's, and may hold any byte. */
static json_t *text_escaped(const char *string)
{
	size_t size;
	char *shown;
	json_t *value;

	if (!string)
		return json_null();
	size = ESCAPE_SIZE(strlen(string));
	shown = malloc(size);
	if (!shown)
		return NULL;
	escape(string, strlen(string), shown, size);
	value = json_string(shown);
	free(shown);
	return value;
}

static json_t *number(uint64_t value)
{
	return value > INT64_MAX ? json_null() : json_integer((json_int_t)value);
}

static json_t *known_number(bool known, uint64_t value)
{
	return known ? number(value) : json_null();
}

static json_t *known_real(bool known, double value)
{
	return known && isfinite(value) ? json_real(value) : json_null();
}

static void set(json_t *object, const char *key, json_t *value)
{
	if (json_object_set_new(object, key, value) < 0)
		failed = true;
}

static void append(json_t *list, json_t *value)
{
	if (json_array_append_new(list, value) < 0)
		failed = true;
}

/* A number of 64 bits, and beside it the same as text. */
static void set_wide(json_t *object, const char *key, bool known, uint64_t value)
{
	char key_s[64], digits[24];

	snprintf(key_s, sizeof(key_s), "%s_s", key);
	snprintf(digits, sizeof(digits), "%" PRIu64, value);
	set(object, key, known_number(known, value));
	set(object, key_s, known ? json_string(digits) : json_null());
}

static json_t *device(const struct result *result)
{
	const struct subject *subject = result->subject;
	json_t *object = json_object();
	bool packet = subject && subject->has_page && subject->id.class == ATA_CLASS_P;

	set(object, "name", text_escaped(result->name));
	set(object, "info_name", text_escaped(subject ? subject->info_name : NULL));
	set(object, "type", text(subject ? subject_type_name(subject->type) : NULL));
	set(object, "protocol",
	    subject && subject->has_page ? json_string(packet ? "ATAPI" : "ATA")
					 : json_null());
	set(object, "source", text_escaped(subject ? subject->source : NULL));
	set(object, "index", json_integer(subject ? subject->index : 0));
	return object;
}

static json_t *model(const struct subject *subject)
{
	char shown[ESCAPE_SIZE(ATA_STRING_MAX)];
	struct ata_value value = {.known = false};

	if (subject && subject->has_page)
		ata_fact_value(&subject->id, ATA_MODEL_NAME, &value);
	if (!value.known)
		return json_null();
	escape(value.text, value.length, shown, sizeof(shown));
	return json_string(shown);
}

static json_t *runs(const struct result *result)
{
	json_t *list = json_array();

	for (size_t i = 0; i < result->run_count; i++) {
		const struct result_run *run = &result->runs[i];
		json_t *object = json_object();

		set(object, "bytes", number(run->bytes));
		set(object, "elapsed_ns", number(run->elapsed_ns));
		set(object, "bytes_per_second",
		    known_real(run->elapsed_ns != 0,
			       (double)run->bytes * 1e9 / (double)run->elapsed_ns));
		append(list, object);
	}
	return list;
}

static json_t *rates(const struct result *result)
{
	json_t *object = json_object();
	struct result_rate rate;
	bool known = result_rate(result, &rate);

	set(object, "bytes_per_second", known_real(known, rate.median));
	set(object, "min", known_real(known, rate.min));
	set(object, "max", known_real(known, rate.max));
	set(object, "spread_percent",
	    known_real(known && rate.has_spread, rate.spread_percent));
	return object;
}

static void set_percentile(json_t *object, const char *key, const struct result *result,
			   unsigned int per_100000)
{
	uint64_t ns = 0;
	bool known = statistics_percentile(&result->latency, per_100000, &ns);

	set(object, key, known_number(known, ns));
}

static json_t *latency(const struct result *result)
{
	const struct statistics *all = &result->latency;
	json_t *object = json_object();
	bool known = all->count > 0;

	set(object, "min", known_number(known, all->min));
	set(object, "mean", known_real(known, all->mean));
	set(object, "stdev", known_real(all->count > 1, statistics_deviation(all)));
	set_percentile(object, "p50", result, 50000);
	set_percentile(object, "p90", result, 90000);
	set_percentile(object, "p99", result, 99000);
	set_percentile(object, "p999", result, 99900);
	set(object, "max", known_number(known, all->max));
	return object;
}

static json_t *link_of(const struct result *result)
{
	json_t *object = json_object();
	double used = 0;
	bool known = result_link_used(result, &used);

	set(object, "current_bits_per_second",
	    known_number(result->link_bits_per_second != 0,
			 result->link_bits_per_second));
	set(object, "limit_bytes_per_second",
	    known_number(result->link_limit_bytes_per_second != 0,
			 result->link_limit_bytes_per_second));
	set(object, "used_percent", known_real(known, used));
	return object;
}

static json_t *warnings(const struct result *result)
{
	json_t *list = json_array();

	for (size_t i = 0; i < result->warning_count; i++) {
		json_t *object = json_object();

		set(object, "code", json_string(result->warnings[i].code));
		set(object, "message", json_string(result->warnings[i].message));
		append(list, object);
	}
	return list;
}

static json_t *samples(const struct result *result)
{
	json_t *list;

	if (result->spec.test != TEST_ZONES)
		return json_null();
	list = json_array();
	for (size_t i = 0; i < result->sample_count; i++) {
		const struct result_sample *sample = &result->samples[i];
		json_t *object = json_object();

		set(object, "lba", number(sample->lba));
		set(object, "bytes", number(sample->bytes));
		set(object, "elapsed_ns", number(sample->elapsed_ns));
		append(list, object);
	}
	return list;
}

static json_t *errors(const struct result *result)
{
	json_t *list = json_array();

	for (size_t i = 0; i < result->error_kept; i++) {
		const struct read_error *error = &result->errors[i];
		json_t *object = json_object();

		set(object, "lba", number(error->lba));
		set(object, "blocks", json_integer(error->blocks));
		set(object, "kind", json_string(result_error_kind(error)));
		set(object, "status",
		    known_number(error->has_registers, error->status));
		set(object, "error", known_number(error->has_registers, error->error));
		append(list, object);
	}
	return list;
}

static json_t *failure(const struct result *result)
{
	json_t *object;

	if (!result->error_code)
		return json_null();
	object = json_object();
	set(object, "code", json_string(result->error_code));
	set(object, "message", text(result->error_message));
	return object;
}

static json_t *figures(const struct explanation *explanation)
{
	static const char *const units[] = {
		[FIGURE_RATE] = "bytes/s",
		[FIGURE_TIME] = "ns",
		[FIGURE_IOPS] = "1/s",
		[FIGURE_BITS] = "bits/s",
	};
	json_t *all = json_object();

	for (size_t i = 0; i < explanation->figure_count; i++) {
		const struct figure *figure = &explanation->figures[i];
		json_t *object = json_object();

		set(object, "value", known_real(figure->known, figure->value));
		set(object, "unit", json_string(units[figure->unit]));
		set(object, "why", text(figure->why[0] ? figure->why : NULL));
		set(all, figure->name, object);
	}
	return all;
}

static json_t *explained(const struct explanation *explanation)
{
	json_t *object, *sentences;

	if (!explanation)
		return json_null();
	object = json_object();
	sentences = json_array();
	set(object, "limit",
	    explanation->limit == LIMIT_UNKNOWN
		    ? json_null()
		    : json_string(limit_name(explanation->limit)));
	set(object, "figures", figures(explanation));
	for (size_t i = 0; i < explanation->sentence_count; i++)
		append(sentences, json_string(explanation->sentences[i]));
	set(object, "sentences", sentences);
	return object;
}

static json_t *phase(const struct result *result)
{
	switch (result->phase) {
	case RESULT_WRITTEN:
		return json_string("write");
	case RESULT_READ_BACK:
		return json_string("read_back");
	case RESULT_READ:
		break;
	}
	return json_string("read");
}

static void add_what(json_t *object, const struct result *result)
{
	bool test = result->spec.test != TEST_COUNT;
	bool read = test && result->spec.test != TEST_EXPLAIN;

	set(object, "schema", json_string("atatime/1"));
	set(object, "device", device(result));
	set(object, "model_name", model(result->subject));
	set(object, "test",
	    test ? json_string(test_name(result->spec.test)) : json_null());
	set(object, "phase", read ? phase(result) : json_null());
	set(object, "path",
	    read ? json_string(path_name(result->spec.path)) : json_null());
	set(object, "block_size_bytes",
	    known_number(result->spec.block_bytes != 0, result->spec.block_bytes));
	set(object, "depth", known_number(read, result->spec.depth));
	set(object, "fua", read ? json_boolean(result->spec.fua) : json_null());
	set_wide(object, "seed", result->has_seed, result->seed);
}

static void add_amounts(json_t *object, const struct result *result)
{
	bool measured = result->commands > 0;

	set_wide(object, "first_lba", result->has_range, result->first_lba);
	set_wide(object, "last_lba", result->has_range, result->last_lba);
	set_wide(object, "bytes", measured, result->bytes);
	set(object, "commands", known_number(measured, result->commands));
	set_wide(object, "elapsed_ns", measured, result->elapsed_ns);
	set(object, "runs", runs(result));
}

static void add_figures(json_t *object, const struct result *result)
{
	double iops = 0, depth = 0, zeros = 0;
	bool known = result_iops(result, &iops);

	set(object, "rate", rates(result));
	set(object, "iops", known_real(known, iops));
	known = result_achieved_depth(result, &depth);
	set(object, "achieved_depth", known_real(known, depth));
	set(object, "latency_ns", latency(result));
	set(object, "link", link_of(result));
	known = result_zero_filled(result, &zeros);
	set(object, "zero_filled_percent", known_real(known, zeros));
	set(object, "valid", json_boolean(result->valid));
	set(object, "interrupted", json_boolean(result->interrupted));
	set(object, "warnings", warnings(result));
	set(object, "samples", samples(result));
	set(object, "errors", errors(result));
	set(object, "error_count", number(result->error_count));
}

int json_result(FILE *out, const struct result *result,
		const struct explanation *explanation)
{
	json_t *object = json_object();
	char *line;

	failed = false;
	add_what(object, result);
	add_amounts(object, result);
	add_figures(object, result);
	set(object, "explain", explained(explanation));
	set(object, "exit_status", json_integer(result->status));
	set(object, "error", failure(result));
	line = failed ? NULL
		      : json_dumps(object, JSON_COMPACT | JSON_REAL_PRECISION(15));
	json_decref(object);
	if (!line)
		return -ENOMEM;
	fprintf(out, "%s\n", line);
	free(line);
	return 0;
}
