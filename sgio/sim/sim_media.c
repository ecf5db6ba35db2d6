/* SPDX-License-Identifier: BSD-2-Clause */
#include <endian.h>
#include <string.h>

#include "sim_drive.h"

enum {
	ERROR_UNC = 0x40,
	ERROR_IDNF = 0x10,
	RETRY_NS = 1000000000, /* of a disk, before it gives a sector up */
};

/* 56 bits from 56 bits; each step can be undone, so no two LBAs give the same. */
static uint64_t mix(uint64_t lba)
{
	const uint64_t mask = (UINT64_C(1) << 56) - 1;

	lba = lba * UINT64_C(0x9e3779b97f4a7c15) & mask;
	lba ^= lba >> 28;
	lba = lba * UINT64_C(0xbf58476d1ce4e5b9) & mask;
	return lba ^ lba >> 28;
}

/* Seven bits of 56 to a byte, and the lowest bit of each is set. */
static uint64_t spread(uint64_t bits)
{
	bits = (bits & UINT64_C(0x0fffffff)) | (bits & UINT64_C(0xfffffff0000000)) << 4;
	bits = (bits & UINT64_C(0x00003fff00003fff)) |
	       (bits & UINT64_C(0x0fffc0000fffc000)) << 2;
	bits = (bits & UINT64_C(0x007f007f007f007f)) |
	       (bits & UINT64_C(0x3f803f803f803f80)) << 1;
	return bits << 1 | UINT64_C(0x0101010101010101);
}

/*
 * One number a sector, again and again, which is quick to write; every byte is odd, so
 * that no sector looks like one that was never written.
 */
void sim_media_fill(uint64_t lba, uint8_t *data, uint32_t length)
{
	uint64_t value = htole64(spread(mix(lba)));
	uint64_t piece[8] = {value, value, value, value, value, value, value, value};
	uint32_t i;

	for (i = 0; i + sizeof(piece) <= length; i += sizeof(piece))
		memcpy(data + i, piece, sizeof(piece));
	if (i < length)
		memcpy(data + i, piece, length - i);
}

static void fill_sector(const struct sim_drive *sim, uint64_t lba, uint8_t *data,
			uint32_t length)
{
	const struct sim_setup *s = &sim->setup;

	if (lba >= s->zeros_first && lba <= s->zeros_last)
		memset(data, 0, length);
	else
		sim_media_fill(lba, data, length);
}

static void fill_blocks(const struct sim_drive *sim, struct sim_command *command,
			uint32_t length)
{
	uint64_t lba = command->work.lba;
	uint32_t at = 0;

	while (at < length) {
		uint32_t part = length - at;

		if (part > sim->logical_size)
			part = sim->logical_size;
		fill_sector(sim, lba++, command->data + at, part);
		at += part;
	}
}

/* LBA and error that stop a run of @blocks at @lba, or false. */
static bool finds_error(const struct sim_drive *sim, uint64_t lba, uint32_t blocks,
			uint64_t *where, uint8_t *error)
{
	const struct sim_setup *s = &sim->setup;
	uint64_t end = sim->blocks > lba ? sim->blocks : lba;

	for (unsigned int i = 0; i < s->unc_count; i++) {
		const struct sim_span *span = &s->unc[i];
		uint64_t bad = lba > span->first ? lba : span->first;

		if (bad > span->last || bad >= lba + blocks || bad >= end)
			continue;
		*where = bad;
		*error = ERROR_UNC;
		return true;
	}
	*where = end;
	*error = ERROR_IDNF;
	return lba + blocks > sim->blocks;
}

/* What lies before the bad sector still comes. */
void sim_media_read(const struct sim_drive *sim, struct sim_command *command,
		    bool verify)
{
	uint64_t lba = command->work.lba, where, bytes;
	uint32_t blocks = command->work.blocks;
	uint8_t error;

	if (finds_error(sim, lba, blocks, &where, &error)) {
		sim_ata_fail(command, error);
		sim_ata_set_lba(command, where);
		/* Beyond the last sector nothing is read at all. */
		blocks = error == ERROR_UNC ? (uint32_t)(where - lba) : 0;
		command->work.blocks = error == ERROR_UNC ? blocks + 1 : 0;
		if (sim->time.model == SIM_MODEL_DISK && error == ERROR_UNC)
			command->work.retry_ns = RETRY_NS;
	}
	if (verify)
		return;
	bytes = (uint64_t)blocks * sim->logical_size;
	command->work.bytes = bytes;
	if (command->incomplete)
		bytes /= 2;
	if (bytes > command->length)
		bytes = command->length;
	fill_blocks(sim, command, (uint32_t)bytes);
}
