/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef SGIO_ASK_H
#define SGIO_ASK_H

#include <stdbool.h>
#include <stdint.h>

#include "sat.h"
#include "sgio.h"

/*
 * The conversation that every tool has with a drive, over any backend: who are you, are
 * you awake, how large were you made. It sends as little as it can, tells what is no
 * ATA drive from what refuses, and repeats nothing but a command that met a unit
 * attention or somebody else's reset; a time-out ends it.
 *
 * The functions return 0 when they came to an end, which may be a failure that the
 * result describes, or a negative errno when a backend could not carry a request (a
 * recording without it, for one). It is -EBADRQC with ASK_SAT_12 for a drive that
 * INQUIRY did not call a disk: A1h is BLANK on an optical drive. Results are written on
 * 0 only.
 */

/* How asking ended. What goes with each: the taxonomy of docs/sense.md. */
enum ask_verdict {
	ASK_OK,
	/* It could not be asked. */
	ASK_NO_PERMISSION,   /* the kernel's filter: CAP_SYS_RAWIO, or an sg node */
	ASK_PARTITION,       /* the same, met on a partition: use facts.block_name */
	ASK_NO_PASS_THROUGH, /* the translator in front of it passes nothing through */
	ASK_BRIDGE,          /* the same, a USB bridge: facts.usb_id */
	ASK_GONE,            /* it is no longer there */
	ASK_HOST_ERROR,      /* another errno, host or SCSI status */
	/* It was asked. */
	ASK_REFUSED,   /* and said no, or failed: result.outcome says how */
	ASK_TIMED_OUT, /* and did not answer in time */
	ASK_NO_DATA,   /* and answered without data: zeros, or nothing was written */
	ASK_SHORT,     /* and sent a part of the data */
	/* It is no ATA drive. */
	ASK_NOT_SCSI,    /* the node takes no SCSI commands */
	ASK_SCSI_DISK,   /* SAS, Fibre Channel, parallel SCSI */
	ASK_VIRTUAL,     /* virtio-scsi, scsi_debug, iSCSI, … */
	ASK_NVME_BRIDGE, /* an NVMe drive behind a USB bridge */
	ASK_OTHER_TYPE,  /* by its peripheral type: tape, enclosure, array controller */
};

/* One word for a verdict ("no_permission", …), for JSON. */
const char *ask_verdict_name(enum ask_verdict verdict);

enum ask_step {
	ASK_STEP_NONE,
	ASK_STEP_INQUIRY,
	ASK_STEP_IDENTIFY,
	ASK_STEP_IDENTIFY_PACKET,
	ASK_STEP_CHECK_POWER,
	ASK_STEP_NATIVE_MAX,
	ASK_STEP_SMART_STATUS,
	ASK_STEP_SMART_DATA,
	ASK_STEP_SMART_THRESHOLDS,
	ASK_STEP_SMART_LOG,
	ASK_STEP_LOG,
	ASK_STEP_LOG_DMA,
};

/* The command of a step, as people read it: "IDENTIFY DEVICE". */
const char *ask_step_name(enum ask_step step);

/* How a part of the conversation ended, and at which step. */
struct ask_end {
	enum ask_verdict verdict;
	enum ask_step step;
	uint8_t cdb_length; /* of that step's CDB */
	int error;          /* errno, host status and SCSI status as they came */
	uint16_t host_status;
	uint8_t scsi_status;
	struct ata_result result; /* outcome, sense and registers of that step */
};

/* Standard INQUIRY data (SPC-5 6.6.2): the translator's words, cut short by it. */
struct ask_inquiry {
	bool known;
	uint8_t peripheral_type; /* 0 disk, 5 optical, 14h zoned, 1Fh nothing there */
	bool removable;
	char vendor[9]; /* trimmed at the end; "ATA" from most translators */
	char product[17];
	char product_rev[5];
};

enum ask_sat {
	ASK_SAT_AUTO = 0, /* 16, then 12 where that may be sent */
	ASK_SAT_12 = 12,
	ASK_SAT_16 = 16,
};

