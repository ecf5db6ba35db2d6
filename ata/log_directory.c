/* SPDX-License-Identifier: BSD-2-Clause */
#include "log_row.h"

/* Log 00h (ACS-6 9.2): how many pages each log has. */
enum { LOGS = 256 };

static const char *label_of(uint8_t address)
{
	const struct ata_log *log = ata_log_find(address);

	if (log)
		return log->label;
	if (address >= 0x80 && address <= 0x9f)
		return "Host specific";
	if (address >= 0xa0 && address <= 0xdf)
		return "Device vendor specific";
	return NULL;
}

static void give_log(const struct ata_log_pages *pages, unsigned int address)
{
	/* The upper byte is reserved in SMART's directory. */
	unsigned int bytes = pages->access == ATA_LOG_SMART ? 1 : 2;
	uint64_t count = ata_log_load(pages->data + 2 * (size_t)address, bytes);
	const struct ata_log_sink *sink = pages->sink;

	if (count == 0)
		return;
	ata_log_object(sink, NULL, NULL);
	ata_log_number(sink, "address", "Address", NULL, address);
	ata_log_string(sink, "label", "Log", label_of((uint8_t)address));
	ata_log_number(sink, "pages", "Pages", NULL, count);
	ata_log_end(sink);
}

int ata_log_decode_directory(const struct ata_log_pages *pages)
{
	ata_log_number(pages->sink, "version", "Version", NULL,
		       ata_log_load(pages->data, 2));
	ata_log_list(pages->sink, "logs", "Logs");
	for (unsigned int address = 1; address < LOGS; address++)
		give_log(pages, address);
	ata_log_end(pages->sink);
	return 0;
}
