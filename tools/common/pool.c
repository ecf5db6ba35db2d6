/* SPDX-License-Identifier: BSD-2-Clause */
#include "pool.h"

#include <stddef.h>

void pool_init(struct pool *pool)
{
	*pool = (struct pool){.count = 0};
	pthread_mutex_init(&pool->lock, NULL);
	pthread_cond_init(&pool->work, NULL);
	pthread_cond_init(&pool->done, NULL);
}

/* Called and returns with the lock held; it is open while the job runs. */
static void run_oldest(struct pool *pool)
{
	struct pool_job *job = pool->unstarted;

	pool->unstarted = job->next;
	pool->waiting--;
	pthread_mutex_unlock(&pool->lock);
	job->run(job);
	pthread_mutex_lock(&pool->lock);
	job->done = true;
	pthread_cond_signal(&pool->done);
}

static void *worker(void *argument)
{
	struct pool *pool = argument;

	pthread_mutex_lock(&pool->lock);
	while (!pool->closing) {
		if (pool->unstarted) {
			run_oldest(pool);
			continue;
		}
		pool->idle++;
		pthread_cond_wait(&pool->work, &pool->lock);
		pool->idle--;
	}
	pthread_mutex_unlock(&pool->lock);
	return NULL;
}

static void start_threads(struct pool *pool, unsigned int threads)
{
	unsigned int wanted = pool->waiting;

	if (threads > POOL_THREADS_MAX)
		threads = POOL_THREADS_MAX;
	while (pool->threads < threads && wanted-- > pool->idle) {
		if (pthread_create(&pool->thread[pool->threads], NULL, worker, pool))
			return;
		pool->threads++;
	}
}

void pool_add(struct pool *pool, struct pool_job *job, unsigned int threads)
{
	job->next = NULL;
	job->done = false;
	pthread_mutex_lock(&pool->lock);
	if (pool->count++)
		pool->last->next = job;
	else
		pool->first = job;
	pool->last = job;
	if (!pool->unstarted)
		pool->unstarted = job;
	pool->waiting++;
	if (pool->count > 1)
		start_threads(pool, threads);
	pthread_cond_signal(&pool->work);
	pthread_mutex_unlock(&pool->lock);
}

struct pool_job *pool_take(struct pool *pool)
{
	struct pool_job *job;

	pthread_mutex_lock(&pool->lock);
	job = pool->first;
	if (job && pool->unstarted == job)
		run_oldest(pool);
	while (job && !job->done)
		pthread_cond_wait(&pool->done, &pool->lock);
	if (job) {
		pool->first = job->next;
		pool->count--;
	}
	pthread_mutex_unlock(&pool->lock);
	return job;
}

void pool_close(struct pool *pool)
{
	unsigned int i;

	pthread_mutex_lock(&pool->lock);
	pool->closing = true;
	pthread_cond_broadcast(&pool->work);
	pthread_mutex_unlock(&pool->lock);
	for (i = 0; i < pool->threads; i++)
		pthread_join(pool->thread[i], NULL);
	pthread_cond_destroy(&pool->done);
	pthread_cond_destroy(&pool->work);
	pthread_mutex_destroy(&pool->lock);
}
