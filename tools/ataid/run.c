/* SPDX-License-Identifier: BSD-2-Clause */
#include "run.h"

#include <errno.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "message.h"

/* Jobs waiting to be taken: of streams so few that memory stays flat. */
enum {
	JOBS_ASKING = 256,
	JOBS_A_CORE = 4,
};

/* The first error says why; what is written after it says less. */
static void write_record(struct ataid_run *run, const char *text, size_t size)
{
	if (fwrite(text, 1, size, run->record) != size && !run->record_error)
		run->record_error = errno;
}

void ataid_run_begin(struct ataid_run *run, const struct ataid_options *options)
{
	*run = (struct ataid_run){.options = options};
	if (options->record) {
		run->record = ataid_record_open(options);
		write_record(run, sgio_recording_head, strlen(sgio_recording_head));
	}
	render_init(&run->render);
	pool_init(&run->pool);
}

static void keep_subject(struct ataid_run *run, const struct subject *subject)
{
	struct subject *copy;

	if (run->kept_count++ >= 2)
		return;
	copy = malloc(sizeof(*copy));
	if (copy)
		*copy = *subject;
	run->kept[run->kept_count - 1] = copy;
}

/* What the job's subjects point to goes with them, of two at most. */
static void keep_subjects(struct ataid_run *run, struct ataid_job *job)
{
	size_t i;

	for (i = 0; i < job->count; i++) {
		if (run->kept_count < 2) {
			keep_subject(run, &job->kept[i]);
			job->kept[i] = (struct subject){.name = NULL};
		} else {
			run->kept_count++;
		}
	}
}

static void take_job(struct ataid_run *run)
{
	struct ataid_job *job = (struct ataid_job *)pool_take(&run->pool);

	run->outstanding--;
	output_write(job->output, job->output_size);
	if (job->errors)
		fwrite(job->errors, 1, job->errors_size, stderr);
	if (run->record && job->record)
		write_record(run, job->record, job->record_size);
	if (job->kept)
		keep_subjects(run, job);
	run->status |= (int)job->status;
	ataid_job_free(job);
}

/* A cpu_set_t is too small where the kernel may have more than 1024 cores: EINVAL. */
static unsigned int cores(void)
{
	cpu_set_t set;
	long online;

	if (!sched_getaffinity(0, sizeof(set), &set))
		return (unsigned int)CPU_COUNT(&set);
	online = sysconf(_SC_NPROCESSORS_ONLN);
	return online > 0 ? (unsigned int)online : 1;
}

void ataid_run_add(struct ataid_run *run, struct ataid_job *job)
{
	unsigned int threads = POOL_THREADS_MAX;
	unsigned int most = JOBS_ASKING;

	if (!job) {
		message("out of memory");
		run->status |= EXIT_COULD_NOT_ASK;
		return;
	}
	if (job->dumps && run->outstanding) {
		threads = cores();
		most = threads * JOBS_A_CORE;
	}
	while (run->outstanding >= most)
		take_job(run);
	run->outstanding++;
	pool_add(&run->pool, &job->pool, threads);
}

void ataid_run_finish(struct ataid_run *run)
{
	while (run->outstanding)
		take_job(run);
	if (!run->record)
		return;
	if (fclose(run->record) && !run->record_error)
		run->record_error = errno;
	if (run->record_error) {
		message("cannot write '%s': %s", run->options->record,
			strerror(run->record_error));
		run->status |= EXIT_COULD_NOT_ASK;
	}
}

void ataid_run_end(struct ataid_run *run)
{
	size_t i;

	for (i = 0; i < 2; i++) {
		if (run->kept[i])
			subject_free(run->kept[i]);
		free(run->kept[i]);
	}
	pool_close(&run->pool);
	render_close(&run->render);
}
