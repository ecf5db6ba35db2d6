/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef DUMP_STREAM_H
#define DUMP_STREAM_H

#include <stdio.h>
#include <string.h>

#include "dump.h"
#include "unit.h"

/*
 * A stream is written here as a string of pieces, what the parser makes of it as a
 * string of reports: a letter each, with figures behind some of them.
 */
#define STREAM_MAX 40000

struct stream {
	char bytes[STREAM_MAX];
	size_t length;
};

/* Whether the page of make_page() has a checksum. */
static bool sealed;

/* The page that every whole dump in these tests holds: no two words are alike. */
static inline void make_page(uint8_t page[DUMP_IDENTIFY_BYTES])
{
	for (unsigned int i = 0; i < DUMP_IDENTIFY_BYTES; i++)
		page[i] = (uint8_t)(i % 2 ? 0xb0 + i / 16 % 16 : i / 2);
	if (sealed) {
		/* The sum was 13700h: less FFh and BFh, and A5h, 19h make it 0. */
		page[510] = 0xa5;
		page[511] = 0x19;
	}
}

static inline void make_vpd(uint8_t vpd[DUMP_VPD_BYTES])
{
	memset(vpd, 0, DUMP_VPD_BYTES);
	memcpy(vpd, "\x00\x89\x02\x38", 4);
	memcpy(vpd + 8, "linux   libata          6.1 ", 28);
	vpd[36] = 0x34;
	vpd[56] = 0xec;
	make_page(vpd + 60);
}

static inline void add(struct stream *s, const char *text)
{
	size_t length = strlen(text);

	ck_assert_uint_lt(s->length + length, STREAM_MAX);
	memcpy(s->bytes + s->length, text, length);
	s->length += length;
}

static inline void add_raw(struct stream *s, const uint8_t *bytes, size_t length)
{
	memcpy(s->bytes + s->length, bytes, length);
	s->length += length;
}

/* Words @first to before @end: @format each, @eol behind each eighth. */
static inline void add_words(struct stream *s, unsigned int first, unsigned int end,
			     const char *format, const char *eol)
{
	uint8_t page[DUMP_IDENTIFY_BYTES];
	char text[32];

	make_page(page);
	for (unsigned int i = first; i < end; i++) {
		snprintf(text, sizeof(text), format,
			 page[2 * i] | page[2 * i + 1] << 8);
		add(s, text);
		add(s, i % 8 == 7 ? eol : " ");
	}
}

/* How a tool prints 16 bytes a line. */
struct layout {
	const char *offset; /* format, NULL without */
	const char *byte;
	const char *middle; /* before byte 8 */
	unsigned int group; /* bytes of a group */
	const char *end;    /* before the text beside, NULL without */
};

static const struct layout sg3_plain = {NULL, "%02x", "  ", 1, NULL};
static const struct layout plain = {NULL, "%02x", " ", 1, NULL};
static const struct layout sg3 = {" %-3x    ", "%02x", "  ", 1, "    "};
static const struct layout hexdump = {"%08x  ", "%02x", "  ", 1, "  |"};
static const struct layout xxd = {"%08x: ", "%02x", " ", 2, "  "};

static inline void add_beside(struct stream *s, const uint8_t *bytes,
			      unsigned int length)
{
	for (unsigned int i = 0; i < length; i++) {
		char c = (char)bytes[i];

		s->bytes[s->length++] = c >= ' ' && c <= '~' ? c : '.';
	}
}

static inline void add_bytes(struct stream *s, const uint8_t *bytes,
			     unsigned int length, const struct layout *layout)
{
	char text[32];

	for (unsigned int at = 0; at < length; at += 16) {
		unsigned int n = length - at < 16 ? length - at : 16;

		if (layout->offset) {
			snprintf(text, sizeof(text), layout->offset, at);
			add(s, text);
		}
		for (unsigned int i = 0; i < 16; i++) {
			if (i == 8)
				add(s, layout->middle);
			else if (i % layout->group == 0 && i != 0)
				add(s, " ");
			snprintf(text, sizeof(text), layout->byte, bytes[at + i % n]);
			add(s, i < n ? text : "  ");
		}
		if (layout->end) {
			add(s, layout->end);
			add_beside(s, bytes + at, n);
		}
		add(s, "\n");
	}
}

static inline void add_page(struct stream *s, const struct layout *layout)
{
	uint8_t page[DUMP_IDENTIFY_BYTES];

	make_page(page);
	if (layout)
		add_bytes(s, page, sizeof(page), layout);
	else
		add_raw(s, page, sizeof(page));
}

static inline void add_vpd(struct stream *s, const struct layout *layout)
{
	uint8_t vpd[DUMP_VPD_BYTES];

	make_vpd(vpd);
	if (layout)
		add_bytes(s, vpd, sizeof(vpd), layout);
	else
		add_raw(s, vpd, sizeof(vpd));
}

/* As sg_sat_identify prints without -H: offsets count words. */
static inline void add_sg3_words(struct stream *s)
{
	char text[32];

	for (unsigned int i = 0; i < 256; i += 8) {
		snprintf(text, sizeof(text), " %-3x    ", i);
		add(s, text);
		add_words(s, i, i + 8, "%04x", "     .. .. ab cd .. ef .. 00 \n");
	}
}

