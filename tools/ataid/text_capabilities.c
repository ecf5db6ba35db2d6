/* SPDX-License-Identifier: BSD-2-Clause */
#include <inttypes.h>

#include "names.h"
#include "text_parts.h"

/* What the drive can do besides its features: addressing, timers, levels, modes. */

static void addressing(FILE *out, const struct ata_identify *id)
{
	static const enum ata_fact_id before[] = {
		ATA_PACKET_QUEUEING,
		ATA_PACKET_OVERLAP,
		ATA_LBA,
	};
	struct ata_value value;

	if (!part_value(id, ATA_IORDY, &value)) {
		fputs("\tLBA, IORDY: -\n", out);
		return;
	}
	putc('\t', out);
	for (size_t i = 0; i < sizeof(before) / sizeof(before[0]); i++) {
		if (ata_fact_true(id, before[i]))
			fprintf(out, "%s, ", ata_facts[before[i]].label);
	}
	if (value.number == 0 && id->rule[ATA_RULE_ATA_1])
		fputs("IORDY not likely\n", out);
	else
		fprintf(out, "IORDY%s(%s be disabled)\n",
			value.number ? "" : "(may be)",
			ata_fact_true(id, ATA_IORDY_DISABLE) ? "can" : "cannot");
}

/* Words 20, 21, 22 and 48 as ATA-1 and ATA-2 had them. */
static void ata1_buffer(FILE *out, const struct ata_identify *id)
{
	uint64_t code = ata_fact_number(id, ATA_BUFFER_TYPE, 0);
	const char *name = ata_name(ATA_NAMES_BUFFER_TYPE_TEXT, (uint32_t)code);

	if (id->rule[ATA_RULE_ATA_1] && name)
		fprintf(out, "\t%s: %04x: %s\n", ata_facts[ATA_BUFFER_TYPE].label,
			(unsigned int)code, name);
}

static bool is_cdrom(const struct ata_identify *id)
{
	return ata_fact_number(id, ATA_PACKET_TYPE, 0) == 5;
}

/* Word 83 came with ATA-3, where words 20 and 21 became the vendor's. */
static bool is_ata2(const struct ata_identify *id)
{
	return id->class == ATA_CLASS_A && part_is_before(id, 2) &&
	       !id->rule[ATA_RULE_W83];
}

/* One line, its items joined by the tab that starts each. */
static void buffer_line(FILE *out, const struct ata_identify *id)
{
	struct ata_value value;
	bool any = false;

	if ((is_ata2(id) || is_cdrom(id)) && part_value(id, ATA_BUFFER_SIZE, &value))
		any |= fprintf(out, "\tBuffer size: %.1fkB",
			       (double)value.number / 1024) > 0;
	if (part_is_before(id, 6) && part_value(id, ATA_ECC_BYTES, &value))
		any |= fprintf(out, "\tbytes avail on r/w long: %" PRIu64,
			       value.number) > 0;
	if (part_value(id, ATA_QUEUE_DEPTH_WORD, &value))
		any |= fprintf(out, "\tQueue depth: %" PRIu64, value.number + 1) > 0;
	if (any)
		putc('\n', out);
	if (part_value(id, ATA_ATA1_DWORD_IO, &value))
		fprintf(out, "\tCan%s perform double-word IO\n",
			value.number ? "" : "not");
}

static void kernel_depth(FILE *out, const struct subject *subject)
{
	const struct ata_identify *id = &subject->id;
	uint64_t depth = ata_fact_number(id, ATA_NCQ_DEPTH, 0);
	const int64_t kernel = subject->has_facts ? subject->facts.queue_depth : -1;

	if (depth > 0 && kernel >= 0 && (uint64_t)kernel != depth)
		fprintf(out, "\tQueue depth of the kernel: %" PRId64 "\n", kernel);
}

