/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <string.h>

#include "sgio/sat.h"
#include "unit.h"

/* Kinds of request. */
enum asked {
	POWER,    /* CHECK POWER MODE, CK_COND, 10 s */
	IDENTIFY, /* PIO data-in without CK_COND, 15 s */
	READ_DMA, /* READ DMA EXT with CK_COND, 10 s */
	NCQ,      /* READ FPDMA QUEUED, 10 s */
	READ_16,  /* 10 s */
	INQUIRY,  /* 96 bytes, 10 s */
	SHORT_2S, /* CHECK POWER MODE with 2 s */
};

/* clang-format off */
static const struct {
	uint8_t cdb[16], length;
	uint32_t data, timeout_ms;
} requests[] = {
	[POWER] = { { 0x85, 0x06, 0x20, [14] = 0xe5 }, 16, 0, 10000 },
	[IDENTIFY] = { { 0x85, 0x08, 0x0e, [6] = 1, [14] = 0xec }, 16, 512, 15000 },
	[READ_DMA] = { { 0x85, 0x0d, 0x2e, [6] = 1, [13] = 0x40, [14] = 0x25 }, 16, 512,
		       10000 },
	[NCQ] = { { 0x85, 0x19, 0x0d, [4] = 1, [13] = 0x40, [14] = 0x60 }, 16, 512, 10000 },
	[READ_16] = { { 0x88, [13] = 1 }, 16, 512, 10000 },
	[INQUIRY] = { { 0x12, 0, 0, 0, 96, 0 }, 6, 96, 10000 },
	[SHORT_2S] = { { 0x85, 0x06, 0x20, [14] = 0xe5 }, 16, 0, 2000 },
};

enum { QUICK = 30, B = SGIO_NODE_BLOCK, SG = SGIO_NODE_SG, BSG = SGIO_NODE_BSG };

#define NO_SENSE { 0 }, 0
#define DESC(key, asc, ascq, error, count, status) \
	{ 0x72, key, asc, ascq, [7] = 14, [8] = 9, [9] = 12, [11] = error, [13] = count, \
	  [20] = 0x40, [21] = status }, 22
#define FIXED(key, asc, ascq) { 0x70, 0, key, [7] = 10, [12] = asc, [13] = ascq }, 18
#define LEGACY(key, asc, ascq, error, status) \
	{ 0x70, 0, key, [7] = 10, [8] = error, [9] = status, [10] = 0x40, [12] = asc, \
	  [13] = ascq }, 18
