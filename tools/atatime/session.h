/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef ATATIME_SESSION_H
#define ATATIME_SESSION_H

#include <stdbool.h>
#include <stdint.h>

#include "engine.h"
#include "result.h"
#include "size.h"
#include "spec.h"
#include "sysfs_state.h"
#include "target.h"

/* The tests of one drive, one after the other. */

/* What the command line says of every test. */
struct settings {
	struct size offset, length; /* length.number 0: to the end */
	uint64_t duration_ns;       /* 0: the test's default (3 s, buffer 2 s) */
	uint64_t count;             /* random reads */
	unsigned int zone_count;
	struct size sample_size;
	unsigned int repeat;
	uint64_t seed;
	uint64_t max_errors;
};

void settings_init(struct settings *settings); /* the defaults; a random seed */

enum {
	WARMUP_NS = 200000000,
	PROGRESS_NS = 200000000, /* of real time between two calls of progress */
};

/* Where the tests are, for progress on a terminal. */
struct session_progress {
	const struct target *target;
	const struct spec *spec;
	unsigned int run, runs; /* from 1 */
	double done; /* of this test, 0 to 1; negative when it cannot be told */
	uint64_t bytes;
	uint64_t elapsed_ns; /* of the drive's clock since the test began */
};

struct session_hooks {
	/* Every command that came back whole, warm-up too; may be NULL. */
	void (*completed)(void *closure, const struct spec *spec,
			  const struct engine_event *event);
	/* A few times a second; may be NULL. */
	void (*progress)(void *closure, const struct session_progress *progress);
	/* True when a signal asked to end; may be NULL. */
	bool (*stopped)(void);
	void *closure;
};

struct session {
	struct target *target;
	const struct settings *settings;
	const struct session_hooks *hooks;
	struct sysfs_state before; /* what the kernel said when the session began */
	bool changed; /* it says something else now: later results are not valid */
	bool ended;   /* a time-out, or the drive is gone: nothing more is sent */
	enum exit_status ended_status; /* of what ended it */
	const char *ended_why;         /* "did not answer", … */
	bool no_queue; /* two errors on ncq or scsi: dma is used instead */
	unsigned int queue_errors;
	/* Where the next test goes on, so that no drive's cache answers it. */
	uint64_t place;  /* sequential: blocks from the first of the range */
	uint64_t read;   /* sequential: blocks so far */
	uint64_t random; /* state of the generator */
	/* What the kernel's counters hold of this tool's own reads, at most. */
	uint64_t own_sectors; /* of 512 bytes, by O_DIRECT */
	bool page_used;       /* by the page cache, which reads ahead as it likes */
};

void session_begin(struct session *session, struct target *target,
		   const struct settings *settings, const struct session_hooks *hooks);

/*
 * Do what @spec says and describe it in @result, which result_free() empties. What
 * cannot be done is a result with an error. spec->test is none of TEST_FILE,
 * TEST_WRITE, TEST_EXPLAIN.
 */
void session_measure(struct session *session, const struct spec *spec,
		     struct result *result);

/* The same for the sectors of @extents, in their order: TEST_FILE. */
void session_measure_extents(struct session *session, const struct spec *spec,
			     const struct plan_extent *extents, size_t count,
			     struct result *result);

/* Other input and output on the drive since the session began, mounted file systems,
 * power and link power: warnings of @result. */
void session_note_surroundings(struct session *session, struct result *result);

#endif
