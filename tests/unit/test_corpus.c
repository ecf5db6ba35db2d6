/* SPDX-License-Identifier: BSD-2-Clause */
#include <glob.h>

#include "corpus.h"
#include "identify.h"
#include "oddity.h"
#include "unit.h"

/*
 * The drives of tests/corpus together reach every row of the tables: each fact is
 * reported by one of them, each flag is seen both ways, each oddity occurs.
 */
static bool reported[ATA_FACT_COUNT];
static bool seen[ATA_FACT_COUNT][2]; /* of flags: false and true */
static uint64_t oddities;

static void note_page(const char *path)
{
	static struct ata_value values[ATA_FACT_COUNT];
	uint8_t page[ATA_IDENTIFY_BYTES];
	struct ata_identify id;

	corpus_read(path, page);
	ck_assert_msg(ata_identify_parse(&id, page, sizeof(page)) == 0, "%s", path);
	oddities |= ata_oddities(&id);
	ata_identify_values(&id, values);
	for (size_t i = 0; i < ATA_FACT_COUNT; i++) {
		reported[i] |= values[i].known;
		if (values[i].known && ata_facts[i].type == ATA_TYPE_FLAG)
			seen[i][values[i].number != 0] = true;
	}
}

START_TEST(every_row_is_reached)
{
	glob_t found;
	unsigned int missing = 0;

	ck_assert_int_eq(glob("tests/corpus/*.txt", 0, NULL, &found), 0);
	ck_assert_uint_ge(found.gl_pathc, 30);
	for (size_t i = 0; i < found.gl_pathc; i++)
		note_page(found.gl_pathv[i]);
	globfree(&found);
	for (size_t i = 0; i < ATA_FACT_COUNT; i++) {
		bool flag = ata_facts[i].type == ATA_TYPE_FLAG;

		/* A feature without a bit for "enabled" never reports it. */
		if (ata_facts[i].rule == ATA_RULE_NEVER)
			continue;
		if (reported[i] && (!flag || (seen[i][0] && seen[i][1])))
			continue;
		fprintf(stderr, "%s: %s\n", ata_facts[i].key,
			!reported[i]  ? "never reported"
			: !seen[i][1] ? "never true"
				      : "never false");
		missing++;
	}
	for (size_t i = 0; i < ATA_ODDITY_COUNT; i++) {
		if (oddities >> i & 1)
			continue;
		fprintf(stderr, "oddity %s: never\n", ata_oddity_table[i].name);
		missing++;
	}
	ck_assert_msg(missing == 0, "%u rows are not reached", missing);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("corpus");
	TCase *tcase = tcase_create("corpus");

	tcase_add_test(tcase, every_row_is_reached);
	suite_add_tcase(suite, tcase);
	return unit_main(suite);
}
