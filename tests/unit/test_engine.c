/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <math.h>
#include <string.h>

#include "atatime/engine.h"
#include "clock_drive.h"
#include "unit.h"

/*
 * The engine against a drive of which every figure is known. S is 100 us, the time of
 * one command; commands are 8 blocks of 512 bytes.
 */
enum { BLOCK = 8, BYTES = BLOCK * 512 };

#define S UINT64_C(100000)

static struct engine_run run; /* large */

static struct engine new_engine(struct clock_drive *d, enum path path,
				unsigned int depth)
{
	struct engine engine = {
		.drive = &d->drive,
		.form = {.path = path,
			 .logical_block_size = 512,
			 .capacity = 1u << 30,
			 .cdb_length = 16,
			 .lba48 = true,
			 .timeout_ms = 60000},
		.depth = depth,
		.block_blocks = BLOCK,
	};

	ck_assert_int_eq(engine_open(&engine), 0);
	return engine;
}

/* @blocks from LBA 1000 on, in turn. */
static struct plan new_plan(uint64_t blocks)
{
	struct plan plan;

	plan_init(&plan, PLAN_SEQUENTIAL, 1000, blocks, BLOCK, 0);
	return plan;
}

static void run_on(struct clock_drive *d, enum path path, unsigned int depth,
		   uint64_t blocks, struct engine_limits limits)
{
	struct engine engine = new_engine(d, path, depth);
	struct plan plan = new_plan(blocks);

	engine_run(&engine, &plan, &limits, &run);
	engine_close(&engine);
}

static void ck_near(double found, double expected, int number)
{
	ck_assert_msg(fabs(found - expected) <= 1e-9 * fabs(expected) + 1e-6,
		      "case %d: %.17g, not %.17g", number, found, expected);
}

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

/*
 * By another way: all that the drive gave back, in that order, and the rules of
 * engine.h; busy is added up over the instants at which something began or ended.
 */
struct model {
	const struct clock_entry *log;
	unsigned int logged;
	uint64_t start_ns, end_ns;
};

static unsigned int outstanding_at(const struct model *m, uint64_t from, uint64_t to)
{
	unsigned int count = 0;

	for (unsigned int i = 0; i < m->logged; i++)
		count += m->log[i].start_ns <= from && m->log[i].end_ns >= to;
	return count;
}

static int compare(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return (x > y) - (x < y);
}

static double busy_of(const struct model *m)
{
	static uint64_t at[2 * CLOCK_LOG + 2];
	unsigned int count = 0;
	double busy = 0;

	for (unsigned int i = 0; i < m->logged; i++) {
		at[count++] = m->log[i].start_ns;
		at[count++] = m->log[i].end_ns;
	}
	at[count++] = m->start_ns;
	at[count++] = m->end_ns;
	qsort(at, count, sizeof(at[0]), compare);
	for (unsigned int i = 1; i < count; i++) {
		if (at[i - 1] >= m->start_ns && at[i] <= m->end_ns && at[i] > at[i - 1])
			busy += (double)(at[i] - at[i - 1]) *
				outstanding_at(m, at[i - 1], at[i]);
	}
	return busy;
}

static uint64_t latest(const struct clock_entry *log, unsigned int count)
{
	uint64_t end = 0;

	for (unsigned int i = 0; i < count; i++)
		end = log[i].end_ns > end ? log[i].end_ns : end;
	return end;
}

static uint64_t earliest(const struct clock_entry *log, unsigned int count)
{
	uint64_t start = UINT64_MAX;

	for (unsigned int i = 0; i < count; i++)
		start = log[i].start_ns < start ? log[i].start_ns : start;
	return start;
}

static uint64_t bytes_of(const struct clock_entry *log, unsigned int count)
{
	uint64_t bytes = 0;

	for (unsigned int i = 0; i < count; i++)
		bytes += log[i].length;
	return bytes;
}

