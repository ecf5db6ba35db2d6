/* SPDX-License-Identifier: BSD-2-Clause */
#include "derive.h"
#include "names.h"

/* Signalling speeds (ACS-6 7.13.6.26 and 7.13.6.27), transport, queueing, modes. */

void ata_derive_transport_name(const struct ata_identify *id, struct ata_value *value)
{
	uint64_t type = ata_fact_number(id, ATA_TRANSPORT_TYPE, UINT32_MAX);

	derive_text(value, ata_name(ATA_NAMES_TRANSPORT, (uint32_t)type));
}

void ata_derive_transport_minor_name(const struct ata_identify *id,
				     struct ata_value *value)
{
	uint64_t code = ata_fact_number(id, ATA_TRANSPORT_MINOR, 0);

	derive_text(value, ata_name(ATA_NAMES_TRANSPORT_MINOR, (uint32_t)code));
}

/* Generation 1 to 3 of the fastest speed in word 76; 0 when it is not reported. */
static unsigned int max_generation(const struct ata_identify *id)
{
	if (!id->rule[ATA_RULE_W76])
		return 0;
	for (unsigned int generation = 3; generation > 0; generation--) {
		if (id->word[76] & 1u << generation)
			return generation;
	}
	return 0;
}

/* Word 77 bits 3:1; 0 when it is not reported, 4 to 7 are reserved. */
static unsigned int current_code(const struct ata_identify *id)
{
	return id->rule[ATA_RULE_W77] ? ata_bits(id->word[77], 3, 1) : 0;
}

static unsigned int current_generation(const struct ata_identify *id)
{
	unsigned int code = current_code(id);

	return code <= 3 ? code : 0;
}

/* In units of 100 Mb/s, as smartctl gives it. */
static void speed_units(unsigned int generation, struct ata_value *value)
{
	static const uint8_t units[] = {0, 15, 30, 60};

	if (generation > 0 && generation < sizeof(units))
		derive_number(value, units[generation]);
}

#define BITS_PER_UNIT 100000000

static void speed_unit(unsigned int generation, struct ata_value *value)
{
	if (generation > 0)
		derive_number(value, BITS_PER_UNIT);
}

static void speed_bits(unsigned int generation, struct ata_value *value)
{
	speed_units(generation, value);
	if (value->known)
		value->number *= BITS_PER_UNIT;
}

void ata_derive_speed_max_value(const struct ata_identify *id, struct ata_value *value)
{
	if (id->rule[ATA_RULE_W76] && id->word[76] & 0x00fe)
		derive_number(value, id->word[76] & 0x00fe);
}

void ata_derive_speed_max_string(const struct ata_identify *id, struct ata_value *value)
{
	derive_text(value, ata_name(ATA_NAMES_SPEED, max_generation(id)));
}

void ata_derive_speed_max_units(const struct ata_identify *id, struct ata_value *value)
{
	speed_units(max_generation(id), value);
}

void ata_derive_speed_max_bits(const struct ata_identify *id, struct ata_value *value)
{
	speed_unit(max_generation(id), value);
}

void ata_derive_speed_now_value(const struct ata_identify *id, struct ata_value *value)
{
	if (current_code(id) > 0)
		derive_number(value, current_code(id));
}

void ata_derive_speed_now_string(const struct ata_identify *id, struct ata_value *value)
{
	derive_text(value, ata_name(ATA_NAMES_SPEED, current_generation(id)));
}

void ata_derive_speed_now_units(const struct ata_identify *id, struct ata_value *value)
{
	speed_units(current_generation(id), value);
}

void ata_derive_speed_now_bits(const struct ata_identify *id, struct ata_value *value)
{
	speed_unit(current_generation(id), value);
}

void ata_derive_link_max(const struct ata_identify *id, struct ata_value *value)
{
	speed_bits(max_generation(id), value);
}

void ata_derive_link_now(const struct ata_identify *id, struct ata_value *value)
{
	speed_bits(current_generation(id), value);
}

void ata_derive_ncq_depth(const struct ata_identify *id, struct ata_value *value)
{
	if (id->rule[ATA_RULE_NCQ] && id->word[75] != 0xffff)
		derive_number(value, ata_bits(id->word[75], 4, 0) + 1u);
}

/* Word 163: modes beyond those of any other word, on CompactFlash. */
static unsigned int cfa_modes(const struct ata_identify *id, enum ata_fact_id fact)
{
	uint64_t most = ata_fact_number(id, fact, 0);

	return most <= 2 ? (1u << most) - 1 : 0;
}

