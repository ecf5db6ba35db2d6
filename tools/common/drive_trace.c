/* SPDX-License-Identifier: BSD-2-Clause */
#include "drive_trace.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "message.h"
#include "sat.h"
#include "subject.h"

struct name {
	uint8_t code;
	const char *name;
};

// clang-format off
static const struct name scsi_names[] = {
	{ 0x00, "TEST UNIT READY" }, { 0x03, "REQUEST SENSE" }, { 0x12, "INQUIRY" },
	{ 0x1a, "MODE SENSE (6)" }, { 0x25, "READ CAPACITY (10)" }, { 0x28, "READ (10)" },
	{ 0x4d, "LOG SENSE" }, { 0x5a, "MODE SENSE (10)" }, { 0x88, "READ (16)" },
	{ 0x9e, "READ CAPACITY (16)" }, { 0, NULL },
};

static const struct name ata_names[] = {
	{ 0x20, "READ SECTORS" }, { 0x24, "READ SECTORS EXT" }, { 0x25, "READ DMA EXT" },
	{ 0x27, "READ NATIVE MAX ADDRESS EXT" }, { 0x2f, "READ LOG EXT" },
	{ 0x40, "READ VERIFY SECTORS" }, { 0x42, "READ VERIFY SECTORS EXT" },
	{ 0x47, "READ LOG DMA EXT" }, { 0x4a, "ZAC MANAGEMENT IN" },
	{ 0x60, "READ FPDMA QUEUED" }, { 0x78, "GET NATIVE MAX ADDRESS EXT" },
	{ 0xa1, "IDENTIFY PACKET DEVICE" }, { 0xb0, "SMART" }, { 0xc8, "READ DMA" },
	{ 0xe5, "CHECK POWER MODE" }, { 0xec, "IDENTIFY DEVICE" },
	{ 0xf8, "READ NATIVE MAX ADDRESS" }, { 0, NULL },
};
// clang-format on

static const char *find_name(const struct name *table, uint8_t code)
{
	while (table->name && table->code != code)
		table++;
	return table->name ? table->name : "?";
}

static const char *command_name(const struct sgio_request *request)
{
	struct ata_taskfile tf;

	if (!sat_decode_cdb(request->cdb, request->cdb_length, &tf, NULL))
		return find_name(ata_names, tf.command);
	return find_name(scsi_names, request->cdb[0]);
}

static void write_hex(FILE *out, const char *before, const uint8_t *bytes,
		      size_t length)
{
	size_t i;

	fputs(before, out);
	for (i = 0; i < length; i++)
		fprintf(out, " %02x", bytes[i]);
}

static void write_registers(FILE *out, const struct ata_registers *r)
{
	fprintf(out,
		", status %02Xh, error %02Xh, device %02Xh, count %04Xh, lba %012jXh",
		r->status, r->error, r->device, r->count, (uintmax_t)r->lba);
}

static void write_reply(FILE *out, const struct subject *subject,
			const struct sgio_request *request)
{
	const struct sgio_reply *reply = &request->reply;
	struct ata_result result;
	uint64_t elapsed_us = (reply->end_ns - reply->start_ns) / 1000;

	sat_judge(request, subject->facts.node, &result);
	fprintf(out, "%s in %ju.%03u ms", ata_outcome_name(result.outcome),
		(uintmax_t)(elapsed_us / 1000), (unsigned int)(elapsed_us % 1000));
	if (reply->error)
		fprintf(out, ", %s", strerror(reply->error));
	if (reply->host_status || reply->scsi_status)
		fprintf(out, ", host status %02Xh, SCSI status %02Xh",
			reply->host_status, reply->scsi_status);
	if (reply->residual)
		fprintf(out, ", residual %d", (int)reply->residual);
	if (result.has_registers)
		write_registers(out, &result.registers);
	if (reply->sense_length)
		write_hex(out, ", sense", reply->sense, reply->sense_length);
}

void drive_trace(void *closure, const struct sgio_request *request, int rc)
{
	const struct subject *subject = closure;
	char *line = NULL;
	size_t size;
	FILE *out = open_memstream(&line, &size);

	if (!out)
		return;
	fprintf(out, "%s: %s:", subject->name, command_name(request));
	write_hex(out, " cdb", request->cdb, request->cdb_length);
	fputs(": ", out);
	if (rc < 0)
		fprintf(out, "not sent: %s", strerror(-rc));
	else
		write_reply(out, subject, request);
	if (!fclose(out))
		message("%s", line);
	free(line);
}
