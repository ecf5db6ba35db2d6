/* SPDX-License-Identifier: BSD-2-Clause */
#include "sim_link.h"

#include "clock.h"

enum {
	FRAME_BYTES = 8192,
	FRAME_DWORDS = 4,    /* SOF, header, CRC, EOF */
	COMMAND_DWORDS = 16, /* Register H2D and D2H */
	QUEUED_DWORDS = 31,  /* and DMA Setup, Set Device Bits */
};

/* What one division leaves over goes into the next. */
static uint64_t divide(struct sim_link *link, uint64_t amount, uint64_t divisor)
{
	uint64_t sum = amount + link->remainder;

	link->remainder = sum % divisor;
	return sum / divisor;
}

/* A dword is 80/3 ns at 1.5 Gb/s; times 256/254 it is 20480/762. */
static uint64_t serial_time(struct sim_link *link, uint64_t bytes, bool queued)
{
	uint64_t frames = (bytes + FRAME_BYTES - 1) / FRAME_BYTES;
	uint64_t dwords = (bytes + 3) / 4 + frames * (FRAME_DWORDS + link->handshake) +
			  (queued ? QUEUED_DWORDS : COMMAND_DWORDS);

	return divide(link, dwords * (UINT64_C(20480) >> (link->generation - 1)), 762);
}

/* No command carries more than 256 MiB, so that bytes times 10^9 fits 64 bits. */
uint64_t sim_link_time(struct sim_link *link, uint64_t bytes, bool queued)
{
	if (link->generation)
		return serial_time(link, bytes, queued);
	if (link->cycles_ns)
		return divide(link, bytes * link->cycles_ns, 4);
	if (!link->bytes_per_second)
		return 0;
	return divide(link, bytes * NS_PER_SECOND, link->bytes_per_second);
}