static inline void add_four(struct stream *s, unsigned int first)
{
	for (unsigned int i = first; i < first + 4; i++)
		add_words(s, i, i + 1, "%04x", " ");
	add(s, "\n# four\n");
}

/* A VPD page as words, the first on a line of its own. */
static inline void add_vpd_words(struct stream *s)
{
	uint8_t vpd[DUMP_VPD_BYTES];
	char text[8];

	make_vpd(vpd);
	for (unsigned int i = 0; i < DUMP_VPD_BYTES; i += 2) {
		snprintf(text, sizeof(text), "%02x%02x%c", vpd[i + 1], vpd[i],
			 i / 2 % 8 == 0 ? '\n' : ' ');
		add(s, text);
	}
	add(s, "\n");
}

/* A whole dump as words, in the way @piece says. */
static inline bool add_dump_of_words(struct stream *s, char piece)
{
	static const struct {
		char piece;
		const char *format, *eol;
	} ways[] = {
		{'W', "%04x", "\n"},
		{'U', "%04X", "\r\n"},
		{'I', "%04x", " \n"}, /* sysfs */
		{'L', "%04x", " "},   /* all on one line */
		{'T', "%04x", "\t"},
		{'K', "0x%04x,", "\n"}, /* C source */
		{'A', "%04x", "# and: text, 12 34\n"},
		{'M', "%04x", "\n# and: text, 12 34\n"},
	};

	for (size_t i = 0; i < sizeof(ways) / sizeof(ways[0]); i++) {
		if (ways[i].piece == piece) {
			add_words(s, 0, 256, ways[i].format, ways[i].eol);
			return true;
		}
	}
	if (piece == 'G')
		add_sg3_words(s);
	else if (piece == 'z')
		add_vpd_words(s);
	for (unsigned int i = 0; i < 256 && piece == 'm'; i += 4)
		add_four(s, i); /* in more parts than are kept apart */
	return piece == 'G' || piece == 'z' || piece == 'm';
}

/* A whole dump as bytes. */
static inline bool add_dump_of_bytes(struct stream *s, char piece)
{
	static const struct {
		char piece;
		bool vpd;
		const struct layout *layout; /* NULL: raw */
	} ways[] = {
		{'B', false, &plain},    {'b', false, &sg3_plain}, {'S', false, &sg3},
		{'C', false, &hexdump},  {'X', false, &xxd},       {'R', false, NULL},
		{'v', true, &sg3_plain}, {'V', true, &sg3},        {'y', true, &xxd},
		{'Q', true, NULL},
	};

	for (size_t i = 0; i < sizeof(ways) / sizeof(ways[0]); i++) {
		if (ways[i].piece != piece)
			continue;
		if (ways[i].vpd)
			add_vpd(s, ways[i].layout);
		else
			add_page(s, ways[i].layout);
		if (piece == 'C')
			add(s, "00000200\n");
		return true;
	}
	return false;
}

/* What stands around and instead of dumps. */
static inline void add_piece(struct stream *s, char piece)
{
	static const struct {
		char piece;
		const char *text;
	} texts[] = {
		{'#', "# a comment: 12 34\n"},
		{'n', "\n"},
		{'D', "/dev/sda: "},
		{' ', "  \t \r\n"},
		{'d', "\n/dev/sda:\n"},
		{'r', "Response for IDENTIFY DEVICE ATA command:\n"},
		{'t', "no such device\n"},
		{'e', "/dev/sdb: No such file or directory\n"},
		{'x', "045a 3fgf c837 0010 0000 0000 003f 0000\n"},
		{'w', "x45a 3fff c837 0010 0000 0000 003f 0000\n"},
		{'3', "045a 3fff c83 0010 0000 0000 003f 0000\n"},
		{'2', "045a 3fff c8 0010 0000 0000 003f 0000\n"},
		{'p', "5a04ff3f37c810000000000000003f00\n"},
		{'*', "*\n"},
		{'\'', " junk at the end: ab cd\n"},
	};

	if (add_dump_of_words(s, piece) || add_dump_of_bytes(s, piece))
		return;
	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
		if (texts[i].piece == piece)
			add(s, texts[i].text);
	}
	if (piece == 'k')
		add_words(s, 0, 24, "%04x", "\n");
	else if (piece == 'h')
		add_words(s, 0, 128, "%04x", "\n");
	else if (piece == 'H')
		add_words(s, 128, 256, "%04x", "\n");
	else if (piece == 'j')
		add_words(s, 8, 256, "%04x", "\n");
	else if (piece == 'g')
		add_raw(s, (const uint8_t *)"ab\0cd\0efgh", 10);
	else if (piece == 'f')
		add_raw(s, (const uint8_t *)"\0\0\0\1\2\3\0\0\0\0", 10);
	else if (piece == '0')
		add_raw(s, (const uint8_t *)"12 34\00056 78\n", 12);
}

#endif