static const struct {
	enum asked asked;
	int node;
	unsigned int elapsed_ms;
	int error, host, status;
	uint8_t sense[64], sense_length;
	int residual;
	enum ata_outcome outcome;
	bool registers;
} cases[] = {
	/* errno: nothing was asked */
	{ POWER, B, QUICK, EPERM, 0, 0, NO_SENSE, 0, ATA_NO_PERMISSION, false },
	{ POWER, B, QUICK, EACCES, 0, 0, NO_SENSE, 0, ATA_NO_PERMISSION, false },
	{ POWER, B, QUICK, ENOTTY, 0, 0, NO_SENSE, 0, ATA_NOT_SCSI, false },
	{ POWER, B, QUICK, ENODEV, 0, 0, NO_SENSE, 0, ATA_GONE, false },
	{ POWER, SG, QUICK, ENXIO, 0, 0, NO_SENSE, 0, ATA_GONE, false },
	{ IDENTIFY, B, QUICK, EIO, 0, 0, NO_SENSE, 0, ATA_HOST_ERROR, false },
	{ IDENTIFY, SG, QUICK, EINVAL, 0, 0, NO_SENSE, 0, ATA_HOST_ERROR, false },
	/* errno goes before everything else */
	{ POWER, B, 60000, EPERM, 3, 2, DESC(1, 0, 0x1d, 0, 0xff, 0x50), 0,
	  ATA_NO_PERMISSION, false },

	/* host status */
	{ POWER, B, QUICK, 0, 1, 0, NO_SENSE, 0, ATA_GONE, false },
	{ POWER, B, QUICK, 0, 4, 0, NO_SENSE, 0, ATA_GONE, false },
	{ POWER, SG, 3000, 0, 3, 0, NO_SENSE, 0, ATA_TIMED_OUT, false },
	{ POWER, SG, QUICK, 0, 8, 0, NO_SENSE, 0, ATA_RESET, false },
	{ POWER, SG, 9800, 0, 8, 0, NO_SENSE, 0, ATA_TIMED_OUT, false },
	{ POWER, SG, QUICK, 0, 5, 0, NO_SENSE, 0, ATA_RESET, false },
	{ POWER, SG, QUICK, 0, 2, 0, NO_SENSE, 0, ATA_BUSY, false },
	{ POWER, SG, QUICK, 0, 7, 0, NO_SENSE, 0, ATA_HOST_ERROR, false },
	/* it goes before the sense */
	{ POWER, SG, QUICK, 0, 7, 2, DESC(1, 0, 0x1d, 0, 0xff, 0x50), 0,
	  ATA_HOST_ERROR, false },

	/* SCSI status */
	{ POWER, B, QUICK, 0, 0, 0x08, NO_SENSE, 0, ATA_BUSY, false },
	{ POWER, B, QUICK, 0, 0, 0x18, NO_SENSE, 0, ATA_BUSY, false },
	{ POWER, B, QUICK, 0, 0, 0x28, NO_SENSE, 0, ATA_BUSY, false },
	{ POWER, B, QUICK, 0, 0, 0x40, NO_SENSE, 0, ATA_RESET, false },
	{ POWER, B, QUICK, 0, 0, 0x30, NO_SENSE, 0, ATA_HOST_ERROR, false },

	/* success */
	{ POWER, B, QUICK, 0, 0, 2, DESC(1, 0, 0x1d, 0, 0xff, 0x50), 0, ATA_OK, true },
	{ IDENTIFY, B, QUICK, 0, 0, 0, NO_SENSE, 0, ATA_OK, false },
	{ READ_16, B, QUICK, 0, 0, 0, NO_SENSE, 0, ATA_OK, false },
	{ INQUIRY, B, QUICK, 0, 0, 0, NO_SENSE, 60, ATA_OK, false },
	/* SAT-1 style: NO SENSE */
	{ POWER, B, QUICK, 0, 0, 2, DESC(0, 0, 0x1d, 0, 0xff, 0x50), 0, ATA_OK, true },
	/* a key that STATUS belies */
	{ POWER, B, QUICK, 0, 0, 2, DESC(0xb, 0, 0x1d, 0, 0xff, 0x50), 0, ATA_OK, true },
	/* enclosures with ASC 04h for 00h */
	{ POWER, B, QUICK, 0, 0, 2, DESC(1, 4, 0x1d, 0, 0xff, 0x50), 0, ATA_OK, true },
	/* a drive that took long, but answered: IDENTIFY while it spun up */
	{ IDENTIFY, B, 14900, 0, 0, 0, NO_SENSE, 0, ATA_OK, false },
	{ POWER, B, 9900, 0, 0, 2, DESC(1, 0, 0x1d, 0, 0xff, 0x50), 0, ATA_OK, true },

	/* less than asked for */
	{ IDENTIFY, B, QUICK, 0, 0, 0, NO_SENSE, 1, ATA_SHORT, false },
	{ READ_16, B, QUICK, 0, 0, 0, NO_SENSE, 512, ATA_SHORT, false },
	{ READ_DMA, B, QUICK, 0, 0, 2, DESC(1, 0, 0x1d, 0, 0, 0x50), 100, ATA_SHORT, true },

	/* success without the registers, which nothing may be made of */
	{ POWER, B, QUICK, 0, 0, 0, NO_SENSE, 0, ATA_NO_REGISTERS, false },
	{ POWER, B, QUICK, 0, 0, 2, DESC(1, 0, 0x1d, 0, 0, 0), 0, ATA_NO_REGISTERS, false },
	{ POWER, B, QUICK, 0, 0, 2, FIXED(1, 0, 0x1d), 0, ATA_NO_REGISTERS, false },
	{ POWER, B, QUICK, 0, 0, 2, { 0 }, 8, 0, ATA_NO_REGISTERS, false },
	{ POWER, B, QUICK, 0, 0, 2, NO_SENSE, 0, ATA_NO_REGISTERS, false },
	/* STATUS does not say ready, or asks for data: not clean */
	{ POWER, B, QUICK, 0, 0, 2, DESC(1, 0, 0x1d, 0, 0xff, 0x10), 0, ATA_OTHER_ERROR,
	  true },
	{ READ_DMA, B, QUICK, 0, 0, 2, DESC(1, 0, 0x1d, 0, 0, 0x58), 0, ATA_OTHER_ERROR,
	  true },
	/* BSY: the other registers hold nothing */
	{ POWER, B, QUICK, 0, 0, 2, DESC(1, 0, 0x1d, 0, 0xff, 0xd0), 0, ATA_NO_REGISTERS,
	  true },

	{ IDENTIFY, B, QUICK, 0, 0, 2, DESC(1, 0, 0x1d, 0, 0xff, 0xd0), 0, ATA_OTHER_ERROR,
	  true },

	/* ERROR bits, in libata's three layouts; those that say more go before ABRT */
	{ IDENTIFY, B, QUICK, 0, 0, 2, LEGACY(0xb, 0, 0, 0x04, 0x41), 0, ATA_ABORTED, true },
	{ IDENTIFY, B, QUICK, 0, 0, 2, LEGACY(5, 0x21, 4, 0x04, 0x51), 0, ATA_ABORTED, true },
	{ IDENTIFY, B, QUICK, 0, 0, 2, DESC(0xb, 0, 0, 0x04, 0, 0x51), 0, ATA_ABORTED, true },
	{ READ_DMA, B, QUICK, 0, 0, 2, DESC(3, 0x11, 4, 0x40, 0, 0x51), 0,
	  ATA_UNCORRECTABLE, true },
	{ READ_DMA, B, QUICK, 0, 0, 2, DESC(5, 0x21, 0, 0x10, 0, 0x51), 0,
	  ATA_ID_NOT_FOUND, true },
	{ READ_DMA, B, QUICK, 0, 0, 2, DESC(5, 0x21, 0, 0x14, 0, 0x51), 0,
	  ATA_ID_NOT_FOUND, true },
	{ READ_DMA, B, QUICK, 0, 0, 2, DESC(0xb, 0x47, 0, 0x84, 0, 0x51), 0,
	  ATA_INTERFACE_CRC, true },
	{ READ_DMA, B, QUICK, 0, 0, 2, DESC(4, 0x44, 0, 0x04, 0, 0x71), 0,
	  ATA_DEVICE_FAULT, true },
	{ READ_DMA, B, QUICK, 0, 0, 2, DESC(4, 0x44, 0, 0x00, 0, 0x60), 0,
	  ATA_DEVICE_FAULT, true },
	{ READ_DMA, B, QUICK, 0, 0, 2, DESC(3, 0x13, 0, 0x01, 0, 0x51), 0, ATA_OTHER_ERROR,
	  true },
	/* registers go before a key that blames the CDB */
	{ IDENTIFY, B, QUICK, 0, 0, 2, DESC(5, 0x24, 0, 0x04, 0, 0x53), 0, ATA_ABORTED,
	  true },
	/* and an error that took long is the error, not a time-out */
	{ READ_DMA, B, 9900, 0, 0, 2, DESC(3, 0x11, 4, 0x40, 0, 0x51), 0,
	  ATA_UNCORRECTABLE, true },
	{ NCQ, B, QUICK, 0, 0, 2, LEGACY(3, 0x11, 4, 0x40, 0x41), 0, ATA_UNCORRECTABLE,
	  true },

	/* sense keys alone: adapters and bridges */
	{ IDENTIFY, B, QUICK, 0, 0, 2, FIXED(5, 0x20, 0), 0, ATA_NO_PASS_THROUGH, false },
	{ IDENTIFY, B, QUICK, 0, 0, 2, FIXED(5, 0x24, 0), 0, ATA_CDB_REJECTED, false },
	{ POWER, B, QUICK, 0, 0, 2, FIXED(5, 0x21, 4), 0, ATA_ABORTED, false },
	{ READ_16, B, QUICK, 0, 0, 2, FIXED(5, 0x21, 0), 0, ATA_ID_NOT_FOUND, false },
	{ READ_16, B, QUICK, 0, 0, 2, FIXED(5, 0x20, 0), 0, ATA_CDB_REJECTED, false },
	{ READ_16, B, QUICK, 0, 0, 2, FIXED(3, 0x11, 4), 0, ATA_UNCORRECTABLE, false },
	{ READ_16, B, QUICK, 0, 0, 2, FIXED(3, 0x14, 1), 0, ATA_ID_NOT_FOUND, false },
	{ READ_16, B, QUICK, 0, 0, 2, FIXED(4, 0x44, 0), 0, ATA_DEVICE_FAULT, false },
	{ READ_16, B, QUICK, 0, 0, 2, FIXED(0xb, 0x47, 0), 0, ATA_INTERFACE_CRC, false },
	{ READ_16, B, QUICK, 0, 0, 2, FIXED(0xb, 0x4b, 0), 0, ATA_OTHER_ERROR, false },
	{ READ_16, B, QUICK, 0, 0, 2, FIXED(7, 0x74, 0x71), 0, ATA_LOCKED, false },
	{ READ_16, B, QUICK, 0, 0, 2, FIXED(2, 4, 1), 0, ATA_NOT_READY, false },
	{ POWER, B, QUICK, 0, 0, 2, FIXED(2, 4, 0x1d), 0, ATA_NOT_READY, false },
	{ READ_16, B, QUICK, 0, 0, 2, FIXED(6, 0x29, 0), 0, ATA_UNIT_ATTENTION, false },
	{ READ_16, B, QUICK, 0, 0, 2, FIXED(1, 0x17, 1), 0, ATA_OK, false },
	{ READ_16, B, QUICK, 0, 0, 2, FIXED(0xd, 0, 0), 0, ATA_OTHER_ERROR, false },
	{ READ_16, B, QUICK, 0, 0, 2, { 0x71, 0, 3, [7] = 10, [12] = 0x11 }, 18, 0,
	  ATA_OTHER_ERROR, false },
	{ READ_16, B, QUICK, 0, 0, 2, NO_SENSE, 0, ATA_OTHER_ERROR, false },
	{ IDENTIFY, B, QUICK, 0, 0, 2, NO_SENSE, 0, ATA_OTHER_ERROR, false },

	/* time-outs: Linux says 0B/00/00; the clock tells them from a reset by another */
	{ POWER, B, 9500, 0, 0, 2, FIXED(0xb, 0, 0), 0, ATA_TIMED_OUT, false },
	{ POWER, B, 9499, 0, 0, 2, FIXED(0xb, 0, 0), 0, ATA_RESET, false },
	{ POWER, B, 12000, 0, 0, 2, LEGACY(0xb, 0, 0, 0, 0x40), 0, ATA_TIMED_OUT, true },
	{ POWER, B, QUICK, 0, 0, 2, LEGACY(0xb, 0, 0, 0, 0x40), 0, ATA_RESET, true },
	{ POWER, B, 12000, 0, 0, 2, DESC(0xb, 0, 0, 0, 0, 0x40), 0, ATA_TIMED_OUT, true },
	{ POWER, B, 12000, 0, 0, 2, DESC(1, 0, 0x1d, 0, 0, 0), 0, ATA_TIMED_OUT, false },
	{ POWER, B, 12000, 0, 0, 0, NO_SENSE, 0, ATA_TIMED_OUT, false },
	{ READ_16, B, 12000, 0, 0, 2, FIXED(0xb, 0, 0), 0, ATA_TIMED_OUT, false },
	/* an error that READ names is one, however long the drive tried */
	{ READ_16, B, 12000, 0, 0, 2, FIXED(3, 0x11, 4), 0, ATA_UNCORRECTABLE, false },
	/* the kernel's floor of 7 s holds for block and bsg nodes, not for sg */
	{ SHORT_2S, B, 2500, 0, 0, 2, FIXED(0xb, 0, 0), 0, ATA_RESET, false },
	{ SHORT_2S, BSG, 6600, 0, 0, 2, FIXED(0xb, 0, 0), 0, ATA_RESET, false },
	{ SHORT_2S, BSG, 6650, 0, 0, 2, FIXED(0xb, 0, 0), 0, ATA_TIMED_OUT, false },
	{ SHORT_2S, B, 6650, 0, 0, 2, FIXED(0xb, 0, 0), 0, ATA_TIMED_OUT, false },
	{ SHORT_2S, SG, 1900, 0, 0, 2, FIXED(0xb, 0, 0), 0, ATA_TIMED_OUT, false },
	{ SHORT_2S, SG, 1899, 0, 0, 2, FIXED(0xb, 0, 0), 0, ATA_RESET, false },
};
/* clang-format on */

