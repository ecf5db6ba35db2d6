/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "collect.h"
#include "drive_error.h"

enum {
	LOG_DIRECTORY = 0x00,
	LOG_IDENTIFY = 0x30,
	LOG_VENDOR_FIRST = 0x80,
	LOG_VENDOR_LAST = 0xdf,
	PAGE_LIST_AT = 8, /* in page 0 of a log of pages: how many, and their numbers */
};

void collector_out_of_memory(struct collector *c)
{
	c->reading->failed = true;
	c->stopped = true;
}

/* What is wrong with a conversation about a log is said as about one about a drive. */
static void take_message(struct collector *c, struct reading_log *log,
			 struct subject *scratch)
{
	reading_log_fail(c->reading, log, scratch->status, scratch->error_code, "%s",
			 scratch->error_message ? scratch->error_message
						: "out of memory");
	free(scratch->error_message);
}

void collector_fail_rc(struct collector *c, struct reading_log *log, int rc)
{
	struct subject scratch = {.name = subject_of(c)->name};

	drive_error_ask(&scratch, rc);
	take_message(c, log, &scratch);
	c->stopped = true;
}

const char *collector_hint(const struct collector *c, enum ask_step step)
{
	bool smart = step == ASK_STEP_SMART_DATA || step == ASK_STEP_SMART_LOG ||
		     step == ASK_STEP_SMART_STATUS;

	if (smart && !ata_fact_number(&c->reading->subject.id, ATA_SMART_ENABLED, 1))
		return " (SMART is disabled, smartctl -s on enables it)";
	return "";
}

void collector_fail_end(struct collector *c, struct reading_log *log,
			const struct ask_end *end)
{
	struct subject scratch = *subject_of(c);
	char name[128];

	c->stopped = end->verdict == ASK_TIMED_OUT || end->verdict == ASK_GONE;
	if (end->verdict == ASK_REFUSED) {
		reading_log_name(log, name, sizeof(name));
		reading_log_fail(c->reading, log, EXIT_REFUSED, "refused",
				 "'%s' refused %s of %s: %s%s", scratch.name,
				 ask_step_name(end->step), name,
				 ata_outcome_name(end->result.outcome),
				 collector_hint(c, end->step));
		return;
	}
	scratch.status = EXIT_DONE;
	scratch.error_code = NULL;
	scratch.error_message = NULL;
	drive_error_end(&scratch, end, NULL);
	take_message(c, log, &scratch);
}

static void need_directories(struct collector *c)
{
	int rc;

	if (c->asked_directories)
		return;
	c->asked_directories = true;
	rc = ask_log_directories(&c->logs);
	if (rc < 0) {
		drive_error_ask(subject_of(c), rc);
		c->stopped = true;
		return;
	}
	if (c->logs.gpl.end.verdict == ASK_TIMED_OUT ||
	    c->logs.gpl.end.verdict == ASK_GONE)
		drive_error_end(subject_of(c), &c->logs.gpl.end, NULL);
	else if (c->logs.smart.end.verdict == ASK_TIMED_OUT ||
		 c->logs.smart.end.verdict == ASK_GONE)
		drive_error_end(subject_of(c), &c->logs.smart.end, NULL);
	else
		return;
	c->stopped = true;
}

/* One line that says why the drive has no logs at all. */
static void no_logs(struct collector *c)
{
	struct subject *subject = subject_of(c);
	const struct ask_logs *logs = &c->logs;
	const struct ask_log_directory *gpl = &logs->gpl;

	if (!logs->has_gpl && !logs->has_smart)
		subject_fail(subject, EXIT_COULD_NOT_ASK, "no_logs",
			     "'%s' has no logs: its IDENTIFY data names neither "
			     "general purpose logging nor SMART",
			     subject->name);
	else if (logs->no_directory)
		subject_fail(subject, EXIT_COULD_NOT_ASK, "no_logs",
			     "'%s' is not asked for its logs: this model hangs then",
			     subject->name);
	else if (gpl->end.step != ASK_STEP_NONE && gpl->end.verdict == ASK_OK)
		subject_fail(subject, EXIT_DAMAGED, "no_directory",
			     "'%s' has no log directory: what it gives for one has "
			     "version %04Xh instead of 0001h",
			     subject->name, gpl->version);
	else if (gpl->end.step != ASK_STEP_NONE)
		drive_error_end(subject, &gpl->end, NULL);
	else if (logs->smart.end.step != ASK_STEP_NONE &&
		 logs->smart.end.verdict != ASK_OK)
		drive_error_end(subject, &logs->smart.end, NULL);
	else
		subject_fail(subject, EXIT_COULD_NOT_ASK, "no_logs",
			     "'%s' has no logs: SMART names none (atalog DRIVE smart "
			     "shows its attributes)",
			     subject->name);
}

