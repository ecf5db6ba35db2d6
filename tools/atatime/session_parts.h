/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef ATATIME_SESSION_PARTS_H
#define ATATIME_SESSION_PARTS_H

#include "session.h"

/* One result under way: what the files of session.h share. */
struct measure {
	struct session *session;
	const struct spec *spec; /* as asked for */
	struct result *result;   /* its spec is what is done */

	struct engine engine;
	bool engine_is_open;
	struct plan plan;
	uint64_t first, blocks;            /* the range, logical blocks */
	const struct plan_extent *extents; /* TEST_FILE; else NULL */
	size_t extent_count;
	struct engine_run *run; /* the latest, large */

	/* One timed run, over the interruptions that errors are. */
	struct engine_count warmup, timed;
	bool has_warmup_range, has_range;
	uint64_t warmup_first, warmup_last; /* LBAs, both read */
	bool counting_warmup;               /* events of the warm-up count as well */

	unsigned int number;  /* of the run, from 1 */
	uint64_t begin_ns;    /* of the test, on the drive's clock */
	uint64_t bytes;       /* that came, warm-up too */
	uint64_t commands;    /* of this run, timed */
	uint64_t progress_ns; /* real time of the next progress and look at sysfs */
	uint64_t look_ns;
	bool over; /* nothing more is to be done in this test */
};

/* session_error.c: what came of the errors in measure->run. */
void measure_errors(struct measure *measure);

/* session_error.c: measure->run->lost is the negative errno of submit or reap. */
void measure_lost(struct measure *measure);

/* session_run.c: open drive and engine for measure->result->spec. False: failed. */
bool measure_open(struct measure *measure);
void measure_close(struct measure *measure);

/* session_run.c: run the plan as the test wants it. */
void measure_runs(struct measure *measure);
void measure_zones(struct measure *measure);

/* session_note.c: what the figures need to be read with. */
void measure_note(struct measure *measure);

/* session_note.c: did the kernel's counters change? Then the test is over. */
void measure_look(struct measure *measure);

#endif
