/* SPDX-License-Identifier: BSD-2-Clause */
#include "workers.h"

#include <errno.h>
#include <signal.h>

static void queue_put(struct workers_queue *queue, struct sgio_request *request)
{
	queue->item[(queue->first + queue->count++) % WORKERS_MAX] = request;
}

static struct sgio_request *queue_take(struct workers_queue *queue)
{
	struct sgio_request *request = queue->item[queue->first];

	queue->first = (queue->first + 1) % WORKERS_MAX;
	queue->count--;
	return request;
}

/* The next that waits; NULL when there will be none any more. */
static struct sgio_request *begin(struct workers *workers)
{
	struct sgio_request *request = NULL;

	pthread_mutex_lock(&workers->lock);
	while (!workers->waiting.count && !workers->stop)
		pthread_cond_wait(&workers->work, &workers->lock);
	if (!workers->stop)
		request = queue_take(&workers->waiting);
	pthread_mutex_unlock(&workers->lock);
	return request;
}

/* Signals are sent after unlocking: who wakes then finds the lock free. */
static void end(struct workers *workers, struct sgio_request *request)
{
	pthread_mutex_lock(&workers->lock);
	queue_put(&workers->done, request);
	pthread_mutex_unlock(&workers->lock);
	pthread_cond_signal(&workers->ended);
}

static void *work(void *argument)
{
	struct worker *worker = argument;
	struct workers *workers = worker->workers;
	struct sgio_request *request;

	while ((request = begin(workers))) {
		workers->execute(workers->context, worker->number, request);
		end(workers, request);
	}
	return NULL;
}

void workers_init(struct workers *workers, unsigned int depth, workers_execute *execute,
		  void *context)
{
	*workers = (struct workers){
		.execute = execute, .context = context, .depth = depth};
	pthread_mutex_init(&workers->lock, NULL);
	pthread_cond_init(&workers->work, NULL);
	pthread_cond_init(&workers->ended, NULL);
}

/*
 * A signal must not reach a worker: sg's ioctl waits interruptibly, and what it then
 * leaves behind goes on running, or is sent again (SA_RESTART).
 */
static int start_worker(struct worker *worker)
{
	sigset_t all, before;
	int rc;

	sigfillset(&all);
	pthread_sigmask(SIG_BLOCK, &all, &before);
	rc = pthread_create(&worker->thread, NULL, work, worker);
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	return -rc;
}

int workers_start(struct workers *workers)
{
	if (workers->depth == 1)
		return 0;
	for (unsigned int i = 0; i < workers->depth; i++) {
		int rc;

		workers->worker[i].workers = workers;
		workers->worker[i].number = i;
		rc = start_worker(&workers->worker[i]);
		if (rc < 0)
			return rc;
		workers->threads++;
	}
	return 0;
}

int workers_submit(struct workers *workers, struct sgio_request *request)
{
	if (workers->outstanding >= workers->depth)
		return -EAGAIN;
	workers->outstanding++;
	if (!workers->threads) {
		workers->execute(workers->context, 0, request);
		queue_put(&workers->done, request);
		return 0;
	}
	pthread_mutex_lock(&workers->lock);
	queue_put(&workers->waiting, request);
	pthread_mutex_unlock(&workers->lock);
	pthread_cond_signal(&workers->work);
	return 0;
}

int workers_reap(struct workers *workers, struct sgio_request **request)
{
	if (!workers->outstanding)
		return -ENOENT;
	workers->outstanding--;
	if (!workers->threads) {
		*request = queue_take(&workers->done);
		return 0;
	}
	pthread_mutex_lock(&workers->lock);
	while (!workers->done.count)
		pthread_cond_wait(&workers->ended, &workers->lock);
	*request = queue_take(&workers->done);
	pthread_mutex_unlock(&workers->lock);
	return 0;
}

void workers_close(struct workers *workers)
{
	pthread_mutex_lock(&workers->lock);
	workers->stop = true;
	pthread_cond_broadcast(&workers->work);
	pthread_mutex_unlock(&workers->lock);
	for (unsigned int i = 0; i < workers->threads; i++)
		pthread_join(workers->worker[i].thread, NULL);
	pthread_cond_destroy(&workers->ended);
	pthread_cond_destroy(&workers->work);
	pthread_mutex_destroy(&workers->lock);
}
