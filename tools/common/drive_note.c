/* SPDX-License-Identifier: BSD-2-Clause */
#include "drive_note.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "drive_error.h"
#include "hex.h"

static void note_number(struct sgio_section *section, const char *key, intmax_t number)
{
	char text[24];

	snprintf(text, sizeof(text), "%jd", number);
	sgio_section_note(section, key, text);
}

void drive_note_talk(struct sgio_section *section, const struct subject *subject)
{
	if (!section)
		return;
	sgio_section_note(section, "type", subject_type_name(subject->type));
	sgio_section_note(section, "source", subject->source);
	if (!subject->collected)
		return;
	sgio_section_note(section, "host", subject->host);
	sgio_section_note(section, "kernel", subject->kernel);
	sgio_section_note(section, "tool_version", subject->tool_version);
	note_number(section, "time", subject->time);
	if (subject->in_user_namespace)
		sgio_section_note(section, "user_namespace", "yes");
}

static void note_page(struct sgio_section *section, const uint8_t *page)
{
	char text[2 * ATA_IDENTIFY_BYTES + 1];
	size_t i;

	for (i = 0; i < ATA_IDENTIFY_BYTES; i++)
		snprintf(text + 2 * i, 3, "%02x", page[i]);
	sgio_section_note(section, "page", text);
}

/* A drive that was never opened; a section takes its facts like any other's. */
static uint64_t unopened_now(struct sgio_drive *drive)
{
	(void)drive;
	return 0;
}

static void unopened_close(struct sgio_drive *drive)
{
	(void)drive;
}

static void note_facts(struct sgio_section *section, const struct sgio_facts *facts)
{
	static const struct sgio_backend backend = {
		.now = unopened_now,
		.close = unopened_close,
	};
	struct sgio_drive unopened = {.backend = &backend, .facts = *facts};
	struct sgio_drive *drive;

	if (!sgio_open_record(&unopened, section, &drive))
		sgio_close(drive);
}

void drive_note_end(struct sgio_section *section, const struct subject *subject)
{
	static const uint8_t blank[ATA_IDENTIFY_BYTES];

	if (!section)
		return;
	note_number(section, "index", subject->index);
	if (memcmp(subject->page, blank, sizeof(blank)) != 0)
		note_page(section, subject->page);
	sgio_section_note(section, "error", subject->error_code);
	sgio_section_note(section, "message", subject->error_message);
	note_number(section, "status", subject->status);
}

void drive_note_result(struct sgio_section *section, const struct subject *subject)
{
	if (!section)
		return;
	drive_note_talk(section, subject);
	drive_note_end(section, subject);
	sgio_section_note(section, "facts", subject->has_facts ? "known" : "none");
	if (subject->has_facts)
		note_facts(section, &subject->facts);
}

/* Where a note is read from. */
struct notes {
	const struct sgio_recording *recording;
	size_t drive;
};

static const char *get(const struct notes *notes, const char *key)
{
	return sgio_recording_note(notes->recording, notes->drive, key);
}

static intmax_t get_number(const struct notes *notes, const char *key)
{
	const char *text = get(notes, key);

	return text ? strtoimax(text, NULL, 10) : 0;
}

static enum subject_type get_type(const struct notes *notes)
{
	const char *text = get(notes, "type");
	enum subject_type type = SUBJECT_SAT;

	for (; text && subject_type_name(type); type++)
		if (!strcmp(subject_type_name(type), text))
			return type;
	return SUBJECT_RECORDING;
}

static bool get_page(const struct notes *notes, uint8_t page[ATA_IDENTIFY_BYTES])
{
	const char *text = get(notes, "page");
	int high;
	int low;
	size_t i;

	if (!text || strlen(text) != 2 * ATA_IDENTIFY_BYTES)
		return false;
	for (i = 0; i < ATA_IDENTIFY_BYTES; i++) {
		high = sgio_hex_digit(text[2 * i]);
		low = sgio_hex_digit(text[2 * i + 1]);
		if (high < 0 || low < 0)
			return false;
		page[i] = (uint8_t)(high << 4 | low);
	}
	return true;
}

