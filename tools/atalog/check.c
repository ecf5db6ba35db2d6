/* SPDX-License-Identifier: BSD-2-Clause */
#include <inttypes.h>
#include <string.h>

#include "reading.h"

/*
 * Log 30h says again, and in more detail, what IDENTIFY DEVICE says (ACS-6 9.10): each
 * row is a field of it and the fact it repeats.
 */
enum {
	PAGE_COPY = 1,
	VALID_BIT = 63,
	CHECKSUM_WORD = 255,
};

struct check_row {
	uint8_t page, offset; /* of the qword */
	uint8_t high, low;    /* bits of it */
	uint8_t shift;        /* the fact is the field times 2 to this */
	enum ata_fact_id fact;
};

static const struct check_row rows[] = {
#define X(page, offset, high, low, shift, fact) \
	{page, offset, high, low, shift, ATA_##fact},
#define B(page, offset, bit, fact) {page, offset, bit, bit, 0, ATA_FEATURE_##fact},
#include "check.def"
#undef X
#undef B
};

static uint64_t load(const uint8_t *at)
{
	uint64_t value = 0;

	for (unsigned int i = 8; i-- > 0;)
		value = value << 8 | at[i];
	return value;
}

/* Words that say what the drive does now may change between the two commands. */
static void check_copy(struct tree *tree, const uint8_t *words, const uint8_t *page)
{
	char list[64] = "";
	size_t length = 0, count = 0;

	for (unsigned int i = 0; i < CHECKSUM_WORD; i++) {
		if (!memcmp(words + 2 * (size_t)i, page + 2 * (size_t)i, 2))
			continue;
		if (++count <= 8)
			length += (size_t)snprintf(list + length, sizeof(list) - length,
						   " %u", i);
	}
	if (count)
		tree_oddity(tree, "identify_differs",
			    "page 01h is no copy of the IDENTIFY data: %zu word%s "
			    "differ%s,%s%s",
			    count, count == 1 ? "" : "s", count == 1 ? "s" : "", list,
			    count > 8 ? " …" : "");
}

static void check_row(struct tree *tree, const struct ata_identify *id,
		      const struct check_row *row, const uint8_t *page)
{
	uint64_t qword = load(page + row->offset);
	unsigned int width = row->high - row->low + 1u;
	uint64_t field = (qword >> row->low & ((UINT64_C(1) << width) - 1))
			 << row->shift;
	struct ata_value value;

	ata_fact_value(id, row->fact, &value);
	if (!(qword >> VALID_BIT) || !value.known || value.number == field)
		return;
	tree_oddity(tree, "identify_differs",
		    "%s: %" PRIu64 " here (page %02Xh, byte %u), %" PRIu64
		    " in the IDENTIFY data",
		    ata_facts[row->fact].label, field, row->page, row->offset,
		    value.number);
}

void check_identify(struct tree *tree, const struct ata_identify *id,
		    const uint8_t *words, uint16_t number, const uint8_t *page)
{
	if (number == PAGE_COPY) {
		check_copy(tree, words, page);
		return;
	}
	if (load(page) >> 16 != ((UINT64_C(1) << 47) | number))
		return;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		if (rows[i].page == number)
			check_row(tree, id, &rows[i], page);
}
