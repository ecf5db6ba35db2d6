/* SPDX-License-Identifier: BSD-2-Clause */
#include "log.h"

#include <errno.h>
#include <string.h>

#include "log_row.h"

/* What a log has beside what ata_log_decode() gives its decoder. */
enum {
	CHECKSUM = 1, /* byte 511 of each page makes the sum of its bytes 0 */
	ZERO_IS_OK =
		2, /* all zeros say something: no pending defect, nothing supported */
	VERSION8 = 4,  /* byte 0 of the first page is 1 */
	VERSION16 = 8, /* word 0 is */
};

struct entry {
	struct ata_log log;
	ata_log_decoder *decode; /* NULL: known by name only */
	unsigned int has;
};

#define GPL ATA_LOG_GPL
#define SMART ATA_LOG_SMART
#define L(address, access, by_page, has, decode, name, label) \
	{{address, name, label, access, by_page}, decode, has},

/* ACS-6 table "Log address definition", older logs: ACS-2. */
// clang-format off
static const struct entry entries[] = {
L(0x00, GPL | SMART, false, VERSION16, ata_log_decode_directory, "directory", "Log directory")
L(0x01, SMART, false, CHECKSUM | VERSION8, ata_log_decode_errors, "summary-errors", "Summary SMART error log")
L(0x02, SMART, false, CHECKSUM | VERSION8, ata_log_decode_errors, "comprehensive-errors", "Comprehensive SMART error log")
L(0x03, GPL, false, CHECKSUM | VERSION8, ata_log_decode_extended_errors, "extended-errors", "Extended comprehensive SMART error log")
L(0x04, GPL | SMART, true, 0, ata_log_decode_statistics, "stats", "Device statistics")
L(0x06, SMART, false, CHECKSUM | VERSION16, ata_log_decode_self_tests, "smart-selftest", "SMART self-test log")
L(0x07, GPL, false, CHECKSUM | VERSION8, ata_log_decode_extended_self_tests, "extended-selftest", "Extended self-test log")
L(0x08, GPL, false, ZERO_IS_OK, ata_log_decode_power, "power-conditions", "Power conditions")
L(0x09, SMART, false, CHECKSUM | VERSION16, ata_log_decode_selective, "selective-selftest", "Selective self-test log")
L(0x0a, GPL, false, ZERO_IS_OK, ata_log_decode_notification, "stats-notification", "Device statistics notification")
L(0x0c, GPL, false, ZERO_IS_OK, ata_log_decode_pending, "pending-defects", "Pending defects")
L(0x0d, GPL | SMART, false, 0, NULL, "lps-misalignment", "LPS misalignment")
L(0x0f, GPL, false, 0, ata_log_decode_sense, "ncq-sense", "Sense data for successful NCQ commands")
L(0x10, GPL, false, CHECKSUM | ZERO_IS_OK, ata_log_decode_ncq_error, "ncq-error", "NCQ command error")
L(0x11, GPL, false, CHECKSUM, ata_log_decode_phy, "phy", "SATA phy event counters")
L(0x12, GPL, false, ZERO_IS_OK, ata_log_decode_ncq_non_data, "ncq-non-data", "NCQ non-data")
L(0x13, GPL, false, ZERO_IS_OK, ata_log_decode_ncq_send, "ncq-send-receive", "NCQ send and receive")
L(0x14, GPL, false, 0, NULL, "hybrid", "Hybrid information")
L(0x15, GPL, false, 0, NULL, "rebuild-assist", "Rebuild assist")
L(0x16, GPL, false, 0, NULL, "out-of-band", "Out-of-band management control")
L(0x18, GPL, false, ZERO_IS_OK, ata_log_decode_duration_limits, "duration-limits", "Command duration limits")
L(0x19, GPL, false, 0, NULL, "lba-status", "LBA status")
L(0x20, GPL, false, 0, NULL, "streaming", "Streaming performance")
L(0x21, GPL, false, 0, NULL, "write-stream-errors", "Write stream error")
L(0x22, GPL, false, 0, NULL, "read-stream-errors", "Read stream error")
L(0x23, GPL, false, 0, NULL, "delayed-lba", "Delayed LBA")
L(0x24, GPL, false, 0, ata_log_decode_internal_status, "internal-status", "Current device internal status")
L(0x25, GPL, false, 0, ata_log_decode_internal_status, "saved-internal-status", "Saved device internal status")
L(0x2f, GPL, false, ZERO_IS_OK, ata_log_decode_sectors, "sector-configuration", "Sector configuration")
L(0x30, GPL | SMART, true, 0, ata_log_decode_identify, "identify", "IDENTIFY DEVICE data")
L(0x42, GPL, false, 0, NULL, "mutate", "Mutate configurations")
L(0x47, GPL, false, 0, ata_log_decode_ranges, "positioning-ranges", "Concurrent positioning ranges")
L(0x53, GPL, false, 0, NULL, "sense", "Sense data")
L(0x59, GPL, false, 0, NULL, "power-consumption", "Power consumption control")
L(0x61, GPL, false, 0, NULL, "capacity-model", "Capacity and model number mapping")
L(0xe0, GPL | SMART, false, 0, ata_log_decode_sct_status, "sct", "SCT status")
L(0xe1, GPL | SMART, false, 0, ata_log_decode_sct_data, "sct-data", "SCT data transfer")
};
// clang-format on

