/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef ENGINE_RUN_H
#define ENGINE_RUN_H

#include <math.h>

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

static inline struct engine new_engine(struct clock_drive *d, enum path path,
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
static inline struct plan new_plan(uint64_t blocks)
{
	struct plan plan;

	plan_init(&plan, PLAN_SEQUENTIAL, 1000, blocks, BLOCK, 0);
	return plan;
}

static inline void run_on(struct clock_drive *d, enum path path, unsigned int depth,
			  uint64_t blocks, struct engine_limits limits)
{
	struct engine engine = new_engine(d, path, depth);
	struct plan plan = new_plan(blocks);

	engine_run(&engine, &plan, &limits, &run);
	engine_close(&engine);
}

static inline void ck_near(double found, double expected, int number)
{
	ck_assert_msg(fabs(found - expected) <= 1e-9 * fabs(expected) + 1e-6,
		      "case %d: %.17g, not %.17g", number, found, expected);
}

#endif
