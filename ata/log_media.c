/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>

#include "log_row.h"

/*
 * Logs of the medium and of how it is reached (ACS-6 9): pending defects 0Ch, command
 * duration limits 18h, sector configuration 2Fh, concurrent positioning ranges 47h.
 */
enum {
	DEFECT_BYTES = 16,
	DEFECTS_FIRST = 16, /* of page 0, after the count */
	POLICIES = 7,
	POLICY_BYTES = 32,
	READ_POLICIES = 64,
	WRITE_POLICIES = 288,
	SECTOR_FORMATS = 8,
	SECTOR_FORMAT_BYTES = 16,
	RANGES_FIRST = 64,
	RANGE_BYTES = 32,
};

// clang-format off
static const struct ata_log_row defect[] = {
	ROW_N(8, 8, "lba", NULL, "LBA")
	ROW_NN(0, 4, ONES, "power_on_hours", "h", "Found at")
};

static const struct ata_log_row policy[] = {
	ROW_B(0, 3, 0, "total_policy", NULL, "Total policy")
	ROW_B(0, 7, 4, "active_policy", NULL, "Active policy")
	ROW_B(0, 11, 8, "inactive_policy", NULL, "Inactive policy")
	ROW_N(4, 4, "active_us", "us", "Active limit")
	ROW_N(8, 4, "inactive_us", "us", "Inactive limit")
	ROW_N(16, 4, "total_us", "us", "Total limit")
};

/* The size is in words, as in IDENTIFY DEVICE words 117 and 118. */
static const struct ata_log_row sector_format[] = {
	ROW_N(2, 2, "command_check", NULL, "Command check")
	ROW_NS(4, 4, 2, "logical_sector_bytes", "bytes", "Logical sector")
};

static const struct ata_log_row range[] = {
	ROW_N(0, 1, "number", NULL, "Number")
	ROW_N(1, 1, "storage_elements", NULL, "Storage elements")
	ROW_N(8, 8, "first_lba", NULL, "First LBA")
	ROW_N(16, 8, "sectors", NULL, "Logical sectors")
};
// clang-format on

static void give(const struct ata_log_sink *sink, const uint8_t *at,
		 const struct ata_log_row *rows, size_t count)
{
	ata_log_object(sink, NULL, NULL);
	ata_log_rows(sink, at, rows, count);
	ata_log_end(sink);
}

static void say_truncated(const struct ata_log_sink *sink)
{
	ata_log_oddity(sink, "truncated", "some entries lie in pages that are missing");
}

/* Entries fill every page, but for the first 16 bytes of page 0. */
int ata_log_decode_pending(const struct ata_log_pages *pages)
{
	const struct ata_log_sink *sink = pages->sink;
	size_t length = pages->count * ATA_LOG_PAGE_BYTES;
	size_t at = pages->first == 0 ? DEFECTS_FIRST : 0;
	size_t room = (length - at) / DEFECT_BYTES;
	uint64_t count = pages->first == 0 ? ata_log_load(pages->data, 4) : room;

	if (pages->first == 0)
		ata_log_number(sink, "count", "Pending defects", NULL, count);
	ata_log_list(sink, "defects", "Defects");
	for (size_t i = 0; i < count && i < room; i++) {
		const uint8_t *entry = pages->data + at + i * DEFECT_BYTES;

		/* How many are in later pages only page 0 knows. */
		if (pages->first == 0 || !ata_log_is_all(entry, DEFECT_BYTES, 0))
			give(sink, entry, defect, ATA_LOG_COUNT(defect));
	}
	ata_log_end(sink);
	if (count > room)
		say_truncated(sink);
	return 0;
}

static void give_policies(const struct ata_log_pages *pages, size_t at, const char *key,
			  const char *label)
{
	const struct ata_log_sink *sink = pages->sink;

	ata_log_list(sink, key, label);
	for (size_t i = 0; i < POLICIES; i++)
		give(sink, pages->data + at + POLICY_BYTES * i, policy,
		     ATA_LOG_COUNT(policy));
	ata_log_end(sink);
}

int ata_log_decode_duration_limits(const struct ata_log_pages *pages)
{
	if (pages->first != 0)
		return -ENOTSUP;
	ata_log_number(pages->sink, "performance_versus_completion",
		       "Performance versus completion", NULL,
		       ata_log_bits(pages->data, 3, 0));
	give_policies(pages, READ_POLICIES, "read_policies", "Read policies 1 to 7");
	give_policies(pages, WRITE_POLICIES, "write_policies", "Write policies 1 to 7");
	return 0;
}

int ata_log_decode_sectors(const struct ata_log_pages *pages)
{
	const struct ata_log_sink *sink = pages->sink;

	if (pages->first != 0)
		return -ENOTSUP;
	ata_log_list(sink, "formats", "Sector formats");
	for (unsigned int i = 0; i < SECTOR_FORMATS; i++) {
		const uint8_t *at = pages->data + (size_t)SECTOR_FORMAT_BYTES * i;

		if (!(at[0] & 0x80))
			continue;
		ata_log_object(sink, NULL, NULL);
		ata_log_number(sink, "index", "Index", NULL, i);
		ATA_LOG_ROWS(sink, at, sector_format);
		ata_log_end(sink);
	}
	ata_log_end(sink);
	return 0;
}

int ata_log_decode_ranges(const struct ata_log_pages *pages)
{
	const struct ata_log_sink *sink = pages->sink;
	size_t length = pages->count * ATA_LOG_PAGE_BYTES;
	size_t room = (length - RANGES_FIRST) / RANGE_BYTES;
	size_t count = pages->data[0];

	if (pages->first != 0)
		return -ENOTSUP;
	ata_log_number(sink, "count", "Ranges", NULL, count);
	ata_log_list(sink, "ranges", "Concurrent positioning ranges");
	for (size_t i = 0; i < count && i < room; i++)
		give(sink, pages->data + RANGES_FIRST + i * RANGE_BYTES, range,
		     ATA_LOG_COUNT(range));
	ata_log_end(sink);
	if (count > room)
		say_truncated(sink);
	return 0;
}
