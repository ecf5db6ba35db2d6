/* SPDX-License-Identifier: BSD-2-Clause */
#include "dump_parts.h"

#include <string.h>

/* 0 to 15 are the values of hex digits. */
enum kind {
	KIND_DIGIT_MAX = 15,
	KIND_BLANK,
	KIND_NEWLINE,
	KIND_HASH,
	KIND_COLON,
	KIND_X,
	KIND_OTHER,
};

#define B KIND_BLANK
#define N KIND_NEWLINE
#define H KIND_HASH
#define C KIND_COLON
#define X KIND_X
#define O KIND_OTHER
#define O16 O, O, O, O, O, O, O, O, O, O, O, O, O, O, O, O
// clang-format off
static const uint8_t kinds[256] = {
	O, O, O, O, O, O, O, O, O, B, N, B, B, B, O, O, /* 09h tab … 0Dh return */
	O16,
	B, O, O, H, O, O, O, O, O, O, O, O, B, O, O, O, /* blank, #, comma */
	0, 1, 2, 3, 4, 5, 6, 7, 8, 9, C, O, O, O, O, O, /* 0 … 9, : */
	O, 10, 11, 12, 13, 14, 15, O, O, O, O, O, O, O, O, O,
	O, O, O, O, O, O, O, O, X, O, O, O, O, O, O, O,
	O, 10, 11, 12, 13, 14, 15, O, O, O, O, O, O, O, O, O,
	O, O, O, O, O, O, O, O, X, O, O, O, O, O, O, O,
	O16, O16, O16, O16, O16, O16, O16, O16,
};
// clang-format on
#undef B
#undef N
#undef H
#undef C
#undef X
#undef O
#undef O16

/* Offsets of sg3_utils have two to four digits and stand three blanks or more apart. */
#define SHORT_OFFSET_DIGITS 4
#define SHORT_OFFSET_GAP 3
/* Others have five digits and more. */
#define LONG_OFFSET_DIGITS 16
/* sg3_utils, hexdump and xxd print 16 bytes a line. */
#define COLUMNS_BYTES 16
void dump_line_begin(struct dump_parser *p)
{
	p->state = LINE_START;
	p->fault = NO_FAULT;
	p->value = 0;
	p->line_offset = UINT64_MAX;
	p->digits = 0;
	p->gap = 0;
	p->line_bytes = 0;
	p->prefixed = false;
	p->held = false;
	p->columns = false;
	p->in_order = false;
	p->labelled = false;
	p->numbered = false;
	p->first_word = true;
	p->commented = false;
	p->group_bad = false;
	p->last = 0;
	p->groups = 0;
}

/* The line is not what a line of a dump looks like; dump_end_line() reports it. */
static void line_bad(struct dump_parser *p, enum dump_fault fault)
{
	p->fault = fault;
	p->state = LINE_OTHER;
	p->groups = 0;
	p->group_bad = true;
	p->digits = 0;
	p->held = false;
}

/* One group of the dump. */
static void store_group(struct dump_parser *p, uint64_t value, uint32_t digits)
{
	if (digits != 2 && digits != 4) {
		line_bad(p, DUMP_DIGITS);
		return;
	}
	p->line_bytes += digits / 2;
	if (!p->skipping && dump_gather_group(p, value, digits) != 0)
		line_bad(p, DUMP_DIGITS);
}

/* Whether the first group, of few digits, counts the bytes or words up to this line. */
static bool offset_fits(const struct dump_parser *p, uint64_t value)
{
	unsigned int start;

	if (p->have == 0 || p->skipping)
		return value == 0 || p->skipping;
	start = p->have - p->segment[p->segments - 1].start;
	if (p->new_segment)
		start = 0;
	return value == p->have || value == p->have / 2u || value == start ||
	       value == start / 2;
}

/* The first group of the line, with @digits, is an offset. */
static void take_offset(struct dump_parser *p, uint64_t value, uint32_t digits)
{
	p->columns = true;
	p->held = false;
	if (digits <= SHORT_OFFSET_DIGITS)
		return;
	p->line_offset = value;
	if (p->have != 0 && !p->new_segment && p->next_offset != UINT64_MAX &&
	    p->next_offset != value)
		line_bad(p, DUMP_OFFSET);
}

