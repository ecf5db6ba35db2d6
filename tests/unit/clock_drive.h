/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef CLOCK_DRIVE_H
#define CLOCK_DRIVE_H

/*
 * A mathematical drive: a number of servers that take one command after the other, each
 * for a time that follows from the command's number and length alone. The host costs
 * gap_ns before each command. So every figure of a run can be worked out by hand.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "sgio/sgio.h"

enum { CLOCK_SERVERS = 32, CLOCK_FAULTS = 4, CLOCK_LOG = 4096 };

/* What becomes of the command with a number, from 1. */
struct clock_fault {
	unsigned int number;
	const char *sense; /* hexadecimal: CHECK CONDITION */
	uint16_t host_status;
	int error;        /* of the reply */
	int32_t residual; /* and no data in so many bytes at the end */
	uint32_t absent;  /* bytes at the end that are not filled, and nobody says so */
	int submit;       /* negative: sgio_submit() returns it */
	int reap;         /* negative: sgio_reap() returns it instead of the command */
	uint64_t extra_ns; /* longer than others */
};

/* What came back, in the order of return. */
struct clock_entry {
	unsigned int number;
	uint64_t start_ns, end_ns;
	uint32_t length;
};

struct clock_drive {
	struct sgio_drive drive; /* first: the backend gets its address */
	unsigned int servers;
	uint64_t command_ns; /* of each command */
	uint64_t ns_per_kib; /* and for its data */
	uint64_t gap_ns;     /* of the host */
	uint64_t jitter_ns;  /* less than so much more, by chance */
	bool shuffled; /* any of those that ended next to each other comes first */
	unsigned int zero_every; /* each so many-th command finds zeros; 0: none does */
	bool data_absent;        /* as a recording */
	struct clock_fault faults[CLOCK_FAULTS];

	uint64_t clock, random;
	uint64_t free_ns[CLOCK_SERVERS];
	struct sgio_request *waiting[CLOCK_SERVERS];
	unsigned int numbers[CLOCK_SERVERS];
	unsigned int submitted, waiting_count;
	struct clock_entry *log; /* CLOCK_LOG of them, or NULL */
	unsigned int logged;
};

static inline uint64_t clock_random(struct clock_drive *d)
{
	d->random = d->random * UINT64_C(6364136223846793005) + 1442695040888963407;
	return d->random >> 33;
}

static inline const struct clock_fault *clock_fault_of(const struct clock_drive *d,
						       unsigned int number)
{
	static const struct clock_fault none;

	for (unsigned int i = 0; i < CLOCK_FAULTS; i++) {
		if (d->faults[i].number == number)
			return &d->faults[i];
	}
	return &none;
}

static inline void clock_sense(const char *text, struct sgio_reply *reply)
{
	char digits[3] = "";

	for (; *text; text++) {
		if (*text == ' ')
			continue;
		digits[0] = *text++;
		digits[1] = *text;
		reply->sense[reply->sense_length++] =
			(uint8_t)strtoul(digits, NULL, 16);
	}
	reply->scsi_status = 2;
}

static inline void clock_answer(const struct clock_drive *d,
				const struct clock_fault *fault,
				struct sgio_request *request, unsigned int number)
{
	struct sgio_reply *reply = &request->reply;
	uint32_t missing = fault->absent ? fault->absent : (uint32_t)fault->residual;
	bool zero = d->data_absent || (d->zero_every && number % d->zero_every == 0);

	if (fault->sense)
		clock_sense(fault->sense, reply);
	reply->host_status = fault->host_status;
	reply->error = fault->error;
	reply->residual = fault->residual;
	reply->data_absent = d->data_absent;
	if (request->data && !fault->sense && !fault->error && !fault->host_status)
		memset(request->data, zero ? 0 : 0x5a, request->length - missing);
}

static inline uint64_t clock_service(struct clock_drive *d,
				     const struct clock_fault *fault, uint32_t length)
{
	uint64_t ns = d->command_ns + length * d->ns_per_kib / 1024 + fault->extra_ns;

	return d->jitter_ns ? ns + clock_random(d) % d->jitter_ns : ns;
}

/* The server that is free first. */
static inline uint64_t *clock_server(struct clock_drive *d)
{
	uint64_t *first = &d->free_ns[0];

	for (unsigned int i = 1; i < d->servers; i++) {
		if (d->free_ns[i] < *first)
			first = &d->free_ns[i];
	}
	return first;
}

static inline int clock_submit(struct sgio_drive *drive, struct sgio_request *request)
{
	struct clock_drive *d = (struct clock_drive *)drive;
	unsigned int number = d->submitted + 1;
	const struct clock_fault *fault = clock_fault_of(d, number);
	uint64_t *server = clock_server(d);

	if (fault->submit)
		return fault->submit;
	d->submitted = number;
	d->clock += d->gap_ns;
	clock_answer(d, fault, request, number);
	if (*server < d->clock)
		*server = d->clock;
	*server += clock_service(d, fault, request->length);
	request->reply.start_ns = d->clock;
	request->reply.end_ns = *server;
	d->numbers[d->waiting_count] = number;
	d->waiting[d->waiting_count++] = request;
	return 0;
}

/* The one that ends first, of several the one submitted first. */
static inline unsigned int clock_first(struct clock_drive *d)
{
	unsigned int first = 0;

	for (unsigned int i = 1; i < d->waiting_count; i++) {
		if (d->waiting[i]->reply.end_ns < d->waiting[first]->reply.end_ns)
			first = i;
	}
	if (d->shuffled && clock_random(d) % 4 == 0)
		return (unsigned int)(clock_random(d) % d->waiting_count);
	return first;
}

static inline int clock_reap(struct sgio_drive *drive, struct sgio_request **request)
{
	struct clock_drive *d = (struct clock_drive *)drive;
	unsigned int at, number;

	if (!d->waiting_count)
		return -ENOENT;
	at = clock_first(d);
	number = d->numbers[at];
	if (clock_fault_of(d, number)->reap)
		return clock_fault_of(d, number)->reap;
	*request = d->waiting[at];
	for (d->waiting_count--; at < d->waiting_count; at++) {
		d->waiting[at] = d->waiting[at + 1];
		d->numbers[at] = d->numbers[at + 1];
	}
	if ((*request)->reply.end_ns > d->clock)
		d->clock = (*request)->reply.end_ns;
	if (d->log && d->logged < CLOCK_LOG)
		d->log[d->logged++] = (struct clock_entry){
			number, (*request)->reply.start_ns, (*request)->reply.end_ns,
			(*request)->length};
	return 0;
}

static inline uint64_t clock_now(struct sgio_drive *drive)
{
	return ((struct clock_drive *)drive)->clock;
}

static inline void clock_close(struct sgio_drive *drive)
{
	(void)drive;
}

static const struct sgio_backend clock_backend = {
	.submit = clock_submit,
	.reap = clock_reap,
	.now = clock_now,
	.close = clock_close,
};

/* One command at a time, 100 us each, sectors of 512 bytes. */
static inline struct clock_drive new_clock_drive(void)
{
	return (struct clock_drive){
		.drive = {.backend = &clock_backend,
			  .facts = {.logical_block_size = 512, .node = SGIO_NODE_SG},
			  .depth = CLOCK_SERVERS},
		.servers = 1,
		.command_ns = 100000,
	};
}

#endif
