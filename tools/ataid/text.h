/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef ATAID_TEXT_H
#define ATAID_TEXT_H

#include <stdio.h>

#include "subject.h"

/*
 * What people get of a subject. Every fact comes from identify.def; a subject without a
 * page prints nothing. Functions leave errors of the stream to ferror(3), and return 0,
 * or -ENOMEM.
 */

/*
 * The full text: the order, labels, indentation and '*' column that people know from
 * hdparm -I, for every fact that hdparm prints, and what it does not show.
 */
int text_full(FILE *out, const struct subject *subject);

/* --summary: a dozen lines under the labels of smartctl -i. */
int text_summary(FILE *out, const struct subject *subject);

/* --word: words @first to @last, 255 at most, with what each of their bits says. */
int text_words(FILE *out, const struct subject *subject, unsigned int first,
	       unsigned int last);

#endif
