/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef ATA_VALUE_H
#define ATA_VALUE_H

#include "identify.h"

/* How a row of identify.def is read: for one fact (identify.c) and for all (values.c).
 */

/* FFFFh is the first blank word, 0000h the second. */
static inline bool ata_is_blank(uint16_t word, enum ata_blank blank)
{
	return (uint16_t)(word + 1) < blank;
}

/* @words words, the first least significant; blank when all of them are 0, or all 1. */
static inline void ata_number_value(const struct ata_identify *id, unsigned int word,
				    unsigned int words, enum ata_blank blank,
				    struct ata_value *value)
{
	uint16_t all = 0xffff;
	uint64_t number = 0;

	for (unsigned int i = words; i-- > 0;) {
		all &= id->word[word + i];
		number = number << 16 | id->word[word + i];
	}
	value->number = number;
	value->known = (blank == ATA_BLANK_NONE || all != 0xffff) &&
		       (blank != ATA_BLANK_BLANK || number != 0);
}

static inline bool ata_is_padding(char c)
{
	return c == ' ' || c == '\0';
}

/* Blanks and NULs at both ends go. */
static inline void ata_string_value(const struct ata_identify *id, unsigned int word,
				    unsigned int words, struct ata_value *value)
{
	const char *text = id->text + 2 * word;
	uint32_t length = 2 * words;

	while (length > 0 && ata_is_padding(text[length - 1]))
		length--;
	while (length > 0 && ata_is_padding(*text)) {
		text++;
		length--;
	}
	value->known = length > 0;
	value->text = text;
	value->length = length;
}

#endif
