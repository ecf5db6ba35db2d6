/* SPDX-License-Identifier: BSD-2-Clause */
#include <inttypes.h>

#include "sink.h"
#include "stop.h"

/* Up to the first sector that cannot be read: nothing ever stands in its place. */
static void stop_at(struct reader *reader, struct sink *sink, uint64_t lba,
		    struct read_error *error)
{
	struct job *job = reader->job;
	struct read_error again;
	char why[READER_WHY];
	uint64_t before;

	if (!reader_locate(reader, error))
		return;
	before = error->lba - lba;
	if (before && reader_read(reader, lba, (uint32_t)before, &again) == 1)
		sink_put(sink, lba, reader->data, (uint32_t)before);
	else
		before = 0;
	job_fail(job, EXIT_REFUSED, "unreadable",
		 "'%s': LBA %" PRIu64
		 "%s cannot be read: %s; sectors read before it: %" PRIu64,
		 job->target.subject.name, error->lba,
		 error->blocks > 1 ? " or one behind it" : "", reader_why(error, why),
		 lba - job->first + before);
}

static bool read_piece(struct reader *reader, struct sink *sink, uint64_t lba,
		       uint32_t blocks)
{
	struct read_error error;
	int rc = reader_read(reader, lba, blocks, &error);

	if (rc == 1)
		return sink_put(sink, lba, reader->data, blocks);
	if (rc == 0)
		stop_at(reader, sink, lba, &error);
	return false;
}

static void read_range(struct reader *reader, struct sink *sink)
{
	const struct job *job = reader->job;
	uint64_t lba = job->first, end = job->first + job->blocks;

	while (lba < end && !stop_asked()) {
		uint64_t left = end - lba;
		uint32_t blocks = left < reader->most ? (uint32_t)left : reader->most;

		if (!read_piece(reader, sink, lba, blocks))
			return;
		lba += blocks;
	}
}

void ataread_read(struct job *job)
{
	struct reader reader;
	struct sink sink;

	if (reader_open(&reader, job, &job->target, job->options->paths[0]) &&
	    sink_open(&sink, job)) {
		read_range(&reader, &sink);
		sink_close(&sink);
	}
	reader_close(&reader);
}
