/* SPDX-License-Identifier: BSD-2-Clause */
#include "ask_log.h"

#include <errno.h>
#include <string.h>

enum {
	ATA_READ_LOG_EXT = 0x2f,
	ATA_READ_LOG_DMA_EXT = 0x47,
	ATA_SMART = 0xb0,
	SMART_READ_DATA = 0xd0,
	SMART_READ_THRESHOLDS = 0xd1,
	SMART_READ_LOG = 0xd5,

	LOG_DIRECTORY = 0x00,
	LOG_SUMMARY_ERROR = 0x01,
	LOG_SELF_TEST = 0x06,
	LOG_SELECTIVE = 0x09,
	LOG_SCT_STATUS = 0xe0,
	LOG_SCT_DATA = 0xe1,

	DIRECTORY_VERSION = 1,
	SMART_PAGES_MAX = 255, /* COUNT has eight bits */
	PAGES_MAX = 64,
	PAGES_MAX_USB = 8, /* bridges pass on as little as 4 KiB (known quirks) */
};

#define SMART_LBA UINT64_C(0xc24f00)

/* Drives that hang (libata-core.c: NO_DMA_LOG, NO_LOG_DIR). */
static const struct {
	const char *model; /* begins so */
	bool no_dma, no_directory;
} quirks[] = {
	{"Samsung SSD 840 EVO", true, false},
	{"SATADOM-ML 3ME", true, true},
};

static void apply_quirks(struct ask_logs *logs, const struct ata_identify *id)
{
	struct ata_value model;

	ata_fact_value(id, ATA_MODEL_NAME, &model);
	for (size_t i = 0; model.known && i < sizeof(quirks) / sizeof(quirks[0]); i++) {
		size_t length = strlen(quirks[i].model);

		if (model.length < length ||
		    memcmp(model.text, quirks[i].model, length) != 0)
			continue;
		logs->has_dma = logs->has_dma && !quirks[i].no_dma;
		logs->no_directory = quirks[i].no_directory;
	}
}

static bool says(const struct ata_identify *id, enum ata_fact_id supported,
		 enum ata_fact_id enabled)
{
	return ata_fact_true(id, supported) || ata_fact_true(id, enabled);
}

static uint32_t most_pages(const struct sgio_facts *facts)
{
	int64_t room = facts->max_transfer_bytes / ATA_LOG_PAGE_BYTES;

	if (facts->bus == SGIO_BUS_USB)
		return PAGES_MAX_USB;
	return room > 0 && room < PAGES_MAX ? (uint32_t)room : PAGES_MAX;
}

void ask_logs_begin(struct ask_logs *logs, struct ask *ask,
		    const struct ata_identify *id)
{
	memset(logs, 0, sizeof(*logs));
	logs->ask = ask;
	logs->has_gpl =
		ask->cdb_length == 16 && says(id, ATA_FEATURE_GPL, ATA_FEATURE_GPL_ON);
	logs->has_dma = logs->has_gpl && ata_fact_true(id, ATA_FEATURE_GPL_DMA) &&
			ata_fact_true(id, ATA_FEATURE_GPL_DMA_ON);
	logs->has_smart = id->class == ATA_CLASS_A &&
			  says(id, ATA_SMART_AVAILABLE, ATA_SMART_ENABLED);
	logs->error_log =
		says(id, ATA_FEATURE_SMART_ERROR_LOG, ATA_FEATURE_SMART_ERROR_LOG_ON);
	logs->self_test_log =
		says(id, ATA_FEATURE_SMART_SELF_TEST, ATA_FEATURE_SMART_SELF_TEST_ON);
	logs->most_pages = most_pages(&ask->drive->facts);
	apply_quirks(logs, id);
}

/* Is there still somebody to be asked something else? */
static bool may_go_on(const struct ask_end *end)
{
	return end->verdict != ASK_TIMED_OUT && end->verdict != ASK_GONE;
}

