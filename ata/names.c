/* SPDX-License-Identifier: BSD-2-Clause */
#include "names.h"

struct name {
	enum ata_names table;
	uint32_t code;
	const char *name;
};

static const struct name names[] = {
#define NAMES(table)
#define NAME(table, code, name) {ATA_NAMES_##table, code, name},
#include "names.def"
#undef NAMES
#undef NAME
};

/* Where each table starts in names[]; the last entry is where the last one ends. */
enum {
#define NAMES(table) START_##table, BEFORE_##table = START_##table - 1,
#define NAME(table, code, name) ROW_##table##_##code,
#include "names.def"
#undef NAMES
#undef NAME
	START_END
};

static const uint16_t starts[ATA_NAMES_COUNT + 1] = {
#define NAMES(table) START_##table,
#define NAME(table, code, name)
#include "names.def"
#undef NAMES
#undef NAME
	START_END,
};

const char *ata_name(enum ata_names table, uint32_t code)
{
	for (size_t i = starts[table]; i < starts[table + 1]; i++) {
		if (names[i].code == code)
			return names[i].name;
	}
	return NULL;
}

const char *ata_name_highest(enum ata_names table, uint16_t bits)
{
	const char *name = NULL;

	for (uint32_t bit = 16; bit-- > 0 && !name;) {
		if (bits & 1u << bit)
			name = ata_name(table, bit);
	}
	return name;
}
