/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "report.h"
#include "report_text.h"

/*
 * jansson takes 0.3 ms to write an object of this size, most of it for keys, checked
 * and escaped anew each time. So it writes them once, with a mark in the place of every
 * value; after that a subject costs its values.
 */
struct piece {
	const char *text; /* what stands before the value */
	size_t length;
	size_t key; /* whose value; report_count for the whole of "error" */
};

struct report_json {
	char *skeleton;       /* the object with the marks */
	struct piece *pieces; /* in the order of output, then what is left */
	size_t count;
	struct ata_value facts[ATA_FACT_COUNT]; /* of the subject at hand */
	struct sgio_text text;
	struct sgio_text string; /* one string at a time */
};

/* No key has a control character, so the mark is nowhere else. */
#define MARK "\x01"
#define MARK_WRITTEN "\"\\u0001"

static bool is_of_error(const char *key)
{
	return strncmp(key, "error.", 6) == 0;
}

static json_t *mark(size_t key)
{
	return json_sprintf(MARK "%zu", key);
}

/* The object inside @parent named by @length bytes of @key, made when it is new. */
static json_t *child(json_t *parent, const char *key, size_t length)
{
	json_t *name = json_stringn(key, length);
	const char *text = json_string_value(name);
	json_t *object = text ? json_object_get(parent, text) : NULL;

	if (text && !object) {
		object = json_object();
		if (json_object_set_new(parent, text, object) < 0)
			object = NULL;
	}
	json_decref(name);
	return object;
}

static int add_key(json_t *root, size_t key)
{
	const char *name = report_table[key].key;
	json_t *object = root;
	const char *dot;

	if (is_of_error(name))
		return json_object_set_new(root, "error", mark(report_count));
	for (; object && (dot = strchr(name, '.')); name = dot + 1)
		object = child(object, name, (size_t)(dot - name));
	return object ? json_object_set_new(object, name, mark(key)) : -1;
}

static char *write_skeleton(void)
{
	json_t *root = json_object();
	char *text = NULL;
	int rc = 0;

	for (size_t i = 0; i < report_count && rc == 0; i++)
		rc = add_key(root, i);
	if (rc == 0)
		text = json_dumps(root, JSON_COMPACT);
	json_decref(root);
	return text;
}

static void split(struct report_json *json)
{
	const char *rest = json->skeleton;
	const char *found;

	while ((found = strstr(rest, MARK_WRITTEN))) {
		struct piece *piece = &json->pieces[json->count++];
		char *end;

		piece->text = rest;
		piece->length = (size_t)(found - rest);
		piece->key = strtoul(found + strlen(MARK_WRITTEN), &end, 10);
		rest = end + 1;
	}
	json->pieces[json->count].text = rest;
	json->pieces[json->count].length = strlen(rest);
}

struct report_json *report_json_new(void)
{
	struct report_json *json = calloc(1, sizeof(*json));

	if (!json)
		return NULL;
	json->skeleton = write_skeleton();
	json->pieces = calloc(report_count + 1, sizeof(*json->pieces));
	if (!json->skeleton || !json->pieces) {
		report_json_free(json);
		return NULL;
	}
	split(json);
	return json;
}

void report_json_free(struct report_json *json)
{
	if (!json)
		return;
	free(json->skeleton);
	free(json->pieces);
	free(json->text.bytes);
	free(json->string.bytes);
	free(json);
}

static int append(const char *bytes, size_t length, void *text)
{
	sgio_text_add((struct sgio_text *)text, bytes, length);
	return 0;
}

/* Takes @value over; NULL is want of memory. */
static void add_json(struct report_json *json, json_t *value)
{
	if (!value || json_dump_callback(value, append, &json->text,
					 JSON_COMPACT | JSON_ENCODE_ANY) < 0)
		json->text.failed = true;
	json_decref(value);
}

/* The same as sgio_text_add(), without a call: it is done a thousand times an object.
 */
static inline void add(struct sgio_text *text, const char *bytes, size_t length)
{
	if (length > text->size - text->length) {
		sgio_text_add(text, bytes, length);
		return;
	}
	memcpy(text->bytes + text->length, bytes, length);
	text->length += length;
}

static json_t *string(struct report_json *json, const char *bytes, size_t length)
{
	json->string.length = 0;
	text_escaped(&json->string, bytes, length);
	if (json->string.failed)
		return NULL;
	return json_stringn(json->string.bytes, json->string.length);
}

