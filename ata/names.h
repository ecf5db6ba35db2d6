/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef ATA_NAMES_H
#define ATA_NAMES_H

#include <stddef.h>
#include <stdint.h>

/*
 * Names for coded values; the codes and their sources stand in names.def.
 * Each returns NULL for a code that no standard has given a meaning.
 */
enum ata_names {
#define NAMES(table) ATA_NAMES_##table,
#define NAME(table, code, name)
#include "names.def"
#undef NAMES
#undef NAME
	ATA_NAMES_COUNT
};

const char *ata_name(enum ata_names table, uint32_t code);

/* The name of the highest bit in @bits that has one, in a table of bit numbers; or
 * NULL. */
const char *ata_name_highest(enum ata_names table, uint16_t bits);

#endif