/* A second group begins: is the first one an offset? */
static void resolve_held(struct dump_parser *p)
{
	uint32_t digits = p->digits;

	p->digits = 0;
	p->held = false;
	p->state = LINE_DATA;
	if (digits > SHORT_OFFSET_DIGITS && digits <= LONG_OFFSET_DIGITS &&
	    !p->prefixed)
		take_offset(p, p->value, digits);
	else if (p->gap >= SHORT_OFFSET_GAP && !p->prefixed && offset_fits(p, p->value))
		take_offset(p, p->value, digits);
	else
		store_group(p, p->value, digits);
	p->prefixed = false;
}

static void group_end(struct dump_parser *p)
{
	if (p->state == LINE_OTHER || p->held || (p->digits == 0 && !p->prefixed))
		return;
	if (p->state == LINE_FIRST) {
		p->held = true;
		return;
	}
	store_group(p, p->value, p->digits);
	p->digits = 0;
	p->prefixed = false;
}

/* Text beside the groups begins here. */
static bool beside_groups(const struct dump_parser *p, uint32_t gap)
{
	return p->columns && (p->gap >= gap || p->line_bytes >= COLUMNS_BYTES);
}

static void take_digit(struct dump_parser *p, uint8_t digit)
{
	if (p->held)
		resolve_held(p);
	if (p->state == LINE_START) {
		p->state = LINE_FIRST;
		p->numbered = true;
	}
	if (p->state == LINE_OTHER || p->state == LINE_REST)
		return;
	if (p->digits == 0) {
		if (beside_groups(p, SHORT_OFFSET_GAP) && p->line_bytes != 0) {
			p->state = LINE_REST;
			return;
		}
		p->value = 0;
		p->gap = 0;
	}
	p->value = p->value << 4 | digit;
	if (p->digits < UINT32_MAX)
		p->digits++;
}

/* In a line without groups: count what looks like one, remember how it ends. */
static void take_other(struct dump_parser *p, uint8_t c)
{
	uint8_t kind = kinds[c];

	if (kind <= KIND_DIGIT_MAX) {
		p->digits += p->digits < UINT32_MAX;
	} else if (kind == KIND_BLANK) {
		p->groups += !p->group_bad && (p->digits == 2 || p->digits == 4);
		p->digits = 0;
		p->group_bad = false;
		p->first_word = false;
		return;
	} else {
		p->group_bad = true;
	}
	p->last = c;
}

/* The first word of the line ends in a colon. */
static void take_label(struct dump_parser *p)
{
	uint32_t digits = p->state == LINE_FIRST ? p->digits : 0;

	/* Text stands beside the groups behind a number, not behind "/dev/sda:". */
	p->columns = p->numbered;
	p->state = LINE_DATA;
	p->fault = NO_FAULT;
	p->labelled = true;
	p->digits = 0;
	p->group_bad = false;
	p->groups = 0;
	if (digits > SHORT_OFFSET_DIGITS && digits <= LONG_OFFSET_DIGITS) {
		p->in_order = true;
		take_offset(p, p->value, digits);
	}
}

static void take_comment(struct dump_parser *p)
{
	group_end(p);
	if (p->state == LINE_OTHER)
		return;
	p->commented = true;
	p->state = LINE_REST;
}

/* Anything but a digit, a blank, a newline. */
static void take_sign(struct dump_parser *p, uint8_t c)
{
	uint8_t kind = kinds[c];

	if (kind == KIND_X && p->digits == 1 && p->value == 0 && !p->prefixed &&
	    !p->held) {
		p->prefixed = true;
		p->digits = 0;
	} else if (kind == KIND_COLON && p->first_word) {
		take_label(p);
	} else if (beside_groups(p, 2) && p->line_bytes != 0) {
		group_end(p);
		p->state = LINE_REST;
	} else if (kind == KIND_HASH) {
		take_comment(p);
	} else {
		if (p->held)
			resolve_held(p);
		if (c == '*' && p->state == LINE_START && p->have != 0)
			line_bad(p, DUMP_SQUEEZED);
		else
			line_bad(p, DUMP_TEXT);
		p->last = c;
	}
}

static enum dump_event end_block(struct dump_parser *p, enum closing closing,
				 struct dump *dump)
{
	enum dump_event event;

	p->gap_lines++;
	p->closing = closing;
	event = dump_settle(p, dump);
	p->skipping = false;
	p->tainted = false;
	return event;
}

