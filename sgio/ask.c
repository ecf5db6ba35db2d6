/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>

#include "ask_parts.h"

enum { UNTOUCHED_TAIL = 8 }; /* so many bytes of the pattern left: the data is short */

/* A command takes so long at most; a drive that may have to wake gets WAKE_MS more. */
static const struct {
	const char *name;
	uint32_t timeout_ms;
	bool may_wake;
} steps[] = {
	[ASK_STEP_NONE] = {"nothing", 30000, false},
	[ASK_STEP_INQUIRY] = {"INQUIRY", 15000, true},
	[ASK_STEP_IDENTIFY] = {"IDENTIFY DEVICE", 15000, true},
	[ASK_STEP_IDENTIFY_PACKET] = {"IDENTIFY PACKET DEVICE", 15000, true},
	[ASK_STEP_CHECK_POWER] = {"CHECK POWER MODE", 10000, false},
	[ASK_STEP_NATIVE_MAX] = {"READ NATIVE MAX ADDRESS", 10000, false},
	[ASK_STEP_SMART_STATUS] = {"SMART RETURN STATUS", 30000, false},
	[ASK_STEP_SMART_DATA] = {"SMART READ DATA", 30000, true},
	[ASK_STEP_SMART_THRESHOLDS] = {"SMART READ THRESHOLDS", 30000, true},
	[ASK_STEP_SMART_LOG] = {"SMART READ LOG", 30000, true},
	[ASK_STEP_LOG] = {"READ LOG EXT", 30000, true},
	[ASK_STEP_LOG_DMA] = {"READ LOG DMA EXT", 30000, true},
};
enum { WAKE_MS = 30000 };

const char *ask_step_name(enum ask_step step)
{
	return steps[step].name;
}

const char *ask_verdict_name(enum ask_verdict verdict)
{
	static const char *const names[] = {
		[ASK_OK] = "ok",
		[ASK_NO_PERMISSION] = "no_permission",
		[ASK_PARTITION] = "partition",
		[ASK_NO_PASS_THROUGH] = "no_pass_through",
		[ASK_BRIDGE] = "usb_bridge",
		[ASK_GONE] = "gone",
		[ASK_HOST_ERROR] = "host_error",
		[ASK_REFUSED] = "refused",
		[ASK_TIMED_OUT] = "timeout",
		[ASK_NO_DATA] = "no_data",
		[ASK_SHORT] = "short",
		[ASK_NOT_SCSI] = "not_scsi",
		[ASK_SCSI_DISK] = "scsi_disk",
		[ASK_VIRTUAL] = "virtual_disk",
		[ASK_NVME_BRIDGE] = "nvme_bridge",
		[ASK_OTHER_TYPE] = "other_type",
	};

	return names[verdict];
}

void ask_begin(struct ask *ask, struct sgio_drive *drive, enum ask_sat sat)
{
	memset(ask, 0, sizeof(*ask));
	ask->drive = drive;
	ask->sat = sat;
	ask->cdb_length = sat == ASK_SAT_12 ? 12 : 16;
}

static enum ask_verdict verdict_of(enum ata_outcome outcome,
				   const struct sgio_facts *facts)
{
	switch (outcome) {
	case ATA_OK:
	case ATA_NO_REGISTERS: /* it did what it was told to */
		return ASK_OK;
	case ATA_TIMED_OUT:
		return ASK_TIMED_OUT;
	case ATA_SHORT:
		return ASK_SHORT;
	case ATA_NO_PASS_THROUGH:
		return ASK_NO_PASS_THROUGH;
	case ATA_NO_PERMISSION:
		return ASK_NO_PERMISSION;
	case ATA_NOT_SCSI:
		return facts->is_partition ? ASK_PARTITION : ASK_NOT_SCSI;
	case ATA_GONE:
		return ASK_GONE;
	case ATA_HOST_ERROR:
	case ATA_BUSY:
	case ATA_RESET:
		return ASK_HOST_ERROR;
	default:
		return ASK_REFUSED;
	}
}

static bool is_suspended(const struct sgio_facts *facts)
{
	return !strcmp(facts->runtime_status, "suspended") ||
	       !strcmp(facts->runtime_status, "suspending");
}

/* A bridge spins its drive up in its own time and does not say so. */
static uint32_t timeout_of(const struct sgio_facts *facts, enum ask_step step)
{
	bool asleep = facts->bus == SGIO_BUS_USB || is_suspended(facts) ||
		      !strcmp(facts->runtime_status, "resuming");

	return steps[step].timeout_ms + (asleep && steps[step].may_wake ? WAKE_MS : 0);
}

bool ask_is_suspended(const struct sgio_facts *facts, enum ask_nocheck nocheck)
{
	return nocheck >= ASK_UNLESS_STANDBY && is_suspended(facts);
}

static bool is_worth_repeating(enum ata_outcome outcome)
{
	return outcome == ATA_UNIT_ATTENTION || outcome == ATA_RESET;
}

/* @pattern never looks like data: words 252 to 254 of IDENTIFY are reserved. */
static uint8_t pattern(uint32_t offset)
{
	return (uint8_t)(0xa5 ^ offset * 29);
}

static void fill(uint8_t *data, uint32_t length)
{
	for (uint32_t i = 0; i < length; i++)
		data[i] = pattern(i);
}

/* How many bytes at the end of @data are still the pattern. */
uint32_t ask_untouched(const uint8_t *data, uint32_t length)
{
	uint32_t count = 0;

	while (count < length &&
	       data[length - 1 - count] == pattern(length - 1 - count))
		count++;
	return count;
}

int ask_run(struct ask *ask, enum ask_step step, struct sgio_request *request,
	    struct ask_end *end)
{
	const struct sgio_facts *facts = &ask->drive->facts;
	int rc;

	memset(end, 0, sizeof(*end));
	end->step = step;
	end->cdb_length = request->cdb_length;
	request->timeout_ms = timeout_of(facts, step);
	for (int attempt = 0; attempt < 2; attempt++) {
		fill(request->data, request->length);
		rc = sgio_run(ask->drive, request);
		if (rc < 0)
			return rc;
		sat_judge(request, facts->node, &end->result);
		if (!is_worth_repeating(end->result.outcome))
			break;
	}
	if (end->result.outcome == ATA_OK && request->length >= UNTOUCHED_TAIL &&
	    ask_untouched(request->data, request->length) >= UNTOUCHED_TAIL)
		end->result.outcome = ATA_SHORT;
	end->error = request->reply.error;
	end->host_status = request->reply.host_status;
	end->scsi_status = request->reply.scsi_status;
	end->verdict = verdict_of(end->result.outcome, facts);
	return 0;
}

int ask_command(struct ask *ask, enum ask_step step, const struct ata_taskfile *tf,
		uint8_t *data, uint32_t length, struct ask_end *end)
{
	struct sgio_request request = {
		.cdb_length = ask->cdb_length,
		.direction = length ? SGIO_IN : SGIO_NONE,
		.data = data,
		.length = length,
	};
	int rc = sat_encode_cdb(tf, ask->cdb_length, request.cdb);

	return rc < 0 ? rc : ask_run(ask, step, &request, end);
}
