/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>

#include "sim_drive.h"

/* An optical drive without a disc: SCSI commands reach it by PACKET (A0h). */
enum {
	PACKET = 0xa0,
	NOT_READY = 0x02,
	ILLEGAL_REQUEST = 0x05,
	ABORTED_COMMAND = 0x0b,
	NO_MEDIUM = 0x3a,
	INQUIRY_LENGTH = 36,
};

static void refuse(struct sim_command *command, uint8_t key, uint8_t asc)
{
	sim_ata_fail(command, 0x04);
	command->sense_key = key;
	command->asc = asc;
}

void sim_packet_inquiry(const struct sim_drive *sim, struct sgio_request *request)
{
	uint8_t data[INQUIRY_LENGTH] = {0}, model[26];

	sim_string(sim->page, 27, 13, model);
	data[0] = 0x05;
	data[1] = 0x80;
	data[2] = 0x05;
	data[3] = 0x32;
	data[4] = INQUIRY_LENGTH - 5;
	/* Vendor and product stand in the model number with a blank between. */
	memcpy(data + 8, model, 8);
	memcpy(data + 16, model + 9, 16);
	sim_string(sim->page, 23, 2, data + 32);
	sim_scsi_answer(sim, request, data, sizeof(data));
}

static void inquiry(const struct sim_drive *sim, struct sgio_request *request,
		    struct sim_command *command)
{
	if (request->cdb[1] & 3)
		refuse(command, ILLEGAL_REQUEST, 0x24);
	else
		sim_packet_inquiry(sim, request);
}

static void request_sense(const struct sim_drive *sim, struct sgio_request *request)
{
	static const uint8_t none[18] = {0x70, 0, 0, 0, 0, 0, 0, 10};

	sim_scsi_answer(sim, request, none, sizeof(none));
}

static void run(const struct sim_drive *sim, struct sgio_request *request,
		struct sim_command *command)
{
	switch (request->cdb[0]) {
	case 0x03:
		request_sense(sim, request);
		break;
	case 0x12:
		inquiry(sim, request, command);
		break;
	case 0x00: /* TEST UNIT READY */
	case 0x25: /* READ CAPACITY (10) */
	case 0x28: /* READ (10) */
	case 0xa1: /* BLANK */
		refuse(command, NOT_READY, NO_MEDIUM);
		break;
	default:
		refuse(command, ILLEGAL_REQUEST, 0x20);
		break;
	}
}

void sim_packet_run(struct sim_drive *sim, struct sgio_request *request,
		    struct sim_plan *plan)
{
	struct sim_command command = {
		.tf = {.command = PACKET, .protocol = SAT_PIO_IN},
		.sense_key = ABORTED_COMMAND, /* for a command that a fault ends */
	};

	if (sim_ata_arrive(sim, &command, false)) {
		command.sense_key = 0;
		run(sim, request, &command);
	}
	sim_plan_command(&command, request, plan);
	if (command.sense_key)
		sim_sense_code(sim, &request->reply, command.sense_key, command.asc, 0);
}
