/* SPDX-License-Identifier: BSD-2-Clause */
#include <inttypes.h>

#include "names.h"
#include "text_parts.h"

/* How big the drive is, and of what. */

static void packet_configuration(FILE *out, const struct ata_identify *id)
{
	const char *drq = ata_name(ATA_NAMES_DRQ_RESPONSE,
				   (uint32_t)ata_fact_number(id, ATA_PACKET_DRQ, 0));
	const char *size =
		ata_name(ATA_NAMES_PACKET_SIZE,
			 (uint32_t)ata_fact_number(id, ATA_PACKET_COMMAND_SIZE, 0));

	fprintf(out, "\tDRQ response: %s\n", drq ? drq : "unknown.");
	fprintf(out, "\tPacket size: %s\n", size ? size : "Unknown");
}

static void ata1_configuration(FILE *out, const struct ata_identify *id)
{
	static const enum ata_fact_id bits[] = {
		ATA_ATA1_HARD_SECTORED, ATA_ATA1_SOFT_SECTORED, ATA_ATA1_NOT_MFM,
		ATA_ATA1_HEAD_SWITCH,   ATA_ATA1_SPINDLE,       ATA_FIXED_DRIVE,
		ATA_ATA1_RATE_5,        ATA_ATA1_RATE_10,       ATA_ATA1_RATE_OVER_10,
		ATA_ATA1_TOLERANCE,     ATA_ATA1_STROBE_OFFSET, ATA_ATA1_TRACK_OFFSET,
		ATA_ATA1_SPEED_GAP,
	};

	if (!id->rule[ATA_RULE_ATA_1])
		return;
	for (size_t i = 0; i < sizeof(bits) / sizeof(bits[0]); i++) {
		if (ata_fact_true(id, bits[i]))
			fprintf(out, "\t%s\n", ata_facts[bits[i]].label);
		if (bits[i] == ATA_FIXED_DRIVE && ata_fact_true(id, ATA_REMOVABLE))
			fputs("\tremovable drive\n", out);
	}
}

static void chs_row(FILE *out, const struct ata_identify *id, const char *label,
		    enum ata_fact_id most, enum ata_fact_id now)
{
	fprintf(out, "\t%s\t", label);
	part_number(out, id, most, 0, "-");
	putc('\t', out);
	part_number(out, id, now, 0, "-");
	putc('\n', out);
}

static void unformatted(FILE *out, const struct ata_identify *id)
{
	struct ata_value value;

	if (!part_value(id, ATA_UNFORMATTED_TRACK, &value) &&
	    !part_value(id, ATA_UNFORMATTED_SECTOR, &value))
		return;
	fputs("\tbytes/track: ", out);
	part_number(out, id, ATA_UNFORMATTED_TRACK, 0, "-");
	fputs("\tbytes/sector: ", out);
	part_number(out, id, ATA_UNFORMATTED_SECTOR, 0, "-");
	putc('\n', out);
}

static void geometry(FILE *out, const struct ata_identify *id)
{
	struct ata_value value;

	if (!part_value(id, ATA_CHS_CYLINDERS, &value) && ata_fact_true(id, ATA_LBA)) {
		fputs("\tCHS addressing not supported\n", out);
		return;
	}
	fputs("\tLogical\t\tmax\tcurrent\n", out);
	chs_row(out, id, "cylinders", ATA_CHS_CYLINDERS, ATA_CHS_NOW_CYLINDERS);
	chs_row(out, id, "heads\t", ATA_CHS_HEADS, ATA_CHS_NOW_HEADS);
	chs_row(out, id, "sectors/track", ATA_CHS_SECTORS, ATA_CHS_NOW_SECTORS);
	fputs("\t--\n", out);
	unformatted(out, id);
	if (id->rule[ata_facts[ATA_CHS_NOW_CYLINDERS].rule]) {
		fprintf(out, "\t%s:", ata_facts[ATA_CHS_NOW_CAPACITY].label);
		part_number(out, id, ATA_CHS_NOW_CAPACITY, 12, "-");
		putc('\n', out);
	}
}

static void native_max(FILE *out, const struct subject *subject)
{
	uint64_t visible = ata_fact_number(&subject->id, ATA_CAPACITY_BLOCKS, 0);
	uint64_t native = subject->native_max_blocks;

	if (!subject->native_max_asked)
		return;
	fputs("\tNative max addressable sectors: ", out);
	if (!subject->native_max_known)
		fprintf(out, "%12s", "-");
	else
		fprintf(out, "%12" PRIu64, native);
	if (subject->native_max_known && visible > 0 && native > visible)
		fprintf(out, " (%" PRIu64 " hidden)", native - visible);
	putc('\n', out);
}