static int read_gpl(struct ask_logs *logs, bool dma, uint8_t address, uint16_t first,
		    uint16_t count, uint8_t *data, struct ask_end *end)
{
	const struct ata_taskfile tf = {
		.command = dma ? ATA_READ_LOG_DMA_EXT : ATA_READ_LOG_EXT,
		.count = count,
		.lba = address | (uint64_t)(first & 0xff) << 8 |
		       (uint64_t)(first >> 8) << 32,
		.extend = true,
		.protocol = dma ? SAT_DMA : SAT_PIO_IN,
	};

	return ask_command(logs->ask, dma ? ASK_STEP_LOG_DMA : ASK_STEP_LOG, &tf, data,
			   (uint32_t)count * ATA_LOG_PAGE_BYTES, end);
}

static int read_smart(struct ask *ask, enum ask_step step, uint8_t feature,
		      uint8_t address, uint16_t count, uint8_t *data,
		      struct ask_end *end)
{
	const struct ata_taskfile tf = {
		.command = ATA_SMART,
		.features = feature,
		.count = count,
		.lba = SMART_LBA | address,
		.protocol = SAT_PIO_IN,
	};

	return ask_command(ask, step, &tf, data, (uint32_t)count * ATA_LOG_PAGE_BYTES,
			   end);
}

int ask_smart_data(struct ask *ask, uint8_t page[static ATA_LOG_PAGE_BYTES],
		   struct ask_end *end)
{
	return read_smart(ask, ASK_STEP_SMART_DATA, SMART_READ_DATA, 0, 1, page, end);
}

int ask_smart_thresholds(struct ask *ask, uint8_t page[static ATA_LOG_PAGE_BYTES],
			 struct ask_end *end)
{
	return read_smart(ask, ASK_STEP_SMART_THRESHOLDS, SMART_READ_THRESHOLDS, 0, 1,
			  page, end);
}

void ask_log_directory_take(struct ask_log_directory *directory,
			    enum ata_log_access access)
{
	bool smart = access == ATA_LOG_SMART;
	const uint8_t *raw = directory->raw;
	bool several;

	directory->version = (uint16_t)(raw[0] | raw[1] << 8);
	several = directory->version == DIRECTORY_VERSION;
	directory->known = several || (smart && directory->version == 0);
	for (unsigned int i = 1; directory->known && i < ASK_LOGS; i++) {
		uint16_t pages =
			(uint16_t)(raw[2 * i] | (smart ? 0 : raw[2 * i + 1] << 8));

		directory->pages[i] = several ? pages : pages != 0;
	}
	if (directory->known)
		directory->pages[LOG_DIRECTORY] = 1;
}

static bool is_zero(const uint8_t *page)
{
	for (size_t i = 0; i < ATA_LOG_PAGE_BYTES; i++) {
		if (page[i])
			return false;
	}
	return true;
}

/*
 * PIO: a directory is one page, and the one drive known to hang there does so by DMA
 * (SATADOM-ML 3ME, which answers PIO with zeros).
 */
static int read_gpl_directory(struct ask_logs *logs)
{
	struct ask_log_directory *gpl = &logs->gpl;
	int rc = read_gpl(logs, false, LOG_DIRECTORY, 0, 1, gpl->raw, &gpl->end);

	if (!rc && gpl->end.verdict == ASK_OK)
		ask_log_directory_take(gpl, ATA_LOG_GPL);
	return rc;
}

/* Without a directory the capabilities tell which logs of one page there are. */
static int infer_smart(struct ask_logs *logs)
{
	struct ask_log_directory *smart = &logs->smart;
	uint8_t data[ATA_LOG_PAGE_BYTES];
	struct ask_end end;
	int rc = ask_smart_data(logs->ask, data, &end);

	if (rc < 0)
		return rc;
	if (end.verdict == ASK_OK) {
		logs->error_log = logs->error_log || (data[370] & 0x01);
		logs->self_test_log = logs->self_test_log || (data[367] & 0x10);
		smart->pages[LOG_SELECTIVE] = data[367] >> 6 & 1;
	} else if (!may_go_on(&end)) {
		smart->end = end;
	}
	smart->pages[LOG_SUMMARY_ERROR] = logs->error_log;
	smart->pages[LOG_SELF_TEST] = logs->self_test_log;
	smart->inferred = logs->error_log || logs->self_test_log;
	return 0;
}

