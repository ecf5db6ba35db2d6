/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef SGIO_SIM_TIME_H
#define SGIO_SIM_TIME_H

#include <stdbool.h>
#include <stdint.h>

/*
 * How long a simulated drive takes for a command. A model sees one command after the
 * other, in the order they arrive, and may remember what it likes of them; it never
 * looks at the clock, that is the queue's (sim_queue.h).
 */
struct sim_work {
	uint8_t command; /* ATA opcode */
	bool queued;     /* an NCQ command */
	uint64_t lba;
	uint32_t blocks; /* logical blocks of the medium; 0: none is touched */
	uint64_t bytes;  /* over the link */
};

struct sim_cost {
	uint64_t latency_ns;  /* NCQ commands may spend this at the same time */
	uint64_t transfer_ns; /* the link carries one command's data at a time */
};

/* The ideal drive: a constant cost a command and a constant rate. */
struct sim_time {
	uint64_t command_ns;
	uint64_t bytes_per_second; /* 0: data takes no time */
	uint64_t remainder;        /* of the last division, so that no time is lost */
};

void sim_time_cost(struct sim_time *time, const struct sim_work *work,
		   struct sim_cost *cost);

#endif
