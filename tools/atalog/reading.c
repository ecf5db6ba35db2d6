/* SPDX-License-Identifier: BSD-2-Clause */
#include "reading.h"

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "redact.h"
#include "sat.h"
#include "smart.h"

void reading_init(struct reading *reading, const struct atalog_options *options)
{
	*reading = (struct reading){.options = options};
	reading->end = &reading->logs;
}

static void free_log(struct reading_log *log)
{
	tree_free(&log->tree);
	free(log->numbers);
	free(log->data);
	free(log->error_message);
	free(log);
}

void reading_free(struct reading *reading)
{
	struct reading_log *log = reading->logs;

	while (log) {
		struct reading_log *next = log->next;

		free_log(log);
		log = next;
	}
	subject_free(&reading->subject);
}

struct reading_log *reading_log_add(struct reading *reading, uint32_t pages)
{
	struct reading_log *log = calloc(1, sizeof(*log));

	if (!log) {
		reading->failed = true;
		return NULL;
	}
	tree_init(&log->tree);
	log->data = calloc(pages ? pages : 1, ATA_LOG_PAGE_BYTES);
	log->numbers = calloc(pages ? pages : 1, sizeof(*log->numbers));
	if (!log->data || !log->numbers) {
		reading->failed = true;
		free_log(log);
		return NULL;
	}
	*reading->end = log;
	reading->end = &log->next;
	return log;
}

struct reading_log *reading_log_add_address(struct reading *reading, uint8_t address,
					    unsigned int access, uint32_t pages)
{
	struct reading_log *log = reading_log_add(reading, pages);
	const struct ata_log *known = ata_log_find(address);

	if (!log)
		return NULL;
	log->has_address = true;
	log->address = address;
	log->access = access;
	if (known) {
		log->name = known->name;
		log->label = known->label;
	}
	return log;
}

struct reading_log *reading_log_add_smart(struct reading *reading, bool attributes_only,
					  uint32_t pages)
{
	struct reading_log *log = reading_log_add(reading, pages);

	if (log) {
		log->attributes_only = attributes_only;
		log->name = attributes_only ? "attributes" : "smart";
		log->label = attributes_only ? "SMART attributes" : "SMART data";
	}
	return log;
}

void reading_log_fail(struct reading *reading, struct reading_log *log,
		      enum exit_status status, const char *code, const char *format,
		      ...)
{
	va_list list;

	log->status |= status;
	reading->subject.status |= status;
	if (log->error_code)
		return;
	log->error_code = code;
	va_start(list, format);
	if (vasprintf(&log->error_message, format, list) < 0) {
		log->error_message = NULL;
		reading->failed = true;
	}
	va_end(list);
}

void reading_log_name(const struct reading_log *log, char *out, size_t size)
{
	if (!log->has_address)
		snprintf(out, size, "%s", log->label);
	else if (log->label)
		snprintf(out, size, "log %02Xh (%s)", log->address, log->label);
	else
		snprintf(out, size, "log %02Xh", log->address);
}

/* --redact works on commands and their answers: @log as READ LOG EXT gives it. */
void reading_redact(struct reading *reading, struct reading_log *log)
{
	const struct drive_options *options = &reading->options->drive;
	struct redact_key key = options->redact_key;
	uint8_t cdb[16];

	if (!options->redact || !log->has_address)
		return;
	for (uint32_t i = 0; i < log->pages; i++) {
		const struct ata_taskfile tf = {
			.command = 0x2f,
			.count = 1,
			.lba = log->address | (uint64_t)(log->numbers[i] & 0xff) << 8 |
			       (uint64_t)(log->numbers[i] >> 8) << 32,
			.extend = true,
			.protocol = SAT_PIO_IN,
		};

		if (!sat_encode_cdb(&tf, sizeof(cdb), cdb))
			redact_answer(&key, cdb, sizeof(cdb),
				      log->data + (size_t)i * ATA_LOG_PAGE_BYTES,
				      ATA_LOG_PAGE_BYTES);
	}
}

static int decode_pages(struct reading_log *log, const struct ata_log_sink *sink)
{
	const struct ata_log *known = ata_log_find(log->address);
	uint32_t piece = known && known->by_page ? 1 : log->pages;
	int rc = -ENODATA;

	for (uint32_t i = 0; i < log->pages; i += piece) {
		int page;

		if (piece < log->pages)
			log->tree.page = log->numbers[i];
		page = ata_log_decode(
			log->address, (enum ata_log_access)log->access, log->numbers[i],
			log->data + (size_t)i * ATA_LOG_PAGE_BYTES, piece, sink);

		if (page != -ENODATA)
			rc = page;
	}
	return rc;
}

void reading_decode(struct reading *reading, struct reading_log *log)
{
	struct ata_log_sink sink = tree_sink(&log->tree);
	char name[128];
	int rc;

	if (!log->pages)
		return;
	if (log->has_address)
		rc = decode_pages(log, &sink);
	else
		rc = ata_smart_decode(
			log->data,
			log->pages > 1 ? log->data + ATA_LOG_PAGE_BYTES : NULL, &sink);
	if (log->attributes_only)
		tree_keep(&log->tree, "attributes");
	log->decoded = !rc;
	reading_log_name(log, name, sizeof(name));
	if (rc == -ENODATA)
		reading_log_fail(reading, log, EXIT_DAMAGED, "no_data",
				 "'%s': there is nothing in %s: %s",
				 reading->subject.name, name,
				 log->tree.oddities ? log->tree.oddities->text
						    : "no page says what it is");
	else if (tree_has_oddity(&log->tree, "checksum"))
		reading_log_fail(reading, log, EXIT_DAMAGED, "checksum",
				 "'%s': the checksum of %s is wrong",
				 reading->subject.name, name);
	if (log->tree.failed)
		reading->failed = true;
}
