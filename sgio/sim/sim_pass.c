/* SPDX-License-Identifier: BSD-2-Clause */
#include "sim_drive.h"

/*
 * ATA PASS-THROUGH as libata takes it (ata_scsi_pass_thru() of Linux 6.1): which fields
 * it refuses and with which field pointer, and that it compares neither COUNT nor
 * T_LENGTH with the length of the buffer.
 */
#define NS_PER_MS UINT64_C(1000000)

enum {
	PASS_THROUGH_12 = 0xa1,
	PASS_THROUGH_16 = 0x85,
	VARIABLE_LENGTH = 0x7f,
	SET_FEATURES = 0xef,
	TRANSFER_MODE = 0x03,
	DEFAULT_TIMEOUT_MS = 60000,
	STATUS_BAD = 0xa9, /* BSY, DF, DRQ, ERR */
	VALID = 0x80,
};

static bool protocol_known(enum sat_protocol protocol)
{
	switch (protocol) {
	case SAT_NON_DATA:
	case SAT_PIO_IN:
	case SAT_PIO_OUT:
	case SAT_DMA:
	case SAT_UDMA_IN:
	case SAT_UDMA_OUT:
	case SAT_FPDMA:
		return true;
	}
	return false;
}

static bool protocol_usable(const struct sim_drive *sim, enum sat_protocol protocol)
{
	if (protocol == SAT_FPDMA)
		return sim_has_ncq(sim);
	if (protocol == SAT_DMA || protocol == SAT_UDMA_IN || protocol == SAT_UDMA_OUT)
		return sim_word(sim, 49) & 0x0100;
	return true;
}

static bool takes_multiple_count(uint8_t command)
{
	return command == 0xc4 || command == 0xc5 || command == 0x29 ||
	       command == 0x39 || command == 0xce;
}

/* The CDB byte that libata points at, or 0 when it takes the CDB. */
static uint8_t refused_byte(const struct sim_drive *sim,
			    const struct sgio_request *request,
			    const struct ata_taskfile *tf,
			    const struct sat_flags *flags)
{
	bool pass_16 = request->cdb[0] == PASS_THROUGH_16;

	if (!protocol_known(tf->protocol))
		return 1;
	if (!flags->t_length && request->direction != SGIO_NONE)
		return request->cdb[0] == VARIABLE_LENGTH ? 11 : 2;
	if (!protocol_usable(sim, tf->protocol))
		return 1;
	if (flags->multiple_count && !takes_multiple_count(tf->command))
		return 1;
	if (tf->command == SET_FEATURES && tf->features == TRANSFER_MODE)
		return pass_16 ? 4 : 3;
	if (tf->command >= 0x5c && tf->command <= 0x5f)
		return pass_16 ? 14 : 9;
	return 0;
}

void sim_plan_command(const struct sim_command *command,
		      const struct sgio_request *request, struct sim_plan *plan)
{
	uint32_t timeout_ms = request->timeout_ms;

	plan->order = command->work.queued ? SIM_QUEUED : SIM_ALONE;
	plan->work = command->work;
	if (!command->timed_out)
		return;
	plan->order = SIM_ALONE;
	plan->work.fixed_ns =
		(timeout_ms ? timeout_ms : DEFAULT_TIMEOUT_MS) * NS_PER_MS;
}

static bool failed(const struct sim_command *command)
{
	return command->timed_out || command->registers.status & STATUS_BAD;
}

/* A packet device is asked for its sense, unless the registers were wanted. */
static void answer(const struct sim_drive *sim, struct sgio_reply *reply,
		   const struct sim_command *command, bool wanted)
{
	if (!wanted && !failed(command))
		return;
	if (!wanted && sim->profile->kind == SIM_PACKET && !command->timed_out) {
		sim_sense_code(sim, reply, 0x05, 0x20, 0x00);
		reply->sense[0] |= VALID;
		return;
	}
	sim_sense_registers(sim, reply, &command->registers);
}

void sim_pass_run(struct sim_drive *sim, struct sgio_request *request,
		  struct sim_plan *plan)
{
	struct sim_command command = {0};
	struct sat_flags flags;
	uint8_t byte = 1;
	bool wanted;

	if (!sat_decode_cdb(request->cdb, request->cdb_length, &command.tf, &flags))
		byte = refused_byte(sim, request, &command.tf, &flags);
	if (byte) {
		sim_sense_field(sim, &request->reply, byte);
		return;
	}
	if (request->direction == SGIO_IN) {
		command.data = request->data;
		command.length = request->length;
	}
	/* libata does not look at CK_COND of a 32-byte CDB. */
	wanted = command.tf.check_condition && request->cdb[0] != VARIABLE_LENGTH;
	sim_ata_run(sim, &command);
	sim_plan_command(&command, request, plan);
	answer(sim, &request->reply, &command, wanted);
}
