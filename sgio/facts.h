/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef SGIO_FACTS_H
#define SGIO_FACTS_H

#include "hex.h"
#include "sgio.h"

/* struct sgio_facts as "fact KEY VALUE" lines of a recording. */

/* The words for a kind of node and a bus; NULL for a number that is none. */
const char *sgio_node_name(enum sgio_node node);
const char *sgio_bus_name(enum sgio_bus bus);

/* Nothing known: strings empty, numbers -1. */
void sgio_facts_unknown(struct sgio_facts *facts);

/* A line for each fact that is known. */
void sgio_facts_write(const struct sgio_facts *facts, struct sgio_text *text);

/*
 * Set one fact from the rest of its line. @seen has a bit for each fact that was set.
 *
 * Returns 0, -ENOENT for an unknown key, -EEXIST when @seen has it, -ERANGE when it
 * does not fit, -EINVAL for anything else that is wrong.
 */
int sgio_facts_read(struct sgio_facts *facts, struct sgio_field line, uint32_t *seen);

#endif
