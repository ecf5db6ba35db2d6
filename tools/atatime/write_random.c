/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "clock.h"
#include "write.h"

enum { RING = 256 << 10 }; /* of each thread */

struct crew;

/* One thread, which has one command outstanding. */
struct worker {
	struct crew *crew;
	pthread_t thread;
	struct write_ring ring;
	uint64_t random;
	struct statistics latency;
	uint64_t busy_ns, end_ns;
	int rc; /* what ended it early, at offset */
	bool wrong;
	uint64_t offset;
};

/* One run at a depth. */
struct crew {
	struct write_job *job;
	struct result *result;
	struct worker *workers;
	unsigned int count, run;
	uint64_t start_ns, deadline_ns, told_ns;
	atomic_bool end;
};

static uint64_t random_page(struct worker *worker)
{
	uint64_t pages = worker->crew->job->length / WRITE_PAGE;

	/* 2^64 is so many times as large that the unevenness is below 2^-20. */
	return plan_random(&worker->random) % pages;
}

/* Two workers may write the same page: its stamp is the same. */
static int write_page(struct worker *worker, uint64_t page)
{
	struct write_job *job = worker->crew->job;
	uint64_t offset = page * WRITE_PAGE;
	const uint8_t *bytes = write_ring_next(&worker->ring, offset, WRITE_PAGE,
					       write_nonce(job, job->generation));
	uint64_t start = clock_now();
	int rc = write_all(job->fd, bytes, WRITE_PAGE, offset);

	worker->end_ns = clock_now();
	worker->busy_ns += worker->end_ns - start;
	if (rc < 0)
		return rc;
	statistics_add(&worker->latency, worker->end_ns - start);
	__atomic_store_n(&job->generations[page], job->generation, __ATOMIC_RELAXED);
	return 0;
}

static int read_page(struct worker *worker, uint64_t page)
{
	struct write_job *job = worker->crew->job;
	uint64_t offset = page * WRITE_PAGE, start, wrong;
	uint8_t *bytes = worker->ring.bytes;
	int rc;

	memset(bytes, 0, sizeof(struct write_stamp));
	start = clock_now();
	rc = write_read_all(job->fd, bytes, WRITE_PAGE, offset);
	worker->end_ns = clock_now();
	worker->busy_ns += worker->end_ns - start;
	if (rc < 0)
		return rc;
	statistics_add(&worker->latency, worker->end_ns - start);
	worker->wrong =
		!write_stamp_check(bytes, WRITE_PAGE, offset,
				   write_nonce(job, job->generations[page]), &wrong);
	return worker->wrong ? -EILSEQ : 0;
}

static void tell(struct crew *crew, uint64_t now)
{
	double all = (double)(crew->deadline_ns - crew->start_ns);

	if (now - crew->told_ns < PROGRESS_NS)
		return;
	crew->told_ns = now;
	write_tell(crew->job, crew->result, crew->run,
		   (double)(now - crew->start_ns) / all, 0, crew->start_ns);
}

/* The first worker is the caller: it looks at signals for all. */
static bool goes_on(struct worker *worker)
{
	struct crew *crew = worker->crew;
	uint64_t now = clock_now();

	if (worker == crew->workers) {
		tell(crew, now);
		if (write_stopped(crew->job, crew->result))
			atomic_store(&crew->end, true);
	}
	return now < crew->deadline_ns && !atomic_load(&crew->end);
}

static void *work(void *closure)
{
	struct worker *worker = closure;
	struct crew *crew = worker->crew;
	bool writes = crew->result->phase == RESULT_WRITTEN;

	do {
		uint64_t page = random_page(worker);

		worker->offset = page * WRITE_PAGE;
		worker->rc =
			writes ? write_page(worker, page) : read_page(worker, page);
		if (worker->rc < 0)
			atomic_store(&crew->end, true);
	} while (goes_on(worker));
	return NULL;
}

