/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TOOLS_DRIVE_ERROR_H
#define TOOLS_DRIVE_ERROR_H

#include "ask.h"
#include "drive.h"
#include "subject.h"

/*
 * Why a drive could not be asked, or did not answer: status, code and message of a
 * subject, whose name is set. Where there is something to do, the message says what.
 */

/* @error, positive, of stat(2), open(2) or sgio_open_linux(). */
void drive_error_open(struct subject *subject, int error);

/* The kernel says that it is no SCSI device, and so no ATA drive. */
void drive_error_not_scsi(struct subject *subject);

/* It holds no copy of the IDENTIFY data: @error as by sysfs_cached_identify(). */
void drive_error_cached(struct subject *subject, int error);

/* It cannot be simulated: @why, or NULL where that may not be shown. */
void drive_error_sim(struct subject *subject, const char *why);

/* @rc is what a function of ask.h returned. */
void drive_error_ask(struct subject *subject, int rc);

/* @end is how asking ended: not ASK_OK. @inquiry may be NULL. */
void drive_error_end(struct subject *subject, const struct ask_end *end,
		     const struct ask_inquiry *inquiry);

/* --nocheck skips it, with @status. */
void drive_error_skipped(struct subject *subject, const struct ask_wake *wake,
			 int status);

/* @rc is what ata_identify_parse() said of the page at @where ("", "line 3: "). */
void drive_error_page(struct subject *subject, const char *where, int rc);

/* The subject's page has a wrong checksum. */
void drive_error_checksum(struct subject *subject, const char *where);

/* A stream with something in it that is no dump. */
void drive_error_stream(struct subject *subject, const struct drive_fault *fault);

/* The constant that spells @code; "unknown" when no function above sets it. */
const char *drive_error_code(const char *code);

#endif
