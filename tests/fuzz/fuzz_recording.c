/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include <string.h>

#include "sgio/recording.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Ask a replayed drive a little: what it has is the fuzzer's choice. */
static void ask(struct sgio_drive *drive)
{
	static const struct {
		uint8_t cdb[16], cdb_length;
		uint16_t length;
	} questions[] = {
		{{0x12, 0, 0, 0, 96}, 6, 96},
		{{0x85, 8, 0x0e, [6] = 1, [14] = 0xec}, 16, 512},
		{{0xa1, 8, 0x0e, 0, 1, [9] = 0xec}, 12, 512},
		{{0x85, 6, 0x20, [14] = 0xe5}, 16, 0},
		{{0x88, [13] = 1}, 16, 512},
	};
	uint8_t data[512];

	for (size_t i = 0; i < 2 * sizeof(questions) / sizeof(questions[0]); i++) {
		size_t q = i % (sizeof(questions) / sizeof(questions[0]));
		struct sgio_request request = {.cdb_length = questions[q].cdb_length};

		memcpy(request.cdb, questions[q].cdb, 16);
		request.length = questions[q].length;
		request.data = request.length ? data : NULL;
		request.direction = request.length ? SGIO_IN : SGIO_NONE;
		(void)sgio_run(drive, &request);
		(void)sgio_now(drive);
	}
}

/* A recording that parses, recorded anew, is one that parses. */
static void record_again(const struct sgio_recording *recording, size_t index)
{
	struct sgio_section *section;
	struct sgio_drive *replay, *drive;
	struct sgio_recording_error error;
	struct sgio_recording *second;
	const char *text;
	size_t size, head = strlen(sgio_recording_head);
	char *whole;

	if (sgio_section_open(sgio_recording_name(recording, index), &section) ||
	    sgio_open_replay(recording, index, &replay) ||
	    sgio_open_record(replay, section, &drive))
		abort();
	ask(drive);
	sgio_close(drive);
	if (sgio_section_text(section, &text, &size))
		abort();
	whole = malloc(head + size);
	if (!whole)
		abort();
	memcpy(whole, sgio_recording_head, head);
	memcpy(whole + head, text, size);
	if (sgio_recording_parse(whole, head + size, NULL, &second, &error))
		abort();
	if (strcmp(sgio_recording_name(recording, index),
		   sgio_recording_name(second, 0)))
		abort();
	sgio_recording_free(second);
	sgio_section_close(section);
	free(whole);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct sgio_recording_error error = {0, NULL};
	struct sgio_recording *recording;
	size_t used = 0;
	int rc = sgio_recording_parse((const char *)data, size, &used, &recording,
				      &error);

	if (rc < 0) {
		if (!error.message)
			abort();
		return 0;
	}
	if (used > size || !sgio_recording_drives(recording))
		abort();
	for (size_t i = 0; i < sgio_recording_drives(recording) && i < 8; i++)
		record_again(recording, i);
	sgio_recording_free(recording);
	return 0;
}
