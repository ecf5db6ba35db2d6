/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef ESCAPE_H
#define ESCAPE_H

#include <stddef.h>

/*
 * Text from drives, and names of files, made safe to show: bytes outside 20h-7Eh and
 * the backslash become \xNN (lower case), reversibly. Nothing a drive says can move a
 * cursor, end a line or break a JSON string's encoding.
 *
 * The functions are like snprintf: they write as much as fits in @size bytes, whole
 * sequences only, end it with a NUL when @size is not 0, and return the length of the
 * whole, without the NUL.
 */
#define ESCAPE_SIZE(length) (4 * (size_t)(length) + 1)
size_t escape(const char *text, size_t length, char *out, size_t size);

/*
 * Undo escape() of the string @text. @out may be @text, and needs strlen(@text) bytes;
 * it gets no NUL, for it may hold any.
 *
 * Returns how many bytes were written, or -EINVAL when a backslash does not begin \xNN;
 * @out is then undefined.
 */
long unescape(const char *text, char *out);

/*
 * The string @text as one word of a shell: in single quotes, a single quote as '\''.
 * All else stays as it is, so escape first what came from a drive.
 */
#define SHELL_QUOTE_SIZE(length) (4 * (size_t)(length) + 3)
size_t shell_quote(const char *text, char *out, size_t size);

#endif
