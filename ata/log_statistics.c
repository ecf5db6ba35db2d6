/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>

#include "log_row.h"

/* Device statistics (ACS-6 9.5), one page a call. */
enum {
	PAGE_LIST = 0x00,
	FIRST_STATISTIC = 8,
	STEP = 8,
	VALUE_BITS = 56,
	LIST_COUNT = 8, /* byte: number of entries, which follow it, a byte each */
};

/* Bits of the last byte of a statistic. */
enum {
	SUPPORTED = 0x80,
	VALID = 0x40,
	NORMALIZED = 0x20,
	SUPPORTS_DSN = 0x10,
	CONDITION_MET = 0x08,
	READ_THEN_INITIALIZE = 0x04,
};

struct page {
	uint8_t number;
	const char *key, *label;
};

struct statistic {
	uint8_t page;
	uint8_t times; /* policies, each 8 bytes after the one before */
	struct ata_log_row row;
};

static const struct page pages_known[] = {
#define PAGE(page, key, label) {page, key, label},
#define ST(...)
#define SN(...)
#define SC(...)
#define S7(...)
#include "log_statistics.def"
#undef PAGE
#undef ST
#undef SN
#undef SC
#undef S7
};

#define ROW(page, times, offset_, high_, low_, kind_, none_, key_, unit_, label_) \
	{page,                                                                    \
	 times,                                                                   \
	 {.offset = offset_,                                                      \
	  .high = high_,                                                          \
	  .low = low_,                                                            \
	  .kind = ATA_ROW_##kind_,                                                \
	  .none = ATA_NONE_##none_,                                               \
	  .key = key_,                                                            \
	  .unit = unit_,                                                          \
	  .label = label_}},

static const struct statistic statistics[] = {
#define PAGE(page, key, label)
#define ST(page, offset, high, low, kind, key, unit, label) \
	ROW(page, 1, offset, high, low, kind, NEVER, key, unit, label)
#define SN(page, offset, bytes, key, unit, label) \
	ROW(page, 1, offset, 8 * (bytes)-1, 0, NUMBER, NEVER, key, unit, label)
#define SC(page, offset, key, label) \
	ROW(page, 1, offset, 7, 0, SIGNED, LOWEST, key, "°C", label)
#define S7(page, offset, key, label) \
	ROW(page, 7, offset, VALUE_BITS - 1, 0, NUMBER, NEVER, key, NULL, label)
#include "log_statistics.def"
#undef PAGE
#undef ST
#undef SN
#undef SC
#undef S7
};

static const struct page *find_page(uint16_t number)
{
	for (size_t i = 0; i < ATA_LOG_COUNT(pages_known); i++) {
		if (pages_known[i].number == number)
			return &pages_known[i];
	}
	return NULL;
}

/* Rows are in the order of their offsets, so that one of a page is enough. */
static const struct statistic *find_statistic(uint16_t page, size_t offset)
{
	for (size_t i = 0; i < ATA_LOG_COUNT(statistics); i++) {
		const struct statistic *s = &statistics[i];

		if (s->page == page && offset >= s->row.offset &&
		    offset < s->row.offset + (size_t)s->times * STEP)
			return s;
	}
	return NULL;
}

static uint8_t flags_at(const uint8_t *page, size_t offset)
{
	return page[offset + STEP - 1];
}

static bool has_value(const uint8_t *page, size_t offset)
{
	return (flags_at(page, offset) & (SUPPORTED | VALID)) == (SUPPORTED | VALID);
}

/* One value of @row, at @offset instead of its own. */
static void give_value(const struct ata_log_sink *sink, const uint8_t *page,
		       size_t offset, const struct ata_log_row *row, bool member)
{
	struct ata_log_row moved = *row;

	moved.offset = (uint16_t)offset;
	if (member) {
		moved.key = NULL;
		moved.label = NULL;
	}
	if (has_value(page, offset))
		ata_log_rows(sink, page, &moved, 1);
	else
		ata_log_unknown(sink, moved.key, moved.label, moved.unit);
}

static void give_statistic(const struct ata_log_sink *sink, const uint8_t *page,
			   const struct statistic *statistic)
{
	const struct ata_log_row *row = &statistic->row;

	if (statistic->times == 1) {
		give_value(sink, page, row->offset, row, false);
		return;
	}
	ata_log_list(sink, row->key, row->label);
	for (size_t i = 0; i < statistic->times; i++)
		give_value(sink, page, row->offset + i * STEP, row, true);
	ata_log_end(sink);
}

/* What the drive supports and no standard has a name for. */
static void give_unnamed(const struct ata_log_sink *sink, const uint8_t *page,
			 uint16_t number)
{
	ata_log_list(sink, "unnamed", "Statistics without a name");
	for (size_t i = FIRST_STATISTIC; i < ATA_LOG_PAGE_BYTES; i += STEP) {
		if (!(flags_at(page, i) & SUPPORTED) || find_statistic(number, i))
			continue;
		ata_log_object(sink, NULL, NULL);
		ata_log_number(sink, "offset", "Offset", NULL, i);
		if (has_value(page, i))
			ata_log_number(sink, "value", "Value", NULL,
				       ata_log_bits(page + i, VALUE_BITS - 1, 0));
		else
			ata_log_unknown(sink, "value", "Value", NULL);
		ata_log_end(sink);
	}
	ata_log_end(sink);
}

