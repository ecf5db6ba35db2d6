/* SPDX-License-Identifier: BSD-2-Clause */
#include "derive.h"

#include <string.h>

#include "names.h"

void derive_text(struct ata_value *value, const char *text)
{
	value->known = text != NULL;
	value->text = text;
	value->length = text ? (uint32_t)strlen(text) : 0;
}

void ata_derive_wwn_oui(const struct ata_identify *id, struct ata_value *value)
{
	if (id->rule[ATA_RULE_WWN_SET])
		derive_number(value, (uint32_t)ata_bits(id->word[108], 11, 0) << 12 |
					     ata_bits(id->word[109], 15, 4));
}

void ata_derive_wwn_id(const struct ata_identify *id, struct ata_value *value)
{
	if (id->rule[ATA_RULE_WWN_SET])
		derive_number(value, (uint64_t)ata_bits(id->word[109], 3, 0) << 32 |
					     (uint32_t)id->word[110] << 16 |
					     id->word[111]);
}

void ata_derive_rotation_rate(const struct ata_identify *id, struct ata_value *value)
{
	uint16_t word = id->word[217];

	if (!id->rule[ATA_RULE_MAJOR7])
		return;
	if (word == 1)
		derive_number(value, 0);
	else if (word > 0x400 && word != 0xffff)
		derive_number(value, word);
}

void ata_derive_form_factor_name(const struct ata_identify *id, struct ata_value *value)
{
	uint64_t code = ata_fact_number(id, ATA_FORM_FACTOR, 0);

	derive_text(value, ata_name(ATA_NAMES_FORM_FACTOR, (uint32_t)code));
}

/* ACS-6 7.41.8, SET FEATURES 05h. */
void ata_derive_apm_string(const struct ata_identify *id, struct ata_value *value)
{
	uint64_t level = ata_fact_number(id, ATA_APM_LEVEL, 0x100);

	if (level == 0x100)
		return;
	if (level == 0x00 || level == 0xff)
		derive_text(value, "reserved");
	else if (level == 0x01)
		derive_text(value, "minimum power consumption with standby");
	else if (level < 0x80)
		derive_text(value, "intermediate level with standby");
	else if (level == 0x80)
		derive_text(value, "minimum power consumption without standby");
	else if (level < 0xfe)
		derive_text(value, "intermediate level without standby");
	else
		derive_text(value, "maximum performance");
}

/* ATA8-ACS 7.47.13, SET FEATURES 42h. */
void ata_derive_aam_string(const struct ata_identify *id, struct ata_value *value)
{
	uint64_t level = ata_fact_number(id, ATA_AAM_LEVEL, 0x100);

	if (level == 0x100)
		return;
	if (level == 0xff)
		derive_text(value, "reserved");
	else if (level == 0xfe)
		derive_text(value, "maximum performance");
	else if (level > 0x80)
		derive_text(value, "intermediate level");
	else if (level == 0x80)
		derive_text(value, "most quiet");
	else
		derive_text(value, "vendor specific");
}

void ata_derive_zoned_capabilities(const struct ata_identify *id,
				   struct ata_value *value)
{
	uint64_t code = ata_fact_number(id, ATA_ZONED_VALUE, 0);

	derive_text(value, ata_name(ATA_NAMES_ZONED, (uint32_t)code));
}

/* Word 128 counts only where word 82 says that there is a Security feature set. */
void ata_derive_security_supported(const struct ata_identify *id,
				   struct ata_value *value)
{
	if (!id->rule[ATA_RULE_W82])
		return;
	if (!id->rule[ATA_RULE_SECURITY])
		derive_number(value, 0);
	else if (derive_is_set(id->word[128]))
		derive_number(value, id->word[128] & 1);
}

void ata_derive_security_level(const struct ata_identify *id, struct ata_value *value)
{
	if (id->rule[ATA_RULE_SECURITY] && derive_is_set(id->word[128]))
		derive_text(value, id->word[128] & 0x0100 ? "maximum" : "high");
}

/*
 * Words 89 and 90 (ACS-6 7.13.6.36): with bit 15 the time is in bits 14:0, else in bits
 * 7:0, both in units of 2 minutes; the largest value means "more than".
 */
static uint16_t erase_field(uint16_t word, uint16_t *most)
{
	*most = word & 0x8000 ? 0x7fff : 0x00ff;
	return word & *most;
}

static void erase_minutes(const struct ata_identify *id, uint16_t word, bool supported,
			  struct ata_value *value)
{
	uint16_t most;
	uint16_t field = erase_field(word, &most);

	if (id->rule[ATA_RULE_SECURITY] && supported && field != 0 && field != most)
		derive_number(value, 2u * field);
}

static void erase_overflow(const struct ata_identify *id, uint16_t word, bool supported,
			   struct ata_value *value)
{
	uint16_t most;
	uint16_t field = erase_field(word, &most);

	if (id->rule[ATA_RULE_SECURITY] && supported && field != 0)
		derive_number(value, field == most);
}

void ata_derive_erase_minutes(const struct ata_identify *id, struct ata_value *value)
{
	erase_minutes(id, id->word[89], true, value);
}

void ata_derive_erase_overflow(const struct ata_identify *id, struct ata_value *value)
{
	erase_overflow(id, id->word[89], true, value);
}

void ata_derive_enhanced_minutes(const struct ata_identify *id, struct ata_value *value)
{
	erase_minutes(id, id->word[90], ata_fact_true(id, ATA_SECURITY_ENHANCED),
		      value);
}

void ata_derive_enhanced_overflow(const struct ata_identify *id,
				  struct ata_value *value)
{
	erase_overflow(id, id->word[90], ata_fact_true(id, ATA_SECURITY_ENHANCED),
		       value);
}

/* Word 48 before Trusted Computing took it: 1 or 0, and nothing else. */
void ata_derive_dword_io(const struct ata_identify *id, struct ata_value *value)
{
	if (id->rule[ATA_RULE_ATA_1] && id->word[48] <= 1)
		derive_number(value, id->word[48]);
}

void ata_derive_cfa_device(const struct ata_identify *id, struct ata_value *value)
{
	if (id->rule[ATA_RULE_CFA] || id->rule[ATA_RULE_W83])
		derive_number(value, id->rule[ATA_RULE_CFA]);
}

/* Word 7 is the more significant one, unlike any other pair. */
void ata_derive_cfa_sectors(const struct ata_identify *id, struct ata_value *value)
{
	uint32_t sectors = (uint32_t)id->word[7] << 16 | id->word[8];

	if (id->rule[ATA_RULE_CFA] && sectors != 0 && sectors != UINT32_MAX)
		derive_number(value, sectors);
}

void ata_derive_checksum(const struct ata_identify *id, struct ata_value *value)
{
	if (!id->rule[ATA_RULE_W255])
		derive_text(value, "absent");
	else
		derive_text(value, id->byte_sum == 0 ? "valid" : "invalid");
}
