/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "session_parts.h"

enum {
	NARROW_READS = 24, /* halving 65,536 sectors takes 17 */
	QUEUE_ERRORS = 2,  /* a fourth would make Linux turn NCQ off (libata-eh.c) */
	BUFFER_ALIGN = 4096,
};

/* Single reads by a command that is not queued. */
struct narrow {
	struct measure *measure;
	struct sgio_drive *drive;
	struct command_form form;
	uint8_t *data;
	unsigned int reads;
	struct read_error error; /* of the last read that failed */
	bool lost;
};

/* Errors that stay with a sector when it is read again. */
static bool is_of_media(enum ata_outcome outcome)
{
	switch (outcome) {
	case ATA_ABORTED:
	case ATA_UNCORRECTABLE:
	case ATA_ID_NOT_FOUND:
	case ATA_DEVICE_FAULT:
	case ATA_OTHER_ERROR:
	case ATA_RESET:      /* what queued commands end with when another fails */
	case ATA_HOST_ERROR: /* EIO of the block layer */
		return true;
	default:
		return false;
	}
}

/* Room for the largest command, in whole pages. */
static size_t buffer_bytes(const struct measure *measure)
{
	size_t bytes = (size_t)measure->engine.block_blocks *
		       measure->engine.form.logical_block_size;

	return (bytes + BUFFER_ALIGN - 1) / BUFFER_ALIGN * BUFFER_ALIGN;
}

static bool narrow_begin(struct narrow *narrow, struct measure *measure)
{
	struct target *target = measure->session->target;
	char *why;
	int rc = target_use(target, PATH_DMA, 1, &narrow->drive, &narrow->form, &why);

	free(why);
	if (rc < 0)
		return false;
	narrow->measure = measure;
	narrow->data = aligned_alloc(BUFFER_ALIGN, buffer_bytes(measure));
	return narrow->data;
}

/* Can these sectors be read? */
static bool reads(struct narrow *narrow, uint64_t lba, uint32_t blocks)
{
	struct sgio_request request = {.owner = NULL};
	uint64_t nonce = ~narrow->measure->engine.nonce;
	int rc = command_prepare(&narrow->form, lba, blocks, narrow->data, &request);

	narrow->reads++;
	command_plant(&narrow->form, narrow->data, blocks, nonce);
	if (rc == 0)
		rc = sgio_run(narrow->drive, &request);
	if (rc < 0) {
		narrow->lost = true;
		return false;
	}
	if (command_judge(&narrow->form, &request, narrow->drive->facts.node, lba,
			  blocks,
			  command_untouched(&narrow->form, narrow->data, blocks, nonce),
			  &narrow->error))
		return true;
	narrow->lost = !is_of_media(narrow->error.outcome);
	return false;
}

/* The sector that fails, by halves: what is left of it when all before it reads. */
static void halve(struct narrow *narrow, struct read_error *error)
{
	uint64_t lba = error->lba;
	uint32_t blocks = error->blocks;
	bool proved = false; /* that what is left fails */

	while (blocks > 1 && narrow->reads < NARROW_READS) {
		uint32_t half = blocks / 2;
		bool good = reads(narrow, lba, half);

		if (narrow->lost)
			return;
		if (!good && narrow->error.blocks == 1) {
			*error = narrow->error;
			return;
		}
		proved = !good;
		lba += good ? half : 0;
		blocks = good ? blocks - half : half;
	}
	if (blocks == 1 && (proved || (!reads(narrow, lba, 1) && !narrow->lost))) {
		error->lba = lba;
		error->blocks = 1;
	}
}

/*
 * After a command that failed, the next NCQ read ends with its abort once more
 * (QEMU's AHCI); any good command that is not queued clears that.
 */
static void settle(struct narrow *narrow, uint64_t bad)
{
	uint64_t last = narrow->form.capacity - 1;

	if (!narrow->lost)
		reads(narrow, bad == 0 ? last : 0, 1);
}

static void narrow_down(struct measure *measure, struct read_error *error)
{
	struct narrow narrow = {.measure = measure};

	if (!is_of_media(error->outcome))
		return;
	if (narrow_begin(&narrow, measure)) {
		if (error->blocks > 1)
			halve(&narrow, error);
		settle(&narrow, error->lba);
		if (narrow.lost && narrow.error.outcome == ATA_TIMED_OUT)
			measure->session->ended = true;
	}
	free(narrow.data);
}

/* Sizes that a queue or its adapter does not take. */
static bool is_size_refused(const struct measure *measure,
			    const struct read_error *error)
{
	return error->outcome == ATA_HOST_ERROR && !measure->bytes &&
	       (error->host_error == EINVAL || error->host_error == EIO ||
		error->host_error == ENOMEM) &&
	       measure->engine.block_blocks > 1;
}

/* The same test again, from its beginning, with half the block. */
static void halve_block(struct measure *measure)
{
	struct result *result = measure->result;
	uint32_t bytes = result->spec.block_bytes / 2;
	char was[32], is[32];

	bytes -= bytes % result->logical_block_size;
	size_format(result->spec.block_bytes, was, sizeof(was));
	size_format(bytes, is, sizeof(is));
	result_warn(result, "block_size",
		    "the kernel takes no commands of %s: %s is used", was, is);
	result->spec.block_bytes = bytes;
	measure->engine.block_blocks = bytes / result->logical_block_size;
	measure->plan.command_blocks = measure->engine.block_blocks;
	measure->plan.next = 0;
}