/* @number of commands to time after as many of warm-up; 0: from the start. */
static void ck_model(const struct clock_drive *d, uint64_t warmup, uint64_t number)
{
	const struct clock_entry *timed = d->log + warmup;
	struct model m = {d->log, d->logged, 0, 0};

	ck_assert_uint_ge(d->logged, warmup + number);
	m.start_ns = warmup ? latest(d->log, (unsigned int)warmup)
			    : earliest(d->log, (unsigned int)number);
	m.end_ns = latest(d->log, (unsigned int)(warmup + number));
	ck_assert_uint_eq(run.warmup.commands, warmup);
	ck_assert_uint_eq(run.timed.commands, number);
	ck_assert_uint_eq(run.timed.start_ns, m.start_ns);
	ck_assert_uint_eq(run.timed.end_ns, m.end_ns);
	ck_assert_uint_eq(run.timed.bytes, bytes_of(timed, (unsigned int)number));
	ck_near(run.timed.busy_ns, busy_of(&m), 0);
	if (!warmup)
		return;
	m.end_ns = m.start_ns;
	m.start_ns = earliest(d->log, (unsigned int)warmup);
	ck_assert_uint_eq(run.warmup.start_ns, m.start_ns);
	ck_assert_uint_eq(run.warmup.end_ns, m.end_ns);
	ck_near(run.warmup.busy_ns, busy_of(&m), 0);
}

/* Jitter larger than a command, gaps, replies that come out of order, any depth. */
START_TEST(any_drive)
{
	static struct clock_entry log[CLOCK_LOG];

	for (unsigned int seed = 0; seed < 60; seed++) {
		struct clock_drive d = new_clock_drive();
		uint64_t warmup, number;

		d.random = seed * 7919 + (unsigned int)_i;
		d.servers = 1 + (unsigned int)(clock_random(&d) % CLOCK_SERVERS);
		d.jitter_ns = 1 + clock_random(&d) % (5 * S);
		d.gap_ns = seed % 3 ? 0 : clock_random(&d) % S;
		d.ns_per_kib = clock_random(&d) % 10000;
		d.shuffled = seed % 2;
		d.log = log;
		warmup = seed % 5 ? clock_random(&d) % 100 : 0;
		number = 1 + clock_random(&d) % 300;
		run_on(&d, PATH_DMA, (unsigned int)_i, 1 << 20,
		       (struct engine_limits){0, warmup, 0, number});
		ck_assert_int_eq(run.stop, ENGINE_COMMANDS);
		ck_model(&d, warmup, number);
	}
}
END_TEST

/* Sense data of an uncorrectable error at the block that an LBA of 4 digits names. */
#define UNC(lba_15_8, lba_7_0)                                                  \
	"72 03 11 04 00 00 00 0e 09 0c 00 40 00 08 00 " lba_7_0 " 00 " lba_15_8 \
	" 00 00 40 51"
/* What libata says of a command that only a reset ended. */
#define RESET "70 00 0b 00 00 00 00 0a 00 00 00 00 00 00 00 00 00 00"

/*
 * Commands that fail, on as many servers as the depth: k commands end at S, the next k
 * at 2 S. Command n is 8 blocks at LBA 1000 + 8 (n - 1). Nothing is sent after a
 * failure has come back; before it each that came back sent another.
 */
