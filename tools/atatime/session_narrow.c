/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>

#include "session_parts.h"

enum {
	NARROW_READS = 24,   /* halving 65,536 sectors takes 17 */
	LOW_BYTE_READS = 16, /* of commands of up to 4,096 sectors */
	BUFFER_ALIGN = 4096,
};

/* Single reads by a command that is not queued. */
struct narrow {
	struct measure *measure;
	struct sgio_drive *drive;
	struct command_form form;
	uint8_t *data;
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
static bool use_target(struct narrow *narrow)
{
	static const enum path paths[] = {PATH_DMA, PATH_PIO};
	struct target *target = narrow->measure->session->target;

	for (size_t i = 0; i < sizeof(paths) / sizeof(paths[0]); i++) {
		char *why;
		int rc = target_use(target, paths[i], 1, &narrow->drive, &narrow->form,
				    &why);

		free(why);
		if (rc == 0)
			return true;
	}
	return false;
}

static bool narrow_begin(struct narrow *narrow)
{
	const struct measure *measure = narrow->measure;
	uint64_t sector = measure->engine.form.logical_block_size, bytes;

	if (!use_target(narrow))
		return false;
	narrow->most = measure_blocks_max(measure, &narrow->form);
	if (narrow->most > measure->engine.block_blocks)
		narrow->most = measure->engine.block_blocks;
	bytes = narrow->most * sector + BUFFER_ALIGN - 1;
	narrow->data = aligned_alloc(BUFFER_ALIGN, bytes - bytes % BUFFER_ALIGN);
	return narrow->data;
}

/* Can these sectors be read? */
static bool reads(struct narrow *narrow, uint64_t lba, uint32_t blocks)
{
	struct sgio_request request = {.owner = NULL};
	uint64_t nonce = ~narrow->measure->engine.nonce;
	int rc = command_prepare(&narrow->form, lba, blocks, narrow->data, &request);

	narrow->reads++;
	command_plant(&narrow->form, narrow->data, blocks, nonce);
	if (rc == 0)
		rc = sgio_run(narrow->drive, &request);
	if (rc < 0) {
		narrow->lost = true;
		return false;
	}
	if (command_judge(&narrow->form, &request, narrow->drive->facts.node, lba,
			  blocks,
			  command_untouched(&narrow->form, narrow->data, blocks, nonce),
			  &narrow->error))
		return true;
	narrow->lost = !is_of_media(narrow->error.outcome);
	return false;
}

/*
 * The fixed sense of Linux before 6.11 ends behind bits 7:0 of the LBA: few sectors of
 * a command have them, and all of these but the bad one are read in no time.
 */
static bool try_low_byte(struct narrow *narrow, struct read_error *error)
{
	uint64_t end = error->lba + error->blocks;
	uint64_t lba = error->lba + (uint8_t)(error->low_byte - error->lba);

	if (!error->has_low_byte)
		return false;
	for (unsigned int i = 0; i < LOW_BYTE_READS && lba < end; i++, lba += 256) {
		if (reads(narrow, lba, 1))
			continue;
		if (!narrow->lost)
			*error = narrow->error;
		return true;
	}
	return false;
}

/*
 * Towards the first sector that fails: one half is read, and tells of both. What comes
 * of it is the smallest piece that was seen to fail.
 */
static void halve(struct narrow *narrow, struct read_error *error)
{
	uint64_t lba = error->lba;
	uint32_t blocks = error->blocks;

	while (blocks && !narrow->lost && narrow->reads < NARROW_READS) {
		uint32_t part = blocks > 1 ? blocks / 2 : 1;

		if (part > narrow->most)
			part = narrow->most;
		if (reads(narrow, lba, part)) {
			lba += part;
			blocks -= part;
			continue;
		}
		if (narrow->lost)
			break;
		*error = narrow->error;
		if (error->blocks == 1)
			break;
		blocks = part;
	}
}

static void locate(struct narrow *narrow, struct read_error *error)
{
	if (!try_low_byte(narrow, error) && !narrow->lost)
		halve(narrow, error);
}

/*
 * After a command that failed, the next NCQ read ends with its abort once more (QEMU's
 * AHCI); any good command that is not queued clears that.
 */
static void settle(struct narrow *narrow, uint64_t bad)
{
	if (!narrow->lost)
		reads(narrow, bad == 0 ? narrow->form.capacity - 1 : 0, 1);
}

enum ata_outcome measure_narrow(struct measure *measure, struct read_error *error)
{
	struct narrow narrow = {.measure = measure, .error.outcome = ATA_OK};

	if (narrow_begin(&narrow)) {
		if (may_be_of_media(error->outcome) && error->blocks > 1)
			locate(&narrow, error);
		settle(&narrow, error->lba);
	}
	free(narrow.data);
	return narrow.lost ? narrow.error.outcome : ATA_OK;
}
