/* SPDX-License-Identifier: BSD-2-Clause */
#include "log_row.h"

/*
 * SMART error logs: 01h and 02h (ATA/ATAPI-7 8.55.14), registers of 28 bits, and 03h
 * (ACS-6 9.3), of 48.
 */
struct layout {
	size_t first, entry_bytes, entries; /* in each page */
	size_t command_bytes, error;        /* in each entry; commands come first */
	size_t count;                       /* byte of the total, of the first page */
	const struct ata_log_row *command_rows, *error_rows;
	size_t command_row_count, error_row_count;
};

enum { COMMANDS = 5 };

// clang-format off
static const struct ata_log_row command[] = {
	ROW_N(7, 1, "command", NULL, "Command")
	ROW_N(1, 1, "features", NULL, "Feature")
	ROW_N(2, 1, "count", NULL, "Count")
	ROW_LBA(LBA28, 3, "lba", "LBA")
	ROW_N(6, 1, "device", NULL, "Device")
	ROW_N(0, 1, "device_control", NULL, "Control")
	ROW_N(8, 4, "powerup_milliseconds", "ms", "Since power-up")
};

static const struct ata_log_row error[] = {
	ROW_N(28, 2, "lifetime_hours", "h", "Lifetime")
	ROW_B(27, 3, 0, "device_state", NULL, "State")
	ROW_T(27, 3, 0, ERROR_STATE, "device_state_name", "The drive was")
	ROW_N(7, 1, "status", NULL, "Status")
	ROW_N(1, 1, "error", NULL, "Error")
	ROW_N(2, 1, "count", NULL, "Count")
	ROW_LBA(LBA28, 3, "lba", "LBA")
	ROW_N(6, 1, "device", NULL, "Device")
};

static const struct ata_log_row extended_command[] = {
	ROW_N(12, 1, "command", NULL, "Command")
	ROW_N(1, 2, "features", NULL, "Feature")
	ROW_N(3, 2, "count", NULL, "Count")
	ROW_LBA(LBA48, 5, "lba", "LBA")
	ROW_N(11, 1, "device", NULL, "Device")
	ROW_N(0, 1, "device_control", NULL, "Control")
	ROW_N(14, 4, "powerup_milliseconds", "ms", "Since power-up")
};

static const struct ata_log_row extended_error[] = {
	ROW_N(32, 2, "lifetime_hours", "h", "Lifetime")
	ROW_B(31, 3, 0, "device_state", NULL, "State")
	ROW_T(31, 3, 0, ERROR_STATE, "device_state_name", "The drive was")
	ROW_N(11, 1, "status", NULL, "Status")
	ROW_N(1, 1, "error", NULL, "Error")
	ROW_N(2, 2, "count", NULL, "Count")
	ROW_LBA(LBA48, 4, "lba", "LBA")
	ROW_N(10, 1, "device", NULL, "Device")
	ROW_N(0, 1, "device_control", NULL, "Control")
};
// clang-format on

static const struct layout short_layout = {
	.first = 2,
	.entry_bytes = 90,
	.entries = 5,
	.command_bytes = 12,
	.error = 60,
	.count = 452,
	.command_rows = command,
	.command_row_count = ATA_LOG_COUNT(command),
	.error_rows = error,
	.error_row_count = ATA_LOG_COUNT(error),
};

static const struct layout extended_layout = {
	.first = 4,
	.entry_bytes = 124,
	.entries = 4,
	.command_bytes = 18,
	.error = 90,
	.count = 500,
	.command_rows = extended_command,
	.command_row_count = ATA_LOG_COUNT(extended_command),
	.error_rows = extended_error,
	.error_row_count = ATA_LOG_COUNT(extended_error),
};

/* The latest first: the one that failed. */
static void give_commands(const struct ata_log_sink *sink, const struct layout *layout,
			  const uint8_t *entry)
{
	ata_log_list(sink, "previous_commands", "Commands, the latest first");
	for (size_t i = COMMANDS; i-- > 0;) {
		const uint8_t *at = entry + i * layout->command_bytes;

		if (ata_log_is_all(at, layout->command_bytes, 0))
			continue;
		ata_log_object(sink, NULL, NULL);
		ata_log_rows(sink, at, layout->command_rows, layout->command_row_count);
		ata_log_end(sink);
	}
	ata_log_end(sink);
}

/* @number counts all errors of the drive's life, 0 when it is not known. */
static void give_entry(const struct ata_log_sink *sink, const struct layout *layout,
		       const uint8_t *entry, uint64_t number)
{
	ata_log_object(sink, NULL, NULL);
	if (number > 0)
		ata_log_number(sink, "error_number", "Number", NULL, number);
	else
		ata_log_unknown(sink, "error_number", "Number", NULL);
	ata_log_rows(sink, entry + layout->error, layout->error_rows,
		     layout->error_row_count);
	give_commands(sink, layout, entry);
	ata_log_end(sink);
}

static void give_entries(const struct ata_log_pages *pages, const struct layout *layout,
			 size_t latest, uint64_t count)
{
	size_t size = pages->count * layout->entries;
	bool any = false;

	ata_log_list(pages->sink, "errors", "Errors, the latest first");
	for (size_t age = 0; age < size; age++) {
		size_t place = ata_log_ring(age, latest, size);
		const uint8_t *entry =
			pages->data + place / layout->entries * ATA_LOG_PAGE_BYTES +
			layout->first + place % layout->entries * layout->entry_bytes;

		if (ata_log_is_all(entry, layout->entry_bytes, 0))
			continue;
		any = true;
		give_entry(pages->sink, layout, entry,
			   latest > 0 && latest <= size && age < count ? count - age
								       : 0);
	}
	ata_log_end(pages->sink);
	if (pages->first == 0 && (latest > size || (latest == 0 && any)))
		ata_log_oddity(pages->sink, "index",
			       "the index of the latest error points to none of the "
			       "pages, errors come as they stand");
}

static int decode(const struct ata_log_pages *pages, const struct layout *layout,
		  size_t latest)
{
	const struct ata_log_sink *sink = pages->sink;
	uint64_t count = 0;

	if (pages->first == 0) {
		count = ata_log_load(pages->data + layout->count, 2);
		ata_log_number(sink, "revision", "Version", NULL, pages->data[0]);
		ata_log_number(sink, "count", "Errors in the drive's life", NULL,
			       count);
		ata_log_number(sink, "index", "Index of the latest", NULL, latest);
	} else {
		latest = 0;
	}
	give_entries(pages, layout, latest, count);
	return 0;
}

int ata_log_decode_errors(const struct ata_log_pages *pages)
{
	return decode(pages, &short_layout, pages->data[1]);
}

int ata_log_decode_extended_errors(const struct ata_log_pages *pages)
{
	return decode(pages, &extended_layout, ata_log_load(pages->data + 2, 2));
}
