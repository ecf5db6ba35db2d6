/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef SGIO_ASK_PARTS_H
#define SGIO_ASK_PARTS_H

#include "ask.h"

/* What the files of ask.h share. */

enum ask_kind {
	ASK_KIND_DISK,   /* takes IDENTIFY DEVICE, or nobody knows */
	ASK_KIND_PACKET, /* takes IDENTIFY PACKET DEVICE */
	ASK_KIND_OTHER,
};

/*
 * Send INQUIRY, once in a conversation. @end tells how that ended; sense data in answer
 * to it says nothing about what follows: the verdict is ASK_OK then, the type unknown.
 */
int ask_inquire(struct ask *ask, struct ask_end *end);

enum ask_kind ask_kind_of(const struct ask *ask);

/* May ATA PASS-THROUGH (12) be sent? Its A1h is BLANK to an optical drive. */
bool ask_takes_12(const struct ask *ask);

/*
 * Run one request with the step's time-out, again after a unit attention or a reset,
 * and judge it. The buffer is filled first.
 */
int ask_run(struct ask *ask, enum ask_step step, struct sgio_request *request,
	    struct ask_end *end);

/* How many bytes at the end of @data were left as ask_run() had filled them. */
uint32_t ask_untouched(const uint8_t *data, uint32_t length);

/* Make ASK_NO_PASS_THROUGH say what it is that passes no ATA command through. */
int ask_explain(struct ask *ask, struct ask_end *end);

#endif
