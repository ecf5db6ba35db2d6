/* SPDX-License-Identifier: BSD-2-Clause */
#include "names.h"
#include "text_parts.h"

#include <string.h>

/* Who the drive is, by what it is reached, to which standards it is made. */

static void heading(FILE *out, const struct subject *subject)
{
	const struct ata_value name = {
		.known = true,
		.text = subject->name,
		.length = strlen(subject->name),
	};

	putc('\n', out);
	part_string(out, &name);
	fputs(":\n\n", out);
	if (subject->type == SUBJECT_CACHED)
		fputs("The kernel's copy, from when it last asked: nothing was "
		      "sent\n\n",
		      out);
}

static void kind(FILE *out, const struct ata_identify *id)
{
	const char *media = ata_fact_true(id, ATA_REMOVABLE) ? "" : "non-";
	uint64_t type = ata_fact_number(id, ATA_PACKET_TYPE, 0);
	const char *name = ata_name(ATA_NAMES_PERIPHERAL_TYPE, (uint32_t)type);

	if (id->class == ATA_CLASS_P)
		fprintf(out, "ATAPI %s, with %sremovable media\n",
			name ? name : "Unknown", media);
	else if (id->class == ATA_CLASS_UNKNOWN)
		fputs("Unknown device type\n", out);
	else if (ata_fact_true(id, ATA_CFA_DEVICE))
		fputs("CompactFlash ATA device\n", out);
	else
		fprintf(out, "ATA device, with %sremovable media\n", media);
}

#define SPIN_UP_INCOMPLETE 0x37c8
#define SPIN_UP_COMPLETE 0x738c

static void spin_up(FILE *out, const struct ata_identify *id)
{
	uint64_t code = ata_fact_number(id, ATA_SPECIFIC_CONFIGURATION, 0);

	if (code == SPIN_UP_INCOMPLETE || code == SPIN_UP_COMPLETE)
		fputs("powers-up in standby; SET FEATURES subcmd spins-up.\n", out);
	if (ata_fact_true(id, ATA_INCOMPLETE))
		fputs("\n\tWARNING: ID response incomplete.\n"
		      "\tWARNING: Following data may be incorrect.\n\n",
		      out);
}

/* Absent where all its words are 0 or its rule does not hold; blanks print "-". */
static void string(FILE *out, const struct ata_identify *id, enum ata_fact_id fact)
{
	struct ata_value value;

	if (!ata_class_applies(ata_facts[fact].class, id) ||
	    !id->rule[ata_facts[fact].rule] || part_is_zero(id, fact))
		return;
	part_label(out, ata_facts[fact].label);
	if (part_value(id, fact, &value))
		part_string(out, &value);
	else
		putc('-', out);
	putc('\n', out);
}

/* The standards of word 222: one bit each, their names in a table of the transport. */
static void transport_bits(FILE *out, uint64_t type, uint16_t bits)
{
	const enum ata_names table =
		type == 1 ? ATA_NAMES_SATA_REVISION : ATA_NAMES_PARALLEL_VERSION;

	for (uint32_t bit = 0; bit < 12; bit++) {
		const char *name = ata_name(table, bit);

		if (!(bits & 1u << bit))
			continue;
		if (name)
			fprintf(out, ", %s", name);
		else
			fprintf(out, ", 222.%u", bit);
	}
}

static void transport_minor(FILE *out, const struct ata_identify *id)
{
	struct ata_value value;

	if (!part_value(id, ATA_TRANSPORT_MINOR, &value))
		return;
	fputs("; Revision: ", out);
	if (part_value(id, ATA_TRANSPORT_MINOR_NAME, &value))
		part_string(out, &value);
	else
		fprintf(out, "0x%04x", id->word[ata_facts[ATA_TRANSPORT_MINOR].word]);
}

static void transport(FILE *out, const struct ata_identify *id)
{
	const uint16_t bits = part_bits(id, ATA_SATA_VERSION_VALUE);
	struct ata_value value;
	uint64_t type;

	if (!part_value(id, ATA_TRANSPORT_TYPE, &value))
		return;
	type = value.number;
	part_label(out, "Transport");
	if (part_value(id, ATA_TRANSPORT_NAME, &value))
		part_string(out, &value);
	else
		fprintf(out, "0x%x", (unsigned int)type);
	if (type <= 1)
		transport_bits(out, type, bits);
	else
		fprintf(out, ", 0x%03x", bits);
	transport_minor(out, id);
	putc('\n', out);
}

