/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "message.h"
#include "print.h"

/* The lines of @text as an array. */
static json_t *list_value(const struct sgio_text *text)
{
	json_t *list = json_array();
	const char *at = text->bytes;
	const char *end = at + text->length;

	if (!text->length)
		return list;
	for (;;) {
		const char *stop = memchr(at, '\n', (size_t)(end - at));

		json_array_append_new(
			list, json_stringn(at, (size_t)((stop ? stop : end) - at)));
		if (!stop)
			return list;
		at = stop + 1;
	}
}

static json_t *value_of(struct disk *disk, const struct column *column,
			struct sgio_text *text)
{
	text->length = 0;
	if (!column->get(disk, text))
		return json_null();
	if (column->type == COLUMN_LIST)
		return list_value(text);
	if (column->type == COLUMN_TEXT)
		return json_stringn(text->bytes, text->length);
	sgio_text_add(text, "", 1);
	if (text->failed)
		return NULL;
	if (column->type == COLUMN_FLAG)
		return json_boolean(*text->bytes == '1');
	return json_integer(strtoll(text->bytes, NULL, 10));
}

/* Set @key, "a.b", in @root. jansson refuses NULL, and takes @value over in any case.
 */
static int set_path(json_t *root, const char *key, json_t *value)
{
	const char *dot = strchr(key, '.');
	char group[32];
	json_t *object;

	if (!dot)
		return json_object_set_new(root, key, value);
	if ((size_t)(dot - key) >= sizeof(group)) {
		json_decref(value);
		return -1;
	}
	memcpy(group, key, (size_t)(dot - key));
	group[dot - key] = '\0';
	object = json_object_get(root, group);
	if (!object && !json_object_set_new(root, group, json_object()))
		object = json_object_get(root, group);
	return json_object_set_new(object, dot + 1, value);
}

static bool is_shown(enum column_id id, const struct atals_options *options)
{
	if (!columns[id].key)
		return false;
	if (!options->chosen)
		return true;
	for (size_t i = 0; i < options->column_count; i++) {
		if (options->columns[i] == id)
			return true;
	}
	return false;
}

static json_t *error_of(const struct disk_entry *entry)
{
	return entry->error ? json_pack("{s:s}", "message", entry->error) : json_null();
}

static int fill(json_t *root, struct disk_entry *entry,
		const struct atals_options *options, struct sgio_text *text)
{
	int rc = json_object_set_new(root, "schema", json_string("atals/1"));

	for (enum column_id id = 0; !rc && id < COLUMN_COUNT; id++) {
		if (is_shown(id, options))
			rc = set_path(root, columns[id].key,
				      value_of(&entry->disk, &columns[id], text));
	}
	if (!rc && !entry->disk.name)
		rc = set_path(root, columns[COLUMN_PATH].key,
			      json_string(entry->argument));
	if (!rc)
		rc = set_path(root, "exit_status", json_integer((int)entry->status));
	return rc ? rc : set_path(root, "error", error_of(entry));
}

static int print_line(struct disk_entry *entry, const struct atals_options *options,
		      struct sgio_text *text)
{
	json_t *root = json_object();
	char *line = NULL;

	if (root && !fill(root, entry, options, text) && !text->failed)
		line = json_dumps(root, JSON_COMPACT);
	json_decref(root);
	if (!line)
		return -ENOMEM;
	puts(line);
	free(line);
	return 0;
}

int print_lines(const struct disk_list *list, const struct atals_options *options)
{
	struct sgio_text text = {.bytes = NULL};
	struct disk_entry *entry;
	int rc = 0;

	for (entry = list->first; !rc && entry; entry = entry->next)
		rc = print_line(entry, options, &text);
	free(text.bytes);
	output_flush();
	return rc;
}
