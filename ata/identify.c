/* SPDX-License-Identifier: BSD-2-Clause */
#include "identify.h"

#include <errno.h>
#include <string.h>

#include "derive.h"
#include "value.h"

#define GATE(class, rule) (ATA_CLASS_##class * ATA_RULE_COUNT + ATA_RULE_##rule)
#define MASK(high, low) ((1u << ((high) - (low) + 1)) - 1)

const struct ata_fact ata_facts[ATA_FACT_COUNT] = {
#define F(id, word_, high_, low_, type_, class_, rule_, blank_, key_, unit_, label_) \
	[ATA_##id] = {.key = key_,                                                   \
		      .label = label_,                                               \
		      .unit = unit_,                                                 \
		      .type = ATA_TYPE_##type_,                                      \
		      .class = ATA_CLASS_##class_,                                   \
		      .rule = ATA_RULE_##rule_,                                      \
		      .gate = GATE(class_, rule_),                                   \
		      .blank = ATA_BLANK_##blank_,                                   \
		      .word = word_,                                                 \
		      .words = 1,                                                    \
		      .high = high_,                                                 \
		      .low = low_,                                                   \
		      .mask = MASK(high_, low_)},
#define A(...) F(__VA_ARGS__)
#define N(id, word_, words_, type_, class_, rule_, blank_, key_, unit_, label_) \
	[ATA_##id] = {.key = key_,                                              \
		      .label = label_,                                          \
		      .unit = unit_,                                            \
		      .type = ATA_TYPE_##type_,                                 \
		      .class = ATA_CLASS_##class_,                              \
		      .rule = ATA_RULE_##rule_,                                 \
		      .gate = GATE(class_, rule_),                              \
		      .blank = ATA_BLANK_##blank_,                              \
		      .word = word_,                                            \
		      .words = words_,                                          \
		      .high = 15},
#define S(id, word_, words_, class_, rule_, key_, label_) \
	[ATA_##id] = {.key = key_,                        \
		      .label = label_,                    \
		      .unit = "string",                   \
		      .type = ATA_TYPE_STRING,            \
		      .class = ATA_CLASS_##class_,        \
		      .rule = ATA_RULE_##rule_,           \
		      .gate = GATE(class_, rule_),        \
		      .word = word_,                      \
		      .words = words_,                    \
		      .high = 15},
#define D(id, function, type_, class_, key_, unit_, label_) \
	[ATA_##id] = {.key = key_,                          \
		      .label = label_,                      \
		      .unit = unit_,                        \
		      .derive = ata_derive_##function,      \
		      .type = ATA_TYPE_##type_,             \
		      .class = ATA_CLASS_##class_,          \
		      .gate = GATE(class_, ANY)},
#define C(id, function, word_, high_, low_, type_, class_, key_, unit_, label_) \
	[ATA_##id] = {.key = key_,                                              \
		      .label = label_,                                          \
		      .unit = unit_,                                            \
		      .derive = ata_derive_##function,                          \
		      .type = ATA_TYPE_##type_,                                 \
		      .class = ATA_CLASS_##class_,                              \
		      .gate = GATE(class_, ANY),                                \
		      .word = word_,                                            \
		      .words = 1,                                               \
		      .high = high_,                                            \
		      .low = low_},
#define FE(id, class_, word_, bit_, rule_, on_word, on_bit, on_rule, name, label_) \
	[ATA_FEATURE_##id] = {.key = "features." name ".supported",                \
			      .label = label_,                                     \
			      .unit = "flag",                                      \
			      .type = ATA_TYPE_FLAG,                               \
			      .class = ATA_CLASS_##class_,                         \
			      .rule = ATA_RULE_##rule_,                            \
			      .gate = GATE(class_, rule_),                         \
			      .word = word_,                                       \
			      .words = 1,                                          \
			      .high = bit_,                                        \
			      .low = bit_,                                         \
			      .mask = 1,                                           \
			      .feature = true},                                    \
	[ATA_FEATURE_##id##_ON] = {.key = "features." name ".enabled",             \
				   .label = label_,                                \
				   .unit = "flag",                                 \
				   .type = ATA_TYPE_FLAG,                          \
				   .class = ATA_CLASS_##class_,                    \
				   .rule = ATA_RULE_##on_rule,                     \
				   .gate = GATE(class_, on_rule),                  \
				   .word = on_word,                                \
				   .words = 1,                                     \
				   .high = on_bit,                                 \
				   .low = on_bit,                                  \
				   .mask = 1},
#define FS(id, class_, word_, bit_, rule_, name, label_)               \
	[ATA_FEATURE_##id] = {.key = "features." name ".supported",    \
			      .label = label_,                         \
			      .unit = "flag",                          \
			      .type = ATA_TYPE_FLAG,                   \
			      .class = ATA_CLASS_##class_,             \
			      .rule = ATA_RULE_##rule_,                \
			      .gate = GATE(class_, rule_),             \
			      .word = word_,                           \
			      .words = 1,                              \
			      .high = bit_,                            \
			      .low = bit_,                             \
			      .mask = 1,                               \
			      .feature = true},                        \
	[ATA_FEATURE_##id##_ON] = {.key = "features." name ".enabled", \
				   .label = label_,                    \
				   .unit = "flag",                     \
				   .type = ATA_TYPE_FLAG,              \
				   .class = ATA_CLASS_##class_,        \
				   .rule = ATA_RULE_NEVER,             \
				   .gate = GATE(class_, NEVER),        \
				   .mask = 1},
#define P(...)
#define R(...)
#define RW(...)
#include "identify.def"
#undef F
#undef A
#undef N
#undef S
#undef D
#undef C
#undef FE
#undef FS
#undef P
#undef R
#undef RW
};

