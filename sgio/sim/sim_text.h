/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef SGIO_SIM_TEXT_H
#define SGIO_SIM_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A piece of a string; @start is NULL where there is none, "" where it is empty. */
struct sim_part {
	const char *start;
	size_t length;
};

/* What comes before the first @separator of @rest, which keeps what comes after it. */
struct sim_part sim_part_take(struct sim_part *rest, char separator);

bool sim_part_is(struct sim_part part, const char *text);

/* Each returns 0, or -EINVAL when @part is no such number or above @max. */
int sim_part_number(struct sim_part part, uint64_t max, uint64_t *value);
int sim_part_hex(struct sim_part part, uint64_t max, uint64_t *value);

/* The same for a decimal fraction, times 10^@places; more places are -EINVAL too. */
int sim_part_decimal(struct sim_part part, unsigned int places, uint64_t max,
		     uint64_t *value);

/* A message under construction, in the caller's buffer; cut where @size ends. */
struct sim_message {
	char *text;
	size_t size, length;
};

void sim_message_add(struct sim_message *message, const char *text);
void sim_message_part(struct sim_message *message, struct sim_part part);

/* The names that a function counts from 0 to NULL. */
typedef const char *sim_names(size_t i);

/* All of them: " a, b, c". */
void sim_message_list(struct sim_message *message, sim_names *names);

/* The one with the fewest characters to insert, delete or exchange; never NULL. */
const char *sim_nearest(struct sim_part part, sim_names *names);

#endif
