/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "hex.h"

static const char digits[] = "0123456789abcdef";

static bool reserve(struct sgio_text *text, size_t more)
{
	size_t size = text->size ? text->size : 1024;
	char *bytes;

	if (text->failed)
		return false;
	if (more <= text->size - text->length)
		return true;
	while (size - text->length < more && size <= SIZE_MAX / 2)
		size *= 2;
	bytes = size - text->length < more ? NULL : realloc(text->bytes, size);
	if (!bytes) {
		text->failed = true;
		return false;
	}
	text->bytes = bytes;
	text->size = size;
	return true;
}

void sgio_text_add(struct sgio_text *text, const char *bytes, size_t length)
{
	if (!length || !reserve(text, length))
		return;
	memcpy(text->bytes + text->length, bytes, length);
	text->length += length;
}

void sgio_text_string(struct sgio_text *text, const char *string)
{
	sgio_text_add(text, string, strlen(string));
}

void sgio_text_unsigned(struct sgio_text *text, uint64_t value)
{
	char buffer[21];
	size_t at = sizeof(buffer);

	do {
		buffer[--at] = (char)('0' + value % 10);
		value /= 10;
	} while (value);
	buffer[--at] = ' ';
	sgio_text_add(text, buffer + at, sizeof(buffer) - at);
}

void sgio_text_signed(struct sgio_text *text, int64_t value)
{
	size_t blank;

	if (value >= 0) {
		sgio_text_unsigned(text, (uint64_t)value);
		return;
	}
	sgio_text_string(text, " -");
	blank = text->length;
	sgio_text_unsigned(text, 0 - (uint64_t)value);
	if (text->failed)
		return;
	/* The magnitude brought a blank of its own. */
	memmove(text->bytes + blank, text->bytes + blank + 1, text->length - blank - 1);
	text->length--;
}

void sgio_text_hex(struct sgio_text *text, const uint8_t *bytes, size_t length)
{
	if (length > SIZE_MAX / 3 || !reserve(text, 3 * length))
		return;
	for (size_t i = 0; i < length; i++) {
		text->bytes[text->length++] = ' ';
		text->bytes[text->length++] = digits[bytes[i] >> 4];
		text->bytes[text->length++] = digits[bytes[i] & 0x0f];
	}
}

static bool is_plain(const char *string, size_t at, size_t length, bool word)
{
	char c = string[at];

	if (c == ' ')
		return !word && at > 0 && at + 1 < length;
	return c > 0x20 && c < 0x7f && c != '\\' && c != '#';
}

void sgio_text_escaped(struct sgio_text *text, const char *string, bool word)
{
	size_t length = strlen(string);

	sgio_text_add(text, " ", 1);
	for (size_t i = 0; i < length; i++) {
		uint8_t byte = (uint8_t)string[i];
		char escape[4] = {'\\', 'x', digits[byte >> 4], digits[byte & 0x0f]};

		if (is_plain(string, i, length, word))
			sgio_text_add(text, string + i, 1);
		else
			sgio_text_add(text, escape, sizeof(escape));
	}
}

int sgio_hex_digit(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	if (c >= 'a' && c <= 'f')
		return c - 'a' + 10;
	if (c >= 'A' && c <= 'F')
		return c - 'A' + 10;
	return -1;
}

static bool is_blank(char c)
{
	return c == ' ' || c == '\t';
}

struct sgio_field sgio_field_word(struct sgio_field *rest)
{
	struct sgio_field word;

	while (rest->at < rest->end && is_blank(*rest->at))
		rest->at++;
	word.at = rest->at;
	while (rest->at < rest->end && !is_blank(*rest->at))
		rest->at++;
	word.end = rest->at;
	return word;
}

bool sgio_field_is(struct sgio_field field, const char *string)
{
	size_t length = (size_t)(field.end - field.at);

	return strlen(string) == length && !memcmp(field.at, string, length);
}

static int read_digits(struct sgio_field word, uint64_t high, uint64_t *value)
{
	uint64_t sum = 0;

	if (word.at == word.end)
		return -EINVAL;
	for (const char *c = word.at; c < word.end; c++) {
		uint64_t digit = (uint64_t)(*c - '0');

		if (*c < '0' || *c > '9')
			return -EINVAL;
		if (digit > high || sum > (high - digit) / 10)
			return -ERANGE;
		sum = 10 * sum + digit;
	}
	*value = sum;
	return 0;
}

int sgio_field_unsigned(struct sgio_field *rest, uint64_t high, uint64_t *value)
{
	struct sgio_field word = sgio_field_word(rest);

	return word.at == word.end ? -ENODATA : read_digits(word, high, value);
}

int sgio_field_signed(struct sgio_field *rest, int64_t low, int64_t high,
		      int64_t *value)
{
	struct sgio_field word = sgio_field_word(rest);
	bool negative = word.at < word.end && *word.at == '-';
	uint64_t magnitude;
	int64_t number;
	int rc;

	if (word.at == word.end)
		return -ENODATA;
	word.at += negative;
	rc = read_digits(word, INT64_MAX, &magnitude);
	if (rc < 0)
		return rc;
	number = negative ? -(int64_t)magnitude : (int64_t)magnitude;
	if (number < low || number > high)
		return -ERANGE;
	*value = number;
	return 0;
}

int sgio_field_byte(struct sgio_field *rest, uint8_t *value)
{
	struct sgio_field word = sgio_field_word(rest);
	int high, low;

	if (word.at == word.end)
		return -ENODATA;
	if (word.end - word.at != 2)
		return -EINVAL;
	high = sgio_hex_digit(word.at[0]);
	low = sgio_hex_digit(word.at[1]);
	if (high < 0 || low < 0)
		return -EINVAL;
	*value = (uint8_t)(high << 4 | low);
	return 0;
}

int64_t sgio_field_unescape(struct sgio_field field, char *out)
{
	char *to = out;

	for (const char *c = field.at; c < field.end; c++) {
		int high, low;

		if (*c != '\\') {
			*to++ = *c;
			continue;
		}
		if (field.end - c < 4 || c[1] != 'x')
			return -EINVAL;
		high = sgio_hex_digit(c[2]);
		low = sgio_hex_digit(c[3]);
		if (high < 0 || low < 0 || !(high | low))
			return -EINVAL;
		*to++ = (char)(high << 4 | low);
		c += 3;
	}
	*to = '\0';
	return to - out;
}
