/* SPDX-License-Identifier: BSD-2-Clause */
#include "report.h"
#include "report_text.h"

/* --get and --keys. */

int report_get(FILE *out, const struct subject *subject, const size_t *keys,
	       size_t count)
{
	static const struct report_flags flags = {.no = "false", .yes = "true"};
	struct sgio_text line = {0};

	for (size_t i = 0; i < count; i++) {
		if (i)
			sgio_text_string(&line, "\t");
		text_value(&line, subject, keys[i], &flags);
	}
	sgio_text_string(&line, "\n");
	return text_finish(&line, out);
}

/* "76.8", "88:6-0", "217", "100-103", "derived", or "-" for what no bit says. */
static void add_source(struct sgio_text *text, const struct ata_fact *fact)
{
	if (fact->words == 0) {
		sgio_text_string(text, fact->derive ? "derived" : "-");
		return;
	}
	text_number(text, fact->word);
	if (fact->words > 1) {
		sgio_text_string(text, "-");
		text_number(text, fact->word + fact->words - 1u);
	} else if (fact->high == fact->low) {
		sgio_text_string(text, ".");
		text_number(text, fact->low);
	} else if (fact->high - fact->low < 15) {
		sgio_text_string(text, ":");
		text_number(text, fact->high);
		sgio_text_string(text, "-");
		text_number(text, fact->low);
	}
}

int report_keys(FILE *out)
{
	struct sgio_text text = {0};

	for (size_t i = 0; i < report_count; i++) {
		const struct report_key *key = &report_table[i];

		sgio_text_string(&text, key->key);
		sgio_text_string(&text, "\t");
		sgio_text_string(&text, key->unit);
		sgio_text_string(&text, "\t");
		if (key->source)
			sgio_text_string(&text, key->source);
		else
			add_source(&text, &ata_facts[key->fact]);
		sgio_text_string(&text, "\t");
		sgio_text_string(&text, key->label);
		sgio_text_string(&text, "\n");
	}
	return text_finish(&text, out);
}
