/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef CORPUS_H
#define CORPUS_H

#include <stdio.h>
#include <string.h>

#include "dump.h"
#include "unit.h"

/* The page of the dump at @path. Tests run in the top folder of the tree. */
static inline void corpus_read(const char *path,
			       uint8_t page[static DUMP_IDENTIFY_BYTES])
{
	static struct dump_parser parser;
	static struct dump dump;
	static uint8_t text[8192];
	size_t length, consumed;
	enum dump_event event;
	FILE *file = fopen(path, "rb");

	ck_assert_msg(file != NULL, "cannot open %s", path);
	length = fread(text, 1, sizeof(text), file);
	fclose(file);
	dump_init(&parser);
	event = dump_feed(&parser, text, length, &consumed, &dump);
	if (event == DUMP_MORE)
		event = dump_end(&parser, &dump);
	ck_assert_msg(event == DUMP_PAGE, "no dump in %s", path);
	memcpy(page, dump.page, DUMP_IDENTIFY_BYTES);
}

#endif
