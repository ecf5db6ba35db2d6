/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>

#include "session_parts.h"

/* By halves, so that a power of two stays one. */
static uint32_t halved_blocks(uint32_t blocks, uint32_t most)
{
	while (blocks > most && blocks > 1)
		blocks /= 2;
	return blocks;
}

void measure_limit_block(struct measure *measure)
{
	const struct command_form *form = &measure->engine.form;
	struct spec *spec = &measure->result->spec;
	uint32_t asked = spec->block_bytes / form->logical_block_size;
	uint32_t most = target_blocks_max(measure->session->target, form);
	uint32_t blocks = halved_blocks(asked, most);

	measure->wanted_bytes = spec->block_bytes;
	/* The default is what fits, of which nothing has to be said. */
	if (blocks < asked && measure->spec->block_bytes)
		measure->refused_by =
			most < command_blocks_max(form) ? "the kernel" : "the drive";
	/* A range that is smaller is read by what it holds. */
	if (!measure->extents && blocks > measure->blocks)
		blocks = (uint32_t)measure->blocks;
	measure->engine.block_blocks = blocks;
	spec->block_bytes = blocks * form->logical_block_size;
}

void measure_fit_block(struct measure *measure)
{
	uint32_t most =
		target_blocks_max(measure->session->target, &measure->engine.form);
	uint32_t blocks = halved_blocks(measure->engine.block_blocks, most);

	measure->engine.block_blocks = blocks;
	measure->plan.command_blocks = blocks;
}

/*
 * Sizes that a queue or its adapter does not take: SG_IO answers EIO on a block node
 * (block/scsi_ioctl.c), EINVAL or ENOMEM where it cannot be mapped. To O_DIRECT EIO is
 * what a sector says that cannot be read.
 */
bool measure_is_size_refused(const struct measure *measure,
			     const struct read_error *error)
{
	bool size = error->host_error == EINVAL || error->host_error == ENOMEM ||
		    (error->host_error == EIO &&
		     !path_is_block(measure->result->spec.path));

	return size && error->outcome == ATA_HOST_ERROR && !measure->bytes &&
	       measure->engine.block_blocks > 1;
}

void measure_halve_block(struct measure *measure)
{
	uint32_t blocks = measure->engine.block_blocks / 2;

	measure->refused_by = "the kernel";
	measure->engine.block_blocks = blocks;
	measure->plan = measure->plan_before;
	measure->plan.command_blocks = blocks;
	measure->result->spec.block_bytes =
		blocks * measure->engine.form.logical_block_size;
}

void measure_note_block(struct measure *measure)
{
	uint32_t used = measure->result->spec.block_bytes;
	char was[32], is[32];

	if (!measure->refused_by || !measure->result->commands)
		return;
	size_format(measure->wanted_bytes, was, sizeof(was));
	size_format(used, is, sizeof(is));
	result_warn(measure->result, "block_size",
		    "%s takes no commands of %s: halved to %s", measure->refused_by,
		    was, is);
}