/* A conversation: ask_begin() fills it, what was learned stays in it. */
struct ask {
	struct sgio_drive *drive; /* the caller's */
	enum ask_sat sat;
	uint8_t cdb_length; /* 12 or 16: what to use; what worked, after IDENTIFY */
	bool inquired;
	struct ask_inquiry inquiry;
};

void ask_begin(struct ask *ask, struct sgio_drive *drive, enum ask_sat sat);

/*
 * Send one ATA command in a CDB of ask->cdb_length and judge it. @data, of @length
 * bytes (0: none), is filled with a pattern first, so that what the drive leaves
 * untouched is found: ATA_OK becomes ATA_SHORT then. @end gets verdict and step.
 */
int ask_command(struct ask *ask, enum ask_step step, const struct ata_taskfile *tf,
		uint8_t *data, uint32_t length, struct ask_end *end);

struct ask_identity {
	struct ask_end end; /* the rest is meaningful when end.verdict is ASK_OK */
	uint8_t page[512];
	bool packet;        /* IDENTIFY PACKET DEVICE data */
	uint8_t cdb_length; /* 16: "sat", 12: "sat12" */
};

/*
 * INQUIRY, then IDENTIFY DEVICE or IDENTIFY PACKET DEVICE. The page is as the drive
 * sent it: neither its checksum nor its sense is looked at, but it is whole and not all
 * zero.
 */
int ask_identify(struct ask *ask, struct ask_identity *identity);

struct ask_power {
	struct ask_end end;
	bool known;   /* false: no registers came back, or a code without a name */
	uint8_t mode; /* ATA_NAMES_POWER_MODE */
};

/*
 * CHECK POWER MODE: does not wake a drive in standby, wakes one in SLEEP. INQUIRY is
 * sent before it unless it was already; a drive that is none by its type is not asked.
 */
int ask_power_mode(struct ask *ask, struct ask_power *power);

/* The least awake mode in which a drive is still asked, smartctl's -n. */
enum ask_nocheck {
	ASK_ALWAYS,       /* never: always ask */
	ASK_UNLESS_SLEEP, /* sleep */
	ASK_UNLESS_STANDBY,
	ASK_UNLESS_IDLE,
};

enum ask_sleep {
	ASK_AWAKE,        /* go on */
	ASK_SUSPENDED,    /* skip: runtime power management turned it off */
	ASK_ASLEEP,       /* skip: power.mode */
	ASK_MODE_UNKNOWN, /* skip: it may be asleep */
	ASK_FAILED,       /* power.end says why it could not be asked at all */
};

struct ask_wake {
	enum ask_sleep sleep;
	struct ask_power power; /* when CHECK POWER MODE was sent */
};

/* Does the kernel say of a drive, before its node is opened, that -n forbids to ask? */
bool ask_is_suspended(const struct sgio_facts *facts, enum ask_nocheck nocheck);

/*
 * May the drive be asked? The facts first: with ASK_SUSPENDED, and with ASK_ALWAYS,
 * nothing is sent. Then INQUIRY, which the translator answers, and CHECK POWER MODE.
 */
int ask_may_wake(struct ask *ask, enum ask_nocheck nocheck, struct ask_wake *wake);

struct ata_identify;

struct ask_native_max {
	struct ask_end end;
	bool known;
	uint64_t blocks; /* native maximum address + 1 */
};

/*
 * GET NATIVE MAX ADDRESS EXT where @id has Accessible Max Address Configuration
 * (119.8), READ NATIVE MAX ADDRESS (EXT) where it has the HPA feature set (82.10); else
 * nothing is sent, end.step is ASK_STEP_NONE and known false.
 */
int ask_native_max(struct ask *ask, const struct ata_identify *id,
		   struct ask_native_max *native);

enum ask_health {
	ASK_HEALTH_UNKNOWN, /* no registers, or neither signature in them */
	ASK_HEALTH_PASSED,
	ASK_HEALTH_FAILING, /* a threshold was exceeded */
};

struct ask_smart {
	struct ask_end end;
	enum ask_health health;
};

/* SMART RETURN STATUS. Whether SMART is enabled is the caller's to know. */
int ask_smart_status(struct ask *ask, struct ask_smart *smart);

#endif
