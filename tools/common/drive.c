/* SPDX-License-Identifier: BSD-2-Clause */
#include "drive.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>

#include "drive_error.h"
#include "drive_note.h"
#include "drive_trace.h"
#include "drive_visit.h"
#include "sysfs.h"

void drive_options_init(struct drive_options *options)
{
	*options = (struct drive_options){
		.skipped_status = EXIT_SKIPPED,
		.sysroot = "",
	};
}

int drive_options_redact(struct drive_options *options)
{
	struct redact_key *key = &options->redact_key;

	if (getrandom(key->bytes, sizeof(key->bytes), 0) < 0)
		return -errno;
	options->redact = true;
	return 0;
}

bool drive_parse_nocheck(const char *text, struct drive_options *options)
{
	static const char *const modes[] = {
		[ASK_ALWAYS] = "never",
		[ASK_UNLESS_SLEEP] = "sleep",
		[ASK_UNLESS_STANDBY] = "standby",
		[ASK_UNLESS_IDLE] = "idle",
	};
	const size_t count = sizeof(modes) / sizeof(modes[0]);
	size_t length = strcspn(text, ",");
	char *end = NULL;
	unsigned long status = EXIT_SKIPPED;
	size_t i;

	for (i = 0; i < count; i++)
		if (strlen(modes[i]) == length && !strncmp(modes[i], text, length))
			break;
	if (text[length] == ',') {
		if (text[length + 1] < '0' || text[length + 1] > '9')
			return false;
		status = strtoul(text + length + 1, &end, 10);
	}
	if (i == count || status > 255 || (end && *end))
		return false;
	options->nocheck = (enum ask_nocheck)i;
	options->skipped_status = (int)status;
	return true;
}

bool drive_is_stream(const char *argument)
{
	struct stat st;

	if (!strcmp(argument, "-"))
		return true;
	return !stat(argument, &st) &&
	       (S_ISREG(st.st_mode) || S_ISFIFO(st.st_mode) || S_ISSOCK(st.st_mode));
}

static bool is_sim(const char *argument)
{
	return !strncmp(argument, "sim:", strlen("sim:"));
}

/* Returns whether the drive may be asked. */
static bool may_wake(struct visit *visit, struct ask *ask, struct ask_wake *wake)
{
	int rc = ask_may_wake(ask, visit->options->nocheck, wake);

	if (rc) {
		drive_error_ask(visit->subject, rc);
		return false;
	}
	if (wake->sleep == ASK_AWAKE)
		return true;
	if (wake->sleep == ASK_FAILED)
		drive_error_end(visit->subject, &wake->power.end, &ask->inquiry);
	else
		drive_error_skipped(visit->subject, wake,
				    visit->options->skipped_status);
	return false;
}

static bool identify(struct visit *visit, struct ask *ask)
{
	struct subject *subject = visit->subject;
	struct ask_identity identity;
	int rc = ask_identify(ask, &identity);

	if (rc) {
		drive_error_ask(subject, rc);
		return false;
	}
	if (identity.end.verdict != ASK_OK) {
		drive_error_end(subject, &identity.end, &ask->inquiry);
		return false;
	}
	visit->cdb_length = identity.cdb_length;
	if (subject->type == SUBJECT_SAT && identity.cdb_length == 12)
		subject->type = SUBJECT_SAT12;
	visit_set_source(visit, identity.packet ? "IDENTIFY PACKET DEVICE"
						: "IDENTIFY DEVICE");
	visit_take_page(visit, identity.page, "");
	return true;
}

static void ask_power(struct visit *visit, struct ask *ask, struct ask_wake *wake)
{
	struct ask_power *power = &wake->power;
	int rc = 0;

	if (!power->known)
		rc = ask_power_mode(ask, power);
	if (rc)
		drive_error_ask(visit->subject, rc);
	else if (power->end.verdict != ASK_OK)
		drive_error_end(visit->subject, &power->end, NULL);
	else if (power->known)
		visit->subject->power_mode = power->mode;
	visit->subject->power_mode_known = !rc && power->known;
}

static void ask_native(struct visit *visit, struct ask *ask)
{
	struct subject *subject = visit->subject;
	struct ask_native_max native = {.known = false};
	int rc = ask_native_max(ask, &subject->id, &native);

	if (rc)
		drive_error_ask(subject, rc);
	else if (native.end.verdict != ASK_OK)
		drive_error_end(subject, &native.end, NULL);
	subject->native_max_known = !rc && native.known;
	subject->native_max_blocks = native.blocks;
}

/* The whole conversation with visit->drive, which is open. */
static void talk(struct visit *visit)
{
	const struct drive_options *options = visit->options;
	struct ask_wake wake = {.sleep = ASK_AWAKE};
	struct ask ask;

	ask_begin(&ask, visit->drive, options->sat);
	if (options->nocheck != ASK_ALWAYS && !may_wake(visit, &ask, &wake))
		return;
	if (!identify(visit, &ask))
		return;
	if (options->power)
		ask_power(visit, &ask, &wake);
	if (options->native && visit->subject->has_page)
		ask_native(visit, &ask);
}

static int wrap_section(struct visit *visit)
{
	struct sgio_drive *outer;
	int rc = sgio_open_record(visit->drive, visit->section, &outer);

	if (!rc)
		visit->drive = outer;
	return rc;
}

int drive_wrap_trace(const struct drive_options *options, struct subject *subject,
		     struct sgio_drive **drive)
{
	struct sgio_drive *outer;
	int rc;

	if (!options->verbose)
		return 0;
	rc = sgio_open_trace(*drive, drive_trace, subject, &outer);
	if (!rc)
		*drive = outer;
	return rc;
}

