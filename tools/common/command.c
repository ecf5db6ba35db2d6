/* SPDX-License-Identifier: BSD-2-Clause */
#include "command.h"

#include <errno.h>
#include <string.h>

#include "bytes.h"

enum {
	DEVICE_LBA = 0x40,
	DEVICE_FUA = 0x80, /* of READ FPDMA QUEUED */
	BLOCKS_28 = 256,
	BLOCKS_48 = 65536,
	BLOCKS_SCSI = 65535, /* READ (10); libata refuses more in READ (16) */
	CANARY = sizeof(uint64_t),
};

#define LBA_28 (UINT64_C(1) << 28)
#define LBA_48 (UINT64_C(1) << 48)
#define LBA_READ_10 (UINT64_C(1) << 32)

/* Opcodes of a path: 28-bit, 0 without one, and 48-bit. */
static const struct {
	uint8_t short_command, command;
	enum sat_protocol protocol;
} commands[PATH_COUNT] = {
	[PATH_DMA] = {0xc8, 0x25, SAT_DMA},
	[PATH_NCQ] = {0, 0x60, SAT_FPDMA},
	[PATH_PIO] = {0x20, 0x24, SAT_PIO_IN},
	[PATH_VERIFY] = {0x40, 0x42, SAT_NON_DATA},
};

static bool has_48(const struct command_form *form)
{
	return form->lba48 && form->cdb_length == 16;
}

uint32_t command_blocks_max(const struct command_form *form)
{
	uint32_t blocks = BLOCKS_SCSI;

	if (path_is_pass_through(form->path))
		blocks = has_48(form) ? BLOCKS_48 : BLOCKS_28;
	/* The length of a transfer has 31 bits. */
	if ((uint64_t)blocks * form->logical_block_size > INT32_MAX)
		blocks = INT32_MAX / form->logical_block_size;
	return blocks;
}

uint64_t command_reach(const struct command_form *form)
{
	bool short_only = path_is_pass_through(form->path) && !has_48(form);

	return short_only && form->capacity > LBA_28 ? LBA_28 : form->capacity;
}

static void put_scsi(uint64_t lba, uint32_t blocks, struct sgio_request *request)
{
	uint8_t *cdb = request->cdb;

	if (lba + blocks <= LBA_READ_10) {
		request->cdb_length = 10;
		cdb[0] = 0x28;
		put_be(cdb + 2, lba, 4);
		put_be(cdb + 7, blocks, 2);
	} else {
		request->cdb_length = 16;
		cdb[0] = 0x88;
		put_be(cdb + 2, lba, 8);
		put_be(cdb + 10, blocks, 4);
	}
}

/*
 * Words 60-61 go to 0FFFFFFFh, so the last block that a 28-bit command is sure to reach
 * is 0FFFFFFEh (Linux has the same limit, lba_28_ok()); the next is read with it only
 * where there is nothing else.
 */
static bool fits_28(const struct command_form *form, uint64_t lba, uint32_t blocks)
{
	return commands[form->path].short_command && blocks <= BLOCKS_28 &&
	       lba + blocks <= (has_48(form) ? LBA_28 - 1 : LBA_28);
}

static int put_ata(const struct command_form *form, uint64_t lba, uint32_t blocks,
		   struct sgio_request *request)
{
	bool extend = !fits_28(form, lba, blocks);
	struct ata_taskfile tf = {
		.command = extend ? commands[form->path].command
				  : commands[form->path].short_command,
		.device = DEVICE_LBA,
		.lba = lba,
		.extend = extend,
		.protocol = commands[form->path].protocol,
		.logical_sectors = form->logical_block_size != 512,
	};
	uint16_t count = (uint16_t)(extend ? blocks : blocks & 0xff); /* 0: the most */

	if (extend && (!has_48(form) || lba + blocks > LBA_48))
		return -EOPNOTSUPP;
	if (form->path == PATH_NCQ) {
		tf.features = count;
		if (form->fua)
			tf.device |= DEVICE_FUA;
	} else {
		tf.count = count;
	}
	request->cdb_length = form->cdb_length;
	return sat_encode_cdb(&tf, form->cdb_length, request->cdb);
}

int command_prepare(const struct command_form *form, uint64_t lba, uint32_t blocks,
		    uint8_t *data, struct sgio_request *request)
{
	bool moves = path_moves_data(form->path);
	int rc = 0;

	if (!blocks || blocks > command_blocks_max(form) || lba >= form->capacity ||
	    blocks > form->capacity - lba)
		return -ERANGE;
	memset(request->cdb, 0, sizeof(request->cdb));
	if (path_is_pass_through(form->path))
		rc = put_ata(form, lba, blocks, request);
	else
		put_scsi(lba, blocks, request);
	if (rc < 0)
		return rc;
	request->direction = moves ? SGIO_IN : SGIO_NONE;
	request->data = moves ? data : NULL;
	request->length = moves ? blocks * form->logical_block_size : 0;
	request->timeout_ms = form->timeout_ms;
	return 0;
}

