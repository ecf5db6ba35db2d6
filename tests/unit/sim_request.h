/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef SIM_REQUEST_H
#define SIM_REQUEST_H

#include <string.h>

#include "sat.h"
#include "sgio.h"
#include "sim.h"
#include "unit.h"

/* Requests to a simulated drive, past the gate: tests ask what no tool may. */
#define BUFFER_BYTES 65536
#define UNTOUCHED 0xc5

struct asked {
	struct sgio_request request;
	uint8_t data[BUFFER_BYTES];
};

static inline struct sgio_drive *open_sim(const char *name)
{
	struct sgio_drive *drive = NULL;
	char message[1024];
	int rc = sgio_open_sim(name, &drive, message, sizeof(message));

	ck_assert_msg(rc == 0, "%s: %s", name, message);
	return drive;
}

/* @length bytes are wanted, none at all for 0. */
static inline void prepare(struct asked *a, const uint8_t *cdb, uint8_t cdb_length,
			   uint32_t length)
{
	memset(&a->request, 0, sizeof(a->request));
	memcpy(a->request.cdb, cdb, cdb_length);
	memset(a->data, UNTOUCHED, sizeof(a->data));
	a->request.cdb_length = cdb_length;
	a->request.direction = length ? SGIO_IN : SGIO_NONE;
	a->request.data = a->data;
	a->request.length = length;
	a->request.timeout_ms = 15000;
}

static inline void run_prepared(struct sgio_drive *drive, struct asked *a)
{
	struct sgio_request *back = NULL;

	ck_assert_int_eq(drive->backend->submit(drive, &a->request), 0);
	ck_assert_int_eq(drive->backend->reap(drive, &back), 0);
	ck_assert_ptr_eq(back, &a->request);
}

static inline void run_cdb(struct sgio_drive *drive, struct asked *a,
			   const uint8_t *cdb, uint8_t cdb_length, uint32_t length)
{
	prepare(a, cdb, cdb_length, length);
	run_prepared(drive, a);
}

/* PROTOCOL and the flags of a 16-byte CDB, by hand from SAT-5 12.2.2. */
#define NON_DATA 0x06
#define PIO_IN 0x08
#define DMA 0x0c
#define FPDMA 0x18
#define EXTEND 0x01
#define CK_COND 0x20

struct ata {
	uint8_t protocol, flags;
	uint16_t features, count;
	uint64_t lba;
	uint8_t device, command;
};

static inline void put_cdb_16(const struct ata *t, uint8_t *cdb)
{
	memset(cdb, 0, 16);
	cdb[0] = 0x85;
	cdb[1] = t->protocol;
	cdb[2] = t->flags;
	cdb[3] = (uint8_t)(t->features >> 8);
	cdb[4] = (uint8_t)t->features;
	cdb[5] = (uint8_t)(t->count >> 8);
	cdb[6] = (uint8_t)t->count;
	cdb[7] = (uint8_t)(t->lba >> 24);
	cdb[8] = (uint8_t)t->lba;
	cdb[9] = (uint8_t)(t->lba >> 32);
	cdb[10] = (uint8_t)(t->lba >> 8);
	cdb[11] = (uint8_t)(t->lba >> 40);
	cdb[12] = (uint8_t)(t->lba >> 16);
	cdb[13] = t->device;
	cdb[14] = t->command;
}

static inline void run_ata(struct sgio_drive *drive, struct asked *a, struct ata t,
			   uint32_t length)
{
	uint8_t cdb[16];

	put_cdb_16(&t, cdb);
	run_cdb(drive, a, cdb, sizeof(cdb), length);
}

#define IDENTIFY ((struct ata){PIO_IN, 0x0e, 0, 1, 0, 0, 0xec})
#define IDENTIFY_PACKET ((struct ata){PIO_IN, 0x0e, 0, 1, 0, 0, 0xa1})
#define CHECK_POWER ((struct ata){NON_DATA, CK_COND, 0, 0, 0, 0, 0xe5})
#define SMART_STATUS ((struct ata){NON_DATA, CK_COND, 0xda, 0, 0xc24f00, 0, 0xb0})
#define SMART_DATA ((struct ata){PIO_IN, 0x0e, 0xd0, 1, 0xc24f00, 0, 0xb0})
#define SMART_THRESHOLDS ((struct ata){PIO_IN, 0x0e, 0xd1, 1, 0xc24f00, 0, 0xb0})
#define READ_DMA_EXT(lba, count) \
	((struct ata){DMA | EXTEND, 0x0e, 0, count, lba, 0x40, 0x25})
#define READ_FPDMA(lba, count) \
	((struct ata){FPDMA | EXTEND, 0x0d, count, 0, lba, 0x40, 0x60})
#define VERIFY_EXT(lba, count) \
	((struct ata){NON_DATA | EXTEND, CK_COND, 0, count, lba, 0x40, 0x42})

static inline void ck_sense(const struct asked *a, const char *hex)
{
	static const char digits[] = "0123456789abcdef";
	const struct sgio_reply *r = &a->request.reply;
	char text[3 * SGIO_SENSE_MAX + 1] = "";
	char *at = text;

	for (int i = 0; i < r->sense_length; i++) {
		if (i)
			*at++ = ' ';
		*at++ = digits[r->sense[i] >> 4];
		*at++ = digits[r->sense[i] & 15];
	}
	*at = '\0';
	ck_assert_str_eq(text, hex);
	ck_assert_uint_eq(r->scsi_status, hex[0] ? 2 : 0);
	ck_assert_uint_eq(r->driver_status, hex[0] ? 8 : 0);
	ck_assert_int_eq(r->error, 0);
	ck_assert_uint_eq(r->host_status, 0);
}

static inline uint16_t word_of(const uint8_t *page, unsigned int n)
{
	return (uint16_t)(page[2 * n] | page[2 * n + 1] << 8);
}

#endif
