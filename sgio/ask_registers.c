/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>

#include "ask_parts.h"
#include "identify.h"
#include "names.h"

enum {
	ATA_CHECK_POWER_MODE = 0xe5,
	ATA_READ_NATIVE_MAX = 0xf8,
	ATA_READ_NATIVE_MAX_EXT = 0x27,
	ATA_AMAC = 0x78,
	ATA_SMART = 0xb0,

	DEVICE_LBA = 0x40,
	/* LBA 23:8 of SMART as it is sent and comes back (ACS-3 7.48). */
	SMART_KEY = 0xc24f,
	SMART_FAILING = 0x2cf4,
};

/* A command that answers in registers. */
static int ask_registers(struct ask *ask, enum ask_step step, struct ata_taskfile tf,
			 struct ask_end *end)
{
	tf.protocol = SAT_NON_DATA;
	tf.check_condition = true;
	return ask_command(ask, step, &tf, NULL, 0, end);
}

/* Zeros, as bridges return that know no registers, are none (sat_decode_sense()). */
static bool has_answer(const struct ask_end *end)
{
	return end->verdict == ASK_OK && end->result.outcome == ATA_OK &&
	       end->result.has_registers && !end->result.registers.stale;
}

static int check_power(struct ask *ask, struct ask_end *end)
{
	const struct ata_taskfile tf = {.command = ATA_CHECK_POWER_MODE};
	int rc = ask_registers(ask, ASK_STEP_CHECK_POWER, tf, end);

	/* Before IDENTIFY nobody knows yet which CDB a bridge takes. */
	if (rc < 0 || end->verdict != ASK_NO_PASS_THROUGH || ask->sat != ASK_SAT_AUTO ||
	    ask->cdb_length == 12 || !ask_takes_12(ask) ||
	    ask->drive->facts.bus == SGIO_BUS_ATA)
		return rc;
	ask->cdb_length = 12;
	rc = ask_registers(ask, ASK_STEP_CHECK_POWER, tf, end);
	if (rc < 0 || end->verdict == ASK_NO_PASS_THROUGH)
		ask->cdb_length = 16;
	return rc;
}

int ask_power_mode(struct ask *ask, struct ask_power *out)
{
	struct ask_power power;
	int rc;

	memset(&power, 0, sizeof(power));
	rc = ask_inquire(ask, &power.end);
	if (rc < 0)
		return rc;
	if (power.end.verdict == ASK_OK) {
		if (ask_kind_of(ask) == ASK_KIND_OTHER)
			power.end.verdict = ASK_OTHER_TYPE;
		else
			rc = check_power(ask, &power.end);
	}
	if (!rc && power.end.verdict == ASK_NO_PASS_THROUGH)
		rc = ask_explain(ask, &power.end);
	if (rc < 0)
		return rc;
	if (has_answer(&power.end)) {
		power.mode = (uint8_t)power.end.result.registers.count;
		power.known = ata_name(ATA_NAMES_POWER_MODE, power.mode) != NULL;
	}
	*out = power;
	return 0;
}

/* The -n MODE that first forbids to ask a drive in power mode @mode. */
static enum ask_nocheck forbidden_from(uint8_t mode)
{
	switch (mode) {
	case 0x00: /* standby_z */
	case 0x01: /* standby_y */
	case 0x40: /* its cache answers, the spindle stands still */
		return ASK_UNLESS_STANDBY;
	case 0xff:
		return ASK_UNLESS_IDLE + 1;
	default: /* 80h to 83h, and 41h */
		return ASK_UNLESS_IDLE;
	}
}

static enum ask_sleep judge_power(const struct ask_power *power,
				  enum ask_nocheck nocheck)
{
	if (power->end.verdict != ASK_OK && power->end.verdict != ASK_REFUSED)
		return ASK_FAILED;
	if (!power->known)
		return ASK_MODE_UNKNOWN;
	return nocheck >= forbidden_from(power->mode) ? ASK_ASLEEP : ASK_AWAKE;
}

int ask_may_wake(struct ask *ask, enum ask_nocheck nocheck, struct ask_wake *out)
{
	struct ask_wake wake;
	int rc;

	memset(&wake, 0, sizeof(wake));
	if (nocheck == ASK_ALWAYS) {
		wake.sleep = ASK_AWAKE;
	} else if (ask_is_suspended(&ask->drive->facts, nocheck)) {
		wake.sleep = ASK_SUSPENDED;
	} else {
		rc = ask_power_mode(ask, &wake.power);
		if (rc < 0)
			return rc;
		wake.sleep = judge_power(&wake.power, nocheck);
	}
	*out = wake;
	return 0;
}

/* The task file that asks for the native maximum; command 0 when @id has none. */
static void choose_native_max(const struct ask *ask, const struct ata_identify *id,
			      struct ata_taskfile *tf)
{
	memset(tf, 0, sizeof(*tf));
	if (id->class != ATA_CLASS_A)
		return;
	tf->extend = ask->cdb_length == 16;
	if (tf->extend && ata_fact_true(id, ATA_FEATURE_AMAC)) {
		tf->command = ATA_AMAC;
	} else if (ata_fact_true(id, ATA_FEATURE_HPA)) {
		tf->extend = tf->extend && ata_fact_true(id, ATA_FEATURE_LBA48);
		tf->command =
			tf->extend ? ATA_READ_NATIVE_MAX_EXT : ATA_READ_NATIVE_MAX;
		tf->device = DEVICE_LBA;
	}
}

/* @registers hold the last address: 48 bits, or 28 with the upper four in DEVICE. */
static bool read_last_lba(const struct ata_registers *registers, bool extend,
			  uint64_t *lba)
{
	if (extend) {
		*lba = registers->lba;
		return registers->extend && !registers->incomplete && *lba;
	}
	*lba = (registers->lba & 0xffffff) | (uint64_t)(registers->device & 0x0f) << 24;
	/* All ones: the drive is larger than 28 bits can say. */
	return *lba && *lba < 0xfffffff;
}

int ask_native_max(struct ask *ask, const struct ata_identify *id,
		   struct ask_native_max *out)
{
	struct ask_native_max native;
	struct ata_taskfile tf;
	uint64_t lba;
	int rc;

	memset(&native, 0, sizeof(native));
	choose_native_max(ask, id, &tf);
	if (tf.command) {
		rc = ask_registers(ask, ASK_STEP_NATIVE_MAX, tf, &native.end);
		if (rc < 0)
			return rc;
		if (has_answer(&native.end) &&
		    read_last_lba(&native.end.result.registers, tf.extend, &lba)) {
			native.known = true;
			native.blocks = lba + 1;
		}
	}
	*out = native;
	return 0;
}

int ask_smart_status(struct ask *ask, struct ask_smart *out)
{
	const struct ata_taskfile tf = {
		.command = ATA_SMART,
		.features = 0xda,
		.lba = (uint64_t)SMART_KEY << 8,
	};
	struct ask_smart smart;
	int rc;

	memset(&smart, 0, sizeof(smart));
	rc = ask_registers(ask, ASK_STEP_SMART_STATUS, tf, &smart.end);
	if (rc < 0)
		return rc;
	if (has_answer(&smart.end)) {
		uint64_t key = smart.end.result.registers.lba >> 8 & 0xffff;

		if (key == SMART_KEY)
			smart.health = ASK_HEALTH_PASSED;
		else if (key == SMART_FAILING)
			smart.health = ASK_HEALTH_FAILING;
	}
	*out = smart;
	return 0;
}
