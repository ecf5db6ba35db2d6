/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef ATALOG_REQUEST_H
#define ATALOG_REQUEST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A LOG[:PAGE] of the command line. */
enum request_kind {
	REQUEST_LOG,        /* by its address */
	REQUEST_SMART,      /* SMART READ DATA and READ THRESHOLDS */
	REQUEST_ATTRIBUTES, /* the attributes of those alone */
	REQUEST_HEALTH,     /* SMART RETURN STATUS */
	REQUEST_ERRORS,     /* the error log with the most in it that there is */
	REQUEST_SELF_TESTS, /* the same of the self-test logs */
	REQUEST_ALL,        /* every log whose meaning is known */
};

struct request {
	enum request_kind kind;
	const char *argument;
	uint8_t address; /* REQUEST_LOG */
	bool has_pages;  /* only first to last */
	uint16_t first, last;
};

/*
 * Take @text apart: a name, or a number (4, 0x04, 04h), then nothing, ":PAGE" or
 * ":FIRST-LAST". Returns false with nothing written when it is none of that.
 */
bool request_parse(const char *text, struct request *request);

/* The names that may stand for a log beside those of ata_log_at(); NULL at the end. */
const char *request_name(size_t number);
const char *request_label(size_t number);

#endif
