/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef SGIO_SIM_TIME_H
#define SGIO_SIM_TIME_H

#include <stdbool.h>
#include <stdint.h>

#include "sim_disk.h"
#include "sim_flash.h"
#include "sim_link.h"

/*
 * How long a simulated drive takes for a command (docs/sim.md has the formulas). It
 * never looks at a clock: the queue (sim_queue.h) tells it the time, and asks which of
 * the commands that wait could be ready first. All is integer arithmetic, so that every
 * machine counts the same nanoseconds.
 */
enum sim_model {
	SIM_MODEL_IDEAL, /* a constant cost a command, a constant rate */
	SIM_MODEL_DISK,
	SIM_MODEL_FLASH,
};

struct sim_work {
	uint8_t command; /* ATA opcode */
	bool queued;     /* an NCQ command */
	bool fua;        /* the medium is read, whatever the buffer holds */
	uint64_t lba;
	uint32_t blocks;   /* logical blocks of the medium; 0: none is touched */
	uint64_t bytes;    /* over the link */
	uint64_t extra_ns; /* before it: spin-up */
	uint64_t retry_ns; /* after its last block, of a disk */
	uint64_t fixed_ns; /* all but extra_ns, if not 0: no answer at all */
};

struct sim_time {
	enum sim_model model;
	uint64_t command_ns; /* of host and firmware, a command */
	struct sim_link link;
	struct sim_disk disk;
	struct sim_flash flash;
};

/* A command under way. */
struct sim_job {
	struct sim_work work;
	uint64_t arrival_ns; /* at the kernel */
	uint64_t issued_ns;  /* to the drive, once @issued */
	bool issued;
	uint64_t first_ns, ready_ns; /* flash: first and last page, when @placed */
	bool placed;
};

/* @job, an NCQ command, is issued to the drive at its issued_ns. */
void sim_time_issue(struct sim_time *time, struct sim_job *job);

/* When its data could begin to flow, if it were served next, at @now. */
uint64_t sim_time_ready(const struct sim_time *time, const struct sim_job *job,
			uint64_t now_ns);

/* Serve it at @now; returns when it ends. */
uint64_t sim_time_serve(struct sim_time *time, struct sim_job *job, uint64_t now_ns);

#endif
