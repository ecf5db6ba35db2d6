/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef ATA_ODDITY_H
#define ATA_ODDITY_H

#include "identify.h"

/* What is odd in a page. None of it stops the decoding. */
enum ata_oddity_id {
#define ODDITY(name, condition, fact1, fact2, message) ATA_ODDITY_##name,
#include "oddity.def"
#undef ODDITY
	ATA_ODDITY_COUNT
};

struct ata_oddity {
	const char *name;          /* upper case; its code is the same in lower case */
	const char *message;       /* lower case, no full stop */
	enum ata_fact_id facts[2]; /* their values belong to it, or ATA_FACT_COUNT */
};

extern const struct ata_oddity ata_oddity_table[ATA_ODDITY_COUNT];

/* A bit map of the oddities of @id, bit n for enum ata_oddity_id n. */
uint64_t ata_oddities(const struct ata_identify *id);

/*
 * The details of two of them, one item a call, for n = 0, 1, … until false:
 * reserved bits that are set (a word and the bits), and features enabled but not
 * supported (the fact of the "enabled" bit).
 */
bool ata_oddity_reserved(const struct ata_identify *id, size_t n, unsigned int *word,
			 uint16_t *bits);
bool ata_oddity_enabled(const struct ata_identify *id, size_t n,
			enum ata_fact_id *enabled);

#endif
