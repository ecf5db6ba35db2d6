/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef SGIO_WORKERS_H
#define SGIO_WORKERS_H

#include <pthread.h>
#include <stdbool.h>

#include "sgio.h"

/*
 * Requests that a blocking call carries out, several at a time: a thread for each. With
 * a depth of 1 there are no threads, and the call is made inside workers_submit(): a
 * hand-off costs more than many a command.
 */
enum { WORKERS_MAX = 64 };

/* Carry out @request, its times too, as worker @number of those of @context. */
typedef void workers_execute(void *context, unsigned int number,
			     struct sgio_request *request);

/* Requests in order, first in, first out; room for as many as may be outstanding. */
struct workers_queue {
	struct sgio_request *item[WORKERS_MAX];
	unsigned int first, count;
};

struct workers;

struct worker {
	struct workers *workers;
	unsigned int number;
	pthread_t thread;
};

struct workers {
	workers_execute *execute;
	void *context;
	unsigned int depth;
	unsigned int outstanding;
	unsigned int threads; /* that run; 0 with depth 1 */
	struct worker worker[WORKERS_MAX];
	pthread_mutex_t lock; /* guards what follows, where there are threads */
	pthread_cond_t work, ended;
	struct workers_queue waiting, done;
	bool stop;
};

/* Nothing runs yet. */
void workers_init(struct workers *workers, unsigned int depth, workers_execute *execute,
		  void *context);

/* Start the threads; 0 or a negative errno. workers_close() is due after both. */
int workers_start(struct workers *workers);

/* As sgio_submit() and sgio_reap(): -EAGAIN and -ENOENT. */
int workers_submit(struct workers *workers, struct sgio_request *request);
int workers_reap(struct workers *workers, struct sgio_request **request);

/* Wait for what is being carried out; what waits is not begun any more. */
void workers_close(struct workers *workers);

#endif
