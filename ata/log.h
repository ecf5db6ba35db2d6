/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef ATA_LOG_H
#define ATA_LOG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * General purpose and SMART logs, decoded (ACS-6 9, SATA 3.5 13.7; SMART data:
 * ATA/ATAPI-5 8.41, SFF-8035i). Every page has 512 bytes, numbers low byte first.
 */
#define ATA_LOG_PAGE_BYTES 512

enum ata_log_type {
	ATA_LOG_UNKNOWN, /* the drive does not report it */
	ATA_LOG_NUMBER,
	ATA_LOG_SIGNED,
	ATA_LOG_FLAG,
	ATA_LOG_TEXT, /* bytes as the drive gave them */
};

/* One value on its way to somebody. */
struct ata_log_value {
	const char *key;   /* snake_case, the unit in its name */
	const char *label; /* for people */
	const char *unit;  /* for people: "h", "°C", "bytes", …; NULL without one */
	enum ata_log_type type;
	uint64_t number;  /* ATA_LOG_NUMBER, ATA_LOG_FLAG (0 or 1) */
	int64_t negative; /* ATA_LOG_SIGNED, whatever its sign */
	const char *text; /* ATA_LOG_TEXT, no terminator */
	size_t length;
};

/* Where decoded values go. In a list, members have no key. */
struct ata_log_sink {
	void (*object)(void *closure, const char *key, const char *label);
	void (*list)(void *closure, const char *key, const char *label);
	void (*end)(void *closure); /* of the latest object or list */
	void (*value)(void *closure, const struct ata_log_value *value);
	/* Something is wrong with the data: a code and a sentence without a full stop.
	 */
	void (*oddity)(void *closure, const char *code, const char *text);
	void *closure;
};

enum ata_log_access { ATA_LOG_GPL = 1, ATA_LOG_SMART = 2 };

struct ata_log_page; /* of log.c: names of pages and what decodes them */

/* What is known of a log address, whatever a drive has there. */
struct ata_log {
	uint8_t address;
	const char *name;    /* "stats": what the command line takes */
	const char *label;   /* as ACS calls it */
	unsigned int access; /* enum ata_log_access, or-ed */
	bool by_page;        /* pages are independent of each other */
};

/* NULL for an address that is reserved or the vendor's. */
const struct ata_log *ata_log_find(uint8_t address);
/* By name; NULL when there is none. */
const struct ata_log *ata_log_find_name(const char *name);
/* All known ones by address: 0 to ata_log_count() - 1. */
const struct ata_log *ata_log_at(size_t number);
size_t ata_log_count(void);

/*
 * Decode @count pages of log @address read by @access from page @first on. Returns 0;
 * -ENOTSUP when it is not known what they mean; -ENODATA when they are all zeros or
 * all ones, or are vendor-filled where the standard wants a header (an oddity says
 * which). Zeros are an answer where they mean that there is nothing to tell: pending
 * defects, say. What is damaged is told as oddities, and the rest decoded.
 *
 * Oddities that mean the same in every log: all_zero, all_ones, vendor_filled,
 * wrong_page (the drive gave another page), version, checksum, index, truncated.
 */
int ata_log_decode(uint8_t address, enum ata_log_access access, uint16_t first,
		   const uint8_t *data, size_t count, const struct ata_log_sink *sink);

#endif
