/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <string.h>

#include "engine_run.h"

/*
 * Closed forms. Windows in ns: warm-up from w to t, timed from t to e; N and n commands
 * in them. With a constant S: at depth d on as many servers d commands end at each
 * multiple of S; on one server one does, and each waits for those before it.
 */
/* clang-format off */
static const struct closed {
	unsigned int depth, servers;
	uint64_t gap_ns, blocks;
	struct engine_limits limits; /* warm-up ns, commands; duration, commands */
	enum engine_stop stop;
	uint64_t warmup_start, warmup_commands, start, end, commands, bytes;
	double busy_ns;
	uint64_t submitted;
} closed[] = {
	/* a hundred one after the other: 0 to 100 S, always one outstanding */
	{ 1, 1, 0, 1 << 20, {0, 0, 0, 100}, ENGINE_COMMANDS,
	  0, 0, 0, 100 * S, 100, 100 * BYTES, 100. * S, 100 },
	/* 1 ms of warm-up are 10 of them, 5 ms after that 50 */
	{ 1, 1, 0, 1 << 20, {10 * S, 0, 50 * S, 0}, ENGINE_DURATION,
	  0, 10, 10 * S, 60 * S, 50, 50 * BYTES, 50. * S, 60 },
	/* a warm-up of 9.5 S ends with the tenth, a duration of 4.1 S with the fifth */
	{ 1, 1, 0, 1 << 20, {950000, 0, 410000, 0}, ENGINE_DURATION,
	  0, 10, 10 * S, 15 * S, 5, 5 * BYTES, 5. * S, 15 },
	/* at least so long and at least so many: 3 S are over before 7 commands */
	{ 1, 1, 0, 1 << 20, {3 * S, 7, 2 * S, 0}, ENGINE_DURATION,
	  0, 7, 7 * S, 9 * S, 2, 2 * BYTES, 2. * S, 9 },
	{ 1, 1, 0, 1 << 20, {7 * S, 3, 2 * S, 0}, ENGINE_DURATION,
	  0, 7, 7 * S, 9 * S, 2, 2 * BYTES, 2. * S, 9 },
	/* the limit that comes first */
	{ 1, 1, 0, 1 << 20, {0, 1, 100 * S, 3}, ENGINE_COMMANDS,
	  0, 1, S, 4 * S, 3, 3 * BYTES, 3. * S, 4 },
	{ 1, 1, 0, 1 << 20, {0, 1, 3 * S, 100}, ENGINE_DURATION,
	  0, 1, S, 4 * S, 3, 3 * BYTES, 3. * S, 4 },
	/* one command */
	{ 1, 1, 0, 1 << 20, {0, 0, 1, 0}, ENGINE_DURATION,
	  0, 0, 0, S, 1, BYTES, 1. * S, 1 },
	{ 1, 1, 0, 1 << 20, {0, 0, 0, 1}, ENGINE_COMMANDS,
	  0, 0, 0, S, 1, BYTES, 1. * S, 1 },
	/*
	 * The host takes a quarter of S before each: a period of 1.25 S, of which 1 S is
	 * busy. The window opens with the first submission, at 0.25 S; with a warm-up of
	 * one at its end, 1.25 S.
	 */
	{ 1, 1, S / 4, 1 << 20, {0, 0, 0, 10}, ENGINE_COMMANDS,
	  0, 0, S / 4, 12 * S + S / 2, 10, 10 * BYTES, 10. * S, 10 },
	{ 1, 1, S / 4, 1 << 20, {0, 1, 0, 10}, ENGINE_COMMANDS,
	  S / 4, 1, S + S / 4, 13 * S + 3 * S / 4, 10, 10 * BYTES, 10. * S, 11 },
	/*
	 * Two on one server: rate 1/S as at depth 1, 2 outstanding. The one that is left at
	 * the close, 12 S to 14 S, counts as busy up to 13 S.
	 */
	{ 2, 1, 0, 1 << 20, {3 * S, 0, 10 * S, 0}, ENGINE_DURATION,
	  0, 3, 3 * S, 13 * S, 10, 10 * BYTES, 20. * S, 14 },
	/* 32 on 32 servers: 32 end at each multiple of S, rate 32/S */
	{ 32, 32, 0, 1 << 20, {0, 0, 0, 320}, ENGINE_COMMANDS,
	  0, 0, 0, 10 * S, 320, 320 * BYTES, 320. * S, 320 + 31 },
	/*
	 * The first ends the warm-up, at S. Of the next 320 there are 31 at S, 32 at each of
	 * 2 S to 10 S, 1 at 11 S. All 32 are outstanding all the time.
	 */
	{ 32, 32, 0, 1 << 20, {0, 1, 0, 320}, ENGINE_COMMANDS,
	  0, 1, S, 11 * S, 320, 320 * BYTES, 320. * S, 321 + 31 },
	{ 32, 32, 0, 1 << 20, {5 * S, 0, 20 * S, 0}, ENGINE_DURATION,
	  0, 129, 5 * S, 25 * S, 640, 640 * BYTES, 640. * S, 769 + 31 },
	/* 8 servers bound a depth of 32: rate 8/S; outstanding 32 */
	{ 32, 8, 0, 1 << 20, {8 * S, 0, 16 * S, 0}, ENGINE_DURATION,
	  0, 57, 8 * S, 24 * S, 128, 128 * BYTES, 512. * S, 185 + 31 },
	/* a plan of 20 blocks: 8, 8 and 4 */
	{ 1, 1, 0, 20, {0, 0, 0, 0}, ENGINE_PLAN,
	  0, 0, 0, 3 * S, 3, 20 * 512, 3. * S, 3 },
	/* its last command is the one that closes the window */
	{ 1, 1, 0, 24, {0, 0, 0, 3}, ENGINE_COMMANDS,
	  0, 0, 0, 3 * S, 3, 3 * BYTES, 3. * S, 3 },
	/* smaller than the depth: three at once on four servers */
	{ 4, 4, 0, 20, {0, 0, 0, 0}, ENGINE_PLAN,
	  0, 0, 0, S, 3, 20 * 512, 3. * S, 3 },
	/* its end runs down: 2, 2, then 1 outstanding; all of it counts */
	{ 2, 1, 0, 24, {0, 0, 0, 0}, ENGINE_PLAN,
	  0, 0, 0, 3 * S, 3, 3 * BYTES, 5. * S, 3 },
	/* one sector, less than a command */
	{ 32, 32, 0, 1, {0, 0, 0, 0}, ENGINE_PLAN, 0, 0, 0, S, 1, 512, 1. * S, 1 },
	/* the end comes within the warm-up: nothing timed, no time */
	{ 1, 1, 0, 40, {100 * S, 0, 100 * S, 0}, ENGINE_PLAN,
	  0, 5, 0, 0, 0, 0, 0, 5 },
	/* and with its last command: an empty window, which has no rate */
	{ 1, 1, 0, 40, {5 * S, 0, 100 * S, 0}, ENGINE_PLAN,
	  0, 5, 5 * S, 5 * S, 0, 0, 0, 5 },
	/* no command at all */
	{ 4, 4, 0, 0, {0, 0, S, 0}, ENGINE_PLAN, 0, 0, 0, 0, 0, 0, 0, 0 },
};
/* clang-format on */

