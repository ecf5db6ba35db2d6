/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdio.h>
#include <string.h>

#include "corpus.h"
#include "identify.h"
#include "unit.h"

/*
 * Flip each of the 4,096 bits of a page, and hold what changes against tests/bits.tsv,
 * written by hand from the standards. Run in the top folder of the tree.
 */
#define LINE_MAX_BYTES 65536
#define SETS_MAX 128
#define PAGES_MAX 64

struct named {
	char *name;
	char *value;
};

static struct named sets[SETS_MAX];
static size_t set_count;

struct page {
	char *name;
	uint8_t bytes[ATA_IDENTIFY_BYTES];
	bool covered[ATA_IDENTIFY_WORDS][16];
	enum ata_class class;
};

static struct page pages[PAGES_MAX];
static size_t page_count;
static bool expected[ATA_FACT_COUNT];

static void read_page(struct page *page, const char *name)
{
	char path[256];

	snprintf(path, sizeof(path), "tests/corpus/%s.txt", name);
	corpus_read(path, page->bytes);
	page->name = strdup(name);
}

static struct page *find_page(const char *name)
{
	struct ata_identify id;

	for (size_t i = 0; i < page_count; i++) {
		if (strcmp(pages[i].name, name) == 0)
			return &pages[i];
	}
	ck_assert_uint_lt(page_count, PAGES_MAX);
	read_page(&pages[page_count], name);
	ck_assert_int_eq(
		ata_identify_parse(&id, pages[page_count].bytes, ATA_IDENTIFY_BYTES),
		0);
	pages[page_count].class = id.class;
	return &pages[page_count++];
}

/* Mark the facts of a list of keys and @sets, separated by commas; "-" is none. */
static void expect_keys(const char *list, const char *where)
{
	char *copy = strdup(list);
	char *rest = copy;
	char *key;

	while ((key = strsep(&rest, ",")) != NULL) {
		enum ata_fact_id fact = ata_fact_find(key);
		size_t set = 0;

		if (key[0] == '\0' || strcmp(key, "-") == 0)
			continue;
		if (key[0] == '@') {
			while (set < set_count && strcmp(sets[set].name, key + 1) != 0)
				set++;
			ck_assert_msg(set < set_count, "%s: no set %s", where, key);
			expect_keys(sets[set].value, where);
			continue;
		}
		ck_assert_msg(fact < ATA_FACT_COUNT, "%s: no key %s", where, key);
		expected[fact] = true;
	}
	free(copy);
}

static bool same_value(enum ata_fact_id fact, const struct ata_identify *a,
		       const struct ata_identify *b)
{
	struct ata_value x, y;

	ata_fact_value(a, fact, &x);
	ata_fact_value(b, fact, &y);
	if (!x.known || !y.known)
		return x.known == y.known;
	if (ata_facts[fact].type == ATA_TYPE_STRING)
		return x.length == y.length && memcmp(x.text, y.text, x.length) == 0;
	return x.number == y.number;
}

/* The two ways to a value agree. */
static void compare_ways(const struct ata_identify *id)
{
	static struct ata_value values[ATA_FACT_COUNT];
	struct ata_value one;

	ata_identify_values(id, values);
	for (size_t i = 0; i < ATA_FACT_COUNT; i++) {
		ata_fact_value(id, (enum ata_fact_id)i, &one);
		ck_assert_msg(one.known == values[i].known, "%s", ata_facts[i].key);
		if (!one.known)
			continue;
		if (ata_facts[i].type == ATA_TYPE_STRING)
			ck_assert_msg(one.text == values[i].text &&
					      one.length == values[i].length,
				      "%s", ata_facts[i].key);
		else
			ck_assert_msg(one.number == values[i].number, "%s",
				      ata_facts[i].key);
	}
}

