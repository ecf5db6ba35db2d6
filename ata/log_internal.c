/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>

#include "log_row.h"

/* Current and saved device internal status, logs 24h and 25h (ACS-6 9): the head. */
// clang-format off
static const struct ata_log_row rows[] = {
	ROW_N(0, 1, "log_address", NULL, "Log address")
	ROW_N(4, 3, "oui", NULL, "IEEE OUI")			/* ? */
	ROW_N(8, 2, "area1_last_page", NULL, "Last page of area 1")
	ROW_N(10, 2, "area2_last_page", NULL, "Last page of area 2")
	ROW_N(12, 2, "area3_last_page", NULL, "Last page of area 3")
	ROW_N(382, 1, "saved_data_available", NULL, "Saved data available")
	ROW_N(383, 1, "saved_data_generation", NULL, "Generation of saved data")
};
// clang-format on

int ata_log_decode_internal_status(const struct ata_log_pages *pages)
{
	if (pages->first != 0)
		return -ENOTSUP;
	if (pages->data[0] != 0x24 && pages->data[0] != 0x25) {
		ata_log_oddity(pages->sink, "vendor_filled",
			       "this is no such log, the drive filled it with "
			       "something else: its first byte is not its address");
		return -ENODATA;
	}
	ATA_LOG_ROWS(pages->sink, pages->data, rows);
	return 0;
}
