/* SPDX-License-Identifier: BSD-2-Clause */
#include "sim_time.h"

#define NS_PER_SECOND UINT64_C(1000000000)

/*
 * The time of all transfers together is exact to the nanosecond: what one division
 * leaves over goes into the next. No command carries more than 32 MiB (65,536 blocks of
 * 512 bytes; 256 MiB with 4096), so that bytes times 10^9 fits 64 bits.
 */
static uint64_t transfer(struct sim_time *time, uint64_t bytes)
{
	uint64_t work, ns;

	if (!time->bytes_per_second)
		return 0;
	work = bytes * NS_PER_SECOND + time->remainder;
	ns = work / time->bytes_per_second;
	time->remainder = work % time->bytes_per_second;
	return ns;
}

void sim_time_cost(struct sim_time *time, const struct sim_work *work,
		   struct sim_cost *cost)
{
	cost->latency_ns = time->command_ns;
	cost->transfer_ns = transfer(time, work->bytes);
}
