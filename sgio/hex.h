/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef SGIO_HEX_H
#define SGIO_HEX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Hex and decimal without stdio: text that grows, and fields of it read back. */

/* Starts as all zeros; the owner frees @bytes. Once memory is short, @failed stays set.
 */
struct sgio_text {
	char *bytes;
	size_t length, size;
	bool failed;
};

void sgio_text_add(struct sgio_text *text, const char *bytes, size_t length);
void sgio_text_string(struct sgio_text *text, const char *string);
/* A blank and then the number. */
void sgio_text_unsigned(struct sgio_text *text, uint64_t value);
void sgio_text_signed(struct sgio_text *text, int64_t value);
/* " 0a 1b": a blank before each byte. */
void sgio_text_hex(struct sgio_text *text, const uint8_t *bytes, size_t length);
/*
 * A blank and then @string, reversibly: what is not printable ASCII, the backslash,
 * '#', and blanks at the ends (@word: all blanks) become \xNN.
 */
void sgio_text_escaped(struct sgio_text *text, const char *string, bool word);

/* A piece of text that is being read from its start. */
struct sgio_field {
	const char *at, *end;
};

/* The value of a hex digit, or -1. */
int sgio_hex_digit(char c);

/* The next word, blanks before it skipped; empty at the end. */
struct sgio_field sgio_field_word(struct sgio_field *rest);
bool sgio_field_is(struct sgio_field field, const char *string);

/*
 * Each takes the next word of @rest. Returns 0, -ENODATA when there is none, -EINVAL
 * when it is something else, -ERANGE when it is outside of @low to @high.
 */
int sgio_field_unsigned(struct sgio_field *rest, uint64_t high, uint64_t *value);
int sgio_field_signed(struct sgio_field *rest, int64_t low, int64_t high,
		      int64_t *value);
int sgio_field_byte(struct sgio_field *rest, uint8_t *value);

/*
 * Undo sgio_text_escaped() of all of @field into @out, with a NUL at the end: never
 * more than the field's length and one byte. Returns the length without the NUL, or
 * -EINVAL.
 */
int64_t sgio_field_unescape(struct sgio_field field, char *out);

#endif
