/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>

#include "reading.h"

/* The bytes, for people and for other programs. */
enum { LINE_BYTES = 16 };

static void write_line(FILE *out, const char *indent, const uint8_t *bytes,
		       size_t length)
{
	fputs(indent, out);
	for (size_t i = 0; i < length; i++)
		fprintf(out, "%s%02x", i ? " " : "", bytes[i]);
	fputc('\n', out);
}

void write_hex_lines(FILE *out, const char *indent, const uint8_t *bytes, size_t length,
		     bool squeeze)
{
	bool starred = false;

	for (size_t at = 0; at < length; at += LINE_BYTES) {
		size_t count = length - at < LINE_BYTES ? length - at : LINE_BYTES;

		if (squeeze && at && count == LINE_BYTES &&
		    !memcmp(bytes + at, bytes + at - LINE_BYTES, LINE_BYTES)) {
			if (!starred)
				fprintf(out, "%s*\n", indent);
			starred = true;
			continue;
		}
		starred = false;
		write_line(out, indent, bytes + at, count);
	}
}

static void write_hex_log(FILE *out, const struct reading_log *log)
{
	char name[128];

	reading_log_name(log, name, sizeof(name));
	for (uint32_t i = 0; i < log->pages; i++) {
		fprintf(out, "# %s%s%s, page %u\n", log->command ? log->command : "",
			log->command ? " of " : "", name, log->numbers[i]);
		write_hex_lines(out, "", log->data + (size_t)i * ATA_LOG_PAGE_BYTES,
				ATA_LOG_PAGE_BYTES, false);
	}
}

int write_hex(FILE *out, const struct reading *reading)
{
	const struct reading_log *log;

	if (reading->has_directory && reading->gpl.known) {
		fputs("# log 00h by READ LOG EXT, page 0\n", out);
		write_hex_lines(out, "", reading->gpl.raw, ATA_LOG_PAGE_BYTES, false);
	}
	if (reading->has_directory && reading->smart.known) {
		fputs("# log 00h by SMART READ LOG, page 0\n", out);
		write_hex_lines(out, "", reading->smart.raw, ATA_LOG_PAGE_BYTES, false);
	}
	for (log = reading->logs; log; log = log->next)
		write_hex_log(out, log);
	return 0;
}

int write_binary(FILE *out, const struct reading *reading)
{
	const struct reading_log *log;

	if (reading->has_directory && reading->gpl.known)
		fwrite(reading->gpl.raw, 1, ATA_LOG_PAGE_BYTES, out);
	else if (reading->has_directory && reading->smart.known)
		fwrite(reading->smart.raw, 1, ATA_LOG_PAGE_BYTES, out);
	for (log = reading->logs; log; log = log->next)
		fwrite(log->data, ATA_LOG_PAGE_BYTES, log->pages, out);
	return 0;
}