static void ck_closed(enum path path)
{
	for (int i = 0; i < (int)(sizeof(closed) / sizeof(closed[0])); i++) {
		const struct closed *c = &closed[i];
		struct clock_drive d = new_clock_drive();
		const struct engine_count *warmup = &run.warmup, *timed = &run.timed;

		d.servers = c->servers;
		d.gap_ns = c->gap_ns;
		run_on(&d, path, c->depth, c->blocks, c->limits);
		ck_assert_msg(run.stop == c->stop, "case %d: stop %d", i, run.stop);
		ck_assert_uint_eq(run.error_count, 0);
		ck_assert_int_eq(run.lost, 0);
		ck_assert_uint_eq(warmup->commands, c->warmup_commands);
		ck_assert_uint_eq(warmup->start_ns, c->warmup_start);
		ck_assert_msg(timed->start_ns == c->start && timed->end_ns == c->end,
			      "case %d: %lu to %lu", i, timed->start_ns, timed->end_ns);
		ck_assert_uint_eq(engine_elapsed(timed), c->end - c->start);
		ck_assert_msg(timed->commands == c->commands, "case %d: %lu commands",
			      i, timed->commands);
		ck_assert_uint_eq(timed->bytes, c->bytes);
		ck_near(timed->busy_ns, c->busy_ns, i);
		ck_assert_uint_eq(timed->latency.count, c->commands);
		ck_assert_uint_eq(d.submitted, c->submitted);
		ck_assert_uint_eq(d.waiting_count, 0);
		if (warmup->commands && timed->commands)
			ck_assert_uint_eq(warmup->end_ns, timed->start_ns);
	}
}

