/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <string.h>

#include "sat.h"

/* Bits of STATUS and ERROR (ACS-3 6.2, 6.8). */
enum {
	STATUS_BSY = 0x80,
	STATUS_DRDY = 0x40,
	STATUS_DF = 0x20,
	STATUS_DRQ = 0x08,
	STATUS_ERR = 0x01,

	ERROR_ICRC = 0x80,
	ERROR_UNC = 0x40,
	ERROR_IDNF = 0x10,
	ERROR_ABRT = 0x04,
};

/* Host status, DID_* of include/scsi/scsi_status.h in Linux. */
enum {
	HOST_NO_CONNECT = 0x01,
	HOST_BUS_BUSY = 0x02,
	HOST_TIME_OUT = 0x03,
	HOST_BAD_TARGET = 0x04,
	HOST_ABORT = 0x05,
	HOST_RESET = 0x08,
};

/* SCSI status (SAM-5 5.3.1). */
enum {
	SCSI_GOOD = 0x00,
	SCSI_CHECK_CONDITION = 0x02,
	SCSI_BUSY = 0x08,
	SCSI_RESERVATION_CONFLICT = 0x18,
	SCSI_TASK_SET_FULL = 0x28,
	SCSI_TASK_ABORTED = 0x40,
};

/* Sense keys (SPC-5 4.4.8). */
enum {
	KEY_NO_SENSE = 0x0,
	KEY_RECOVERED_ERROR = 0x1,
	KEY_NOT_READY = 0x2,
	KEY_MEDIUM_ERROR = 0x3,
	KEY_HARDWARE_ERROR = 0x4,
	KEY_ILLEGAL_REQUEST = 0x5,
	KEY_UNIT_ATTENTION = 0x6,
	KEY_DATA_PROTECT = 0x7,
	KEY_ABORTED_COMMAND = 0xb,
};

/* Linux: BLK_MIN_SG_TIMEOUT and BLK_DEFAULT_SG_TIMEOUT of include/linux/blkdev.h. */
enum { BLOCK_FLOOR_MS = 7000, DEFAULT_TIMEOUT_MS = 60000 };

/* What the CDB asked for, as far as judging needs it. */
struct asked {
	bool pass_through;
	bool registers; /* CK_COND */
	bool fpdma;
	bool whole; /* a short answer is no answer */
};

static void look_at_cdb(const struct sgio_request *request, struct asked *asked)
{
	struct ata_taskfile tf;

	memset(asked, 0, sizeof(*asked));
	if (!sat_decode_cdb(request->cdb, request->cdb_length, &tf, NULL)) {
		asked->pass_through = true;
		asked->registers = tf.check_condition;
		asked->fpdma = tf.protocol == SAT_FPDMA;
		asked->whole = true;
	} else {
		/* READ(10), READ(16); an allocation length may be larger than its data.
		 */
		asked->whole = request->cdb[0] == 0x28 || request->cdb[0] == 0x88;
	}
}

static bool time_is_up(const struct sgio_request *request, enum sgio_node node)
{
	uint64_t limit_ms =
		request->timeout_ms ? request->timeout_ms : DEFAULT_TIMEOUT_MS;
	uint64_t elapsed_ns = request->reply.end_ns - request->reply.start_ns;
	bool floored = node == SGIO_NODE_BLOCK || node == SGIO_NODE_BSG;

	if (request->reply.end_ns < request->reply.start_ns)
		return false;
	if (floored && limit_ms < BLOCK_FLOOR_MS)
		limit_ms = BLOCK_FLOOR_MS;
	return elapsed_ns >= limit_ms * 950000;
}

static enum ata_outcome judge_errno(int error)
{
	switch (error) {
	case EPERM:
	case EACCES:
		return ATA_NO_PERMISSION;
	case ENOTTY:
		return ATA_NOT_SCSI;
	case ENODEV:
	case ENXIO:
	case ESHUTDOWN:
		return ATA_GONE;
	case ETIMEDOUT:
		return ATA_TIMED_OUT;
	default:
		return ATA_HOST_ERROR;
	}
}

static enum ata_outcome judge_host_status(uint16_t status)
{
	switch (status) {
	case HOST_NO_CONNECT:
	case HOST_BAD_TARGET:
		return ATA_GONE;
	case HOST_BUS_BUSY:
		return ATA_BUSY;
	case HOST_TIME_OUT:
		return ATA_TIMED_OUT;
	case HOST_ABORT:
	case HOST_RESET:
		return ATA_RESET;
	default:
		return ATA_HOST_ERROR;
	}
}

