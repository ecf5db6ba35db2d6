/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TOOLS_SIZE_H
#define TOOLS_SIZE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * SIZE on a command line: k, m, g, t and KiB, MiB, GiB, TiB count by 1024, kB, MB, GB,
 * TB by 1000, B is bytes, s is logical sectors, % is of the drive. Letters of either
 * case, but for B: "kb" is refused, it could be either. A decimal fraction is taken
 * where bytes are whole ("1.5g"). A bare number is refused.
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

/*
 * Returns NULL, or what is wrong, for a person: "has no unit: write 4k, 4kB or 4s,
 * say". The text is constant, or in @why, SIZE_WHY bytes. @size is written on NULL
 * only.
 */
enum { SIZE_WHY = 160 };
const char *size_parse(const char *text, struct size *size, char *why);

/*
 * @size in bytes, of a drive of @capacity bytes with sectors of @sector bytes.
 * Returns 0, or -EOVERFLOW.
 */
int size_bytes(const struct size *size, uint32_t sector, uint64_t capacity,
	       uint64_t *bytes);

/* "80MB/s", "1.5GiB/s", "300m/s" in bytes a second; as size_parse(). */
const char *rate_parse(const char *text, uint64_t *bytes_per_second, char *why);

/* "512 KiB", "10 MiB", "1.5 GiB", "4 kB"?: shortest exact form by 1024, else "N bytes".
 */
void size_format(uint64_t bytes, char *text, size_t size);

#endif
