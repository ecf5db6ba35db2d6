/* SPDX-License-Identifier: BSD-2-Clause */
#include "escape.h"

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
