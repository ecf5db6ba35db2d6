/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef ATALOG_READING_H
#define ATALOG_READING_H

#include <stdio.h>

#include "ask_log.h"
#include "options.h"
#include "tree.h"

/* One log that was asked for, and what came of it. */
struct reading_log {
	const char *name, *label; /* NULL when it is not known what it is */
	bool has_address;         /* false: SMART data */
	bool attributes_only;     /* of those */
	uint8_t address;
	unsigned int access; /* an enum ata_log_access; 0: unknown, or no log */
	const char *command; /* NULL: from a file, or nothing was sent */
	uint32_t in_log;     /* pages that the directory says it has; 0: unknown */
	uint16_t *numbers;   /* of the pages in data */
	uint32_t pages;
	uint8_t *data;
	bool decoded; /* tree holds values */
	struct tree tree;
	enum exit_status status;
	const char *error_code; /* NULL when fine */
	char *error_message;
	struct reading_log *next;
};

/* All that a run found out. */
struct reading {
	const struct atalog_options *options;
	struct subject subject;
	bool has_directory; /* it was wanted, and gpl or smart is there */
	struct ask_log_directory gpl, smart;
	bool health_asked, health_by_attributes;
	enum ask_health health;
	struct reading_log *logs, **end;
	bool failed; /* out of memory */
};

void reading_init(struct reading *reading, const struct atalog_options *options);
void reading_free(struct reading *reading);

/* One more log with room for @pages pages; NULL without memory. */
struct reading_log *reading_log_add(struct reading *reading, uint32_t pages);

/* The same for a log by its address. */
struct reading_log *reading_log_add_address(struct reading *reading, uint8_t address,
					    unsigned int access, uint32_t pages);

/* The same for the page of SMART READ DATA, and that of READ THRESHOLDS behind it. */
struct reading_log *reading_log_add_smart(struct reading *reading, bool attributes_only,
					  uint32_t pages);

/* The first failure of @log is kept, and counts for the exit status. */
void reading_log_fail(struct reading *reading, struct reading_log *log,
		      enum exit_status status, const char *code, const char *format,
		      ...) __attribute__((format(printf, 5, 6)));

/* What --redact hides of log->data, where that is asked for. */
void reading_redact(struct reading *reading, struct reading_log *log);

/* What is in log->data becomes its tree; --redact is done before. */
void reading_decode(struct reading *reading, struct reading_log *log);

/* How the log is called: "log 04h (device statistics)", "SMART data". */
void reading_log_name(const struct reading_log *log, char *out, size_t size);

/*
 * Ask the drive, or read the file, of the command line. Everything that went wrong is
 * in @reading.
 */
void collect(struct reading *reading);

/* collect(), for a file with the pages of a log. */
void collect_file(struct reading *reading);

/*
 * Hold page @number of log 30h, IDENTIFY DEVICE data, against the IDENTIFY data of the
 * same drive: what differs becomes oddities of @tree.
 */
void check_identify(struct tree *tree, const struct ata_identify *id,
		    const uint8_t *words, uint16_t number, const uint8_t *page);

/* Write all of @reading to @out. Errors are left to ferror(3); 0 or -ENOMEM. */
int write_text(FILE *out, const struct reading *reading);
int write_json(FILE *out, const struct reading *reading);
int write_hex(FILE *out, const struct reading *reading);
int write_binary(FILE *out, const struct reading *reading);

/* @length bytes, 16 a line; with @squeeze "*" stands for lines like the one before. */
void write_hex_lines(FILE *out, const char *indent, const uint8_t *bytes, size_t length,
		     bool squeeze);

#endif
