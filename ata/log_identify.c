/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>

#include "identify.h"
#include "log_row.h"

/* IDENTIFY DEVICE data log (ACS-6 9.10), one page a call. */
enum {
	PAGE_LIST = 0x00,
	PAGE_COPY = 0x01,
	VALID_BIT = 63,
	LIST_COUNT = 8, /* byte: number of entries, which follow it, a byte each */
};

struct page {
	uint8_t number;
	const char *key, *label;
};

struct field {
	uint8_t page;
	struct ata_log_row row;
};

/* What the kinds of G() are. */
enum {
	KIND_NUMBER = ATA_ROW_NUMBER,
	KIND_MINUTES = ATA_ROW_NUMBER,
	KIND_WORDS = ATA_ROW_WORDS,
	KIND_WWN = ATA_ROW_WWN,
	KIND_FORM_FACTOR = ATA_ROW_NAME,
	KIND_ZONED = ATA_ROW_NAME,
	KIND_ZAC_VERSION = ATA_ROW_NAME,

	NAMES_NUMBER = 0,
	NAMES_MINUTES = 0,
	NAMES_WORDS = 0,
	NAMES_WWN = 0,
	NAMES_FORM_FACTOR = ATA_NAMES_FORM_FACTOR_TEXT,
	NAMES_ZONED = ATA_NAMES_ZONED,
	NAMES_ZAC_VERSION = ATA_NAMES_ZAC_VERSION,

	SCALE_NUMBER = 0,
	SCALE_MINUTES = 2, /* units of two minutes, 0 not reported */
	SCALE_WORDS = 0,
	SCALE_WWN = 0,
	SCALE_FORM_FACTOR = 0,
	SCALE_ZONED = 0,
	SCALE_ZAC_VERSION = 0,
};

static const struct page pages_known[] = {
#define PAGE(page, key, label) {page, key, label},
#define B(...)
#define N(...)
#define G(...)
#include "log_identify.def"
#undef PAGE
#undef B
#undef N
#undef G
};

static const struct field fields[] = {
#define PAGE(page, key, label)
#define FIELD(page, offset_, high_, low_, gate_, kind_, names_, scale_, key_, unit_, \
	      label_)                                                                \
	{page,                                                                       \
	 {.offset = offset_,                                                         \
	  .high = high_,                                                             \
	  .low = low_,                                                               \
	  .kind = kind_,                                                             \
	  .none = (scale_) ? ATA_NONE_ZERO : ATA_NONE_NEVER,                         \
	  .names = names_,                                                           \
	  .scale = scale_,                                                           \
	  .gate = gate_,                                                             \
	  .key = key_,                                                               \
	  .unit = unit_,                                                             \
	  .label = label_}},
#define B(page, offset, bit, key, label)                                               \
	FIELD(page, offset, bit, bit, (offset)*8 + VALID_BIT, ATA_ROW_FLAG, 0, 0, key, \
	      NULL, label)
#define N(page, offset, high, low, key, unit, label)                                 \
	FIELD(page, offset, high, low, (offset)*8 + VALID_BIT, ATA_ROW_NUMBER, 0, 0, \
	      key, unit, label)
#define G(page, offset, high, low, gate, kind, key, unit, label)                      \
	FIELD(page, offset, high, low, gate, KIND_##kind, NAMES_##kind, SCALE_##kind, \
	      key, unit, label)
#include "log_identify.def"
#undef PAGE
#undef B
#undef N
#undef G
};

static void give_list(const struct ata_log_sink *sink, const uint8_t *page)
{
	size_t count = page[LIST_COUNT];

	ata_log_list(sink, "supported_pages", "Supported pages");
	for (size_t i = 0; i < count; i++)
		ata_log_number(sink, NULL, NULL, NULL, page[LIST_COUNT + 1 + i]);
	ata_log_end(sink);
}

