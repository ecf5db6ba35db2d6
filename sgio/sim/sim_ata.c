/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>

#include "sim_drive.h"

/*
 * The drive itself: ATA registers in, registers and data out (ACS-4 7). Commands it
 * does not know, and those whose feature set its IDENTIFY page lacks, end with ABRT.
 */
enum {
	STATUS_GOOD = 0x50,   /* DRDY, DSC */
	STATUS_FAILED = 0x51, /* and ERR */
	STATUS_PACKET_FAILED = 0x41,
	STATUS_SILENT = 0x40, /* what Linux 6.1 shows of a command without answer */
	ERROR_ABRT = 0x04,
	ERROR_ICRC = 0x84,
};

enum {
	POWER_STANDBY = 0x00,
	POWER_ACTIVE = 0xff,
};

enum need {
	NEEDS_NOTHING,
	NEEDS_DISK,
	NEEDS_PACKET,
	NEEDS_LBA48,
	NEEDS_NCQ,
	NEEDS_SMART,
	NEEDS_GPL,
	NEEDS_GPL_DMA,
	NEEDS_HPA,
	NEEDS_HPA48,
	NEEDS_AMAC,
};

typedef void run_command(struct sim_drive *sim, struct sim_command *command);

struct command_row {
	uint8_t command;
	bool media; /* wakes a drive in standby */
	enum need need;
	run_command *run;
};

void sim_ata_fail(struct sim_command *command, uint8_t error)
{
	command->registers.status = STATUS_FAILED;
	command->registers.error = error;
}

void sim_ata_deliver(struct sim_command *command, const uint8_t *source,
		     uint32_t length)
{
	command->work.bytes = length;
	if (command->incomplete)
		length /= 2;
	if (length > command->length)
		length = command->length;
	if (length)
		memcpy(command->data, source, length);
}

void sim_ata_set_lba(struct sim_command *command, uint64_t lba)
{
	struct ata_registers *r = &command->registers;

	if (r->extend) {
		r->lba = lba;
		return;
	}
	r->lba = lba & 0xffffff;
	r->device = (uint8_t)((r->device & 0xf0) | (lba >> 24 & 0x0f));
}

static void identify(struct sim_drive *sim, struct sim_command *command)
{
	sim_ata_deliver(command, sim->page, SIM_PAGE_BYTES);
}

/* What makes a host ask again with IDENTIFY PACKET DEVICE: the PACKET signature. */
static void refuse_as_packet(struct sim_command *command)
{
	command->registers.status = STATUS_PACKET_FAILED;
	command->registers.error = ERROR_ABRT;
	command->registers.count = 1;
	command->registers.lba = 0xeb1401;
}

static void check_power_mode(struct sim_drive *sim, struct sim_command *command)
{
	command->registers.count =
		sim->sleep == SIM_AWAKE ? POWER_ACTIVE : POWER_STANDBY;
}

static uint32_t block_count(const struct ata_taskfile *tf, bool queued)
{
	uint32_t count = queued ? tf->features : tf->count;

	if (tf->extend)
		return count ? count : 0x10000;
	count &= 0xff;
	return count ? count : 0x100;
}

static void read_blocks(struct sim_drive *sim, struct sim_command *command)
{
	bool queued = command->work.queued;

	command->work.lba = command->tf.lba;
	command->work.blocks = block_count(&command->tf, queued);
	if (queued)
		command->registers.count = 0; /* the tag, which the kernel chose */
	sim_media_read(sim, command, false);
}

static void read_queued(struct sim_drive *sim, struct sim_command *command)
{
	command->work.queued = true;
	command->work.fua = command->tf.device & 0x80;
	read_blocks(sim, command);
}

static void verify_blocks(struct sim_drive *sim, struct sim_command *command)
{
	command->work.lba = command->tf.lba;
	command->work.blocks = block_count(&command->tf, false);
	sim_media_read(sim, command, true);
}

static void read_native_max(struct sim_drive *sim, struct sim_command *command)
{
	uint64_t lba = sim->native_max;

	if (!command->tf.extend && lba > 0x0fffffff)
		lba = 0x0fffffff;
	sim_ata_set_lba(command, lba);
}

static void accessible_max(struct sim_drive *sim, struct sim_command *command)
{
	if (command->tf.features)
		sim_ata_fail(command, ERROR_ABRT);
	else
		sim_ata_set_lba(command, sim->native_max);
}

static void smart(struct sim_drive *sim, struct sim_command *command)
{
	sim_smart_run(sim, command);
}

static void read_log(struct sim_drive *sim, struct sim_command *command)
{
	sim_log_run(sim, command);
}

