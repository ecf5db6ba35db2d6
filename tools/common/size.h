/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TOOLS_SIZE_H
#define TOOLS_SIZE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * SIZE on a command line: k, m, g, t and KiB, MiB, GiB, TiB count by 1024, kB, MB, GB,
 * TB by 1000, B is bytes, s is logical sectors, % is of the drive. Letters are of
 * either case, but where B decides: "kb" is refused, for it could be either of two, and
 * so is "b", 512 bytes to dd. A decimal fraction of up to six places is taken where
 * bytes and sectors are whole ("1.5g"). A bare number is refused.
 */
enum size_unit {
	SIZE_BYTES,
	SIZE_SECTORS,
	SIZE_PERCENT, /* number counts millionths of a percent */
};

struct size {
	uint64_t number;
	enum size_unit unit;
};

enum { SIZE_WHY = 160 };

/*
 * Returns NULL and *@size, below 2^63; or @why, SIZE_WHY bytes with what is wrong, for
 * a person, and @size is not written: "'4' has no unit: write 4k (KiB), ...".
 */
const char *size_parse(const char *text, struct size *size, char *why);

/*
 * @size in bytes, of a drive of @capacity bytes with sectors of @sector bytes, which is
 * not 0; a percentage is rounded down to whole sectors. Returns 0, or -EOVERFLOW from
 * 2^63 on.
 */
int size_bytes(const struct size *size, uint32_t sector, uint64_t capacity,
	       uint64_t *bytes);

/* "80MB/s", "1.5GiB/s", "300m/s" in bytes a second, more than 0; as size_parse(). */
const char *rate_parse(const char *text, uint64_t *bytes_per_second, char *why);

/*
 * Exactly, in the largest unit by 1024 that says it whole or by a half: "512 B",
 * "4 KiB", "1.5 GiB", "3500 KiB", "1000 B". 24 bytes are enough for @text.
 */
void size_format(uint64_t bytes, char *text, size_t size);

#endif
