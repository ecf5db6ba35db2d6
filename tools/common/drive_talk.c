/* SPDX-License-Identifier: BSD-2-Clause */
#include "drive_error.h"
#include "drive_visit.h"

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

void visit_talk(struct visit *visit)
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