static void set_up(int i, struct sgio_request *request)
{
	static uint8_t data[512];
	enum asked asked = cases[i].asked;

	memset(request, 0, sizeof(*request));
	memcpy(request->cdb, requests[asked].cdb, 16);
	request->cdb_length = requests[asked].length;
	request->length = requests[asked].data;
	request->data = request->length ? data : NULL;
	request->direction = request->length ? SGIO_IN : SGIO_NONE;
	request->timeout_ms = requests[asked].timeout_ms;
	request->reply.error = cases[i].error;
	request->reply.host_status = (uint16_t)cases[i].host;
	request->reply.scsi_status = (uint8_t)cases[i].status;
	request->reply.sense_length = cases[i].sense_length;
	memcpy(request->reply.sense, cases[i].sense, sizeof(cases[i].sense));
	request->reply.residual = cases[i].residual;
	request->reply.start_ns = 1000000007;
	request->reply.end_ns =
		request->reply.start_ns + cases[i].elapsed_ms * (uint64_t)1000000;
}

START_TEST(outcome)
{
	struct sgio_request request;
	struct ata_result result;

	set_up(_i, &request);
	memset(&result, 0xa5, sizeof(result));
	sat_judge(&request, (enum sgio_node)cases[_i].node, &result);
	ck_assert_msg(result.outcome == cases[_i].outcome, "case %d: %s, not %s", _i,
		      ata_outcome_name(result.outcome),
		      ata_outcome_name(cases[_i].outcome));
	ck_assert_int_eq(result.has_registers, cases[_i].registers);
}
END_TEST

