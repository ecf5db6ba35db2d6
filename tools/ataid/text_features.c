/* SPDX-License-Identifier: BSD-2-Clause */
#include <inttypes.h>

#include "text_parts.h"

/* The features: every row of identify.def with a bit for "supported", in its order. */

static void trim_limit(FILE *out, const struct ata_identify *id)
{
	struct ata_value value;

	if (part_value(id, ATA_TRIM_LIMIT, &value))
		fprintf(out, " (limit %" PRIu64 " block%s)", value.number,
			value.number == 1 ? "" : "s");
	else
		fputs(" (limit unknown)", out);
}

/* Word 116 counts in 10 ms. */
static void completion_timer(FILE *out, const struct ata_identify *id)
{
	struct ata_value value;

	if (part_value(id, ATA_COMPLETION_TIME, &value))
		fprintf(out,
			"                (%" PRIu64 " msec for TLC completion timer)\n",
			value.number * 10);
}

/* Not without TRIM: the bits say how trimmed sectors read. */
static bool is_shown(const struct ata_identify *id, enum ata_fact_id feature)
{
	if (feature == ATA_FEATURE_DRAT)
		return ata_fact_true(id, ATA_TRIM_DETERMINISTIC);
	if (feature == ATA_FEATURE_RZAT)
		return ata_fact_true(id, ATA_TRIM_ZEROED);
	return ata_fact_true(id, feature);
}

/* '*' when it is enabled, or cannot be disabled; '-' when the drive does not say. */
static char mark(const struct ata_identify *id, enum ata_fact_id feature)
{
	const enum ata_fact_id enabled = feature + 1;
	struct ata_value value;

	if (ata_facts[enabled].words == 0)
		return '*';
	if (!part_value(id, enabled, &value))
		return '-';
	return value.number ? '*' : ' ';
}

static void line(FILE *out, const struct ata_identify *id, enum ata_fact_id feature)
{
	if (!is_shown(id, feature))
		return;
	fprintf(out, "\t   %c\t%s", mark(id, feature), ata_facts[feature].label);
	if (feature == ATA_FEATURE_TRIM)
		trim_limit(out, id);
	putc('\n', out);
}

static bool any_feature(const struct ata_identify *id)
{
	for (size_t i = 0; i < ATA_FACT_COUNT; i++) {
		if (ata_facts[i].feature && is_shown(id, (enum ata_fact_id)i))
			return true;
	}
	return false;
}

void part_features(FILE *out, const struct ata_identify *id)
{
	if (any_feature(id))
		fputs("Commands/features:\n\tEnabled\tSupported:\n", out);
	for (size_t i = 0; i < ATA_FACT_COUNT; i++) {
		enum ata_fact_id fact = (enum ata_fact_id)i;

		if (ata_facts[i].feature)
			line(out, id, fact);
		if (fact == ATA_FEATURE_UNLOAD)
			completion_timer(out, id);
	}
	part_compact_flash(out, id);
	if (ata_fact_number(id, ATA_MEDIA_NOTIFICATION_CODE, 0) == 1)
		fprintf(out, "\t\t%s\n", ata_facts[ATA_MEDIA_NOTIFICATION_CODE].label);
}
