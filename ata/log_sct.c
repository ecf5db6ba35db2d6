/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>

#include "log_row.h"

/* SCT command transport (ACS-6 8): status, log E0h, and temperature history, E1h. */
enum {
	HISTORY_VERSION = 2,
	HISTORY_LEAST = 128,
	HISTORY_MOST = 478,
	HISTORY_FIRST = 34,
};

// clang-format off
static const struct ata_log_row status[] = {
	ROW_N(0, 2, "format_version", NULL, "Format version")
	ROW_N(2, 2, "sct_version", NULL, "Vendor's version")
	ROW_N(4, 2, "sct_spec", NULL, "Specification level")
};

static const struct ata_log_row fields[] = {
	ROW_N(6, 4, "status_flags", NULL, "Status flags")
	ROW_F(6, 0, "segment_initialized", "Segment initialized")
	ROW_N(10, 1, "device_state", NULL, "State")
	ROW_T(10, 7, 0, SCT_STATE, "device_state_name", "The drive is")
	ROW_N(14, 2, "extended_status", NULL, "Extended status")
	ROW_T(14, 15, 0, SCT_RESULT, "extended_status_name", "Latest command")
	ROW_N(16, 2, "action", NULL, "Latest action")
	ROW_N(18, 2, "function", NULL, "Latest function")
	ROW_N(40, 8, "lba", NULL, "Current LBA")
	ROW_C(200, "current_celsius", "Current temperature")
	ROW_C(201, "power_cycle_min_celsius", "Lowest since power-on")
	ROW_C(202, "power_cycle_max_celsius", "Highest since power-on")
	ROW_C(203, "lifetime_min_celsius", "Lowest ever")
	ROW_C(204, "lifetime_max_celsius", "Highest ever")
	ROW_C(205, "specified_max_celsius", "Specified maximum operating temperature")
	ROW_N(206, 4, "over_limit_count", NULL, "Times over the limit")
	ROW_N(210, 4, "under_limit_count", NULL, "Times under the limit")
	ROW_NN(214, 2, ZERO, "smart_status", NULL, "SMART status")
	ROW_T(214, 15, 0, SMART_STATUS, "smart_status_name", "SMART")
	ATA_ROW(NUMBER, 216, 15, 0, ZERO, 0, 100, 0, "minimum_erc_ms", "ms", "Minimum error recovery time")
};

static const struct ata_log_row history[] = {
	ROW_N(0, 2, "version", NULL, "Version")
	ROW_N(2, 2, "sampling_period_minutes", "min", "Sampling period")
	ROW_N(4, 2, "logging_interval_minutes", "min", "Logging interval")
	ROW_C(6, "op_limit_max_celsius", "Recommended maximum")
	ROW_C(7, "limit_max_celsius", "Over-temperature limit")
	ROW_C(8, "op_limit_min_celsius", "Recommended minimum")
	ROW_C(9, "limit_min_celsius", "Under-temperature limit")
	ROW_N(30, 2, "size", NULL, "Entries")
	ROW_N(32, 2, "index", NULL, "Index of the latest")
};

static const struct ata_log_row sample[] = {
	ROW_C(0, NULL, NULL)
};
// clang-format on

static int say_foreign(const struct ata_log_sink *sink)
{
	ata_log_oddity(sink, "vendor_filled",
		       "this is no SCT status, the drive filled it with something "
		       "else: its format version is none there is");
	return -ENODATA;
}

/* A drive with format version 1 exists; what it means by the rest nobody knows. */
int ata_log_decode_sct_status(const struct ata_log_pages *pages)
{
	uint64_t version = ata_log_load(pages->data, 2);

	if (pages->first != 0)
		return -ENOTSUP;
	if (version < 1 || version > 3)
		return say_foreign(pages->sink);
	ATA_LOG_ROWS(pages->sink, pages->data, status);
	if (version == 1)
		ata_log_oddity(pages->sink, "version",
			       "the format version is 1, of which nothing is known: "
			       "only the head is decoded");
	else
		ATA_LOG_ROWS(pages->sink, pages->data, fields);
	return 0;
}

static void give_history(const struct ata_log_pages *pages, size_t size, size_t latest)
{
	ata_log_list(pages->sink, "temperatures_celsius",
		     "Temperatures, the oldest first");
	for (size_t i = 1; i <= size; i++)
		ATA_LOG_ROWS(pages->sink,
			     pages->data + HISTORY_FIRST + (latest + i) % size, sample);
	ata_log_end(pages->sink);
}

/* What this log holds depends on the SCT command before it; only a file can tell. */
int ata_log_decode_sct_data(const struct ata_log_pages *pages)
{
	size_t size = ata_log_load(pages->data + 30, 2);
	size_t latest = ata_log_load(pages->data + 32, 2);

	if (pages->first != 0 || ata_log_load(pages->data, 2) != HISTORY_VERSION ||
	    size < HISTORY_LEAST || size > HISTORY_MOST)
		return -ENOTSUP;
	ATA_LOG_ROWS(pages->sink, pages->data, history);
	if (latest >= size) {
		ata_log_oddity(pages->sink, "index",
			       "the index of the latest temperature is outside, they "
			       "come as they stand");
		latest = size - 1;
	}
	give_history(pages, size, latest);
	return 0;
}
