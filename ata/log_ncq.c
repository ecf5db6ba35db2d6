/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>

#include "log_row.h"

/*
 * Logs of native command queuing (SATA 3.5 13.7): 0Fh (ACS-6 9), 10h, 12h and 13h.
 */
// clang-format off

/* Without bit 7, bits 4:0 are the tag of the command that failed. */
static const struct ata_log_row error_head[] = {
	ROW_F(0, 7, "not_queued", "Not a queued command")
	ROW_F(0, 6, "unload", "Unload received")
};

static const struct ata_log_row error_tag[] = {
	ROW_B(0, 4, 0, "tag", NULL, "Tag")
};

static const struct ata_log_row error_registers[] = {
	ROW_N(2, 1, "status", NULL, "Status")
	ROW_N(3, 1, "error", NULL, "Error")
	ROW_N(12, 2, "count", NULL, "Count")
	ROW_N(7, 1, "device", NULL, "Device")
	ROW_N(14, 1, "sense_key", NULL, "Sense key")
	ROW_N(15, 1, "asc", NULL, "Additional sense code")
	ROW_N(16, 1, "ascq", NULL, "Additional sense code qualifier")
	ROW_N(17, 6, "final_lba", NULL, "Final LBA in error")	/* ? */
};

static const struct ata_log_row non_data[] = {
	ROW_F(0x00, 0, "abort_ncq", "ABORT NCQ QUEUE")
	ROW_F(0x00, 1, "abort_all", "Abort all")
	ROW_F(0x00, 2, "abort_streaming", "Abort streaming")
	ROW_F(0x00, 3, "abort_non_streaming", "Abort non-streaming")
	ROW_F(0x00, 4, "abort_selected", "Abort the selected tag")
	ROW_F(0x04, 0, "deadline_handling", "DEADLINE HANDLING")
	ROW_F(0x04, 1, "write_not_continue", "Write data not continue")
	ROW_F(0x04, 2, "read_not_continue", "Read data not continue")
	ROW_F(0x08, 0, "hybrid_demote_by_size", "HYBRID DEMOTE BY SIZE")
	ROW_F(0x0c, 0, "hybrid_change_by_lba", "HYBRID CHANGE BY LBA RANGE")
	ROW_F(0x10, 0, "hybrid_control", "HYBRID CONTROL")
	ROW_F(0x14, 0, "set_features", "SET FEATURES")		/* ? */
	ROW_F(0x18, 0, "zero_ext", "ZERO EXT")			/* ? */
	ROW_F(0x1c, 0, "zac_management_out", "ZAC MANAGEMENT OUT")
};

static const struct ata_log_row send_receive[] = {
	ROW_F(0x00, 0, "data_set_management", "DATA SET MANAGEMENT")
	ROW_F(0x00, 1, "hybrid_evict", "HYBRID EVICT")
	ROW_F(0x04, 0, "trim", "TRIM in DATA SET MANAGEMENT")
	ROW_F(0x08, 0, "read_log", "READ LOG DMA EXT")
	ROW_F(0x0c, 0, "write_log", "WRITE LOG DMA EXT")
	ROW_F(0x10, 0, "zac_management_out", "ZAC MANAGEMENT OUT")
	ROW_F(0x10, 1, "zac_management_in", "ZAC MANAGEMENT IN")
};

static const struct ata_log_row sense[] = {
	ROW_N(0, 1, "sense_key", NULL, "Key")
	ROW_N(1, 1, "asc", NULL, "ASC")
	ROW_N(2, 1, "ascq", NULL, "ASCQ")
	ROW_N(6, 2, "count", NULL, "Count")
	ROW_N(8, 6, "lba", NULL, "LBA")
};

static const struct ata_log_row sense_auxiliary[] = {
	ROW_N(16, 4, "auxiliary", NULL, "Auxiliary")
};
// clang-format on

int ata_log_decode_ncq_error(const struct ata_log_pages *pages)
{
	const struct ata_log_sink *sink = pages->sink;
	const uint8_t *page = pages->data;

	ATA_LOG_ROWS(sink, page, error_head);
	if (page[0] & 0x80)
		ata_log_unknown(sink, "tag", "Tag", NULL);
	else
		ATA_LOG_ROWS(sink, page, error_tag);
	/* Low and high bytes stand apart, with the device register between them. */
	ata_log_number(sink, "lba", "LBA", NULL,
		       ata_log_load(page + 4, 3) | ata_log_load(page + 8, 3) << 24);
	ATA_LOG_ROWS(sink, page, error_registers);
	return 0;
}

int ata_log_decode_ncq_non_data(const struct ata_log_pages *pages)
{
	ATA_LOG_ROWS(pages->sink, pages->data, non_data);
	return 0;
}

int ata_log_decode_ncq_send(const struct ata_log_pages *pages)
{
	ATA_LOG_ROWS(pages->sink, pages->data, send_receive);
	return 0;
}

enum {
	SENSE_TAGS = 32,
	SENSE_BITMAP = 8,
	SENSE_AUXILIARY = 15, /* byte whose bit 7 says that there is such a field */
	SENSE_FIRST = 32,
	SENSE_BYTES = 24,
};

static void give_sense(const struct ata_log_pages *pages, unsigned int tag)
{
	const struct ata_log_sink *sink = pages->sink;
	const uint8_t *at = pages->data + SENSE_FIRST + (size_t)SENSE_BYTES * tag;

	ata_log_object(sink, NULL, NULL);
	ata_log_number(sink, "tag", "Tag", NULL, tag);
	ATA_LOG_ROWS(sink, at, sense);
	if (pages->data[SENSE_AUXILIARY] & 0x80)
		ATA_LOG_ROWS(sink, at, sense_auxiliary);
	else
		ata_log_unknown(sink, "auxiliary", "Auxiliary", NULL);
	ata_log_end(sink);
}

int ata_log_decode_sense(const struct ata_log_pages *pages)
{
	uint64_t bitmap = ata_log_load(pages->data + SENSE_BITMAP, 6);
	bool cut = false;

	if (pages->first != 0)
		return -ENOTSUP;
	if (ata_log_load(pages->data, 2) != 1 || pages->data[2] != 0x0f) {
		ata_log_oddity(pages->sink, "vendor_filled",
			       "this is no such log, the drive filled it with "
			       "something else: its header is wrong");
		return -ENODATA;
	}
	ata_log_list(pages->sink, "commands", "Commands");
	for (unsigned int tag = 0; tag < SENSE_TAGS; tag++) {
		size_t end = SENSE_FIRST + (size_t)SENSE_BYTES * (tag + 1);
		bool inside = end <= pages->count * ATA_LOG_PAGE_BYTES;

		if (!(bitmap >> tag & 1))
			continue;
		cut = cut || !inside;
		if (inside)
			give_sense(pages, tag);
	}
	ata_log_end(pages->sink);
	if (cut)
		ata_log_oddity(pages->sink, "truncated",
			       "the log has two pages, some of it is missing");
	return 0;
}
