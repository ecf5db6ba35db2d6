/* SPDX-License-Identifier: BSD-2-Clause */
#include "dump_parts.h"

#include <string.h>

void dump_init(struct dump_parser *parser)
{
	memset(parser, 0, sizeof(*parser));
	parser->line = 1;
	dump_line_begin(parser);
	dump_gather_nothing(parser);
}

static enum dump_event feed_text(struct dump_parser *p, const uint8_t *bytes,
				 size_t length, size_t *consumed, struct dump *dump)
{
	enum dump_event event = dump_settle(p, dump);
	size_t i = 0, taken;

	while (event == DUMP_MORE && i < length) {
		event = dump_take_text(p, bytes + i, length - i, &taken, dump);
		i += taken;
	}
	*consumed = i;
	return event;
}

static enum dump_event feed_binary(struct dump_parser *p, const uint8_t *bytes,
				   size_t length, size_t *consumed, struct dump *dump)
{
	size_t taken = 0;

	while (taken < length) {
		size_t n = dump_size(p->data, p->have) - p->have;

		if (n > length - taken)
			n = length - taken;
		memcpy(p->data + p->have, bytes + taken, n);
		p->have += (uint16_t)n;
		taken += n;
		if (p->have == dump_size(p->data, p->have)) {
			*consumed = taken;
			return dump_report_page(p, p->have, dump);
		}
	}
	*consumed = taken;
	return DUMP_MORE;
}

/* As many bytes as a binary dump has: that is full of control characters. */
#define TEXT_SAMPLE DUMP_IDENTIFY_BYTES

/* Whether the first bytes of the stream are text: seven eighths of them at least. */
static bool is_text(const uint8_t *bytes, size_t length)
{
	size_t odd = 0;
	bool comment = false;

	for (size_t i = 0; i < length; i++) {
		uint8_t c = bytes[i];

		if (i == 0 || bytes[i - 1] == '\n')
			comment = c == '#';
		odd += (c < ' ' && !(c >= '\t' && c <= '\r')) || c == 0x7f ||
		       (c > 0x7f && !comment);
	}
	return odd * 8 <= length;
}

/* Comments and blank lines aside, does the stream begin as a recording does? */
static bool is_recording(const uint8_t *bytes, size_t length)
{
	size_t magic = strlen(DUMP_RECORDING_MAGIC);
	const uint8_t *end = bytes + length;

	while (bytes < end && (*bytes == '#' || *bytes == '\n' || *bytes == '\r')) {
		bytes = memchr(bytes, '\n', (size_t)(end - bytes));
		if (!bytes)
			return false;
		bytes++;
	}
	return (size_t)(end - bytes) >= magic &&
	       memcmp(bytes, DUMP_RECORDING_MAGIC, magic) == 0;
}

/* The first bytes are there: what is the stream? */
static void detect(struct dump_parser *p)
{
	static const uint8_t mark[] = {0xef, 0xbb, 0xbf}; /* U+FEFF */
	const uint8_t *bytes = p->head;
	size_t length = p->head_length;

	if (length >= sizeof(mark) && memcmp(bytes, mark, sizeof(mark)) == 0) {
		p->head_taken = sizeof(mark);
		bytes += sizeof(mark);
		length -= sizeof(mark);
	}
	if (is_recording(bytes, length)) {
		p->mode = MODE_RECORDING;
	} else if (is_text(bytes, length < TEXT_SAMPLE ? length : TEXT_SAMPLE)) {
		p->mode = MODE_TEXT;
	} else {
		p->mode = MODE_BINARY;
		p->head_taken = 0;
	}
}

static enum dump_event feed(struct dump_parser *p, const uint8_t *bytes, size_t length,
			    size_t *consumed, struct dump *dump)
{
	if (p->mode == MODE_TEXT)
		return feed_text(p, bytes, length, consumed, dump);
	if (p->mode == MODE_BINARY)
		return feed_binary(p, bytes, length, consumed, dump);
	*consumed = 0;
	return DUMP_RECORDING;
}

/* Work through the bytes kept back for detect(). */
static enum dump_event feed_head(struct dump_parser *p, struct dump *dump)
{
	size_t taken;
	enum dump_event event = feed(p, p->head + p->head_taken,
				     p->head_length - p->head_taken, &taken, dump);

	p->head_taken += taken;
	return event;
}

enum dump_event dump_feed(struct dump_parser *parser, const uint8_t *bytes,
			  size_t length, size_t *consumed, struct dump *dump)
{
	enum dump_event event;
	size_t taken = 0, more;

	*consumed = 0;
	if (parser->mode == MODE_DETECT) {
		taken = sizeof(parser->head) - parser->head_length;
		if (taken > length)
			taken = length;
		if (taken != 0)
			memcpy(parser->head + parser->head_length, bytes, taken);
		parser->head_length += taken;
		*consumed = taken;
		if (parser->head_length < sizeof(parser->head))
			return DUMP_MORE;
		detect(parser);
	}
	event = feed_head(parser, dump);
	if (event != DUMP_MORE)
		return event;
	event = feed(parser, bytes + taken, length - taken, &more, dump);
	*consumed = taken + more;
	return event;
}

enum dump_event dump_end(struct dump_parser *parser, struct dump *dump)
{
	enum dump_event event;

	if (parser->mode == MODE_DETECT)
		detect(parser);
	event = feed_head(parser, dump);
	if (event != DUMP_MORE)
		return event;
	if (parser->mode == MODE_BINARY) {
		if (parser->have == 0)
			return DUMP_MORE;
		dump_report_fault(parser, DUMP_SHORT, parser->have, dump);
		dump_gather_nothing(parser);
		return DUMP_FAULT;
	}
	if (parser->state != LINE_START) {
		event = dump_end_line(parser, dump);
		if (event != DUMP_MORE)
			return event;
	}
	parser->closing = CLOSE_HARD;
	return dump_settle(parser, dump);
}
