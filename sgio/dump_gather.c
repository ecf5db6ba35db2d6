/* SPDX-License-Identifier: BSD-2-Clause */
#include "dump_parts.h"

#include <string.h>

/* Groups on a damaged line from which on it was a line of a dump, not prose. */
#define DAMAGED_GROUPS 4
/* A dump that breaks before so many bytes was not one. */
#define PROSE_BYTES 16

void dump_gather_nothing(struct dump_parser *p)
{
	p->have = 0;
	p->segments = 0;
	p->new_segment = false;
	p->next_offset = UINT64_MAX;
}

uint16_t dump_size(const uint8_t *data, size_t length)
{
	/* PAGE CODE 89h, PAGE LENGTH 0238h; word 0 of IDENTIFY data is never 89xxh. */
	static const uint8_t vpd[] = {0x89, 0x02, 0x38};

	if (length >= 4 && memcmp(data + 1, vpd, sizeof(vpd)) == 0)
		return DUMP_VPD_BYTES;
	return DUMP_IDENTIFY_BYTES;
}

static void copy_text(char *to, const uint8_t *from, size_t length)
{
	memcpy(to, from, length);
	to[length] = '\0';
}

static void report_place(const struct dump_parser *p, struct dump *dump)
{
	memset(dump, 0, sizeof(*dump));
	if (p->mode == MODE_BINARY) {
		dump->format = DUMP_RAW;
		dump->offset = p->offset;
	} else if (p->have != 0) {
		dump->format = p->width == 4 ? DUMP_WORDS : DUMP_BYTES;
	}
	if (p->segments != 0) {
		dump->first_line = p->segment[0].first_line;
		dump->last_line = p->segment[p->segments - 1].last_line;
	}
}

enum dump_event dump_report_page(struct dump_parser *p, uint16_t size,
				 struct dump *dump)
{
	const uint8_t *data = p->data;

	report_place(p, dump);
	if (size == DUMP_VPD_BYTES) {
		dump->vpd = true;
		copy_text(dump->sat_vendor, data + 8, 8);
		copy_text(dump->sat_product, data + 16, 16);
		copy_text(dump->sat_revision, data + 32, 4);
		dump->command = data[56];
	}
	memcpy(dump->page, data + size - DUMP_IDENTIFY_BYTES, DUMP_IDENTIFY_BYTES);
	p->offset += size;
	dump_gather_nothing(p);
	p->tainted = false;
	p->prose = false;
	return DUMP_PAGE;
}

void dump_report_fault(struct dump_parser *p, enum dump_fault fault, uint16_t length,
		       struct dump *dump)
{
	unsigned int unit;

	report_place(p, dump);
	unit = dump->format == DUMP_WORDS ? 2 : 1;
	dump->fault = fault;
	dump->vpd = dump_size(p->data, length) == DUMP_VPD_BYTES;
	dump->found = length / unit;
	dump->expected = dump_size(p->data, length) / unit;
}

static void drop_segments(struct dump_parser *p, uint8_t count)
{
	uint16_t bytes;

	if (count >= p->segments) {
		dump_gather_nothing(p);
		return;
	}
	bytes = p->segment[count].start;
	p->have -= bytes;
	memmove(p->data, p->data + bytes, p->have);
	p->segments -= count;
	memmove(p->segment, p->segment + count, p->segments * sizeof(p->segment[0]));
	for (uint8_t i = 0; i < p->segments; i++)
		p->segment[i].start -= bytes;
}

/* The oldest @count segments are no dump, nor part of one. */
static enum dump_event drop_short(struct dump_parser *p, uint8_t count, uint8_t width,
				  struct dump *dump)
{
	bool told = p->tainted;
	uint8_t left = p->width;

	p->width = width;
	dump_report_fault(p, DUMP_SHORT,
			  count < p->segments ? p->segment[count].start : p->have,
			  dump);
	dump->last_line = p->segment[count - 1].last_line;
	p->width = left;
	drop_segments(p, count);
	p->tainted = false;
	p->prose = false;
	return told ? DUMP_MORE : DUMP_FAULT;
}