static const struct entry *find(uint8_t address)
{
	for (size_t i = 0; i < ATA_LOG_COUNT(entries); i++) {
		if (entries[i].log.address == address)
			return &entries[i];
	}
	return NULL;
}

const struct ata_log *ata_log_find(uint8_t address)
{
	const struct entry *entry = find(address);

	return entry ? &entry->log : NULL;
}

const struct ata_log *ata_log_find_name(const char *name)
{
	for (size_t i = 0; i < ATA_LOG_COUNT(entries); i++) {
		if (strcmp(entries[i].log.name, name) == 0)
			return &entries[i].log;
	}
	return NULL;
}

const struct ata_log *ata_log_at(size_t number)
{
	return number < ATA_LOG_COUNT(entries) ? &entries[number].log : NULL;
}

size_t ata_log_count(void)
{
	return ATA_LOG_COUNT(entries);
}

bool ata_log_checksum_holds(const uint8_t *data, size_t count)
{
	for (size_t page = 0; page < count; page++) {
		uint8_t sum = 0;

		for (size_t i = 0; i < ATA_LOG_PAGE_BYTES; i++)
			sum = (uint8_t)(sum + data[page * ATA_LOG_PAGE_BYTES + i]);
		if (sum != 0)
			return false;
	}
	return true;
}

bool ata_log_is_blank(const struct ata_log_sink *sink, const uint8_t *data,
		      size_t length)
{
	if (ata_log_is_all(data, length, 0x00)) {
		ata_log_oddity(sink, "all_zero", "every byte is 00h");
		return true;
	}
	if (ata_log_is_all(data, length, 0xff)) {
		ata_log_oddity(sink, "all_ones", "every byte is FFh");
		return true;
	}
	return false;
}

/* Version 1 is the only one any standard has, of every log. */
static bool has_version(const struct entry *entry, const struct ata_log_pages *pages)
{
	if (pages->first != 0)
		return true;
	/* SMART's directory has version 0 when every log of it has one page. */
	if (entry->log.address == 0x00 && pages->access == ATA_LOG_SMART &&
	    ata_log_load(pages->data, 2) == 0)
		return true;
	if (entry->has & VERSION16)
		return ata_log_load(pages->data, 2) == 1;
	return !(entry->has & VERSION8) || pages->data[0] == 1;
}

/*
 * Some drives ignore the log address and give what they like (OCZ-VERTEX: SMART data
 * for log 03h); others have version 0 and a good log. Version and checksum wrong: no
 * log.
 */
static bool is_foreign(const struct entry *entry, const struct ata_log_pages *pages,
		       bool checksum)
{
	if (has_version(entry, pages))
		return false;
	if (!(entry->has & CHECKSUM) || (!checksum && pages->data[0] != 0)) {
		ata_log_oddity(pages->sink, "vendor_filled",
			       "this is no such log, the drive filled it with "
			       "something else: its version is not 1");
		return true;
	}
	ata_log_oddity(pages->sink, "version", "the version of the log is not 1");
	return false;
}

static int decode(const struct entry *entry, const struct ata_log_pages *pages)
{
	bool checksum = !(entry->has & CHECKSUM) ||
			ata_log_checksum_holds(pages->data, pages->count);
	size_t length = pages->count * ATA_LOG_PAGE_BYTES;
	bool zero = (entry->has & ZERO_IS_OK) && ata_log_is_all(pages->data, length, 0);

	if (!zero && ata_log_is_blank(pages->sink, pages->data, length))
		return -ENODATA;
	if (is_foreign(entry, pages, checksum))
		return -ENODATA;
	if (!checksum)
		ata_log_oddity(pages->sink, "checksum",
			       "the checksum is wrong: the bytes of a page do not add "
			       "up to 0");
	return entry->decode(pages);
}

int ata_log_decode(uint8_t address, enum ata_log_access access, uint16_t first,
		   const uint8_t *data, size_t count, const struct ata_log_sink *sink)
{
	const struct ata_log_pages pages = {data, count, first, access, sink};
	const struct entry *entry = find(address);

	if (!entry || !entry->decode)
		return -ENOTSUP;
	return count > 0 ? decode(entry, &pages) : -ENODATA;
}
