/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef ATATIME_PLAN_H
#define ATATIME_PLAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Which sectors are read in which order. LBAs and counts are logical blocks; a plan
 * knows neither drive nor clock.
 */
enum plan_order {
	PLAN_SEQUENTIAL, /* all of the range once, forward; see plan_start_at() */
	PLAN_SAME,       /* the first command of the range for ever */
	PLAN_RANDOM,  /* for ever; starts are multiples of command_blocks from LBA 0 */
	PLAN_EXTENTS, /* the extents one after the other, once */
};

struct plan_extent {
	uint64_t lba, blocks;
};

struct plan {
	enum plan_order order;
	uint64_t first, blocks;  /* the range: at least one block */
	uint32_t command_blocks; /* of a whole command, at least 1 */
	uint64_t next;           /* where it stands, relative to range or extent */
	uint64_t left;           /* PLAN_SEQUENTIAL: blocks that were not read yet */
	uint64_t random;         /* state of the generator */
	const struct plan_extent *extents; /* the caller's */
	size_t extent_count, extent;
};

/* A plan over @blocks from @first; @seed counts for PLAN_RANDOM. */
void plan_init(struct plan *plan, enum plan_order order, uint64_t first,
	       uint64_t blocks, uint32_t command_blocks, uint64_t seed);

/*
 * Begin a PLAN_SEQUENTIAL at @next blocks from the first, or at the next whole command
 * behind that: from the end of the range it goes on at its first block.
 */
void plan_start_at(struct plan *plan, uint64_t next);

/* A plan of PLAN_EXTENTS: no command spans two of them. */
void plan_init_extents(struct plan *plan, const struct plan_extent *extents,
		       size_t count, uint32_t command_blocks);

/*
 * The next command; the last of a range or extent may be shorter. False when the plan
 * has come to its end. In a range too small for one aligned command PLAN_RANDOM reads
 * on and on what one command can of it, from its first block.
 */
bool plan_next(struct plan *plan, uint64_t *lba, uint32_t *blocks);

/* Random numbers (splitmix64) from @state: the next one, all 64 bits. */
uint64_t plan_random(uint64_t *state);

#endif