/* PIO 3 and 4 are in word 64; a drive without that word has up to PIO 2 (word 51). */
void ata_derive_pio_supported(const struct ata_identify *id, struct ata_value *value)
{
	unsigned int modes = 0;

	if (id->rule[ATA_RULE_W53_1] && id->word[64] != 0xffff) {
		modes = 0x07 | ata_bits(id->word[64], 1, 0) << 3;
	} else {
		uint64_t mode = ata_fact_number(id, ATA_PIO_LEGACY_MODE, 3);

		if (mode > 2)
			return;
		modes = (2u << mode) - 1;
	}
	derive_number(value, modes | cfa_modes(id, ATA_CFA_PIO_SUPPORTED) << 5);
}

void ata_derive_pio_selected(const struct ata_identify *id, struct ata_value *value)
{
	uint64_t mode = ata_fact_number(id, ATA_CFA_PIO_SELECTED, 0);

	/* No other word says which PIO mode is in use. */
	if (mode == 1 || mode == 2)
		derive_number(value, mode + 4);
}

/* The number of the only bit set; unknown when there is none or there are several. */
static void only_bit(unsigned int bits, struct ata_value *value)
{
	unsigned int number = 0;

	if (bits == 0 || (bits & (bits - 1)) != 0)
		return;
	while (bits >>= 1)
		number++;
	derive_number(value, number);
}

void ata_derive_mwdma_supported(const struct ata_identify *id, struct ata_value *value)
{
	unsigned int modes = cfa_modes(id, ATA_CFA_MWDMA_SUPPORTED) << 3;

	if (id->class == ATA_CLASS_P && id->rule[ATA_RULE_DMADIR])
		derive_number(value, ata_bits(id->word[62], 9, 7));
	else if (id->word[63] != 0xffff)
		derive_number(value, ata_bits(id->word[63], 2, 0) | modes);
}

void ata_derive_mwdma_selected(const struct ata_identify *id, struct ata_value *value)
{
	uint64_t mode = ata_fact_number(id, ATA_CFA_MWDMA_SELECTED, 0);

	if (mode == 1 || mode == 2)
		derive_number(value, mode + 2);
	else if (id->word[63] != 0xffff)
		only_bit(ata_bits(id->word[63], 10, 8), value);
}

/* Mode 7 is CompactFlash's (CF 6.0 ?; the ATA standards reserve the bit). */
static unsigned int udma_most(const struct ata_identify *id)
{
	return id->rule[ATA_RULE_CFA] ? 7 : 6;
}

void ata_derive_udma_supported(const struct ata_identify *id, struct ata_value *value)
{
	if (id->class == ATA_CLASS_P && id->rule[ATA_RULE_DMADIR])
		derive_number(value, ata_bits(id->word[62], 6, 0));
	else if (id->rule[ATA_RULE_W53_2] && id->word[88] != 0xffff)
		derive_number(value, ata_bits(id->word[88], udma_most(id), 0));
}

void ata_derive_udma_selected(const struct ata_identify *id, struct ata_value *value)
{
	if (id->rule[ATA_RULE_W53_2] && id->word[88] != 0xffff)
		only_bit(ata_bits(id->word[88], 8 + udma_most(id), 8), value);
}

/* Word 62, where it still can be what ATA-1 and ATA-2 made it. */
static bool has_swdma_word(const struct ata_identify *id)
{
	uint16_t word = id->word[62];
	unsigned int selected = word >> 8;

	return !id->rule[ATA_RULE_ATAPI_SATA] && derive_is_set(word) &&
	       (word & 0x00f8) == 0 && (selected & ~7u) == 0 &&
	       (selected & (selected - 1)) == 0;
}

void ata_derive_swdma_supported(const struct ata_identify *id, struct ata_value *value)
{
	uint64_t mode;

	if (has_swdma_word(id)) {
		derive_number(value, ata_bits(id->word[62], 2, 0));
		return;
	}
	/* Word 52 is what there was before word 62. */
	mode = ata_fact_number(id, ATA_SWDMA_LEGACY_MODE, 3);
	if (id->rule[ATA_RULE_ATA_1] && ata_fact_true(id, ATA_DMA) && mode <= 2)
		derive_number(value, (2u << mode) - 1);
}

void ata_derive_swdma_selected(const struct ata_identify *id, struct ata_value *value)
{
	if (has_swdma_word(id))
		only_bit(ata_bits(id->word[62], 10, 8), value);
}
