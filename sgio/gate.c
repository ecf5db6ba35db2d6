/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>

#include "gate.h"
#include "sat.h"

enum length_rule {
	NO_DATA,
	BYTES,
	ALLOCATION,
	BLOCKS,
	SECTORS,
	FPDMA,
};

struct scsi_row {
	uint8_t cdb_length;
	uint8_t fixed[16], free[16];
	uint8_t rule;     /* an enum length_rule */
	uint8_t at, size; /* of the length in the CDB; BYTES: at is the length */
};

struct value {
	uint64_t fixed, free;
};

struct ata_row {
	uint8_t command;
	bool extend;
	enum sat_protocol protocol;
	struct value features, count, lba, device;
	enum length_rule rule;
};

/* clang-format off */
static const struct scsi_row scsi_rows[] = {
#define CDB(...) sizeof((uint8_t[]){__VA_ARGS__}), {__VA_ARGS__}
#define FREE(...) {__VA_ARGS__}
#define NO_DATA NO_DATA, 0, 0
#define BYTES(n) BYTES, n, 0
#define ALLOCATION(at, n) ALLOCATION, at, n
#define SECTORS(at, n) SECTORS, at, n
#define SCSI(...) {__VA_ARGS__},
#include "gate.def"
#undef CDB
#undef FREE
#undef NO_DATA
#undef BYTES
#undef ALLOCATION
#undef SECTORS
};

static const struct ata_row ata_rows[] = {
#define V(fixed, free) {fixed, free}
#define ATA(command, protocol, width, features, count, lba, device, rule) \
	{command, width == 48, SAT_##protocol, features, count, lba, device, rule},
#include "gate.def"
#undef V
};
/* clang-format on */

static bool scsi_matches(const struct scsi_row *row, const uint8_t *cdb)
{
	for (unsigned int i = 0; i < row->cdb_length; i++)
		if ((cdb[i] & ~row->free[i]) != row->fixed[i])
			return false;
	return true;
}

static bool value_matches(uint64_t value, const struct value *allowed)
{
	return (value & ~allowed->free) == allowed->fixed;
}

static bool ata_matches(const struct ata_row *row, const struct ata_taskfile *tf)
{
	return tf->command == row->command && tf->protocol == row->protocol &&
	       tf->extend == row->extend &&
	       value_matches(tf->features, &row->features) &&
	       value_matches(tf->count, &row->count) &&
	       value_matches(tf->lba, &row->lba) &&
	       value_matches(tf->device, &row->device);
}

/* The buffer and the direction fit @bytes of data, which is more than 0 but for
 * NO_DATA. */
static bool data_fits(const struct sgio_request *request, enum length_rule rule,
		      uint64_t bytes)
{
	if (rule == NO_DATA)
		return request->direction == SGIO_NONE && !request->data &&
		       !request->length;
	return request->direction == SGIO_IN && request->data && bytes &&
	       request->length == bytes;
}

/* Unknown is 0, which no request fits. */
static uint64_t logical_sector(const struct sgio_drive *drive)
{
	int64_t size = drive->facts.logical_block_size;

	return size >= 512 && size <= 65536 ? (uint64_t)size : 0;
}

static uint64_t scsi_bytes(const struct sgio_drive *drive, const struct scsi_row *row,
			   const uint8_t *cdb)
{
	uint64_t length = 0;

	if (row->rule == BYTES)
		return row->at;
	for (unsigned int i = 0; i < row->size; i++)
		length = length << 8 | cdb[row->at + i];
	return row->rule == SECTORS ? length * logical_sector(drive) : length;
}

static bool scsi_passes(const struct sgio_drive *drive,
			const struct sgio_request *request)
{
	for (size_t i = 0; i < sizeof(scsi_rows) / sizeof(scsi_rows[0]); i++) {
		const struct scsi_row *row = &scsi_rows[i];

		if (row->fixed[0] == request->cdb[0] &&
		    row->cdb_length == request->cdb_length &&
		    scsi_matches(row, request->cdb))
			return data_fits(request, row->rule,
					 scsi_bytes(drive, row, request->cdb));
	}
	return false;
}

static uint64_t ata_bytes(const struct sgio_drive *drive, const struct ata_row *row,
			  const struct ata_taskfile *tf)
{
	uint64_t count = row->rule == FPDMA ? tf->features : tf->count;

	if (row->rule == NO_DATA)
		return 0;
	if (row->rule == BLOCKS)
		return count * 512;
	if (!count)
		count = row->extend ? 65536 : 256;
	return count * logical_sector(drive);
}

/*
 * What the translator is told must be what the command does: libata looks at none of
 * these flags, adapters and bridges do.
 */
static bool flags_fit(const struct sgio_drive *drive, const struct ata_row *row,
		      const struct sat_flags *flags)
{
	if (flags->multiple_count || flags->off_line)
		return false;
	if (row->rule == NO_DATA)
		return !flags->t_type && !flags->t_dir && !flags->byte_block &&
		       !flags->t_length;
	if (!flags->t_dir || !flags->byte_block ||
	    flags->t_length != (row->rule == FPDMA ? 1 : 2))
		return false;
	if (row->rule == BLOCKS)
		return !flags->t_type;
	return flags->t_type || drive->facts.logical_block_size == 512;
}

static bool ata_passes(const struct sgio_drive *drive,
		       const struct sgio_request *request)
{
	struct ata_taskfile tf;
	struct sat_flags flags;

	if (sat_decode_cdb(request->cdb, request->cdb_length, &tf, &flags) ||
	    tf.auxiliary)
		return false;
	for (size_t i = 0; i < sizeof(ata_rows) / sizeof(ata_rows[0]); i++) {
		const struct ata_row *row = &ata_rows[i];

		if (ata_matches(row, &tf))
			return flags_fit(drive, row, &flags) &&
			       data_fits(request, row->rule,
					 ata_bytes(drive, row, &tf));
	}
	return false;
}

static bool is_pass_through(const struct sgio_drive *drive, uint8_t operation)
{
	if (operation == 0xa1)
		return drive->packet12;
	return operation == 0x85 || operation == 0x7f;
}

int sgio_gate(const struct sgio_drive *drive, const struct sgio_request *request)
{
	if (is_pass_through(drive, request->cdb[0]))
		return ata_passes(drive, request) ? 0 : -EBADRQC;
	return scsi_passes(drive, request) ? 0 : -EBADRQC;
}
