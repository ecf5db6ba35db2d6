/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>

#include "bytes.h"
#include "sim_drive.h"

/*
 * Sense data as Linux's libata makes it (drivers/ata/libata-scsi.c of 6.1 and 6.12) and
 * as bridges do. Two layouts carry ATA registers in fixed sense: SAT's, at bytes 3 to
 * 11, and that of Linux before 6.11, which wrote them at bytes 8 to 19 of 18.
 */
enum {
	CHECK_CONDITION = 0x02,
	DRIVER_SENSE = 0x08,
	FIXED = 0x70,
	DESCRIPTOR = 0x72,
	VALID = 0x80,
	FIXED_LENGTH = 18,
};

enum {
	RECOVERED_ERROR = 1,
	MEDIUM_ERROR = 3,
	HARDWARE_ERROR = 4,
	ILLEGAL_REQUEST = 5,
	ABORTED_COMMAND = 0x0b,
};

enum {
	STATUS_DF = 0x20,
	STATUS_FAILED = 0xa9, /* BSY, DF, DRQ, ERR */
	ERROR_ICRC = 0x84,
	ERROR_UNC = 0x40,
	ERROR_IDNF = 0x10,
};

struct code {
	uint8_t key, asc, ascq;
};

/* As much of libata's ata_to_sense_error() as the simulated drive brings about. */
static struct code code_of(const struct ata_registers *r)
{
	if ((r->error & ERROR_ICRC) == ERROR_ICRC)
		return (struct code){ABORTED_COMMAND, 0x47, 0x00};
	if (r->error & ERROR_IDNF)
		return (struct code){ILLEGAL_REQUEST, 0x21, 0x00};
	if (r->error & ERROR_UNC)
		return (struct code){MEDIUM_ERROR, 0x11, 0x04};
	if (r->status & STATUS_DF)
		return (struct code){HARDWARE_ERROR, 0x44, 0x00};
	return (struct code){ABORTED_COMMAND, 0x00, 0x00};
}

static bool by_descriptor(const struct sim_drive *sim)
{
	return sim->setup.layout == SIM_DESCRIPTOR;
}

/* CHECK CONDITION with key and code; room for descriptors or registers after it. */
static void start(struct sgio_reply *reply, bool descriptor, struct code code)
{
	uint8_t *s = reply->sense;

	memset(s, 0, SGIO_SENSE_MAX);
	reply->scsi_status = CHECK_CONDITION;
	reply->driver_status = DRIVER_SENSE;
	if (descriptor) {
		s[0] = DESCRIPTOR;
		s[1] = code.key;
		s[2] = code.asc;
		s[3] = code.ascq;
		reply->sense_length = 8;
		return;
	}
	s[0] = FIXED;
	s[2] = code.key;
	s[7] = FIXED_LENGTH - 8;
	s[12] = code.asc;
	s[13] = code.ascq;
	reply->sense_length = FIXED_LENGTH;
}

/* A descriptor of @length bytes behind those that are there. */
static uint8_t *add_descriptor(struct sgio_reply *reply, uint8_t type, uint8_t length)
{
	uint8_t *d = reply->sense + reply->sense_length;

	d[0] = type;
	d[1] = (uint8_t)(length - 2);
	reply->sense[7] = (uint8_t)(reply->sense[7] + length);
	reply->sense_length = (uint8_t)(reply->sense_length + length);
	return d;
}

static void drop_sense(struct sgio_reply *reply)
{
	memset(reply->sense, 0, SGIO_SENSE_MAX);
	reply->sense_length = 0;
}

void sim_sense_code(const struct sim_drive *sim, struct sgio_reply *reply, uint8_t key,
		    uint8_t asc, uint8_t ascq)
{
	start(reply, by_descriptor(sim), (struct code){key, asc, ascq});
}

/* Linux makes fixed sense with a field pointer 26 bytes long. */
void sim_sense_field(const struct sim_drive *sim, struct sgio_reply *reply,
		     uint8_t byte)
{
	uint8_t *d;

	start(reply, by_descriptor(sim), (struct code){ILLEGAL_REQUEST, 0x24, 0x00});
	if (by_descriptor(sim)) {
		d = add_descriptor(reply, 0x02, 8);
		d[4] = 0xc0;
		d[6] = byte;
		return;
	}
	reply->sense[7] = 18;
	reply->sense[15] = 0xc0;
	reply->sense[17] = byte;
	reply->sense_length = 26;
}

