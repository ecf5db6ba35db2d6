/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef SGIO_REDACT_H
#define SGIO_REDACT_H

#include <stddef.h>
#include <stdint.h>

#include "identify.h"

/*
 * Puts pseudonyms in place of what tells one drive, or one host, from all others. Pure.
 *
 * With the same key the same input gives the same pseudonym wherever it stands, and
 * nobody without the key can find the input by trying: take a key from getrandom(2) for
 * each run and throw it away. A pseudonym has the shape of what it replaces: an upper
 * or lower case letter for such a letter, a digit for a digit, a byte that is not ASCII
 * for such a byte; blanks, NULs and punctuation stay. No character stays what it was.
 *
 * What is replaced:
 * - in IDENTIFY data: serial number (words 10-19, and copies of it elsewhere),
 *   WWN (108-111) and its extension (112-115), vendor words 129-159, media serial
 *   number (176-205);
 * - in INQUIRY data: bytes 36-55 and 96 on, vendor specific (SPC-5 6.6.2);
 * - in VPD pages: 80h, 83h, the IDENTIFY data in 89h; and the contents of all others
 *   but 00h, 86h, 8Ah, 8Fh and B0h-BFh, which hold nothing private;
 * - in log 30h: pages 01h, 03h (WWN) and 05h (serial number);
 * - logs 24h, 25h and 80h-DFh as a whole: internal status, host and vendor specific.
 * Of a WWN the NAA and the OUI stay: they name the maker, as does the model number.
 */
struct redact_key {
	uint8_t bytes[16];
};

/* SipHash-2-4 (Aumasson and Bernstein, 2012) of @length bytes. */
uint64_t redact_hash(const struct redact_key *key, const uint8_t *data, size_t length);

/*
 * Replace the @length characters at @text. Blanks, NULs and FFh around them stay, and
 * do not change the pseudonym.
 */
void redact_text(const struct redact_key *key, uint8_t *text, size_t length);

/*
 * Replace the @length bytes at @bytes, of which nothing is known: zeros stay, all
 * others become another byte that is not 0.
 */
void redact_bytes(const struct redact_key *key, uint8_t *bytes, size_t length);

/* The pseudonym of a world wide name; 0 and all ones, "none", stay. */
uint64_t redact_wwn(const struct redact_key *key, uint64_t wwn);

/*
 * Replace what is private in IDENTIFY (PACKET) DEVICE data, also when its words or
 * strings have their bytes exchanged (enum ata_repair). A checksum that was right is
 * right afterwards, one that was wrong is wrong by as much, one that was absent is.
 */
void redact_identify(const struct redact_key *key,
		     uint8_t page[static ATA_IDENTIFY_BYTES]);

/*
 * Replace what is private in the @length bytes at @data that answered the SCSI command
 * @cdb. @key is a struct redact_key; an sgio_redactor. Data from the medium (READ)
 * stays: a recording does not keep it.
 */
void redact_answer(void *key, const uint8_t *cdb, uint8_t cdb_length, uint8_t *data,
		   size_t length);

/* "name-3f9a2c": for names of files, links in /dev/disk/by-…, hosts. */
#define REDACT_NAME_SIZE sizeof("name-000000")
void redact_name(const struct redact_key *key, const char *name,
		 char pseudonym[static REDACT_NAME_SIZE]);

#endif