static enum ata_outcome judge_scsi_status(uint8_t status)
{
	switch (status) {
	case SCSI_GOOD:
	case SCSI_CHECK_CONDITION:
		return ATA_OK;
	case SCSI_BUSY:
	case SCSI_RESERVATION_CONFLICT:
	case SCSI_TASK_SET_FULL:
		return ATA_BUSY;
	case SCSI_TASK_ABORTED:
		return ATA_RESET;
	default:
		return ATA_HOST_ERROR;
	}
}

/* ICRC comes with ABRT, so the bits that say more are asked first. */
static enum ata_outcome judge_error_register(const struct ata_registers *r)
{
	if (r->status & STATUS_DF)
		return ATA_DEVICE_FAULT;
	if (r->error & ERROR_ICRC)
		return ATA_INTERFACE_CRC;
	if (r->error & ERROR_UNC)
		return ATA_UNCORRECTABLE;
	if (r->error & ERROR_IDNF)
		return ATA_ID_NOT_FOUND;
	if (r->error & ERROR_ABRT)
		return ATA_ABORTED;
	return ATA_OTHER_ERROR;
}

static enum ata_outcome judge_illegal_request(const struct scsi_sense *s,
					      const struct asked *asked)
{
	if (s->asc == 0x21) {
		/* Linux before 6.1.153 made "unaligned write command" of a bare ABRT.
		 */
		if (asked->pass_through && s->ascq == 0x04)
			return ATA_ABORTED;
		return ATA_ID_NOT_FOUND;
	}
	if (s->asc == 0x20 && asked->pass_through)
		return ATA_NO_PASS_THROUGH;
	return ATA_CDB_REJECTED;
}

static enum ata_outcome judge_aborted_command(const struct scsi_sense *s)
{
	if (s->asc == 0x47)
		return ATA_INTERFACE_CRC;
	/* libata's word for whatever ended while the port was being reset. */
	if (s->asc == 0x00 && s->ascq == 0x00)
		return ATA_RESET;
	return ATA_OTHER_ERROR;
}

static enum ata_outcome judge_sense_key(const struct scsi_sense *s,
					const struct asked *asked)
{
	if (s->deferred)
		return ATA_OTHER_ERROR;
	switch (s->key) {
	case KEY_NO_SENSE:
	case KEY_RECOVERED_ERROR:
		return asked->registers ? ATA_NO_REGISTERS : ATA_OK;
	case KEY_NOT_READY:
		return ATA_NOT_READY;
	case KEY_MEDIUM_ERROR:
		return s->asc == 0x14 ? ATA_ID_NOT_FOUND : ATA_UNCORRECTABLE;
	case KEY_HARDWARE_ERROR:
		return ATA_DEVICE_FAULT;
	case KEY_ILLEGAL_REQUEST:
		return judge_illegal_request(s, asked);
	case KEY_UNIT_ATTENTION:
		return ATA_UNIT_ATTENTION;
	case KEY_DATA_PROTECT:
		return ATA_LOCKED;
	case KEY_ABORTED_COMMAND:
		return judge_aborted_command(s);
	default:
		return ATA_OTHER_ERROR;
	}
}

static bool is_clean(uint8_t status)
{
	return (status & (STATUS_BSY | STATUS_DRDY | STATUS_DF | STATUS_DRQ |
			  STATUS_ERR)) == STATUS_DRDY;
}

/* BSY: nothing else in the registers holds, and a success they belie is none. */
static enum ata_outcome without_registers(const struct scsi_sense *s,
					  const struct asked *asked)
{
	enum ata_outcome outcome = judge_sense_key(s, asked);

	return outcome == ATA_OK ? ATA_OTHER_ERROR : outcome;
}

/*
 * A CHECK CONDITION of a pass-through command with registers: they are nearer to the
 * drive than the sense key is. Bridges put odd keys and codes beside good registers
 * (01/04/1D), so a set that came as "ATA information available" is judged by STATUS.
 */
static enum ata_outcome judge_registers(const struct ata_result *result,
					const struct asked *asked)
{
	const struct ata_registers *r = &result->registers;
	const struct scsi_sense *s = &result->sense;

	if (r->status & STATUS_BSY)
		return without_registers(s, asked);
	if (r->status & (STATUS_DF | STATUS_ERR))
		return judge_error_register(r);
	if (s->key <= KEY_RECOVERED_ERROR || (s->asc == 0x00 && s->ascq == 0x1d))
		return is_clean(r->status) ? ATA_OK : ATA_OTHER_ERROR;
	return judge_sense_key(s, asked);
}