START_TEST(closed_forms)
{
	ck_closed(PATH_DMA);
}
END_TEST

START_TEST(closed_forms_without_data)
{
	ck_closed(PATH_VERIFY);
}
END_TEST

/*
 * Rates: 10 us a command and 10,240 ns a KiB, 100 MB/s on the link: a command of 4 KiB
 * takes 50,960 ns. Over 1000 of them, after a warm-up, at depth 1.
 */
START_TEST(rate)
{
	struct clock_drive d = new_clock_drive();

	d.command_ns = 10000;
	d.ns_per_kib = 10240;
	run_on(&d, PATH_SCSI, 1, 1 << 20, (struct engine_limits){1000000, 0, 0, 1000});
	ck_assert_uint_eq(engine_elapsed(&run.timed), 50960000);
	ck_assert_uint_eq(run.timed.bytes, 4096000);
	/* 20 × 50,960 is the first end that is no less than 1 ms */
	ck_assert_uint_eq(run.warmup.commands, 20);
	ck_assert_uint_eq(run.timed.start_ns, 1019200);
	ck_assert_uint_eq(run.timed.latency.min, 50960);
	ck_assert_uint_eq(run.timed.latency.max, 50960);
	ck_near(run.timed.latency.mean, 50960, 0);
	ck_near(statistics_deviation(&run.timed.latency), 0, 0);
}
END_TEST

/* On one server at depth 4 a command waits for three others: 4 S but for the first. */
START_TEST(latency_at_depth)
{
	struct clock_drive d = new_clock_drive();

	run_on(&d, PATH_DMA, 4, 1 << 20, (struct engine_limits){0, 4, 0, 100});
	ck_assert_uint_eq(run.timed.latency.min, 4 * S);
	ck_assert_uint_eq(run.timed.latency.max, 4 * S);
	ck_near(run.timed.busy_ns / (double)engine_elapsed(&run.timed), 4, 0);
}
END_TEST

/* What the hooks were told. */
struct told {
	unsigned int events, timed, polls, stop_at;
	uint64_t last_lba, last_poll_ns, bytes;
	uint64_t closest, furthest; /* of polls apart */
};

static void note_event(void *closure, const struct engine_event *event)
{
	struct told *told = closure;

	told->events++;
	told->timed += event->timed;
	ck_assert_uint_eq(event->blocks, BLOCK);
	ck_assert_uint_gt(event->end_ns, event->start_ns);
	told->last_lba = event->lba;
}

static bool note_poll(void *closure, uint64_t now_ns, uint64_t bytes)
{
	struct told *told = closure;
	uint64_t apart = now_ns - told->last_poll_ns;

	if (!told->polls || apart < told->closest)
		told->closest = apart;
	if (apart > told->furthest)
		told->furthest = apart;
	told->last_poll_ns = now_ns;
	told->bytes = bytes;
	return ++told->polls == told->stop_at;
}

static void run_told(struct told *told, uint64_t poll_ns, struct engine_limits limits)
{
	struct clock_drive d = new_clock_drive();
	struct engine engine = new_engine(&d, PATH_DMA, 4);
	struct plan plan = new_plan(1 << 20);

	d.servers = 4;
	engine.hooks = (struct engine_hooks){note_event, note_poll, poll_ns, told};
	engine_run(&engine, &plan, &limits, &run);
	engine_close(&engine);
}

/* Every command that is counted, warm-up too, and none of those drained. */
START_TEST(events)
{
	struct told told = {.stop_at = 0};

	run_told(&told, S, (struct engine_limits){0, 6, 0, 10});
	ck_assert_uint_eq(told.events, 16);
	ck_assert_uint_eq(told.timed, 10);
	ck_assert_uint_eq(told.last_lba, 1000 + 15 * BLOCK);
}
END_TEST

