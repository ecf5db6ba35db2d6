/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include <string.h>

#include "sgio/sat.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Six bytes choose request and reply; the rest is sense data. */
static void judge(const uint8_t *data, size_t size)
{
	static const uint8_t cdbs[][16] = {
		{0x85, 8, 0x0e, [6] = 1, [14] = 0xec},
		{0x85, 6, 0x20, [14] = 0xe5},
		{0x85, 0x19, 0x0d, [4] = 1, [13] = 0x40, [14] = 0x60},
		{0x88, [13] = 1},
	};
	struct sgio_request request = {.cdb_length = 16, .timeout_ms = 10000};
	struct ata_result result;

	memcpy(request.cdb, cdbs[data[0] & 3], 16);
	request.direction = request.cdb[14] == 0xe5 ? SGIO_NONE : SGIO_IN;
	request.length = request.direction == SGIO_IN ? 512 : 0;
	request.reply.host_status = data[1] & 0x80 ? data[1] & 0x7f : 0;
	request.reply.scsi_status = data[2];
	request.reply.residual = (int8_t)data[3];
	request.reply.end_ns = (uint64_t)data[4] << 28;
	request.reply.sense_length = (uint8_t)(size - 6);
	memcpy(request.reply.sense, data + 6, size - 6);
	sat_judge(&request, (enum sgio_node)(data[5] & 3), &result);
	if (!strcmp(ata_outcome_name(result.outcome), "unknown"))
		abort();
	/* Registers never come without a status, and success never with a bad one. */
	if (result.has_registers && !result.registers.status)
		abort();
	if (result.outcome == ATA_OK && result.has_registers &&
	    (result.registers.status & 0xe9) != 0x40)
		abort();
	if (result.outcome == ATA_OK && request.cdb[14] == 0xe5 &&
	    !result.has_registers)
		abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	/* In a block of its own size, so that no read behind it passes. */
	uint8_t *exact = calloc(1, size + !size);
	struct ata_registers registers;
	struct ata_taskfile tf;
	struct sat_flags flags;
	struct scsi_sense sense;

	if (!exact)
		abort();
	if (size)
		memcpy(exact, data, size);
	(void)sat_decode_sense(exact, size, &registers);
	(void)scsi_decode_sense(exact, size, &sense);
	if (size == 12 || size == 16 || size == 32)
		(void)sat_decode_cdb(exact, (uint8_t)size, &tf, &flags);
	if (size >= 6 && size <= 6 + SGIO_SENSE_MAX)
		judge(exact, size);
	free(exact);
	return 0;
}