const struct ata_bits ata_bits_table[] = {
#define OWNED(first, last, high, low, class_, id, label) \
	{first, last, high, low, ATA_CLASS_##class_, ATA_BITS_FACT, id, label},
#define F(id, word, high, low, type, class_, rule, blank, key, unit, label) \
	OWNED(word, word, high, low, class_, ATA_##id, label)
#define N(id, word, words, type, class_, rule, blank, key, unit, label) \
	OWNED(word, (word) + (words)-1, 15, 0, class_, ATA_##id, label)
#define S(id, word, words, class_, rule, key, label) \
	OWNED(word, (word) + (words)-1, 15, 0, class_, ATA_##id, label)
#define A(...)
#define D(...)
#define C(id, function, word, high, low, type, class_, key, unit, label) \
	OWNED(word, word, high, low, class_, ATA_##id, label)
#define FE(id, class_, word, bit, rule, on_word, on_bit, on_rule, name, label) \
	OWNED(word, word, bit, bit, class_, ATA_FEATURE_##id, label)           \
	OWNED(on_word, on_word, on_bit, on_bit, class_, ATA_FEATURE_##id##_ON, label)
#define FS(id, class_, word, bit, rule, name, label) \
	OWNED(word, word, bit, bit, class_, ATA_FEATURE_##id, label)
#define P(word, high, low, class_, id, label) \
	OWNED(word, word, high, low, class_, ATA_##id, label)
#define R(word, high, low, class_, kind, label)                                \
	{word,           word, high, low, ATA_CLASS_##class_, ATA_BITS_##kind, \
	 ATA_FACT_COUNT, label},
#define RW(first, last, class_, kind, label)                           \
	{first,           last,           15,   0, ATA_CLASS_##class_, \
	 ATA_BITS_##kind, ATA_FACT_COUNT, label},
#include "identify.def"
#undef F
#undef A
#undef N
#undef S
#undef D
#undef C
#undef FE
#undef FS
#undef P
#undef R
#undef RW
#undef OWNED
};
const size_t ata_bits_count = sizeof(ata_bits_table) / sizeof(ata_bits_table[0]);

/* Rows that are not one field of one word. */
static void wide_value(const struct ata_identify *id, const struct ata_fact *fact,
		       struct ata_value *value)
{
	if (fact->derive)
		fact->derive(id, value);
	else if (fact->type == ATA_TYPE_STRING)
		ata_string_value(id, fact->word, fact->words, value);
	else
		ata_number_value(id, fact->word, fact->words, fact->blank, value);
}

void ata_fact_value(const struct ata_identify *id, enum ata_fact_id fact,
		    struct ata_value *value)
{
	const struct ata_fact *f = &ata_facts[fact];
	const uint16_t word = id->word[f->word];

	value->known = false;
	if (!id->gate[f->gate])
		return;
	if (f->mask == 0) {
		wide_value(id, f, value);
		return;
	}
	value->number = word >> f->low & f->mask;
	value->known = !ata_is_blank(word, f->blank);
}

uint64_t ata_fact_number(const struct ata_identify *id, enum ata_fact_id fact,
			 uint64_t otherwise)
{
	struct ata_value value = {.known = false};

	ata_fact_value(id, fact, &value);
	return value.known ? value.number : otherwise;
}

bool ata_fact_true(const struct ata_identify *id, enum ata_fact_id fact)
{
	return ata_fact_number(id, fact, 0) != 0;
}

enum ata_fact_id ata_fact_find(const char *key)
{
	for (size_t i = 0; i < ATA_FACT_COUNT; i++) {
		if (strcmp(ata_facts[i].key, key) == 0)
			return (enum ata_fact_id)i;
	}
	return ATA_FACT_COUNT;
}