static void standby_timer(FILE *out, const struct ata_identify *id)
{
	struct ata_value value;

	if (!part_value(id, ATA_STANDBY_STANDARD, &value) || id->rule[ATA_RULE_ATA_1])
		return;
	fprintf(out, "\tStandby timer values: spec'd by %s",
		value.number ? "Standard" : "Vendor");
	if (part_value(id, ATA_STANDBY_MINIMUM, &value))
		fprintf(out, ", %s device specific minimum",
			value.number ? "with" : "no");
	putc('\n', out);
}

static void multiple_sectors(FILE *out, const struct ata_identify *id)
{
	struct ata_value value;

	if (id->class != ATA_CLASS_A)
		return;
	fputs("\tR/W multiple sector transfer: ", out);
	if (part_value(id, ATA_MULTIPLE_MAXIMUM, &value) && value.number == 0) {
		fputs("not supported\n", out);
		return;
	}
	fputs("Max = ", out);
	part_number(out, id, ATA_MULTIPLE_MAXIMUM, 0, "-");
	fputs("\tCurrent = ", out);
	part_number(out, id, ATA_MULTIPLE_CURRENT, 0, "?");
	putc('\n', out);
}

static void levels(FILE *out, const struct ata_identify *id)
{
	struct ata_value value;

	if (ata_fact_true(id, ATA_FEATURE_APM)) {
		fprintf(out, "\t%s: ", ata_facts[ATA_APM_LEVEL].label);
		if (part_value(id, ATA_APM_ENABLED, &value) && value.number == 0)
			fputs("disabled", out);
		else
			part_number(out, id, ATA_APM_LEVEL, 0, "-");
		putc('\n', out);
	}
	if (part_value(id, ATA_AAM_LEVEL, &value) && !part_is_zero(id, ATA_AAM_LEVEL)) {
		fprintf(out, "\t%s: ", ata_facts[ATA_AAM_RECOMMENDED].label);
		part_number(out, id, ATA_AAM_RECOMMENDED, 0, "-");
		fprintf(out, ", current value: %" PRIu64 "\n", value.number);
	}
}

static void packet_capabilities(FILE *out, const struct ata_identify *id)
{
	struct ata_value release;
	struct ata_value service;

	if (ata_fact_true(id, ATA_PACKET_RESET))
		fprintf(out, "\t%s\n", ata_facts[ATA_PACKET_RESET].label);
	part_value(id, ATA_PACKET_RELEASE_TIME, &release);
	part_value(id, ATA_PACKET_SERVICE_TIME, &service);
	if (release.known || service.known)
		fputs("\tOverlap support:", out);
	if (release.known)
		fprintf(out, " %" PRIu64 "us to release bus.", release.number);
	if (service.known)
		fprintf(out, " %" PRIu64 "us to clear BSY after SERVICE cmd.",
			service.number);
	if (release.known || service.known)
		putc('\n', out);
	if (ata_fact_true(id, ATA_DMADIR_REQUIRED))
		fprintf(out, "\t%s\n", ata_facts[ATA_DMADIR_REQUIRED].label);
}

/* A kind of mode: its facts, and the modes that are CompactFlash's are left out. */
struct modes {
	const char *name;
	enum ata_fact_id supported;
	enum ata_fact_id selected;
	uint8_t shown;
};

static const struct modes dma_modes[] = {
	{"sdma", ATA_SWDMA_SUPPORTED, ATA_SWDMA_SELECTED, 0x07},
	{"mdma", ATA_MWDMA_SUPPORTED, ATA_MWDMA_SELECTED, 0x07},
	{"udma", ATA_UDMA_SUPPORTED, ATA_UDMA_SELECTED, 0xff},
};
static const struct modes pio_modes = {"pio", ATA_PIO_SUPPORTED, ATA_PIO_SELECTED,
				       0x1f};

/* The bits that @fact is worked out from. */
static unsigned int source_bits(const struct ata_identify *id, enum ata_fact_id fact)
{
	for (size_t i = 0; i < ata_bits_count; i++) {
		const struct ata_bits *row = &ata_bits_table[i];

		if (row->fact == fact && ata_class_applies(row->class, id))
			return ata_bits(id->word[row->first], row->high, row->low);
	}
	return 0;
}

