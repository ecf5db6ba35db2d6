/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef MOCK_H
#define MOCK_H

/*
 * A drive that expects exact CDBs, in their order, and complains of one too many and of
 * one that never came.
 */
#include <errno.h>
#include <string.h>

#include "ask.h"
#include "identify.h"
#include "unit.h"

/* What is written into the buffer of a request. */
enum data {
	DATA_NONE, /* nothing */
	DATA_PAGE, /* an IDENTIFY page */
	DATA_HALF, /* its first 256 bytes */
	DATA_ZERO,
	DATA_DISK, /* INQUIRY data by type */
	DATA_ZONED,
	DATA_OPTICAL,
	DATA_ENCLOSURE,
	DATA_ABSENT,    /* peripheral qualifier 1 */
	DATA_HEAD,      /* five bytes of a disk's */
	DATA_PAGES,     /* VPD page 0: 00 80 83 */
	DATA_PAGES_ATA, /* the same with 89 */
};

/* One request that has to come, and the answer to it. */
struct step {
	const char *cdb; /* hexadecimal */
	enum data data;
	const char *sense; /* hexadecimal: status is CHECK CONDITION then */
	int error;
	uint16_t host_status;
	uint8_t scsi_status;
	int32_t residual;
	unsigned int elapsed_ms;
};

enum { STEPS = 6 };

struct mock {
	struct sgio_drive drive; /* first: the backend gets its address */
	const struct step *steps;
	unsigned int arrived;
	bool surprised;
	uint64_t clock;
	struct sgio_request *done;
};

static size_t from_hex(const char *text, uint8_t *bytes)
{
	size_t length = 0;

	for (; *text; text++) {
		if (*text == ' ')
			continue;
		bytes[length++] =
			(uint8_t)strtoul((char[]){text[0], text[1], 0}, NULL, 16);
		text++;
	}
	return length;
}

/* An IDENTIFY page as far as this test looks: words 0 and 80, and the checksum. */
static inline void make_page(uint8_t page[static 512])
{
	memset(page, 0, 512);
	page[0] = 0x40;
	page[2 * 80] = 0xf0;
	ata_identify_seal(page);
}

static void write_data(struct sgio_request *request, enum data data)
{
	static const uint8_t pages[] = {0, 0, 0, 3, 0x00, 0x80, 0x83};
	static const uint8_t pages_ata[] = {0, 0, 0, 4, 0x00, 0x80, 0x83, 0x89};
	static const uint8_t types[] = {
		[DATA_DISK] = 0x00,      [DATA_ZONED] = 0x14,  [DATA_OPTICAL] = 0x05,
		[DATA_ENCLOSURE] = 0x0d, [DATA_ABSENT] = 0x20, [DATA_HEAD] = 0x00};
	static const char inquiry[] = "\0\0\5\2\x1f\0\0\2ATA     Some drive 1234 9.01";
	uint8_t page[512];

	make_page(page);
	switch (data) {
	case DATA_NONE:
		break;
	case DATA_PAGE:
		ck_assert_uint_eq(request->length, 512);
		memcpy(request->data, page, 512);
		break;
	case DATA_HALF:
		memcpy(request->data, page, 256);
		break;
	case DATA_ZERO:
		memset(request->data, 0, request->length);
		break;
	case DATA_PAGES:
		memcpy(request->data, pages, sizeof(pages));
		break;
	case DATA_PAGES_ATA:
		memcpy(request->data, pages_ata, sizeof(pages_ata));
		break;
	default:
		ck_assert_uint_eq(request->length, 36);
		memcpy(request->data, inquiry, data == DATA_HEAD ? 5 : 36);
		request->data[0] = types[data];
	}
}

