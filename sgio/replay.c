/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "replay.h"

size_t sgio_recording_drives(const struct sgio_recording *recording)
{
	return recording->drive_count;
}

const char *sgio_recording_name(const struct sgio_recording *recording, size_t drive)
{
	return recording->drives[drive].name;
}

const struct sgio_facts *sgio_recording_facts(const struct sgio_recording *recording,
					      size_t drive)
{
	return &recording->drives[drive].facts;
}

const char *sgio_recording_note(const struct sgio_recording *recording, size_t drive,
				const char *key)
{
	const struct recorded_range *notes = &recording->drives[drive].notes;

	for (size_t i = notes->count; i-- > 0;) {
		const struct recorded_note *note = &recording->notes[notes->first + i];

		if (!strcmp(note->key, key))
			return note->value;
	}
	return NULL;
}

/* A request that was submitted, and the number of its answer. */
struct pending {
	struct sgio_request *request;
	size_t answer;
};

struct replay_drive {
	struct sgio_drive drive;
	const struct recorded_request *answers;
	size_t answer_count;
	const char *pool;
	bool *given;   /* which answers were */
	size_t next;   /* behind the answer given last */
	size_t oldest; /* all before it were given */

	struct pending *pending;
	size_t pending_count;

	const uint64_t *clocks;
	size_t clock_count, clock_next;
	uint64_t latest; /* time that anything was seen to happen */
};

static bool answers(const struct recorded_request *recorded,
		    const struct sgio_request *request)
{
	return recorded->cdb_length == request->cdb_length &&
	       !memcmp(recorded->cdb, request->cdb, request->cdb_length) &&
	       recorded->direction == request->direction &&
	       recorded->length == request->length;
}

static int find_answer(const struct replay_drive *replay,
		       const struct sgio_request *request, size_t *answer)
{
	size_t next = replay->next;

	if (next < replay->answer_count && !replay->given[next] &&
	    answers(&replay->answers[next], request)) {
		*answer = next;
		return 0;
	}
	for (size_t i = replay->oldest; i < replay->answer_count; i++)
		if (!replay->given[i] && answers(&replay->answers[i], request)) {
			*answer = i;
			return 0;
		}
	return -ENODATA;
}

static void mark_given(struct replay_drive *replay, size_t answer)
{
	replay->given[answer] = true;
	replay->next = answer + 1;
	while (replay->oldest < replay->answer_count && replay->given[replay->oldest])
		replay->oldest++;
}

static int replay_submit(struct sgio_drive *drive, struct sgio_request *request)
{
	struct replay_drive *replay = (struct replay_drive *)drive;
	size_t answer;
	int rc;

	if (replay->pending_count >= drive->depth)
		return -EAGAIN;
	rc = find_answer(replay, request, &answer);
	if (rc < 0)
		return rc;
	mark_given(replay, answer);
	if (replay->answers[answer].refused)
		return -replay->answers[answer].refused;
	replay->pending[replay->pending_count++] =
		(struct pending){.request = request, .answer = answer};
	return 0;
}

static void fill(const struct replay_drive *replay, size_t answer,
		 struct sgio_request *request)
{
	const struct recorded_request *recorded = &replay->answers[answer];

	request->reply = recorded->reply;
	if (recorded->reply.data_absent)
		memset(request->data, 0, request->length);
	else if (recorded->data_length)
		memcpy(request->data, replay->pool + recorded->data,
		       recorded->data_length);
}

/* A recording is in the order in which the answers came, so the lowest number is next.
 */
static int replay_reap(struct sgio_drive *drive, struct sgio_request **request)
{
	struct replay_drive *replay = (struct replay_drive *)drive;
	struct pending first;
	size_t at = 0;

	if (!replay->pending_count)
		return -ENOENT;
	for (size_t i = 1; i < replay->pending_count; i++)
		if (replay->pending[i].answer < replay->pending[at].answer)
			at = i;
	first = replay->pending[at];
	replay->pending[at] = replay->pending[--replay->pending_count];

	fill(replay, first.answer, first.request);
	if (replay->latest < first.request->reply.end_ns)
		replay->latest = first.request->reply.end_ns;
	*request = first.request;
	return 0;
}

/* What the clock said then; once that is used up, the time of the last event. */
static uint64_t replay_now(struct sgio_drive *drive)
{
	struct replay_drive *replay = (struct replay_drive *)drive;

	if (replay->clock_next < replay->clock_count) {
		uint64_t now = replay->clocks[replay->clock_next++];

		if (replay->latest < now)
			replay->latest = now;
	}
	return replay->latest;
}

static void release(struct replay_drive *replay)
{
	free(replay->given);
	free(replay->pending);
	free(replay);
}

static void replay_close(struct sgio_drive *drive)
{
	release((struct replay_drive *)drive);
}

static void point_at(struct replay_drive *replay,
		     const struct sgio_recording *recording,
		     const struct recorded_drive *recorded)
{
	static const struct sgio_backend backend = {
		.submit = replay_submit,
		.reap = replay_reap,
		.now = replay_now,
		.close = replay_close,
	};

	replay->drive.backend = &backend;
	replay->drive.facts = recorded->facts;
	replay->drive.depth = recorded->depth;
	replay->pool = recording->pool;
	replay->answer_count = recorded->requests.count;
	if (replay->answer_count)
		replay->answers = recording->requests + recorded->requests.first;
	replay->clock_count = recorded->clocks.count;
	if (replay->clock_count)
		replay->clocks = recording->clocks + recorded->clocks.first;
}

int sgio_open_replay(const struct sgio_recording *recording, size_t index,
		     struct sgio_drive **drive)
{
	struct replay_drive *replay;

	if (index >= recording->drive_count)
		return -EINVAL;
	replay = calloc(1, sizeof(*replay));
	if (!replay)
		return -ENOMEM;
	point_at(replay, recording, &recording->drives[index]);
	replay->given = calloc(replay->answer_count + 1, sizeof(*replay->given));
	replay->pending = calloc(replay->drive.depth, sizeof(*replay->pending));
	if (!replay->given || !replay->pending) {
		release(replay);
		return -ENOMEM;
	}
	*drive = (struct sgio_drive *)replay;
	return 0;
}
