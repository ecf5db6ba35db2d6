/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef SGIO_SIM_LINK_H
#define SGIO_SIM_LINK_H

#include <stdbool.h>
#include <stdint.h>

/*
 * The link between host and drive, which carries one command's data at a time.
 *
 * Serial ATA: data travels in frames of up to 2048 dwords, each with SOF, header, CRC
 * and EOF around it and, where it is set, a number of dwords of handshake; a command
 * costs 16 dwords of register frames, a queued one 31; two dwords in 256 are ALIGN
 * (Serial ATA 3.1, 9 and 10). A dword takes 80/3 ns at 1.5 Gb/s.
 *
 * Parallel ATA: four bytes take two cycles of the mode that is selected.
 */
struct sim_link {
	unsigned int generation;   /* 1 to 3; 0: not serial */
	unsigned int cycles_ns;    /* two cycles, where it is parallel, or 0 */
	uint64_t bytes_per_second; /* else; 0: data takes no time */
	uint32_t handshake;        /* dwords a frame */
	uint64_t remainder;        /* of the last division, so that no time is lost */
	uint64_t free_ns;          /* when the last transfer ends */
};

/* Nanoseconds of a command with @bytes of data. */
uint64_t sim_link_time(struct sim_link *link, uint64_t bytes, bool queued);

#endif
