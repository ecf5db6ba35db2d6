/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdlib.h>

#include "recording.h"

struct trace_drive {
	struct sgio_drive drive;
	struct sgio_drive *inner;
	sgio_tracer *tracer;
	void *closure;
};

static int trace_submit(struct sgio_drive *drive, struct sgio_request *request)
{
	struct trace_drive *trace = (struct trace_drive *)drive;
	int rc = sgio_submit(trace->inner, request);

	if (rc < 0 && rc != -EAGAIN)
		trace->tracer(trace->closure, request, rc);
	return rc;
}

static int trace_reap(struct sgio_drive *drive, struct sgio_request **request)
{
	struct trace_drive *trace = (struct trace_drive *)drive;
	int rc = sgio_reap(trace->inner, request);

	if (!rc)
		trace->tracer(trace->closure, *request, 0);
	return rc;
}

static uint64_t trace_now(struct sgio_drive *drive)
{
	return sgio_now(((struct trace_drive *)drive)->inner);
}

static void trace_close(struct sgio_drive *drive)
{
	struct trace_drive *trace = (struct trace_drive *)drive;

	sgio_close(trace->inner);
	free(trace);
}

int sgio_open_trace(struct sgio_drive *inner, sgio_tracer *tracer, void *closure,
		    struct sgio_drive **drive)
{
	static const struct sgio_backend backend = {
		.submit = trace_submit,
		.reap = trace_reap,
		.now = trace_now,
		.close = trace_close,
	};
	struct trace_drive *trace = calloc(1, sizeof(*trace));

	if (!trace)
		return -ENOMEM;
	trace->drive.backend = &backend;
	trace->drive.facts = inner->facts;
	trace->drive.depth = inner->depth;
	trace->drive.packet12 = inner->packet12;
	trace->inner = inner;
	trace->tracer = tracer;
	trace->closure = closure;
	*drive = (struct sgio_drive *)trace;
	return 0;
}
