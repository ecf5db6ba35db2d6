/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "drive_error.h"
#include "drive_visit.h"
#include "hex_pages.h"
#include "reading.h"

/* A file with the pages of one log. */
enum {
	FILE_MOST = 64 << 20, /* a log has 65535 pages at most, which are 32 MiB */
	LOG_IDENTIFY = 0x30,
	PAGE_COPY = 1, /* of log 30h: IDENTIFY data, with no header */
};

struct content {
	uint8_t *bytes;
	size_t length;
};

/* Returns 0 or an errno; content->bytes is due to be freed. */
static int read_all(int fd, struct content *content)
{
	size_t size = 0;

	for (;;) {
		ssize_t more;

		if (content->length == size) {
			uint8_t *larger = realloc(content->bytes, 2 * size + 4096);

			if (!larger)
				return ENOMEM;
			content->bytes = larger;
			size = 2 * size + 4096;
		}
		more = read(fd, content->bytes + content->length,
			    size - content->length);
		if (more < 0 && errno == EINTR)
			continue;
		if (more <= 0)
			return more < 0 ? errno : 0;
		content->length += (size_t)more;
		if (content->length > FILE_MOST)
			return EFBIG;
	}
}

static bool read_content(struct reading *reading, struct content *content)
{
	const char *argument = reading->options->argument;
	struct drive_fault fault = {.kind = DRIVE_FAULT_OPEN};
	int fd = STDIN_FILENO;

	if (strcmp(argument, "-") != 0)
		fd = open(argument, O_RDONLY | O_CLOEXEC);
	if (fd < 0) {
		fault.error = errno;
	} else {
		fault.kind = DRIVE_FAULT_READ;
		fault.error = read_all(fd, content);
		if (fd != STDIN_FILENO)
			close(fd);
	}
	if (fault.error)
		drive_error_stream(&reading->subject, &fault);
	return !fault.error;
}

/* Hexadecimal text becomes bytes in place. */
static bool take_text(struct reading *reading, struct content *content)
{
	struct subject *subject = &reading->subject;
	size_t line;
	int rc;

	if (!hex_pages_is_text(content->bytes, content->length))
		return true;
	if (sgio_is_recording((const char *)content->bytes, content->length)) {
		subject_fail(subject, EXIT_COULD_NOT_ASK, "recording",
			     "'%s' is a recording of ataid, which holds no logs",
			     subject->name);
		return false;
	}
	subject_set(&subject->source, "hex dump");
	rc = hex_pages_parse(content->bytes, &content->length, &line);
	if (!rc)
		return true;
	subject_fail(subject, EXIT_DAMAGED, "dump_damaged",
		     "'%s': line %zu: groups of two hex digits expected", subject->name,
		     line);
	return false;
}

/* Of a log of pages the header says which page it is (ACS-6 9.5, 9.10). */
static uint16_t number_of(uint8_t address, const uint8_t *page)
{
	bool valid = page[0] == 1 && page[1] == 0;

	if (address == LOG_IDENTIFY)
		return valid && page[7] & 0x80 ? page[2] : PAGE_COPY;
	return valid ? page[2] : 0;
}

static bool is_zero(const uint8_t *page)
{
	for (size_t i = 0; i < ATA_LOG_PAGE_BYTES; i++)
		if (page[i])
			return false;
	return true;
}

static void take_page(struct reading_log *log, const struct request *request,
		      uint32_t index, const uint8_t *page, size_t length)
{
	const struct ata_log *known =
		log->has_address ? ata_log_find(log->address) : NULL;
	uint8_t *to = log->data + (size_t)log->pages * ATA_LOG_PAGE_BYTES;
	uint16_t number = (uint16_t)(request->first + index);

	memset(to, 0, ATA_LOG_PAGE_BYTES);
	memcpy(to, page, length);
	if (known && known->by_page && !request->has_pages) {
		/* Pages that a drive does not have are zeros. */
		if (index && is_zero(to))
			return;
		number = number_of(log->address, to);
	}
	log->numbers[log->pages++] = number;
}

