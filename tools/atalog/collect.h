/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef ATALOG_COLLECT_H
#define ATALOG_COLLECT_H

#include "reading.h"

/* What the files of collect() share. */

/* A conversation about logs. */
struct collector {
	struct reading *reading;
	struct ask ask;
	struct ask_logs logs;
	bool asked_directories;
	bool stopped; /* it must not be asked anything else */
};

static inline struct subject *subject_of(struct collector *c)
{
	return &c->reading->subject;
}

void collector_out_of_memory(struct collector *c);

/* Why @log cannot be read: what a function of ask.h returned; how a command ended. */
void collector_fail_rc(struct collector *c, struct reading_log *log, int rc);
void collector_fail_end(struct collector *c, struct reading_log *log,
			const struct ask_end *end);

/* Why a SMART command may have been refused, or "". */
const char *collector_hint(const struct collector *c, enum ask_step step);

/* All pages of @log came: redact, decode, check. */
void collector_finish_log(struct collector *c, struct reading_log *log);

/* SMART data and thresholds; SMART RETURN STATUS. */
void collector_take_smart(struct collector *c, bool attributes_only);
void collector_take_health(struct collector *c);

#endif