static void give_fact(const struct ata_log_sink *sink, const struct ata_identify *id,
		      enum ata_fact_id fact, const char *key)
{
	const struct ata_fact *row = &ata_facts[fact];
	struct ata_value value;
	struct ata_log_value out = {.key = key, .label = row->label};

	ata_fact_value(id, fact, &value);
	if (value.known) {
		out.type = row->type == ATA_TYPE_STRING ? ATA_LOG_TEXT : ATA_LOG_NUMBER;
		out.number = value.number;
		out.text = value.text;
		out.length = value.length;
	}
	sink->value(sink->closure, &out);
}

/* Page 01h: who the drive is; the rest of the copy says what IDENTIFY DEVICE does. */
static int give_copy(const struct ata_log_sink *sink, const uint8_t *page)
{
	static const struct {
		enum ata_fact_id fact;
		const char *key;
	} shown[] = {
		{ATA_MODEL_NAME, "model_name"},
		{ATA_SERIAL_NUMBER, "serial_number"},
		{ATA_FIRMWARE_VERSION, "firmware_version"},
		{ATA_CAPACITY_BLOCKS, "user_capacity_blocks"},
		{ATA_LOGICAL_BLOCK_SIZE, "logical_block_size"},
	};
	struct ata_identify id;

	if (ata_identify_parse(&id, page, ATA_IDENTIFY_BYTES) < 0) {
		ata_log_oddity(sink, "vendor_filled",
			       "page 01h is no copy of the IDENTIFY DEVICE data");
		return -ENODATA;
	}
	if ((id.word[255] & 0xff) == 0xa5 && id.byte_sum != 0)
		ata_log_oddity(sink, "checksum",
			       "the checksum of the copy of the IDENTIFY DEVICE data "
			       "is wrong");
	ata_log_object(sink, "copy", "Copy of IDENTIFY DEVICE data");
	for (size_t i = 0; i < ATA_LOG_COUNT(shown); i++)
		give_fact(sink, &id, shown[i].fact, shown[i].key);
	ata_log_end(sink);
	return 0;
}

static void give_page(const struct ata_log_sink *sink, const uint8_t *page,
		      const struct page *known)
{
	ata_log_object(sink, known->key, known->label);
	for (size_t i = 0; i < ATA_LOG_COUNT(fields); i++) {
		if (fields[i].page == known->number)
			ata_log_rows(sink, page, &fields[i].row, 1);
	}
	ata_log_end(sink);
}

static const struct page *find_page(uint16_t number)
{
	for (size_t i = 0; i < ATA_LOG_COUNT(pages_known); i++) {
		if (pages_known[i].number == number)
			return &pages_known[i];
	}
	return NULL;
}

/* Linux asks for the valid bit of each page's header but that of the list. */
static int check_header(const struct ata_log_sink *sink, const uint8_t *page,
			uint16_t number)
{
	bool valid = page[7] & 0x80;

	if (ata_log_load(page, 2) != 1 || (!valid && number != PAGE_LIST)) {
		ata_log_oddity(sink, "vendor_filled",
			       "this is no such page, the drive filled it with "
			       "something else: its header is not valid");
		return -ENODATA;
	}
	if (page[2] != number) {
		ata_log_oddity(sink, "wrong_page",
			       "the drive answered with another page of this log");
		return -ENODATA;
	}
	return 0;
}

static int decode_page(const struct ata_log_sink *sink, const uint8_t *page,
		       uint16_t number)
{
	const struct page *known = find_page(number);
	int rc;

	if (number == PAGE_COPY)
		return give_copy(sink, page);
	rc = check_header(sink, page, number);
	if (rc < 0)
		return rc;
	if (number == PAGE_LIST)
		give_list(sink, page);
	else if (known)
		give_page(sink, page, known);
	return number == PAGE_LIST || known ? 0 : -ENOTSUP;
}

int ata_log_decode_identify(const struct ata_log_pages *pages)
{
	return ata_log_each_page(pages, decode_page);
}
