/* SPDX-License-Identifier: BSD-2-Clause */
#include "engine.h"

#include <errno.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/random.h>

enum {
	PAGE_BYTES = 4096,
	LOOK_BYTES = 512, /* of each command, for zeros */
};

#define HUGE_PAGE_BYTES ((size_t)2 << 20)

/* A command of the run: what it reads, and its request while it is outstanding. */
struct slot {
	struct sgio_request request;
	uint8_t *data;
	uint64_t lba;
	uint32_t blocks;
	bool looked_at, zero; /* at its first 512 bytes, and they were */
};

/* A run under way. */
struct work {
	struct engine *engine;
	struct plan *plan;
	const struct engine_limits *limits;
	struct engine_run *run;
	struct slot slots[DEPTH_MAX];
	unsigned int outstanding;
	bool plan_ended;
	/* The window that is open. NULL: nothing more is submitted or counted. */
	struct engine_count *open;
	uint64_t last_ns; /* the latest end of what was counted */
	uint64_t poll_at;
	uint64_t bytes; /* in both windows */
};

static size_t round_up(size_t number, size_t to)
{
	return (number + to - 1) / to * to;
}

/* Reserve more than is needed and give back what is not aligned. */
static uint8_t *map_aligned(size_t size)
{
	uint8_t *area = mmap(NULL, size + HUGE_PAGE_BYTES, PROT_READ | PROT_WRITE,
			     MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	size_t before;

	if (area == MAP_FAILED)
		return NULL;
	before = round_up((uintptr_t)area, HUGE_PAGE_BYTES) - (uintptr_t)area;
	if (before)
		munmap(area, before);
	if (before < HUGE_PAGE_BYTES)
		munmap(area + before + size, HUGE_PAGE_BYTES - before);
	return area + before;
}

/* Written to, so that no page of it is missing when it is first read into. */
static int open_buffers(struct engine *engine)
{
	engine->size = round_up(engine->stride * engine->depth, HUGE_PAGE_BYTES);
	engine->buffer = map_aligned(engine->size);
	if (!engine->buffer)
		return -ENOMEM;
	madvise(engine->buffer, engine->size, MADV_HUGEPAGE);
	memset(engine->buffer, 1, engine->stride * engine->depth);
	for (unsigned int i = 0; i < engine->depth; i++)
		command_plant(&engine->form, engine->buffer + i * engine->stride,
			      engine->block_blocks, engine->nonce);
	return 0;
}

int engine_open(struct engine *engine)
{
	uint64_t bytes =
		(uint64_t)engine->block_blocks * engine->form.logical_block_size;

	if (!engine->depth || engine->depth > DEPTH_MAX || !bytes || bytes > INT32_MAX)
		return -EINVAL;
	if (getrandom(&engine->nonce, sizeof(engine->nonce), 0) < 0)
		return -errno;
	engine->nonce |= 1; /* unmapped blocks are full of zeros */
	engine->buffer = NULL;
	engine->size = 0;
	engine->stride = round_up(bytes, PAGE_BYTES);
	return path_moves_data(engine->form.path) ? open_buffers(engine) : 0;
}

void engine_close(struct engine *engine)
{
	if (engine->buffer)
		munmap(engine->buffer, engine->size);
	engine->buffer = NULL;
}

/* The first reason stays. */
static void stop(struct work *work, enum engine_stop why)
{
	if (work->open)
		work->run->stop = why;
	work->open = NULL;
}

static void lose(struct work *work, int rc)
{
	stop(work, ENGINE_LOST);
	if (!work->run->lost)
		work->run->lost = rc;
}

static int send(struct work *work, struct slot *slot)
{
	struct engine *engine = work->engine;
	int rc;

	if (slot->blocks > engine->block_blocks)
		return -ERANGE;
	rc = command_prepare(&engine->form, slot->lba, slot->blocks, slot->data,
			     &slot->request);
	return rc < 0 ? rc : sgio_submit(engine->drive, &slot->request);
}

/* One command more, if there is one. */
static void submit(struct work *work, struct slot *slot)
{
	int rc;

	if (!work->open || work->plan_ended)
		return;
	if (!plan_next(work->plan, &slot->lba, &slot->blocks)) {
		work->plan_ended = true;
		return;
	}
	rc = send(work, slot);
	if (rc < 0)
		lose(work, rc);
	else
		work->outstanding++;
}

/* How much of the time from @start to @end lies inside the window of @count. */
static double overlap(const struct engine_count *count, uint64_t start, uint64_t end)
{
	if (start < count->start_ns)
		start = count->start_ns;
	if (end > count->end_ns)
		end = count->end_ns;
	return end > start ? (double)(end - start) : 0;
}

/*
 * Both windows, whatever became of the command: it may have been outstanding over the
 * end of one or of both. An open window ends no earlier than what it has counted, so
 * nothing of a command has to be added later.
 */
static void count_busy(struct engine_run *run, const struct sgio_reply *reply)
{
	run->warmup.busy_ns += overlap(&run->warmup, reply->start_ns, reply->end_ns);
	run->timed.busy_ns += overlap(&run->timed, reply->start_ns, reply->end_ns);
}

static bool warmup_over(const struct work *work)
{
	const struct engine_count *warmup = &work->run->warmup;

	return engine_elapsed(warmup) >= work->limits->warmup_ns &&
	       warmup->commands >= work->limits->warmup_commands;
}

static void check_limits(struct work *work)
{
	const struct engine_limits *limits = work->limits;
	struct engine_count *timed = &work->run->timed;

	if (work->open != timed) {
		if (!warmup_over(work))
			return;
		/* What is outstanding goes on over the border. */
		timed->start_ns = work->last_ns;
		timed->end_ns = work->last_ns;
		work->open = timed;
	} else if (limits->duration_ns &&
		   engine_elapsed(timed) >= limits->duration_ns) {
		stop(work, ENGINE_DURATION);
	} else if (limits->commands && timed->commands >= limits->commands) {
		stop(work, ENGINE_COMMANDS);
	}
}

static void tell(const struct work *work, const struct slot *slot)
{
	const struct engine_hooks *hooks = &work->engine->hooks;
	struct engine_event event = {
		.lba = slot->lba,
		.blocks = slot->blocks,
		.start_ns = slot->request.reply.start_ns,
		.end_ns = slot->request.reply.end_ns,
		.timed = work->open == &work->run->timed,
	};

	if (hooks->completed)
		hooks->completed(hooks->closure, &event);
}

/*
 * The first window opens with the first submission; at depth it may be another command
 * that comes back first. No window ends before what it has counted, in whatever order
 * that came back.
 */
static void extend_window(struct work *work, const struct sgio_reply *reply)
{
	struct engine_count *open = work->open;
	bool first = open == &work->run->warmup || !work->run->warmup.commands;

	if (first && (!open->commands || reply->start_ns < open->start_ns))
		open->start_ns = reply->start_ns;
	if (reply->end_ns > work->last_ns)
		work->last_ns = reply->end_ns;
	open->end_ns = work->last_ns;
}

static void count_good(struct work *work, const struct slot *slot)
{
	const struct sgio_reply *reply = &slot->request.reply;
	struct engine_count *open = work->open;
	uint64_t bytes = (uint64_t)slot->blocks * work->engine->form.logical_block_size;

	extend_window(work, reply);
	open->bytes += bytes;
	open->commands++;
	open->looked_at += slot->looked_at;
	open->zeros += slot->zero;
	work->bytes += bytes;
	statistics_add(&open->latency, reply->end_ns > reply->start_ns
					       ? reply->end_ns - reply->start_ns
					       : 0);
	tell(work, slot);
}

/*
 * A reset takes all commands in flight with it, and which comes back first is chance:
 * the one that failed of itself ended the run.
 */
static void count_failure(struct work *work, const struct slot *slot,
			  const struct read_error *error)
{
	struct engine_run *run = work->run;
	bool culprit = !run->error_count || (run->errors[0].outcome == ATA_RESET &&
					     error->outcome != ATA_RESET);

	stop(work, ENGINE_ERROR);
	run->stop = ENGINE_ERROR;
	if (run->error_count == DEPTH_MAX)
		return;
	run->errors[run->error_count++] = *error;
	if (!culprit)
		return;
	run->errors[run->error_count - 1] = run->errors[0];
	run->errors[0] = *error;
	run->failed_lba = slot->lba;
	run->failed_blocks = slot->blocks;
}

static bool is_zero(const uint8_t *data, size_t length)
{
	static const uint8_t zeros[LOOK_BYTES];

	if (length > sizeof(zeros))
		length = sizeof(zeros);
	return memcmp(data, zeros, length) == 0;
}

/* Is all of it there? The canary is planted again, so zeros are looked for before. */
static bool arrived(const struct engine *engine, struct slot *slot,
		    struct read_error *error)
{
	const struct sgio_request *request = &slot->request;
	uint32_t untouched;

	slot->looked_at = request->data && !request->reply.data_absent;
	slot->zero = slot->looked_at && is_zero(request->data, request->length);
	untouched = command_untouched(&engine->form, slot->data, slot->blocks,
				      engine->nonce);
	return command_judge(&engine->form, request, engine->drive->facts.node,
			     slot->lba, slot->blocks, untouched, error);
}

static void poll(struct work *work)
{
	const struct engine_hooks *hooks = &work->engine->hooks;

	if (!work->open || !hooks->poll || work->last_ns < work->poll_at)
		return;
	work->poll_at = work->last_ns + hooks->poll_ns;
	if (hooks->poll(hooks->closure, work->last_ns, work->bytes))
		stop(work, ENGINE_POLL);
}

static void take_back(struct work *work, struct slot *slot)
{
	struct read_error error;

	if (!arrived(work->engine, slot, &error))
		count_failure(work, slot, &error);
	else if (work->open)
		count_good(work, slot);
	count_busy(work->run, &slot->request.reply);
	if (work->open)
		check_limits(work);
	poll(work);
}

/* The next to come back, and another in its place. */
static void turn(struct work *work)
{
	struct sgio_request *request;
	int rc = sgio_reap(work->engine->drive, &request);

	if (rc < 0) {
		/* What is outstanding never comes back: the caller has to close. */
		lose(work, rc);
		work->outstanding = 0;
		return;
	}
	work->outstanding--;
	take_back(work, request->owner);
	submit(work, request->owner);
}

void engine_run(struct engine *engine, struct plan *plan,
		const struct engine_limits *limits, struct engine_run *run)
{
	bool warmup = limits->warmup_ns || limits->warmup_commands;
	struct work work = {
		.engine = engine,
		.plan = plan,
		.limits = limits,
		.run = run,
		.open = warmup ? &run->warmup : &run->timed,
		.poll_at = sgio_now(engine->drive) + engine->hooks.poll_ns,
	};

	memset(run, 0, sizeof(*run));
	run->stop = ENGINE_PLAN;
	for (unsigned int i = 0; i < engine->depth; i++) {
		struct slot *slot = &work.slots[i];

		if (engine->buffer)
			slot->data = engine->buffer + i * engine->stride;
		slot->request.owner = slot;
		submit(&work, slot);
	}
	while (work.outstanding)
		turn(&work);
}

void engine_count_add(struct engine_count *to, const struct engine_count *from)
{
	to->bytes += from->bytes;
	to->commands += from->commands;
	to->end_ns += engine_elapsed(from);
	to->busy_ns += from->busy_ns;
	to->looked_at += from->looked_at;
	to->zeros += from->zeros;
	statistics_merge(&to->latency, &from->latency);
}

uint64_t engine_elapsed(const struct engine_count *count)
{
	return count->end_ns - count->start_ns;
}