static void give_flags(const struct ata_log_sink *sink, const uint8_t *page,
		       uint16_t number, size_t offset)
{
	const struct statistic *statistic = find_statistic(number, offset);
	uint8_t flags = flags_at(page, offset);

	ata_log_object(sink, NULL, NULL);
	ata_log_number(sink, "offset", "Offset", NULL, offset);
	ata_log_string(sink, "name", "Name", statistic ? statistic->row.key : NULL);
	ata_log_flag(sink, "supported", "Supported", flags & SUPPORTED);
	ata_log_flag(sink, "valid", "Valid", flags & VALID);
	ata_log_flag(sink, "normalized", "Normalized", flags & NORMALIZED);
	ata_log_flag(sink, "supports_dsn", "DSN", flags & SUPPORTS_DSN);
	ata_log_flag(sink, "monitored_condition_met", "Condition met",
		     flags & CONDITION_MET);
	ata_log_flag(sink, "read_then_initialize", "Resettable",
		     flags & READ_THEN_INITIALIZE);
	ata_log_end(sink);
}

/* The highest bit of the value at @offset that means something. */
static unsigned int width_at(uint16_t page, size_t offset)
{
	const struct statistic *first = find_statistic(page, offset);
	unsigned int high = VALUE_BITS - 1;

	if (!first || first->times > 1 || first->row.kind == ATA_ROW_SIGNED)
		return high;
	high = 0;
	for (const struct statistic *s = first;
	     s < statistics + ATA_LOG_COUNT(statistics) && s->page == page &&
	     s->row.offset == offset;
	     s++)
		high = s->row.high > high ? s->row.high : high;
	return high;
}

/* Firmware leaves garbage above values that have fewer bytes. */
static bool is_too_wide(const uint8_t *page, uint16_t number, size_t offset)
{
	unsigned int high = width_at(number, offset);

	return has_value(page, offset) && high < VALUE_BITS - 1 &&
	       ata_log_bits(page + offset, VALUE_BITS - 1, high + 1) != 0;
}

static void give_page(const struct ata_log_sink *sink, const uint8_t *page,
		      const struct page *known)
{
	bool wide = false;

	ata_log_object(sink, known->key, known->label);
	for (size_t i = 0; i < ATA_LOG_COUNT(statistics); i++) {
		if (statistics[i].page == known->number)
			give_statistic(sink, page, &statistics[i]);
	}
	give_unnamed(sink, page, known->number);
	ata_log_list(sink, "flags", "Flags");
	for (size_t i = FIRST_STATISTIC; i < ATA_LOG_PAGE_BYTES; i += STEP) {
		if (flags_at(page, i) & SUPPORTED)
			give_flags(sink, page, known->number, i);
		wide = wide || is_too_wide(page, known->number, i);
	}
	ata_log_end(sink);
	ata_log_end(sink);
	if (wide)
		ata_log_oddity(sink, "value_too_wide",
			       "bytes above a value that should be 0 are not");
}

static void give_list(const struct ata_log_sink *sink, const uint8_t *page)
{
	size_t count = page[LIST_COUNT];

	ata_log_list(sink, "supported_pages", "Supported pages");
	for (size_t i = 0; i < count; i++)
		ata_log_number(sink, NULL, NULL, NULL, page[LIST_COUNT + 1 + i]);
	ata_log_end(sink);
}

static int decode_page(const struct ata_log_sink *sink, const uint8_t *page,
		       uint16_t number)
{
	const struct page *known = find_page(number);

	if (ata_log_load(page, 2) != 1) {
		ata_log_oddity(sink, "vendor_filled",
			       "this is no such page, the drive filled it with "
			       "something else: its revision is not 1");
		return -ENODATA;
	}
	if (page[2] != number) {
		ata_log_oddity(sink, "wrong_page",
			       "the drive answered with another page of this log");
		return -ENODATA;
	}
	if (number == PAGE_LIST)
		give_list(sink, page);
	else if (known)
		give_page(sink, page, known);
	return number == PAGE_LIST || known ? 0 : -ENOTSUP;
}

int ata_log_decode_statistics(const struct ata_log_pages *pages)
{
	return ata_log_each_page(pages, decode_page);
}

/*
 * Device statistics notifications (ACS-6 9.6): what of log 04h the drive is to watch.
 * One implementation alone tells how; only what is set is shown.
 */
// clang-format off
static const struct ata_log_row notification[] = {
	ROW_F(0, 63, "enabled", "Enabled")
	ROW_B(0, 62, 60, "comparison", NULL, "Comparison")
	ROW_T(0, 62, 60, LOG_COMPARISON, "comparison_name", "When the value")
	ROW_F(0, 59, "on_invalid", "On invalid")
	ROW_F(0, 58, "on_valid", "On valid")
	ROW_B(0, 55, 0, "threshold", NULL, "Threshold")
};
// clang-format on

int ata_log_decode_notification(const struct ata_log_pages *pages)
{
	const struct ata_log_sink *sink = pages->sink;

	ata_log_list(sink, "notifications", "Notifications");
	for (size_t i = 0; i < pages->count * ATA_LOG_PAGE_BYTES; i += STEP) {
		if (ata_log_is_all(pages->data + i, STEP, 0))
			continue;
		ata_log_object(sink, NULL, NULL);
		ata_log_number(sink, "page", "Page", NULL,
			       pages->first + i / ATA_LOG_PAGE_BYTES);
		ata_log_number(sink, "offset", "Offset", NULL, i % ATA_LOG_PAGE_BYTES);
		ATA_LOG_ROWS(sink, pages->data + i, notification);
		ata_log_end(sink);
	}
	ata_log_end(sink);
	return 0;
}
