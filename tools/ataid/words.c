/* SPDX-License-Identifier: BSD-2-Clause */
#include <inttypes.h>
#include <string.h>

#include "text.h"
#include "text_parts.h"

/* Word by word: who owns each bit, and what it says. */

#define RANGE_WIDTH 14 /* "    255:15-10 " */
#define VALUE_WIDTH 5  /* "ffffh" */

static void range(FILE *out, unsigned int word, const struct ata_bits *row)
{
	int width;

	if (row->high == row->low)
		width = fprintf(out, "    %u.%u", word, row->high);
	else
		width = fprintf(out, "    %u:%u-%u", word, row->high, row->low);
	fprintf(out, "%*s", width < RANGE_WIDTH ? RANGE_WIDTH - width : 1, "");
}

/* The bits themselves: 0 or 1, or as hexadecimal digits. */
static void bits(FILE *out, uint16_t word, const struct ata_bits *row)
{
	const int digits = (row->high - row->low) / 4 + 1;
	const uint16_t value = ata_bits(word, row->high, row->low);

	if (row->high == row->low)
		fprintf(out, "%*u  ", VALUE_WIDTH, value);
	else
		fprintf(out, "%*s%0*xh  ", VALUE_WIDTH - 1 - digits, "", digits, value);
}

/* Units that are kinds of value say nothing that the label does not. */
static bool is_measure(const struct ata_fact *fact)
{
	return strcmp(fact->unit, "number") != 0 && strcmp(fact->unit, "mode") != 0;
}

static void list(FILE *out, uint64_t members)
{
	const char *before = "";

	for (unsigned int i = 0; i < 64; i++) {
		if (members >> i & 1) {
			fprintf(out, "%s%u", before, i);
			before = ",";
		}
	}
	if (members == 0)
		fputs("none", out);
}

/* "= VALUE UNIT" of the fact that the bits belong to. */
static void value_of(FILE *out, const struct ata_fact *fact,
		     const struct ata_value *value)
{
	fputs(" = ", out);
	if (fact->type == ATA_TYPE_STRING) {
		part_string(out, value);
	} else if (fact->type == ATA_TYPE_LIST) {
		list(out, value->number);
	} else if (fact->type == ATA_TYPE_FLAG) {
		fputs(value->number ? "yes" : "no", out);
	} else {
		fprintf(out, "%" PRIu64, value->number);
		if (is_measure(fact))
			fprintf(out, " %s", fact->unit);
	}
}

static bool is_enabled_row(enum ata_fact_id fact)
{
	return fact > 0 && ata_facts[fact - 1].feature;
}

static void fact_value(FILE *out, const struct ata_identify *id,
		       enum ata_fact_id number)
{
	const struct ata_fact *fact = &ata_facts[number];
	struct ata_value value;

	if (fact->feature)
		fputs(", supported", out);
	else if (is_enabled_row(number))
		fputs(", enabled", out);
	if (part_value(id, number, &value))
		value_of(out, fact, &value);
	else if (!id->rule[fact->rule])
		fprintf(out, " - (needs: %s)", ata_rule_description(fact->rule));
	else
		fputs(" - (not reported)", out);
}

static void row(FILE *out, const struct ata_identify *id, unsigned int word,
		const struct ata_bits *owner)
{
	range(out, word, owner);
	bits(out, id->word[word], owner);
	fputs(owner->label, out);
	if (owner->kind == ATA_BITS_FACT)
		fact_value(out, id, owner->fact);
	putc('\n', out);
}

/* The row that owns bit @bit of word @word. */
static const struct ata_bits *owner_of(const struct ata_identify *id, unsigned int word,
				       unsigned int bit)
{
	for (size_t i = 0; i < ata_bits_count; i++) {
		const struct ata_bits *owner = &ata_bits_table[i];

		if (ata_class_applies(owner->class, id) && word >= owner->first &&
		    word <= owner->last && bit <= owner->high && bit >= owner->low)
			return owner;
	}
	return NULL;
}

static void one_word(FILE *out, const struct ata_identify *id, unsigned int word)
{
	fprintf(out, "word %u: %u, %04xh\n", word, id->word[word], id->word[word]);
	for (unsigned int bit = 16; bit-- > 0;) {
		const struct ata_bits *owner = owner_of(id, word, bit);

		if (!owner)
			continue;
		row(out, id, word, owner);
		bit = owner->low;
	}
}

int text_words(FILE *out, const struct subject *subject, unsigned int first,
	       unsigned int last)
{
	if (!subject->has_page)
		return 0;
	for (unsigned int word = first; word <= last && word < ATA_IDENTIFY_WORDS;
	     word++)
		one_word(out, &subject->id, word);
	return 0;
}
