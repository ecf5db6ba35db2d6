/* SPDX-License-Identifier: BSD-2-Clause */
#include "derive.h"

/* Sizes: sectors, their bytes, cylinders, the buffer (ACS-6 7.13.6.45, 7.13.6.51). */

#define DEFAULT_SECTOR_BYTES 512
#define LEAST_SECTOR_WORDS 256
#define MOST_SECTOR_WORDS 32768

static uint32_t words_in_sector(const struct ata_identify *id)
{
	uint64_t words = ata_fact_number(id, ATA_LOGICAL_WORDS, 0);

	/* Below 256, odd or beyond 64 KiB they are rubbish, and an oddity says so. */
	if (words < LEAST_SECTOR_WORDS || words % 2 != 0 || words > MOST_SECTOR_WORDS)
		return DEFAULT_SECTOR_BYTES / 2;
	return (uint32_t)words;
}

void ata_derive_logical_block_size(const struct ata_identify *id,
				   struct ata_value *value)
{
	derive_number(value, UINT64_C(2) * words_in_sector(id));
}

void ata_derive_physical_block_size(const struct ata_identify *id,
				    struct ata_value *value)
{
	uint64_t shift = ata_fact_number(id, ATA_SECTORS_PER_PHYSICAL, 0);

	derive_number(value, UINT64_C(2) * words_in_sector(id) << shift);
}

static uint64_t chs_sectors(const struct ata_identify *id, enum ata_fact_id cylinders)
{
	return ata_fact_number(id, cylinders, 0) *
	       ata_fact_number(id, cylinders + 1, 0) *
	       ata_fact_number(id, cylinders + 2, 0);
}

/* The qword or dword of @fact; all ones is no count. */
static uint64_t sectors(const struct ata_identify *id, enum ata_fact_id fact,
			uint64_t ones)
{
	uint64_t count = ata_fact_number(id, fact, 0);

	return count == ones ? 0 : count;
}

void ata_derive_capacity_blocks(const struct ata_identify *id, struct ata_value *value)
{
	uint64_t count = sectors(id, ATA_EXTENDED_SECTOR_COUNT, UINT64_MAX);

	if (count == 0)
		count = sectors(id, ATA_LBA48_SECTORS, UINT64_MAX);
	if (count == 0)
		count = sectors(id, ATA_LBA28_SECTORS, UINT32_MAX);
	if (count == 0 && !id->rule[ATA_RULE_LBA]) {
		count = chs_sectors(id, ATA_CHS_NOW_CYLINDERS);
		if (count == 0)
			count = chs_sectors(id, ATA_CHS_CYLINDERS);
	}
	if (count > 0)
		derive_number(value, count);
}

void ata_derive_capacity_bytes(const struct ata_identify *id, struct ata_value *value)
{
	uint64_t bytes = UINT64_C(2) * words_in_sector(id);
	uint64_t count = ata_fact_number(id, ATA_CAPACITY_BLOCKS, 0);

	if (count > 0 && count <= UINT64_MAX / bytes)
		derive_number(value, count * bytes);
}

/* ATA-1 did not say which of words 57 and 58 comes first: the nearer to C × H × S. */
void ata_derive_chs_current_capacity(const struct ata_identify *id,
				     struct ata_value *value)
{
	uint64_t product = chs_sectors(id, ATA_CHS_NOW_CYLINDERS);
	uint64_t low_first = (uint32_t)id->word[58] << 16 | id->word[57];
	uint64_t high_first = (uint32_t)id->word[57] << 16 | id->word[58];
	uint64_t low_error =
		low_first > product ? low_first - product : product - low_first;
	uint64_t high_error =
		high_first > product ? high_first - product : product - high_first;

	if (!id->rule[ATA_RULE_W53_0] || low_first == 0 || low_first == UINT32_MAX)
		return;
	/* Near it, not only nearer: words 54 to 56 may be the ones that are wrong. */
	derive_number(value, high_error < low_error && high_error <= product / 10
				     ? high_first
				     : low_first);
}

void ata_derive_buffer_size(const struct ata_identify *id, struct ata_value *value)
{
	if (derive_is_set(id->word[21]))
		derive_number(value, UINT64_C(512) * id->word[21]);
}
