/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include <string.h>

#include "session_parts.h"

enum { ALIGN_BYTES = 4096 }; /* of the samples' begin */

/* How the range is divided. */
struct division {
	uint64_t count, blocks; /* samples, and blocks of each */
	uint32_t lead;          /* blocks of the command before each; 0: none */
};

static uint64_t sample_blocks(const struct measure *measure)
{
	const struct target *target = measure->session->target;
	const struct size *size = &measure->session->settings->sample_size;
	uint32_t sector = target->logical_block_size;
	uint64_t bytes = 0;

	if (size_bytes(size, sector, target->capacity * sector, &bytes) < 0)
		return measure->blocks;
	return bytes < sector ? 1 : bytes / sector;
}

static void divide(const struct measure *measure, struct division *division)
{
	uint64_t most = measure->session->settings->zone_count;

	*division = (struct division){
		.lead = measure->engine.block_blocks,
		.blocks = sample_blocks(measure),
	};
	division->count = measure->blocks / (division->lead + division->blocks);
	if (division->count > most)
		division->count = most;
	if (division->count)
		return;
	/* No room for the command before it, or not even for one sample. */
	division->count = 1;
	division->lead = 0;
	if (division->blocks > measure->blocks)
		division->blocks = measure->blocks;
}

/* Where sample @i begins: the last one ends with the range. */
static uint64_t sample_lba(const struct measure *measure,
			   const struct division *division, uint64_t i)
{
	uint32_t align = ALIGN_BYTES / measure->result->logical_block_size;
	uint64_t room = measure->blocks - division->blocks - division->lead;
	uint64_t last = division->count - 1, at = measure->first, odd;

	if (last)
		at += (uint64_t)((__uint128_t)room * i / last);
	odd = align && i < last ? (at + division->lead) % align : 0;
	if (at - measure->first >= odd)
		at -= odd;
	return at + division->lead;
}

/* Behind a command that moves the heads to it. */
static void measure_sample(struct measure *measure, const struct division *division,
			   struct engine_count *sum)
{
	uint64_t lba = sample_lba(measure, division, measure->sample);
	uint32_t lead = measure->engine.block_blocks;
	struct engine_limits limits = {.warmup_commands = division->lead ? 1 : 0};

	if (lead > division->lead)
		lead = division->lead;
	plan_init(&measure->plan, PLAN_SEQUENTIAL, lba - lead, lead + division->blocks,
		  measure->engine.block_blocks, 0);
	measure->commands = 0;
	measure_pieces(measure, &limits);
	if (!measure->timed.commands)
		return;
	if (result_add_sample(measure->result, measure->sample_lba, &measure->timed) <
	    0) {
		result_fail(measure->result, EXIT_COULD_NOT_ASK, "memory",
			    "out of memory");
		measure->over = true;
	}
	engine_count_add(sum, &measure->timed);
}

static void one_run(struct measure *measure, const struct division *division,
		    struct engine_count *sum)
{
	memset(sum, 0, sizeof(*sum));
	for (measure->sample = 0; measure->sample < division->count && !measure->over;
	     measure->sample++)
		measure_sample(measure, division, sum);
	measure->timed = *sum;
	measure_add_run(measure);
}

void measure_zones(struct measure *measure)
{
	unsigned int repeat = measure->session->settings->repeat;
	struct engine_count *sum = malloc(sizeof(*sum));
	struct division division;

	if (!sum) {
		result_fail(measure->result, EXIT_COULD_NOT_ASK, "memory",
			    "out of memory");
		return;
	}
	divide(measure, &division);
	measure->samples = division.count;
	measure->begin_ns = sgio_now(measure->engine.drive);
	for (measure->number = 1; measure->number <= repeat && !measure->over;
	     measure->number++)
		one_run(measure, &division, sum);
	free(sum);
}
