/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef SGIO_SIM_QUEUE_H
#define SGIO_SIM_QUEUE_H

#include <stdbool.h>
#include <stdint.h>

#include "sgio.h"
#include "sim_time.h"

/*
 * Virtual time: what was submitted ends when its turn comes, and taking it out moves
 * the clock there. The clock stands still between; the host costs nothing. Which
 * command the drive serves next is decided when somebody waits for one.
 */
#define SIM_DEPTH 32

/* So many ends in a row at one instant: nobody will ever see the clock move again. */
#define SIM_STALL_LIMIT 10000

/* No run of a simulated drive is longer, whatever the caller waits for. */
#define SIM_REQUEST_LIMIT UINT64_C(100000000)

/* What else may be under way with a request (Linux, ata_std_qc_defer()). */
enum sim_order {
	SIM_BESIDE, /* anything: the host answers it, or nobody */
	SIM_QUEUED, /* other NCQ commands; its data has the link for itself */
	SIM_ALONE,  /* nothing: it waits for all before it, all after it wait for it */
};

struct sim_event {
	struct sgio_request *request;
	enum sim_order order;
	struct sim_job job;
	bool ends; /* end_ns is decided */
	uint64_t end_ns;
};

struct sim_queue {
	struct sim_event event[SIM_DEPTH]; /* in the order of submission */
	unsigned int count;
	unsigned int stalled;
	uint64_t total;
	uint64_t now_ns;
	uint64_t free_ns;  /* when the last command of the drive ended */
	uint64_t alone_ns; /* when the last SIM_ALONE one did */
};

/*
 * Whether there is room for one request more.
 *
 * Returns 0; -EAGAIN with SIM_DEPTH requests outstanding; -EOVERFLOW after
 * SIM_REQUEST_LIMIT requests.
 */
int sim_queue_room(const struct sim_queue *queue);

/* Submit @request with its @work, or SIM_BESIDE for fixed_ns; there is room. */
void sim_queue_add(struct sim_queue *queue, struct sgio_request *request,
		   enum sim_order order, const struct sim_work *work);

/*
 * Take out the request that ends first, the one submitted first of several, set the
 * times of its reply, and move the clock to its end.
 *
 * Returns 0; -ENOENT when none is outstanding; -EDEADLK after SIM_STALL_LIMIT requests
 * between which the clock did not move.
 */
int sim_queue_take(struct sim_queue *queue, struct sim_time *time,
		   struct sgio_request **request);

#endif
