/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "clock.h"
#include "write.h"

/* One run over the file, forward. */
struct pass {
	struct write_job *job;
	struct result *result;
	struct write_ring *ring;
	unsigned int run;
	uint64_t at, told_ns;
	struct engine_count count;
};

static void begin(struct pass *pass)
{
	memset(&pass->count, 0, sizeof(pass->count));
	pass->at = 0;
	pass->count.start_ns = clock_now();
	pass->told_ns = pass->count.start_ns;
}

static void counted(struct pass *pass, size_t length, uint64_t start_ns)
{
	struct engine_count *count = &pass->count;
	uint64_t now = clock_now();

	count->end_ns = now;
	count->busy_ns += (double)(now - start_ns);
	count->bytes += length;
	count->commands++;
	statistics_add(&count->latency, now - start_ns);
	pass->at += length;
	if (now - pass->told_ns < PROGRESS_NS)
		return;
	pass->told_ns = now;
	write_tell(pass->job, pass->result, pass->run,
		   (double)pass->at / (double)pass->job->length, count->bytes,
		   count->start_ns);
}

static size_t next_length(const struct pass *pass, uint64_t end)
{
	uint64_t left = end - pass->at;

	return left < pass->ring->block ? (size_t)left : pass->ring->block;
}

static void write_blocks(struct pass *pass)
{
	struct write_job *job = pass->job;

	while (pass->at < job->length && !write_stopped(job, pass->result)) {
		size_t length = next_length(pass, job->length);
		uint8_t *block = write_ring_next(pass->ring, pass->at, length,
						 write_nonce(job, 0));
		uint64_t start = clock_now();
		int rc = write_all(job->fd, block, length, pass->at);

		if (rc < 0) {
			write_failed_at(job, pass->result, rc, pass->at);
			break;
		}
		counted(pass, length, start);
	}
	job->written = pass->at;
}

/* Data that only the drive's cache holds was not written: as dd conv=fdatasync. */
static void sync_data(struct pass *pass)
{
	struct write_job *job = pass->job;
	uint64_t start = clock_now();

	if (fdatasync(job->fd) < 0)
		write_failed(job, pass->result, -errno, "flush");
	pass->count.end_ns = clock_now();
	pass->count.busy_ns += (double)(pass->count.end_ns - start);
}

/* Blocks of an earlier run are given back first: each run finds its room anew. */
static bool empty_file(struct pass *pass)
{
	if (ftruncate(pass->job->fd, 0) == 0)
		return true;
	write_failed(pass->job, pass->result, -errno, "empty");
	return false;
}

static void write_once(struct pass *pass)
{
	struct write_job *job = pass->job;

	if (!empty_file(pass))
		return;
	memset(job->generations, 0, job->length / WRITE_PAGE);
	begin(pass);
	write_blocks(pass);
	if (pass->count.commands && !pass->result->error_code)
		sync_data(pass);
}

static void read_once(struct pass *pass)
{
	struct write_job *job = pass->job;
	uint8_t *block = pass->ring->bytes;
	uint64_t wrong;

	begin(pass);
	while (pass->at < job->written && !write_stopped(job, pass->result)) {
		size_t length = next_length(pass, job->written);
		uint64_t start;
		int rc;

		/* What this read does not bring is not to pass for it. */
		memset(block, 0, sizeof(struct write_stamp));
		start = clock_now();
		rc = write_read_all(job->fd, block, length, pass->at);

		if (rc < 0) {
			write_failed_at(job, pass->result, rc, pass->at);
			break;
		}
		counted(pass, length, start);
		if (!write_stamp_check(block, length, pass->at - length,
				       write_nonce(job, 0), &wrong)) {
			write_wrong_bytes(job, pass->result, wrong);
			break;
		}
	}
}

static void repeat(struct pass *pass, void (*once)(struct pass *pass))
{
	struct write_job *job = pass->job;

	for (pass->run = 1; pass->run <= job->options->settings.repeat && !job->over;
	     pass->run++) {
		once(pass);
		if (!pass->count.commands || pass->result->error_code)
			continue;
		if (result_add_run(pass->result, &pass->count) < 0)
			result_fail(pass->result, EXIT_COULD_NOT_ASK, "memory",
				    "out of memory");
	}
}

static void measure(struct write_job *job, struct write_ring *ring, struct pass *pass,
		    enum result_phase phase)
{
	memset(pass, 0, sizeof(*pass));
	pass->job = job;
	pass->ring = ring;
	pass->result = write_result_new(job, phase, false, ring->block, 1);
	repeat(pass, phase == RESULT_WRITTEN ? write_once : read_once);
	write_result_end(job);
}

void write_sequential(struct write_job *job, size_t block)
{
	/* Counts hold histograms, too large for every stack. */
	struct pass *pass = malloc(sizeof(*pass));
	struct write_ring ring = {0};

	if (pass && write_ring_open(&ring, block, WRITE_RING, &job->random) == 0) {
		measure(job, &ring, pass, RESULT_WRITTEN);
		if (!job->over)
			measure(job, &ring, pass, RESULT_READ_BACK);
	} else {
		write_failed(job,
			     write_result_new(job, RESULT_WRITTEN, false, block, 1),
			     -ENOMEM, "make data for");
		write_result_end(job);
	}
	write_ring_close(&ring);
	free(pass);
}
