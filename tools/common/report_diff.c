/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include <string.h>

#include "report.h"
#include "report_text.h"

static const struct report_flags flags = {.no = "false", .yes = "true"};

/* Where and when a page was read does not make two drives differ. */
static const char *const ignored[] = {
	"device.",
	"collected.",
	"kernel.name",
	"kernel.node",
	"kernel.block_name",
	"kernel.partition",
	"kernel.scsi_address",
	"kernel.ata_",
	"integrity.checksum",
};

static bool is_ignored(size_t key)
{
	if (report_table[key].as_text)
		return true;
	for (size_t i = 0; i < sizeof(ignored) / sizeof(ignored[0]); i++) {
		if (strncmp(report_table[key].key, ignored[i], strlen(ignored[i])) == 0)
			return true;
	}
	return false;
}

struct diff {
	struct sgio_text text;
	const struct subject *a, *b;
	uint16_t told[ATA_IDENTIFY_WORDS]; /* bits that a line has been written for */
};

/* All bits of the page that @fact is read from. */
static void tell(struct diff *diff, enum ata_fact_id fact)
{
	for (size_t i = 0; i < ata_bits_count; i++) {
		const struct ata_bits *bits = &ata_bits_table[i];
		unsigned int mask = ((1u << (bits->high - bits->low + 1)) - 1)
				    << bits->low;

		if (bits->fact != fact || fact == ATA_FACT_COUNT)
			continue;
		for (unsigned int word = bits->first; word <= bits->last; word++)
			diff->told[word] |= (uint16_t)mask;
	}
}

static bool add_key(struct diff *diff, size_t key)
{
	struct sgio_text in_a = {0}, in_b = {0};
	bool differ;

	text_value(&in_a, diff->a, key, &flags);
	text_value(&in_b, diff->b, key, &flags);
	diff->text.failed = diff->text.failed || in_a.failed || in_b.failed;
	differ = in_a.length != in_b.length ||
		 (in_a.length && memcmp(in_a.bytes, in_b.bytes, in_a.length) != 0);
	if (differ) {
		sgio_text_string(&diff->text, report_table[key].key);
		sgio_text_string(&diff->text, "\t");
		sgio_text_add(&diff->text, in_a.bytes, in_a.length);
		sgio_text_string(&diff->text, "\t");
		sgio_text_add(&diff->text, in_b.bytes, in_b.length);
		sgio_text_string(&diff->text, "\n");
	}
	free(in_a.bytes);
	free(in_b.bytes);
	return differ;
}

/* Reserved, retired and vendor words, and facts that mean nothing in either page. */
static bool add_word(struct diff *diff, unsigned int word)
{
	uint16_t in_a = diff->a->id.word[word];
	uint16_t in_b = diff->b->id.word[word];

	if (((in_a ^ in_b) & ~diff->told[word]) == 0)
		return false;
	sgio_text_string(&diff->text, "word.");
	text_number(&diff->text, word);
	sgio_text_string(&diff->text, "\t0x");
	text_hex(&diff->text, in_a, 4);
	sgio_text_string(&diff->text, "\t0x");
	text_hex(&diff->text, in_b, 4);
	sgio_text_string(&diff->text, "\n");
	return true;
}

int report_diff(FILE *out, const struct subject *a, const struct subject *b)
{
	struct diff diff = {.a = a, .b = b};
	bool differ = false;
	int rc;

	for (size_t key = 0; key < report_count; key++) {
		bool ignored_key = is_ignored(key);

		if (!ignored_key && !add_key(&diff, key))
			continue;
		tell(&diff, report_table[key].fact);
		differ = differ || !ignored_key;
	}
	for (unsigned int w = 0; a->has_page && b->has_page && w < 256; w++)
		differ = add_word(&diff, w) || differ;
	if (!differ)
		sgio_text_string(&diff.text, "nothing differs\n");
	rc = text_finish(&diff.text, out);
	return rc < 0 ? rc : differ;
}
