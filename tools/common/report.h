/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TOOLS_REPORT_H
#define TOOLS_REPORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "identify.h"
#include "subject.h"

/*
 * What scripts get of a subject: JSON, --get, --export, --keys, --diff, and the list of
 * what is odd. All of it is made from one table of keys: the facts of the page
 * (identify.def) with what stands around them (run.def) before and after.
 *
 * Functions that write to a stream return 0 or -ENOMEM, and leave the stream's errors
 * to ferror(3).
 */
enum report_type {
	REPORT_FLAG = ATA_TYPE_FLAG,
	REPORT_NUMBER = ATA_TYPE_NUMBER,
	REPORT_NUMBER64 = ATA_TYPE_NUMBER64,
	REPORT_STRING = ATA_TYPE_STRING,
	REPORT_LIST = ATA_TYPE_LIST,
	REPORT_ODDITIES, /* no value: see report_oddities() */
};

typedef void report_getter(const struct subject *subject, struct ata_value *value);

/* One key. Beside a REPORT_NUMBER64 key KEY there is always KEY_s, its text. */
struct report_key {
	const char *key; /* a path, dots between its parts, three at most */
	const char *label;
	const char *unit;      /* "bytes", "ns", …, or the kind of value */
	const char *source;    /* NULL: @fact says which words and bits */
	report_getter *get;    /* NULL: @fact says how */
	enum ata_fact_id fact; /* ATA_FACT_COUNT when it is none of the page */
	enum report_type type;
	bool as_text; /* KEY_s, to be written as a string */
};

extern const struct report_key report_table[]; /* in the order of output */
extern const size_t report_count;

/*
 * The value of key number @key. Strings are as the drive or the user gave them, not
 * escaped, and belong to @subject.
 */
void report_value(const struct subject *subject, size_t key, struct ata_value *value);

/* The number of @key, or report_count; and of the key whose spelling is nearest. */
size_t report_find(const char *key);
size_t report_nearest(const char *key);

/*
 * --get: the values of @count keys, tab separated, with a newline. "-" when unknown,
 * flags as true and false, lists and oddities with commas, strings escaped.
 */
int report_get(FILE *out, const struct subject *subject, const size_t *keys,
	       size_t count);

/*
 * --export: KEY=VALUE lines a shell may evaluate: udev's ID_* names where it has one
 * for the fact (export.def), ATAID_KEY for all others. Unknown ones are absent.
 */
int report_export(FILE *out, const struct subject *subject);

/* --keys: one line a key: KEY, unit or type, source, label, tab separated. */
int report_keys(FILE *out);

/*
 * --diff: one line for each key that differs: KEY, value in @a, value in @b, tab
 * separated; or one line that says nothing differs. Where and when the two were read,
 * and the bytes of the checksum, do not count. Bits that differ and belong to no key
 * that does are given by their words. Returns 1 when they differ, else 0; or -ENOMEM.
 */
int report_diff(FILE *out, const struct subject *a, const struct subject *b);

/* What is odd in a subject: in its page, and between the page and the kernel. */
struct report_oddity {
	char code[32]; /* lower case, with underscores */
	char *message; /* with the values that it is about, escaped; no full stop */
};

struct report_oddities {
	size_t count;
	struct report_oddity *items;
};

/* Returns 0, or -ENOMEM; report_oddities_free() is due after 0. */
int report_oddities(const struct subject *subject, struct report_oddities *oddities);
void report_oddities_free(struct report_oddities *oddities);

/*
 * --json. A writer holds the whole object and replaces its values for each subject: one
 * writer a thread.
 */
struct report_json;

struct report_json *report_json_new(void); /* NULL without memory */
void report_json_free(struct report_json *json);

/*
 * One object for @subject on one line, with its newline and a NUL after @length bytes.
 * The text is the writer's, until the next call. NULL without memory.
 */
const char *report_json_text(struct report_json *json, const struct subject *subject,
			     size_t *length);

#endif
