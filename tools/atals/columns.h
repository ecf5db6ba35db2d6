/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef ATALS_COLUMNS_H
#define ATALS_COLUMNS_H

#include "disk.h"
#include "hex.h"

enum column_type {
	COLUMN_TEXT,
	COLUMN_NUMBER,
	COLUMN_BYTES,
	COLUMN_FLAG, /* "0" or "1" */
	COLUMN_LIST, /* lines; known and empty: there are none */
};

enum column_flags {
	COLUMN_DEFAULT = 1,
	COLUMN_RIGHT = 2,
	COLUMN_CUT = 4,
};

/* Adds the value to @text; false, with nothing added, when it is not known. */
typedef bool column_getter(struct disk *disk, struct sgio_text *text);

struct column {
	const char *header; /* NULL: not a column of the table */
	const char *key;    /* NULL: not a key of --json */
	const char *help;
	column_getter *get;
	double width;
	enum column_type type;
	unsigned int flags; /* enum column_flags */
};

enum column_id {
#define C(id, ...) COLUMN_##id,
#include "column.def"
#undef C
	COLUMN_COUNT
};

extern const struct column columns[COLUMN_COUNT];

/* The column with this header, in either case; COLUMN_COUNT when there is none. */
enum column_id column_find(const char *header, size_t length);

/* "3.6T" as lsblk writes it: powers of 1024, one decimal unless it is 0. */
void column_size(uint64_t bytes, char *text, size_t size);

#endif