/* clang-format off */
static const struct failing {
	unsigned int depth;
	struct engine_limits limits;
	struct clock_fault faults[CLOCK_FAULTS];
	enum engine_stop stop;
	uint64_t warmup_commands, commands, elapsed;
	double busy_ns;
	unsigned int submitted, errors;
	enum ata_outcome outcome;
	uint64_t lba;      /* of errors[0] */
	uint32_t blocks;
	uint64_t failed_lba;
	int lost;
} failing[] = {
	/* the first: nothing counts, and there is no time to divide by */
	{ 1, {0, 0, 0, 10}, {{.number = 1, .sense = UNC("03", "ea")}}, ENGINE_ERROR,
	  0, 0, 0, 0, 1, 1, ATA_UNCORRECTABLE, 1002, 1, 1000, 0 },
	/* the fifth (1032 to 1039): four of 4 S */
	{ 1, {0, 0, 0, 10}, {{.number = 5, .sense = UNC("04", "0f")}}, ENGINE_ERROR,
	  0, 4, 4 * S, 4. * S, 5, 1, ATA_UNCORRECTABLE, 1039, 1, 1032, 0 },
	/* it took long: that is in no window */
	{ 1, {0, 0, 0, 10},
	  {{.number = 5, .sense = UNC("04", "0f"), .extra_ns = 1000 * S}}, ENGINE_ERROR,
	  0, 4, 4 * S, 4. * S, 5, 1, ATA_UNCORRECTABLE, 1039, 1, 1032, 0 },
	/* within the warm-up */
	{ 1, {0, 7, 0, 10}, {{.number = 5, .sense = UNC("04", "0f")}}, ENGINE_ERROR,
	  4, 0, 0, 0, 5, 1, ATA_UNCORRECTABLE, 1039, 1, 1032, 0 },
	/* the first that is timed: an empty window */
	{ 1, {0, 4, 0, 10}, {{.number = 5, .sense = UNC("04", "0f")}}, ENGINE_ERROR,
	  4, 0, 0, 0, 5, 1, ATA_UNCORRECTABLE, 1039, 1, 1032, 0 },
	/*
	 * At depth 4: 1 to 4 end at S, 5 at 2 S, 6 fails. 5 counts, so the window closes at
	 * 2 S, and 4 were outstanding all that time; 7, 8 and 9 come back whole and do not.
	 */
	{ 4, {0, 0, 0, 100}, {{.number = 6, .sense = UNC("04", "17")}}, ENGINE_ERROR,
	  0, 5, 2 * S, 8. * S, 9, 1, ATA_UNCORRECTABLE, 1047, 1, 1040, 0 },
	/* 5 is the first to come back at 2 S: the window closes at S */
	{ 4, {0, 0, 0, 100}, {{.number = 5, .sense = UNC("04", "0f")}}, ENGINE_ERROR,
	  0, 4, S, 4. * S, 8, 1, ATA_UNCORRECTABLE, 1039, 1, 1032, 0 },
	/* after the close, at S with 2 of 3: an error all the same, the window stays */
	{ 4, {0, 0, 0, 2}, {{.number = 4, .sense = UNC("04", "00")}}, ENGINE_ERROR,
	  0, 2, S, 4. * S, 5, 1, ATA_UNCORRECTABLE, 1024, 1, 1024, 0 },
	/* not located: all of the command */
	{ 1, {0, 0, 0, 10}, {{.number = 2, .sense = RESET}}, ENGINE_ERROR,
	  0, 1, S, 1. * S, 2, 1, ATA_RESET, 1008, 8, 1008, 0 },
	/* a reset took 5, 6 and 8 along, which come back before or after the culprit, 7 */
	{ 4, {0, 0, 0, 100},
	  {{.number = 5, .sense = RESET}, {.number = 6, .sense = RESET},
	   {.number = 7, .sense = UNC("04", "18")}, {.number = 8, .sense = RESET}},
	  ENGINE_ERROR, 0, 4, S, 4. * S, 8, 4, ATA_UNCORRECTABLE, 1048, 1, 1048, 0 },
	/* two of their own: the first stays the first */
	{ 4, {0, 0, 0, 100},
	  {{.number = 6, .sense = UNC("04", "17")}, {.number = 7, .host_status = 3}},
	  ENGINE_ERROR, 0, 5, 2 * S, 8. * S, 9, 2, ATA_UNCORRECTABLE, 1047, 1, 1040, 0 },
	/* short: by the residual, and where nobody says so */
	{ 1, {0, 0, 0, 10}, {{.number = 3, .residual = 1024}}, ENGINE_ERROR,
	  0, 2, 2 * S, 2. * S, 3, 1, ATA_SHORT, 1016, 8, 1016, 0 },
	{ 1, {0, 0, 0, 10}, {{.number = 3, .absent = 1024}}, ENGINE_ERROR,
	  0, 2, 2 * S, 2. * S, 3, 1, ATA_SHORT, 1016, 8, 1016, 0 },
	{ 1, {0, 0, 0, 10}, {{.number = 3, .absent = 8}}, ENGINE_ERROR,
	  0, 2, 2 * S, 2. * S, 3, 1, ATA_SHORT, 1016, 8, 1016, 0 },
	{ 4, {0, 0, 0, 100}, {{.number = 6, .absent = BYTES}}, ENGINE_ERROR,
	  0, 5, 2 * S, 8. * S, 9, 1, ATA_SHORT, 1040, 8, 1040, 0 },
	/* gone, refused by the host, an errno */
	{ 1, {0, 0, 0, 10}, {{.number = 1, .host_status = 1}}, ENGINE_ERROR,
	  0, 0, 0, 0, 1, 1, ATA_GONE, 1000, 8, 1000, 0 },
	{ 1, {0, 0, 0, 10}, {{.number = 2, .error = EIO}}, ENGINE_ERROR,
	  0, 1, S, 1. * S, 2, 1, ATA_HOST_ERROR, 1008, 8, 1008, 0 },
	/* submit fails: the first, a later one; what is in flight is waited for */
	{ 1, {0, 0, 0, 10}, {{.number = 1, .submit = -ENODEV}}, ENGINE_LOST,
	  0, 0, 0, 0, 0, 0, ATA_OK, 0, 0, 0, -ENODEV },
	{ 1, {0, 0, 0, 10}, {{.number = 3, .submit = -ENOMEM}}, ENGINE_LOST,
	  0, 2, 2 * S, 2. * S, 2, 0, ATA_OK, 0, 0, 0, -ENOMEM },
	{ 4, {0, 0, 0, 100}, {{.number = 3, .submit = -EIO}}, ENGINE_LOST,
	  0, 0, 0, 0, 2, 0, ATA_OK, 0, 0, 0, -EIO },
	{ 4, {0, 0, 0, 100}, {{.number = 7, .submit = -EIO}}, ENGINE_LOST,
	  0, 3, S, 4. * S, 6, 0, ATA_OK, 0, 0, 0, -EIO },
	/* and one of those fails: that is an error, and lost is kept */
	{ 4, {0, 0, 0, 100},
	  {{.number = 7, .submit = -EIO}, {.number = 6, .sense = UNC("04", "17")}},
	  ENGINE_ERROR, 0, 3, S, 4. * S, 6, 1, ATA_UNCORRECTABLE, 1047, 1, 1040, -EIO },
	/* reap fails while they are waited for: the first reason stays */
	{ 4, {0, 0, 0, 100},
	  {{.number = 7, .submit = -EIO}, {.number = 6, .reap = -EDEADLK}}, ENGINE_LOST,
	  0, 3, S, 3. * S + S, 6, 0, ATA_OK, 0, 0, 0, -EIO },
	/* reap fails: what was counted until then */
	{ 1, {0, 0, 0, 10}, {{.number = 4, .reap = -EDEADLK}}, ENGINE_LOST,
	  0, 3, 3 * S, 3. * S, 4, 0, ATA_OK, 0, 0, 0, -EDEADLK },
	/* the busy time of what never came back cannot be known */
	{ 4, {0, 0, 0, 100}, {{.number = 2, .reap = -EIO}}, ENGINE_LOST,
	  0, 1, S, 1. * S, 5, 0, ATA_OK, 0, 0, 0, -EIO },
	/* an error, then reap fails */
	{ 4, {0, 0, 0, 100},
	  {{.number = 6, .sense = UNC("04", "17")}, {.number = 7, .reap = -EIO}},
	  ENGINE_ERROR, 0, 5, 2 * S, 6. * S, 9, 1, ATA_UNCORRECTABLE, 1047, 1, 1040,
	  -EIO },
};
/* clang-format on */

