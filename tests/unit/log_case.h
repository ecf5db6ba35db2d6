/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef LOG_CASE_H
#define LOG_CASE_H

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "log.h"
#include "unit.h"

/* Pages of a log written by hand, and what is to come out of them. */

/* @bytes bytes of @value, low one first, at @offset of page @page. */
struct log_set {
	uint16_t page, offset;
	uint8_t bytes;
	uint64_t value;
};

/*
 * At @path ("errors.0.lba") stands @value as text: "-" unknown, "yes" and "no" flags.
 * NULL: there is no such path. The path "!" has the codes of oddities, a blank between.
 */
struct log_want {
	const char *path, *value;
};

struct log_case {
	const char *name;
	uint8_t address;
	enum ata_log_access access; /* 0 is ATA_LOG_GPL */
	uint16_t first;
	uint16_t count; /* 0 is 1 */
	bool seal;      /* byte 511 of each page makes the sum right */
	int rc;
	struct log_set set[40];
	struct log_want want[72];
};

/* What a sink was given, flat. */
struct log_flat {
	struct {
		char path[128], value[160];
	} lines[4096];
	size_t count;
	char oddities[256];
	struct {
		bool list;
		size_t members, path;
	} level[8];
	unsigned int depth;
	char path[128];
};

/* Append the name of the next member; an object's has a key, a list's none. */
static inline void log_flat_enter(struct log_flat *f, const char *key)
{
	size_t length = strlen(f->path);
	const char *dot = length ? "." : "";

	ck_assert_uint_lt(length, 90);
	if (f->level[f->depth].list) {
		ck_assert_ptr_null(key);
		snprintf(f->path + length, sizeof(f->path) - length, "%s%zu", dot,
			 f->level[f->depth].members);
	} else {
		ck_assert_ptr_nonnull(key);
		snprintf(f->path + length, sizeof(f->path) - length, "%s%s", dot, key);
	}
	f->level[f->depth].members++;
}

static inline void log_flat_open(struct log_flat *f, const char *key, bool list)
{
	size_t length = strlen(f->path);

	log_flat_enter(f, key);
	f->depth++;
	ck_assert_uint_lt(f->depth, 8);
	f->level[f->depth].list = list;
	f->level[f->depth].members = 0;
	f->level[f->depth].path = length;
}

static inline void log_flat_object(void *closure, const char *key, const char *label)
{
	(void)label;
	log_flat_open(closure, key, false);
}

static inline void log_flat_list(void *closure, const char *key, const char *label)
{
	(void)label;
	log_flat_open(closure, key, true);
}

static inline const char *log_flat_find(const struct log_flat *f, const char *path)
{
	for (size_t i = 0; i < f->count; i++) {
		if (strcmp(f->lines[i].path, path) == 0)
			return f->lines[i].value;
	}
	return NULL;
}

static inline void log_flat_value(void *closure, const struct ata_log_value *v)
{
	struct log_flat *f = closure;
	size_t length = strlen(f->path);
	char *out;

	log_flat_enter(f, v->key);
	ck_assert_uint_lt(f->count, 4096);
	ck_assert_msg(!log_flat_find(f, f->path), "twice: %s", f->path);
	out = f->lines[f->count].value;
	strcpy(f->lines[f->count++].path, f->path);
	if (v->type == ATA_LOG_UNKNOWN)
		strcpy(out, "-");
	else if (v->type == ATA_LOG_NUMBER)
		sprintf(out, "%" PRIu64, v->number);
	else if (v->type == ATA_LOG_SIGNED)
		sprintf(out, "%" PRId64, v->negative);
	else if (v->type == ATA_LOG_FLAG)
		strcpy(out, v->number ? "yes" : "no");
	else
		snprintf(out, 160, "%.*s", (int)v->length, v->text);
	f->path[length] = '\0';
}

static inline void log_flat_end(void *closure)
{
	struct log_flat *f = closure;

	ck_assert_uint_gt(f->depth, 0);
	f->path[f->level[f->depth--].path] = '\0';
}

static inline void log_flat_oddity(void *closure, const char *code, const char *text)
{
	struct log_flat *f = closure;

	ck_assert_uint_gt(strlen(text), 10);
	ck_assert_int_ne(text[strlen(text) - 1], '.');
	if (strlen(f->oddities) < 200)
		sprintf(f->oddities + strlen(f->oddities), "%s%s",
			*f->oddities ? " " : "", code);
}

static inline struct ata_log_sink log_flat_sink(struct log_flat *f)
{
	f->count = 0;
	f->oddities[0] = '\0';
	f->path[0] = '\0';
	f->depth = 0;
	memset(f->level, 0, sizeof(f->level));
	return (struct ata_log_sink){
		.object = log_flat_object,
		.list = log_flat_list,
		.end = log_flat_end,
		.value = log_flat_value,
		.oddity = log_flat_oddity,
		.closure = f,
	};
}

static inline void log_seal(uint8_t *page)
{
	uint8_t sum = 0;

	for (size_t i = 0; i < 511; i++)
		sum = (uint8_t)(sum + page[i]);
	page[511] = (uint8_t)-sum;
}

static inline void log_fill(uint8_t *data, const struct log_set *sets, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		uint8_t *at = data + 512u * sets[i].page + sets[i].offset;

		for (unsigned int b = 0; b < sets[i].bytes; b++)
			at[b] = (uint8_t)(sets[i].value >> 8 * b);
	}
}

static inline void log_expect(const char *name, const struct log_flat *f,
			      const struct log_want *wants, size_t count)
{
	const char *oddities = "";

	ck_assert_msg(f->depth == 0, "%s: %u left open", name, f->depth);
	for (size_t i = 0; i < count && wants[i].path; i++) {
		const char *found = log_flat_find(f, wants[i].path);

		if (strcmp(wants[i].path, "!") == 0)
			oddities = wants[i].value;
		else if (!wants[i].value)
			ck_assert_msg(!found, "%s: %s is there", name, wants[i].path);
		else
			ck_assert_msg(found && strcmp(found, wants[i].value) == 0,
				      "%s: %s is '%s', not '%s'", name, wants[i].path,
				      found ? found : "nowhere", wants[i].value);
	}
	ck_assert_msg(strcmp(f->oddities, oddities) == 0, "%s: oddities '%s', not '%s'",
		      name, f->oddities, oddities);
}

/* A buffer of the exact size, so that sanitizers see every byte too many. */
static inline void log_run(const struct log_case *c)
{
	static struct log_flat flat;
	const struct ata_log_sink sink = log_flat_sink(&flat);
	size_t count = c->count ? c->count : 1;
	uint8_t *data = calloc(count, 512);
	int rc;

	log_fill(data, c->set, sizeof(c->set) / sizeof(c->set[0]));
	for (size_t i = 0; c->seal && i < count; i++)
		log_seal(data + 512 * i);
	rc = ata_log_decode(c->address, c->access ? c->access : ATA_LOG_GPL, c->first,
			    data, count, &sink);
	free(data);
	ck_assert_msg(rc == c->rc, "%s: returns %d, not %d", c->name, rc, c->rc);
	log_expect(c->name, &flat, c->want, sizeof(c->want) / sizeof(c->want[0]));
}

#endif
