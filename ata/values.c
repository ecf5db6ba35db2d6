/* SPDX-License-Identifier: BSD-2-Clause */
#include "derive.h"
#include "value.h"

/*
 * Every row of identify.def written out with its constants: a stream of a hundred
 * thousand dumps goes through here, and the loop over the table takes twice the time.
 */
#define HOLDS(class, rule) \
	(id->gate[ATA_CLASS_##class * ATA_RULE_COUNT + ATA_RULE_##rule])

void ata_identify_values(const struct ata_identify *id,
			 struct ata_value values[static ATA_FACT_COUNT])
{
#define FIELD(fact, word_, high, low, class, rule, blank)                      \
	values[fact].number =                                                  \
		id->word[word_] >> (low) & ((1u << ((high) - (low) + 1)) - 1); \
	values[fact].known = HOLDS(class, rule) &                              \
			     !ata_is_blank(id->word[word_], ATA_BLANK_##blank);
#define F(id_, word, high, low, type, class, rule, blank, key, unit, label) \
	FIELD(ATA_##id_, word, high, low, class, rule, blank)
#define A(...) F(__VA_ARGS__)
#define N(id_, word, words, type, class, rule, blank, key, unit, label) \
	values[ATA_##id_].known = false;                                \
	if (HOLDS(class, rule))                                         \
		ata_number_value(id, word, words, ATA_BLANK_##blank,    \
				 &values[ATA_##id_]);
#define S(id_, word, words, class, rule, key, label) \
	values[ATA_##id_].known = false;             \
	if (HOLDS(class, rule))                      \
		ata_string_value(id, word, words, &values[ATA_##id_]);
#define D(id_, function, type, class, key, unit, label) \
	values[ATA_##id_].known = false;                \
	if (HOLDS(class, ANY))                          \
		ata_derive_##function(id, &values[ATA_##id_]);
#define C(id_, function, word, high, low, type, class, key, unit, label) \
	D(id_, function, type, class, key, unit, label)
#define FE(id_, class, word, bit, rule, on_word, on_bit, on_rule, name, label) \
	FIELD(ATA_FEATURE_##id_, word, bit, bit, class, rule, NONE)            \
	FIELD(ATA_FEATURE_##id_##_ON, on_word, on_bit, on_bit, class, on_rule, NONE)
#define FS(id_, class, word, bit, rule, name, label)                \
	FIELD(ATA_FEATURE_##id_, word, bit, bit, class, rule, NONE) \
	values[ATA_FEATURE_##id_##_ON].known = false;
#define P(...)
#define R(...)
#define RW(...)
#include "identify.def"
}
