/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef ATAID_TEXT_PARTS_H
#define ATAID_TEXT_PARTS_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "identify.h"
#include "subject.h"

/* The sections of the full text, in its order. */
void part_identity(FILE *out, const struct subject *subject);
void part_standards(FILE *out, const struct ata_identify *id);
void part_configuration(FILE *out, const struct subject *subject);
void part_capabilities(FILE *out, const struct subject *subject);
void part_features(FILE *out, const struct ata_identify *id);
void part_compact_flash(FILE *out, const struct ata_identify *id);
void part_security(FILE *out, const struct ata_identify *id);
void part_wwn(FILE *out, const struct ata_identify *id);
void part_reset_result(FILE *out, const struct ata_identify *id);
void part_checksum(FILE *out, const struct ata_identify *id);

/* Whether @id reports @fact; its @value then. */
bool part_value(const struct ata_identify *id, enum ata_fact_id fact,
		struct ata_value *value);

/* "%-19s " for the labels of the first section, with the tab and the colon. */
void part_label(FILE *out, const char *label);

/* A string of the drive: bytes outside 20h to 7Eh and the backslash as \xNN. */
void part_string(FILE *out, const struct ata_value *value);

/* The number of @fact in at least @width columns, or @unknown. */
void part_number(FILE *out, const struct ata_identify *id, enum ata_fact_id fact,
		 int width, const char *unknown);

/* Is every word of @fact 0? */
bool part_is_zero(const struct ata_identify *id, enum ata_fact_id fact);

/* The bits of row @fact, which has one word, whatever its rule says of them. */
uint16_t part_bits(const struct ata_identify *id, enum ata_fact_id fact);

/* True when word 80 is not reported or names nothing from @major on. */
bool part_is_before(const struct ata_identify *id, unsigned int major);

/* The bits per second of the link: 0 when unknown. */
struct part_link {
	uint64_t now;
	uint64_t drive; /* the most it can do */
	uint64_t host;
};

void part_link_of(const struct subject *subject, struct part_link *link);
/* Slower than both ends can do, as far as they are known. */
bool part_link_is_slow(const struct part_link *link);
/* "3.0 Gb/s" with what is @before and @after it; nothing when it is unknown. */
void part_speed(FILE *out, const char *before, uint64_t bits_per_second,
		const char *after);

/* The power mode that CHECK POWER MODE gave, and the end of the line. */
void part_power_mode(FILE *out, const struct subject *subject);

#endif