/* Whether a string is written as it stands: nearly all are. */
static bool is_plain(const char *bytes, size_t length)
{
	for (size_t i = 0; i < length; i++) {
		if (bytes[i] < 0x20 || bytes[i] > 0x7e || bytes[i] == '"' ||
		    bytes[i] == '\\')
			return false;
	}
	return true;
}

static void add_string(struct report_json *json, const char *bytes, size_t length)
{
	if (!is_plain(bytes, length)) {
		add_json(json, string(json, bytes, length));
		return;
	}
	add(&json->text, "\"", 1);
	add(&json->text, bytes, length);
	add(&json->text, "\"", 1);
}

static void add_list(struct sgio_text *text, uint64_t members)
{
	const char *before = "[";

	for (unsigned int i = 0; i < 64; i++) {
		if (!(members >> i & 1))
			continue;
		sgio_text_string(text, before);
		text_number(text, i);
		before = ",";
	}
	sgio_text_string(text, members ? "]" : "[]");
}

static void add_oddities(struct report_json *json, const struct subject *subject)
{
	struct report_oddities list;
	json_t *array = json_array();

	if (!array || report_oddities(subject, &list) < 0) {
		json_decref(array);
		json->text.failed = true;
		return;
	}
	for (size_t i = 0; i < list.count; i++) {
		if (json_array_append_new(
			    array, json_pack("{s:s, s:s}", "code", list.items[i].code,
					     "message", list.items[i].message)) < 0)
			json->text.failed = true;
	}
	report_oddities_free(&list);
	add_json(json, array);
}

static void add_error(struct report_json *json, const struct subject *subject)
{
	const char *message = subject->error_message;

	if (!subject->error_code) {
		sgio_text_string(&json->text, "null");
		return;
	}
	add_json(json, json_pack("{s:s, s:o}", "code", subject->error_code, "message",
				 message ? string(json, message, strlen(message))
					 : json_null()));
}

/* Most readers have signed 64-bit integers; KEY_s has the rest. */
static void add_number(struct sgio_text *text, uint64_t number, bool as_text)
{
	const char *quote = as_text ? "\"" : "";

	if (number > INT64_MAX && !as_text) {
		sgio_text_add(text, "null", 4);
		return;
	}
	sgio_text_string(text, quote);
	text_number(text, number);
	sgio_text_string(text, quote);
}

static void add_value(struct report_json *json, const struct report_key *key,
		      const struct ata_value *value)
{
	if (!value->known) {
		add(&json->text, "null", 4);
		return;
	}
	switch (key->type) {
	case REPORT_FLAG:
		if (value->number)
			add(&json->text, "true", 4);
		else
			add(&json->text, "false", 5);
		break;
	case REPORT_LIST:
		add_list(&json->text, value->number);
		break;
	case REPORT_STRING:
		add_string(json, value->text, value->length);
		break;
	default:
		add_number(&json->text, value->number, key->as_text);
		break;
	}
}

static void add_key_value(struct report_json *json, const struct subject *subject,
			  size_t key)
{
	const struct report_key *k = &report_table[key];
	struct ata_value value;

	if (k->fact != ATA_FACT_COUNT && subject->has_page) {
		add_value(json, k, &json->facts[k->fact]);
		return;
	}
	report_value(subject, key, &value);
	add_value(json, k, &value);
}

static void add_piece(struct report_json *json, const struct subject *subject,
		      const struct piece *piece)
{
	add(&json->text, piece->text, piece->length);
	if (piece->key == report_count)
		add_error(json, subject);
	else if (report_table[piece->key].type == REPORT_ODDITIES)
		add_oddities(json, subject);
	else
		add_key_value(json, subject, piece->key);
}

const char *report_json_text(struct report_json *json, const struct subject *subject,
			     size_t *length)
{
	const struct piece *last = &json->pieces[json->count];

	if (subject->has_page)
		ata_identify_values(&subject->id, json->facts);
	json->text.length = 0;
	for (const struct piece *piece = json->pieces; piece < last; piece++)
		add_piece(json, subject, piece);
	sgio_text_add(&json->text, last->text, last->length);
	sgio_text_add(&json->text, "\n", sizeof("\n"));
	if (json->text.failed)
		return NULL;
	*length = json->text.length - 1;
	return json->text.bytes;
}
