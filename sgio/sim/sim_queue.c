/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <string.h>

#include "sim_queue.h"

int sim_queue_room(const struct sim_queue *queue)
{
	if (queue->count == SIM_DEPTH)
		return -EAGAIN;
	return queue->total >= SIM_REQUEST_LIMIT ? -EOVERFLOW : 0;
}

void sim_queue_add(struct sim_queue *queue, struct sgio_request *request,
		   enum sim_order order, const struct sim_work *work)
{
	struct sim_event *event = &queue->event[queue->count++];

	*event = (struct sim_event){
		.request = request,
		.order = order,
		.job = {.work = *work, .arrival_ns = queue->now_ns},
		.ends = order == SIM_BESIDE,
		.end_ns = queue->now_ns + work->fixed_ns + work->extra_ns,
	};
	queue->total++;
}

static bool waits(const struct sim_event *event)
{
	return event->order != SIM_BESIDE;
}

/* Is the drive busy with a command whose end is known? */
static bool is_serving(const struct sim_queue *queue)
{
	for (unsigned int i = 0; i < queue->count; i++) {
		if (waits(&queue->event[i]) && queue->event[i].ends)
			return true;
	}
	return false;
}

/* The kernel keeps queued commands back until one that runs alone has ended. */
static void issue(const struct sim_queue *queue, struct sim_time *time,
		  struct sim_job *job)
{
	if (job->issued)
		return;
	job->issued_ns =
		job->arrival_ns > queue->alone_ns ? job->arrival_ns : queue->alone_ns;
	sim_time_issue(time, job);
}

/*
 * The command to serve: the oldest, where that runs alone; else the one of the queued
 * ones before the next that runs alone whose data could flow first.
 */
static struct sim_event *choose(struct sim_queue *queue, struct sim_time *time)
{
	struct sim_event *best = NULL;
	uint64_t best_ns = UINT64_MAX;

	for (unsigned int i = 0; i < queue->count; i++) {
		struct sim_event *event = &queue->event[i];
		uint64_t ready_ns;

		if (!waits(event))
			continue;
		if (event->order == SIM_ALONE)
			return best ? best : event;
		issue(queue, time, &event->job);
		ready_ns = sim_time_ready(time, &event->job, queue->free_ns);
		if (ready_ns < best_ns) {
			best = event;
			best_ns = ready_ns;
		}
	}
	return best;
}

static void serve(struct sim_queue *queue, struct sim_time *time)
{
	struct sim_event *event = is_serving(queue) ? NULL : choose(queue, time);

	if (!event)
		return;
	event->end_ns = sim_time_serve(time, &event->job, queue->free_ns);
	event->ends = true;
	queue->free_ns = event->end_ns;
	if (event->order == SIM_ALONE)
		queue->alone_ns = event->end_ns;
}

static struct sim_event *first_to_end(struct sim_queue *queue)
{
	struct sim_event *first = NULL;

	for (unsigned int i = 0; i < queue->count; i++) {
		struct sim_event *event = &queue->event[i];

		if (event->ends && (!first || event->end_ns < first->end_ns))
			first = event;
	}
	return first;
}

static int count_stall(struct sim_queue *queue, uint64_t end_ns)
{
	if (end_ns > queue->now_ns)
		queue->stalled = 0;
	else if (queue->stalled >= SIM_STALL_LIMIT)
		return -EDEADLK;
	else
		queue->stalled++;
	return 0;
}

static void take_out(struct sim_queue *queue, struct sim_event *event)
{
	unsigned int after;

	queue->count--;
	after = (unsigned int)(&queue->event[queue->count] - event);
	memmove(event, event + 1, after * sizeof(*event));
}

int sim_queue_take(struct sim_queue *queue, struct sim_time *time,
		   struct sgio_request **request)
{
	struct sim_event *event;
	int rc;

	serve(queue, time);
	event = first_to_end(queue);
	if (!event)
		return -ENOENT;
	rc = count_stall(queue, event->end_ns);
	if (rc < 0)
		return rc;
	if (event->end_ns > queue->now_ns)
		queue->now_ns = event->end_ns;
	*request = event->request;
	(*request)->reply.start_ns = event->job.arrival_ns;
	(*request)->reply.end_ns = event->end_ns;
	take_out(queue, event);
	return 0;
}
