/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TOOLS_DRIVE_VISIT_H
#define TOOLS_DRIVE_VISIT_H

#include "drive.h"

/* What the drive*.c files share. */

/*
 * The DRIVE argument @argument with a pseudonym for what may tell one drive from all
 * others: the name of a file, of a link in /dev, of the file of "sim:FILE", the values
 * of its options "serial" and "word", and what is no option at all. Names the kernel
 * gives (/dev/sda, /dev/bsg/0:0:0:0) stay. The caller frees it; NULL without memory.
 */
char *drive_name_redacted(const struct redact_key *key, const char *argument);

/* One DRIVE on its way to a subject. */
struct visit {
	const struct drive_options *options;
	struct subject *subject;
	struct sgio_section *section; /* NULL when nothing is kept */
	struct sgio_drive *drive;
	bool keep;          /* leave drive open when it answered */
	uint8_t cdb_length; /* of pass-through, as it answered */
};

/* The name of @argument, redacted where asked for; *@section, if it is not NULL. */
void visit_begin(struct visit *visit, const char *argument,
		 struct sgio_section **section);

/* Who asks, where and when. */
void visit_set_collected(struct visit *visit);

/* The subject's source, and after its type its info_name. */
void visit_set_source(struct visit *visit, const char *source);

/* @where says where in a stream the page begins ("line 3: "), or is "". */
void visit_take_page(struct visit *visit, const uint8_t *page, const char *where);

#endif
