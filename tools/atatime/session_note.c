/* SPDX-License-Identifier: BSD-2-Clause */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "session_parts.h"

enum {
	ZERO_PERCENT = 50, /* from here on it may be unmapped space that answers */
	LINK_USED_PERCENT = 85,
};

static bool has_kernel(const struct target *target)
{
	return target->drive && (!target->simulated || target->options->sysroot[0]);
}

void measure_look(struct measure *measure)
{
	struct session *session = measure->session;
	const struct target *target = session->target;
	struct sysfs_state now;
	const char *what;
	int64_t was, is;

	if (session->changed || !has_kernel(target))
		return;
	sysfs_state_read_counts(target->options->sysroot, &target->drive->facts, &now);
	what = sysfs_state_changed(&session->before, &now, &was, &is);
	if (!what)
		return;
	session->changed = true;
	measure->over = true;
	measure->result->valid = false;
	result_warn(measure->result, "changed",
		    "%s changed from %" PRId64 " to %" PRId64
		    ": this figure and later ones do not hold",
		    what, was, is);
}

static void note_link(struct measure *measure)
{
	struct result *result = measure->result;
	double used;

	if (!result_link_used(result, &used) || used <= 100)
		return;
	if (result->spec.path == PATH_PAGE)
		return;
	result_warn(
		result, "above_link",
		"%.0f %% of what the link can carry: an emulated drive, a link speed "
		"that is out of date, or data that never came",
		used);
}

static bool may_hold_unmapped(const struct measure *measure)
{
	const struct target *target = measure->session->target;

	return (measure->result->has_rotation && !measure->result->rotating) ||
	       ata_fact_true(&target->subject.id, ATA_TRIM_SUPPORTED);
}

static void note_zeros(struct measure *measure)
{
	double percent;

	if (result_zero_filled(measure->result, &percent) && percent >= ZERO_PERCENT &&
	    may_hold_unmapped(measure))
		result_warn(
			measure->result, "zeros",
			"%.0f %% of what was read is zeros: unmapped space may have "
			"answered instead of the medium",
			percent);
}

/* What a queue, or larger commands, might still bring. */
static void note_queue(struct measure *measure)
{
	const struct result *result = measure->result;
	const struct target *target = measure->session->target;
	double used;

	if (result->spec.test != TEST_SEQUENTIAL || result->spec.depth > 1 ||
	    result->read_once || result->rotating || !result->has_rotation ||
	    !(result->spec.path == PATH_DMA || result->spec.path == PATH_SCSI ||
	      result->spec.path == PATH_DIRECT))
		return;
	if (!ata_fact_true(&target->subject.id, ATA_NCQ_SUPPORTED) ||
	    !result_link_used(result, &used) || used >= LINK_USED_PERCENT)
		return;
	result_warn(measure->result, "below_link",
		    "%.0f %% of what the link can carry: try -p ncq -q 32, and -x for "
		    "the reason",
		    used);
}

static void say_no_data(struct result *result)
{
	const struct read_error *error = &result->errors[0];
	char registers[48] = "";

	if (error->has_registers)
		snprintf(registers, sizeof(registers), ", status %02Xh, error %02Xh",
			 error->status, error->error);
	result_fail(result, EXIT_REFUSED, "no_data",
		    "'%s': no command brought data; the first failed at LBA %" PRIu64
		    ": %s%s",
		    result->name, error->lba, result_error_kind(error), registers);
}

static void note_nothing(struct measure *measure)
{
	struct result *result = measure->result;

	if (result->commands || result->error_code)
		return;
	if (result->interrupted)
		result->valid = false;
	else if (result->error_count)
		say_no_data(result);
	else
		result_fail(result, EXIT_COULD_NOT_ASK, "no_data",
			    "'%s': nothing was read",
			    measure->session->target->subject.name);
}

static void note_clock(struct measure *measure)
{
	if (measure->result->commands && !measure->result->elapsed_ns)
		result_fail(measure->result, EXIT_COULD_NOT_ASK, "no_time",
			    "'%s': commands that take no time have no rate",
			    measure->session->target->subject.name);
}

void measure_note(struct measure *measure)
{
	note_nothing(measure);
	note_clock(measure);
	measure_note_block(measure);
	note_link(measure);
	note_zeros(measure);
	note_queue(measure);
	session_note_surroundings(measure->session, measure->result);
}

/* Names of folders and of volumes tell whose they are. */
static void note_use_redacted(struct result *result, const struct sysfs_state *state)
{
	if (state->mounted[0])
		result_warn(result, "mounted", "in use: mounted");
	else if (state->holder[0])
		result_warn(result, "held", "in use: part of another device");
}

static void note_use(struct result *result, const struct sysfs_state *state)
{
	if (state->mounted[0] && state->more_mounted)
		result_warn(result, "mounted", "in use: mounted on '%s' and %u more",
			    state->mounted, state->more_mounted);
	else if (state->mounted[0])
		result_warn(result, "mounted", "in use: mounted on '%s'",
			    state->mounted);
	else if (state->holder[0])
		result_warn(result, "held", "in use: part of '%s'", state->holder);
}

static void note_state(struct result *result, const struct sysfs_state *state)
{
	if (state->link_power_policy[0] &&
	    strcmp(state->link_power_policy, "max_performance") != 0 &&
	    strcmp(state->link_power_policy, "keep_firmware_settings") != 0)
		result_warn(
			result, "link_power",
			"link power management is '%s': it costs time when the link "
			"wakes",
			state->link_power_policy);
	if (strcmp(state->runtime_status, "suspended") == 0)
		result_warn(result, "suspended", "the drive was suspended before");
}

/*
 * SG_IO is not counted there (blk_do_io_stat()). Sectors, since the block layer splits
 * reads; what this tool itself read may be more than own_sectors tells by nothing.
 */
static void note_other_reads(const struct session *session, struct result *result,
			     const struct sysfs_state *now)
{
	int64_t sectors = now->read_sectors - session->before.read_sectors;
	char amount[32];

	if (session->page_used || session->before.read_sectors < 0 ||
	    now->read_sectors < 0 || sectors <= 0 ||
	    (uint64_t)sectors <= session->own_sectors)
		return;
	size_format(512 * ((uint64_t)sectors - session->own_sectors), amount,
		    sizeof(amount));
	result_warn(result, "other_io", "others read %s from the drive meanwhile",
		    amount);
}

static void note_other_writes(const struct session *session, struct result *result,
			      const struct sysfs_state *now)
{
	int64_t sectors = now->written_sectors - session->before.written_sectors;
	char amount[32];

	if (session->before.written_sectors < 0 || now->written_sectors < 0 ||
	    sectors <= 0)
		return;
	size_format(512 * (uint64_t)sectors, amount, sizeof(amount));
	result_warn(result, "other_io", "others wrote %s to the drive meanwhile",
		    amount);
}

void session_note_surroundings(struct session *session, struct result *result)
{
	const struct target *target = session->target;
	struct sysfs_state now;

	if (!has_kernel(target))
		return;
	sysfs_state_read_counts(target->options->sysroot, &target->drive->facts, &now);
	if (target->options->redact)
		note_use_redacted(result, &session->before);
	else
		note_use(result, &session->before);
	note_state(result, &session->before);
	note_other_writes(session, result, &now);
	note_other_reads(session, result, &now);
}
