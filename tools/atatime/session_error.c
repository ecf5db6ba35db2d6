/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "locate.h"
#include "session_parts.h"

enum { QUEUE_ERRORS = 2 }; /* a fourth would make Linux turn NCQ off (libata-eh.c) */

/* After a time-out, or with commands that never come back, nothing more is sent. */
static void end_session(struct measure *measure, enum exit_status status,
			const char *why)
{
	if (!measure->session->ended)
		measure->session->ended_why = why;
	measure->session->ended = true;
	measure->session->ended_status |= status;
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
	switch (error->outcome) {
	case ATA_TIMED_OUT:
		end_session(measure, EXIT_REFUSED, "did not answer before");
		end_test(measure, EXIT_REFUSED, "timeout",
			 "did not answer in time: nothing more is sent to it");
		return true;
	case ATA_GONE:
		end_session(measure, EXIT_REFUSED, "is gone");
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

/* Does Linux read this by NCQ commands whose errors it counts? */
static bool is_queued(const struct measure *measure)
{
	const struct target *target = measure->session->target;
	enum path path = measure->engine.form.path;

	return path_uses_ncq(path) && target->drive->facts.queue_depth != 1 &&
	       ata_fact_true(&target->subject.id, ATA_NCQ_SUPPORTED);
}

static void count_queue_error(struct measure *measure, const struct read_error *error)
{
	struct session *session = measure->session;

	if (!is_queued(measure) || session->no_queue ||
	    ++session->queue_errors < QUEUE_ERRORS)
		return;
	session->no_queue = true;
	if (session->target->no_pass_through) {
		measure->over = true;
		result_warn(measure->result, "ncq_errors",
			    "ended after %u errors by NCQ: more could make the kernel "
			    "turn NCQ off (root could go on by dma)",
			    session->queue_errors);
		return;
	}
	result_warn(measure->result, "ncq_errors",
		    "behind LBA %" PRIu64 ", after %u errors by NCQ, read by dma, one "
		    "command at a time: more could make the kernel turn NCQ off",
		    error->lba, session->queue_errors);
}

/* The drive that is read from may have been closed by another use of the target. */
static void reopen(struct measure *measure)
{
	const struct spec *spec = &measure->result->spec;
	bool dma = measure->session->no_queue && path_uses_ncq(spec->path);
	struct engine *engine = &measure->engine;
	bool fua = engine->form.fua && !dma;
	char *why;
	int rc = target_use(measure->session->target, dma ? PATH_DMA : spec->path,
			    dma ? 1 : spec->depth, &engine->drive, &engine->form, &why);

	if (rc < 0) {
		measure->over = true;
		result_fail(measure->result, EXIT_COULD_NOT_ASK, "path", "%s",
			    why ? why : strerror(-rc));
	}
	free(why);
	engine->form.fua = fua;
	if (dma)
		engine->depth = 1;
	/* What was timed, if anything was, came the other way. */
	if (dma && !measure->result->commands && !measure->timed.commands &&
	    !measure->warmup.commands) {
		measure->result->spec.path = PATH_DMA;
		measure->result->spec.depth = 1;
		measure->result->spec.fua = false;
	}
	measure_fit_block(measure);
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

static void take_error(struct measure *measure, struct read_error *error)
{
	struct read_error end = *error;

	measure->result->status |= EXIT_REFUSED;
	if (!ends(measure, error)) {
		end.outcome = locate_error(measure->session->target,
					   measure->engine.block_blocks,
					   ~measure->engine.nonce, error);
		count_queue_error(measure, error);
		if (end.outcome == ATA_TIMED_OUT || end.outcome == ATA_GONE)
			ends(measure, &end);
	}
	if (result_add_error(measure->result, error) < 0)
		measure->over = true;
}

static void check_count(struct measure *measure)
{
	uint64_t most = measure->session->settings->max_errors;

	if (measure->over || measure->result->error_count < most)
		return;
	measure->over = true;
	result_warn(measure->result, "max_errors",
		    "ended after %" PRIu64 " read error%s: --max-errors=N allows more",
		    most, most == 1 ? "" : "s");
}

/* sg's ioctl ends with EINTR where a signal asks to stop: no error of the drive. */
static bool was_stopped(struct measure *measure)
{
	const struct session_hooks *hooks = measure->session->hooks;

	if (measure->run->errors[0].host_error != EINTR || !hooks || !hooks->stopped ||
	    !hooks->stopped())
		return false;
	measure->result->interrupted = true;
	measure->over = true;
	return true;
}

void measure_errors(struct measure *measure)
{
	struct engine_run *run = measure->run;

	if (was_stopped(measure))
		return;
	if (measure_is_size_refused(measure, &run->errors[0])) {
		measure_halve_block(measure);
		return;
	}
	/* Those that ended because the first one failed tell nothing of their own. */
	for (unsigned int i = 0; i < run->error_count && !measure->over; i++) {
		if (!i || run->errors[i].outcome != ATA_RESET)
			take_error(measure, &run->errors[i]);
		check_count(measure);
	}
	forget_own_errors(measure);
	measure_look(measure);
	if (!measure->over)
		reopen(measure);
}

void measure_lost(struct measure *measure)
{
	const char *name = measure->session->target->subject.name;
	struct result *result = measure->result;
	int rc = measure->run->lost;

	measure->over = true;
	if (rc == -EOPNOTSUPP) {
		result_fail(result, EXIT_COULD_NOT_ASK, "no_command",
			    "'%s' has no command of --path=%s that reaches so far",
			    name, path_name(result->spec.path));
		return;
	}
	if (rc != -ERANGE)
		end_session(measure, EXIT_COULD_NOT_ASK, "could not be asked before");
	if (rc == -EDEADLK)
		result_fail(result, EXIT_COULD_NOT_ASK, "no_time",
			    "'%s': commands that take no time have no rate", name);
	else
		result_fail(result, EXIT_COULD_NOT_ASK, "cannot_ask",
			    "cannot read from '%s': %s", name, strerror(-rc));
}
