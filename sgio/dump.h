/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef SGIO_DUMP_H
#define SGIO_DUMP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Takes a stream of IDENTIFY dumps apart: bytes in, pages out, memory flat. Pure.
 *
 * The format is recognised by content. A binary stream is
 *   - 512 raw bytes a dump, or
 *   - 572 bytes of the VPD page 89h (SAT-5 12.4.2), the IDENTIFY data at byte 60,
 * one after the other, the two kinds mixed if need be. A text stream holds groups of
 * hex digits with any white space (and commas, and "0x") between them:
 *   - groups of four digits are the values of 256 words (hdparm --Istdout,
 *     /proc/ide/…/identify, sysfs ata_device/…/id, sg_sat_identify -HHH);
 *   - groups of two digits are 512 bytes in order (sg_sat_identify -HHHH), or the
 *     572 of a VPD page 89h;
 *   - with an offset before them and text after them, as sg3_utils (-H), hexdump -v and
 *     xxd print: both are passed over. Where an offset of five digits and more is
 *     followed by a colon (xxd), groups of four are two bytes in order.
 * A '#' starts a comment. A line that ends in a colon ("/dev/sda:", "ATA information
 * VPD page:") is a header.
 *
 * Dumps may follow each other without anything between them. A blank line, a header,
 * two comment lines together and the end of the stream end a dump, also one that is not
 * complete. A single line of comment may stand within a dump, or after a dump that was
 * cut short: when a whole dump follows it, what came before is damaged; when the parts
 * make a whole up to the next such line, or one whose checksum is right, they are a
 * dump. After damage the parser goes on at the next blank line, header or comment, so
 * no dump that is whole is lost.
 */
#define DUMP_IDENTIFY_BYTES 512
#define DUMP_VPD_BYTES 572
#define DUMP_SEGMENTS_MAX 32
#define DUMP_HEAD_BYTES 4096
#define DUMP_RECORDING_MAGIC "ataprobe-recording "

enum dump_event {
	DUMP_MORE,     /* all bytes taken, nothing to report */
	DUMP_PAGE,     /* a dump is complete */
	DUMP_FAULT,    /* something that is no dump, or a damaged one */
	DUMP_RECORDING /* the stream begins with DUMP_RECORDING_MAGIC, comments aside */
};

enum dump_format {
	DUMP_UNKNOWN, /* of a fault: nothing was found */
	DUMP_RAW,     /* binary */
	DUMP_WORDS,   /* groups of four hex digits */
	DUMP_BYTES,   /* groups of two hex digits */
};

enum dump_fault {
	DUMP_SHORT,   /* ended after @found of @expected */
	DUMP_TEXT,    /* neither hex digits nor comment */
	DUMP_DIGITS,  /* a group of neither 2 nor 4 digits, or unlike those before */
	DUMP_OFFSET,  /* the offset does not follow the last one: a line lacks */
	DUMP_SQUEEZED /* '*' stands for repeated lines: hexdump -v writes them out */
};

/* What DUMP_PAGE and DUMP_FAULT report. */
struct dump {
	enum dump_format format;
	bool vpd;            /* was a VPD page 89h */
	uint64_t first_line; /* from 1; 0 in a binary stream */
	uint64_t last_line;  /* of a fault: where it was noticed */
	uint64_t offset;     /* in bytes, of a binary stream */

	/* DUMP_PAGE: each word low byte first. */
	uint8_t page[DUMP_IDENTIFY_BYTES];
	/* DUMP_PAGE with vpd: who translated, and the command that read the data. */
	char sat_vendor[9];
	char sat_product[17];
	char sat_revision[5];
	uint8_t command; /* ECh or A1h; 00h: the translator does not say */

	/* DUMP_FAULT. Words in DUMP_WORDS, bytes in the other formats. */
	enum dump_fault fault;
	unsigned int found;
	unsigned int expected;
};

/* A run of groups without a comment line within. The parser's own. */
struct dump_segment {
	uint64_t first_line;
	uint64_t last_line;
	uint16_t start; /* in data[] */
	uint16_t size;  /* bytes of a dump that begins like this */
};

/* All fields are the parser's, but head and head_length after DUMP_RECORDING. */
struct dump_parser {
	int mode;
	/* The first bytes, kept until the mode is known. */
	uint8_t head[DUMP_HEAD_BYTES];
	size_t head_length;
	size_t head_taken;

	/* The dump being gathered. */
	uint8_t data[2 * DUMP_VPD_BYTES];
	uint16_t have;
	uint8_t width; /* digits a group */
	uint8_t segments;
	struct dump_segment segment[DUMP_SEGMENTS_MAX];
	uint64_t offset;
	uint64_t next_offset; /* expected before the next line; UINT64_MAX: any */
	int closing;
	bool new_segment;
	bool skipping; /* until the damage is over */
	bool tainted;  /* by text right before: a short dump was reported already */
	bool prose;    /* the last report was of text: more of it is not reported */

	/* The line being read. */
	uint64_t line;
	int state;
	int fault; /* an enum dump_fault, or -1 */
	uint64_t value;
	uint64_t line_offset;
	uint32_t digits; /* of the group being read */
	uint32_t gap;    /* blanks since the last group */
	uint32_t line_bytes;
	uint32_t gap_lines; /* lines without a group, up to the last */
	bool prefixed;      /* by 0x */
	bool held;     /* the first group, until it is known whether it is an offset */
	bool columns;  /* the line has an offset */
	bool in_order; /* groups of four are two bytes in order */
	bool labelled;
	bool numbered; /* begins with a digit */
	bool first_word;
	bool commented;
	bool group_bad;
	uint8_t last; /* character that is not blank */
	uint32_t groups;
};

void dump_init(struct dump_parser *parser);

/*
 * Take up to @length bytes of the stream from @bytes. @consumed gets how many were
 * taken; the caller comes back with the rest, also after DUMP_PAGE and DUMP_FAULT. The
 * reports are the same whatever pieces the stream is cut into.
 *
 * After DUMP_RECORDING the first head_length bytes of the stream are in parser->head,
 * the bytes not consumed follow, and the parser must not be used again.
 */
enum dump_event dump_feed(struct dump_parser *parser, const uint8_t *bytes,
			  size_t length, size_t *consumed, struct dump *dump);

/*
 * The stream is over: what is left. To be called until it returns DUMP_MORE; a stream
 * that gave nothing but that held no dump.
 */
enum dump_event dump_end(struct dump_parser *parser, struct dump *dump);

#endif