/*
 * Asked every 5 S: at 5 S first, then at 10 S, … after one of the four commands that
 * end then. The fourth time, at 20 S, ends the run: 4 × 19 + 1 commands.
 */
START_TEST(polled)
{
	struct told told = {.stop_at = 4};

	run_told(&told, 5 * S, (struct engine_limits){0, 8, 0, 0});
	ck_assert_int_eq(run.stop, ENGINE_POLL);
	ck_assert_uint_eq(told.polls, 4);
	ck_assert_uint_eq(told.closest, 5 * S);
	ck_assert_uint_eq(told.furthest, 5 * S);
	ck_assert_uint_eq(told.bytes, 77 * BYTES);
	ck_assert_uint_eq(run.warmup.commands, 8);
	ck_assert_uint_eq(run.timed.commands, 69);
	ck_assert_uint_eq(run.timed.start_ns, 2 * S);
	ck_assert_uint_eq(run.timed.end_ns, 20 * S);
	ck_near(run.timed.busy_ns, 4. * 18 * S, 0);
}
END_TEST

/* A command that took twenty times as long is made up for by no calls in a row. */
START_TEST(polled_after_a_stall)
{
	struct told told = {.stop_at = 0};
	struct engine_limits limits = {0, 0, 0, 100};
	struct clock_drive d = new_clock_drive();
	struct engine engine = new_engine(&d, PATH_DMA, 1);
	struct plan plan = new_plan(1 << 20);

	d.faults[0] = (struct clock_fault){.number = 8, .extra_ns = 100 * S};
	engine.hooks = (struct engine_hooks){NULL, note_poll, 5 * S, &told};
	engine_run(&engine, &plan, &limits, &run);
	engine_close(&engine);
	/* at 5 S, at 108 S with the eighth, then at 113 S to 198 S */
	ck_assert_uint_eq(told.polls, 2 + 18);
	ck_assert_uint_eq(told.closest, 5 * S);
	ck_assert_uint_eq(told.furthest, 103 * S);
}
END_TEST

/* After every command; within the warm-up; not after the end. */
START_TEST(polled_always)
{
	struct told told = {.stop_at = 3};

	run_told(&told, 0, (struct engine_limits){0, 8, 0, 0});
	ck_assert_int_eq(run.stop, ENGINE_POLL);
	ck_assert_uint_eq(told.polls, 3);
	ck_assert_uint_eq(run.warmup.commands, 3);
	ck_assert_uint_eq(run.timed.commands, 0);

	told = (struct told){.stop_at = 0};
	run_told(&told, 0, (struct engine_limits){0, 0, 0, 8});
	ck_assert_int_eq(run.stop, ENGINE_COMMANDS);
	ck_assert_uint_eq(told.polls, 7);
}
END_TEST

/* Every third command finds zeros; a recording's bytes, and none at all, do not count.
 */
START_TEST(zeros)
{
	struct engine_limits limits = {0, 3, 0, 30};
	struct clock_drive d = new_clock_drive();

	d.zero_every = 3;
	run_on(&d, PATH_DMA, 1, 1 << 20, limits);
	ck_assert_uint_eq(run.warmup.looked_at, 3);
	ck_assert_uint_eq(run.warmup.zeros, 1);
	ck_assert_uint_eq(run.timed.looked_at, 30);
	ck_assert_uint_eq(run.timed.zeros, 10);

	d = new_clock_drive();
	d.data_absent = true;
	run_on(&d, PATH_DMA, 1, 1 << 20, limits);
	ck_assert_int_eq(run.stop, ENGINE_COMMANDS);
	ck_assert_uint_eq(run.timed.looked_at, 0);

	d = new_clock_drive();
	run_on(&d, PATH_VERIFY, 1, 1 << 20, limits);
	ck_assert_uint_eq(run.timed.looked_at, 0);
	ck_assert_uint_eq(run.timed.zeros, 0);
}
END_TEST