enum dump_event dump_settle(struct dump_parser *p, struct dump *dump)
{
	while (p->closing != CLOSE_NONE) {
		enum dump_event event = DUMP_MORE;

		if (p->have == 0) {
			p->closing = CLOSE_NONE;
		} else if (p->closing == CLOSE_OLDER) {
			p->closing = CLOSE_NONE;
			event = drop_short(p, p->segments - 1, p->width == 4 ? 2 : 4,
					   dump);
		} else if (p->have == p->segment[0].size) {
			p->closing = CLOSE_NONE;
			return dump_report_page(p, p->have, dump);
		} else if (p->closing == CLOSE_FULL || p->have > p->segment[0].size) {
			event = drop_short(p, 1, p->width, dump);
		} else if (p->closing == CLOSE_HARD) {
			event = drop_short(p, p->segments, p->width, dump);
		} else {
			p->closing = CLOSE_NONE;
			p->new_segment = true;
		}
		if (event != DUMP_MORE)
			return event;
	}
	return DUMP_MORE;
}

enum dump_event dump_report_damage(struct dump_parser *p, struct dump *dump)
{
	bool prose = p->have < PROSE_BYTES;
	bool told = p->skipping || p->tainted || (prose && p->prose);

	/* After prose the next line may begin a dump; after damage only the next block.
	 */
	p->skipping = p->skipping || p->have != 0 || p->groups >= DAMAGED_GROUPS;
	p->tainted = true;
	p->prose = prose;
	dump_report_fault(p, (enum dump_fault)p->fault, p->have, dump);
	if (dump->first_line == 0)
		dump->first_line = p->line;
	dump->last_line = p->line;
	dump_gather_nothing(p);
	return told ? DUMP_MORE : DUMP_FAULT;
}

static void segment_begin(struct dump_parser *p, uint32_t digits)
{
	struct dump_segment *segment;

	if (p->have != 0 && p->width != digits)
		p->closing = CLOSE_OLDER;
	else if (p->segments == DUMP_SEGMENTS_MAX)
		return;
	if (p->segments == DUMP_SEGMENTS_MAX)
		p->segments--;
	segment = &p->segment[p->segments++];
	segment->first_line = p->line;
	segment->start = p->have;
	segment->size = DUMP_IDENTIFY_BYTES;
	p->width = (uint8_t)digits;
}

/* Of IDENTIFY data: word 255 has its signature, and the sum of all bytes is 0. */
static bool has_checksum(const uint8_t *page)
{
	unsigned int sum = 0;

	for (unsigned int i = 0; i < DUMP_IDENTIFY_BYTES; i++)
		sum += page[i];
	return page[510] == 0xa5 && sum % 256 == 0;
}

/* Whether the segments from one of them on are a dump: their checksum says so. */
static bool segments_add_up(const struct dump_parser *p)
{
	for (uint8_t i = 0; i + 1 < p->segments; i++) {
		if (p->have - p->segment[i].start == p->segment[i].size &&
		    has_checksum(p->data + p->have - DUMP_IDENTIFY_BYTES))
			return true;
	}
	return false;
}

void dump_gathered(struct dump_parser *p)
{
	struct dump_segment *segment = &p->segment[p->segments - 1];
	uint16_t length = p->have - segment->start;

	segment->last_line = p->line;
	if (length == 4)
		segment->size = dump_size(p->data + segment->start, 4);
	if (p->closing == CLOSE_NONE && (length == segment->size || segments_add_up(p)))
		p->closing = CLOSE_FULL;
}

int dump_gather_group(struct dump_parser *p, uint64_t value, uint32_t digits)
{
	if (p->have == 0 || p->new_segment)
		segment_begin(p, digits);
	p->new_segment = false;
	if (digits != p->width)
		return -1;
	if (digits == 2) {
		p->data[p->have++] = (uint8_t)value;
	} else {
		p->data[p->have++] = (uint8_t)(p->in_order ? value >> 8 : value);
		p->data[p->have++] = (uint8_t)(p->in_order ? value : value >> 8);
	}
	dump_gathered(p);
	return 0;
}
