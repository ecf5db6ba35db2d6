/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef SGIO_SIM_FLASH_H
#define SGIO_SIM_FLASH_H

#include <stdint.h>

/*
 * Flash: page p of the drive lies on channel p modulo the channels, and a channel reads
 * one page at a time, in the order in which they were asked for.
 */
enum { SIM_CHANNELS_MAX = 64 };

struct sim_flash {
	uint64_t page_blocks;
	uint64_t latency_ns; /* of a page */
	unsigned int channels;
	uint64_t free_ns[SIM_CHANNELS_MAX];
};

/* Read from @start on: when the first page is there, and when the last is. */
void sim_flash_read(struct sim_flash *flash, uint64_t lba, uint32_t blocks,
		    uint64_t start_ns, uint64_t *first_ns, uint64_t *ready_ns);

#endif
