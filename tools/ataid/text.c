/* SPDX-License-Identifier: BSD-2-Clause */
#include "text.h"

#include <inttypes.h>

#include "escape.h"
#include "names.h"
#include "report.h"
#include "text_parts.h"

bool part_value(const struct ata_identify *id, enum ata_fact_id fact,
		struct ata_value *value)
{
	ata_fact_value(id, fact, value);
	return value->known;
}

void part_label(FILE *out, const char *label)
{
	int length = fprintf(out, "\t%s:", label);

	/* The tab is none of the 20 columns. */
	fprintf(out, "%*s", length < 20 ? 21 - length : 1, "");
}

void part_string(FILE *out, const struct ata_value *value)
{
	char escaped[ESCAPE_SIZE(1)];

	for (size_t i = 0; i < value->length; i++) {
		escape(&value->text[i], 1, escaped, sizeof(escaped));
		fputs(escaped, out);
	}
}

void part_number(FILE *out, const struct ata_identify *id, enum ata_fact_id fact,
		 int width, const char *unknown)
{
	struct ata_value value;

	if (part_value(id, fact, &value))
		fprintf(out, "%*" PRIu64, width, value.number);
	else
		fprintf(out, "%*s", width, unknown);
}

bool part_is_zero(const struct ata_identify *id, enum ata_fact_id fact)
{
	const struct ata_fact *row = &ata_facts[fact];

	for (unsigned int i = 0; i < row->words; i++) {
		if (id->word[row->word + i] != 0)
			return false;
	}
	return true;
}

uint16_t part_bits(const struct ata_identify *id, enum ata_fact_id fact)
{
	const struct ata_fact *row = &ata_facts[fact];

	return ata_bits(id->word[row->word], row->high, row->low);
}

bool part_is_before(const struct ata_identify *id, unsigned int major)
{
	return !id->rule[ATA_RULE_MAJOR_KNOWN] ||
	       ata_fact_number(id, ATA_ATA_VERSION_MAJOR, 0) < 1u << major;
}

void part_link_of(const struct subject *subject, struct part_link *link)
{
	const struct sgio_facts *facts = &subject->facts;

	link->now = ata_fact_number(&subject->id, ATA_LINK_NOW, 0);
	link->drive = ata_fact_number(&subject->id, ATA_LINK_MAX, 0);
	link->host = 0;
	if (!subject->has_facts)
		return;
	/* Drives before Serial ATA 2.6 leave word 77 blank, the kernel knows. */
	if (link->now == 0 && facts->link_bits_per_second > 0)
		link->now = (uint64_t)facts->link_bits_per_second;
	if (facts->host_max_bits_per_second > 0)
		link->host = (uint64_t)facts->host_max_bits_per_second;
}

bool part_link_is_slow(const struct part_link *link)
{
	uint64_t most = link->drive;

	if (link->host > 0 && link->host < most)
		most = link->host;
	return link->now > 0 && link->now < most;
}

void part_speed(FILE *out, const char *before, uint64_t bits_per_second,
		const char *after)
{
	if (bits_per_second > 0)
		fprintf(out, "%s%.1f Gb/s%s", before, (double)bits_per_second / 1e9,
			after);
}

void part_power_mode(FILE *out, const struct subject *subject)
{
	const char *name = ata_name(ATA_NAMES_POWER_MODE, subject->power_mode);

	if (!subject->power_mode_known)
		fputs("-\n", out);
	else if (name)
		fprintf(out, "%s\n", name);
	else
		fprintf(out, "unknown (0x%02x)\n", subject->power_mode);
}

static void power_mode(FILE *out, const struct subject *subject)
{
	if (!subject->power_mode_asked)
		return;
	fputs("Power mode: ", out);
	part_power_mode(out, subject);
}

static int oddities(FILE *out, const struct subject *subject)
{
	struct report_oddities found;
	int rc = report_oddities(subject, &found);

	if (rc < 0)
		return rc;
	if (found.count > 0)
		fputs("Oddities:\n", out);
	for (size_t i = 0; i < found.count; i++)
		fprintf(out, "\t%s\n", found.items[i].message);
	report_oddities_free(&found);
	return 0;
}

int text_full(FILE *out, const struct subject *subject)
{
	const struct ata_identify *id = &subject->id;

	if (!subject->has_page)
		return 0;
	part_identity(out, subject);
	part_standards(out, id);
	part_configuration(out, subject);
	part_capabilities(out, subject);
	part_features(out, id);
	part_security(out, id);
	part_wwn(out, id);
	part_reset_result(out, id);
	part_checksum(out, id);
	power_mode(out, subject);
	return oddities(out, subject);
}