/* Ask visit->drive, which is open, and close it unless it is kept. */
static void ask_and_close(struct visit *visit)
{
	struct subject *subject = visit->subject;
	int rc = 0;

	subject->facts = visit->drive->facts;
	subject->has_facts = true;
	if (visit->section) {
		drive_note_talk(visit->section, subject);
		rc = wrap_section(visit);
	}
	if (!rc)
		rc = drive_wrap_trace(visit->options, subject, &visit->drive);
	if (rc)
		drive_error_ask(subject, rc);
	else
		talk(visit);
	/* Data may be read though the page's checksum is wrong. */
	if (!visit->keep || !subject->has_page || subject->status & ~EXIT_DAMAGED) {
		sgio_close(visit->drive);
		visit->drive = NULL;
	}
	/* What was skipped holds no answers, a replay without -n would look for them.
	 */
	if (subject->error_code && !strcmp(subject->error_code, "skipped"))
		drive_note_end(visit->section, subject);
}

/* A simulated drive's name is the user's, and may be a file's. */
static void visit_sim(struct visit *visit, const char *argument)
{
	struct subject *subject = visit->subject;
	char message[512] = "";
	const char *why;
	int rc;

	if (visit->options->cached) {
		drive_error_cached(subject, ENODATA);
		drive_note_result(visit->section, subject);
		return;
	}
	rc = sgio_open_sim(argument + strlen("sim:"), &visit->drive, message,
			   sizeof(message));
	if (!rc) {
		ask_and_close(visit);
		return;
	}
	why = message[0] ? message : strerror(-rc);
	drive_error_sim(subject, visit->options->redact ? NULL : why);
	drive_note_result(visit->section, subject);
}

static int find_facts(struct visit *visit, const char *argument)
{
	const char *sysroot = visit->options->sysroot;
	struct sgio_facts *facts = &visit->subject->facts;
	const char *slash = strrchr(argument, '/');

	if (!sysroot[0])
		return sysfs_facts_of_path(sysroot, argument, facts);
	return sysfs_facts_of_name(sysroot, slash ? slash + 1 : argument, facts);
}

static void visit_cached(struct visit *visit)
{
	struct subject *subject = visit->subject;
	uint8_t page[ATA_IDENTIFY_BYTES];
	enum sysfs_copy copy;
	int rc = sysfs_cached_identify(visit->options->sysroot, &subject->facts, page,
				       &copy);

	if (rc) {
		drive_error_cached(subject, -rc);
		return;
	}
	subject->type = SUBJECT_CACHED;
	visit_set_source(visit,
			 copy == SYSFS_COPY_ATA_DEVICE ? "ata_device id" : "vpd_pg89");
	visit_take_page(visit, page, "");
}

/* Ends without a conversation; returns whether it did. */
static bool settle_node(struct visit *visit, const char *argument)
{
	struct subject *subject = visit->subject;
	const struct sgio_facts *facts = &subject->facts;
	int rc = find_facts(visit, argument);

	if (rc) {
		drive_error_open(subject, -rc);
		return true;
	}
	subject->has_facts = true;
	if (facts->bus == SGIO_BUS_NVME ||
	    (facts->kernel_name[0] && !facts->scsi_address[0])) {
		drive_error_not_scsi(subject);
		return true;
	}
	if (visit->options->cached) {
		visit_cached(visit);
		return true;
	}
	if (ask_is_suspended(facts, visit->options->nocheck)) {
		drive_error_skipped(subject, &(struct ask_wake){.sleep = ASK_SUSPENDED},
				    visit->options->skipped_status);
		return true;
	}
	rc = sgio_open_linux(argument, 1, &visit->drive);
	if (rc)
		drive_error_open(subject, -rc);
	return rc != 0;
}

static void visit_node(struct visit *visit, const char *argument)
{
	if (settle_node(visit, argument))
		drive_note_result(visit->section, visit->subject);
	else
		ask_and_close(visit);
}

static void visit_drive(struct visit *visit, const char *argument)
{
	struct subject *subject = visit->subject;

	subject->type = is_sim(argument) ? SUBJECT_SIM : SUBJECT_SAT;
	visit_set_source(visit, is_sim(argument) ? "simulation" : "device");
	visit_set_collected(visit);
	if (is_sim(argument))
		visit_sim(visit, argument);
	else
		visit_node(visit, argument);
}

void drive_ask(const char *argument, const struct drive_options *options,
	       struct subject *subject, struct sgio_section **section)
{
	struct visit visit = {.options = options, .subject = subject};

	visit_begin(&visit, argument, section);
	visit_drive(&visit, argument);
}

void drive_ask_open(const char *argument, const struct drive_options *options,
		    struct subject *subject, struct sgio_drive **drive,
		    uint8_t *cdb_length)
{
	struct visit visit = {.options = options, .subject = subject, .keep = true};

	visit_begin(&visit, argument, NULL);
	visit_drive(&visit, argument);
	*drive = visit.drive;
	*cdb_length = visit.cdb_length;
}

void drive_replay(const struct sgio_recording *recording, size_t drive,
		  const struct drive_options *options, struct subject *subject,
		  struct sgio_section **section)
{
	struct visit visit = {.options = options, .subject = subject};
	int rc;

	visit_begin(&visit, sgio_recording_name(recording, drive), section);
	if (drive_note_read(&visit, recording, drive)) {
		drive_note_result(visit.section, subject);
		return;
	}
	rc = sgio_open_replay(recording, drive, &visit.drive);
	if (!rc) {
		ask_and_close(&visit);
		return;
	}
	drive_error_ask(subject, rc);
	drive_note_result(visit.section, subject);
}
