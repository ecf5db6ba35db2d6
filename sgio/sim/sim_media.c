/* SPDX-License-Identifier: BSD-2-Clause */
#include <endian.h>
#include <string.h>

#include "sim_drive.h"

enum {
	ERROR_UNC = 0x40,
	ERROR_IDNF = 0x10,
	RETRY_NS = 1000000000, /* of a disk, before it gives a sector up */
};

/* The finaliser of splitmix64: every bit of @lba changes half of the result. */
static uint64_t mix(uint64_t lba)
{
	lba += UINT64_C(0x9e3779b97f4a7c15);
	lba = (lba ^ lba >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
	lba = (lba ^ lba >> 27) * UINT64_C(0x94d049bb133111eb);
	return lba ^ lba >> 31;
}

/*
 * One number a sector, again and again, which is quick to write; every byte is odd, so
 * that no sector looks like one that was never written.
 */
void sim_media_fill(uint64_t lba, uint8_t *data, uint32_t length)
{
	uint64_t value = htole64(mix(lba) | UINT64_C(0x0101010101010101));
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
	uint64_t bad = lba > s->unc_first ? lba : s->unc_first;
	bool unc =
		s->unc_first != SIM_NEVER && bad <= s->unc_last && bad < lba + blocks;
	uint64_t end = sim->blocks > lba ? sim->blocks : lba;

	if (unc && bad < end) {
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
			command->work.extra_ns += RETRY_NS;
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
