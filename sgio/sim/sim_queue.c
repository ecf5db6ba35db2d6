/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <string.h>

#include "sim_queue.h"

static uint64_t later(uint64_t a, uint64_t b)
{
	return a > b ? a : b;
}

static uint64_t end_beside(const struct sim_queue *queue, const struct sim_cost *cost)
{
	return queue->now_ns + cost->latency_ns + cost->transfer_ns;
}

static uint64_t end_queued(struct sim_queue *queue, const struct sim_cost *cost)
{
	uint64_t end = later(queue->now_ns, queue->alone_ns) + cost->latency_ns;

	if (cost->transfer_ns) {
		end = later(end, queue->link_ns) + cost->transfer_ns;
		queue->link_ns = end;
	}
	queue->last_ns = later(queue->last_ns, end);
	return end;
}

static uint64_t end_alone(struct sim_queue *queue, const struct sim_cost *cost)
{
	uint64_t end = later(queue->now_ns, queue->last_ns);

	end += cost->latency_ns + cost->transfer_ns;
	queue->alone_ns = end;
	queue->link_ns = end;
	queue->last_ns = end;
	return end;
}

static uint64_t end_of(struct sim_queue *queue, enum sim_order order,
		       const struct sim_cost *cost)
{
	switch (order) {
	case SIM_BESIDE:
		return end_beside(queue, cost);
	case SIM_QUEUED:
		return end_queued(queue, cost);
	case SIM_ALONE:
		break;
	}
	return end_alone(queue, cost);
}

int sim_queue_room(const struct sim_queue *queue)
{
	if (queue->count == SIM_DEPTH)
		return -EAGAIN;
	return queue->total >= SIM_REQUEST_LIMIT ? -EOVERFLOW : 0;
}

void sim_queue_add(struct sim_queue *queue, struct sgio_request *request,
		   enum sim_order order, const struct sim_cost *cost)
{
	struct sim_event *event = &queue->event[queue->count++];

	event->request = request;
	event->end_ns = end_of(queue, order, cost);
	request->reply.start_ns = queue->now_ns;
	request->reply.end_ns = event->end_ns;
	queue->total++;
}

static unsigned int first_to_end(const struct sim_queue *queue)
{
	unsigned int first = 0;

	for (unsigned int i = 1; i < queue->count; i++) {
		if (queue->event[i].end_ns < queue->event[first].end_ns)
			first = i;
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

int sim_queue_take(struct sim_queue *queue, struct sgio_request **request)
{
	struct sim_event *event;
	unsigned int after;
	int rc;

	if (!queue->count)
		return -ENOENT;
	event = &queue->event[first_to_end(queue)];
	rc = count_stall(queue, event->end_ns);
	if (rc < 0)
		return rc;
	queue->now_ns = event->end_ns;
	*request = event->request;
	queue->count--;
	after = (unsigned int)(&queue->event[queue->count] - event);
	memmove(event, event + 1, after * sizeof(*event));
	return 0;
}
