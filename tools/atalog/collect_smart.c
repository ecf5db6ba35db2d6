/* SPDX-License-Identifier: BSD-2-Clause */
#include "collect.h"
#include "drive_error.h"

static bool has_smart(struct collector *c)
{
	struct subject *subject = subject_of(c);

	if (!c->logs.has_smart)
		subject_fail(subject, EXIT_COULD_NOT_ASK, "no_smart",
			     "'%s' has no SMART: its IDENTIFY data does not name it",
			     subject->name);
	return c->logs.has_smart;
}

/* The two pages of SMART into @log; false when not even the first came. */
static bool read_smart_pages(struct collector *c, struct reading_log *log)
{
	struct ask_end end;
	int rc = ask_smart_data(&c->ask, log->data, &end);

	if (rc < 0)
		collector_fail_rc(c, log, rc);
	else if (end.verdict != ASK_OK)
		collector_fail_end(c, log, &end);
	if (rc < 0 || end.verdict != ASK_OK)
		return false;
	log->command = ask_step_name(end.step);
	log->pages = 1;
	rc = ask_smart_thresholds(&c->ask, log->data + ATA_LOG_PAGE_BYTES, &end);
	if (rc < 0)
		collector_fail_rc(c, log, rc);
	else if (end.verdict == ASK_OK)
		log->pages = 2;
	else if (end.verdict == ASK_TIMED_OUT || end.verdict == ASK_GONE)
		collector_fail_end(c, log, &end);
	else /* they are obsolete since ATA-4 */
		tree_oddity(&log->tree, "no_thresholds",
			    "the drive refuses SMART READ THRESHOLDS");
	return true;
}

void collector_take_smart(struct collector *c, bool attributes_only)
{
	struct reading_log *log;

	if (!has_smart(c))
		return;
	log = reading_log_add_smart(c->reading, attributes_only, 2);
	if (!log) {
		collector_out_of_memory(c);
		return;
	}
	if (read_smart_pages(c, log))
		collector_finish_log(c, log);
}

/* Attributes at 2 + 12 i: number, value at 3; thresholds: number, threshold at 1. */
static enum ask_health judge_attributes(const uint8_t *data, const uint8_t *thresholds)
{
	enum ask_health health = ASK_HEALTH_UNKNOWN;

	for (unsigned int i = 2; i < 362; i += 12) {
		for (unsigned int k = 2; data[i] && k < 362; k += 12) {
			if (thresholds[k] != data[i] || !thresholds[k + 1])
				continue;
			if (data[i + 1] & 1 && data[i + 3] <= thresholds[k + 1])
				return ASK_HEALTH_FAILING;
			health = ASK_HEALTH_PASSED;
		}
	}
	return health;
}

/* Bridges lose the registers that answer: then the attributes tell. */
static void health_by_attributes(struct collector *c)
{
	struct reading *reading = c->reading;
	uint8_t data[ATA_LOG_PAGE_BYTES], thresholds[ATA_LOG_PAGE_BYTES];
	struct ask_end end;

	if (ask_smart_data(&c->ask, data, &end) < 0 || end.verdict != ASK_OK ||
	    ask_smart_thresholds(&c->ask, thresholds, &end) < 0 ||
	    end.verdict != ASK_OK)
		return;
	reading->health = judge_attributes(data, thresholds);
	reading->health_by_attributes = reading->health != ASK_HEALTH_UNKNOWN;
}

void collector_take_health(struct collector *c)
{
	struct reading *reading = c->reading;
	struct subject *subject = subject_of(c);
	struct ask_smart smart;
	int rc;

	if (!has_smart(c))
		return;
	reading->health_asked = true;
	rc = ask_smart_status(&c->ask, &smart);
	if (rc < 0) {
		drive_error_ask(subject, rc);
		c->stopped = true;
		return;
	}
	c->stopped =
		smart.end.verdict == ASK_TIMED_OUT || smart.end.verdict == ASK_GONE;
	reading->health = smart.health;
	if (smart.end.verdict == ASK_REFUSED) {
		subject_fail(subject, EXIT_REFUSED, "refused", "'%s' refused %s: %s%s",
			     subject->name, ask_step_name(smart.end.step),
			     ata_outcome_name(smart.end.result.outcome),
			     collector_hint(c, smart.end.step));
		return;
	}
	if (smart.end.verdict != ASK_OK) {
		drive_error_end(subject, &smart.end, NULL);
		return;
	}
	if (reading->health == ASK_HEALTH_UNKNOWN)
		health_by_attributes(c);
	if (reading->health == ASK_HEALTH_UNKNOWN)
		subject_fail(subject, EXIT_REFUSED, "no_registers",
			     "'%s' does not say whether it is failing: what stands "
			     "before it returns no registers",
			     subject->name);
	else if (reading->health == ASK_HEALTH_FAILING)
		subject->status |= EXIT_FINDING;
}
