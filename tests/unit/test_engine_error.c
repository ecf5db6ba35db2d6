/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <string.h>

#include "engine_run.h"

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

int main(void)
{
	Suite *suite = suite_create("engine_error");
	TCase *tcase = tcase_create("engine_error");
	int failures_count = sizeof(failing) / sizeof(failing[0]);

	tcase_add_loop_test(tcase, failures, 0, failures_count);
	tcase_add_test(tcase, again);
	tcase_add_test(tcase, cannot_send);
	suite_add_tcase(suite, tcase);
	return unit_main(suite);
}