static int mock_submit(struct sgio_drive *drive, struct sgio_request *request)
{
	struct mock *mock = (struct mock *)drive;
	const struct step *step = &mock->steps[mock->arrived];
	struct sgio_reply *reply = &request->reply;
	uint8_t cdb[SGIO_CDB_MAX];

	mock->arrived++;
	if (mock->surprised || mock->arrived > STEPS || !step->cdb ||
	    from_hex(step->cdb, cdb) != request->cdb_length ||
	    memcmp(cdb, request->cdb, request->cdb_length) != 0) {
		mock->surprised = true;
		return -EPROTO;
	}
	write_data(request, step->data);
	if (step->sense) {
		reply->sense_length = (uint8_t)from_hex(step->sense, reply->sense);
		reply->scsi_status = 2;
	}
	if (step->scsi_status)
		reply->scsi_status = step->scsi_status;
	reply->error = step->error;
	reply->host_status = step->host_status;
	reply->residual = step->residual;
	reply->start_ns = mock->clock;
	mock->clock += step->elapsed_ms * UINT64_C(1000000) + 1000;
	reply->end_ns = mock->clock;
	mock->done = request;
	return 0;
}

static int mock_reap(struct sgio_drive *drive, struct sgio_request **request)
{
	*request = ((struct mock *)drive)->done;
	return 0;
}

static uint64_t mock_now(struct sgio_drive *drive)
{
	return ((struct mock *)drive)->clock;
}

static void mock_close(struct sgio_drive *drive)
{
	(void)drive;
}

static const struct sgio_backend mock_backend = {mock_submit, mock_reap, mock_now,
						 mock_close};

static inline void mock_begin(struct mock *mock, const struct step *steps,
			      enum sgio_bus bus)
{
	memset(mock, 0, sizeof(*mock));
	mock->drive.backend = &mock_backend;
	mock->drive.depth = 1;
	mock->drive.facts.bus = bus;
	mock->drive.facts.logical_block_size = 512;
	mock->steps = steps;
}

/* All that was expected came, and no more. */
static inline void mock_end(const struct mock *mock, const char *name)
{
	unsigned int expected = 0;

	while (expected < STEPS && mock->steps[expected].cdb)
		expected++;
	ck_assert_msg(!mock->surprised, "%s: request %u is another", name,
		      mock->arrived);
	ck_assert_msg(mock->arrived == expected, "%s: %u requests, not %u", name,
		      mock->arrived, expected);
}

/* CDBs, written by hand from SPC-5 6.6 and SAT-5 12.2 (docs: sense.md). */
#define INQUIRY "12 00 00 00 24 00"
#define INQUIRY_PAGES "12 01 00 00 fc 00"
#define IDENTIFY_16 "85 08 0e 00 00 00 01 00 00 00 00 00 00 00 ec 00"
#define IDENTIFY_12 "a1 08 0e 00 01 00 00 00 00 ec 00 00"
#define PACKET_16 "85 08 0e 00 00 00 01 00 00 00 00 00 00 00 a1 00"
#define POWER_16 "85 06 20 00 00 00 00 00 00 00 00 00 00 00 e5 00"
#define POWER_12 "a1 06 20 00 00 00 00 00 00 e5 00 00"
#define SMART_16 "85 06 20 00 da 00 00 00 00 00 4f 00 c2 00 b0 00"
#define NATIVE_28 "85 06 20 00 00 00 00 00 00 00 00 00 00 40 f8 00"
#define NATIVE_28_12 "a1 06 20 00 00 00 00 00 40 f8 00 00"
#define NATIVE_48 "85 07 20 00 00 00 00 00 00 00 00 00 00 40 27 00"
#define AMAC "85 07 20 00 00 00 00 00 00 00 00 00 00 00 78 00"

/* Sense data; usb-storage's, and those captured from Debian 6.1.192 and 6.12. */
#define NO_OPCODE "70 00 05 00 00 00 00 0a 00 00 00 00 20 00 00 00 00 00"
#define NO_FIELD "70 00 05 00 00 00 00 0a 00 00 00 00 24 00 00 c0 00 01"
#define ABRT_6_1 "70 00 0b 00 00 00 00 0a 04 41 00 00 00 00 00 00 00 00"
#define ABRT_6_12 "f0 00 0b 04 41 00 00 0a 00 00 00 00 00 00 00 00 00 00"
#define PACKET_SIGNATURE "f0 00 0b 04 51 00 01 0a 00 01 14 eb 00 00 00 00 00 00"
#define ZEROS_0B "70 00 0b 00 00 00 00 0a 00 00 00 00 00 00 00 00 00 00"
#define ATTENTION "70 00 06 00 00 00 00 0a 00 00 00 00 29 00 00 00 00 00"

#define COUNT(table) ((int)(sizeof(table) / sizeof((table)[0])))

#endif