static void speed(FILE *out, const struct subject *subject)
{
	struct part_link link;

	part_link_of(subject, &link);
	if (link.now > 0 || link.drive > 0) {
		part_label(out, "Signaling speed");
		part_speed(out, "", link.now, " now");
		part_speed(out, link.now > 0 ? ", " : "", link.drive, " maximum");
		fputs(part_link_is_slow(&link) ? " (below maximum)\n" : "\n", out);
	}
	if (link.host > 0) {
		part_label(out, "Host port speed");
		part_speed(out, "", link.host, " maximum\n");
	}
}

void part_identity(FILE *out, const struct subject *subject)
{
	static const enum ata_fact_id strings[] = {
		ATA_MODEL_NAME,          ATA_SERIAL_NUMBER,
		ATA_FIRMWARE_VERSION,    ATA_ADDITIONAL_PRODUCT_ID,
		ATA_MEDIA_SERIAL_NUMBER, ATA_MEDIA_MANUFACTURER,
	};
	const struct ata_identify *id = &subject->id;

	heading(out, subject);
	kind(out, id);
	spin_up(out, id);
	for (size_t i = 0; i < sizeof(strings) / sizeof(strings[0]); i++)
		string(out, id, strings[i]);
	transport(out, id);
	speed(out, subject);
}

/* Words 73 and 74 of a CD-ROM before ATA/ATAPI-4: revision 2.5 is code 9. */
#define SFF_8020I_R2_5 9
#define PERIPHERAL_CDROM 5

/* Returns whether it says which standard. */
static bool cdrom_standard(FILE *out, const struct ata_identify *id)
{
	uint64_t versions = ata_fact_number(id, ATA_ATAPI_MAJOR, 0);

	if (ata_fact_number(id, ATA_PACKET_TYPE, 0) != PERIPHERAL_CDROM)
		return false;
	if (ata_fact_number(id, ATA_ATAPI_MINOR, 0) == SFF_8020I_R2_5)
		fputs("\tUsed: ATAPI for CD-ROMs, SFF-8020i, r2.5\n", out);
	if (versions < 1u << 1)
		return false;
	fputs("\tSupported: CD-ROM ATAPI", out);
	for (unsigned int bit = 15; bit > 0; bit--) {
		if (versions & 1u << bit)
			fprintf(out, "-%u ", bit);
	}
	putc('\n', out);
	return true;
}

static void minor_version(FILE *out, const struct ata_identify *id)
{
	struct ata_value value;
	const char *name;

	if (!part_value(id, ATA_ATA_VERSION_MINOR, &value))
		return;
	name = ata_name(ATA_NAMES_MINOR_VERSION, (uint32_t)value.number);
	if (name)
		fprintf(out, "\tUsed: %s\n", name);
	else
		fprintf(out, "\tUsed: unknown (minor revision code 0x%04x)\n",
			(unsigned int)value.number);
}

/* ATA/ATAPI-5 made the bit of ATA-1 obsolete, and so on; nothing else made one so. */
static unsigned int oldest_shown(unsigned int newest)
{
	if (newest >= 8)
		return 5;
	return newest >= 5 ? newest - 3 : 1;
}

static void major_version(FILE *out, const struct ata_identify *id)
{
	uint64_t bits = ata_fact_number(id, ATA_ATA_VERSION_MAJOR, 0);
	unsigned int newest = 0;

	for (unsigned int bit = 1; bit < 15; bit++) {
		if (bits & 1u << bit)
			newest = bit;
	}
	fputs("\tSupported:", out);
	for (unsigned int bit = newest; bit >= oldest_shown(newest); bit--) {
		if (bits & 1u << bit)
			fprintf(out, " %u", bit);
	}
	fprintf(out, "\n\tLikely used: %u\n", newest);
}

void part_standards(FILE *out, const struct ata_identify *id)
{
	bool known = false;

	fputs("Standards:\n", out);
	if (id->class == ATA_CLASS_P)
		known = cdrom_standard(out, id);
	minor_version(out, id);
	if (id->rule[ATA_RULE_MAJOR_KNOWN] && !part_is_before(id, 1))
		major_version(out, id);
	else if (!known)
		fputs("\tSupported: -\n", out);
}
