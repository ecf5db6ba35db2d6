/* SPDX-License-Identifier: BSD-2-Clause */
#include "hex_pages.h"

#include <errno.h>
#include <string.h>

#include "hex.h"

enum { LINE_BYTES = 16, OFFSET_DIGITS = 5 };

bool hex_pages_is_text(const uint8_t *bytes, size_t length)
{
	for (size_t i = 0; i < length; i++)
		if (bytes[i] == 0x7f || bytes[i] < '\t' ||
		    (bytes[i] > '\r' && bytes[i] < ' '))
			return false;
	return true;
}

/* One line of text that is being read. */
struct line {
	const uint8_t *at, *end;
};

static bool is_blank(uint8_t c)
{
	return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f' || c == ',';
}

static size_t skip_blanks(struct line *line)
{
	const uint8_t *start = line->at;

	while (line->at < line->end && is_blank(*line->at))
		line->at++;
	return (size_t)(line->at - start);
}

/* How many hex digits stand at the start of @line. */
static size_t count_digits(const struct line *line)
{
	size_t count = 0;

	while (line->at + count < line->end &&
	       sgio_hex_digit((char)line->at[count]) >= 0)
		count++;
	return count;
}

/* Pass over an offset. Returns whether this is a line of bytes at all. */
static bool begin_line(struct line *line)
{
	size_t digits;

	skip_blanks(line);
	digits = count_digits(line);
	if (!digits)
		return false;
	if (line->at + digits < line->end && line->at[digits] == ':') {
		line->at += digits + 1;
		return true;
	}
	if (digits < OFFSET_DIGITS)
		return digits == 2 || digits == 4;
	line->at += digits;
	return line->at == line->end || is_blank(*line->at);
}

/* The bytes of @line to @out. Returns how many, or -EINVAL. */
static int read_line(struct line *line, uint8_t *out)
{
	int count = 0;

	if (!begin_line(line))
		return 0;
	while (line->at < line->end) {
		size_t blanks = skip_blanks(line);

		if (line->at == line->end || *line->at == '|' ||
		    (count == LINE_BYTES && blanks >= 2))
			break;
		if (count_digits(line) != 2)
			return -EINVAL;
		out[count++] = (uint8_t)(sgio_hex_digit((char)line->at[0]) << 4 |
					 sgio_hex_digit((char)line->at[1]));
		line->at += 2;
		if (line->at < line->end && !is_blank(*line->at) && *line->at != '|')
			return -EINVAL;
	}
	return count;
}

/* What is written is always behind what is read: a byte takes two digits. */
int hex_pages_parse(uint8_t *bytes, size_t *length, size_t *number)
{
	const uint8_t *end = bytes + *length;
	const uint8_t *at = bytes;
	uint8_t *out = bytes;

	for (*number = 1; at < end; ++*number) {
		const uint8_t *newline = memchr(at, '\n', (size_t)(end - at));
		const uint8_t *stop = newline ? newline : end;
		const uint8_t *comment = memchr(at, '#', (size_t)(stop - at));
		struct line line = {at, comment ? comment : stop};
		int count = read_line(&line, out);

		if (count < 0)
			return count;
		out += count;
		at = newline ? newline + 1 : end;
	}
	*length = (size_t)(out - bytes);
	return 0;
}
