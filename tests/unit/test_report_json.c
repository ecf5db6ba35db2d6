/* SPDX-License-Identifier: BSD-2-Clause */
#include <jansson.h>

#include "report_subjects.h"

/* --json, read back, and its schema. */

/* The value at a path of @root, borrowed; NULL when a part of the path is missing. */
static json_t *at(json_t *root, const char *path)
{
	char part[64];
	const char *dot;

	for (; root && (dot = strchr(path, '.')); path = dot + 1) {
		snprintf(part, sizeof(part), "%.*s", (int)(dot - path), path);
		root = json_object_get(root, part);
	}
	return json_object_get(root, path);
}

static json_t *json_of(struct report_json *writer, const struct subject *s)
{
	json_error_t error;
	size_t length;
	const char *text = report_json_text(writer, s, &length);
	json_t *root;

	ck_assert_ptr_nonnull(text);
	ck_assert_uint_eq(strlen(text), length);
	ck_assert_ptr_eq(strchr(text, '\n'), text + length - 1);
	root = json_loadb(text, length, JSON_REJECT_DUPLICATES, &error);
	ck_assert_msg(root != NULL, "%s", error.text);
	return root;
}

START_TEST(json_values)
{
	static const struct {
		const char *path, *value;
	} cases[] = {
		{"schema", "\"ataid/1\""},
		{"device.name", "\"disk.txt\""},
		{"device.type", "\"dump\""},
		{"device.protocol", "\"ATA\""},
		{"device.index", "3"},
		{"collected.host", "null"},
		{"model_name", "\"Disk 1\""},
		{"serial_number", "\"S 12\""},
		{"wwn.naa", "5"},
		{"wwn.oui", "3152"},           /* 000c50h */
		{"wwn.id_s", "\"305419896\""}, /* 12345678h */
		{"user_capacity.blocks", "976773168"},
		{"user_capacity.bytes_s", "\"500107862016\""},
		{"physical_block_size", "4096"},
		{"rotation_rate", "7200"},
		{"interface_speed.current.units_per_second", "60"},
		{"link.current_bits_per_second", "6000000000"},
		{"link.host_max_bits_per_second", "null"},
		{"transfer_modes.mwdma.supported", "[0,1,2]"},
		{"transfer_modes.mwdma.selected", "null"},
		{"security.frozen", "true"},
		{"security.erase_minutes", "100"},
		{"features.smart.enabled", "true"},
		{"features.security_mode.enabled", "false"},
		{"trim.supported", "false"}, /* word 169 of an ATA8-ACS drive is 0 */
		{"trim.deterministic", "null"},
		{"kernel.capacity_bytes", "null"},
		{"native_max.blocks", "null"},
		{"checksum", "\"valid\""},
		{"oddities", "[]"},
		{"exit_status", "0"},
		{"error", "null"},
	};
	struct report_json *writer = report_json_new();
	struct subject s;
	json_t *root;

	make_disk(&s, "Disk 1");
	root = json_of(writer, &s);
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		char *value = json_dumps(at(root, cases[i].path),
					 JSON_COMPACT | JSON_ENCODE_ANY);

		ck_assert_msg(value && strcmp(value, cases[i].value) == 0,
			      "%s is %s, not %s", cases[i].path, value, cases[i].value);
		free(value);
	}
	json_decref(root);
	report_json_free(writer);
}
END_TEST

/* Every key is there, and null, when nothing is known. */
START_TEST(json_of_nothing)
{
	static const char *const known[] = {
		"schema",   "device.name", "device.type", "device.index",
		"oddities", "exit_status", "error.code",  "error.message"};
	struct report_json *writer = report_json_new();
	struct subject s;
	json_t *root;

	make_disk(&s, "left over?");
	json_decref(json_of(writer, &s));
	make_failed(&s);
	root = json_of(writer, &s);
	for (size_t i = 0; i < report_count; i++) {
		const char *key = report_table[i].key;
		bool is_known = false;

		for (size_t j = 0; j < sizeof(known) / sizeof(known[0]); j++)
			is_known = is_known || strcmp(key, known[j]) == 0;
		ck_assert_msg(at(root, key) != NULL, "%s is missing", key);
		ck_assert_msg(json_is_null(at(root, key)) != is_known, "%s", key);
	}
	ck_assert_str_eq(json_string_value(at(root, "device.name")), "/dev/x\\x01");
	ck_assert_str_eq(json_string_value(at(root, "error.message")),
			 "cannot open '/dev/x\\x01': Permission denied");
	ck_assert_int_eq(json_integer_value(at(root, "exit_status")), 2);
	ck_assert_uint_eq(json_array_size(at(root, "oddities")), 0);
	json_decref(root);
	report_json_free(writer);
}
END_TEST

