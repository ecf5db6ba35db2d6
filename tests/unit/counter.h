/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef COUNTER_H
#define COUNTER_H

#include <errno.h>
#include <string.h>

#include "sgio/sgio.h"
#include "unit.h"

/* A backend that counts: takes everything, answers GOOD at once. */

struct counter {
	struct sgio_drive drive;
	struct sgio_request *request;
	unsigned int arrived;
	struct sgio_reply reply;
	uint8_t first; /* byte of the data */
};

static int counter_submit(struct sgio_drive *drive, struct sgio_request *request)
{
	struct counter *counter = (struct counter *)drive;

	counter->arrived++;
	counter->request = request;
	return 0;
}

static int counter_reap(struct sgio_drive *drive, struct sgio_request **request)
{
	struct counter *counter = (struct counter *)drive;

	if (!counter->request)
		return -ENOENT;
	*request = counter->request;
	counter->request = NULL;
	(*request)->reply = counter->reply;
	if ((*request)->length)
		(*request)->data[0] = counter->first;
	return 0;
}

static uint64_t counter_now(struct sgio_drive *drive)
{
	(void)drive;
	return 0;
}

static void counter_close(struct sgio_drive *drive)
{
	(void)drive;
}

static const struct sgio_backend backend = {
	.submit = counter_submit,
	.reap = counter_reap,
	.now = counter_now,
	.close = counter_close,
};

static inline struct counter new_counter(int64_t sector)
{
	return (struct counter){
		.drive = {.backend = &backend,
			  .facts = {.logical_block_size = sector},
			  .depth = 1,
			  .packet12 = true},
	};
}

/* Does @request arrive? And when it does not, is it refused by the gate? */
static inline bool arrives(struct counter *counter, struct sgio_request *request)
{
	unsigned int before = counter->arrived;
	int rc = sgio_submit(&counter->drive, request);

	counter->drive.outstanding = 0;
	counter->request = NULL;
	/* No ck_assert: millions of calls pass here, and it notes each. */
	if (rc != 0 && rc != -EBADRQC)
		ck_abort_msg("neither sent nor refused: %d", rc);
	if (counter->arrived != before + (rc == 0))
		ck_abort_msg("arrived though refused, or did not arrive");
	return rc == 0;
}

static uint8_t buffer[512]; /* nothing is ever written to it but its first byte */

static inline void set_data(struct sgio_request *request, uint32_t length)
{
	request->length = length;
	request->data = length ? buffer : NULL;
	request->direction = length ? SGIO_IN : SGIO_NONE;
}

#endif