/* SAT-5 12.2.2.6: ATA Status Return descriptor. */
static void put_descriptor(struct sgio_reply *reply, const struct ata_registers *r)
{
	uint8_t *d = add_descriptor(reply, 0x09, 14);

	d[2] = r->extend;
	d[3] = r->error;
	d[5] = (uint8_t)r->count;
	d[7] = (uint8_t)r->lba;
	d[9] = (uint8_t)(r->lba >> 8);
	d[11] = (uint8_t)(r->lba >> 16);
	d[12] = r->device;
	d[13] = r->status;
	if (!r->extend)
		return;
	d[4] = (uint8_t)(r->count >> 8);
	d[6] = (uint8_t)(r->lba >> 24);
	d[8] = (uint8_t)(r->lba >> 32);
	d[10] = (uint8_t)(r->lba >> 40);
}

static uint8_t upper_flags(const struct ata_registers *r)
{
	if (!r->extend)
		return 0;
	return (uint8_t)(0x80 | (r->count >> 8 ? 0x40 : 0) | (r->lba >> 24 ? 0x20 : 0));
}

/* SAT-5 12.2.2.7. */
static void put_sat_fixed(uint8_t *s, const struct ata_registers *r)
{
	s[0] |= VALID;
	s[3] = r->error;
	s[4] = r->status;
	s[5] = r->device;
	s[6] = (uint8_t)r->count;
	s[8] = upper_flags(r);
	s[9] = (uint8_t)r->lba;
	s[10] = (uint8_t)(r->lba >> 8);
	s[11] = (uint8_t)(r->lba >> 16);
}

/* Bytes 18 and 19 would be LBA mid and high, but only 18 bytes are given back. */
static void put_linux_6_1(uint8_t *s, const struct ata_registers *r)
{
	s[8] = r->error;
	s[9] = r->status;
	s[10] = r->device;
	s[11] = (uint8_t)r->count;
	s[16] = upper_flags(r);
	s[17] = (uint8_t)r->lba;
}

/* Linux from 6.11 on shows nothing of a command that timed out. */
static bool shows_nothing(const struct sim_drive *sim, const struct ata_registers *r)
{
	return sim->setup.layout == SIM_FIXED && r->stale;
}

static void put_registers(const struct sim_drive *sim, struct sgio_reply *reply,
			  const struct ata_registers *registers, struct code code)
{
	const struct ata_registers none = {.extend = registers->extend};
	const struct ata_registers *r = sim->setup.zero_registers ? &none : registers;
	bool good = code.key == RECOVERED_ERROR;

	if (by_descriptor(sim) || (good && sim->setup.layout == SIM_LINUX_6_1)) {
		start(reply, true, code);
		put_descriptor(reply, r);
		return;
	}
	start(reply, false, code);
	if (shows_nothing(sim, registers))
		return;
	if (sim->setup.layout == SIM_FIXED)
		put_sat_fixed(reply->sense, r);
	else
		put_linux_6_1(reply->sense, r);
}

void sim_sense_registers(const struct sim_drive *sim, struct sgio_reply *reply,
			 const struct ata_registers *registers)
{
	struct code code = {RECOVERED_ERROR, 0x00, 0x1d};
	bool failed = registers->status & STATUS_FAILED || registers->stale;

	if (sim->setup.layout == SIM_NO_SENSE) {
		if (failed) {
			start(reply, false, code);
			drop_sense(reply);
		}
		return;
	}
	if (failed)
		code = code_of(registers);
	put_registers(sim, reply, registers, code);
}

/* VALID only where the LBA fits 32 bits (scsi_set_sense_information()). */
void sim_sense_block(const struct sim_drive *sim, struct sgio_reply *reply,
		     const struct ata_registers *registers, uint64_t lba)
{
	uint8_t *d;

	start(reply, by_descriptor(sim), code_of(registers));
	if (sim->setup.layout == SIM_NO_SENSE) {
		drop_sense(reply);
	} else if (by_descriptor(sim)) {
		d = add_descriptor(reply, 0x00, 12);
		d[2] = VALID;
		put_be(d + 4, lba, 8);
	} else {
		if (lba <= UINT32_MAX)
			reply->sense[0] |= VALID;
		put_be(reply->sense + 3, lba, 4);
	}
}