static bool has_logs(const struct collector *c)
{
	const struct ask_logs *logs = &c->logs;

	return logs->gpl.known || logs->smart.known || logs->smart.inferred;
}

static void take_directories(struct collector *c)
{
	struct reading *reading = c->reading;

	need_directories(c);
	if (c->stopped && !has_logs(c))
		return;
	if (!has_logs(c)) {
		no_logs(c);
		return;
	}
	reading->gpl = c->logs.gpl;
	reading->smart = c->logs.smart;
	reading->has_directory = true;
}

static void check_pages(struct collector *c, struct reading_log *log)
{
	const struct subject *subject = subject_of(c);

	for (uint32_t i = 0; i < log->pages; i++)
		check_identify(&log->tree, &subject->id, subject->page, log->numbers[i],
			       log->data + (size_t)i * ATA_LOG_PAGE_BYTES);
}

void collector_finish_log(struct collector *c, struct reading_log *log)
{
	reading_redact(c->reading, log);
	reading_decode(c->reading, log);
	if (log->has_address && log->address == LOG_IDENTIFY && subject_of(c)->has_page)
		check_pages(c, log);
}

/* Pages @first to @first + @count - 1 into the first free places of @log. */
static bool read_pages(struct collector *c, struct reading_log *log, uint16_t first,
		       uint16_t count)
{
	struct ask_log_read read = {.pages = 0};
	uint8_t *at = log->data + (size_t)log->pages * ATA_LOG_PAGE_BYTES;
	int rc = ask_log_read(&c->logs, log->address, (enum ata_log_access)log->access,
			      first, count, at, &read);

	if (rc < 0) {
		collector_fail_rc(c, log, rc);
		return false;
	}
	log->command = ask_step_name(read.end.step);
	for (uint32_t i = 0; i < read.pages; i++)
		log->numbers[log->pages + i] = (uint16_t)(first + i);
	log->pages += read.pages;
	if (read.end.verdict == ASK_OK)
		return true;
	collector_fail_end(c, log, &read.end);
	return false;
}

/* Page @number, which came already, becomes number @to of those that stay. */
static void keep_page(struct reading_log *log, uint32_t to, uint16_t number)
{
	memmove(log->data + (size_t)to * ATA_LOG_PAGE_BYTES,
		log->data + (size_t)number * ATA_LOG_PAGE_BYTES, ATA_LOG_PAGE_BYTES);
	log->numbers[to] = number;
}

static bool is_listed(const uint8_t list[static ATA_LOG_PAGE_BYTES], uint16_t number)
{
	return !number || memchr(list + PAGE_LIST_AT + 1, number, list[PAGE_LIST_AT]);
}

/*
 * SMART READ LOG always begins with page 0: @first to @last stay of what came, and of a
 * log of pages that is read whole those that its page 0 lists.
 */
static void read_smart(struct collector *c, struct reading_log *log, uint16_t first,
		       uint16_t last, bool listed)
{
	uint8_t list[ATA_LOG_PAGE_BYTES];

	if (!read_pages(c, log, 0, (uint16_t)(last + 1)))
		return;
	memcpy(list, log->data, sizeof(list));
	log->pages = 0;
	for (uint16_t i = first; i <= last; i++)
		if (!listed || is_listed(list, i))
			keep_page(log, log->pages++, i);
}

/* Of a log of pages those that its page 0 lists; there are up to 256 of them. */
static void read_listed(struct collector *c, struct reading_log *log)
{
	uint8_t list[ATA_LOG_PAGE_BYTES];
	unsigned int count;

	if (!read_pages(c, log, 0, 1))
		return;
	memcpy(list, log->data, sizeof(list));
	count = list[PAGE_LIST_AT];
	for (unsigned int i = 0; i < count && !c->stopped; i++) {
		uint8_t number = list[PAGE_LIST_AT + 1 + i];

		if (!number || number >= log->in_log || log->pages >= log->in_log)
			continue;
		read_pages(c, log, number, 1);
	}
}

static bool is_raw(const struct reading *reading)
{
	return reading->options->output == ATALOG_HEX ||
	       reading->options->output == ATALOG_BINARY;
}

static void read_log(struct collector *c, struct reading_log *log,
		     const struct request *request)
{
	const struct ata_log *known = ata_log_find(log->address);
	uint16_t first = 0, last = (uint16_t)(log->in_log - 1);
	bool listed = known && known->by_page && !is_raw(c->reading);

	if (request && request->has_pages) {
		first = request->first;
		last = request->last;
		listed = false;
	}
	if (last >= log->in_log) {
		reading_log_fail(c->reading, log, EXIT_COULD_NOT_ASK, "no_page",
				 "'%s' has no page %u of log %02Xh: it has %u, from 0 "
				 "on",
				 subject_of(c)->name, last, log->address, log->in_log);
		return;
	}
	if (log->access == ATA_LOG_SMART)
		read_smart(c, log, first, last, listed);
	else if (listed)
		read_listed(c, log);
	else
		read_pages(c, log, first, (uint16_t)(last - first + 1));
	collector_finish_log(c, log);
}

