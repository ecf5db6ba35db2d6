/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef SGIO_DUMP_PARTS_H
#define SGIO_DUMP_PARTS_H

#include "dump.h"

/*
 * The parts of the dump parser: dump.c takes the stream, dump_line.c reads lines of
 * text, dump_gather.c gathers their groups into pages. Not for others.
 */

enum mode {
	MODE_DETECT,
	MODE_BINARY,
	MODE_TEXT,
	MODE_RECORDING,
};

/* Where the line being read stands. */
enum state {
	LINE_START, /* nothing but blanks so far */
	LINE_FIRST, /* in the first group, or behind it */
	LINE_DATA,  /* behind an offset, a label or the first group */
	LINE_REST,  /* a comment, or text beside the groups: not for us */
	LINE_OTHER, /* no groups: a header, or damage */
};

/* Why the dump being gathered has to be looked at. */
enum closing {
	CLOSE_NONE,
	CLOSE_SOFT,  /* a comment line */
	CLOSE_HARD,  /* nothing that follows belongs to it */
	CLOSE_FULL,  /* the last segment is a whole dump */
	CLOSE_OLDER, /* the last segment cannot belong to those before */
};

#define NO_FAULT (-1)

/* dump_gather.c */

/* How long a dump is that begins with the @length bytes at @data. */
uint16_t dump_size(const uint8_t *data, size_t length);

void dump_gather_nothing(struct dump_parser *p);

/* See to what closing asks for; DUMP_MORE when there is nothing to report of it. */
enum dump_event dump_settle(struct dump_parser *p, struct dump *dump);

/* What was gathered, up to this line, is damaged. */
enum dump_event dump_report_damage(struct dump_parser *p, struct dump *dump);

/* The @size bytes at the start of data[] are a dump. */
enum dump_event dump_report_page(struct dump_parser *p, uint16_t size,
				 struct dump *dump);

/* The first @length bytes of data[] begin a dump, and break off. */
void dump_report_fault(struct dump_parser *p, enum dump_fault fault, uint16_t length,
		       struct dump *dump);

/* Add a group of two or four @digits; -1 when the dump has groups of the other kind. */
int dump_gather_group(struct dump_parser *p, uint64_t value, uint32_t digits);

/* Bytes were added to data[], as many as fit in the last segment: is the dump complete?
 */
void dump_gathered(struct dump_parser *p);

/* dump_line.c */

void dump_line_begin(struct dump_parser *p);

/* Take some of the @length characters at @text, one at least. */
enum dump_event dump_take_text(struct dump_parser *p, const uint8_t *text,
			       size_t length, size_t *consumed, struct dump *dump);

/* The line is over. */
enum dump_event dump_end_line(struct dump_parser *p, struct dump *dump);

#endif
