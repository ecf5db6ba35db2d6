/* SPDX-License-Identifier: BSD-2-Clause */
#include "log_row.h"

/* SATA phy event counters, log 11h (SATA 3.5 13.7.4). */
enum {
	FIRST_COUNTER = 4,
	END = ATA_LOG_PAGE_BYTES - 1, /* the checksum */
};

static void give_counter(const struct ata_log_sink *sink, uint16_t identifier,
			 const uint8_t *at, unsigned int bytes)
{
	uint64_t value = ata_log_load(at, bytes);
	bool vendor = identifier >> 15;
	uint16_t id = identifier & 0x8fff; /* with the vendor's bit, without the size */

	ata_log_object(sink, NULL, NULL);
	ata_log_number(sink, "id", "ID", NULL, id);
	ata_log_number(sink, "bytes", "Bytes", NULL, bytes);
	ata_log_number(sink, "value", "Value", NULL, value);
	ata_log_flag(sink, "overflow", "Saturated", ata_log_is_all(at, bytes, 0xff));
	ata_log_string(sink, "name", "Event",
		       vendor ? "Vendor specific" : ata_name(ATA_NAMES_PHY_EVENT, id));
	ata_log_end(sink);
}

int ata_log_decode_phy(const struct ata_log_pages *pages)
{
	const uint8_t *page = pages->data;
	size_t at = FIRST_COUNTER;
	bool damaged = false;

	ata_log_list(pages->sink, "counters", "Counters");
	while (at + 2 <= END) {
		uint16_t identifier = (uint16_t)ata_log_load(page + at, 2);
		unsigned int bytes = (identifier >> 12 & 7) * 2u;

		if ((identifier & 0x8fff) == 0)
			break;
		damaged = bytes == 0 || bytes > 8 || at + 2 + bytes > END;
		if (damaged)
			break;
		give_counter(pages->sink, identifier, page + at + 2, bytes);
		at += 2 + bytes;
	}
	ata_log_end(pages->sink);
	if (damaged)
		ata_log_oddity(
			pages->sink, "counter_size",
			"a counter has an impossible size, the rest is left out");
	return 0;
}
