/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "clock.h"
#include "session_parts.h"

enum {
	POLL_NS = 100000000,
	LOOK_NS = 1000000000,
};

static uint64_t duration_of(const struct measure *measure)
{
	uint64_t given = measure->session->settings->duration_ns;

	if (measure->spec->test == TEST_ACCESS || given)
		return given;
	return measure->spec->test == TEST_BUFFER ? 2 * NS_PER_SECOND
						  : 3 * NS_PER_SECOND;
}

/* Of the test, 0 to 1; negative when only the drive knows. */
static double done(const struct measure *measure)
{
	const struct settings *settings = measure->session->settings;
	double all = (double)measure->session->settings->repeat, here;
	uint64_t duration = duration_of(measure);

	if (measure->spec->test == TEST_ZONES)
		here = (double)measure->sample / (double)measure->samples;
	else
		here = (double)(sgio_now(measure->engine.drive) - measure->begin_ns) /
			       ((double)duration + WARMUP_NS) -
		       (measure->number - 1);
	if (measure->spec->test == TEST_ACCESS && !duration)
		here = 0;
	if (measure->spec->test == TEST_ACCESS &&
	    (double)measure->commands / (double)settings->count > here)
		here = (double)measure->commands / (double)settings->count;
	here = here > 1 ? 1 : here < 0 ? 0 : here;
	return (measure->number - 1 + here) / all;
}

static void tell_progress(struct measure *measure, uint64_t now_ns)
{
	const struct session_hooks *hooks = measure->session->hooks;
	struct session_progress progress = {
		.target = measure->session->target,
		.spec = &measure->result->spec,
		.run = measure->number,
		.runs = measure->session->settings->repeat,
		.done = done(measure),
		.bytes = measure->bytes,
		.elapsed_ns = now_ns - measure->begin_ns,
	};

	if (hooks && hooks->progress)
		hooks->progress(hooks->closure, &progress);
}

static bool poll(void *closure, uint64_t now_ns, uint64_t bytes)
{
	struct measure *measure = closure;
	const struct session_hooks *hooks = measure->session->hooks;
	uint64_t now = clock_now();

	(void)bytes;
	if (hooks && hooks->stopped && hooks->stopped()) {
		measure->result->interrupted = true;
		measure->over = true;
	}
	if (now >= measure->progress_ns) {
		measure->progress_ns = now + PROGRESS_NS;
		tell_progress(measure, now_ns);
	}
	if (now >= measure->look_ns) {
		measure->look_ns = now + LOOK_NS;
		measure_look(measure);
	}
	return measure->over;
}

static void widen(bool *has, uint64_t *first, uint64_t *last, uint64_t from,
		  uint64_t to)
{
	if (!*has || from < *first)
		*first = from;
	if (!*has || to > *last)
		*last = to;
	*has = true;
}

static void completed(void *closure, const struct engine_event *event)
{
	struct measure *measure = closure;
	const struct session_hooks *hooks = measure->session->hooks;
	struct result *result = measure->result;
	uint64_t last = event->lba + event->blocks - 1;

	measure->bytes += (uint64_t)event->blocks * result->logical_block_size;
	if (event->timed)
		widen(&result->has_range, &result->first_lba, &result->last_lba,
		      event->lba, last);
	else
		widen(&measure->has_warmup_range, &measure->warmup_first,
		      &measure->warmup_last, event->lba, last);
	if (event->timed && !measure->commands++)
		measure->sample_lba = event->lba;
	if (event->timed && result->random_order)
		result_add_point(result, event->lba, event->end_ns - event->start_ns);
	if (hooks && hooks->completed)
		hooks->completed(hooks->closure, &result->spec, event);
}

static void say_one_at_a_time(struct measure *measure)
{
	const struct spec *spec = &measure->result->spec;

	if (spec->depth > 1 && !path_queues(spec->path))
		result_warn(measure->result, "one_at_a_time",
			    "Linux runs one command of --path=%s at a time, whatever "
			    "the depth; --path=ncq and --path=scsi are queued",
			    path_name(spec->path));
}

