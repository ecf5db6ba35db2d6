/* SPDX-License-Identifier: BSD-2-Clause */
#include <inttypes.h>

#include "names.h"
#include "text_parts.h"

/* What follows the features: security, the name, the reset, the checksum. */

static void security_state(FILE *out, const struct ata_identify *id,
			   enum ata_fact_id fact)
{
	struct ata_value value;
	const char *word = "-";

	if (part_value(id, fact, &value))
		word = value.number ? "" : "not";
	fprintf(out, "\t%s\t%s\n", word, ata_facts[fact].label);
}

/* The largest value of each of the two codings means "more than". */
static void erase_time(FILE *out, const struct ata_identify *id,
		       enum ata_fact_id minutes)
{
	struct ata_value value;

	if (part_value(id, minutes, &value))
		fprintf(out, "%" PRIu64, value.number);
	else
		fprintf(out, "more than %s",
			part_bits(id, minutes) & 0x8000 ? "65532" : "508");
	fprintf(out, "min for %s.", ata_facts[minutes].label);
}

static void erase_times(FILE *out, const struct ata_identify *id)
{
	struct ata_value normal;
	struct ata_value enhanced;

	part_value(id, ATA_ERASE_OVERFLOW, &normal);
	part_value(id, ATA_ENHANCED_OVERFLOW, &enhanced);
	if (!normal.known && !enhanced.known)
		return;
	putc('\t', out);
	if (normal.known)
		erase_time(out, id, ATA_ERASE_MINUTES);
	if (normal.known && enhanced.known)
		putc(' ', out);
	if (enhanced.known)
		erase_time(out, id, ATA_ENHANCED_MINUTES);
	putc('\n', out);
}

static bool has_erase_times(const struct ata_identify *id)
{
	struct ata_value value;

	return part_value(id, ATA_ERASE_OVERFLOW, &value) ||
	       part_value(id, ATA_ENHANCED_OVERFLOW, &value);
}

void part_security(FILE *out, const struct ata_identify *id)
{
	static const enum ata_fact_id states[] = {
		ATA_SECURITY_SUPPORTED, ATA_SECURITY_ENABLED, ATA_SECURITY_LOCKED,
		ATA_SECURITY_FROZEN,    ATA_SECURITY_EXPIRED, ATA_SECURITY_ENHANCED,
	};
	struct ata_value value;

	bool has_states = !part_is_zero(id, ATA_SECURITY_ENABLED);
	bool has_id = part_value(id, ATA_MASTER_PASSWORD_ID, &value);

	if (!id->rule[ata_facts[ATA_SECURITY_ENABLED].rule] ||
	    !(has_states || has_id || has_erase_times(id)))
		return;
	fputs("Security:\n", out);
	if (has_id)
		fprintf(out, "\t%s = %" PRIu64 "\n",
			ata_facts[ATA_MASTER_PASSWORD_ID].label, value.number);
	for (size_t i = 0; has_states && i < sizeof(states) / sizeof(states[0]); i++)
		security_state(out, id, states[i]);
	if (ata_fact_true(id, ATA_SECURITY_ENABLED) &&
	    part_value(id, ATA_SECURITY_LEVEL, &value)) {
		fprintf(out, "\t%s ", ata_facts[ATA_SECURITY_LEVEL].label);
		part_string(out, &value);
		putc('\n', out);
	}
	erase_times(out, id);
}

void part_wwn(FILE *out, const struct ata_identify *id)
{
	struct ata_value naa;
	struct ata_value oui;
	struct ata_value unique;

	if (!part_value(id, ATA_WWN_NAA, &naa) || !part_value(id, ATA_WWN_OUI, &oui) ||
	    !part_value(id, ATA_WWN_ID, &unique))
		return;
	fprintf(out,
		"Logical Unit WWN Device Identifier: %" PRIx64 "%06" PRIx64 "%09" PRIx64
		"\n",
		naa.number, oui.number, unique.number);
	fprintf(out, "\t%s\t\t: %" PRIx64 "\n", ata_facts[ATA_WWN_NAA].label,
		naa.number);
	fprintf(out, "\t%s\t: %06" PRIx64 "\n", ata_facts[ATA_WWN_OUI].label,
		oui.number);
	fprintf(out, "\t%s\t: %09" PRIx64 "\n", ata_facts[ATA_WWN_ID].label,
		unique.number);
}

void part_reset_result(FILE *out, const struct ata_identify *id)
{
	struct ata_value value;
	bool is_device0;
	const char *by;

	if (!part_value(id, ATA_CABLE_80_WIRE, &value))
		return;
	fprintf(out, "HW reset results:\n\tCBLID- %s Vih\n",
		value.number ? "above" : "below");
	is_device0 = ata_fact_true(id, ATA_DEVICE0_SET);
	part_value(id, is_device0 ? ATA_DEVICE0_NUMBER : ATA_DEVICE1_NUMBER, &value);
	by = ata_name(ATA_NAMES_DEVICE_NUMBER, (uint32_t)value.number);
	fprintf(out, "\tDevice num = %d%s%s\n", is_device0 ? 0 : 1,
		by ? " determined by " : "", by ? by : "");
}

/* What byte 511 is, and what it should be. */
static uint8_t checksum_found(const struct ata_identify *id)
{
	return (uint8_t)(id->word[ATA_IDENTIFY_WORDS - 1] >> 8);
}

static uint8_t checksum_expected(const struct ata_identify *id)
{
	uint8_t signature = (uint8_t)id->word[ATA_IDENTIFY_WORDS - 1];
	uint8_t others = (uint8_t)(id->byte_sum - checksum_found(id) - signature);

	return (uint8_t) - (others + 0xa5);
}

/* ATA/ATAPI-5 brought the checksum: of older drives its absence says nothing. */
void part_checksum(FILE *out, const struct ata_identify *id)
{
	if (!id->rule[ATA_RULE_W255]) {
		if (!part_is_before(id, 5))
			fprintf(out,
				"Integrity word not set (found 0x%04x, expected "
				"0x%02xa5)\n",
				id->word[ATA_IDENTIFY_WORDS - 1],
				checksum_expected(id));
		return;
	}
	if (id->byte_sum == 0)
		fputs("Checksum: correct\n", out);
	else
		fprintf(out, "Checksum: incorrect (0x%02x), expected 0x%02x\n",
			checksum_found(id), checksum_expected(id));
}
