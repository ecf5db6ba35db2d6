/* SPDX-License-Identifier: BSD-2-Clause */
#include "drive_error.h"

#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "names.h"

/* Codes that are not names of an enum ask_verdict. */
static const char *const own_codes[] = {
	"cannot_open",    "cannot_read",       "checksum",
	"directory",      "dump_damaged",      "memory",
	"no_cached_copy", "no_dump",           "no_identify_data",
	"not_a_drive",    "not_found",         "not_recorded",
	"nvme",           "recording_damaged", "simulated_drive",
	"skipped",        "cannot_ask",
};

const char *drive_error_code(const char *code)
{
	size_t i;
	enum ask_verdict verdict;

	for (i = 0; i < sizeof(own_codes) / sizeof(own_codes[0]); i++)
		if (!strcmp(own_codes[i], code))
			return own_codes[i];
	for (verdict = ASK_OK; verdict <= ASK_OTHER_TYPE; verdict++)
		if (!strcmp(ask_verdict_name(verdict), code))
			return ask_verdict_name(verdict);
	return "unknown";
}

static void no_permission(struct subject *subject, int error)
{
	const char *advice = "use sudo, or ataid --cached for the kernel's copy";

	/* The superuser is refused by a container's list of devices only. */
	if (geteuid() == 0)
		advice = "this container may not use the device";
	subject_fail(subject, EXIT_COULD_NOT_ASK, "no_permission",
		     "cannot open '%s': %s (%s)", subject->name, strerror(error),
		     advice);
}

void drive_error_open(struct subject *subject, int error)
{
	const char *name = subject->name;

	switch (error) {
	case EACCES:
	case EPERM:
		no_permission(subject, error);
		return;
	case EISDIR:
		subject_fail(
			subject, EXIT_NOT_ATA, "directory",
			"'%s' is a directory, not a drive (lsblk lists the drives)",
			name);
		return;
	case ENOTTY:
		subject_fail(subject, EXIT_NOT_ATA, "not_a_drive",
			     "'%s' is no drive: neither a disk, an sg nor a bsg node "
			     "(lsblk lists the drives)",
			     name);
		return;
	default:
		subject_fail(subject, EXIT_COULD_NOT_ASK,
			     error == ENOENT ? "not_found" : "cannot_open",
			     "cannot open '%s': %s", name, strerror(error));
	}
}

void drive_error_not_scsi(struct subject *subject)
{
	const char *name = subject->name;

	if (subject->facts.bus == SGIO_BUS_NVME)
		subject_fail(
			subject, EXIT_NOT_ATA, "nvme",
			"'%s' is an NVMe drive, not an ATA drive: use nvme id-ctrl "
			"(nvme-cli) or smartctl",
			name);
	else
		subject_fail(
			subject, EXIT_NOT_ATA, "not_a_drive",
			"'%s' takes no SCSI commands, so it is no ATA drive (lsblk "
			"shows what it is)",
			name);
}

void drive_error_cached(struct subject *subject, int error)
{
	if (error == ENODATA || error == ENOENT)
		subject_fail(subject, EXIT_COULD_NOT_ASK, "no_cached_copy",
			     "the kernel has no copy of the IDENTIFY data of '%s' (ask "
			     "the drive: without --cached)",
			     subject->name);
	else
		subject_fail(subject, EXIT_COULD_NOT_ASK, "no_cached_copy",
			     "cannot read the kernel's copy of '%s': %s", subject->name,
			     strerror(error));
}

void drive_error_sim(struct subject *subject, const char *why)
{
	subject_fail(subject, EXIT_COULD_NOT_ASK, "simulated_drive", "'%s': %s",
		     subject->name,
		     why ? why : "cannot be simulated (the reason is redacted)");
}

void drive_error_ask(struct subject *subject, int rc)
{
	if (rc == -ENODATA)
		subject_fail(subject, EXIT_COULD_NOT_ASK, "not_recorded",
			     "the recording of '%s' does not hold the answer to this",
			     subject->name);
	else if (rc == -EBADRQC)
		subject_fail(subject, EXIT_COULD_NOT_ASK, "cannot_ask",
			     "cannot ask '%s': the 12-byte pass-through CDB (A1h) "
			     "means BLANK to an optical drive, and INQUIRY calls this "
			     "no disk: use --sat=16",
			     subject->name);
	else
		subject_fail(subject, EXIT_COULD_NOT_ASK, "cannot_ask",
			     "cannot ask '%s': %s", subject->name, strerror(-rc));
}