/* Each that failed is there once: one of 8 blocks each, or narrowed down in it. */
static void ck_distinct(void)
{
	for (unsigned int i = 1; i < run.error_count; i++) {
		for (unsigned int k = 0; k < i; k++)
			ck_assert_uint_ne((run.errors[i].lba - 1000) / BLOCK,
					  (run.errors[k].lba - 1000) / BLOCK);
	}
}

START_TEST(failures)
{
	const struct failing *f = &failing[_i];
	struct clock_drive d = new_clock_drive();

	d.servers = f->depth;
	memcpy(d.faults, f->faults, sizeof(d.faults));
	run_on(&d, PATH_DMA, f->depth, 1 << 20, f->limits);
	ck_assert_msg(run.stop == f->stop, "case %d: stop %d", _i, run.stop);
	ck_assert_uint_eq(run.warmup.commands, f->warmup_commands);
	ck_assert_msg(run.timed.commands == f->commands, "case %d: %lu commands", _i,
		      run.timed.commands);
	ck_assert_uint_eq(run.timed.bytes, f->commands * BYTES);
	ck_assert_uint_eq(run.timed.latency.count, f->commands);
	ck_assert_uint_eq(engine_elapsed(&run.timed), f->elapsed);
	ck_near(run.timed.busy_ns, f->busy_ns, _i);
	ck_assert_msg(d.submitted == f->submitted, "case %d: %u submitted", _i,
		      d.submitted);
	ck_assert_uint_eq(run.error_count, f->errors);
	ck_assert_int_eq(run.errors[0].outcome, f->outcome);
	ck_assert_uint_eq(run.errors[0].lba, f->lba);
	ck_assert_uint_eq(run.errors[0].blocks, f->blocks);
	ck_distinct();
	ck_assert_uint_eq(run.failed_lba, f->failed_lba);
	ck_assert_uint_eq(run.failed_blocks, f->errors ? BLOCK : 0);
	ck_assert_int_eq(run.lost, f->lost);
	/* All in flight was waited for, but where waiting itself failed. */
	for (int i = 0; i < CLOCK_FAULTS; i++) {
		if (f->faults[i].reap)
			return;
	}
	ck_assert_uint_eq(d.waiting_count, 0);
}
END_TEST

