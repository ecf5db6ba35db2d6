/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef SGIO_REPLAY_H
#define SGIO_REPLAY_H

#include "recording.h"

/* A recording taken apart, between its parser (recording.c) and the backend (replay.c).
 */

/* A run of things in one of the recording's arrays. */
struct recorded_range {
	size_t first, count;
};

struct recorded_request {
	uint8_t cdb[SGIO_CDB_MAX];
	uint8_t cdb_length;
	enum sgio_direction direction;
	uint32_t length, timeout_ms;
	int refused; /* errno of sgio_submit(), positive, or 0 */
	struct sgio_reply reply;
	size_t data; /* where in the pool */
	size_t data_length;
};

struct recorded_note {
	const char *key, *value;
};

struct recorded_drive {
	const char *name;
	struct sgio_facts facts;
	unsigned int depth;
	struct recorded_range requests, notes, clocks;
};

struct sgio_recording {
	struct recorded_drive *drives;
	struct recorded_request *requests;
	struct recorded_note *notes;
	uint64_t *clocks;
	size_t drive_count, request_count, note_count, clock_count;
	/* Strings and data; as long as the text, which nothing in it outgrows. */
	char *pool;
	size_t pool_used;
};

#endif
