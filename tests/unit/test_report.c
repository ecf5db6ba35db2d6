/* SPDX-License-Identifier: BSD-2-Clause */
#include "oddity.h"
#include "report_subjects.h"

/* The table of keys, and what people see of it in lines of text. */

static size_t depth(const char *key)
{
	size_t parts = 1;

	for (; *key; key++)
		parts += *key == '.';
	return parts;
}

START_TEST(keys_are_well_formed)
{
	for (size_t i = 0; i < report_count; i++) {
		const char *key = report_table[i].key;
		size_t length = strlen(key);

		ck_assert_uint_eq(report_find(key), i); /* so it is unique */
		ck_assert_msg(depth(key) <= 3, "%s", key);
		ck_assert_uint_eq(strspn(key, "abcdefghijklmnopqrstuvwxyz0123456789_."),
				  length);
		ck_assert_msg(*report_table[i].label && *report_table[i].unit, "%s",
			      key);
		for (size_t j = 0; j < report_count; j++) {
			/* No key is a value and an object. */
			ck_assert_msg(strncmp(report_table[j].key, key, length) != 0 ||
					      report_table[j].key[length] != '.',
				      "%s", key);
		}
	}
	ck_assert_str_eq(report_table[0].key, "schema");
}
END_TEST

/* ATAID_A_B stands for one key only. */
START_TEST(export_names_are_unique)
{
	for (size_t i = 0; i < report_count; i++) {
		for (size_t j = 0; j < i; j++) {
			const char *a = report_table[i].key;
			const char *b = report_table[j].key;

			while (*a && (*a == *b ||
				      (strchr("._", *a) && *b && strchr("._", *b)))) {
				a++;
				b++;
			}
			ck_assert_msg(*a || *b, "%s", report_table[i].key);
		}
	}
}
END_TEST

START_TEST(numbers_of_64_bits_have_a_text)
{
	for (size_t i = 0; i < report_count; i++) {
		char beside[64];

		if (report_table[i].type != REPORT_NUMBER64 || report_table[i].as_text)
			continue;
		snprintf(beside, sizeof(beside), "%s_s", report_table[i].key);
		ck_assert_str_eq(report_table[i + 1].key, beside);
		ck_assert(report_table[i + 1].as_text);
	}
}
END_TEST

START_TEST(nearest_key)
{
	static const char *const cases[][2] = {
		{"ncq.dept", "ncq.depth"},
		{"ncq.depht", "ncq.depth"},
		{"model", "model_name"},
		{"serial", "serial_number"},
		{"capacity", "user_capacity.bytes"},
		{"modelname", "model_name"},
		{"exit-status", "exit_status"},
		{"features.smrt.enabled", "features.smart.enabled"},
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		ck_assert_uint_eq(report_find(cases[i][0]), report_count);
		ck_assert_str_eq(report_table[report_nearest(cases[i][0])].key,
				 cases[i][1]);
	}
}
END_TEST

/* Word.bit, a whole word, word:bits, words, and what no word says. */
START_TEST(keys_have_sources)
{
	static const char *const lines[] = {
		"\nncq.supported\tflag\t76.8\t",
		"\nrotation_rate_code\tnumber\t217\t",
		"\nsata_version.value\tnumber\t222:11-0\t",
		"\nsectors.lba48\tsectors\t100-103\t",
		"\nmodel_name\tstring\t27-46\tModel Number\n",
		"\nuser_capacity.bytes\tbytes\tderived\t",
		"\nuser_capacity.bytes_s\tstring\tderived\t",
		"\nfeatures.sct.supported\tflag\t206.0\t",
		"\nfeatures.sct.enabled\tflag\t-\t",
		"\nkernel.bus\tstring\tsysfs\t",
	};
	char *text;
	size_t size, count = 0;
	FILE *out = open_memstream(&text, &size);

	ck_assert_int_eq(report_keys(out), 0);
	ck_assert_int_eq(fclose(out), 0);
	for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++)
		ck_assert_msg(strstr(text, lines[i]) != NULL, "%s", lines[i]);
	for (size_t i = 0; i < size; i++)
		count += text[i] == '\n';
	ck_assert_uint_eq(count, report_count);
	free(text);
}
END_TEST

START_TEST(get_values)
{
	static const char *const keys[] = {"model_name",
					   "serial_number",
					   "user_capacity.bytes",
					   "user_capacity.bytes_s",
					   "transfer_modes.udma.supported",
					   "transfer_modes.udma.selected",
					   "ncq.depth",
					   "smart_support.enabled",
					   "security.enabled",
					   "power_mode",
					   "device.index",
					   "collected.time_t",
					   "oddities"};
	size_t numbers[sizeof(keys) / sizeof(keys[0])];
	struct subject s;
	char *text;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	make_disk(&s, "Disk  \\1");
	for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]); i++)
		numbers[i] = report_find(keys[i]);
	ck_assert_int_eq(report_get(out, &s, numbers, sizeof(keys) / sizeof(keys[0])),
			 0);
	/* 3a386030h sectors are 976773168, times 512. */
	ck_assert_int_eq(fclose(out), 0);
	ck_assert_str_eq(text, "Disk  \\x5c1\tS 12\t500107862016\t500107862016\t"
			       "0,1,2,3,4,5,6\t6\t32\ttrue\tfalse\t-\t3\t-\t\n");
	free(text);
}
END_TEST