/* The buffers are ready for another run, after good ones and after short ones. */
START_TEST(again)
{
	struct clock_drive d = new_clock_drive();
	struct engine engine;
	struct plan plan = new_plan(1 << 20);
	struct engine_limits limits = {0, 0, 0, 6};

	d.servers = 4;
	engine = new_engine(&d, PATH_SCSI, 4);
	d.faults[0] = (struct clock_fault){.number = 4, .absent = BYTES};
	/* The fourth of the third run: 6 counted and 3 drained in each before it. */
	d.faults[1] = (struct clock_fault){.number = 4 + 3 + 9 + 4, .absent = 512};
	engine_run(&engine, &plan, &limits, &run);
	ck_assert_int_eq(run.stop, ENGINE_ERROR);
	ck_assert_uint_eq(run.timed.commands, 3);
	ck_assert_uint_eq(d.submitted, 7);
	engine_run(&engine, &plan, &limits, &run);
	ck_assert_int_eq(run.stop, ENGINE_COMMANDS);
	ck_assert_uint_eq(d.submitted, 16);
	/* It goes on where the plan stands and where the clock is. */
	ck_assert_uint_eq(plan.next, 16 * BLOCK);
	ck_assert_uint_gt(run.timed.start_ns, 0);
	engine_run(&engine, &plan, &limits, &run);
	ck_assert_int_eq(run.stop, ENGINE_ERROR);
	ck_assert_int_eq(run.errors[0].outcome, ATA_SHORT);
	ck_assert_uint_eq(run.failed_lba, 1000 + 19 * BLOCK);
	engine_close(&engine);
}
END_TEST

/* A command that cannot be prepared, or that the drive has no room for. */
START_TEST(cannot_send)
{
	struct clock_drive d = new_clock_drive();
	struct engine engine = new_engine(&d, PATH_DMA, 2);
	struct engine_limits limits = {0, 0, 0, 10};
	struct plan plan;

	/* Eight blocks, and the last four of them past the end. */
	plan_init(&plan, PLAN_SEQUENTIAL, engine.form.capacity - 12, 16, BLOCK, 0);
	engine_run(&engine, &plan, &limits, &run);
	ck_assert_int_eq(run.stop, ENGINE_LOST);
	ck_assert_int_eq(run.lost, -ERANGE);
	ck_assert_uint_eq(d.waiting_count, 0);

	/* Larger than the buffers. */
	plan_init(&plan, PLAN_SEQUENTIAL, 0, 100, BLOCK + 1, 0);
	engine_run(&engine, &plan, &limits, &run);
	ck_assert_int_eq(run.stop, ENGINE_LOST);
	ck_assert_int_eq(run.lost, -ERANGE);

	d.drive.depth = 1;
	plan = new_plan(100);
	engine_run(&engine, &plan, &limits, &run);
	ck_assert_int_eq(run.stop, ENGINE_LOST);
	ck_assert_int_eq(run.lost, -EAGAIN);
	engine_close(&engine);
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
	int failures_count = sizeof(failing) / sizeof(failing[0]);

	tcase_add_test(tcase, closed_forms);
	tcase_add_test(tcase, closed_forms_without_data);
	tcase_add_test(tcase, rate);
	tcase_add_test(tcase, latency_at_depth);
	tcase_add_loop_test(tcase, any_drive, 1, 6);
	tcase_add_loop_test(tcase, any_drive, 32, 33);
	tcase_add_loop_test(tcase, failures, 0, failures_count);
	tcase_add_test(tcase, again);
	tcase_add_test(tcase, cannot_send);
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