static bool use_target(struct measure *measure)
{
	struct spec *spec = &measure->result->spec;
	struct target *target = measure->session->target;
	char *why;
	int rc = target_use(target, spec->path, spec->depth, &measure->engine.drive,
			    &measure->engine.form, &why);

	if (rc < 0)
		result_fail(measure->result, EXIT_COULD_NOT_ASK,
			    rc == -EPERM ? "no_permission" : "path", "%s",
			    why ? why : strerror(-rc));
	free(why);
	measure->engine.form.fua = spec->fua && spec->path == PATH_NCQ;
	return rc == 0;
}

/* Of a session that met errors by NCQ. */
static bool leave_queue(struct measure *measure)
{
	const struct target *target = measure->session->target;
	struct spec *spec = &measure->result->spec;

	if (target->no_pass_through) {
		result_fail(measure->result, EXIT_REFUSED, "ncq_errors",
			    "'%s': not read by NCQ any more after errors; root could "
			    "read it by --path=dma",
			    target->subject.name);
		return false;
	}
	result_warn(measure->result, "ncq_errors",
		    "read by dma, because reads by NCQ failed before");
	spec->path = PATH_DMA;
	spec->depth = 1;
	spec->fua = false;
	return true;
}

bool measure_open(struct measure *measure)
{
	struct spec *spec = &measure->result->spec;
	int rc;

	if (measure->session->no_queue && path_uses_ncq(spec->path) &&
	    !leave_queue(measure))
		return false;
	if (!use_target(measure))
		return false;
	measure_limit_block(measure);
	say_one_at_a_time(measure);
	measure->engine.depth = spec->depth;
	measure->engine.hooks = (struct engine_hooks){
		.completed = completed,
		.poll = poll,
		.poll_ns = POLL_NS,
		.closure = measure,
	};
	rc = engine_open(&measure->engine);
	if (rc < 0)
		result_fail(measure->result, EXIT_COULD_NOT_ASK, "memory",
			    "no buffers for %u commands of %" PRIu32 " bytes: %s",
			    spec->depth, spec->block_bytes, strerror(-rc));
	measure->engine_is_open = rc == 0;
	return rc == 0;
}

void measure_close(struct measure *measure)
{
	if (measure->engine_is_open)
		engine_close(&measure->engine);
	measure->engine_is_open = false;
}

/*
 * The last whole block of the range: what the drive reads ahead of it stays out of the
 * way of the sequential test, which begins at the other end.
 */
static void start_buffer(struct measure *measure)
{
	uint32_t blocks = measure->engine.block_blocks;
	uint64_t end = measure->first + measure->blocks, at = measure->first;

	if (end - end % blocks >= measure->first + blocks)
		at = end - end % blocks - blocks;
	plan_init(&measure->plan, PLAN_SAME, at, end - at, blocks, 0);
}

static void start_plan(struct measure *measure)
{
	static const enum plan_order orders[TEST_COUNT] = {
		[TEST_SEQUENTIAL] = PLAN_SEQUENTIAL,
		[TEST_ACCESS] = PLAN_RANDOM,
	};
	uint32_t blocks = measure->engine.block_blocks;

	if (measure->extents)
		plan_init_extents(&measure->plan, measure->extents,
				  measure->extent_count, blocks);
	else if (measure->spec->test == TEST_BUFFER)
		start_buffer(measure);
	else
		plan_init(&measure->plan, orders[measure->spec->test], measure->first,
			  measure->blocks, blocks, measure->session->random);
	if (measure->plan.order == PLAN_SEQUENTIAL)
		plan_start_at(&measure->plan, measure->session->place);
}

static void keep_place(struct measure *measure)
{
	const struct plan *plan = &measure->plan;

	if (plan->order == PLAN_SEQUENTIAL) {
		if (measure->session->read + plan->blocks - plan->left > plan->blocks &&
		    measure->session->read)
			result_warn(measure->result, "read_before",
				    "some of it was read by the result before: the "
				    "drive's cache may have answered");
		measure->session->read += plan->blocks - plan->left;
		measure->session->place = plan->next;
	} else if (plan->order == PLAN_RANDOM)
		measure->session->random = plan->random;
}

/*
 * What the kernel counts of this tool's own reads, at most: what was in flight when the
 * window closed is not known here.
 */
static void count_own(struct measure *measure)
{
	const struct engine_run *run = measure->run;
	struct session *session = measure->session;
	uint64_t flight = (uint64_t)measure->engine.depth *
			  measure->engine.block_blocks *
			  measure->engine.form.logical_block_size;

	if (measure->engine.form.path == PATH_DIRECT)
		session->own_sectors +=
			(run->warmup.bytes + run->timed.bytes + flight) / 512;
	else if (measure->engine.form.path == PATH_PAGE)
		session->page_used = true;
}