static int open_workers(struct crew *crew)
{
	struct write_job *job = crew->job;

	for (unsigned int i = 0; i < crew->count; i++) {
		struct worker *worker = &crew->workers[i];
		int rc = write_ring_open(&worker->ring, WRITE_PAGE, RING, &job->random);

		worker->crew = crew;
		/* Another each time: what was just written may be in a cache. */
		worker->random = plan_random(&job->order);
		if (rc < 0)
			return rc;
	}
	return 0;
}

static int run_workers(struct crew *crew)
{
	const struct settings *settings = &crew->job->options->settings;
	uint64_t duration =
		settings->duration_ns ? settings->duration_ns : 3 * NS_PER_SECOND;
	unsigned int started = 1;
	int rc = 0;

	crew->start_ns = clock_now();
	crew->told_ns = crew->start_ns;
	crew->deadline_ns = crew->start_ns + duration;
	for (; rc == 0 && started < crew->count; started++)
		rc = -pthread_create(&crew->workers[started].thread, NULL, work,
				     &crew->workers[started]);
	if (rc < 0) {
		started--; /* the last was not */
		atomic_store(&crew->end, true);
	} else {
		work(&crew->workers[0]);
	}
	for (unsigned int i = 1; i < started; i++)
		pthread_join(crew->workers[i].thread, NULL);
	return rc;
}

static void say_errors(struct crew *crew)
{
	for (unsigned int i = 0; i < crew->count; i++) {
		const struct worker *worker = &crew->workers[i];

		if (worker->wrong)
			write_wrong_bytes(crew->job, crew->result, worker->offset);
		else if (worker->rc < 0)
			write_failed_at(crew->job, crew->result, worker->rc,
					worker->offset);
	}
}

static void add_up(struct crew *crew)
{
	struct engine_count *count = calloc(1, sizeof(*count));

	if (!count) {
		write_failed(crew->job, crew->result, -ENOMEM, "count");
		return;
	}
	count->start_ns = crew->start_ns;
	for (unsigned int i = 0; i < crew->count; i++) {
		const struct worker *worker = &crew->workers[i];

		statistics_merge(&count->latency, &worker->latency);
		count->busy_ns += (double)worker->busy_ns;
		if (worker->end_ns > count->end_ns)
			count->end_ns = worker->end_ns;
	}
	count->commands = count->latency.count;
	count->bytes = count->commands * WRITE_PAGE;
	if (crew->result->phase == RESULT_WRITTEN && !crew->result->error_code) {
		if (fdatasync(crew->job->fd) < 0)
			write_failed(crew->job, crew->result, -errno, "flush");
		count->end_ns = clock_now();
	}
	if (count->commands && !crew->result->error_code &&
	    result_add_run(crew->result, count) < 0)
		write_failed(crew->job, crew->result, -ENOMEM, "count");
	free(count);
}

static void run_crew(struct crew *crew)
{
	int rc;

	crew->workers = calloc(crew->count, sizeof(*crew->workers));
	rc = crew->workers ? open_workers(crew) : -ENOMEM;
	if (rc == 0)
		rc = run_workers(crew);
	if (rc == 0) {
		say_errors(crew);
		add_up(crew);
	} else {
		write_failed(crew->job, crew->result, rc, "start on");
	}
	for (unsigned int i = 0; crew->workers && i < crew->count; i++)
		write_ring_close(&crew->workers[i].ring);
	free(crew->workers);
}

static void measure(struct write_job *job, enum result_phase phase, unsigned int depth)
{
	struct crew crew = {.job = job, .count = depth};

	crew.result = write_result_new(job, phase, true, WRITE_PAGE, depth);
	for (crew.run = 1; crew.run <= job->options->settings.repeat && !job->over;
	     crew.run++) {
		/* 0 is of the sequential pass. */
		if (phase == RESULT_WRITTEN && ++job->generation == 0)
			job->generation = 1;
		run_crew(&crew);
	}
	write_result_end(job);
}

void write_random(struct write_job *job, unsigned int depth)
{
	measure(job, RESULT_WRITTEN, depth);
	if (!job->over)
		measure(job, RESULT_READ_BACK, depth);
}
