/* SPDX-License-Identifier: BSD-2-Clause */
#include "sim_flash.h"

void sim_flash_read(struct sim_flash *flash, uint64_t lba, uint32_t blocks,
		    uint64_t start_ns, uint64_t *first_ns, uint64_t *ready_ns)
{
	uint64_t page = lba / flash->page_blocks;
	uint64_t last = (lba + blocks - 1) / flash->page_blocks;

	*first_ns = UINT64_MAX;
	*ready_ns = start_ns;
	for (; page <= last; page++) {
		uint64_t *channel = &flash->free_ns[page % flash->channels];

		*channel =
			(*channel > start_ns ? *channel : start_ns) + flash->latency_ns;
		if (*channel < *first_ns)
			*first_ns = *channel;
		if (*channel > *ready_ns)
			*ready_ns = *channel;
	}
}
