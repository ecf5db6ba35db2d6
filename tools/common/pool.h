/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TOOLS_POOL_H
#define TOOLS_POOL_H

#include <pthread.h>
#include <stdbool.h>

/*
 * Work on several threads that comes back in the order it was given. Threads are
 * started when there is more than one job to do, so a single job costs none.
 */
#define POOL_THREADS_MAX 64

/* The head of the caller's own struct, which stays the caller's. */
struct pool_job {
	void (*run)(struct pool_job *job);
	struct pool_job *next; /* the rest is the pool's */
	bool done;
};

struct pool {
	pthread_mutex_t lock;
	pthread_cond_t work;    /* something to do, or closing */
	pthread_cond_t done;    /* a job has been done */
	struct pool_job *first; /* the oldest that was not taken */
	struct pool_job *last;
	struct pool_job *unstarted; /* the oldest that nobody runs */
	unsigned int count;         /* jobs not taken */
	unsigned int waiting;       /* jobs that nobody runs */
	unsigned int idle;          /* threads without a job */
	unsigned int threads;
	pthread_t thread[POOL_THREADS_MAX];
	bool closing;
};

void pool_init(struct pool *pool);

/*
 * Give @job to the pool, which has up to @threads threads from now on (at most
 * POOL_THREADS_MAX). Where no thread can be started the job is run by pool_take().
 */
void pool_add(struct pool *pool, struct pool_job *job, unsigned int threads);

/* The oldest job, after it has been done; NULL when there is none. */
struct pool_job *pool_take(struct pool *pool);

/* End the threads. No job may be left. */
void pool_close(struct pool *pool);

#endif
