/* SPDX-License-Identifier: BSD-2-Clause */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

#include "drive_error.h"
#include "drive_note.h"
#include "drive_visit.h"

static char *shown_name(const struct drive_options *options, const char *argument)
{
	return options->redact ? drive_name_redacted(&options->redact_key, argument)
			       : strdup(argument);
}

static void begin_section(struct visit *visit, struct sgio_section **section)
{
	*section = NULL;
	if (sgio_section_open(visit->subject->name, section))
		return;
	visit->section = *section;
	if (visit->options->redact)
		sgio_section_redact(visit->section, redact_answer,
				    (void *)&visit->options->redact_key);
}

void visit_begin(struct visit *visit, const char *argument,
		 struct sgio_section **section)
{
	*visit->subject = (struct subject){
		.name = shown_name(visit->options, argument),
		.power_mode_asked = visit->options->power,
		.native_max_asked = visit->options->native,
	};
	if (!visit->subject->name)
		subject_set(&visit->subject->name, "?");
	if (section)
		begin_section(visit, section);
}

/* user_namespaces(7): all IDs are mapped to themselves in the first one only. */
static bool is_user_namespace(const char *sysroot)
{
	char map[128];
	char *path;
	unsigned long field[3]; /* first inside, first outside, how many */
	char *end = map;
	ssize_t length = -1;
	int fd;

	if (asprintf(&path, "%s/proc/self/uid_map", sysroot) < 0)
		return false;
	fd = open(path, O_RDONLY | O_CLOEXEC);
	free(path);
	if (fd >= 0) {
		length = read(fd, map, sizeof(map) - 1);
		close(fd);
	}
	if (length <= 0)
		return false;
	map[length] = '\0';
	for (size_t i = 0; i < 3; i++) {
		char *start = end;

		field[i] = strtoul(start, &end, 10);
		if (end == start)
			return false;
	}
	return field[0] || field[1] || field[2] < UINT32_MAX;
}

void visit_set_collected(struct visit *visit)
{
	const struct drive_options *options = visit->options;
	struct subject *subject = visit->subject;
	char pseudonym[REDACT_NAME_SIZE];
	struct utsname host;

	if (uname(&host))
		return;
	redact_name(&options->redact_key, host.nodename, pseudonym);
	subject_set(&subject->host, options->redact ? pseudonym : host.nodename);
	subject_set(&subject->kernel, host.release);
	subject_set(&subject->tool_version, ATAPROBE_VERSION);
	subject->in_user_namespace = is_user_namespace(options->sysroot);
	subject->time = time(NULL);
	subject->collected = true;
}

void visit_set_source(struct visit *visit, const char *source)
{
	static const char *const tags[] = {
		[SUBJECT_SAT] = " [SAT]",       [SUBJECT_SAT12] = " [SAT]",
		[SUBJECT_CACHED] = " [cached]", [SUBJECT_DUMP] = " [dump]",
		[SUBJECT_RECORDING] = "",       [SUBJECT_SIM] = " [simulated]",
	};
	struct subject *subject = visit->subject;
	const char *tag = tags[subject->type];

	subject_set(&subject->source, source);
	subject_set(&subject->info_name, NULL);
	if (asprintf(&subject->info_name, "%s%s", subject->name, tag) < 0)
		subject->info_name = NULL;
}

void visit_take_page(struct visit *visit, const uint8_t *page, const char *where)
{
	struct subject *subject = visit->subject;
	int rc;

	memcpy(subject->page, page, ATA_IDENTIFY_BYTES);
	if (visit->options->redact)
		redact_identify(&visit->options->redact_key, subject->page);
	rc = ata_identify_parse(&subject->id, subject->page, ATA_IDENTIFY_BYTES);
	if (rc) {
		drive_error_page(subject, where, rc);
		return;
	}
	subject->has_page = true;
	if (subject->id.rule[ATA_RULE_W255] && subject->id.byte_sum)
		drive_error_checksum(subject, where);
}

static void begin_dump(struct visit *visit, const char *argument, unsigned int index,
		       struct sgio_section **section)
{
	visit_begin(visit, argument, section);
	visit->subject->type = SUBJECT_DUMP;
	visit->subject->index = index;
}

static const char *format_name(const struct dump *dump)
{
	static const char *const names[] = {
		[DUMP_UNKNOWN] = "dump",
		[DUMP_RAW] = "binary dump",
		[DUMP_WORDS] = "words",
		[DUMP_BYTES] = "bytes",
	};

	return dump->vpd ? "VPD page 89h" : names[dump->format];
}

static void describe_place(const struct dump *dump, char *text, size_t size)
{
	if (dump->first_line)
		snprintf(text, size, "line %ju: ", (uintmax_t)dump->first_line);
	else
		snprintf(text, size, "byte %ju: ", (uintmax_t)dump->offset);
}

void drive_dump(const char *argument, unsigned int index, const struct dump *dump,
		const struct drive_options *options, struct subject *subject,
		struct sgio_section **section)
{
	struct visit visit = {.options = options, .subject = subject};
	char place[32];

	begin_dump(&visit, argument, index, section);
	visit_set_source(&visit, format_name(dump));
	describe_place(dump, place, sizeof(place));
	visit_take_page(&visit, dump->page, place);
	drive_note_result(visit.section, subject);
}

void drive_no_dump(const char *argument, unsigned int index,
		   const struct drive_fault *fault, const struct drive_options *options,
		   struct subject *subject, struct sgio_section **section)
{
	struct visit visit = {.options = options, .subject = subject};

	begin_dump(&visit, argument, index, section);
	visit_set_source(&visit, "dump");
	drive_error_stream(subject, fault);
	drive_note_result(visit.section, subject);
}
