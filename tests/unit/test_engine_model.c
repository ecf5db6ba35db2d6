/* SPDX-License-Identifier: BSD-2-Clause */
#include "engine_run.h"

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

int main(void)
{
	Suite *suite = suite_create("engine_model");
	TCase *tcase = tcase_create("engine_model");

	tcase_add_loop_test(tcase, any_drive, 1, 6);
	tcase_add_loop_test(tcase, any_drive, 32, 33);
	suite_add_tcase(suite, tcase);
	return unit_main(suite);
}
