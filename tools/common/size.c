/* SPDX-License-Identifier: BSD-2-Clause */
#include "size.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#define MILLION UINT64_C(1000000)

static const struct {
	const char *name;
	enum size_unit unit;
	bool exact; /* letters as written: kb could be 1024 or 1000, b a block */
	uint64_t scale;
} units[] = {
	{"B", SIZE_BYTES, true, 1},
	{"k", SIZE_BYTES, false, UINT64_C(1) << 10},
	{"m", SIZE_BYTES, false, UINT64_C(1) << 20},
	{"g", SIZE_BYTES, false, UINT64_C(1) << 30},
	{"t", SIZE_BYTES, false, UINT64_C(1) << 40},
	{"kib", SIZE_BYTES, false, UINT64_C(1) << 10},
	{"mib", SIZE_BYTES, false, UINT64_C(1) << 20},
	{"gib", SIZE_BYTES, false, UINT64_C(1) << 30},
	{"tib", SIZE_BYTES, false, UINT64_C(1) << 40},
	{"kB", SIZE_BYTES, true, 1000},
	{"KB", SIZE_BYTES, true, 1000},
	{"MB", SIZE_BYTES, true, MILLION},
	{"GB", SIZE_BYTES, true, 1000 * MILLION},
	{"TB", SIZE_BYTES, true, MILLION *MILLION},
	{"s", SIZE_SECTORS, false, 1},
	{"%", SIZE_PERCENT, false, MILLION},
};

enum { DIGITS_MAX = 20, PLACES_MAX = 6 };

/* A number with up to six decimal places, in millionths. */
static bool take_number(const char **text, __uint128_t *millionths)
{
	unsigned int digits = 0, places = 0;
	__uint128_t number = 0;

	for (; isdigit((unsigned char)**text); (*text)++, digits++)
		number = number * 10 + (unsigned int)(**text - '0');
	if (!digits || digits > DIGITS_MAX)
		return false;
	if (**text == '.') {
		(*text)++;
		for (; isdigit((unsigned char)**text); (*text)++, places++)
			number = number * 10 + (unsigned int)(**text - '0');
		if (!places || places > PLACES_MAX)
			return false;
	}
	for (; places < PLACES_MAX; places++)
		number *= 10;
	*millionths = number;
	return true;
}

static int find_unit(const char *name)
{
	for (size_t i = 0; i < sizeof(units) / sizeof(units[0]); i++) {
		if (units[i].exact ? strcmp(units[i].name, name) == 0
				   : strcasecmp(units[i].name, name) == 0)
			return (int)i;
	}
	return -1;
}

static const char *say(char *why, const char *text, const char *what)
{
	snprintf(why, SIZE_WHY, "'%.40s' %s", text, what);
	return why;
}

static const char *say_no_unit(const char *text, char *why)
{
	snprintf(why, SIZE_WHY,
		 "'%.14s' has no unit: write %.14sB (bytes), %.14sk (KiB), %.14sMB "
		 "(10^6 bytes) or %.14ss (sectors)",
		 text, text, text, text, text);
	return why;
}

static bool is_ambiguous(const char *unit)
{
	for (size_t i = 0; i < sizeof(units) / sizeof(units[0]); i++)
		if (units[i].exact && units[i].scale > 1 &&
		    strcasecmp(units[i].name, unit) == 0)
			return true;
	return false;
}

/* @text up to @unit is a number. */
static const char *say_bad_unit(const char *text, const char *unit, char *why)
{
	int digits = (int)(unit - text);
	int letter = toupper((unsigned char)*unit);

	if (is_ambiguous(unit))
		snprintf(why, SIZE_WHY,
			 "no unit '%.20s': write %.*s%ciB (by 1024) or "
			 "%.*s%cB (by 1000)",
			 unit, digits, text, letter, digits, text,
			 letter == 'K' ? 'k' : letter);
	else
		snprintf(why, SIZE_WHY,
			 "no unit '%.20s': k, m, g, t and KiB, MiB, ... are by 1024, "
			 "kB, MB, GB, TB by 1000, B bytes, s sectors, %% of the drive",
			 unit);
	return why;
}

const char *size_parse(const char *text, struct size *size, char *why)
{
	const char *end = text;
	__uint128_t number = 0;
	int unit;

	if (!take_number(&end, &number))
		return say(why, text, "is no size: write 64k, 1.5GB, 2048s or 10%");
	if (!*end)
		return say_no_unit(text, why);
	unit = find_unit(end);
	if (unit < 0)
		return say_bad_unit(text, end, why);
	number *= units[unit].scale;
	if (number % MILLION)
		return say(why, text, "is no whole number of bytes or sectors");
	number /= MILLION;
	if (units[unit].unit == SIZE_PERCENT && number > 100 * MILLION)
		return say(why, text, "is more than the drive");
	if (number > INT64_MAX)
		return say(why, text, "is too large");
	*size = (struct size){(uint64_t)number, units[unit].unit};
	return NULL;
}

int size_bytes(const struct size *size, uint32_t sector, uint64_t capacity,
	       uint64_t *bytes)
{
	__uint128_t number = size->number;

	if (size->unit == SIZE_SECTORS)
		number *= sector;
	if (size->unit == SIZE_PERCENT) {
		number = number * capacity / (100 * MILLION);
		number -= number % sector;
	}
	if (number > INT64_MAX)
		return -EOVERFLOW;
	*bytes = (uint64_t)number;
	return 0;
}

const char *rate_parse(const char *text, uint64_t *bytes_per_second, char *why)
{
	static const char no_rate[] = "is no rate: write 80MB/s or 76MiB/s";
	size_t length = strlen(text);
	char size_text[32];
	const char *unit;
	struct size size = {0, SIZE_BYTES};

	if (length < 3 || length >= sizeof(size_text) ||
	    strcmp(text + length - 2, "/s") != 0)
		return say(why, text, no_rate);
	memcpy(size_text, text, length - 2);
	size_text[length - 2] = '\0';
	if (size_parse(size_text, &size, why)) {
		unit = size_text + strspn(size_text, "0123456789.");
		return is_ambiguous(unit) ? why : say(why, text, no_rate);
	}
	if (size.unit != SIZE_BYTES || !size.number)
		return say(why, text, no_rate);
	*bytes_per_second = size.number;
	return NULL;
}

/* Halves are what a decimal place can say exactly of a power of two. */
void size_format(uint64_t bytes, char *text, size_t size)
{
	static const char names[] = "KMGT";

	for (size_t i = strlen(names); i > 0; i--) {
		uint64_t unit = UINT64_C(1) << (10 * i);

		if (bytes < unit || bytes % (unit / 2))
			continue;
		snprintf(text, size, "%" PRIu64 "%s %ciB", bytes / unit,
			 bytes % unit ? ".5" : "", names[i - 1]);
		return;
	}
	snprintf(text, size, "%" PRIu64 " B", bytes);
}