/* Status 40h and error 0 beside an error is what Linux leaves after a time-out, too. */
static bool drive_said_error(const struct ata_result *result)
{
	uint8_t status = result->registers.status;

	return result->has_registers && !(status & STATUS_BSY) &&
	       status & (STATUS_DF | STATUS_ERR);
}

/* No sense at all: GOOD, or a bridge that has none to give. */
static enum ata_outcome judge_silence(const struct sgio_request *request,
				      const struct asked *asked)
{
	if (asked->registers)
		return ATA_NO_REGISTERS;
	if (request->reply.scsi_status != SCSI_GOOD)
		return ATA_OTHER_ERROR;
	return ATA_OK;
}

static enum ata_outcome judge_sense(const struct sgio_request *request,
				    const struct asked *asked,
				    struct ata_result *result)
{
	const struct sgio_reply *reply = &request->reply;

	result->has_sense =
		!scsi_decode_sense(reply->sense, reply->sense_length, &result->sense);
	result->has_registers = asked->pass_through &&
				!sat_decode_sense(reply->sense, reply->sense_length,
						  &result->registers);
	if (!result->has_sense ||
	    (reply->scsi_status == SCSI_GOOD && !result->has_registers))
		return judge_silence(request, asked);
	if (!result->has_registers)
		return judge_sense_key(&result->sense, asked);

	/* INFORMATION held registers; NCQ completions update STATUS and ERROR alone. */
	result->sense.has_information = false;
	if (asked->fpdma)
		result->registers.stale = true;
	return judge_registers(result, asked);
}

/* May an outcome be a time-out in disguise? Not one that the answer itself explains. */
static bool hides_timeout(const struct asked *asked, const struct ata_result *result)
{
	if (drive_said_error(result))
		return false;
	switch (result->outcome) {
	case ATA_OK:
		return false;
	case ATA_RESET:
		return true;
	default:
		return asked->pass_through;
	}
}

static enum ata_outcome judge_length(const struct sgio_request *request,
				     const struct asked *asked)
{
	bool is_short = request->direction == SGIO_IN && request->reply.residual > 0;

	return is_short && asked->whole ? ATA_SHORT : ATA_OK;
}

void sat_judge(const struct sgio_request *request, enum sgio_node node,
	       struct ata_result *result)
{
	const struct sgio_reply *reply = &request->reply;
	struct asked asked;

	memset(result, 0, sizeof(*result));
	look_at_cdb(request, &asked);
	if (reply->error) {
		result->outcome = judge_errno(reply->error);
		return;
	}
	if (reply->host_status) {
		result->outcome = judge_host_status(reply->host_status);
		if (result->outcome == ATA_RESET && time_is_up(request, node))
			result->outcome = ATA_TIMED_OUT;
		return;
	}
	result->outcome = judge_scsi_status(reply->scsi_status);
	if (result->outcome == ATA_OK)
		result->outcome = judge_sense(request, &asked, result);
	if (hides_timeout(&asked, result) && time_is_up(request, node))
		result->outcome = ATA_TIMED_OUT;
	if (result->outcome == ATA_OK)
		result->outcome = judge_length(request, &asked);
}

const char *ata_outcome_name(enum ata_outcome outcome)
{
	/* clang-format off */
	static const char *const names[] = {
		[ATA_OK] = "ok",
		[ATA_TIMED_OUT] = "timeout",
		[ATA_RESET] = "reset",
		[ATA_ABORTED] = "aborted",
		[ATA_UNCORRECTABLE] = "uncorrectable",
		[ATA_ID_NOT_FOUND] = "id_not_found",
		[ATA_DEVICE_FAULT] = "device_fault",
		[ATA_INTERFACE_CRC] = "interface_crc",
		[ATA_OTHER_ERROR] = "error",
		[ATA_LOCKED] = "locked",
		[ATA_NOT_READY] = "not_ready",
		[ATA_UNIT_ATTENTION] = "unit_attention",
		[ATA_NO_PASS_THROUGH] = "no_pass_through",
		[ATA_CDB_REJECTED] = "cdb_rejected",
		[ATA_NO_REGISTERS] = "no_registers",
		[ATA_SHORT] = "short",
		[ATA_GONE] = "gone",
		[ATA_NO_PERMISSION] = "no_permission",
		[ATA_NOT_SCSI] = "not_scsi",
		[ATA_HOST_ERROR] = "host_error",
		[ATA_BUSY] = "busy",
	};
	/* clang-format on */

	if ((size_t)outcome >= sizeof(names) / sizeof(names[0]))
		return "unknown";
	return names[outcome];
}