/* A queued command's completion updates STATUS and ERROR alone. */
START_TEST(queued_is_stale)
{
	struct sgio_request request;
	struct ata_result result;
	int i = 0;

	while (cases[i].asked != NCQ)
		i++;
	set_up(i, &request);
	sat_judge(&request, SGIO_NODE_BLOCK, &result);
	ck_assert(result.registers.stale);
}
END_TEST

/* INFORMATION is an LBA for READ, registers for pass-through. */
START_TEST(information)
{
	static const uint8_t sense[] = {0xf0, 0, 3, 0x40, 0x51, 0x40, 0x01,
					0x0a, 0, 0, 0,    0,    0x11, 0x04};
	struct sgio_request request;
	struct ata_result result;
	int i = 0;

	while (cases[i].asked != READ_16)
		i++;
	set_up(i, &request);
	request.reply.scsi_status = 2;
	memcpy(request.reply.sense, sense, sizeof(sense));
	request.reply.sense_length = sizeof(sense);
	sat_judge(&request, SGIO_NODE_BLOCK, &result);
	ck_assert(result.sense.has_information);
	ck_assert_uint_eq(result.sense.information, 0x40514001);
	ck_assert(!result.has_registers);

	memcpy(request.cdb, requests[READ_DMA].cdb, 16);
	sat_judge(&request, SGIO_NODE_BLOCK, &result);
	ck_assert(!result.sense.has_information);
	ck_assert(result.has_registers);
}
END_TEST

START_TEST(names)
{
	for (int i = ATA_OK; i <= ATA_BUSY; i++) {
		const char *name = ata_outcome_name((enum ata_outcome)i);

		ck_assert_ptr_nonnull(name);
		ck_assert_str_ne(name, "unknown");
		for (int j = ATA_OK; j < i; j++)
			ck_assert_str_ne(name, ata_outcome_name((enum ata_outcome)j));
	}
	ck_assert_str_eq(ata_outcome_name((enum ata_outcome)99), "unknown");
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("judge");
	TCase *tcase = tcase_create("judge");

	tcase_add_loop_test(tcase, outcome, 0, sizeof(cases) / sizeof(cases[0]));
	tcase_add_test(tcase, queued_is_stale);
	tcase_add_test(tcase, information);
	tcase_add_test(tcase, names);
	suite_add_tcase(suite, tcase);
	return unit_main(suite);
}
