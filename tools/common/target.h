/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TOOLS_TARGET_H
#define TOOLS_TARGET_H

#include <stdbool.h>
#include <stdint.h>

#include "command.h"
#include "drive.h"
#include "path.h"
#include "sgio.h"
#include "subject.h"

/* One DRIVE while it is measured: who it is, and its open nodes. */
struct target {
	const char *argument;
	const struct drive_options *options;
	struct subject subject; /* status and error when it cannot be measured */

	uint32_t logical_block_size;
	uint64_t capacity;  /* logical blocks */
	uint64_t max_bytes; /* of one command, as the queue says; 0: not known */
	uint8_t cdb_length; /* of pass-through; 0: the drive was not identified */
	bool simulated;
	/* No CAP_SYS_RAWIO: identified from the kernel's copy, scsi and direct work. */
	bool no_pass_through;
	bool keep_page_cache; /* PATH_PAGE shows what is in it; else it is dropped */

	struct sgio_drive *drive; /* depth 1; the simulated drive's only one */
	struct sgio_drive *other; /* of other_path and other_depth, or NULL */
	enum path other_path;
	unsigned int other_depth;
};

/*
 * Ask @argument who it is, and leave it open. subject.status is EXIT_DONE when it can
 * be measured, also when only the kernel's copy told who it is (no_pass_through): then
 * dma, ncq, pio and verify fail with a message that names scsi and direct.
 */
void target_open(struct target *target, const char *argument,
		 const struct drive_options *options);
void target_close(struct target *target);

/*
 * The open drive for @path at @depth, and the form of its commands. It is the target's;
 * the one given before may be closed by the call.
 *
 * Returns 0 or a negative errno, with a message for a person in *@why that the caller
 * frees: what is missing, and what to use instead.
 */
int target_use(struct target *target, enum path path, unsigned int depth,
	       struct sgio_drive **drive, struct command_form *form, char **why);

/*
 * Bytes a second that the link between host and drive cannot exceed (8b/10b, and four
 * dwords a frame of 2048: docs/atatime.1 has the derivation; parallel ATA: the burst
 * rate of the selected mode). 0 when it is not known; 0 behind USB, an HBA or a port
 * multiplier, where word 77 is not the link to this host.
 */
uint64_t target_link_limit(const struct target *target);

/* The most blocks that drive and kernel take in one command. */
uint32_t target_blocks_max(const struct target *target,
			   const struct command_form *form);

/* How many blocks from 0 on commands of @path reach: 2^28 at most without 48 bits. */
uint64_t target_reach(const struct target *target, enum path path);

/* Does word 77 speak of this host's link: no bridge, adapter, multiplier between? */
bool target_is_own_link(const struct target *target);

/* Its speed in bits a second: word 77, else the kernel's; 0 when not known or not SATA.
 */
uint64_t target_link_speed(const struct target *target);

/* @rc, after *@why became what the format says, or NULL without memory. */
int because(char **why, int rc, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

#endif