static void take_pages(struct reading *reading, const struct request *request,
		       const struct content *content)
{
	size_t whole = content->length / ATA_LOG_PAGE_BYTES;
	size_t rest = content->length % ATA_LOG_PAGE_BYTES;
	uint32_t count = (uint32_t)(whole + (rest != 0));
	const struct ata_log *known = ata_log_find(request->address);
	unsigned int access =
		known && !(known->access & ATA_LOG_GPL) ? ATA_LOG_SMART : ATA_LOG_GPL;
	struct reading_log *log;

	if (request->kind == REQUEST_LOG)
		log = reading_log_add_address(reading, request->address, access, count);
	else
		log = reading_log_add_smart(reading,
					    request->kind == REQUEST_ATTRIBUTES, count);
	for (uint32_t i = 0; log && i < count; i++) {
		size_t at = (size_t)i * ATA_LOG_PAGE_BYTES;

		take_page(log, request, i, content->bytes + at,
			  i < whole ? ATA_LOG_PAGE_BYTES : rest);
	}
	if (!log)
		return;
	if (rest) {
		tree_oddity(&log->tree, "truncated",
			    "the last page has %zu bytes of %d, the rest is taken as "
			    "zeros",
			    rest, ATA_LOG_PAGE_BYTES);
		reading_log_fail(reading, log, EXIT_DAMAGED, "truncated",
				 "'%s': the last page has %zu bytes of %d",
				 reading->subject.name, rest, ATA_LOG_PAGE_BYTES);
	}
	reading_redact(reading, log);
	reading_decode(reading, log);
}

/* The directory is shown as that of a drive is. */
static void take_directory(struct reading *reading, const struct content *content)
{
	struct subject *subject = &reading->subject;
	struct ask_log_directory *gpl = &reading->gpl;
	size_t length = content->length;

	if (length > ATA_LOG_PAGE_BYTES)
		length = ATA_LOG_PAGE_BYTES;
	memcpy(gpl->raw, content->bytes, length);
	ask_log_directory_take(gpl, ATA_LOG_GPL);
	reading->has_directory = gpl->known;
	if (!gpl->known)
		subject_fail(subject, EXIT_DAMAGED, "no_directory",
			     "'%s' is no log directory: it has version %04Xh instead "
			     "of 0001h",
			     subject->name, gpl->version);
	else if (length < ATA_LOG_PAGE_BYTES)
		subject_fail(subject, EXIT_DAMAGED, "truncated",
			     "'%s': the page has %zu bytes of %d", subject->name,
			     length, ATA_LOG_PAGE_BYTES);
}

/* What a file can hold is one log; returns it, or NULL after a message. */
static const struct request *only_request(struct reading *reading)
{
	const struct atalog_options *options = reading->options;
	const struct request *request = &options->requests[0];
	struct subject *subject = &reading->subject;

	if (options->request_count != 1)
		subject_fail(subject, EXIT_USAGE, "no_log_named",
			     "'%s' is a file: name the one LOG that it holds (atalog "
			     "--list shows the names)",
			     subject->name);
	else if (request->kind == REQUEST_LOG || request->kind == REQUEST_SMART ||
		 request->kind == REQUEST_ATTRIBUTES)
		return request;
	else
		subject_fail(subject, EXIT_USAGE, "no_log_named",
			     "'%s' is a file, which '%s' does not say enough of: name "
			     "its log, such as 0x03",
			     subject->name, request->argument);
	return NULL;
}

void collect_file(struct reading *reading)
{
	const struct atalog_options *options = reading->options;
	struct visit visit = {
		.options = &options->drive,
		.subject = &reading->subject,
	};
	const struct request *request;
	struct content content = {.bytes = NULL};

	visit_begin(&visit, options->argument, NULL);
	reading->subject.type = SUBJECT_DUMP;
	visit_set_source(&visit, "binary dump");
	request = only_request(reading);
	if (request && read_content(reading, &content) &&
	    take_text(reading, &content)) {
		if (!content.length)
			drive_error_stream(
				&reading->subject,
				&(struct drive_fault){.kind = DRIVE_FAULT_EMPTY});
		else if (request->kind == REQUEST_LOG && !request->address)
			take_directory(reading, &content);
		else
			take_pages(reading, request, &content);
	}
	free(content.bytes);
}
