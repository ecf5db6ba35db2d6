/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef SGIO_SIM_DISK_H
#define SGIO_SIM_DISK_H

#include <stdbool.h>
#include <stdint.h>

/*
 * Platters, heads and the buffer before them. LBAs lie on one spiral of zones, each
 * with its own rate; a block passes the head whenever the time, modulo a turn, is the
 * time that a stream from LBA 0 would have taken to it.
 *
 * After a command the head reads on (look-ahead) until half of the buffer is filled
 * with what nobody asked for yet; the other half keeps what was read before.
 */
enum { SIM_ZONES_MAX = 64 };

struct sim_disk {
	/* Set before sim_disk_init(). */
	uint64_t blocks;
	uint32_t block_bytes;
	uint64_t outer, inner; /* bytes a second */
	unsigned int zones;
	uint64_t seek_min_ns, seek_max_ns;
	uint64_t turn_ns; /* 0: no rotational latency */
	uint64_t buffer_blocks;
	bool lookahead;

	uint64_t zone_lba[SIM_ZONES_MAX + 1]; /* the first block of a zone */
	uint64_t zone_ns[SIM_ZONES_MAX + 1];  /* a stream from LBA 0 to it */
	uint64_t rate[SIM_ZONES_MAX];

	/* The stream: block @base passes the head at @base_ns. */
	uint64_t first, base, base_ns;
	uint64_t consumed; /* the end of what was asked for; 0: nothing was yet */
};

void sim_disk_init(struct sim_disk *disk);

/* Nanoseconds of media time from LBA 0 to @lba. */
uint64_t sim_disk_media_ns(const struct sim_disk *disk, uint64_t lba);

/* What has to pass before the head reads @lba, if it sets off at @now; 0 for what the
 * buffer has or the stream will come to. */
uint64_t sim_disk_position_ns(const struct sim_disk *disk, uint64_t lba,
			      uint32_t blocks, bool fua, uint64_t now_ns);

/* Read from @now on; returns when the last block is in the buffer, at the earliest
 * @now. */
uint64_t sim_disk_read(struct sim_disk *disk, uint64_t lba, uint32_t blocks, bool fua,
		       uint64_t now_ns);

/* The head reads nothing new for @ns: it tries a bad sector again and again. */
void sim_disk_pause(struct sim_disk *disk, uint64_t ns);

#endif
