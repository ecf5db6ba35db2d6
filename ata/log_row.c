/* SPDX-License-Identifier: BSD-2-Clause */
#include "log_row.h"

#include <errno.h>
#include <string.h>

enum { TEXT_MAX = 40 }; /* of any row: a model name */

uint64_t ata_log_load(const uint8_t *data, unsigned int bytes)
{
	uint64_t number = 0;

	while (bytes-- > 0)
		number = number << 8 | data[bytes];
	return number;
}

uint64_t ata_log_bits(const uint8_t *data, unsigned int high, unsigned int low)
{
	uint64_t number = ata_log_load(data, high / 8 + 1) >> low;
	unsigned int width = high - low + 1;

	return width < 64 ? number & ((UINT64_C(1) << width) - 1) : number;
}

bool ata_log_is_all(const uint8_t *data, size_t length, uint8_t byte)
{
	for (size_t i = 0; i < length; i++) {
		if (data[i] != byte)
			return false;
	}
	return true;
}

void ata_log_object(const struct ata_log_sink *sink, const char *key, const char *label)
{
	sink->object(sink->closure, key, label);
}

void ata_log_list(const struct ata_log_sink *sink, const char *key, const char *label)
{
	sink->list(sink->closure, key, label);
}

void ata_log_end(const struct ata_log_sink *sink)
{
	sink->end(sink->closure);
}

void ata_log_oddity(const struct ata_log_sink *sink, const char *code, const char *text)
{
	sink->oddity(sink->closure, code, text);
}

static void give(const struct ata_log_sink *sink, const struct ata_log_value *value)
{
	sink->value(sink->closure, value);
}

void ata_log_number(const struct ata_log_sink *sink, const char *key, const char *label,
		    const char *unit, uint64_t number)
{
	give(sink, &(struct ata_log_value){.key = key,
					   .label = label,
					   .unit = unit,
					   .type = ATA_LOG_NUMBER,
					   .number = number});
}

void ata_log_flag(const struct ata_log_sink *sink, const char *key, const char *label,
		  bool flag)
{
	give(sink,
	     &(struct ata_log_value){
		     .key = key, .label = label, .type = ATA_LOG_FLAG, .number = flag});
}

void ata_log_string(const struct ata_log_sink *sink, const char *key, const char *label,
		    const char *text)
{
	give(sink, &(struct ata_log_value){
			   .key = key,
			   .label = label,
			   .type = text ? ATA_LOG_TEXT : ATA_LOG_UNKNOWN,
			   .text = text,
			   .length = text ? strlen(text) : 0,
		   });
}

void ata_log_unknown(const struct ata_log_sink *sink, const char *key,
		     const char *label, const char *unit)
{
	give(sink, &(struct ata_log_value){.key = key,
					   .label = label,
					   .unit = unit,
					   .type = ATA_LOG_UNKNOWN});
}

/* The number of a row, as it stands. */
static uint64_t number_of(const struct ata_log_row *row, const uint8_t *at)
{
	switch (row->kind) {
	case ATA_ROW_LBA28:
		return ata_log_load(at, 3) | (uint64_t)(at[3] & 0x0f) << 24;
	case ATA_ROW_LBA48:
		return at[0] | (uint64_t)at[2] << 8 | (uint64_t)at[4] << 16 |
		       (uint64_t)at[1] << 24 | (uint64_t)at[3] << 32 |
		       (uint64_t)at[5] << 40;
	case ATA_ROW_WWN:
		return ata_log_load(at, 2) << 48 | ata_log_load(at + 2, 2) << 32 |
		       ata_log_load(at + 4, 2) << 16 | ata_log_load(at + 6, 2);
	default:
		return ata_log_bits(at, row->high, row->low);
	}
}