static void sector_counts(FILE *out, const struct subject *subject)
{
	static const enum ata_fact_id counts[] = {
		ATA_LBA28_SECTORS,
		ATA_LBA48_SECTORS,
		ATA_EXTENDED_SECTOR_COUNT,
	};
	struct ata_value value;

	for (size_t i = 0; i < sizeof(counts) / sizeof(counts[0]); i++) {
		if (part_value(&subject->id, counts[i], &value))
			fprintf(out, "\t%s:%12" PRIu64 "\n", ata_facts[counts[i]].label,
				value.number);
	}
	native_max(out, subject);
}

static void bytes_line(FILE *out, const char *label, uint64_t bytes)
{
	fprintf(out, "\t%-31s %11" PRIu64 " bytes\n", label, bytes);
}

static void sector_sizes(FILE *out, const struct ata_identify *id)
{
	uint64_t logical = ata_fact_number(id, ATA_LOGICAL_BLOCK_SIZE, 0);
	struct ata_value value;

	if (!id->rule[ATA_RULE_W106]) {
		bytes_line(out, "Logical/Physical Sector size:", logical);
		return;
	}
	bytes_line(out, "Logical  Sector size:", logical);
	bytes_line(out, "Physical Sector size:",
		   ata_fact_number(id, ATA_PHYSICAL_BLOCK_SIZE, 0));
	if (part_value(id, ATA_LOGICAL_OFFSET, &value))
		bytes_line(out, "Logical Sector-0 offset:", value.number * logical);
}

#define MEBI (UINT64_C(1) << 20)
#define MEGA UINT64_C(1000000)
#define GIGA (1000 * MEGA)

static void device_size(FILE *out, const struct subject *subject)
{
	const int64_t kernel = subject->has_facts ? subject->facts.capacity_bytes : -1;
	struct ata_value value;

	if (!part_value(&subject->id, ATA_CAPACITY_BYTES, &value)) {
		fprintf(out, "\tdevice size with M = 1024*1024: %11s MBytes\n", "-");
		fprintf(out, "\tdevice size with M = 1000*1000: %11s MBytes\n", "-");
	} else {
		fprintf(out, "\tdevice size with M = 1024*1024: %11" PRIu64 " MBytes\n",
			value.number / MEBI);
		fprintf(out, "\tdevice size with M = 1000*1000: %11" PRIu64 " MBytes",
			value.number / MEGA);
		if (value.number >= GIGA)
			fprintf(out, " (%" PRIu64 " GB)", value.number / GIGA);
		putc('\n', out);
	}
	if (kernel >= 0 && !(value.known && value.number == (uint64_t)kernel))
		fprintf(out, "\tdevice size by the kernel: %16" PRId64 " bytes\n",
			kernel);
}

static void buffer(FILE *out, const struct ata_identify *id)
{
	uint64_t code = ata_fact_number(id, ATA_BUFFER_TYPE, 0);
	const char *type = ata_name(ATA_NAMES_BUFFER_TYPE, (uint32_t)code);
	struct ata_value value;

	fputs("\tcache/buffer size  = ", out);
	if (!part_value(id, ATA_BUFFER_SIZE, &value)) {
		fputs("unknown\n", out);
		return;
	}
	fprintf(out, "%" PRIu64 "%s KBytes", value.number / 1024,
		value.number % 1024 ? ".5" : "");
	if (type)
		fprintf(out, " (type=%s)", type);
	putc('\n', out);
}

static void medium(FILE *out, const struct ata_identify *id)
{
	struct ata_value value;

	if (part_value(id, ATA_FORM_FACTOR, &value) && value.number != 0) {
		const char *name =
			ata_name(ATA_NAMES_FORM_FACTOR_TEXT, (uint32_t)value.number);

		if (name)
			fprintf(out, "\tForm Factor: %s\n", name);
		else
			fprintf(out, "\tForm Factor: unknown (0x%04x)\n",
				(unsigned int)value.number);
	}
	if (part_value(id, ATA_ROTATION_RATE, &value)) {
		fputs("\tNominal Media Rotation Rate: ", out);
		if (value.number == 0)
			fputs("Solid State Device\n", out);
		else
			fprintf(out, "%" PRIu64 "\n", value.number);
	}
	if (part_value(id, ATA_ZONED_CAPABILITIES, &value)) {
		fputs("\tZoned Device: ", out);
		part_string(out, &value);
		putc('\n', out);
	}
}

void part_configuration(FILE *out, const struct subject *subject)
{
	const struct ata_identify *id = &subject->id;

	fputs("Configuration:\n", out);
	if (id->class == ATA_CLASS_P) {
		packet_configuration(out, id);
	} else if (id->class == ATA_CLASS_A) {
		ata1_configuration(out, id);
		geometry(out, id);
		sector_counts(out, subject);
		sector_sizes(out, id);
		device_size(out, subject);
	}
	buffer(out, id);
	medium(out, id);
}
