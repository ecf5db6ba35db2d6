/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>

#include "sim_log.h"

/* Log 30h: IDENTIFY DEVICE data (ACS-6 9.10), made of the IDENTIFY page. */
enum {
	PAGE_LIST,
	PAGE_COPY,
	PAGE_CAPACITY,
	PAGE_CAPABILITIES,
	PAGE_SETTINGS,
	PAGE_STRINGS,
	PAGE_SECURITY,
	PAGE_PARALLEL,
	PAGE_SERIAL,
	PAGES,

	VALID_BYTE = 7,
	VALID = 0x80,
	WWN = 56, /* 16 bytes, the last bit of which is VALID */
};

struct bit_row {
	uint8_t page, offset, bit, word, word_bit;
};

struct field_row {
	uint8_t page, offset, bytes, word;
	uint16_t mask;
};

static const struct bit_row bit_rows[] = {
#define C(...) {__VA_ARGS__},
#include "sim_logs.def"
};

static const struct field_row field_rows[] = {
#define CF(...) {__VA_ARGS__},
#include "sim_logs.def"
};

#define COUNT(rows) (sizeof(rows) / sizeof((rows)[0]))

static bool has_page(const struct sim_drive *sim, unsigned int number)
{
	if (number == PAGE_SERIAL)
		return sim_has_sata(sim);
	return number < PAGES && number != PAGE_PARALLEL;
}

static void mark_valid(uint8_t *page, unsigned int offset)
{
	unsigned int qword = offset & ~7u;

	page[qword == WWN ? WWN + 8 + VALID_BYTE : qword + VALID_BYTE] |= VALID;
}

static void put_copies(const struct sim_drive *sim, unsigned int number, uint8_t *page)
{
	for (size_t i = 0; i < COUNT(bit_rows); i++) {
		const struct bit_row *row = &bit_rows[i];

		if (row->page != number)
			continue;
		if (sim_word(sim, row->word) >> row->word_bit & 1)
			page[row->offset + row->bit / 8] |=
				(uint8_t)(1 << row->bit % 8);
		mark_valid(page, row->offset);
	}
	for (size_t i = 0; i < COUNT(field_rows); i++) {
		const struct field_row *row = &field_rows[i];

		if (row->page != number)
			continue;
		sim_log_put(page + row->offset, sim_word(sim, row->word) & row->mask,
			    row->bytes);
		mark_valid(page, row->offset);
	}
}

static void put_list(const struct sim_drive *sim, uint8_t *page)
{
	for (unsigned int i = 0; i < PAGES; i++) {
		if (has_page(sim, i))
			page[9 + page[8]++] = (uint8_t)i;
	}
}

/* Sectors; how many of them make a physical one; their size in words; the buffer. */
static void put_capacity(const struct sim_drive *sim, uint8_t *page)
{
	sim_log_put(page + 8, sim->blocks, 6);
	sim_log_put(page + 16,
		    UINT64_C(0x60) << 56 | (uint64_t)sim->physical_exponent << 16 |
			    (sim_word(sim, 209) & 0x3fff),
		    8);
	sim_log_put(page + 24, sim->logical_size / 2, 4);
	for (unsigned int at = 8; at < 32; at += 8)
		mark_valid(page, at);
}

/* Strings are as in the IDENTIFY page, two characters swapped in each word. */
static void put_strings(const struct sim_drive *sim, uint8_t *page)
{
	memcpy(page + 8, sim->page + 20, 20);
	memcpy(page + 32, sim->page + 46, 8);
	memcpy(page + 48, sim->page + 54, 40);
	memcpy(page + 96, sim->page + 340, 8);
}

void sim_log_identify(const struct sim_drive *sim, unsigned int number, uint8_t *page)
{
	if (!has_page(sim, number))
		return;
	if (number == PAGE_COPY) {
		memcpy(page, sim->page, SIM_PAGE_BYTES);
		return;
	}
	sim_log_put(page, UINT64_C(1) << 63 | (uint64_t)number << 16 | 1, 8);
	if (number == PAGE_LIST)
		put_list(sim, page);
	if (number == PAGE_CAPACITY)
		put_capacity(sim, page);
	if (number == PAGE_STRINGS)
		put_strings(sim, page);
	put_copies(sim, number, page);
	if (number == PAGE_SERIAL)
		page[16] |= sim_word(sim, 77) >> 1 & 7;
}
