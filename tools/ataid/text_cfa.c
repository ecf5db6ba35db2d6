/* SPDX-License-Identifier: BSD-2-Clause */
#include <inttypes.h>

#include "names.h"
#include "text_parts.h"

/* Words 160 to 164 of CompactFlash (CF+ and CompactFlash 4.1, IDENTIFY DEVICE). */

/*
 * Modes of which a number says how many there are: none for 0, or for @bias 1 one. The
 * first of them is @first.
 */
struct cfa_modes {
	const char *name;
	enum ata_fact_id supported;
	enum ata_fact_id selected;
	uint8_t first;
	uint8_t bias;
};

static const struct cfa_modes cfa_modes[] = {
	{"pio", ATA_CFA_PIO_SUPPORTED, ATA_CFA_PIO_SELECTED, 5, 0},
	{"mdma", ATA_CFA_MWDMA_SUPPORTED, ATA_CFA_MWDMA_SELECTED, 3, 0},
	{"io_udma", ATA_CFA_IO_UDMA, ATA_CFA_UDMA_SELECTED, 4, 1},
	{"mem_udma", ATA_CFA_MEMORY_UDMA, ATA_CFA_UDMA_SELECTED, 4, 1},
};

static bool any_modes(const struct ata_identify *id)
{
	return ata_fact_true(id, ATA_CFA_PIO_SUPPORTED) ||
	       ata_fact_true(id, ATA_CFA_MWDMA_SUPPORTED) ||
	       ata_fact_true(id, ATA_CFA_TIMING_VALID);
}

static void mode_names(FILE *out, const struct ata_identify *id,
		       const struct cfa_modes *modes)
{
	struct ata_value value;
	uint64_t count = 0;
	uint64_t selected = UINT64_MAX;

	if (part_value(id, modes->supported, &value))
		count = value.number + modes->bias;
	/* Of what has no bias 0 is "none selected". */
	if (part_value(id, modes->selected, &value))
		selected = value.number + modes->bias - 1;
	for (uint64_t i = 0; i < count; i++)
		fprintf(out, " %s%s%u", i == selected ? "*" : "", modes->name,
			modes->first + (unsigned int)i);
}

static void cycle_time(FILE *out, const struct ata_identify *id, const char *name,
		       enum ata_fact_id fact, enum ata_names table)
{
	struct ata_value value;
	const char *text;

	if (!part_value(id, fact, &value))
		return;
	text = ata_name(table, (uint32_t)value.number);
	fprintf(out, "\t\tCFA max advanced %s cycle time: %s\n", name,
		text ? text : "-");
}

static void advanced_modes(FILE *out, const struct ata_identify *id)
{
	cycle_time(out, id, "io_udma", ATA_CFA_IO_CYCLE, ATA_NAMES_CFA_IO_CYCLE);
	cycle_time(out, id, "mem_udma", ATA_CFA_MEMORY_CYCLE,
		   ATA_NAMES_CFA_MEMORY_CYCLE);
	if (!any_modes(id))
		return;
	fputs("\t   *\tCFA advanced modes:", out);
	for (size_t i = 0; i < sizeof(cfa_modes) / sizeof(cfa_modes[0]); i++)
		mode_names(out, id, &cfa_modes[i]);
	putc('\n', out);
}

static void power_level(FILE *out, const struct ata_identify *id)
{
	struct ata_value value;

	if (!part_value(id, ATA_CFA_POWER_DISABLED, &value))
		return;
	fprintf(out, "\t   %c\tCFA Power Level 1", value.number ? ' ' : '*');
	if (ata_fact_true(id, ATA_CFA_POWER_REQUIRED))
		fputs(" required", out);
	if (part_value(id, ATA_CFA_POWER_MA, &value) && value.number > 0)
		fprintf(out, " (max %" PRIu64 "mA)", value.number);
	putc('\n', out);
}

void part_compact_flash(FILE *out, const struct ata_identify *id)
{
	advanced_modes(out, id);
	power_level(out, id);
	if (ata_fact_true(id, ATA_CFA_CPRM))
		fprintf(out, "\t\t%s\n", ata_facts[ATA_CFA_CPRM].label);
}