/* The kernel's filter asks for the capability in the first user namespace. */
static void no_pass_through(struct subject *subject, const struct ask_end *end)
{
	const char *advice = " (use sudo, or ataid --cached for the kernel's copy)";

	if (subject->in_user_namespace)
		advice = ", which a user namespace cannot grant (run it on the host, "
			 "or in a container of the host's user namespace with "
			 "--cap-add SYS_RAWIO --device)";
	subject_fail(subject, EXIT_COULD_NOT_ASK, ask_verdict_name(end->verdict),
		     "the kernel refused ATA pass-through (%02Xh) to '%s': it needs "
		     "CAP_SYS_RAWIO%s",
		     end->cdb_length == 12 ? 0xa1 : 0x85, subject->name, advice);
}

/* The last of several things to say: what came back instead of an answer. */
static void host_error(struct subject *subject, const struct ask_end *end)
{
	const char *code = ask_verdict_name(ASK_HOST_ERROR);
	const char *step = ask_step_name(end->step);

	if (end->error)
		subject_fail(subject, EXIT_COULD_NOT_ASK, code,
			     "cannot send %s to '%s': %s", step, subject->name,
			     strerror(end->error));
	else
		subject_fail(
			subject, EXIT_COULD_NOT_ASK, code,
			"cannot send %s to '%s': host status %02Xh, SCSI status %02Xh"
			" (is the drive still there?)",
			step, subject->name, end->host_status, end->scsi_status);
}

static void could_not_ask(struct subject *subject, const struct ask_end *end)
{
	const char *code = ask_verdict_name(end->verdict);
	const char *name = subject->name;

	switch (end->verdict) {
	case ASK_NO_PERMISSION:
		no_pass_through(subject, end);
		return;
	case ASK_PARTITION:
		subject_fail(
			subject, EXIT_COULD_NOT_ASK, code,
			"'%s' is a partition, which needs CAP_SYS_RAWIO: use its disk, "
			"/dev/%s, or sudo",
			name, subject->facts.block_name);
		return;
	case ASK_NO_PASS_THROUGH:
		subject_fail(subject, EXIT_COULD_NOT_ASK, code,
			     "what stands before '%s' knows no ATA pass-through (try "
			     "smartctl -d TYPE)",
			     name);
		return;
	case ASK_BRIDGE:
		subject_fail(
			subject, EXIT_COULD_NOT_ASK, code,
			"the USB bridge of '%s' (%s) knows no ATA pass-through (try "
			"smartctl -d TYPE)",
			name, subject->facts.usb_id);
		return;
	case ASK_GONE:
		subject_fail(subject, EXIT_COULD_NOT_ASK, code, "'%s' is gone", name);
		return;
	default:
		host_error(subject, end);
	}
}

static void bad_answer(struct subject *subject, const struct ask_end *end)
{
	const char *code = ask_verdict_name(end->verdict);
	const char *step = ask_step_name(end->step);
	const char *name = subject->name;

	switch (end->verdict) {
	case ASK_TIMED_OUT:
		subject_fail(
			subject, EXIT_REFUSED, code,
			"'%s' did not answer %s in time, and is not asked again (see "
			"dmesg)",
			name, step);
		return;
	case ASK_NO_DATA:
		subject_fail(subject, EXIT_DAMAGED, code,
			     "'%s' answered %s without data", name, step);
		return;
	case ASK_SHORT:
		subject_fail(subject, EXIT_DAMAGED, code,
			     "'%s' answered %s with a part of the data", name, step);
		return;
	default:
		subject_fail(subject, EXIT_REFUSED, code, "'%s' refused %s: %s", name,
			     step, ata_outcome_name(end->result.outcome));
	}
}

static void other_device(struct subject *subject, const struct ask_end *end,
			 const struct ask_inquiry *inquiry)
{
	const char *code = ask_verdict_name(end->verdict);
	const char *name = subject->name;
	const char *type = NULL;

	switch (end->verdict) {
	case ASK_NOT_SCSI:
		drive_error_not_scsi(subject);
		return;
	case ASK_SCSI_DISK:
		subject_fail(
			subject, EXIT_NOT_ATA, code,
			"'%s' is a SCSI or SAS drive, not an ATA drive: use sg_inq, "
			"sdparm or smartctl",
			name);
		return;
	case ASK_VIRTUAL:
		subject_fail(
			subject, EXIT_NOT_ATA, code,
			"'%s' is a virtual SCSI drive, not an ATA drive: use sg_inq",
			name);
		return;
	case ASK_NVME_BRIDGE:
		subject_fail(
			subject, EXIT_NOT_ATA, code,
			"'%s' is an NVMe drive behind a USB bridge, not an ATA drive: "
			"use smartctl",
			name);
		return;
	default:
		if (inquiry && inquiry->known)
			type = ata_name(ATA_NAMES_PERIPHERAL_TYPE,
					inquiry->peripheral_type);
		subject_fail(subject, EXIT_NOT_ATA, code,
			     "'%s' is no ATA drive (%s): use sg_inq", name,
			     type ? type : "unknown device type");
	}
}