static bool is_none(const struct ata_log_row *row, uint64_t number)
{
	unsigned int width = row->high - row->low + 1u;
	uint64_t ones = width < 64 ? (UINT64_C(1) << width) - 1 : UINT64_MAX;

	switch (row->none) {
	case ATA_NONE_ZERO:
		return number == 0;
	case ATA_NONE_ONES:
		return number == ones;
	case ATA_NONE_LOWEST:
		return number == ones / 2 + 1;
	default:
		return false;
	}
}

/* @number, of as many bits as @row has, with its sign. */
static int64_t with_sign(const struct ata_log_row *row, uint64_t number)
{
	uint64_t sign = UINT64_C(1) << (row->high - row->low);

	return (int64_t)(number ^ sign) - (int64_t)sign;
}

/* Text needs a place, for the bytes of ATA strings are exchanged. */
static void give_text(const struct ata_log_sink *sink, const struct ata_log_row *row,
		      const uint8_t *at, struct ata_log_value *value)
{
	size_t length = row->high / 8 + 1u;
	size_t swap = row->kind == ATA_ROW_WORDS;
	char text[TEXT_MAX];

	for (size_t i = 0; i < length; i++)
		text[i] = (char)at[i ^ swap];
	value->type = ata_log_is_all(at, length, 0) || ata_log_is_all(at, length, ' ')
			      ? ATA_LOG_UNKNOWN
			      : ATA_LOG_TEXT;
	value->text = text;
	value->length = length;
	give(sink, value);
}

static void give_number(const struct ata_log_sink *sink, const struct ata_log_row *row,
			const uint8_t *at, struct ata_log_value *value)
{
	uint64_t number = number_of(row, at);
	const char *name;

	if (is_none(row, number)) {
		give(sink, value);
		return;
	}
	value->type = ATA_LOG_NUMBER;
	value->number = row->scale ? number * row->scale : number;
	if (row->kind == ATA_ROW_FLAG) {
		value->type = ATA_LOG_FLAG;
	} else if (row->kind == ATA_ROW_SIGNED) {
		value->type = ATA_LOG_SIGNED;
		value->negative = with_sign(row, number);
	} else if (row->kind == ATA_ROW_NAME) {
		name = ata_name((enum ata_names)row->names, (uint32_t)number);
		value->type = name ? ATA_LOG_TEXT : ATA_LOG_UNKNOWN;
		value->text = name;
		value->length = name ? strlen(name) : 0;
	}
	give(sink, value);
}

static bool is_open(const struct ata_log_row *row, const uint8_t *base)
{
	return row->gate == 0 || base[row->gate / 8] >> row->gate % 8 & 1;
}

void ata_log_rows(const struct ata_log_sink *sink, const uint8_t *base,
		  const struct ata_log_row *rows, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		const struct ata_log_row *row = &rows[i];
		const uint8_t *at = base + row->offset;
		struct ata_log_value value = {
			.key = row->key, .label = row->label, .unit = row->unit};

		if (!is_open(row, base))
			give(sink, &value);
		else if (row->kind == ATA_ROW_TEXT || row->kind == ATA_ROW_WORDS)
			give_text(sink, row, at, &value);
		else
			give_number(sink, row, at, &value);
	}
}

size_t ata_log_ring(size_t age, size_t latest, size_t size)
{
	if (latest == 0 || latest > size)
		return age;
	return (latest - 1 + size - age) % size;
}

int ata_log_each_page(const struct ata_log_pages *pages, ata_log_page_decoder *decode)
{
	bool decoded = false;
	int first = 0;

	for (size_t i = 0; i < pages->count; i++) {
		const uint8_t *page = pages->data + i * ATA_LOG_PAGE_BYTES;
		bool blank = ata_log_is_blank(pages->sink, page, ATA_LOG_PAGE_BYTES);
		int rc =
			blank ? -ENODATA
			      : decode(pages->sink, page, (uint16_t)(pages->first + i));

		decoded = decoded || rc == 0;
		if (rc != 0 && first == 0)
			first = rc;
	}
	return decoded ? 0 : first;
}
