/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef ATA_LOG_ROW_H
#define ATA_LOG_ROW_H

#include "log.h"
#include "names.h"

/* How the decoders of logs read bytes and hand on values; of ata/ alone. */

/* What several pages of one log are decoded from. */
struct ata_log_pages {
	const uint8_t *data; /* @count pages */
	size_t count;        /* 1 or more */
	uint16_t first;      /* number of the first of them */
	enum ata_log_access access;
	const struct ata_log_sink *sink;
};

typedef int ata_log_decoder(const struct ata_log_pages *pages);

/* One for each log (log.c says which); all return what ata_log_decode() does. */
ata_log_decoder ata_log_decode_directory, ata_log_decode_errors,
	ata_log_decode_extended_errors, ata_log_decode_statistics,
	ata_log_decode_self_tests, ata_log_decode_extended_self_tests,
	ata_log_decode_selective, ata_log_decode_power, ata_log_decode_notification,
	ata_log_decode_pending, ata_log_decode_sense, ata_log_decode_ncq_error,
	ata_log_decode_phy, ata_log_decode_ncq_non_data, ata_log_decode_ncq_send,
	ata_log_decode_duration_limits, ata_log_decode_internal_status,
	ata_log_decode_sectors, ata_log_decode_identify, ata_log_decode_ranges,
	ata_log_decode_sct_status, ata_log_decode_sct_data;

enum ata_log_kind {
	ATA_ROW_NUMBER,
	ATA_ROW_SIGNED,
	ATA_ROW_FLAG,
	ATA_ROW_NAME,  /* the name of a code */
	ATA_ROW_TEXT,  /* bytes as they stand */
	ATA_ROW_WORDS, /* an ATA string: two characters a word, the first high */
	ATA_ROW_LBA28, /* low, mid, high; bits 27:24 in the device register after them
			*/
	ATA_ROW_LBA48, /* low, mid and high with the upper byte behind each */
	ATA_ROW_WWN,   /* 64 bits, the most significant word first */
};

/* Which value means "not reported". */
enum ata_log_none {
	ATA_NONE_NEVER,
	ATA_NONE_ZERO,
	ATA_NONE_ONES,
	ATA_NONE_LOWEST, /* the most negative one: 80h of a temperature */
};

/* A field of a log, or of an entry of one. */
struct ata_log_row {
	uint16_t offset; /* byte */
	uint16_t high;   /* bits of the number, or the text, that begins there */
	uint8_t low;
	uint8_t kind, none; /* enum ata_log_kind, enum ata_log_none */
	uint8_t names;      /* enum ata_names */
	uint16_t scale;     /* the number times it, when it is not 0 */
	uint16_t gate; /* bit, from byte 0 on, without which it is not valid; or 0 */
	const char *key, *unit, *label;
};

// clang-format off
#define ATA_ROW(kind_, offset_, high_, low_, none_, names_, scale_, gate_, key_, unit_, label_) \
	{.offset = offset_, .high = high_, .low = low_, .kind = ATA_ROW_##kind_, \
	 .none = ATA_NONE_##none_, .names = names_, .scale = scale_, .gate = gate_, \
	 .key = key_, .unit = unit_, .label = label_},
/* A number of whole bytes; the same times @scale; with a value that means nothing. */
#define ROW_N(offset, bytes, key, unit, label) \
	ATA_ROW(NUMBER, offset, 8 * (bytes) - 1, 0, NEVER, 0, 0, 0, key, unit, label)
#define ROW_NS(offset, bytes, scale, key, unit, label) \
	ATA_ROW(NUMBER, offset, 8 * (bytes) - 1, 0, NEVER, 0, scale, 0, key, unit, label)
#define ROW_NN(offset, bytes, none, key, unit, label) \
	ATA_ROW(NUMBER, offset, 8 * (bytes) - 1, 0, none, 0, 0, 0, key, unit, label)
/* A temperature: 8 bits with a sign, 80h unknown. */
#define ROW_C(offset, key, label) \
	ATA_ROW(SIGNED, offset, 7, 0, LOWEST, 0, 0, 0, key, "°C", label)
/* Bits. */
#define ROW_B(offset, high, low, key, unit, label) \
	ATA_ROW(NUMBER, offset, high, low, NEVER, 0, 0, 0, key, unit, label)
#define ROW_F(offset, bit, key, label) \
	ATA_ROW(FLAG, offset, bit, bit, NEVER, 0, 0, 0, key, NULL, label)
/* The name of a code. */
#define ROW_T(offset, high, low, names, key, label) \
	ATA_ROW(NAME, offset, high, low, NEVER, ATA_NAMES_##names, 0, 0, key, NULL, label)
#define ROW_LBA(kind, offset, key, label) \
	ATA_ROW(kind, offset, 47, 0, NEVER, 0, 0, 0, key, NULL, label)
// clang-format on

#define ATA_LOG_COUNT(array) (sizeof(array) / sizeof((array)[0]))
/* Every row of an array. */
#define ATA_LOG_ROWS(sink, base, rows) \
	ata_log_rows(sink, base, rows, ATA_LOG_COUNT(rows))

void ata_log_rows(const struct ata_log_sink *sink, const uint8_t *base,
		  const struct ata_log_row *rows, size_t count);

/* @bytes bytes, 8 at most, the least significant first. */
uint64_t ata_log_load(const uint8_t *data, unsigned int bytes);
/* Bits @high to @low of the number that begins at @data; no byte past them is read. */
uint64_t ata_log_bits(const uint8_t *data, unsigned int high, unsigned int low);
/* Whether @length bytes are all @byte. */
bool ata_log_is_all(const uint8_t *data, size_t length, uint8_t byte);
/* Whether the bytes of each of @count pages add up to 0 (modulo 256). */
bool ata_log_checksum_holds(const uint8_t *data, size_t count);
/* Whether all bytes are 00h or FFh; the oddity says which. */
bool ata_log_is_blank(const struct ata_log_sink *sink, const uint8_t *data,
		      size_t length);

void ata_log_object(const struct ata_log_sink *sink, const char *key,
		    const char *label);
void ata_log_list(const struct ata_log_sink *sink, const char *key, const char *label);
void ata_log_end(const struct ata_log_sink *sink);
void ata_log_oddity(const struct ata_log_sink *sink, const char *code,
		    const char *text);
void ata_log_number(const struct ata_log_sink *sink, const char *key, const char *label,
		    const char *unit, uint64_t number);
void ata_log_flag(const struct ata_log_sink *sink, const char *key, const char *label,
		  bool flag);
/* A string of the program's own; NULL is unknown. */
void ata_log_string(const struct ata_log_sink *sink, const char *key, const char *label,
		    const char *text);
void ata_log_unknown(const struct ata_log_sink *sink, const char *key,
		     const char *label, const char *unit);

/*
 * @decode for each of @pages that are independent of each other, one that is blank left
 * out with its oddity. Returns what the first page that did not end with 0 returned, if
 * none ended with 0; else 0.
 */
typedef int ata_log_page_decoder(const struct ata_log_sink *sink, const uint8_t *page,
				 uint16_t number);
int ata_log_each_page(const struct ata_log_pages *pages, ata_log_page_decoder *decode);

/*
 * Where entry @age of a ring is, 0 the latest: @latest is its number from 1 on, @size
 * how many the ring holds. Without a latest one, or with one outside, entries come as
 * they stand.
 */
size_t ata_log_ring(size_t age, size_t latest, size_t size);

#endif