void drive_error_end(struct subject *subject, const struct ask_end *end,
		     const struct ask_inquiry *inquiry)
{
	switch (end->verdict) {
	case ASK_OK:
		return;
	case ASK_NO_PERMISSION:
	case ASK_PARTITION:
	case ASK_NO_PASS_THROUGH:
	case ASK_BRIDGE:
	case ASK_GONE:
	case ASK_HOST_ERROR:
		could_not_ask(subject, end);
		return;
	case ASK_REFUSED:
	case ASK_TIMED_OUT:
	case ASK_NO_DATA:
	case ASK_SHORT:
		bad_answer(subject, end);
		return;
	case ASK_NOT_SCSI:
	case ASK_SCSI_DISK:
	case ASK_VIRTUAL:
	case ASK_NVME_BRIDGE:
	case ASK_OTHER_TYPE:
		other_device(subject, end, inquiry);
		return;
	}
}

void drive_error_skipped(struct subject *subject, const struct ask_wake *wake,
			 int status)
{
	const char *mode = NULL;

	if (wake->sleep == ASK_SUSPENDED)
		mode = "suspended";
	if (wake->sleep == ASK_ASLEEP)
		mode = ata_name(ATA_NAMES_POWER_MODE, wake->power.mode);
	subject_fail(subject, (enum exit_status)status, "skipped",
		     "skipped '%s': its power mode is %s", subject->name,
		     mode ? mode : "unknown, it may be asleep");
}

void drive_error_page(struct subject *subject, const char *where, int rc)
{
	subject_fail(subject, EXIT_DAMAGED, "no_identify_data", "'%s': %s%s",
		     subject->name, where,
		     rc == -ENODATA
			     ? "no IDENTIFY data: all zeros, all ones or one word "
			       "repeated"
			     : "no IDENTIFY data: nothing marks it as such");
}

void drive_error_checksum(struct subject *subject, const char *where)
{
	subject_fail(subject, EXIT_DAMAGED, "checksum",
		     "'%s': %sthe checksum is wrong, something changed the data",
		     subject->name, where);
}

static const char *dump_unit(enum dump_format format)
{
	return format == DUMP_WORDS ? "words" : "bytes";
}

/* What is wrong in words; "24 words, 256 expected". */
static void describe_fault(const struct dump *dump, char *text, size_t size)
{
	switch (dump->fault) {
	case DUMP_SHORT:
		snprintf(text, size, "%u %s, %u expected", dump->found,
			 dump_unit(dump->format), dump->expected);
		return;
	case DUMP_TEXT:
		snprintf(text, size, "neither hex digits nor a comment");
		return;
	case DUMP_DIGITS:
		snprintf(text, size, "groups of two or of four hex digits expected");
		return;
	case DUMP_OFFSET:
		snprintf(text, size,
			 "the offset does not follow that of the line before");
		return;
	case DUMP_SQUEEZED:
		snprintf(text, size,
			 "'*' stands for lines left out (hexdump -v writes "
			 "them)");
		return;
	}
}

static void dump_error(struct subject *subject, const struct dump *dump)
{
	char text[96];

	describe_fault(dump, text, sizeof(text));
	if (dump->first_line)
		subject_fail(subject, EXIT_DAMAGED, "dump_damaged",
			     "'%s': line %ju: %s", subject->name,
			     (uintmax_t)dump->last_line, text);
	else
		subject_fail(subject, EXIT_DAMAGED, "dump_damaged",
			     "'%s': byte %ju: %s", subject->name,
			     (uintmax_t)dump->offset, text);
}

void drive_error_stream(struct subject *subject, const struct drive_fault *fault)
{
	const char *name = subject->name;

	switch (fault->kind) {
	case DRIVE_FAULT_DUMP:
		dump_error(subject, &fault->dump);
		return;
	case DRIVE_FAULT_RECORDING:
		subject_fail(subject, EXIT_DAMAGED, "recording_damaged",
			     "'%s': line %zu of the recording: %s", name, fault->line,
			     fault->text);
		return;
	case DRIVE_FAULT_EMPTY:
		subject_fail(subject, EXIT_DAMAGED, "no_dump",
			     "'%s': there is no dump in it", name);
		return;
	case DRIVE_FAULT_OPEN:
		subject_fail(subject, EXIT_DAMAGED, "cannot_open",
			     "cannot open '%s': %s", name, strerror(fault->error));
		return;
	case DRIVE_FAULT_READ:
		subject_fail(subject, EXIT_DAMAGED, "cannot_read",
			     "cannot read '%s': %s", name, strerror(fault->error));
		return;
	}
}
