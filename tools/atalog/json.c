/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <inttypes.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "escape.h"
#include "reading.h"

/* Above it JavaScript rounds: KEY_s has the digits then. */
#define EXACT_MOST ((UINT64_C(1) << 53) - 1)

struct writer {
	bool failed; /* something is not in its place */
};

static void set(struct writer *w, json_t *object, const char *key, json_t *value)
{
	if (json_object_set_new(object, key, value) < 0)
		w->failed = true;
}

static void append(struct writer *w, json_t *list, json_t *value)
{
	if (json_array_append_new(list, value) < 0)
		w->failed = true;
}

static json_t *text(const char *string)
{
	return string ? json_string(string) : json_null();
}

/* What is the user's or the drive's, and may hold any byte. */
static json_t *text_escaped(const char *string, size_t length)
{
	char *shown = malloc(ESCAPE_SIZE(length));
	json_t *value;

	if (!shown)
		return NULL;
	escape(string, length, shown, ESCAPE_SIZE(length));
	value = json_string(shown);
	free(shown);
	return value;
}

static json_t *name(const char *string)
{
	return string ? text_escaped(string, strlen(string)) : json_null();
}

static json_t *number(uint64_t value)
{
	return value > INT64_MAX ? json_null() : json_integer((json_int_t)value);
}

static json_t *fact(const struct subject *subject, enum ata_fact_id id)
{
	struct ata_value value = {.known = false};

	if (subject->has_page)
		ata_fact_value(&subject->id, id, &value);
	return value.known ? text_escaped(value.text, value.length) : json_null();
}

static json_t *scalar(const struct tree_node *node)
{
	switch (node->type) {
	case ATA_LOG_NUMBER:
		return number(node->number);
	case ATA_LOG_SIGNED:
		return json_integer((json_int_t)node->negative);
	case ATA_LOG_FLAG:
		return json_boolean(node->number != 0);
	case ATA_LOG_TEXT:
		return text(node->text);
	case ATA_LOG_UNKNOWN:
		break;
	}
	return json_null();
}

static json_t *node_json(struct writer *w, const struct tree_node *node);

static void set_node(struct writer *w, json_t *object, const struct tree_node *node)
{
	char digits[24], key_s[128];

	set(w, object, node->key, node_json(w, node));
	if (node->kind != TREE_VALUE || node->type != ATA_LOG_NUMBER ||
	    node->number <= EXACT_MOST)
		return;
	snprintf(key_s, sizeof(key_s), "%s_s", node->key);
	snprintf(digits, sizeof(digits), "%" PRIu64, node->number);
	set(w, object, key_s, json_string(digits));
}

static json_t *node_json(struct writer *w, const struct tree_node *node)
{
	json_t *value;

	if (node->kind == TREE_VALUE)
		return scalar(node);
	value = node->kind == TREE_LIST ? json_array() : json_object();
	for (const struct tree_node *child = node->first; child; child = child->next) {
		if (node->kind == TREE_LIST)
			append(w, value, node_json(w, child));
		else if (child->key)
			set_node(w, value, child);
	}
	return value;
}

static json_t *device(struct writer *w, const struct subject *subject)
{
	json_t *object = json_object();
	bool packet = subject->has_page && subject->id.class == ATA_CLASS_P;

	set(w, object, "name", name(subject->name));
	set(w, object, "info_name", name(subject->info_name));
	set(w, object, "type", text(subject_type_name(subject->type)));
	set(w, object, "protocol",
	    subject->has_page ? json_string(packet ? "ATAPI" : "ATA") : json_null());
	set(w, object, "source", name(subject->source));
	return object;
}

static json_t *entry(struct writer *w, const struct reading *reading, uint8_t address)
{
	const struct ata_log *log = ata_log_find(address);
	json_t *object = json_object();
	bool smart = reading->smart.known || reading->smart.inferred;

	set(w, object, "address", json_integer(address));
	set(w, object, "name", text(log ? log->label : NULL));
	set(w, object, "gp_sectors",
	    reading->gpl.known ? json_integer(reading->gpl.pages[address])
			       : json_null());
	set(w, object, "smart_sectors",
	    smart ? json_integer(reading->smart.pages[address]) : json_null());
	return object;
}

static json_t *version(const struct ask_log_directory *directory)
{
	return directory->known ? json_integer(directory->version) : json_null();
}

