/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef ATATIME_RESULT_H
#define ATATIME_RESULT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "command.h"
#include "engine.h"
#include "spec.h"
#include "statistics.h"
#include "subject.h"

/*
 * What one test of one drive by one path, block size and depth gave: all that text,
 * JSON, CSV and pictures are made of.
 */
struct result_run {
	uint64_t bytes, commands, elapsed_ns;
};

/* One of --zones, of all its runs: samples in the order of their LBA. */
struct result_sample {
	uint64_t lba, bytes, elapsed_ns;
};

/* A random read, for pictures: the first RESULT_POINTS_MAX of them are kept. */
struct result_point {
	uint64_t lba, ns;
};
enum { RESULT_POINTS_MAX = 2000 };

/* Something the reader has to know. @code is one lower-case word. */
struct result_warning {
	const char *code;
	char *message;
};

/* The two halves of --write; a read-back or any other test has no direction. */
enum result_phase {
	RESULT_READ,
	RESULT_WRITTEN,
	RESULT_READ_BACK,
};

struct result {
	struct spec spec; /* block_bytes and depth as they were used */
	enum result_phase phase;
	bool random_order; /* access, and the random part of --write */

	const struct subject *subject; /* of the drive; NULL for --write without one */
	const char *name;              /* DRIVE, FILE or DIR as to be shown */
	uint32_t logical_block_size;
	bool has_rotation, rotating; /* rotation_rate is reported, and is not 1 */

	bool has_seed;
	uint64_t seed;
	bool has_range; /* first_lba, last_lba: what was read, warm-up left out */
	uint64_t first_lba, last_lba;

	struct result_run *runs;
	size_t run_count;
	uint64_t bytes, commands, elapsed_ns; /* of all timed runs together */
	double busy_ns; /* integral of the commands outstanding over elapsed_ns */
	struct statistics latency;
	uint64_t looked_at, zeros; /* commands looked at for zeros, and all zero */

	struct result_sample *samples;
	size_t sample_count;

	struct result_point *points;
	size_t point_count;

	struct read_error *errors; /* the first that were met */
	size_t error_kept;
	uint64_t error_count;

	struct result_warning *warnings;
	size_t warning_count;

	/* 0: the link's speed or its limit is not known, or is not this host's. */
	uint64_t link_bits_per_second;
	uint64_t link_limit_bytes_per_second;

	bool valid;       /* false: something changed under the test, or no figure */
	bool interrupted; /* by a signal: what was measured so far */
	bool read_once;   /* the range was smaller than one window */
	enum exit_status status;
	const char *error_code; /* NULL when fine */
	char *error_message;    /* escaped, without "atatime: " */
};

void result_init(struct result *result, const struct spec *spec,
		 const struct subject *subject);
void result_free(struct result *result);

/* The functions that add return 0 or -ENOMEM, and leave @result as it was then. */
int result_add_run(struct result *result, const struct engine_count *count);

/* A sample that begins where one of another run did is added to that. */
int result_add_sample(struct result *result, uint64_t lba,
		      const struct engine_count *c);
int result_add_point(struct result *result, uint64_t lba, uint64_t ns);
int result_add_error(struct result *result, const struct read_error *error);

bool result_has_warning(const struct result *result, const char *code);

/* Several of one code are kept as one. Without memory the warning is lost. */
void result_warn(struct result *result, const char *code, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

/* As subject_fail(): status is or-ed in, what came first stays. Sets valid to false. */
void result_fail(struct result *result, enum exit_status status, const char *code,
		 const char *format, ...) __attribute__((format(printf, 4, 5)));

/* Bytes a second of all runs: median, least, most. False without a run. */
struct result_rate {
	double median, min, max;
	bool has_spread;       /* more than one run */
	double spread_percent; /* (max - min) / median × 100 */
};
bool result_rate(const struct result *result, struct result_rate *rate);

/* Commands a second, and the mean of those outstanding. False without elapsed time. */
bool result_iops(const struct result *result, double *iops);
bool result_achieved_depth(const struct result *result, double *depth);

/* Percent of link_limit_bytes_per_second. False where there is no limit, no rate, or no
 * data on the link (verify). */
bool result_link_used(const struct result *result, double *percent);

/* Percent of the commands looked at that began with 512 zero bytes. False of none. */
bool result_zero_filled(const struct result *result, double *percent);

/* How an outcome is called in JSON and text: "uncorrectable", "timeout", … */
const char *result_error_kind(const struct read_error *error);

#endif
