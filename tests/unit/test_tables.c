/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>

#include "identify.h"
#include "names.h"
#include "oddity.h"
#include "unit.h"

/* The tables themselves: what no single page would show. */

static unsigned int owners(enum ata_class class, unsigned int word, unsigned int bit)
{
	unsigned int count = 0;

	for (size_t i = 0; i < ata_bits_count; i++) {
		const struct ata_bits *b = &ata_bits_table[i];

		count += (b->class & class) && word >= b->first && word <= b->last &&
			 bit <= b->high && bit >= b->low;
	}
	return count;
}

START_TEST(every_bit_has_one_owner)
{
	for (unsigned int word = 0; word < ATA_IDENTIFY_WORDS; word++) {
		for (unsigned int bit = 0; bit < 16; bit++) {
			ck_assert_msg(owners(ATA_CLASS_A, word, bit) == 1,
				      "ATA device, %u.%u", word, bit);
			ck_assert_msg(owners(ATA_CLASS_P, word, bit) == 1,
				      "PACKET device, %u.%u", word, bit);
		}
	}
}
END_TEST

START_TEST(keys_are_unique)
{
	for (size_t i = 0; i < ATA_FACT_COUNT; i++) {
		ck_assert_uint_eq(ata_fact_find(ata_facts[i].key), i);
	}
}
END_TEST

/* No key is a group of another: "ncq" and "ncq.depth" cannot both be in an object. */
START_TEST(keys_are_leaves)
{
	for (size_t i = 0; i < ATA_FACT_COUNT; i++) {
		size_t length = strlen(ata_facts[i].key);

		for (size_t j = 0; j < ATA_FACT_COUNT; j++) {
			ck_assert_msg(strncmp(ata_facts[j].key, ata_facts[i].key,
					      length) != 0 ||
					      ata_facts[j].key[length] != '.',
				      "%s, %s", ata_facts[i].key, ata_facts[j].key);
		}
	}
}
END_TEST

/* snake_case, at most three levels, of which the first letter is a letter. */
START_TEST(keys_are_well_formed)
{
	static const char allowed[] = "abcdefghijklmnopqrstuvwxyz0123456789_";

	for (size_t i = 0; i < ATA_FACT_COUNT; i++) {
		const char *key = ata_facts[i].key;
		unsigned int levels = 0;

		while (*key) {
			size_t part = strspn(key, allowed);

			ck_assert_msg(part > 0 && (key[part] == '.' || !key[part]),
				      "%s", ata_facts[i].key);
			ck_assert(*key >= 'a' && *key <= 'z');
			key += part + (key[part] == '.');
			levels++;
		}
		ck_assert_msg(levels >= 1 && levels <= 3, "%s", ata_facts[i].key);
	}
}
END_TEST

START_TEST(rows_are_complete)
{
	for (size_t i = 0; i < ATA_FACT_COUNT; i++) {
		const struct ata_fact *f = &ata_facts[i];

		ck_assert_msg(f->key && f->label && f->unit, "fact %zu", i);
		ck_assert(f->class == ATA_CLASS_A || f->class == ATA_CLASS_P ||
			  f->class == ATA_CLASS_AP);
		ck_assert_msg(f->high >= f->low && f->high < 16, "%s", f->key);
		ck_assert_msg(f->word + f->words <= ATA_IDENTIFY_WORDS, "%s", f->key);
		if (f->type == ATA_TYPE_STRING && !f->derive)
			ck_assert_msg(f->words * 2u <= ATA_STRING_MAX, "%s", f->key);
		if (f->feature)
			ck_assert_msg(strstr(ata_facts[i + 1].key, ".enabled") != NULL,
				      "%s", f->key);
	}
	for (size_t i = 0; i < ATA_ODDITY_COUNT; i++)
		ck_assert(ata_oddity_table[i].name && ata_oddity_table[i].message);
	for (int i = 0; i < ATA_RULE_COUNT; i++)
		ck_assert(strlen(ata_rule_description((enum ata_rule)i)) > 0);
}
END_TEST

START_TEST(names_by_code)
{
	/* Word 81, from the published lists of the standards. */
	ck_assert_str_eq(ata_name(ATA_NAMES_MINOR_VERSION, 0x0028),
			 "ATA8-ACS T13/1699-D revision 6");
	ck_assert_str_eq(ata_name(ATA_NAMES_MINOR_VERSION, 0x011b),
			 "ACS-3 T13/2161-D revision 4");
	ck_assert_ptr_null(ata_name(ATA_NAMES_MINOR_VERSION, 0x0000));
	ck_assert_ptr_null(ata_name(ATA_NAMES_MINOR_VERSION, 0x0020));
	ck_assert_str_eq(ata_name(ATA_NAMES_FORM_FACTOR, 9), "CFast");
	ck_assert_ptr_null(ata_name(ATA_NAMES_FORM_FACTOR, 10));
	/* Word 222 of a SATA 3.3 drive, of a lone 2.6 bit, and beyond SATA 3.5. */
	ck_assert_str_eq(ata_name_highest(ATA_NAMES_SATA_VERSION, 0x1ff), "SATA 3.3");
	ck_assert_str_eq(ata_name_highest(ATA_NAMES_SATA_VERSION, 0x010), "SATA 2.6");
	ck_assert_str_eq(ata_name_highest(ATA_NAMES_SATA_VERSION, 0xfff), "SATA 3.5");
	ck_assert_ptr_null(ata_name_highest(ATA_NAMES_SATA_VERSION, 0));
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("tables");
	TCase *tcase = tcase_create("tables");

	tcase_add_test(tcase, every_bit_has_one_owner);
	tcase_add_test(tcase, keys_are_unique);
	tcase_add_test(tcase, keys_are_leaves);
	tcase_add_test(tcase, keys_are_well_formed);
	tcase_add_test(tcase, rows_are_complete);
	tcase_add_test(tcase, names_by_code);
	suite_add_tcase(suite, tcase);
	return unit_main(suite);
}
