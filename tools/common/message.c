/* SPDX-License-Identifier: BSD-2-Clause */
#include "message.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <stdnoreturn.h>
#include <string.h>
#include <unistd.h>

#include "escape.h"
#include "subject.h"

void message_write(FILE *out, const char *text)
{
	size_t size = ESCAPE_SIZE(strlen(text));
	char *shown = malloc(size);

	if (shown)
		escape(text, strlen(text), shown, size);
	fprintf(out, "%s: %s\n", program_invocation_short_name,
		shown ? shown : "out of memory");
	free(shown);
}

void message_escaped(const char *text)
{
	fprintf(stderr, "%s: %s\n", program_invocation_short_name, text);
}

void message(const char *format, ...)
{
	char *text;
	va_list arguments;

	va_start(arguments, format);
	if (vasprintf(&text, format, arguments) < 0)
		text = NULL;
	va_end(arguments);
	message_write(stderr, text ? text : "out of memory");
	free(text);
}

noreturn static void cannot_write(void)
{
	message("cannot write: %s", strerror(errno));
	_exit(EXIT_COULD_NOT_ASK);
}

void output_write(const void *bytes, size_t length)
{
	const char *next = bytes;
	ssize_t written;

	while (length) {
		written = write(STDOUT_FILENO, next, length);
		if (written < 0 && errno == EINTR)
			continue;
		if (written < 0)
			cannot_write();
		next += written;
		length -= (size_t)written;
	}
}

void output_flush(void)
{
	if (fflush(stdout) || ferror(stdout))
		cannot_write();
}
