/* SPDX-License-Identifier: BSD-2-Clause */
#include "report_text.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "escape.h"

void text_number(struct sgio_text *text, uint64_t number)
{
	char digits[20];
	size_t first = sizeof(digits);

	do {
		digits[--first] = (char)('0' + number % 10);
		number /= 10;
	} while (number);
	sgio_text_add(text, digits + first, sizeof(digits) - first);
}

void text_hex(struct sgio_text *text, uint64_t number, unsigned int digits)
{
	while (digits-- > 0)
		sgio_text_add(text, &"0123456789abcdef"[number >> 4 * digits & 0xf], 1);
}

void text_escaped(struct sgio_text *text, const char *bytes, size_t length)
{
	char escaped[ESCAPE_SIZE(64)];

	while (length) {
		size_t part = length < 64 ? length : 64;

		sgio_text_add(text, escaped,
			      escape(bytes, part, escaped, sizeof(escaped)));
		bytes += part;
		length -= part;
	}
}

/* What no shell gives a meaning to. */
static bool needs_quotes(const char *bytes, size_t length)
{
	static const char safe[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
				   "abcdefghijklmnopqrstuvwxyz0123456789_-.,:/@%+";

	for (size_t i = 0; i < length; i++) {
		if (!memchr(safe, bytes[i], sizeof(safe) - 1))
			return true;
	}
	return false;
}

void text_quoted(struct sgio_text *text, const char *bytes, size_t length)
{
	if (!needs_quotes(bytes, length)) {
		sgio_text_add(text, bytes, length);
		return;
	}
	sgio_text_string(text, "'");
	for (size_t i = 0; i < length; i++) {
		if (bytes[i] == '\'')
			sgio_text_string(text, "'\\''");
		else
			sgio_text_add(text, bytes + i, 1);
	}
	sgio_text_string(text, "'");
}

static void text_list(struct sgio_text *text, uint64_t members)
{
	const char *comma = "";

	for (unsigned int i = 0; i < 64; i++) {
		if (!(members >> i & 1))
			continue;
		sgio_text_string(text, comma);
		text_number(text, i);
		comma = ",";
	}
}

static void text_codes(struct sgio_text *text, const struct subject *subject)
{
	struct report_oddities oddities;

	if (report_oddities(subject, &oddities) < 0) {
		text->failed = true;
		return;
	}
	for (size_t i = 0; i < oddities.count; i++) {
		sgio_text_string(text, i ? "," : "");
		sgio_text_string(text, oddities.items[i].code);
	}
	report_oddities_free(&oddities);
}

void text_value(struct sgio_text *text, const struct subject *subject, size_t key,
		const struct report_flags *flags)
{
	struct ata_value value;

	report_value(subject, key, &value);
	if (report_table[key].type == REPORT_ODDITIES) {
		text_codes(text, subject);
		return;
	}
	if (!value.known) {
		sgio_text_string(text, "-");
		return;
	}
	switch (report_table[key].type) {
	case REPORT_FLAG:
		sgio_text_string(text, value.number ? flags->yes : flags->no);
		break;
	case REPORT_NUMBER:
	case REPORT_NUMBER64:
		text_number(text, value.number);
		break;
	case REPORT_LIST:
		text_list(text, value.number);
		break;
	default:
		text_escaped(text, value.text, value.length);
		break;
	}
}

int text_finish(struct sgio_text *text, FILE *out)
{
	if (!text->failed && text->length)
		fwrite(text->bytes, 1, text->length, out);
	free(text->bytes);
	return text->failed ? -ENOMEM : 0;
}
