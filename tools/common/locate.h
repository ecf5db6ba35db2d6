/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TOOLS_LOCATE_H
#define TOOLS_LOCATE_H

#include "target.h"

/*
 * Find the sector of @error by single reads of @most blocks or less that are not
 * queued, and leave a drive that takes queued commands again; @nonce as in
 * command_run(). What target_use() gave before may be closed. Returns what ended that
 * too early (ATA_TIMED_OUT, ATA_GONE, …), or ATA_OK.
 */
enum ata_outcome locate_error(struct target *target, uint32_t most, uint64_t nonce,
			      struct read_error *error);

#endif
