/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>

#include "facts.h"
#include "names.h"
#include "report.h"

_Static_assert((int)REPORT_LIST == (int)ATA_TYPE_LIST, "one more type of facts");

static const char *bus(const struct sgio_facts *facts)
{
	return facts->bus == SGIO_BUS_UNKNOWN ? NULL : sgio_bus_name(facts->bus);
}

static const char *protocol(const struct subject *s)
{
	if (!s->has_page)
		return NULL;
	if (s->id.class == ATA_CLASS_UNKNOWN)
		return NULL;
	return s->id.class == ATA_CLASS_P ? "ATAPI" : "ATA";
}

static const char *power_mode(const struct subject *s)
{
	if (!s->power_mode_asked || !s->power_mode_known)
		return NULL;
	return ata_name(ATA_NAMES_POWER_MODE, s->power_mode);
}

static void set_text(struct ata_value *value, const char *text)
{
	value->known = text && *text;
	value->text = text;
	value->length = text ? (uint32_t)strlen(text) : 0;
}

/* The getters, one for each row of run.def. */
#define kernel(field) (s->has_facts ? s->facts.field : NULL)
#define reported(field) (s->has_facts && s->facts.field >= 0)
#define number(field) ((uint64_t)s->facts.field)
#define T(id, key, source, label, text_)                                       \
	static void get_##id(const struct subject *s, struct ata_value *value) \
	{                                                                      \
		(void)s;                                                       \
		set_text(value, text_);                                        \
	}
#define V(id, type, key, unit, source, label, known_, number_)                 \
	static void get_##id(const struct subject *s, struct ata_value *value) \
	{                                                                      \
		value->known = known_;                                         \
		if (value->known)                                              \
			value->number = number_;                               \
	}
#define O(...)
#define F(...)
#define A(...)
#define N(...)
#define S(...)
#define D(...)
#define C(...)
#define FE(...)
#define FS(...)
#define P(...)
#define R(...)
#define RW(...)
#include "run.def"
#undef T
#undef V
#undef O
#undef F
#undef A
#undef N
#undef S
#undef D
#undef C
#undef FE
#undef FS
#undef kernel
#undef reported
#undef number

const struct report_key report_table[] = {
#define BESIDE_FLAG(...)
#define BESIDE_NUMBER(...)
#define BESIDE_STRING(...)
#define BESIDE_LIST(...)
#define BESIDE_NUMBER64(fact_, key_, source_, label_, get_) \
	{.key = key_ "_s",                                  \
	 .label = label_,                                   \
	 .unit = "string",                                  \
	 .source = source_,                                 \
	 .get = get_,                                       \
	 .fact = fact_,                                     \
	 .type = REPORT_NUMBER64,                           \
	 .as_text = true},
#define KEY(fact_, type_, key_, unit_, source_, label_, get_) \
	{.key = key_,                                         \
	 .label = label_,                                     \
	 .unit = unit_,                                       \
	 .source = source_,                                   \
	 .get = get_,                                         \
	 .fact = fact_,                                       \
	 .type = REPORT_##type_},                             \
		BESIDE_##type_(fact_, key_, source_, label_, get_)
#define T(id, key, source, label, text) \
	KEY(ATA_FACT_COUNT, STRING, key, "string", source, label, get_##id)
#define V(id, type, key, unit, source, label, known, number) \
	KEY(ATA_FACT_COUNT, type, key, unit, source, label, get_##id)
#define O(key_, source_, label_) \
	{.key = key_,            \
	 .label = label_,        \
	 .unit = "list",         \
	 .source = source_,      \
	 .fact = ATA_FACT_COUNT, \
	 .type = REPORT_ODDITIES},
#define F(id, word, high, low, type, class, rule, blank, key, unit, label) \
	KEY(ATA_##id, type, key, unit, NULL, label, NULL)
#define A(id, word, high, low, type, class, rule, blank, key, unit, label) \
	KEY(ATA_##id, type, key, unit, NULL, label, NULL)
#define N(id, word, words, type, class, rule, blank, key, unit, label) \
	KEY(ATA_##id, type, key, unit, NULL, label, NULL)
#define S(id, word, words, class, rule, key, label) \
	KEY(ATA_##id, STRING, key, "string", NULL, label, NULL)
#define D(id, function, type, class, key, unit, label) \
	KEY(ATA_##id, type, key, unit, NULL, label, NULL)
#define C(id, function, word, high, low, type, class, key, unit, label) \
	KEY(ATA_##id, type, key, unit, NULL, label, NULL)
#define BOTH(id, name, label)                                                       \
	KEY(ATA_FEATURE_##id, FLAG, "features." name ".supported", "flag", NULL,    \
	    label, NULL)                                                            \
	KEY(ATA_FEATURE_##id##_ON, FLAG, "features." name ".enabled", "flag", NULL, \
	    label, NULL)
#define FE(id, class, word, bit, rule, on_word, on_bit, on_rule, name, label) \
	BOTH(id, name, label)
#define FS(id, class, word, bit, rule, name, label) BOTH(id, name, label)
#include "run.def"
};
const size_t report_count = sizeof(report_table) / sizeof(report_table[0]);

void report_value(const struct subject *subject, size_t key, struct ata_value *value)
{
	const struct report_key *k = &report_table[key];

	value->known = false;
	if (k->get)
		k->get(subject, value);
	else if (k->fact != ATA_FACT_COUNT && subject->has_page)
		ata_fact_value(&subject->id, k->fact, value);
}

size_t report_find(const char *key)
{
	size_t i = 0;

	while (i < report_count && strcmp(report_table[i].key, key) != 0)
		i++;
	return i;
}

/*
 * How far @typed is from @key: 1 for each letter left out, for names are cut short more
 * often than misspelt, 2 for each letter wrong or too many (Wagner and Fischer).
 */
static unsigned int distance(const char *typed, const char *key)
{
	unsigned int row[128]; /* of the letters of @key: keys are shorter */
	size_t length = strlen(key);

	for (size_t i = 0; i <= length; i++)
		row[i] = (unsigned int)i;
	for (size_t n = 0; n < 128 && typed[n]; n++) {
		unsigned int diagonal = row[0];

		row[0] += 2;
		for (size_t i = 0; i < length; i++) {
			unsigned int best = diagonal + (key[i] == typed[n] ? 0 : 2);

			diagonal = row[i + 1];
			if (best > row[i + 1] + 2)
				best = row[i + 1] + 2;
			if (best > row[i] + 1)
				best = row[i] + 1;
			row[i + 1] = best;
		}
	}
	return row[length];
}

size_t report_nearest(const char *key)
{
	unsigned int least = distance(key, report_table[0].key);
	size_t nearest = 0;

	for (size_t i = 1; i < report_count; i++) {
		unsigned int d = distance(key, report_table[i].key);

		if (d < least) {
			least = d;
			nearest = i;
		}
	}
	return nearest;
}
