/* SPDX-License-Identifier: BSD-2-Clause */
#include "plan.h"

void plan_init(struct plan *plan, enum plan_order order, uint64_t first,
	       uint64_t blocks, uint32_t command_blocks, uint64_t seed)
{
	*plan = (struct plan){
		.order = order,
		.first = first,
		.blocks = blocks,
		.left = blocks,
		.command_blocks = command_blocks,
		.random = seed,
	};
}

void plan_start_at(struct plan *plan, uint64_t next)
{
	uint64_t size = plan->command_blocks;

	next = (next / size + (next % size != 0)) * size;
	plan->next = next < plan->blocks ? next : 0;
}

void plan_init_extents(struct plan *plan, const struct plan_extent *extents,
		       size_t count, uint32_t command_blocks)
{
	*plan = (struct plan){
		.order = PLAN_EXTENTS,
		.command_blocks = command_blocks,
		.extents = extents,
		.extent_count = count,
	};
}

/* splitmix64 (Steele, Lea, Flood 2014). */
uint64_t plan_random(uint64_t *state)
{
	uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);

	z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
	return z ^ z >> 31;
}

/* Even over 0 to @limit - 1: numbers above the last whole multiple are drawn again. */
static uint64_t random_below(uint64_t *state, uint64_t limit)
{
	uint64_t uneven = -limit % limit, number;

	do {
		number = plan_random(state);
	} while (number < uneven);
	return number % limit;
}

static uint32_t part(const struct plan *plan, uint64_t left)
{
	return left < plan->command_blocks ? (uint32_t)left : plan->command_blocks;
}

static bool next_sequential(struct plan *plan, uint64_t *lba, uint32_t *blocks)
{
	uint64_t to_end;

	if (!plan->left)
		return false;
	if (plan->next == plan->blocks)
		plan->next = 0;
	to_end = plan->blocks - plan->next;
	*lba = plan->first + plan->next;
	*blocks = part(plan, to_end < plan->left ? to_end : plan->left);
	plan->next += *blocks;
	plan->left -= *blocks;
	return true;
}

static bool next_same(const struct plan *plan, uint64_t *lba, uint32_t *blocks)
{
	*lba = plan->first;
	*blocks = part(plan, plan->blocks);
	return plan->blocks > 0;
}

/* Whole commands that begin at a multiple of their size and lie inside the range. */
static bool next_random(struct plan *plan, uint64_t *lba, uint32_t *blocks)
{
	uint64_t size = plan->command_blocks;
	uint64_t low = plan->first / size + (plan->first % size != 0);
	uint64_t high = (plan->first + plan->blocks) / size;

	if (high <= low)
		return next_same(plan, lba, blocks);
	*lba = (low + random_below(&plan->random, high - low)) * size;
	*blocks = plan->command_blocks;
	return true;
}

static bool next_of_extents(struct plan *plan, uint64_t *lba, uint32_t *blocks)
{
	const struct plan_extent *extent;

	while (plan->extent < plan->extent_count &&
	       plan->next >= plan->extents[plan->extent].blocks) {
		plan->extent++;
		plan->next = 0;
	}
	if (plan->extent >= plan->extent_count)
		return false;
	extent = &plan->extents[plan->extent];
	*lba = extent->lba + plan->next;
	*blocks = part(plan, extent->blocks - plan->next);
	plan->next += *blocks;
	return true;
}

bool plan_next(struct plan *plan, uint64_t *lba, uint32_t *blocks)
{
	switch (plan->order) {
	case PLAN_SEQUENTIAL:
		return next_sequential(plan, lba, blocks);
	case PLAN_SAME:
		return next_same(plan, lba, blocks);
	case PLAN_RANDOM:
		return next_random(plan, lba, blocks);
	case PLAN_EXTENTS:
		return next_of_extents(plan, lba, blocks);
	}
	return false;
}
