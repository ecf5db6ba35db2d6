/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TOOLS_COMMAND_H
#define TOOLS_COMMAND_H

#include <stdbool.h>
#include <stdint.h>

#include "path.h"
#include "sat.h"
#include "sgio.h"

/* How one read is put to a drive, and what came of it. */
struct command_form {
	enum path path;
	uint32_t logical_block_size;
	uint64_t capacity;  /* logical blocks */
	uint8_t cdb_length; /* of pass-through, 12 or 16 */
	bool lba48;         /* 48-bit Address feature set */
	bool fua;           /* ncq only */
	uint32_t timeout_ms;
};

/* The most blocks that one command of @form may ask for (256, 65,536, 65,535, …). */
uint32_t command_blocks_max(const struct command_form *form);

/* How many blocks from 0 on they reach: 2^28 at most where there are 28-bit ones only.
 */
uint64_t command_reach(const struct command_form *form);

/*
 * Write CDB, direction, length and timeout of a read of @blocks at @lba; @data has room
 * for all of it and is not touched (NULL is fine for PATH_VERIFY). The shortest command
 * that reaches the last block is used: 28-bit up to LBA 2^28 - 2 and 256 blocks (to
 * 2^28 - 1 where the drive has no other), READ (10) up to LBA 2^32 - 1. No command asks
 * for registers on success.
 *
 * Returns 0; -ERANGE for a count of 0, one above command_blocks_max(), or blocks past
 * the capacity; -EOPNOTSUPP when the drive has no command that reaches so far (28-bit
 * only, or a 12-byte CDB).
 */
int command_prepare(const struct command_form *form, uint64_t lba, uint32_t blocks,
		    uint8_t *data, struct sgio_request *request);

/*
 * The canary: the last eight bytes of each logical block become @nonce, and are looked
 * at when the data came.
 */
void command_plant(const struct command_form *form, uint8_t *data, uint32_t blocks,
		   uint64_t nonce);

/*
 * How many of @blocks still hold the nonce (0: all data came, always so for
 * PATH_VERIFY). Plants it again in the same walk, so that the buffer is ready for the
 * next command.
 */
uint32_t command_untouched(const struct command_form *form, uint8_t *data,
			   uint32_t blocks, uint64_t nonce);

/* What went wrong with a read, for people and JSON. */
struct read_error {
	uint64_t lba;    /* of the first block that failed, as far as it is known */
	uint32_t blocks; /* 1 when it was narrowed down to the sector */
	enum ata_outcome outcome;
	bool has_registers;
	uint8_t status, error; /* ATA registers */
	int host_error;        /* errno, or 0 */
	/* Bits 7:0 of the LBA that failed, where sense data had room for no more. */
	bool has_low_byte;
	uint8_t low_byte;
};

/*
 * Judge @request of @blocks at @lba after it came back. Returns true when all its data
 * arrived; else @error says what happened, with the LBA that the drive or the sense
 * data names where they name one inside the command. @untouched: from
 * command_untouched(); any makes it ATA_SHORT.
 */
bool command_judge(const struct command_form *form, const struct sgio_request *request,
		   enum sgio_node node, uint64_t lba, uint32_t blocks,
		   uint32_t untouched, struct read_error *error);

/*
 * Read @blocks at @lba by themselves into @data, aligned to a page; @nonce is what must
 * not be left of it. Returns 1 when all of it arrived; 0 with @error when it did not; a
 * negative errno when it could not be sent.
 */
int command_run(const struct command_form *form, struct sgio_drive *drive, uint64_t lba,
		uint32_t blocks, uint8_t *data, uint64_t nonce,
		struct read_error *error);

#endif