static int read_smart_directory(struct ask_logs *logs)
{
	struct ask_log_directory *smart = &logs->smart;
	int rc;

	if (!logs->no_directory && (logs->error_log || logs->self_test_log)) {
		rc = read_smart(logs->ask, ASK_STEP_SMART_LOG, SMART_READ_LOG,
				LOG_DIRECTORY, 1, smart->raw, &smart->end);
		if (rc < 0 || !may_go_on(&smart->end))
			return rc;
		if (smart->end.verdict == ASK_OK && !is_zero(smart->raw))
			ask_log_directory_take(smart, ATA_LOG_SMART);
	}
	return smart->known ? 0 : infer_smart(logs);
}

int ask_log_directories(struct ask_logs *logs)
{
	int rc = 0;

	if (logs->has_gpl && !logs->no_directory)
		rc = read_gpl_directory(logs);
	if (rc < 0 || !may_go_on(&logs->gpl.end) || !logs->has_smart)
		return rc;
	return read_smart_directory(logs);
}

uint16_t ask_log_pages(const struct ask_logs *logs, uint8_t address,
		       enum ata_log_access access)
{
	return access == ATA_LOG_GPL ? logs->gpl.pages[address]
				     : logs->smart.pages[address];
}

/*
 * Old drives list SMART's logs in both directories and abort READ LOG EXT; on bridges
 * the SCT logs hang by READ LOG EXT. What the standard gives one way is read that way.
 */
unsigned int ask_log_access(const struct ask_logs *logs, uint8_t address)
{
	const struct ata_log *log = ata_log_find(address);
	unsigned int has = (logs->gpl.pages[address] ? ATA_LOG_GPL : 0u) |
			   (logs->smart.pages[address] ? ATA_LOG_SMART : 0u);
	unsigned int meant = log && log->access & has ? log->access & has : has;

	if (meant != (ATA_LOG_GPL | ATA_LOG_SMART))
		return meant;
	if (address == LOG_SCT_STATUS || address == LOG_SCT_DATA)
		return ATA_LOG_SMART;
	return ATA_LOG_GPL;
}

/* One command's worth of pages, by DMA as long as that works. */
static int read_piece(struct ask_logs *logs, uint8_t address, uint16_t first,
		      uint16_t count, uint8_t *data, struct ask_end *end)
{
	int rc;

	if (logs->has_dma) {
		rc = read_gpl(logs, true, address, first, count, data, end);
		if (rc < 0 || end->verdict == ASK_OK || !may_go_on(end))
			return rc;
	}
	rc = read_gpl(logs, false, address, first, count, data, end);
	if (!rc && end->verdict == ASK_OK)
		logs->has_dma = false;
	return rc;
}

static int read_pages(struct ask_logs *logs, uint8_t address, uint16_t first,
		      uint16_t count, uint8_t *data, struct ask_log_read *read)
{
	while (read->pages < count) {
		uint32_t most = logs->single ? 1 : logs->most_pages;
		uint32_t left = count - read->pages;
		uint16_t piece = (uint16_t)(left < most ? left : most);
		int rc = read_piece(logs, address, (uint16_t)(first + read->pages),
				    piece, data + read->pages * ATA_LOG_PAGE_BYTES,
				    &read->end);

		if (rc < 0)
			return rc;
		if (read->end.verdict == ASK_OK)
			read->pages += piece;
		else if (piece == 1 || !may_go_on(&read->end))
			break;
		else
			logs->single = true;
	}
	return 0;
}

int ask_log_read(struct ask_logs *logs, uint8_t address, enum ata_log_access access,
		 uint16_t first, uint16_t count, uint8_t *data,
		 struct ask_log_read *out)
{
	struct ask_log_read read;
	int rc;

	if (!count || (uint32_t)first + count > ask_log_pages(logs, address, access))
		return -ERANGE;
	if (access == ATA_LOG_SMART && (first || count > SMART_PAGES_MAX))
		return -ERANGE;
	memset(&read, 0, sizeof(read));
	if (access == ATA_LOG_GPL) {
		rc = read_pages(logs, address, first, count, data, &read);
	} else {
		rc = read_smart(logs->ask, ASK_STEP_SMART_LOG, SMART_READ_LOG, address,
				count, data, &read.end);
		if (!rc && read.end.verdict == ASK_OK)
			read.pages = count;
	}
	if (rc < 0)
		return rc;
	*out = read;
	return 0;
}