/* A piece of a run: until it is over, or until a command fails. */
static void run_piece(struct measure *measure, const struct engine_limits *limits)
{
	struct engine_run *run = measure->run;

	measure->plan_before = measure->plan;
	engine_run(&measure->engine, &measure->plan, limits, run);
	count_own(measure);
	engine_count_add(&measure->warmup, &run->warmup);
	engine_count_add(&measure->timed, &run->timed);
	if (run->stop == ENGINE_ERROR)
		measure_errors(measure);
	else if (run->stop == ENGINE_LOST)
		measure_lost(measure);
}

static uint64_t less(uint64_t whole, uint64_t part)
{
	return whole > part ? whole - part : 0;
}

/* What is left of a run after its first pieces; false when nothing is. */
static bool limits_left(const struct measure *measure, const struct engine_limits *all,
			struct engine_limits *left)
{
	uint64_t spent = engine_elapsed(&measure->timed);

	*left = *all;
	left->warmup_ns = less(all->warmup_ns, engine_elapsed(&measure->warmup));
	left->warmup_commands = less(all->warmup_commands, measure->warmup.commands);
	left->duration_ns = less(all->duration_ns, spent);
	left->commands = less(all->commands, measure->timed.commands);
	return !(all->duration_ns && !left->duration_ns) &&
	       !(all->commands && !left->commands);
}

void measure_pieces(struct measure *measure, const struct engine_limits *limits)
{
	struct engine_limits left;

	memset(&measure->warmup, 0, sizeof(measure->warmup));
	memset(&measure->timed, 0, sizeof(measure->timed));
	do {
		if (!limits_left(measure, limits, &left))
			break;
		run_piece(measure, &left);
	} while (measure->run->stop == ENGINE_ERROR && !measure->over);
}

/* All that was read of a range that ended before its window did. */
static void count_warmup(struct measure *measure)
{
	struct result *result = measure->result;

	engine_count_add(&measure->timed, &measure->warmup);
	if (measure->has_warmup_range)
		widen(&result->has_range, &result->first_lba, &result->last_lba,
		      measure->warmup_first, measure->warmup_last);
}

void measure_add_run(struct measure *measure)
{
	if (!measure->timed.commands)
		return;
	if (result_add_run(measure->result, &measure->timed) < 0)
		result_fail(measure->result, EXIT_COULD_NOT_ASK, "memory",
			    "out of memory");
}

/* Its window is not full, but it is all there is. */
static void end_range(struct measure *measure)
{
	struct result *result = measure->result;
	unsigned int repeat = measure->session->settings->repeat;
	unsigned int made = measure->number;

	measure->over = true;
	count_warmup(measure);
	if (!measure->timed.commands)
		made--; /* the run before came just to the end */
	result->read_once = measure->number == 1;
	if (measure->number == 1 && repeat > 1)
		result_warn(result, "range_end",
			    "the range is at its end: 1 of %u runs was made", repeat);
	else if (measure->number > 1)
		result_warn(result, "range_end",
			    "the range is at its end: %u of %u runs were made%s", made,
			    repeat,
			    made == measure->number ? ", the last one shorter" : "");
}

static void one_run(struct measure *measure, const struct engine_limits *limits)
{
	measure->has_warmup_range = false;
	measure->commands = 0;
	measure_pieces(measure, limits);
	if (measure->run->stop == ENGINE_PLAN && !measure->over)
		end_range(measure);
	else if (measure->over && !measure->timed.commands)
		count_warmup(measure);
	measure_add_run(measure);
}

void measure_runs(struct measure *measure)
{
	const struct settings *settings = measure->session->settings;
	struct engine_limits limits = {
		.warmup_ns = WARMUP_NS,
		.warmup_commands = 1,
		.duration_ns = duration_of(measure),
		.commands = measure->spec->test == TEST_ACCESS ? settings->count : 0,
	};

	start_plan(measure);
	measure->begin_ns = sgio_now(measure->engine.drive);
	for (measure->number = 1; measure->number <= settings->repeat && !measure->over;
	     measure->number++)
		one_run(measure, &limits);
	keep_place(measure);
}
