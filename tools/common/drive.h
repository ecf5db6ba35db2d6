/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TOOLS_DRIVE_H
#define TOOLS_DRIVE_H

#include <stdbool.h>
#include <stddef.h>

#include "ask.h"
#include "dump.h"
#include "recording.h"
#include "redact.h"
#include "subject.h"

/*
 * From a DRIVE argument to subjects: real drives, simulated ones, dumps and recordings.
 * What fails is told by the subject's status and error; a subject there is always.
 */
struct drive_options {
	bool cached; /* the kernel's copy, nothing is sent */
	bool power;
	bool native;
	bool verbose; /* trace requests to standard error */
	enum ask_sat sat;
	enum ask_nocheck nocheck;
	int skipped_status;  /* of a drive that nocheck skips */
	const char *sysroot; /* before "/sys" and "/proc": "" but in tests */
	bool redact;
	struct redact_key redact_key;
};

void drive_options_init(struct drive_options *options); /* everything off */

/* Redact, with a new key. Returns 0 or a negative errno. */
int drive_options_redact(struct drive_options *options);

/* -n MODE[,STATUS]. Returns false, with nothing written, when @text is not that. */
bool drive_parse_nocheck(const char *text, struct drive_options *options);

/* Does @argument name something that holds dumps or a recording: "-", a file, a pipe?
 */
bool drive_is_stream(const char *argument);

/*
 * The file that "sim:FILE,…" reads: its length, and where it starts at *@file. 0 when
 * @argument is something else, or names a drive that needs no file.
 */
size_t drive_sim_file(const char *argument, const char **file);

/*
 * Ask the drive @argument: a node, or "sim:NAME". Where @section is not NULL, *@section
 * gets what a replay needs; it may be NULL without memory.
 */
void drive_ask(const char *argument, const struct drive_options *options,
	       struct subject *subject, struct sgio_section **section);

/*
 * Ask the drive @argument and leave it open, with room for one request at a time, when
 * it said who it is: *@drive is NULL otherwise. *@cdb_length is 12 or 16, the
 * pass-through CDB that it answered to.
 */
void drive_ask_open(const char *argument, const struct drive_options *options,
		    struct subject *subject, struct sgio_drive **drive,
		    uint8_t *cdb_length);

/* @drive with the decorator of --verbose where that is asked for; 0 or -ENOMEM. */
int drive_wrap_trace(const struct drive_options *options, struct subject *subject,
		     struct sgio_drive **drive);

/* The same with what was recorded of drive number @drive in @recording. */
void drive_replay(const struct sgio_recording *recording, size_t drive,
		  const struct drive_options *options, struct subject *subject,
		  struct sgio_section **section);

/* Number @index of the dumps in stream @argument. */
void drive_dump(const char *argument, unsigned int index, const struct dump *dump,
		const struct drive_options *options, struct subject *subject,
		struct sgio_section **section);

/* Something in stream @argument that is no dump, as if it were number @index. */
enum drive_fault_kind {
	DRIVE_FAULT_DUMP,      /* dump says what: DUMP_FAULT */
	DRIVE_FAULT_RECORDING, /* line and text say what */
	DRIVE_FAULT_EMPTY,     /* the stream ended without a dump */
	DRIVE_FAULT_OPEN,      /* error is the errno */
	DRIVE_FAULT_READ,
};

struct drive_fault {
	enum drive_fault_kind kind;
	struct dump dump;
	size_t line;
	const char *text;
	int error;
};

void drive_no_dump(const char *argument, unsigned int index,
		   const struct drive_fault *fault, const struct drive_options *options,
		   struct subject *subject, struct sgio_section **section);

#endif