static void compare(const struct page *page, unsigned int word, unsigned int bit)
{
	static struct ata_identify before, after;
	uint8_t flipped[ATA_IDENTIFY_BYTES];

	memcpy(flipped, page->bytes, sizeof(flipped));
	flipped[2 * word + bit / 8] ^= (uint8_t)(1u << bit % 8);
	/* Word 255 follows the others, so that "checksum" is not in every row. */
	if (word != 255 && page->bytes[510] == 0xa5)
		ata_identify_seal(flipped);
	ata_identify_parse(&before, page->bytes, sizeof(flipped));
	/* The checksum byte changes with every bit: no row lists it but those of 255.
	 */
	if (word != 255)
		before.word[255] = (uint16_t)(flipped[510] | flipped[511] << 8);
	ck_assert_int_eq(ata_identify_parse(&after, flipped, sizeof(flipped)), 0);
	compare_ways(&after);
	for (size_t i = 0; i < ATA_FACT_COUNT; i++) {
		bool changed = !same_value((enum ata_fact_id)i, &before, &after);

		ck_assert_msg(changed == expected[i], "%s %u.%u: %s %s", page->name,
			      word, bit, ata_facts[i].key,
			      changed ? "changes" : "does not change");
	}
}

/* "76" or "100-103"; "8" or "15-0". */
static void read_range(const char *text, unsigned int *first, unsigned int *last)
{
	int fields = sscanf(text, "%u-%u", first, last);

	ck_assert_msg(fields >= 1, "no number: %s", text);
	if (fields == 1)
		*last = *first;
}

static void flip_row(char *line, const char *where)
{
	char *name = strsep(&line, "\t");
	char *words = strsep(&line, "\t");
	char *bits = strsep(&line, "\t");
	unsigned int first, last, high, low;
	struct page *page;

	ck_assert_msg(line != NULL, "%s: four columns wanted", where);
	page = find_page(name);
	read_range(words, &first, &last);
	read_range(bits, &high, &low);
	ck_assert_msg(last >= first && last < 256 && high >= low && high < 16, "%s",
		      where);
	memset(expected, 0, sizeof(expected));
	expect_keys(line, where);
	for (unsigned int word = first; word <= last; word++) {
		for (unsigned int bit = low; bit <= high; bit++) {
			compare(page, word, bit);
			page->covered[word][bit] = true;
		}
	}
}

static void read_line(char *line, unsigned int number)
{
	char where[64];

	snprintf(where, sizeof(where), "tests/bits.tsv:%u", number);
	line[strcspn(line, "\r\n")] = '\0';
	if (line[0] == '\0' || line[0] == '#')
		return;
	if (line[0] != '@') {
		flip_row(line, where);
		return;
	}
	ck_assert_uint_lt(set_count, SETS_MAX);
	sets[set_count].value = strchr(line, '\t');
	ck_assert_msg(sets[set_count].value != NULL, "%s: a set without keys", where);
	*sets[set_count].value++ = '\0';
	sets[set_count].value = strdup(sets[set_count].value);
	sets[set_count].name = strdup(line + 1);
	set_count++;
}

static void read_table(void)
{
	static char line[LINE_MAX_BYTES];
	FILE *file = fopen("tests/bits.tsv", "r");
	unsigned int number = 0;

	ck_assert_msg(file != NULL, "cannot open tests/bits.tsv");
	while (fgets(line, sizeof(line), file))
		read_line(line, ++number);
	fclose(file);
}

static bool is_covered(enum ata_class class, unsigned int word, unsigned int bit)
{
	for (size_t i = 0; i < page_count; i++) {
		if (pages[i].class == class && pages[i].covered[word][bit])
			return true;
	}
	return false;
}

static void free_table(void)
{
	for (size_t i = 0; i < set_count; i++) {
		free(sets[i].name);
		free(sets[i].value);
	}
	for (size_t i = 0; i < page_count; i++)
		free(pages[i].name);
}

START_TEST(every_bit_changes_what_the_standard_says)
{
	read_table();
	for (unsigned int word = 0; word < ATA_IDENTIFY_WORDS; word++) {
		for (unsigned int bit = 0; bit < 16; bit++) {
			ck_assert_msg(is_covered(ATA_CLASS_A, word, bit),
				      "ATA device: no row flips %u.%u", word, bit);
			ck_assert_msg(is_covered(ATA_CLASS_P, word, bit),
				      "PACKET device: no row flips %u.%u", word, bit);
		}
	}
	free_table();
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("flip");
	TCase *tcase = tcase_create("flip");

	tcase_add_test(tcase, every_bit_changes_what_the_standard_says);
	suite_add_tcase(suite, tcase);
	return unit_main(suite);
}