START_TEST(json_of_hostile_names)
{
	static const char *const names[][2] = {
		{HOSTILE, HOSTILE_ESCAPED}, {"a \"b\" c", "a \"b\" c"},
		{"a\\", "a\\x5c"},          {"a\x7f", "a\\x7f"},
		{"\xc3\xbc", "\\xc3\\xbc"}, /* UTF-8 is no exception */
	};
	struct report_json *writer = report_json_new();

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		struct subject s;
		json_t *root;

		make_disk(&s, names[i][0]);
		root = json_of(writer, &s);
		ck_assert_str_eq(json_string_value(at(root, "model_name")),
				 names[i][1]);
		json_decref(root);
	}
	report_json_free(writer);
}
END_TEST

/* 2^63 and more: null, the digits beside it, and an oddity. */
START_TEST(numbers_beyond_int64)
{
	struct report_json *writer = report_json_new();
	struct subject s;
	json_t *root;

	make_disk(&s, "Disk 1");
	put_word(&s, 103, 0x8000);
	parse(&s);
	root = json_of(writer, &s);
	ck_assert(json_is_null(at(root, "user_capacity.blocks")));
	/* 2^63 + 976773168 */
	ck_assert_str_eq(json_string_value(at(root, "user_capacity.blocks_s")),
			 "9223372037831548976");
	ck_assert(json_is_null(at(root, "user_capacity.bytes_s")));
	ck_assert_str_eq(
		json_string_value(at(json_array_get(at(root, "oddities"), 0), "code")),
		"capacity_too_large");
	json_decref(root);
	report_json_free(writer);
}
END_TEST

/* One key of the schema for one of the table, with a type that fits. */
static const char *type_in_json(const struct report_key *key)
{
	if (key->as_text)
		return "string";
	switch (key->type) {
	case REPORT_FLAG:
		return "boolean";
	case REPORT_STRING:
		return "string";
	case REPORT_LIST:
	case REPORT_ODDITIES:
		return "array";
	default:
		return "integer";
	}
}

/* The schema of @key, or NULL; every object on the way must require it. */
static json_t *schema_of(json_t *schema, const char *key)
{
	char part[64];

	for (;;) {
		size_t length = strcspn(key, ".");
		bool required = false;
		json_t *name;
		size_t i;

		snprintf(part, sizeof(part), "%.*s", (int)length, key);
		json_array_foreach(json_object_get(schema, "required"), i, name)
			required =
				required || strcmp(json_string_value(name), part) == 0;
		ck_assert(
			json_is_false(json_object_get(schema, "additionalProperties")));
		schema = json_object_get(json_object_get(schema, "properties"), part);
		if (!schema || !required)
			return NULL;
		if (!key[length])
			return schema;
		key += length + 1;
	}
}

static size_t count_leaves(json_t *schema)
{
	json_t *properties = json_object_get(schema, "properties");
	const char *name;
	json_t *value;
	size_t count = 0;

	if (!properties)
		return 1;
	json_object_foreach(properties, name, value) count += count_leaves(value);
	return count;
}

START_TEST(schema_has_the_keys_of_the_table)
{
	json_error_t error;
	json_t *schema = json_load_file("docs/ataid.schema.json", 0, &error);

	ck_assert_msg(schema != NULL, "docs/ataid.schema.json: %s", error.text);
	for (size_t i = 0; i < report_count; i++) {
		json_t *key = schema_of(schema, report_table[i].key);
		json_t *type = json_object_get(key, "type");

		ck_assert_msg(key != NULL, "%s is not in the schema, or not required",
			      report_table[i].key);
		if (json_is_array(type))
			type = json_array_get(type, 0);
		ck_assert_msg(!type || strcmp(json_string_value(type),
					      type_in_json(&report_table[i])) == 0,
			      "%s", report_table[i].key);
	}
	ck_assert_uint_eq(count_leaves(schema), report_count);
	json_decref(schema);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("report_json");
	TCase *tcase = tcase_create("report_json");

	tcase_add_test(tcase, json_values);
	tcase_add_test(tcase, json_of_nothing);
	tcase_add_test(tcase, json_of_hostile_names);
	tcase_add_test(tcase, numbers_beyond_int64);
	tcase_add_test(tcase, schema_has_the_keys_of_the_table);
	suite_add_tcase(suite, tcase);
	return unit_main(suite);
}
