/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TOOLS_SUBJECT_H
#define TOOLS_SUBJECT_H

#include <stdbool.h>
#include <stdint.h>
#include <time.h>

#include "identify.h"
#include "sgio.h"

/* Exit status of every tool: a bit mask, or-ed over the drives (docs/design.md). */
enum exit_status {
	EXIT_DONE = 0,
	EXIT_USAGE = 1,
	EXIT_COULD_NOT_ASK = 2,
	EXIT_REFUSED = 4,
	EXIT_DAMAGED = 8,
	EXIT_SKIPPED = 16,
	EXIT_NOT_ATA = 32,
	EXIT_FINDING = 64,
};

enum subject_type {
	SUBJECT_SAT,       /* a real drive, 16-byte pass-through */
	SUBJECT_SAT12,     /* a real drive, 12-byte pass-through */
	SUBJECT_CACHED,    /* the kernel's copy */
	SUBJECT_DUMP,      /* bytes from a file or a pipe */
	SUBJECT_RECORDING, /* a recording that does not say what it was made of */
	SUBJECT_SIM,
};

/* "sat", "cached"…; NULL for a number that is no type. */
const char *subject_type_name(enum subject_type type);

/* One drive or dump after it was asked: all that any output is made of. */
struct subject {
	char *name;      /* the DRIVE argument, redacted where asked for */
	char *info_name; /* the same with what it turned out to be: "/dev/sda [SAT]" */
	char *source;    /* where the page came from: "IDENTIFY DEVICE", "words", … */
	enum subject_type type;
	unsigned int index; /* counts the dumps in one stream, from 0 */

	bool has_page; /* page and id are set */
	uint8_t page[ATA_IDENTIFY_BYTES];
	struct ata_identify id;

	bool has_facts; /* the kernel's word: real drives, and recordings of them */
	struct sgio_facts facts;

	bool collected; /* the next three are set; false for dumps */
	char *host;
	char *kernel;
	char *tool_version;
	time_t time;
	bool in_user_namespace; /* who asked was; false when it is not known */

	bool power_mode_asked;
	bool power_mode_known;
	uint8_t power_mode; /* COUNT of CHECK POWER MODE */
	bool native_max_asked;
	bool native_max_known;
	uint64_t native_max_blocks;

	enum exit_status status;
	const char *error_code; /* NULL when fine; one word, lower case */
	char *error_message;    /* as printed on standard error, without "ataid: " */
};

void subject_free(struct subject *subject); /* what its pointers hold */

/* *@field, one of its strings, becomes a copy of @text, which may be NULL. */
void subject_set(char **field, const char *text);

/*
 * @status is or-ed in; @code and the message, without a newline, are kept when they are
 * the first: what came first is the cause.
 */
void subject_fail(struct subject *subject, enum exit_status status, const char *code,
		  const char *format, ...) __attribute__((format(printf, 4, 5)));

#endif
