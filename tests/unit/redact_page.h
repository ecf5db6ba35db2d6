/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef REDACT_PAGE_H
#define REDACT_PAGE_H

#include <string.h>

#include "redact.h"
#include "unit.h"

/* IDENTIFY data with private parts, and what is left of them. */
#define COUNT(table) ((int)(sizeof(table) / sizeof((table)[0])))

static struct redact_key key = {"0123456789abcde"};

/* How the bytes of a page can be exchanged. */
enum order {
	AS_STANDARD,
	SWAPPED_PAGE,
	SWAPPED_STRINGS,
};

#define SERIAL "WD-WCAV1234567890123"
#define WWN 0x50014ee0abcdef12

static inline void set_word(uint8_t *page, unsigned int word, unsigned int value)
{
	page[2 * word] = (uint8_t)value;
	page[2 * word + 1] = (uint8_t)(value >> 8);
}

static inline void set_string(uint8_t *page, unsigned int word, const char *text,
			      bool swapped)
{
	for (unsigned int i = 0; text[i] != '\0'; i++)
		page[(2 * word + i) ^ !swapped] = (uint8_t)text[i];
}

static inline void make_page(uint8_t *page, enum order order)
{
	static const uint16_t words[][2] = {
		{0, 0x427a},  {1, 0x3fff},  {3, 0x0010},  {6, 0x003f},  {47, 0x8010},
		{49, 0x2f00}, {53, 0x0007}, {80, 0x01fe}, {82, 0x746b}, {83, 0x7f61},
		{84, 0x4123}, {85, 0x7469}, {86, 0xbc41}, {87, 0x4123},
	};
	bool swapped = order == SWAPPED_STRINGS;

	memset(page, 0, ATA_IDENTIFY_BYTES);
	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		set_word(page, words[i][0], words[i][1]);
	set_string(page, 10, SERIAL, swapped);
	set_string(page, 23, "51.0AB51", swapped);
	set_string(page, 27, "WDC WD20EARS-00MVWB0                    ", swapped);
	for (unsigned int i = 0; i < 4; i++)
		set_word(page, 108 + i, WWN >> 16 * (3 - i) & 0xffff);
	set_string(page, 112, "EXTENDED", false);
	set_string(page, 129, "FIRST", false);
	set_string(page, 158, "LAST", false);
	set_string(page, 140, SERIAL, false);
	set_string(page, 176, "MEDIA 0042", swapped);
	/* An odd place outside of all fields. */
	memcpy(page + 461, SERIAL, 20);
	ata_identify_seal(page);
	for (unsigned int i = 0; order == SWAPPED_PAGE && i < 512; i += 2) {
		uint8_t low = page[i];

		page[i] = page[i + 1];
		page[i + 1] = low;
	}
}

/* @length bytes of @text in @data, in either order of the bytes of a word. */
static inline bool holds(const uint8_t *data, size_t size, const char *text,
			 size_t length)
{
	uint8_t swapped[4096];

	for (size_t i = 0; i < size; i++)
		swapped[i] = data[i ^ 1 ? (i ^ 1) < size ? i ^ 1 : i : i];
	return memmem(data, size, text, length) || memmem(swapped, size, text, length);
}

static inline void ck_assert_private(const uint8_t *data, size_t size)
{
	static const char *const others[] = {"EXTE", "NDED", "FIRS", "LAST", "0042"};
	static const char end_of_wwn[] = {(char)0xef, 0x12};

	for (size_t i = 0; i + 6 <= strlen(SERIAL); i++)
		ck_assert_msg(!holds(data, size, &SERIAL[i], 6), "%s", &SERIAL[i]);
	for (int i = 0; i < COUNT(others); i++)
		ck_assert(!holds(data, size, others[i], strlen(others[i])));
	ck_assert(!holds(data, size, end_of_wwn, 2));
}

#endif
