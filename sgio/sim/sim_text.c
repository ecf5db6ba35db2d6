/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <string.h>

#include "hex.h"
#include "sim_text.h"

#define NAME_MAX_LENGTH 32

struct sim_part sim_part_take(struct sim_part *rest, char separator)
{
	const char *end = memchr(rest->start, separator, rest->length);
	struct sim_part taken = *rest;

	if (!end) {
		*rest = (struct sim_part){NULL, 0};
		return taken;
	}
	taken.length = (size_t)(end - rest->start);
	rest->start = end + 1;
	rest->length -= taken.length + 1;
	return taken;
}

bool sim_part_is(struct sim_part part, const char *text)
{
	return strlen(text) == part.length && !strncmp(part.start, text, part.length);
}

/* @max is far below 2^64 / @base, so that nothing overflows before it is seen. */
static int digits(struct sim_part part, unsigned int base, uint64_t max,
		  uint64_t *value)
{
	uint64_t v = 0;

	if (!part.length)
		return -EINVAL;
	for (size_t i = 0; i < part.length; i++) {
		int d = sgio_hex_digit(part.start[i]);

		if (d < 0 || (unsigned int)d >= base)
			return -EINVAL;
		v = v * base + (unsigned int)d;
		if (v > max)
			return -EINVAL;
	}
	*value = v;
	return 0;
}

static bool skip_0x(struct sim_part *part)
{
	if (part->length < 2 || part->start[0] != '0' || (part->start[1] | 0x20) != 'x')
		return false;
	part->start += 2;
	part->length -= 2;
	return true;
}

int sim_part_number(struct sim_part part, uint64_t max, uint64_t *value)
{
	unsigned int base = skip_0x(&part) ? 16 : 10;

	return digits(part, base, max, value);
}

/* With 0x before it, h behind it, or neither. */
int sim_part_hex(struct sim_part part, uint64_t max, uint64_t *value)
{
	if (!skip_0x(&part) && part.length &&
	    (part.start[part.length - 1] | 0x20) == 'h')
		part.length--;
	return digits(part, 16, max, value);
}

static uint64_t power_of_10(size_t exponent)
{
	uint64_t value = 1;

	while (exponent--)
		value *= 10;
	return value;
}

int sim_part_decimal(struct sim_part part, unsigned int places, uint64_t max,
		     uint64_t *value)
{
	struct sim_part whole = sim_part_take(&part, '.');
	uint64_t unit = power_of_10(places), high, low = 0;

	if (digits(whole, 10, max / unit, &high) < 0)
		return -EINVAL;
	if (part.start) {
		if (part.length > places || digits(part, 10, unit, &low) < 0)
			return -EINVAL;
		low *= power_of_10(places - part.length);
	}
	*value = high * unit + low;
	return *value > max ? -EINVAL : 0;
}

void sim_message_part(struct sim_message *message, struct sim_part part)
{
	size_t room;

	if (message->length + 1 >= message->size)
		return;
	room = message->size - message->length - 1;
	if (part.length > room)
		part.length = room;
	memcpy(message->text + message->length, part.start, part.length);
	message->length += part.length;
	message->text[message->length] = '\0';
}

void sim_message_add(struct sim_message *message, const char *text)
{
	sim_message_part(message, (struct sim_part){text, strlen(text)});
}

void sim_message_list(struct sim_message *message, sim_names *names)
{
	for (size_t i = 0; names(i); i++) {
		sim_message_add(message, i ? ", " : " ");
		sim_message_add(message, names(i));
	}
}

static unsigned int least(unsigned int a, unsigned int b, unsigned int c)
{
	unsigned int ab = a < b ? a : b;

	return ab < c ? ab : c;
}

/* Levenshtein's distance, one row at a time; long strings are cut. */
static unsigned int distance(struct sim_part part, const char *name)
{
	unsigned int row[NAME_MAX_LENGTH + 1];
	size_t length = strlen(name);

	if (length > NAME_MAX_LENGTH)
		length = NAME_MAX_LENGTH;
	for (size_t k = 0; k <= length; k++)
		row[k] = (unsigned int)k;
	for (size_t i = 0; i < part.length; i++) {
		unsigned int corner = row[0]++;

		for (size_t k = 0; k < length; k++) {
			unsigned int other = part.start[i] != name[k];
			unsigned int here =
				least(row[k + 1] + 1, row[k] + 1, corner + other);

			corner = row[k + 1];
			row[k + 1] = here;
		}
	}
	return row[length];
}

const char *sim_nearest(struct sim_part part, sim_names *names)
{
	const char *nearest = names(0);

	for (size_t i = 1; names(i); i++) {
		if (distance(part, names(i)) < distance(part, nearest))
			nearest = names(i);
	}
	return nearest;
}
