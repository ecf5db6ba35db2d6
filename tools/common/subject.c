/* SPDX-License-Identifier: BSD-2-Clause */
#include "subject.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *subject_type_name(enum subject_type type)
{
	static const char *const names[] = {
		[SUBJECT_SAT] = "sat",
		[SUBJECT_SAT12] = "sat12",
		[SUBJECT_CACHED] = "cached",
		[SUBJECT_DUMP] = "dump",
		[SUBJECT_RECORDING] = "recording",
		[SUBJECT_SIM] = "sim",
	};

	return (size_t)type < sizeof(names) / sizeof(names[0]) ? names[type] : NULL;
}

void subject_free(struct subject *subject)
{
	free(subject->name);
	free(subject->info_name);
	free(subject->source);
	free(subject->host);
	free(subject->kernel);
	free(subject->tool_version);
	free(subject->error_message);
}

void subject_set(char **field, const char *text)
{
	free(*field);
	*field = text ? strdup(text) : NULL;
}

void subject_fail(struct subject *subject, enum exit_status status, const char *code,
		  const char *format, ...)
{
	va_list arguments;

	subject->status |= status;
	if (subject->error_code)
		return;
	subject->error_code = code;
	va_start(arguments, format);
	if (vasprintf(&subject->error_message, format, arguments) < 0)
		subject->error_message = NULL;
	va_end(arguments);
}