/* clang-format off */
static const struct command_row command_rows[] = {
	{ 0x20, true,  NEEDS_DISK,    read_blocks },      /* READ SECTORS */
	{ 0x24, true,  NEEDS_LBA48,   read_blocks },      /* READ SECTORS EXT */
	{ 0x25, true,  NEEDS_LBA48,   read_blocks },      /* READ DMA EXT */
	{ 0x27, false, NEEDS_HPA48,   read_native_max },  /* READ NATIVE MAX EXT */
	{ 0x29, true,  NEEDS_LBA48,   read_blocks },      /* READ MULTIPLE EXT */
	{ 0x2f, true,  NEEDS_GPL,     read_log },         /* READ LOG EXT */
	{ 0x40, true,  NEEDS_DISK,    verify_blocks },    /* READ VERIFY SECTORS */
	{ 0x42, true,  NEEDS_LBA48,   verify_blocks },    /* READ VERIFY SECTORS EXT */
	{ 0x47, true,  NEEDS_GPL_DMA, read_log },         /* READ LOG DMA EXT */
	{ 0x60, true,  NEEDS_NCQ,     read_queued },      /* READ FPDMA QUEUED */
	{ 0x78, false, NEEDS_AMAC,    accessible_max },   /* GET NATIVE MAX EXT */
	{ 0x98, false, NEEDS_NOTHING, check_power_mode }, /* its code before ATA-2 */
	{ 0xa1, false, NEEDS_PACKET,  identify },         /* IDENTIFY PACKET DEVICE */
	{ 0xb0, true,  NEEDS_SMART,   smart },            /* SMART */
	{ 0xc4, true,  NEEDS_DISK,    read_blocks },      /* READ MULTIPLE */
	{ 0xc8, true,  NEEDS_DISK,    read_blocks },      /* READ DMA */
	{ 0xe5, false, NEEDS_NOTHING, check_power_mode }, /* CHECK POWER MODE */
	{ 0xec, false, NEEDS_DISK,    identify },         /* IDENTIFY DEVICE */
	{ 0xf8, false, NEEDS_HPA,     read_native_max },  /* READ NATIVE MAX ADDRESS */
};
/* clang-format on */

static const struct command_row *find_row(uint8_t command)
{
	for (size_t i = 0; i < sizeof(command_rows) / sizeof(command_rows[0]); i++) {
		if (command_rows[i].command == command)
			return &command_rows[i];
	}
	return NULL;
}

static bool word_bit(const struct sim_drive *sim, unsigned int word, unsigned int bit)
{
	return sim_word(sim, word) >> bit & 1;
}

static bool has_need(const struct sim_drive *sim, enum need need)
{
	bool packet = sim->profile->kind == SIM_PACKET;

	switch (need) {
	case NEEDS_NOTHING:
		return true;
	case NEEDS_PACKET:
		return packet;
	case NEEDS_DISK:
		return !packet;
	case NEEDS_LBA48:
		return !packet && word_bit(sim, 83, 10);
	case NEEDS_NCQ:
		return !packet && sim_has_ncq(sim);
	case NEEDS_SMART:
		return !packet && word_bit(sim, 85, 0);
	case NEEDS_GPL:
		return !packet && word_bit(sim, 84, 5);
	case NEEDS_GPL_DMA:
		return !packet && word_bit(sim, 84, 5) && word_bit(sim, 119, 3);
	case NEEDS_HPA:
		return !packet && word_bit(sim, 82, 10);
	case NEEDS_HPA48:
		return !packet && word_bit(sim, 82, 10) && word_bit(sim, 83, 10);
	case NEEDS_AMAC:
		return !packet && word_bit(sim, 86, 15) && word_bit(sim, 119, 8);
	}
	return false;
}

static bool wakes(const struct sim_drive *sim, bool media)
{
	return sim->setup.sleep == SIM_SLEEP ? true : media;
}

static void wake(struct sim_drive *sim, struct sim_command *command, bool media)
{
	if (sim->setup.sleep != SIM_SUSPENDED && wakes(sim, media))
		sim->wakings++;
	if (sim->sleep != SIM_AWAKE && wakes(sim, media)) {
		command->work.extra_ns = sim->profile->spin_up_ns;
		sim->sleep = SIM_AWAKE;
	}
}

/* The registers of the command before stay where they are: libata shows those. */
static void time_out(const struct sim_drive *sim, struct sim_command *command)
{
	command->timed_out = true;
	command->registers = sim->last;
	command->registers.status = STATUS_SILENT;
	command->registers.error = 0;
	command->registers.extend = false;
	command->registers.stale = true;
}

bool sim_ata_arrive(struct sim_drive *sim, struct sim_command *command, bool media)
{
	const struct sim_setup *setup = &sim->setup;

	sim->commands++;
	sim->arrivals[command->tf.command]++;
	command->work.command = command->tf.command;
	command->incomplete = sim->commands == setup->short_data;
	if (sim->commands == setup->timeout) {
		time_out(sim, command);
		return false;
	}
	wake(sim, command, media);
	if (command->tf.command == setup->abort)
		sim_ata_fail(command, ERROR_ABRT);
	else if (sim->commands == setup->icrc)
		sim_ata_fail(command, ERROR_ICRC);
	else
		return true;
	return false;
}

static void reset_results(struct sim_command *command)
{
	const struct ata_taskfile *tf = &command->tf;

	command->registers = (struct ata_registers){
		.status = STATUS_GOOD,
		.device = tf->device,
		.count = tf->count,
		.extend = tf->extend,
	};
	command->work = (struct sim_work){0};
	command->sense_key = 0;
	command->asc = 0;
	command->timed_out = false;
	command->incomplete = false;
	sim_ata_set_lba(command, tf->lba);
}

void sim_ata_run(struct sim_drive *sim, struct sim_command *command)
{
	const struct command_row *row = find_row(command->tf.command);
	bool packet = sim->profile->kind == SIM_PACKET;

	reset_results(command);
	if (sim_ata_arrive(sim, command, row && row->media && !packet)) {
		if (row && has_need(sim, row->need))
			row->run(sim, command);
		else if (packet)
			refuse_as_packet(command);
		else
			sim_ata_fail(command, ERROR_ABRT);
	}
	sim->last = command->registers;
}