static void end_test(struct measure *measure, enum exit_status status, const char *code,
		     const char *text)
{
	measure->over = true;
	result_fail(measure->result, status, code, "'%s' %s",
		    measure->session->target->subject.name, text);
}

/* Outcomes that end the test, or everything. */
static bool ends(struct measure *measure, const struct read_error *error)
{
	struct session *session = measure->session;

	switch (error->outcome) {
	case ATA_TIMED_OUT:
		session->ended = true;
		end_test(measure, EXIT_REFUSED, "timeout",
			 "did not answer in time: nothing more is sent to it");
		return true;
	case ATA_GONE:
		session->ended = true;
		end_test(measure, EXIT_REFUSED, "gone", "is gone");
		return true;
	case ATA_NO_PERMISSION:
		end_test(measure, EXIT_COULD_NOT_ASK, "no_permission",
			 "may not be read by pass-through without CAP_SYS_RAWIO "
			 "(root); --path=scsi and --path=direct work for whoever may "
			 "read the node");
		return true;
	case ATA_CDB_REJECTED:
		if (measure->result->spec.path == PATH_NCQ) {
			end_test(measure, EXIT_COULD_NOT_ASK, "ncq_off",
				 "takes no NCQ command: the kernel has turned NCQ off");
			return true;
		}
		/* fall through */
	case ATA_NO_PASS_THROUGH:
		end_test(measure, EXIT_COULD_NOT_ASK, "not_taken",
			 "refuses this kind of command: another --path may work");
		return true;
	default:
		return false;
	}
}

static void fall_back(struct measure *measure)
{
	struct session *session = measure->session;
	struct result *result = measure->result;

	if (result->spec.path != PATH_NCQ && result->spec.path != PATH_SCSI)
		return;
	session->queue_errors++;
	if (session->queue_errors < QUEUE_ERRORS || session->no_queue)
		return;
	session->no_queue = true;
	result_warn(
		result, "ncq_errors",
		"after %u errors reading goes on by dma, one command at a time: one "
		"more by NCQ could make the kernel turn NCQ off",
		session->queue_errors);
}

/* The drive that is read from may have been closed by another use of the target. */
static void reopen(struct measure *measure)
{
	struct spec *spec = &measure->result->spec;
	struct target *target = measure->session->target;
	bool queue = spec->path == PATH_NCQ || spec->path == PATH_SCSI;
	bool dma = measure->session->no_queue && queue && !target->no_pass_through;
	bool fua = measure->engine.form.fua;
	char *why;

	if (target_use(target, dma ? PATH_DMA : spec->path, dma ? 1 : spec->depth,
		       &measure->engine.drive, &measure->engine.form, &why) < 0)
		end_test(measure, EXIT_COULD_NOT_ASK, "path",
			 why ? why : "cannot be read any more");
	free(why);
	measure->engine.form.fua = fua && !dma;
	if (dma)
		measure->engine.depth = 1;
}

/*
 * The kernel counts the errors of these reads, too, those of libata as time-outs
 * (ata_qc_schedule_eh() of Linux 6.1): they are known already.
 */
static void forget_own_errors(struct measure *measure)
{
	struct session *session = measure->session;
	struct sysfs_state now;

	sysfs_state_read_counts(session->target->options->sysroot,
				&session->target->drive->facts, &now);
	session->before.ioerr_count = now.ioerr_count;
	session->before.iotmo_count = now.iotmo_count;
}

void measure_errors(struct measure *measure)
{
	struct engine_run *run = measure->run;
	struct result *result = measure->result;

	if (is_size_refused(measure, &run->errors[0])) {
		halve_block(measure);
		return;
	}
	/* Aborted because another command failed: that one tells what happened. */
	for (unsigned int i = 0; i < run->error_count && !measure->over; i++) {
		struct read_error *error = &run->errors[i];

		if (i && error->outcome == ATA_RESET)
			continue;
		result->status |= EXIT_REFUSED;
		fall_back(measure);
		if (!ends(measure, error))
			narrow_down(measure, error);
		if (result_add_error(result, error) < 0)
			measure->over = true;
	}
	if (result->error_count >= measure->session->settings->max_errors)
		measure->over = true;
	forget_own_errors(measure);
	measure_look(measure);
	if (!measure->over)
		reopen(measure);
}

void measure_lost(struct measure *measure)
{
	int rc = measure->run->lost;

	measure->over = true;
	if (rc == -EDEADLK)
		result_fail(measure->result, EXIT_COULD_NOT_ASK, "no_time",
			    "'%s': commands that take no time have no rate",
			    measure->session->target->subject.name);
	else if (rc == -EOPNOTSUPP)
		result_fail(measure->result, EXIT_REFUSED, "no_command",
			    "'%s' has no command of --path=%s that reaches so far",
			    measure->session->target->subject.name,
			    path_name(measure->result->spec.path));
	else
		result_fail(measure->result, EXIT_COULD_NOT_ASK, "cannot_ask",
			    "cannot read from '%s': %s",
			    measure->session->target->subject.name, strerror(-rc));
	if (rc != -EOPNOTSUPP && rc != -ERANGE)
		measure->session->ended = true;
}