/* What the line was that ends here. */
static enum dump_event judge_line(struct dump_parser *p, struct dump *dump)
{
	if (p->state == LINE_OTHER) {
		take_other(p, ' ');
		if (p->last == ':' && p->line_bytes == 0 && p->fault == DUMP_TEXT)
			return end_block(p, CLOSE_HARD, dump);
		return dump_report_damage(p, dump);
	}
	if (p->labelled && p->line_bytes == 0)
		return end_block(p, CLOSE_HARD, dump);
	if (p->line_bytes != 0 || p->columns) {
		p->gap_lines = 0;
		p->next_offset = UINT64_MAX;
		if (p->line_offset != UINT64_MAX)
			p->next_offset = p->line_offset + p->line_bytes;
		return dump_settle(p, dump);
	}
	if (p->commented && p->gap_lines == 0)
		return end_block(p, CLOSE_SOFT, dump);
	return end_block(p, CLOSE_HARD, dump);
}

enum dump_event dump_end_line(struct dump_parser *p, struct dump *dump)
{
	enum dump_event event;

	group_end(p);
	if (p->held && p->digits > SHORT_OFFSET_DIGITS &&
	    p->digits <= LONG_OFFSET_DIGITS && !p->prefixed)
		take_offset(p, p->value, p->digits); /* hexdump ends with one alone */
	else if (p->held)
		resolve_held(p);
	event = judge_line(p, dump);
	dump_line_begin(p);
	p->line++;
	return event;
}

static void take_blank(struct dump_parser *p)
{
	group_end(p);
	p->gap++;
	if (p->state != LINE_START)
		p->first_word = false;
}

static enum dump_event take_char(struct dump_parser *p, uint8_t c, struct dump *dump)
{
	uint8_t kind = kinds[c];

	if (kind == KIND_NEWLINE)
		return dump_end_line(p, dump);
	if (p->state == LINE_REST)
		return DUMP_MORE;
	if (p->state == LINE_OTHER && !(kind == KIND_COLON && p->first_word))
		take_other(p, c);
	else if (kind <= KIND_DIGIT_MAX)
		take_digit(p, kind);
	else if (kind == KIND_BLANK)
		take_blank(p);
	else
		take_sign(p, c);
	return p->closing == CLOSE_NONE ? DUMP_MORE : dump_settle(p, dump);
}

/* A line of eight words, nothing before, between and behind them but single blanks. */
#define PLAIN_WORDS 8
#define PLAIN_LENGTH (PLAIN_WORDS * 5)

/* Whether such a line may come now, and would go on with a dump already begun. */
static bool plain_line_fits(const struct dump_parser *p)
{
	if (p->state != LINE_START || p->gap != 0 || p->skipping || p->new_segment ||
	    p->have == 0 || p->width != 4)
		return false;
	return p->segments == 1 && p->have >= 4 &&
	       p->have + 2 * PLAIN_WORDS <= p->segment[0].size;
}

/* The value of the four digits at @text and a blank; above FFFFh: they are not. */
static uint32_t plain_word(const uint8_t *text, bool last)
{
	uint32_t a = kinds[text[0]], b = kinds[text[1]];
	uint32_t c = kinds[text[2]], d = kinds[text[3]];
	uint8_t end = kinds[text[4]];

	if ((a | b | c | d) > KIND_DIGIT_MAX)
		return UINT32_MAX;
	if (end != KIND_BLANK && !(last && end == KIND_NEWLINE))
		return UINT32_MAX;
	return a << 12 | b << 8 | c << 4 | d;
}

/*
 * What take_char() does, quicker, for the line nearly all lines are. Takes all of it
 * but the blank or newline at the end, and returns how many characters that were, or 0.
 */
static size_t take_plain_line(struct dump_parser *p, const uint8_t *text)
{
	uint8_t *data = p->data + p->have;

	for (size_t i = 0; i < PLAIN_WORDS; i++) {
		uint32_t word = plain_word(text + i * 5, i == PLAIN_WORDS - 1);

		if (word > UINT16_MAX)
			return 0;
		data[2 * i] = (uint8_t)word;
		data[2 * i + 1] = (uint8_t)(word >> 8);
	}
	p->have += 2 * PLAIN_WORDS;
	p->line_bytes = 2 * PLAIN_WORDS;
	p->state = LINE_DATA;
	p->first_word = false;
	dump_gathered(p);
	return PLAIN_LENGTH - 1;
}

enum dump_event dump_take_text(struct dump_parser *p, const uint8_t *text,
			       size_t length, size_t *consumed, struct dump *dump)
{
	*consumed = 0;
	if (length >= PLAIN_LENGTH && plain_line_fits(p))
		*consumed = take_plain_line(p, text);
	if (*consumed != 0)
		return dump_settle(p, dump);
	*consumed = 1;
	return take_char(p, text[0], dump);
}
