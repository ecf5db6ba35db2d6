/* SPDX-License-Identifier: BSD-2-Clause */
#include <inttypes.h>
#include <string.h>

#include "findings.h"
#include "progress.h"
#include "stop.h"

/* The same range by two paths. */
struct comparison {
	struct job *job;
	struct target other; /* the second opening of the drive */
	struct reader readers[2];
	struct findings *found;
	uint64_t at, end, start_ns;
};

static bool same_drive(const struct comparison *comparison)
{
	const struct subject *subject = &comparison->other.subject;
	struct job *job = comparison->job;

	if (subject->status & ~EXIT_DAMAGED || !comparison->other.drive)
		return job_fail(job, subject->status, subject->error_code, "%s",
				subject->error_message ? subject->error_message
						       : "out of memory");
	if (memcmp(subject->page, job->target.subject.page, sizeof(subject->page)) == 0)
		return true;
	return job_fail(job, EXIT_COULD_NOT_ASK, "path", "'%s' is another drive now",
			subject->name);
}

static bool open_both(struct comparison *comparison)
{
	const struct ataread_options *options = comparison->job->options;

	target_open(&comparison->other, options->name, &options->drive);
	/* What the page cache holds is what is compared: it must not be dropped. */
	comparison->job->target.keep_page_cache = true;
	comparison->other.keep_page_cache = true;
	return same_drive(comparison) &&
	       reader_open(&comparison->readers[0], comparison->job,
			   &comparison->job->target, options->paths[0]) &&
	       reader_open(&comparison->readers[1], comparison->job, &comparison->other,
			   options->paths[1]);
}

/* False: it failed, and why was said. */
static bool read_one(struct reader *reader, uint64_t lba, uint32_t blocks)
{
	struct job *job = reader->job;
	struct read_error error;
	char why[READER_WHY];
	int rc = reader_read(reader, lba, blocks, &error);

	if (rc != 0)
		return rc == 1;
	job->status |= EXIT_REFUSED;
	return reader_locate(reader, &error) &&
	       job_fail(job, EXIT_REFUSED, "unreadable",
			"'%s': LBA %" PRIu64
			" cannot be read by --path=%s: %s; what is "
			"behind it was not compared",
			job->target.subject.name, error.lba, path_name(reader->path),
			reader_why(&error, why));
}

static bool add_difference(struct comparison *comparison, uint64_t lba)
{
	struct findings *found = comparison->found;
	struct range range = {.lba = lba, .last = lba};

	comparison->job->status |= EXIT_FINDING;
	if (found->count && found->ranges[found->count - 1].last + 1 == lba) {
		found->ranges[found->count - 1].last = lba;
		return true;
	}
	return findings_add(found, &range) ||
	       job_fail(comparison->job, EXIT_COULD_NOT_ASK, "memory", "out of memory");
}

static bool compare_piece(struct comparison *comparison, uint32_t blocks)
{
	uint32_t sector = comparison->job->target.logical_block_size;
	struct reader *readers = comparison->readers;

	for (uint32_t i = 0; i < blocks; i++) {
		size_t offset = (size_t)i * sector;

		if (memcmp(readers[0].data + offset, readers[1].data + offset,
			   sector) != 0 &&
		    !add_difference(comparison, comparison->at + i))
			return false;
	}
	return true;
}

static bool step(struct comparison *comparison)
{
	struct reader *readers = comparison->readers;
	uint64_t left = comparison->end - comparison->at;
	uint32_t most =
		readers[0].most < readers[1].most ? readers[0].most : readers[1].most;
	uint32_t blocks = left < most ? (uint32_t)left : most;

	if (!read_one(&readers[0], comparison->at, blocks) ||
	    !read_one(&readers[1], comparison->at, blocks) ||
	    !compare_piece(comparison, blocks))
		return false;
	comparison->at += blocks;
	return true;
}

static uint64_t elapsed(const struct comparison *comparison)
{
	return sgio_now(comparison->readers[1].drive) - comparison->start_ns;
}

static void tell(const struct comparison *comparison)
{
	const struct job *job = comparison->job;
	uint64_t done = comparison->at - job->first;
	const struct progress progress = {
		.name = job->target.subject.name,
		.what = "compare",
		.done = (double)done / (double)job->blocks,
		.bytes = done * job->target.logical_block_size,
		.elapsed_ns = elapsed(comparison),
	};

	progress_show(&progress);
}

static void compare_range(struct comparison *comparison)
{
	struct findings *found = comparison->found;

	comparison->start_ns = sgio_now(comparison->readers[1].drive);
	while (comparison->at < comparison->end && !stop_asked() && step(comparison))
		tell(comparison);
	progress_erase();
	found->done = comparison->at - comparison->job->first;
	found->elapsed_ns = elapsed(comparison);
	found->interrupted = stop_asked();
}

void ataread_compare(struct job *job)
{
	const enum path *paths = job->options->paths;
	struct findings found = {
		.name = "compare",
		.paths = {path_name(paths[0]), path_name(paths[1])},
	};
	struct comparison comparison = {
		.job = job,
		.found = &found,
		.at = job->first,
		.end = job->first + job->blocks,
	};

	if (open_both(&comparison))
		compare_range(&comparison);
	reader_close(&comparison.readers[0]);
	reader_close(&comparison.readers[1]);
	target_close(&comparison.other);
	findings_print(&found, job);
	findings_free(&found);
}