/* Runs that were interrupted, or a warm-up that has to do: time and figures add up. */
START_TEST(added)
{
	struct engine_limits limits = {0, 20, 0, 30};
	struct engine_count sum;
	struct clock_drive d = new_clock_drive();

	memset(&sum, 0, sizeof(sum));
	run_on(&d, PATH_DMA, 1, 1 << 20, limits);
	engine_count_add(&sum, &run.warmup);
	ck_assert_uint_eq(engine_elapsed(&sum), 20 * S);
	ck_assert_uint_eq(sum.bytes, 20 * BYTES);
	engine_count_add(&sum, &run.timed);
	ck_assert_uint_eq(engine_elapsed(&sum), 50 * S);
	ck_assert_uint_eq(sum.commands, 50);
	ck_assert_uint_eq(sum.bytes, 50 * BYTES);
	ck_assert_uint_eq(sum.looked_at, 50);
	ck_assert_uint_eq(sum.latency.count, 50);
	ck_near(sum.busy_ns, 50. * S, 0);
	ck_near(sum.latency.mean, (double)S, 0);
	/* 20 S to 50 S once more: it need not go on from where the other ended */
	engine_count_add(&sum, &run.timed);
	ck_assert_uint_eq(engine_elapsed(&sum), 80 * S);
}
END_TEST

/* Aligned, apart, planted to the last block; and what is refused. */
START_TEST(buffers)
{
	struct clock_drive d = new_clock_drive();
	struct engine engine = new_engine(&d, PATH_DMA, 3), other;
	uint64_t last;

	ck_assert_uint_eq((uintptr_t)engine.buffer % (2 << 20), 0);
	ck_assert_uint_eq(engine.stride, 4096);
	ck_assert_uint_ge(engine.size, 3 * engine.stride);
	ck_assert_uint_ne(engine.nonce, 0);
	for (unsigned int i = 0; i < 3 * BLOCK; i++) {
		memcpy(&last, engine.buffer + (i + 1) * 512 - 8, 8);
		ck_assert_uint_eq(last, engine.nonce);
	}
	other = new_engine(&d, PATH_DMA, 1);
	ck_assert_uint_ne(engine.nonce, other.nonce);
	engine_close(&other);
	engine_close(&engine);
	engine_close(&engine);

	other.depth = DEPTH_MAX;
	other.block_blocks = 1025; /* and a page for each that is begun */
	ck_assert_int_eq(engine_open(&other), 0);
	ck_assert_uint_eq(other.stride, 1025 * 512 + 3584);
	ck_assert_uint_eq((uintptr_t)other.buffer % (2 << 20), 0);
	engine_close(&other);
}
END_TEST

START_TEST(buffers_refused)
{
	static const struct {
		unsigned int depth;
		uint32_t blocks, sector;
	} rows[] = {{0, 8, 512},
		    {DEPTH_MAX + 1, 8, 512},
		    {1, 0, 512},
		    {1, 8, 0},
		    {1, 1 << 22, 512}};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct engine engine = {.depth = rows[i].depth,
					.block_blocks = rows[i].blocks};

		engine.form.logical_block_size = rows[i].sector;
		ck_assert_int_eq(engine_open(&engine), -EINVAL);
		engine_close(&engine);
	}
}
END_TEST

/* READ VERIFY of 65,536 blocks by 32 needs no memory, whatever it would be. */
START_TEST(buffers_of_none)
{
	struct engine engine = {.depth = 32, .block_blocks = 65536};

	engine.form.path = PATH_VERIFY;
	engine.form.logical_block_size = 4096;
	ck_assert_int_eq(engine_open(&engine), 0);
	ck_assert_ptr_null(engine.buffer);
	ck_assert_uint_eq(engine.stride, 268435456);
	engine_close(&engine);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("engine");
	TCase *tcase = tcase_create("engine");

	tcase_add_test(tcase, closed_forms);
	tcase_add_test(tcase, closed_forms_without_data);
	tcase_add_test(tcase, rate);
	tcase_add_test(tcase, latency_at_depth);
	tcase_add_test(tcase, events);
	tcase_add_test(tcase, polled);
	tcase_add_test(tcase, polled_after_a_stall);
	tcase_add_test(tcase, polled_always);
	tcase_add_test(tcase, zeros);
	tcase_add_test(tcase, added);
	tcase_add_test(tcase, buffers);
	tcase_add_test(tcase, buffers_refused);
	tcase_add_test(tcase, buffers_of_none);
	suite_add_tcase(suite, tcase);
	return unit_main(suite);
}
