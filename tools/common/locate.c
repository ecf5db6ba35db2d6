/* SPDX-License-Identifier: BSD-2-Clause */
#include "locate.h"

#include <stdlib.h>

enum {
	NARROW_READS = 24,   /* halving 65,536 sectors takes 17 */
	LOW_BYTE_READS = 16, /* of commands of up to 4,096 sectors */
	BUFFER_ALIGN = 4096,
};

/* Single reads by a command that is not queued. */
struct locate {
	struct target *target;
	struct sgio_drive *drive;
	struct command_form form;
	uint8_t *data;
	uint64_t nonce;
	uint32_t most; /* blocks of one read */
	unsigned int reads;
	bool lost;               /* nothing more can be learned: error, if it has one */
	struct read_error error; /* of the last read that failed */
};

/* What the drive says of a sector, and says again when it is read again. */
static bool is_of_media(enum ata_outcome outcome)
{
	switch (outcome) {
	case ATA_ABORTED:
	case ATA_UNCORRECTABLE:
	case ATA_ID_NOT_FOUND:
	case ATA_DEVICE_FAULT:
	case ATA_OTHER_ERROR:
		return true;
	default:
		return false;
	}
}

/* Queued commands end as the second when another fails, those of O_DIRECT as EIO. */
static bool may_be_of_media(enum ata_outcome outcome)
{
	return is_of_media(outcome) || outcome == ATA_RESET ||
	       outcome == ATA_HOST_ERROR;
}

/* READ DMA, or READ SECTORS of a drive that has no other. */
static bool use_target(struct locate *locate)
{
	static const enum path paths[] = {PATH_DMA, PATH_PIO};

	for (size_t i = 0; i < sizeof(paths) / sizeof(paths[0]); i++) {
		char *why;
		int rc = target_use(locate->target, paths[i], 1, &locate->drive,
				    &locate->form, &why);

		free(why);
		if (rc == 0)
			return true;
	}
	return false;
}

static bool begin(struct locate *locate, uint32_t most)
{
	uint64_t bytes;

	if (!use_target(locate))
		return false;
	locate->most = target_blocks_max(locate->target, &locate->form);
	if (locate->most > most)
		locate->most = most;
	bytes = (uint64_t)locate->most * locate->form.logical_block_size +
		BUFFER_ALIGN - 1;
	locate->data = aligned_alloc(BUFFER_ALIGN, bytes - bytes % BUFFER_ALIGN);
	return locate->data;
}

/* Can these sectors be read? */
static bool reads(struct locate *locate, uint64_t lba, uint32_t blocks)
{
	int rc = command_run(&locate->form, locate->drive, lba, blocks, locate->data,
			     locate->nonce, &locate->error);

	locate->reads++;
	if (rc <= 0)
		locate->lost = rc < 0 || !is_of_media(locate->error.outcome);
	return rc > 0;
}

/*
 * The fixed sense of Linux before 6.11 ends behind bits 7:0 of the LBA: few sectors of
 * a command have them, and all of these but the bad one are read in no time.
 */
static bool try_low_byte(struct locate *locate, struct read_error *error)
{
	uint64_t end = error->lba + error->blocks;
	uint64_t lba = error->lba + (uint8_t)(error->low_byte - error->lba);

	if (!error->has_low_byte)
		return false;
	for (unsigned int i = 0; i < LOW_BYTE_READS && lba < end; i++, lba += 256) {
		if (reads(locate, lba, 1))
			continue;
		if (!locate->lost)
			*error = locate->error;
		return true;
	}
	return false;
}

/*
 * Towards the first sector that fails: one half is read, and tells of both. What comes
 * of it is the smallest piece that was seen to fail.
 */
static void halve(struct locate *locate, struct read_error *error)
{
	uint64_t lba = error->lba;
	uint32_t blocks = error->blocks;

	while (blocks && !locate->lost && locate->reads < NARROW_READS) {
		uint32_t part = blocks > 1 ? blocks / 2 : 1;

		if (part > locate->most)
			part = locate->most;
		if (reads(locate, lba, part)) {
			lba += part;
			blocks -= part;
			continue;
		}
		if (locate->lost)
			break;
		*error = locate->error;
		if (error->blocks == 1)
			break;
		blocks = part;
	}
}

static void find(struct locate *locate, struct read_error *error)
{
	if (!try_low_byte(locate, error) && !locate->lost)
		halve(locate, error);
}

/*
 * After a command that failed, the next NCQ read ends with its abort once more (QEMU's
 * AHCI); any good command that is not queued clears that.
 */
static void settle(struct locate *locate, uint64_t bad)
{
	if (!locate->lost)
		reads(locate, bad == 0 ? locate->form.capacity - 1 : 0, 1);
}

enum ata_outcome locate_error(struct target *target, uint32_t most, uint64_t nonce,
			      struct read_error *error)
{
	struct locate locate = {

		.target = target, .nonce = nonce, .error.outcome = ATA_OK};

	if (begin(&locate, most)) {
		if (may_be_of_media(error->outcome) && error->blocks > 1)
			find(&locate, error);
		settle(&locate, error->lba);
	}
	free(locate.data);
	return locate.lost ? locate.error.outcome : ATA_OK;
}
