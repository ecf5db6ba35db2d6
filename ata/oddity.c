/* SPDX-License-Identifier: BSD-2-Clause */
#include "oddity.h"

#define LBA28_LIMIT 0x0fffffff
#define ATA_NONE ATA_FACT_COUNT

const struct ata_oddity ata_oddity_table[ATA_ODDITY_COUNT] = {
#define ODDITY(name_, condition, fact1, fact2, message_) \
	[ATA_ODDITY_##name_] = {.name = #name_,          \
				.message = message_,     \
				.facts = {ATA_##fact1, ATA_##fact2}},
#include "oddity.def"
#undef ODDITY
};

static bool is_set(uint16_t word)
{
	return word != 0x0000 && word != 0xffff;
}

static bool is_known(const struct ata_identify *id, enum ata_fact_id fact)
{
	struct ata_value value;

	ata_fact_value(id, fact, &value);
	return value.known;
}

/* True also for a string that is not there. */
static bool is_printable(const struct ata_identify *id, enum ata_fact_id fact)
{
	struct ata_value value;

	ata_fact_value(id, fact, &value);
	for (size_t i = 0; value.known && i < value.length; i++) {
		if (value.text[i] < 0x20 || value.text[i] > 0x7e)
			return false;
	}
	return true;
}

static bool several(unsigned int bits, uint16_t word)
{
	return word != 0xffff && (bits & (bits - 1)) != 0;
}

/* Words 60-61 stop at 0FFFFFFFh; 4Kn drives leave them anywhere. */
static bool lba28_differs(const struct ata_identify *id)
{
	uint64_t lba28 = ata_fact_number(id, ATA_LBA28_SECTORS, 0);
	uint64_t lba48 = ata_fact_number(id, ATA_LBA48_SECTORS, 0);

	if (lba48 >= LBA28_LIMIT)
		return lba28 != LBA28_LIMIT;
	return lba28 != lba48;
}

/* Words 100-103 stop at FFFFFFFFh where words 230-233 are used. */
static bool extended_differs(const struct ata_identify *id)
{
	uint64_t extended = ata_fact_number(id, ATA_EXTENDED_SECTOR_COUNT, 0);
	uint64_t lba48 = ata_fact_number(id, ATA_LBA48_SECTORS, 0);

	return lba48 != extended && !(lba48 == UINT32_MAX && extended > lba48);
}

static bool chs_differs(const struct ata_identify *id)
{
	uint64_t product = ata_fact_number(id, ATA_CHS_NOW_CYLINDERS, 0) *
			   ata_fact_number(id, ATA_CHS_NOW_HEADS, 0) *
			   ata_fact_number(id, ATA_CHS_NOW_SECTORS, 0);

	return ata_fact_number(id, ATA_CHS_NOW_CAPACITY, 0) != product;
}

/* The bits of word @n that row @bits reserves and the page sets; FFFFh sets none. */
static uint16_t reserved_in(const struct ata_identify *id, const struct ata_bits *bits,
			    unsigned int n)
{
	uint16_t word = id->word[n];
	uint16_t mask =
		(uint16_t)(((1u << (bits->high - bits->low + 1)) - 1) << bits->low);

	return word == 0xffff ? 0 : word & mask;
}

bool ata_oddity_reserved(const struct ata_identify *id, size_t n, unsigned int *word,
			 uint16_t *set)
{
	for (size_t i = 0; i < ata_bits_count; i++) {
		const struct ata_bits *bits = &ata_bits_table[i];

		if (bits->kind != ATA_BITS_RESERVED ||
		    !ata_class_applies(bits->class, id))
			continue;
		for (unsigned int w = bits->first; w <= bits->last; w++) {
			*set = reserved_in(id, bits, w);
			*word = w;
			if (*set && n-- == 0)
				return true;
		}
	}
	return false;
}

static bool reserved_bits(const struct ata_identify *id)
{
	unsigned int word;
	uint16_t set;

	/* Before ATA/ATAPI-4 most words were not reserved but the vendor's own. */
	return id->rule[ATA_RULE_MAJOR4] && ata_oddity_reserved(id, 0, &word, &set);
}

bool ata_oddity_enabled(const struct ata_identify *id, size_t n,
			enum ata_fact_id *enabled)
{
	for (size_t i = 0; i + 1 < ATA_FACT_COUNT; i++) {
		enum ata_fact_id feature = (enum ata_fact_id)i;

		if (!ata_facts[i].feature || !ata_fact_true(id, feature + 1) ||
		    !is_known(id, feature) || ata_fact_true(id, feature))
			continue;
		*enabled = feature + 1;
		if (n-- == 0)
			return true;
	}
	return false;
}

static bool enabled_unsupported(const struct ata_identify *id)
{
	enum ata_fact_id enabled;

	return ata_oddity_enabled(id, 0, &enabled);
}

uint64_t ata_oddities(const struct ata_identify *id)
{
	const bool is_ata = id->class == ATA_CLASS_A;
	uint64_t found = 0;

#define w(n) id->word[n]
#define has(name) id->rule[ATA_RULE_##name]
#define number(fact) ata_fact_number(id, ATA_##fact, 0)
#define is(fact) ata_fact_true(id, ATA_##fact)
#define known(fact) is_known(id, ATA_##fact)
#define printable(fact) is_printable(id, ATA_##fact)
#define ODDITY(name, condition, fact1, fact2, message) \
	if (condition)                                 \
		found |= UINT64_C(1) << ATA_ODDITY_##name;
#include "oddity.def"
#undef ODDITY
	return found;
}
