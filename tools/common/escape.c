/* SPDX-License-Identifier: BSD-2-Clause */
#include "escape.h"

#include <errno.h>
#include <string.h>

/* Text that grows until its buffer is full, and is counted from then on. */
struct out {
	char *bytes;
	size_t size;
	size_t length; /* of the whole */
	size_t fits;   /* of what was written */
};

/* Add a sequence that must not be torn apart; nothing goes behind one that did not fit.
 */
static void put(struct out *out, const char *bytes, size_t length)
{
	if (out->fits == out->length && length < out->size - out->length) {
		memcpy(out->bytes + out->length, bytes, length);
		out->fits += length;
	}
	out->length += length;
}

static size_t put_end(struct out *out)
{
	if (out->size != 0)
		out->bytes[out->fits] = '\0';
	return out->length;
}

size_t escape(const char *text, size_t length, char *out, size_t size)
{
	static const char digits[] = "0123456789abcdef";
	struct out o = {.bytes = out, .size = size};

	for (size_t i = 0; i < length; i++) {
		unsigned char c = (unsigned char)text[i];
		char sequence[4] = {'\\', 'x', digits[c >> 4], digits[c & 0x0f]};

		if (c >= 0x20 && c <= 0x7e && c != '\\')
			put(&o, &text[i], 1);
		else
			put(&o, sequence, sizeof(sequence));
	}
	return put_end(&o);
}

static int digit_value(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	if (c >= 'a' && c <= 'f')
		return c - 'a' + 10;
	if (c >= 'A' && c <= 'F')
		return c - 'A' + 10;
	return -1;
}

long unescape(const char *text, char *out)
{
	long length = 0;

	while (*text != '\0') {
		int high, low;

		if (*text != '\\') {
			out[length++] = *text++;
			continue;
		}
		if (text[1] != 'x')
			return -EINVAL;
		high = digit_value(text[2]);
		low = high < 0 ? -1 : digit_value(text[3]);
		if (low < 0)
			return -EINVAL;
		out[length++] = (char)(high << 4 | low);
		text += 4;
	}
	return length;
}

size_t shell_quote(const char *text, char *out, size_t size)
{
	struct out o = {.bytes = out, .size = size};

	put(&o, "'", 1);
	for (; *text != '\0'; text++) {
		if (*text == '\'')
			put(&o, "'\\''", 4);
		else
			put(&o, text, 1);
	}
	put(&o, "'", 1);
	return put_end(&o);
}