/* As smartctl has it (-l directory). */
static json_t *directory(struct writer *w, const struct reading *reading)
{
	json_t *object, *table;

	if (!reading->has_directory)
		return json_null();
	object = json_object();
	table = json_array();
	set(w, object, "gp_dir_version", version(&reading->gpl));
	set(w, object, "smart_dir_version", version(&reading->smart));
	set(w, object, "smart_dir_multi_sector",
	    reading->smart.known ? json_boolean(reading->smart.version == 1)
				 : json_null());
	set(w, object, "smart_dir_inferred", json_boolean(reading->smart.inferred));
	for (unsigned int i = 0; i < ASK_LOGS; i++)
		if (reading->gpl.pages[i] || reading->smart.pages[i])
			append(w, table, entry(w, reading, (uint8_t)i));
	set(w, object, "table", table);
	return object;
}

/* As smartctl has it (-H), but for what is unknown. */
static json_t *health(struct writer *w, const struct reading *reading)
{
	json_t *object;

	if (!reading->health_asked)
		return json_null();
	object = json_object();
	set(w, object, "passed",
	    reading->health == ASK_HEALTH_UNKNOWN
		    ? json_null()
		    : json_boolean(reading->health == ASK_HEALTH_PASSED));
	set(w, object, "by_attributes", json_boolean(reading->health_by_attributes));
	return object;
}

static json_t *oddities(struct writer *w, const struct tree *tree)
{
	json_t *list = json_array();

	for (const struct tree_oddity *o = tree->oddities; o; o = o->next) {
		json_t *object = json_object();

		set(w, object, "code", text(o->code));
		set(w, object, "message", name(o->text));
		append(w, list, object);
	}
	return list;
}

static json_t *error(struct writer *w, const char *code, const char *why)
{
	json_t *object;

	if (!code)
		return json_null();
	object = json_object();
	set(w, object, "code", json_string(code));
	set(w, object, "message", name(why));
	return object;
}

static json_t *pages(struct writer *w, const struct reading_log *log)
{
	json_t *list = json_array();

	for (uint32_t i = 0; log->has_address && i < log->pages; i++)
		append(w, list, json_integer(log->numbers[i]));
	return list;
}

static const char *access_name(unsigned int access)
{
	if (access == ATA_LOG_GPL)
		return "gpl";
	return access == ATA_LOG_SMART ? "smart" : NULL;
}

static json_t *log_json(struct writer *w, const struct reading_log *log)
{
	json_t *object = json_object();

	set(w, object, "address",
	    log->has_address ? json_integer(log->address) : json_null());
	set(w, object, "name", text(log->name));
	set(w, object, "label", text(log->label));
	set(w, object, "access", text(access_name(log->access)));
	set(w, object, "command", text(log->command));
	set(w, object, "page_count",
	    log->in_log ? json_integer(log->in_log) : json_null());
	set(w, object, "pages", pages(w, log));
	set(w, object, "data",
	    log->decoded ? node_json(w, &log->tree.root) : json_null());
	set(w, object, "oddities", oddities(w, &log->tree));
	set(w, object, "error", error(w, log->error_code, log->error_message));
	return object;
}

static json_t *logs(struct writer *w, const struct reading *reading)
{
	json_t *list = json_array();

	for (const struct reading_log *log = reading->logs; log; log = log->next)
		append(w, list, log_json(w, log));
	return list;
}

static json_t *whole(struct writer *w, const struct reading *reading)
{
	const struct subject *subject = &reading->subject;
	json_t *object = json_object();

	set(w, object, "schema", json_string("atalog/1"));
	set(w, object, "device", device(w, subject));
	set(w, object, "model_name", fact(subject, ATA_MODEL_NAME));
	set(w, object, "serial_number", fact(subject, ATA_SERIAL_NUMBER));
	set(w, object, "firmware_version", fact(subject, ATA_FIRMWARE_VERSION));
	set(w, object, "ata_log_directory", directory(w, reading));
	set(w, object, "smart_status", health(w, reading));
	set(w, object, "logs", logs(w, reading));
	set(w, object, "exit_status", json_integer(subject->status));
	set(w, object, "error", error(w, subject->error_code, subject->error_message));
	return object;
}

int write_json(FILE *out, const struct reading *reading)
{
	struct writer w = {.failed = false};
	json_t *object = whole(&w, reading);
	char *line = w.failed ? NULL : json_dumps(object, JSON_COMPACT);

	json_decref(object);
	if (!line)
		return -ENOMEM;
	fprintf(out, "%s\n", line);
	free(line);
	return 0;
}