void command_plant(const struct command_form *form, uint8_t *data, uint32_t blocks,
		   uint64_t nonce)
{
	const size_t stride = form->logical_block_size;

	if (!path_moves_data(form->path))
		return;
	for (uint32_t i = 0; i < blocks; i++)
		memcpy(data + (i + 1) * stride - CANARY, &nonce, CANARY);
}

/*
 * Plant anew what data took the place of, up to the first block that it did not reach;
 * returns how many. The engine's main cost, so four instructions a block.
 */
static uint32_t replant(uint8_t *at, size_t stride, uint32_t blocks, uint64_t nonce)
{
	uint32_t i;

#pragma GCC unroll 8
	for (i = 0; i < blocks; i++) {
		uint64_t value;

		memcpy(&value, at, CANARY);
		if (value == nonce)
			break;
		memcpy(at, &nonce, CANARY);
		at += stride;
	}
	return i;
}

uint32_t command_untouched(const struct command_form *form, uint8_t *data,
			   uint32_t blocks, uint64_t nonce)
{
	const size_t stride = form->logical_block_size;
	uint32_t untouched = 0, done = 0;

	if (!path_moves_data(form->path))
		return 0;
	data += stride - CANARY;
	while ((done += replant(data + done * stride, stride, blocks - done, nonce)) <
	       blocks) {
		untouched++;
		done++;
	}
	return untouched;
}

/* READ (10) and (16). Linux reports 0 where it has lost the place (NCQ errors). */
static bool sense_lba(const struct ata_result *result, uint64_t *lba)
{
	*lba = result->sense.information;
	return result->has_sense && !result->sense.deferred &&
	       result->sense.has_information && *lba;
}

/* Of a command that is not queued: the drive leaves the first block that failed. */
static bool register_lba(const struct ata_result *result, uint64_t *lba)
{
	const struct ata_registers *r = &result->registers;

	*lba = r->extend ? r->lba : r->lba | (uint64_t)(r->device & 0x0f) << 24;
	return result->has_registers && !r->stale && !r->incomplete;
}

/* The LBA that the drive names; false when it names none. */
static bool named_lba(const struct command_form *form, const struct ata_result *result,
		      uint64_t *lba)
{
	if (result->outcome != ATA_UNCORRECTABLE && result->outcome != ATA_ID_NOT_FOUND)
		return false;
	return path_is_pass_through(form->path) ? register_lba(result, lba)
						: sense_lba(result, lba);
}

/* GOOD, with nothing beside it: sat_judge() would find no more, and takes longer. */
static bool is_plain_good(const struct sgio_reply *reply)
{
	return !reply->error && !reply->host_status && !reply->driver_status &&
	       !reply->scsi_status && !reply->sense_length && reply->residual <= 0;
}

bool command_judge(const struct command_form *form, const struct sgio_request *request,
		   enum sgio_node node, uint64_t lba, uint32_t blocks,
		   uint32_t untouched, struct read_error *error)
{
	struct ata_result result;
	uint64_t named;

	if (is_plain_good(&request->reply) && !untouched)
		return true;
	sat_judge(request, node, &result);
	if (result.outcome == ATA_OK && untouched)
		result.outcome = ATA_SHORT;
	if (result.outcome == ATA_OK)
		return true;
	*error = (struct read_error){
		.lba = lba,
		.blocks = blocks,
		.outcome = result.outcome,
		.has_registers = result.has_registers,
		.status = result.registers.status,
		.error = result.registers.error,
		.host_error = request->reply.error,
	};
	error->has_low_byte = path_is_pass_through(form->path) &&
			      result.has_registers && result.registers.incomplete &&
			      !result.registers.stale &&
			      result.outcome == ATA_UNCORRECTABLE;
	error->low_byte = (uint8_t)result.registers.lba;
	if (named_lba(form, &result, &named) && named >= lba && named - lba < blocks) {
		error->lba = named;
		error->blocks = 1;
	}
	return false;
}

static uint32_t missing(const struct command_form *form, const uint8_t *data,
			uint32_t blocks, uint64_t nonce)
{
	const size_t stride = form->logical_block_size;
	uint32_t count = 0;

	for (uint32_t i = 0; i < blocks && path_moves_data(form->path); i++)
		count += !memcmp(data + (i + 1) * stride - CANARY, &nonce, CANARY);
	return count;
}

int command_run(const struct command_form *form, struct sgio_drive *drive, uint64_t lba,
		uint32_t blocks, uint8_t *data, uint64_t nonce,
		struct read_error *error)
{
	struct sgio_request request = {.owner = NULL};
	int rc = command_prepare(form, lba, blocks, data, &request);

	if (rc < 0)
		return rc;
	command_plant(form, data, blocks, nonce);
	rc = sgio_run(drive, &request);
	if (rc < 0)
		return rc;
	return command_judge(form, &request, drive->facts.node, lba, blocks,
			     missing(form, data, blocks, nonce), error);
}
