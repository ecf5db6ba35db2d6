/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef ESCAPE_H
#define ESCAPE_H

#include <stddef.h>

/*
 * Text from drives, and names of files, made safe to show: bytes outside 20h-7Eh and
 * the backslash become \xNN (lower case), reversibly. Nothing a drive says can move a
 * cursor, end a line or break a JSON string's encoding.
 *
 * Like snprintf: writes as much as fits in @size bytes, whole sequences only, ends it
 * with a NUL when @size is not 0, and returns the length of the whole, without the NUL.
 */
#define ESCAPE_SIZE(length) (4 * (size_t)(length) + 1)
size_t escape(const char *text, size_t length, char *out, size_t size);

#endif