static const char *message_of(const struct report_oddities *list, const char *code)
{
	for (size_t i = 0; i < list->count; i++) {
		if (strcmp(list->items[i].code, code) == 0)
			return list->items[i].message;
	}
	return "none";
}

START_TEST(oddities_have_their_values)
{
	static const struct word odd[] = {
		{60, 0x0000},  {61, 0x1000}, /* 268435456 sectors, and not the limit */
		{70, 0x0008},                /* reserved: 70.3 */
		{121, 0xf001},               /* reserved: 121.15-12 and 121.0 */
		{86, 0x3c01},                /* DCO enabled, not supported */
	};
	static const struct {
		const char *code, *message;
	} cases[] = {
		{"capacity_lba28_lba48",
		 "words 60-61 and words 100-103 disagree on the number of sectors "
		 "(sectors.lba28=268435456, sectors.lba48=976773168)"},
		{"reserved_bits", "reserved bits are set: 70.3, 121.15-12, 121.0"},
		{"enabled_unsupported",
		 "features are enabled that are not supported: "
		 "features.device_configuration_overlay.enabled"},
		{"model_nonprintable",
		 "the model name holds bytes that cannot be printed "
		 "(model_name=" HOSTILE_ESCAPED ")"},
		{"capacity_kernel",
		 "the kernel's capacity is not the drive's "
		 "(kernel.capacity_bytes=1000, user_capacity.bytes=500107862016)"},
		{"sector_size_kernel",
		 "the kernel's sector size is not the drive's "
		 "(kernel.logical_block_size=4096, logical_block_size=512)"},
	};
	struct report_oddities list;
	struct subject s;

	make_disk(&s, HOSTILE);
	for (size_t i = 0; i < sizeof(odd) / sizeof(odd[0]); i++)
		put_word(&s, odd[i].word, odd[i].value);
	parse(&s);
	s.has_facts = true;
	s.facts.capacity_bytes = 1000;
	s.facts.logical_block_size = 4096;
	ck_assert_int_eq(report_oddities(&s, &list), 0);
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
		ck_assert_str_eq(message_of(&list, cases[i].code), cases[i].message);
	ck_assert_uint_eq(list.count, sizeof(cases) / sizeof(cases[0]));
	report_oddities_free(&list);
}
END_TEST

START_TEST(codes_are_whole)
{
	const struct report_oddity *oddity = NULL;

	for (size_t i = 0; i < ATA_ODDITY_COUNT; i++)
		ck_assert_uint_lt(strlen(ata_oddity_table[i].name),
				  sizeof(oddity->code));
}
END_TEST

/* A device without a medium is not smaller than its page says. */
START_TEST(kernel_may_not_know)
{
	struct report_oddities list;
	struct subject s;

	make_disk(&s, "Disk 1");
	s.has_facts = true;
	s.facts.capacity_bytes = 0;
	s.facts.logical_block_size = -1;
	ck_assert_int_eq(report_oddities(&s, &list), 0);
	ck_assert_uint_eq(list.count, 0);
	report_oddities_free(&list);
}
END_TEST

static int diff(const struct subject *a, const struct subject *b, char **text)
{
	size_t size;
	FILE *out = open_memstream(text, &size);
	int rc = report_diff(out, a, b);

	ck_assert_int_eq(fclose(out), 0);
	return rc;
}

START_TEST(diff_of_two)
{
	static char other[] = "other.txt";
	struct subject a, b;
	char *text;

	make_disk(&a, "Disk 1");
	make_disk(&b, "Disk 1");
	b.name = other;
	b.index = 0;
	ck_assert_int_eq(diff(&a, &b, &text), 0);
	ck_assert_str_eq(text, "nothing differs\n");
	free(text);

	put_string(&b, 23, 4, "FW\t2");
	put_word(&b, 129, 0x1234); /* vendor specific: no key has it */
	parse(&b);
	ck_assert_int_eq(diff(&a, &b, &text), 1);
	ck_assert_str_eq(text, "firmware_version\tFW01\tFW\\x092\n"
			       "oddities\t\tfirmware_nonprintable\n"
			       "word.129\t0x0000\t0x1234\n");
	free(text);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("report");
	TCase *tcase = tcase_create("report");

	tcase_add_test(tcase, keys_are_well_formed);
	tcase_add_test(tcase, export_names_are_unique);
	tcase_add_test(tcase, numbers_of_64_bits_have_a_text);
	tcase_add_test(tcase, nearest_key);
	tcase_add_test(tcase, keys_have_sources);
	tcase_add_test(tcase, get_values);
	tcase_add_test(tcase, oddities_have_their_values);
	tcase_add_test(tcase, codes_are_whole);
	tcase_add_test(tcase, kernel_may_not_know);
	tcase_add_test(tcase, diff_of_two);
	suite_add_tcase(suite, tcase);
	return unit_main(suite);
}
