/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "dump.h"

/*
 * Any bytes as a stream of dumps: the reports must be the same whatever pieces the
 * stream is cut into, lines must not go back, and there is no page without its bytes.
 */
struct summary {
	uint64_t hash; /* FNV-1a of all reports */
	uint64_t pages;
	uint64_t faults;
	uint64_t line;
	bool recording;
};

static void mix(struct summary *s, const void *data, size_t length)
{
	const uint8_t *bytes = data;

	for (size_t i = 0; i < length; i++)
		s->hash = (s->hash ^ bytes[i]) * 0x100000001b3;
}

static void check(bool holds)
{
	if (!holds)
		abort();
}

static void take(struct summary *s, enum dump_event event, const struct dump *dump)
{
	check(event == DUMP_PAGE || event == DUMP_FAULT || event == DUMP_RECORDING);
	mix(s, &event, sizeof(event));
	if (event == DUMP_RECORDING) {
		s->recording = true;
		return;
	}
	mix(s, dump, sizeof(*dump)); /* cleared before it is filled: holes are zeros */
	check(dump->last_line >= dump->first_line && dump->last_line >= s->line);
	s->line = dump->last_line;
	if (event == DUMP_PAGE) {
		s->pages++;
		check(dump->format != DUMP_UNKNOWN);
		check(!dump->vpd || strlen(dump->sat_product) <= 16);
	} else {
		s->faults++;
		check(dump->found < 2 * dump->expected);
		check(dump->fault != DUMP_SHORT ||
		      (dump->found != 0 && dump->found != dump->expected));
	}
}

/* Cut @data as the bytes of @cuts say; whole without any. */
static void parse(const uint8_t *data, size_t size, const uint8_t *cuts, size_t count,
		  struct summary *s)
{
	static struct dump_parser parser;
	static struct dump dump;
	enum dump_event event;
	size_t at = 0, cut = 0, consumed;

	memset(s, 0, sizeof(*s));
	dump_init(&parser);
	while (at < size) {
		size_t length = size - at;

		if (count != 0 && cuts[cut % count] < length)
			length = cuts[cut % count];
		length += length == 0 && cut % 2;
		cut++;
		event = dump_feed(&parser, data + at, length, &consumed, &dump);
		check(consumed <= length);
		at += consumed;
		if (event != DUMP_MORE)
			take(s, event, &dump);
		else
			check(consumed == length);
		if (s->recording)
			return;
	}
	while ((event = dump_end(&parser, &dump)) != DUMP_MORE) {
		take(s, event, &dump);
		if (s->recording)
			return;
	}
}

static bool same(const struct summary *a, const struct summary *b)
{
	return a->hash == b->hash && a->pages == b->pages && a->faults == b->faults &&
	       a->line == b->line && a->recording == b->recording;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct summary whole, pieces, bytes;
	const uint8_t one = 1;
	size_t cuts = size < 4 ? size : 4;

	parse(data + cuts, size - cuts, NULL, 0, &whole);
	parse(data + cuts, size - cuts, data, cuts, &pieces);
	parse(data + cuts, size - cuts, &one, 1, &bytes);
	check(same(&whole, &pieces));
	check(same(&whole, &bytes));
	/* Two characters a byte is the least a page takes. */
	check(whole.pages * DUMP_IDENTIFY_BYTES <= size);
	return 0;
}
