/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "drive_error.h"

static const char *dump_unit(enum dump_format format)
{
	return format == DUMP_WORDS ? "words" : "bytes";
}

/* What is wrong in words; "24 words, 256 expected". */
static void describe_fault(const struct dump *dump, char *text, size_t size)
{
	switch (dump->fault) {
	case DUMP_SHORT:
		snprintf(text, size, "%u %s, %u expected", dump->found,
			 dump_unit(dump->format), dump->expected);
		return;
	case DUMP_TEXT:
		snprintf(text, size, "neither hex digits nor a comment");
		return;
	case DUMP_DIGITS:
		snprintf(text, size, "groups of two or of four hex digits expected");
		return;
	case DUMP_OFFSET:
		snprintf(text, size,
			 "the offset does not follow that of the line before");
		return;
	case DUMP_SQUEEZED:
		snprintf(text, size,
			 "'*' stands for lines left out (hexdump -v writes "
			 "them)");
		return;
	}
}

static void dump_error(struct subject *subject, const struct dump *dump)
{
	char text[96];

	describe_fault(dump, text, sizeof(text));
	if (dump->first_line)
		subject_fail(subject, EXIT_DAMAGED, "dump_damaged",
			     "'%s': line %ju: %s", subject->name,
			     (uintmax_t)dump->last_line, text);
	else
		subject_fail(subject, EXIT_DAMAGED, "dump_damaged",
			     "'%s': byte %ju: %s", subject->name,
			     (uintmax_t)dump->offset, text);
}

void drive_error_stream(struct subject *subject, const struct drive_fault *fault)
{
	const char *name = subject->name;

	switch (fault->kind) {
	case DRIVE_FAULT_DUMP:
		dump_error(subject, &fault->dump);
		return;
	case DRIVE_FAULT_RECORDING:
		subject_fail(subject, EXIT_DAMAGED, "recording_damaged",
			     "'%s': line %zu of the recording: %s", name, fault->line,
			     fault->text);
		return;
	case DRIVE_FAULT_EMPTY:
		subject_fail(subject, EXIT_DAMAGED, "no_dump",
			     "'%s': there is no dump in it", name);
		return;
	case DRIVE_FAULT_OPEN:
		subject_fail(subject, EXIT_DAMAGED, "cannot_open",
			     "cannot open '%s': %s", name, strerror(fault->error));
		return;
	case DRIVE_FAULT_READ:
		subject_fail(subject, EXIT_DAMAGED, "cannot_read",
			     "cannot read '%s': %s", name, strerror(fault->error));
		return;
	}
}
