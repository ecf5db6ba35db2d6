/* SPDX-License-Identifier: BSD-2-Clause */
#include "log_row.h"

/* Power conditions, log 08h (ACS-6 9.8): page 0 has the idle ones, page 1 standby. */
struct condition {
	uint8_t page;
	uint16_t offset;
	const char *key, *label;
};

// clang-format off
static const struct condition conditions[] = {
	{0, 0,   "idle_a", "Idle_a"},
	{0, 64,  "idle_b", "Idle_b"},
	{0, 128, "idle_c", "Idle_c"},
	{1, 384, "standby_y", "Standby_y"},
	{1, 448, "standby_z", "Standby_z"},
};

/* Times are in units of 100 ms. */
static const struct ata_log_row descriptor[] = {
	ROW_F(1, 7, "supported", "Supported")
	ROW_F(1, 6, "saveable", "Saveable")
	ROW_F(1, 5, "changeable", "Changeable")
	ROW_F(1, 4, "default_timer_enabled", "Default timer enabled")
	ROW_F(1, 3, "saved_timer_enabled", "Saved timer enabled")
	ROW_F(1, 2, "current_timer_enabled", "Current timer enabled")
	ROW_F(1, 1, "hold_not_supported", "Hold not supported")
	ROW_NS(4, 4, 100, "default_timer_ms", "ms", "Default timer")
	ROW_NS(8, 4, 100, "saved_timer_ms", "ms", "Saved timer")
	ROW_NS(12, 4, 100, "current_timer_ms", "ms", "Current timer")
	ROW_NS(16, 4, 100, "recovery_time_ms", "ms", "Nominal recovery time")
	ROW_NS(20, 4, 100, "minimum_timer_ms", "ms", "Minimum timer")
	ROW_NS(24, 4, 100, "maximum_timer_ms", "ms", "Maximum timer")
};
// clang-format on

int ata_log_decode_power(const struct ata_log_pages *pages)
{
	for (size_t i = 0; i < ATA_LOG_COUNT(conditions); i++) {
		const struct condition *condition = &conditions[i];

		if (condition->page < pages->first ||
		    condition->page >= pages->first + pages->count)
			continue;
		ata_log_object(pages->sink, condition->key, condition->label);
		ATA_LOG_ROWS(pages->sink,
			     pages->data +
				     (size_t)(condition->page - pages->first) *
					     ATA_LOG_PAGE_BYTES +
				     condition->offset,
			     descriptor);
		ata_log_end(pages->sink);
	}
	return 0;
}
