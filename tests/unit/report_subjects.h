/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef UNIT_REPORT_SUBJECTS_H
#define UNIT_REPORT_SUBJECTS_H

#include <stdio.h>
#include <string.h>

#include "report.h"
#include "unit.h"

/* Subjects to make reports of, written here by hand. */

struct word {
	uint8_t word;
	uint16_t value;
};

/* A 500 GB disk, 7200 rpm, 512e, SATA 6 Gb/s, NCQ 32, frozen (ACS-3 7.12.7). */
static const struct word disk[] = {
	{0, 0x0040},   {49, 0x2f00},  {53, 0x0007},  {60, 0xffff},  {61, 0x0fff},
	{63, 0x0007},  {64, 0x0003},  {65, 120},     {66, 120},     {67, 120},
	{68, 120},     {75, 0x001f},  {76, 0x850e},  {77, 0x0006},  {80, 0x01f0},
	{82, 0x346b},  {83, 0x7509},  {84, 0x6163},  {85, 0x3469},  {86, 0x3401},
	{87, 0x6163},  {88, 0x407f},  {89, 50},      {90, 51},      {100, 0x6030},
	{101, 0x3a38}, {106, 0x6003}, {108, 0x5000}, {109, 0xc500}, {110, 0x1234},
	{111, 0x5678}, {128, 0x0029}, {217, 7200},   {222, 0x107f},
};

/* Printable or not: an escape sequence, quotes of all kinds, what a shell would run. */
#define HOSTILE "\033[31m\"\374\\'$(id)`id`;&|<>*?~#\t\nend"
#define HOSTILE_ESCAPED "\\x1b[31m\"\\xfc\\x5c'$(id)`id`;&|<>*?~#\\x09\\x0aend"

static inline void put_word(struct subject *s, unsigned int word, uint16_t value)
{
	s->page[2 * word] = (uint8_t)value;
	s->page[2 * word + 1] = (uint8_t)(value >> 8);
}

static inline void put_string(struct subject *s, unsigned int word, unsigned int words,
			      const char *text)
{
	char padded[41];

	snprintf(padded, sizeof(padded), "%-*s", (int)(2 * words), text);
	for (unsigned int i = 0; i < words; i++)
		put_word(s, word + i,
			 (uint16_t)((uint8_t)padded[2 * i] << 8 |
				    (uint8_t)padded[2 * i + 1]));
}

static inline void parse(struct subject *s)
{
	/* Cylinders, heads and sectors, so that it passes for a page. */
	s->page[2] = 0xff;
	s->page[3] = 0x3f;
	s->page[6] = 16;
	s->page[12] = 63;
	ata_identify_seal(s->page);
	ck_assert_int_eq(ata_identify_parse(&s->id, s->page, sizeof(s->page)), 0);
	s->has_page = true;
}

static inline void make_disk(struct subject *s, const char *model)
{
	static char name[] = "disk.txt";
	static char source[] = "words";

	*s = (struct subject){.name = name,
			      .info_name = name,
			      .source = source,
			      .type = SUBJECT_DUMP,
			      .index = 3};
	for (size_t i = 0; i < sizeof(disk) / sizeof(disk[0]); i++)
		put_word(s, disk[i].word, disk[i].value);
	put_string(s, 10, 10, "  S 12");
	put_string(s, 23, 4, "FW01");
	put_string(s, 27, 20, model);
	parse(s);
}

/* A drive that could not be asked. */
static inline void make_failed(struct subject *s)
{
	static char name[] = "/dev/x\001";
	static char message[] = "cannot open '/dev/x\001': Permission denied";

	*s = (struct subject){.name = name,
			      .type = SUBJECT_SAT,
			      .status = EXIT_COULD_NOT_ASK,
			      .error_code = "no_permission",
			      .error_message = message};
}

#endif
