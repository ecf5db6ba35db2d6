/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>

#include "bytes.h"
#include "sim_drive.h"

/*
 * SCSI commands that the kernel's translation answers from the IDENTIFY page, or turns
 * into ATA commands (libata-scsi.c of Linux 6.1). A USB bridge knows fewer of them.
 */
#define HOST_NS 1000 /* an answer that never leaves the host */

enum {
	ILLEGAL_REQUEST = 0x05,
	STATUS_BAD = 0xa9,
	READ_CAPACITY_16 = 0x10, /* service action */
	PAGE_ALL = 0x3f,
};

typedef void run_scsi(struct sim_drive *sim, struct sgio_request *request,
		      struct sim_plan *plan);

/*
 * libata copies a whole zeroed buffer and reports no residual; a bridge and a packet
 * device transfer what there is.
 */
void sim_scsi_answer(const struct sim_drive *sim, struct sgio_request *request,
		     const uint8_t *data, uint32_t length)
{
	uint32_t room = request->direction == SGIO_IN ? request->length : 0;

	if (length > room)
		length = room;
	if (length)
		memcpy(request->data, data, length);
	if (sim->profile->kind == SIM_DISK) {
		if (room > length)
			memset(request->data + length, 0, room - length);
	} else {
		request->reply.residual = (int32_t)(room - length);
	}
}

static void test_unit_ready(struct sim_drive *sim, struct sgio_request *request,
			    struct sim_plan *plan)
{
	(void)sim;
	(void)request;
	(void)plan;
}

/* libata answers with the key "no sense", as sense data and not as data. */
static void request_sense(struct sim_drive *sim, struct sgio_request *request,
			  struct sim_plan *plan)
{
	static const uint8_t none[18] = {0x70, 0, 0, 0, 0, 0, 0, 10};

	(void)plan;
	if (sim->profile->kind == SIM_DISK)
		sim_sense_code(sim, &request->reply, 0, 0, 0);
	else
		sim_scsi_answer(sim, request, none, sizeof(none));
}

static void inquiry(struct sim_drive *sim, struct sgio_request *request,
		    struct sim_plan *plan)
{
	(void)plan;
	sim_inquiry_run(sim, request);
}

static uint64_t last_block(const struct sim_drive *sim)
{
	return sim->blocks ? sim->blocks - 1 : 0;
}

static void read_capacity_10(struct sim_drive *sim, struct sgio_request *request,
			     struct sim_plan *plan)
{
	uint64_t last = last_block(sim);
	uint8_t data[8];

	(void)plan;
	put_be(data, last < UINT32_MAX ? last : UINT32_MAX, 4);
	put_be(data + 4, sim->logical_size, 4);
	sim_scsi_answer(sim, request, data, sizeof(data));
}

static void read_capacity_16(struct sim_drive *sim, struct sgio_request *request,
			     struct sim_plan *plan)
{
	uint8_t data[32] = {0};

	(void)plan;
	if ((request->cdb[1] & 0x1f) != READ_CAPACITY_16) {
		sim_sense_field(sim, &request->reply, 1);
		return;
	}
	put_be(data, last_block(sim), 8);
	put_be(data + 8, sim->logical_size, 4);
	data[13] = (uint8_t)sim->physical_exponent;
	if (sim_word(sim, 169) != 0xffff && sim_word(sim, 169) & 1)
		data[14] = 0x80; /* LBPME */
	sim_scsi_answer(sim, request, data, sizeof(data));
}

static void put_mode_page(uint8_t *data, uint32_t *length, const uint8_t *page,
			  uint32_t size)
{
	memcpy(data + *length, page, size);
	*length += size;
}

/* Read-write error recovery, caching and control: the pages that libata has. */
static void put_mode_pages(const struct sim_drive *sim, uint8_t code, uint8_t *data,
			   uint32_t *length)
{
	uint8_t recovery[12] = {0x01, 10, 0x80};
	uint8_t caching[20] = {0x08, 18};
	uint8_t control[12] = {0x0a, 10, 0x02, 0, 0, 0, 0, 0, 0xff, 0xff, 0, 30};

	if (sim_word(sim, 85) & 0x0020)
		caching[2] = 0x04;
	if (!(sim_word(sim, 85) & 0x0040))
		caching[12] = 0x20;
	if (sim->setup.layout == SIM_DESCRIPTOR)
		control[2] |= 0x04;
	if (code == 0x01 || code == PAGE_ALL)
		put_mode_page(data, length, recovery, sizeof(recovery));
	if (code == 0x08 || code == PAGE_ALL)
		put_mode_page(data, length, caching, sizeof(caching));
	if (code == 0x0a || code == PAGE_ALL)
		put_mode_page(data, length, control, sizeof(control));
}

static void mode_sense(struct sim_drive *sim, struct sgio_request *request,
		       struct sim_plan *plan)
{
	static const uint8_t block_descriptor[8] = {0, 0, 0, 0, 0, 0, 0x02, 0};
	const uint8_t *cdb = request->cdb;
	uint8_t data[80] = {0}, code = cdb[2] & 0x3f;
	bool six = cdb[0] == 0x1a;
	uint32_t length = six ? 4 : 8, head;

