/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef ATALOG_HEX_PAGES_H
#define ATALOG_HEX_PAGES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Pages as text: groups of two hex digits, white space between them. '#' starts a
 * comment; "0000010:" or eight digits and more before a line is an offset; what stands
 * behind '|' or two blanks that follow 16 bytes is text. So it reads what atalog -H,
 * smartctl -l gplog, hexdump -C -v and xxd -g1 print. Lines that begin with something
 * else are passed over.
 */

/* Whether @bytes have no character that no text has. */
bool hex_pages_is_text(const uint8_t *bytes, size_t length);

/*
 * Replace the text of @bytes, *@length bytes, by what it says. Returns 0, or -EINVAL
 * with *@line the number of a line that begins as one of bytes and is none.
 */
int hex_pages_parse(uint8_t *bytes, size_t *length, size_t *line);

#endif
