/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef ATATIME_ENGINE_H
#define ATATIME_ENGINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "command.h"
#include "plan.h"
#include "sgio.h"
#include "spec.h"
#include "statistics.h"

/*
 * Keeps a number of reads outstanding and counts what comes back. It knows a plan, a
 * backend with its clock, and nothing else.
 *
 * The window of a run opens at the end of the command with which the warm-up is over
 * (at the first submission without one) and closes at the end of the last command that
 * counts. Nothing is waited for in between: a command counts where it comes back. What
 * is still outstanding at the close is waited for and checked, but not counted; nor is
 * anything that comes back after a command that failed.
 */
struct engine_limits {
	uint64_t warmup_ns;       /* at least so long, and */
	uint64_t warmup_commands; /* at least so many commands are not timed */
	uint64_t duration_ns;     /* 0: no limit; the command that reaches it counts */
	uint64_t commands;        /* 0: no limit; timed ones */
};

/* One command that was counted, in the order of their return. */
struct engine_event {
	uint64_t lba;
	uint32_t blocks;
	uint64_t start_ns, end_ns; /* on the drive's clock */
	bool timed;                /* false: warm-up */
};

struct engine_hooks {
	/* May be NULL. Called between commands: keep it short. */
	void (*completed)(void *closure, const struct engine_event *event);
	/*
	 * May be NULL. Called with the drive's clock and the bytes that came so far, at
	 * least every poll_ns of it; true ends the run.
	 */
	bool (*poll)(void *closure, uint64_t now_ns, uint64_t bytes);
	uint64_t poll_ns;
	void *closure;
};

struct engine {
	struct sgio_drive *drive; /* the caller's */
	struct command_form form;
	unsigned int depth;    /* 1 to DEPTH_MAX, and no more than the drive's */
	uint32_t block_blocks; /* largest command, logical blocks */
	struct engine_hooks hooks;
	uint64_t nonce;  /* random, from engine_open() */
	uint8_t *buffer; /* depth buffers of stride bytes each */
	size_t stride, size;
};

enum engine_stop {
	ENGINE_DURATION,
	ENGINE_COMMANDS,
	ENGINE_PLAN,  /* the plan came to its end */
	ENGINE_POLL,  /* the hook said so */
	ENGINE_ERROR, /* a command failed: errors[] */
	ENGINE_LOST,  /* could not be asked: lost is the negative errno */
};

/* What was counted between two instants of the drive's clock. All zero is empty. */
struct engine_count {
	uint64_t bytes, commands;
	uint64_t start_ns, end_ns;
	double busy_ns; /* integral of the commands outstanding over the window */
	uint64_t looked_at, zeros; /* commands: first 512 bytes looked at; all were 0 */
	struct statistics latency;
};

struct engine_run {
	enum engine_stop stop;
	struct engine_count warmup, timed;
	/*
	 * All commands that failed; first the one that ended the run, which is not one
	 * that only a reset took along (ATA_RESET) where there is another.
	 */
	struct read_error errors[DEPTH_MAX];
	unsigned int error_count;
	uint64_t failed_lba; /* all of the command of errors[0] */
	uint32_t failed_blocks;
	int lost; /* also where ENGINE_ERROR came first */
};

/*
 * Buffers for engine->depth commands of engine->block_blocks: aligned, prefaulted, on
 * huge pages where there are any. The fields above nonce are set by the caller.
 *
 * PATH_VERIFY has no buffers; stride is what it would be with them.
 *
 * Returns 0; -EINVAL for a depth or size that is 0 or too large; -ENOMEM; or what
 * getrandom(2) says.
 */
int engine_open(struct engine *engine);
void engine_close(struct engine *engine);

/*
 * Run @plan until a limit, its end, the hook or an error. @run is always written. With
 * a plan of no commands both counts are empty. A command of the plan that cannot be
 * prepared (command_prepare(), or larger than block_blocks: -ERANGE) or sent ends the
 * run as ENGINE_LOST. When sgio_reap() failed, commands may still be outstanding: close
 * the drive, and only then the engine.
 */
void engine_run(struct engine *engine, struct plan *plan,
		const struct engine_limits *limits, struct engine_run *run);

/* Add what @from counted to @to, whose end moves on by the time of @from. */
void engine_count_add(struct engine_count *to, const struct engine_count *from);

/* Nanoseconds of a window, or of several that were added; 0 of an empty one. */
uint64_t engine_elapsed(const struct engine_count *count);

#endif
