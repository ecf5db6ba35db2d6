/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TOOLS_MESSAGE_H
#define TOOLS_MESSAGE_H

#include <stddef.h>
#include <stdio.h>

/*
 * What a tool says on standard error: "ataid: cannot open '/dev/sdb': Permission
 * denied". Lower case, no full stop, what failed first, the subject in single quotes,
 * then why.
 */
void message(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* The line of message() with @text in it, on @out. */
void message_write(FILE *out, const char *text);

/* The line of message() with @text that is escaped already. */
void message_escaped(const char *text);

/*
 * Write @length bytes to standard output. When that fails it says so and ends the tool
 * with EXIT_COULD_NOT_ASK; a closed pipe ends it by SIGPIPE.
 */
void output_write(const void *bytes, size_t length);

/* The same for what stdio still holds of standard output. */
void output_flush(void);

#endif