static void add_log(struct collector *c, uint8_t address, const struct request *request)
{
	unsigned int access = ask_log_access(&c->logs, address);
	uint32_t pages = 0;
	struct reading_log *log;
	char name[128];

	if (access)
		pages = ask_log_pages(&c->logs, address, (enum ata_log_access)access);
	if (access == ATA_LOG_SMART && pages > 255)
		pages = 255;
	log = reading_log_add_address(c->reading, address, access, pages);
	if (!log) {
		collector_out_of_memory(c);
		return;
	}
	log->in_log = pages;
	if (access) {
		read_log(c, log, request);
		return;
	}
	reading_log_name(log, name, sizeof(name));
	reading_log_fail(c->reading, log, EXIT_COULD_NOT_ASK, "no_log",
			 "'%s' has no %s: %s%s", subject_of(c)->name, name,
			 c->logs.gpl.known || c->logs.smart.known
				 ? "its directory does not list it"
				 : "it has no log directory",
			 c->ask.cdb_length == 12 ? ", and READ LOG EXT does not fit "
						   "into a 12-byte CDB"
						 : "");
}

static void take_log(struct collector *c, uint8_t address,
		     const struct request *request)
{
	if (address == LOG_DIRECTORY) {
		take_directories(c);
		return;
	}
	need_directories(c);
	if (c->stopped)
		return;
	if (has_logs(c))
		add_log(c, address, request);
	else
		no_logs(c);
}

/* The first of @addresses, which end with 0, that the drive has. */
static void take_best(struct collector *c, const uint8_t *addresses)
{
	need_directories(c);
	if (c->stopped)
		return;
	while (addresses[1] && !ask_log_access(&c->logs, *addresses))
		addresses++;
	take_log(c, *addresses, NULL);
}

/* What the vendor's and the host's logs hold nobody knows; 24h and 25h are his too. */
static bool is_in_all(uint8_t address)
{
	return address != LOG_DIRECTORY && address != 0x24 && address != 0x25 &&
	       (address < LOG_VENDOR_FIRST || address > LOG_VENDOR_LAST) &&
	       address != 0xe1;
}

static void take_all(struct collector *c)
{
	take_directories(c);
	if (!c->stopped && c->logs.has_smart)
		collector_take_health(c);
	if (!c->stopped && c->logs.has_smart)
		collector_take_smart(c, false);
	for (size_t i = 0; i < ata_log_count() && !c->stopped; i++) {
		uint8_t address = ata_log_at(i)->address;

		if (is_in_all(address) && ask_log_access(&c->logs, address))
			add_log(c, address, NULL);
	}
}

static void take_request(struct collector *c, const struct request *request)
{
	static const uint8_t errors[] = {0x03, 0x02, 0x01, 0};
	static const uint8_t self_tests[] = {0x07, 0x06, 0};

	switch (request->kind) {
	case REQUEST_LOG:
		take_log(c, request->address, request);
		break;
	case REQUEST_SMART:
	case REQUEST_ATTRIBUTES:
		collector_take_smart(c, request->kind == REQUEST_ATTRIBUTES);
		break;
	case REQUEST_HEALTH:
		collector_take_health(c);
		break;
	case REQUEST_ERRORS:
		take_best(c, errors);
		break;
	case REQUEST_SELF_TESTS:
		take_best(c, self_tests);
		break;
	case REQUEST_ALL:
		take_all(c);
		break;
	}
}

static void talk(struct reading *reading, struct sgio_drive *drive, uint8_t cdb_length)
{
	const struct atalog_options *options = reading->options;
	struct collector c = {.reading = reading};

	ask_begin(&c.ask, drive, cdb_length == 12 ? ASK_SAT_12 : ASK_SAT_16);
	ask_logs_begin(&c.logs, &c.ask, &reading->subject.id);
	if (!options->request_count)
		take_directories(&c);
	for (size_t i = 0; i < options->request_count && !c.stopped; i++)
		take_request(&c, &options->requests[i]);
}

void collect(struct reading *reading)
{
	const struct atalog_options *options = reading->options;
	struct sgio_drive *drive;
	uint8_t cdb_length;

	if (drive_is_stream(options->argument)) {
		collect_file(reading);
		return;
	}
	drive_ask_open(options->argument, &options->drive, &reading->subject, &drive,
		       &cdb_length);
	if (!drive)
		return;
	talk(reading, drive, cdb_length);
	sgio_close(drive);
}