static void read_collected(struct visit *visit, const struct notes *notes)
{
	struct subject *subject = visit->subject;
	const char *host = get(notes, "host");
	char pseudonym[REDACT_NAME_SIZE];

	if (!host)
		return;
	redact_name(&visit->options->redact_key, host, pseudonym);
	subject_set(&subject->host, visit->options->redact ? pseudonym : host);
	subject_set(&subject->kernel, get(notes, "kernel"));
	subject_set(&subject->tool_version, get(notes, "tool_version"));
	subject->time = (time_t)get_number(notes, "time");
	subject->in_user_namespace = get(notes, "user_namespace") != NULL;
	subject->collected = true;
}

/* @text with @new for each @old, which is not empty; NULL without memory. */
static char *replace_all(const char *text, const char *old, const char *new)
{
	const char *found;
	char *result = NULL;
	size_t size;
	FILE *out = open_memstream(&result, &size);

	if (!out)
		return NULL;
	while ((found = strstr(text, old))) {
		fprintf(out, "%.*s%s", (int)(found - text), text, new);
		text = found + strlen(old);
	}
	fputs(text, out);
	if (!fclose(out))
		return result;
	free(result);
	return NULL;
}

/* Messages have the name in quotes, and one of a letter stands in many words. */
static char *rename_drive(const char *message, const char *old, const char *new)
{
	char *old_quoted = NULL;
	char *new_quoted = NULL;
	char *result = NULL;

	if (asprintf(&old_quoted, "'%s'", old) < 0)
		old_quoted = NULL;
	if (asprintf(&new_quoted, "'%s'", new) < 0)
		new_quoted = NULL;
	if (old_quoted && new_quoted)
		result = replace_all(message, old_quoted, new_quoted);
	free(old_quoted);
	free(new_quoted);
	return result;
}

/* The message names the drive as the run did, which may not be shown now. */
static void read_error(struct visit *visit, const struct notes *notes)
{
	struct subject *subject = visit->subject;
	const char *code = get(notes, "error");
	const char *message = get(notes, "message");
	const char *name = sgio_recording_name(notes->recording, notes->drive);
	char *renamed;

	subject->status = (enum exit_status)get_number(notes, "status");
	if (!code || !message)
		return;
	/* What the simulator says quotes parts of the name. */
	if (visit->options->redact && !strcmp(code, "simulated_drive")) {
		drive_error_sim(subject, NULL);
		return;
	}
	renamed = rename_drive(message, name, subject->name);
	subject_fail(subject, EXIT_DONE, drive_error_code(code), "%s",
		     renamed ? renamed : "out of memory");
	free(renamed);
}

static void read_page(struct visit *visit, const struct notes *notes)
{
	struct subject *subject = visit->subject;

	if (!get_page(notes, subject->page))
		return;
	if (visit->options->redact)
		redact_identify(&visit->options->redact_key, subject->page);
	subject->has_page =
		!ata_identify_parse(&subject->id, subject->page, ATA_IDENTIFY_BYTES);
}

bool drive_note_read(struct visit *visit, const struct sgio_recording *recording,
		     size_t drive)
{
	const struct notes notes = {recording, drive};
	struct subject *subject = visit->subject;
	const char *source = get(&notes, "source");
	const char *facts = get(&notes, "facts");

	subject->type = get_type(&notes);
	visit_set_source(visit, source ? source : "recording");
	read_collected(visit, &notes);
	subject->has_facts = !facts || strcmp(facts, "none") != 0;
	if (subject->has_facts)
		subject->facts = *sgio_recording_facts(recording, drive);
	if (!get(&notes, "status"))
		return false;
	subject->index = (unsigned int)get_number(&notes, "index");
	read_page(visit, &notes);
	read_error(visit, &notes);
	return true;
}