	(void)plan;
	if (!(cdb[1] & 0x08)) { /* DBD */
		data[six ? 3 : 7] = sizeof(block_descriptor);
		put_mode_page(data, &length, block_descriptor,
			      sizeof(block_descriptor));
	}
	head = length;
	put_mode_pages(sim, code, data, &length);
	if (length == head) {
		sim_sense_field(sim, &request->reply, 2);
		return;
	}
	if (six)
		data[0] = (uint8_t)(length - 1);
	else
		put_be(data, length - 2, 2);
	sim_scsi_answer(sim, request, data, length);
}

/* ata_build_rw_tf(): NCQ where there is some, else the shortest DMA command. */
static bool translate_read(const struct sim_drive *sim, uint64_t lba, uint32_t blocks,
			   struct ata_taskfile *tf)
{
	bool lba48 = sim_word(sim, 83) & 0x0400;
	bool short_enough = lba < (1u << 28) - blocks && blocks <= 256;

	*tf = (struct ata_taskfile){.lba = lba, .device = 0x40};
	if (lba48 && sim_has_ncq(sim) && sim->profile->kind == SIM_DISK) {
		tf->command = 0x60;
		tf->features = (uint16_t)blocks;
		tf->extend = true;
	} else {
		tf->command = short_enough ? 0xc8 : 0x25;
		tf->count = (uint16_t)(short_enough ? blocks & 0xff : blocks);
		tf->extend = !short_enough;
	}
	return (!tf->extend || lba48) && blocks <= 0x10000 && lba >> 48 == 0;
}

static uint64_t failed_lba(const struct ata_registers *r)
{
	return r->extend ? r->lba : r->lba | (uint64_t)(r->device & 0x0f) << 24;
}

static void read_blocks(struct sim_drive *sim, struct sgio_request *request,
			struct sim_plan *plan, uint64_t lba, uint32_t blocks)
{
	struct sim_command command = {0};
	uint64_t bytes = (uint64_t)blocks * sim->logical_size;

	if (request->direction != SGIO_IN || bytes > request->length) {
		sim_sense_field(sim, &request->reply, request->cdb[0] == 0x28 ? 7 : 10);
		return;
	}
	if (!blocks)
		return;
	if (!translate_read(sim, lba, blocks, &command.tf)) {
		sim_sense_code(sim, &request->reply, ILLEGAL_REQUEST, 0x21, 0x00);
		return;
	}
	command.data = request->data;
	command.length = request->length;
	sim_ata_run(sim, &command);
	sim_plan_command(&command, request, plan);
	if (command.timed_out || command.registers.status & STATUS_BAD)
		sim_sense_block(sim, &request->reply, &command.registers,
				failed_lba(&command.registers));
}

static void read_10(struct sim_drive *sim, struct sgio_request *request,
		    struct sim_plan *plan)
{
	read_blocks(sim, request, plan, get_be(request->cdb + 2, 4),
		    (uint32_t)get_be(request->cdb + 7, 2));
}

static void read_16(struct sim_drive *sim, struct sgio_request *request,
		    struct sim_plan *plan)
{
	read_blocks(sim, request, plan, get_be(request->cdb + 2, 8),
		    (uint32_t)get_be(request->cdb + 10, 4));
}

struct scsi_row {
	uint8_t operation;
	bool bridge;
	run_scsi *run;
};

/* clang-format off */
static const struct scsi_row scsi_rows[] = {
	{ 0x00, true,  test_unit_ready },
	{ 0x03, true,  request_sense },
	{ 0x12, true,  inquiry },
	{ 0x1a, true,  mode_sense },       /* (6) */
	{ 0x25, true,  read_capacity_10 },
	{ 0x28, true,  read_10 },
	{ 0x5a, false, mode_sense },       /* (10) */
	{ 0x7f, false, sim_pass_run },     /* ATA PASS-THROUGH (32) */
	{ 0x85, false, sim_pass_run },     /* ATA PASS-THROUGH (16) */
	{ 0x88, false, read_16 },
	{ 0x9e, false, read_capacity_16 },
	{ 0xa1, true,  sim_pass_run },     /* ATA PASS-THROUGH (12) */
};
/* clang-format on */

static run_scsi *find_run(const struct sim_drive *sim, uint8_t operation)
{
	bool bridge = sim->profile->kind == SIM_BRIDGE;

	for (size_t i = 0; i < sizeof(scsi_rows) / sizeof(scsi_rows[0]); i++) {
		if (scsi_rows[i].operation == operation &&
		    (!bridge || scsi_rows[i].bridge))
			return scsi_rows[i].run;
	}
	return NULL;
}

void sim_scsi_run(struct sim_drive *sim, struct sgio_request *request,
		  struct sim_plan *plan)
{
	uint8_t operation = request->cdb[0];
	run_scsi *run = find_run(sim, operation);

	*plan = (struct sim_plan){SIM_BESIDE, {.fixed_ns = HOST_NS}};
	/* A packet device gets all else as it is, A1h too: its BLANK. */
	if (sim->profile->kind == SIM_PACKET && operation != 0x85)
		sim_packet_run(sim, request, plan);
	else if (run)
		run(sim, request, plan);
	else
		sim_sense_code(sim, &request->reply, ILLEGAL_REQUEST, 0x20, 0x00);
}
