/* SPDX-License-Identifier: BSD-2-Clause */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "findings.h"
#include "progress.h"
#include "stop.h"

enum {
	NCQ_ERRORS = 2,  /* a fourth would make Linux turn NCQ off (libata-eh.c) */
	ONE_BY_ONE = 16, /* two physical sectors of 4 KiB */
};

/* A walk over the range. */
struct walk {
	struct job *job;
	struct reader reader;
	struct findings *found;
	uint64_t at, end; /* the next sector; behind the last one */
	uint64_t start_ns;
};

static void tell(const struct walk *walk)
{
	const struct job *job = walk->job;
	uint64_t done = walk->at - job->first;
	const struct progress progress = {
		.name = job->target.subject.name,
		.what = path_name(walk->reader.path),
		.done = (double)done / (double)job->blocks,
		.bytes = done * job->target.logical_block_size,
		.elapsed_ns = sgio_now(walk->reader.drive) - walk->start_ns,
	};

	progress_show(&progress);
}

/*
 * Can the one sector be read? 1, 0 with *error, or -1: nothing more may be sent.
 * Counted as tried.
 */
static int try_sector(struct walk *walk, uint64_t lba, struct range *range)
{
	struct read_error error;
	int rc = reader_read(&walk->reader, lba, 1, &error);

	if (rc == 1)
		return 1;
	range->tried++;
	if (rc < 0 || !reader_locate(&walk->reader, &error))
		return -1;
	return 0;
}

/*
 * How far do the bad sectors go from range->lba on? A time-out of the drive for each of
 * a thousand would take hours, so behind the first few the steps double until a sector
 * can be read, and what lies between the last bad and the first good one is halved.
 * Sectors that were stepped over are part of the range, and of none that was tried.
 */
static bool find_end(struct walk *walk, struct range *range)
{
	uint64_t bad = range->lba, good = walk->end, step = 1;
	int rc;

	while (bad + step < walk->end) {
		rc = try_sector(walk, bad + step, range);
		if (rc < 0)
			return false;
		if (rc == 1) {
			good = bad + step;
			break;
		}
		bad += step;
		range->last = bad;
		if (bad - range->lba >= ONE_BY_ONE)
			step *= 2;
		if (stop_asked())
			return false;
	}
	while (good - bad > 1) {
		uint64_t middle = bad + (good - bad) / 2;

		rc = try_sector(walk, middle, range);
		if (rc < 0)
			return false;
		if (rc == 1)
			good = middle;
		else
			range->last = bad = middle;
	}
	return true;
}

static bool may_go_on(struct walk *walk)
{
	const struct job *job = walk->job;
	uint64_t count = walk->found->count;

	if (path_uses_ncq(walk->reader.path) && count >= NCQ_ERRORS)
		return job_fail(
			walk->job, EXIT_REFUSED, "ncq_errors",
			"'%s': ended after %" PRIu64 " errors: more by NCQ could "
			"make the kernel turn NCQ off; --path=verify has no such "
			"limit",
			job->target.subject.name, count);
	if (count < job->options->max_errors)
		return true;
	return job_fail(walk->job, EXIT_REFUSED, "max_errors",
			"'%s': ended after %" PRIu64
			" unreadable ranges: --max-errors=N allows more",
			job->target.subject.name, count);
}

/* @error is of the piece at walk->at. False: the walk is over. */
static bool take_error(struct walk *walk, struct read_error *error)
{
	struct range range;
	bool good;

	walk->job->status |= EXIT_REFUSED;
	if (!reader_locate(&walk->reader, error))
		return false;
	range = (struct range){
		.lba = error->lba,
		.last = error->lba + error->blocks - 1,
		.tried = 1,
		.error = *error,
	};
	good = error->blocks > 1 || find_end(walk, &range);
	walk->at = range.last + 1;
	progress_erase();
	if (!findings_add(walk->found, &range))
		return job_fail(walk->job, EXIT_COULD_NOT_ASK, "memory",
				"out of memory");
	return good && may_go_on(walk);
}

static bool step(struct walk *walk)
{
	uint64_t left = walk->end - walk->at;
	uint32_t most = walk->reader.most;
	uint32_t blocks = left < most ? (uint32_t)left : most;
	struct read_error error;
	int rc = reader_read(&walk->reader, walk->at, blocks, &error);

	if (rc == 0)
		return take_error(walk, &error);
	if (rc < 0)
		return false;
	walk->at += blocks;
	return true;
}

static void walk_range(struct walk *walk)
{
	walk->start_ns = sgio_now(walk->reader.drive);
	while (walk->at < walk->end && !stop_asked() && step(walk))
		tell(walk);
	progress_erase();
	walk->found->elapsed_ns = sgio_now(walk->reader.drive) - walk->start_ns;
	walk->found->done = walk->at - walk->job->first;
	walk->found->interrupted = stop_asked();
}

void ataread_verify(struct job *job)
{
	struct findings found = {.name = "verify",
				 .paths = {path_name(job->options->paths[0])}};
	struct walk walk = {
		.job = job,
		.found = &found,
		.at = job->first,
		.end = job->first + job->blocks,
	};

	if (reader_open(&walk.reader, job, &job->target, job->options->paths[0]))
		walk_range(&walk);
	reader_close(&walk.reader);
	findings_print(&found, job);
	findings_free(&found);
}
