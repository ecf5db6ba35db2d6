/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TOOLS_REPORT_TEXT_H
#define TOOLS_REPORT_TEXT_H

#include "hex.h"
#include "report.h"

/* What reports add to text that grows (hex.h). */

void text_number(struct sgio_text *text, uint64_t number);
/* @digits hexadecimal digits, lower case. */
void text_hex(struct sgio_text *text, uint64_t number, unsigned int digits);
/* Bytes outside 20h to 7Eh and the backslash as \xNN. */
void text_escaped(struct sgio_text *text, const char *bytes, size_t length);
/* One word of a POSIX shell, quoted where it needs to be. */
void text_quoted(struct sgio_text *text, const char *bytes, size_t length);

/* How a flag is written. */
struct report_flags {
	const char *no, *yes;
};

/* The value of a key: lists and oddities with commas, "-" when it is not known. */
void text_value(struct sgio_text *text, const struct subject *subject, size_t key,
		const struct report_flags *flags);

/* Write @text to @out, and free it. Returns 0, or -ENOMEM when it had @failed. */
int text_finish(struct sgio_text *text, FILE *out);

#endif