/* More than one bit may be set: an oddity, and shown as it is. */
static unsigned int selected_modes(const struct ata_identify *id,
				   const struct modes *modes)
{
	struct ata_value value;

	if (part_value(id, modes->selected, &value))
		return 1u << value.number;
	if (!part_value(id, modes->supported, &value) || modes == &dma_modes[0])
		return 0;
	return source_bits(id, modes->selected);
}

/* Returns how many of them are selected. */
static unsigned int mode_list(FILE *out, const struct ata_identify *id,
			      const struct modes *modes)
{
	unsigned int supported =
		(unsigned int)ata_fact_number(id, modes->supported, 0) & modes->shown;
	unsigned int selected = selected_modes(id, modes) & modes->shown;
	unsigned int count = 0;

	for (unsigned int mode = 0; mode < 8; mode++) {
		if (!((supported | selected) & 1u << mode))
			continue;
		count += selected >> mode & 1;
		fprintf(out, " %s%s%u", selected & 1u << mode ? "*" : "", modes->name,
			mode);
	}
	return count;
}

static bool any_dma_mode(const struct ata_identify *id)
{
	for (size_t i = 0; i < sizeof(dma_modes) / sizeof(dma_modes[0]); i++) {
		if (ata_fact_true(id, dma_modes[i].supported))
			return true;
	}
	return false;
}

static void cycle_time(FILE *out, const struct ata_identify *id, enum ata_fact_id first,
		       const char *first_name, enum ata_fact_id second,
		       const char *second_name)
{
	struct ata_value value;
	bool has_first = part_value(id, first, &value);
	uint64_t first_ns = value.number;
	bool has_second = part_value(id, second, &value);

	if (!has_first && !has_second)
		return;
	fputs("\t     Cycle time:", out);
	if (has_first)
		fprintf(out, " %s=%" PRIu64 "ns", first_name, first_ns);
	if (has_second)
		fprintf(out, " %s=%" PRIu64 "ns", second_name, value.number);
	putc('\n', out);
}

static void dma(FILE *out, const struct ata_identify *id)
{
	unsigned int selected = 0;
	struct ata_value value;

	if (!part_value(id, ATA_DMA, &value) && !any_dma_mode(id)) {
		fputs("\tDMA: -\n", out);
		return;
	}
	fputs("\tDMA:", out);
	/* A device that needs DMADIR says in word 62 what it can do. */
	if (part_value(id, ATA_DMA, &value) && value.number == 0 &&
	    !ata_fact_true(id, ATA_DMADIR_REQUIRED)) {
		fputs(" not supported\n", out);
		return;
	}
	for (size_t i = 0; i < sizeof(dma_modes) / sizeof(dma_modes[0]); i++)
		selected += mode_list(out, id, &dma_modes[i]);
	/* One mode is in use; when it is not one, nobody knows which. */
	fputs(selected == 1 ? "\n" : " (?)\n", out);
	if (ata_fact_true(id, ATA_PACKET_INTERLEAVED))
		fputs("\t     Interleaved DMA support\n", out);
	cycle_time(out, id, ATA_MWDMA_MIN_CYCLE, "min", ATA_MWDMA_REC_CYCLE,
		   "recommended");
}

static void pio(FILE *out, const struct ata_identify *id)
{
	struct ata_value value;

	fputs("\tPIO:", out);
	if (part_value(id, ATA_PIO_SUPPORTED, &value))
		mode_list(out, id, &pio_modes);
	else
		fputs(" unknown", out);
	putc('\n', out);
	cycle_time(out, id, ATA_PIO_CYCLE, "no flow control", ATA_PIO_IORDY_CYCLE,
		   " IORDY flow control");
}

void part_capabilities(FILE *out, const struct subject *subject)
{
	const struct ata_identify *id = &subject->id;

	fputs("Capabilities:\n", out);
	addressing(out, id);
	ata1_buffer(out, id);
	buffer_line(out, id);
	kernel_depth(out, subject);
	standby_timer(out, id);
	multiple_sectors(out, id);
	levels(out, id);
	packet_capabilities(out, id);
	dma(out, id);
	pio(out, id);
}
