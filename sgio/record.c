/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "facts.h"
#include "hex.h"
#include "recording.h"
#include "sat.h"
#include "sha256.h"

const char sgio_recording_head[] = "ataprobe-recording 1\n";

struct sgio_section {
	struct sgio_text text;
	bool whole;
	bool has_facts; /* a drive opened a second time has them already */
	sgio_redactor *redactor;
	void *closure;
};

struct record_drive {
	struct sgio_drive drive;
	struct sgio_drive *inner;
	struct sgio_section *section;
};

int sgio_section_open(const char *name, struct sgio_section **section)
{
	struct sgio_section *s = calloc(1, sizeof(*s));

	if (!s)
		return -ENOMEM;
	sgio_text_string(&s->text, "drive");
	sgio_text_escaped(&s->text, name, false);
	sgio_text_add(&s->text, "\n", 1);
	*section = s;
	return 0;
}

void sgio_section_close(struct sgio_section *section)
{
	if (!section)
		return;
	free(section->text.bytes);
	free(section);
}

void sgio_section_redact(struct sgio_section *section, sgio_redactor *redactor,
			 void *closure)
{
	section->redactor = redactor;
	section->closure = closure;
}

void sgio_section_note(struct sgio_section *section, const char *key, const char *value)
{
	struct sgio_text *text = &section->text;

	if (!value || section->whole)
		return;
	sgio_text_string(text, "note");
	sgio_text_escaped(text, key, true);
	sgio_text_escaped(text, value, false);
	sgio_text_add(text, "\n", 1);
}

int sgio_section_text(struct sgio_section *section, const char **text, size_t *size)
{
	if (!section->whole)
		sgio_text_string(&section->text, "end\n");
	section->whole = true;
	if (section->text.failed)
		return -ENOMEM;
	*text = section->text.bytes;
	*size = section->text.length;
	return 0;
}

static void write_bytes(struct sgio_text *text, const char *keyword,
			const uint8_t *bytes, size_t length)
{
	sgio_text_string(text, keyword);
	sgio_text_hex(text, bytes, length);
	sgio_text_add(text, "\n", 1);
}

static void write_request(struct sgio_text *text, const struct sgio_request *request)
{
	sgio_text_string(text,
			 request->direction == SGIO_IN ? "request in" : "request none");
	sgio_text_unsigned(text, request->length);
	sgio_text_unsigned(text, request->timeout_ms);
	sgio_text_add(text, "\n", 1);
	write_bytes(text, "cdb", request->cdb, request->cdb_length);
}

static void write_reply(struct sgio_text *text, const struct sgio_reply *reply)
{
	sgio_text_string(text, "reply");
	sgio_text_signed(text, reply->error);
	sgio_text_unsigned(text, reply->host_status);
	sgio_text_unsigned(text, reply->driver_status);
	sgio_text_unsigned(text, reply->scsi_status);
	sgio_text_signed(text, reply->residual);
	sgio_text_string(text, "\ntime");
	sgio_text_unsigned(text, reply->start_ns);
	sgio_text_unsigned(text, reply->end_ns);
	sgio_text_add(text, "\n", 1);
	if (reply->sense_length)
		write_bytes(text, "sense", reply->sense, reply->sense_length);
}

/* Does the request read what the drive's user wrote on it? */
static bool reads_medium(const struct sgio_request *request)
{
	struct ata_taskfile tf;

	if (sat_decode_cdb(request->cdb, request->cdb_length, &tf, NULL))
		return request->cdb[0] == 0x28 || request->cdb[0] == 0x88;
	switch (tf.command) {
	case 0x20:
	case 0x24:
	case 0x25:
	case 0x60:
	case 0xc8:
		return true;
	default:
		return false;
	}
}

static void write_hash(struct sgio_text *text, const struct sgio_request *request,
		       size_t length)
{
	uint8_t digest[SGIO_SHA256_SIZE];

	sgio_text_string(text, "hash");
	sgio_text_unsigned(text, length);
	if (!request->reply.data_absent) {
		sgio_sha256(request->data, length, digest);
		sgio_text_hex(text, digest, sizeof(digest));
	}
	sgio_text_add(text, "\n", 1);
}

static void write_data(struct sgio_section *section, const struct sgio_request *request,
		       size_t length)
{
	uint8_t *copy = malloc(length);

	if (!copy) {
		section->text.failed = true;
		return;
	}
	memcpy(copy, request->data, length);
	if (section->redactor)
		section->redactor(section->closure, request->cdb, request->cdb_length,
				  copy, length);
	for (size_t at = 0; at < length; at += 32)
		write_bytes(&section->text, "data", copy + at,
			    length - at < 32 ? length - at : 32);
	free(copy);
}

/* Bytes of the buffer that came from the drive; after a failure nobody can say. */
static size_t data_length(const struct sgio_request *request, enum sgio_node node)
{
	int64_t residual = request->reply.residual;
	struct ata_result result;

	if (request->direction != SGIO_IN || residual >= (int64_t)request->length)
		return 0;
	sat_judge(request, node, &result);
	switch (result.outcome) {
	case ATA_OK:
	case ATA_SHORT:
	case ATA_NO_REGISTERS:
		return request->length - (size_t)(residual > 0 ? residual : 0);
	default:
		return 0;
	}
}

static void write_answer(struct record_drive *record,
			 const struct sgio_request *request)
{
	struct sgio_section *section = record->section;
	size_t length = data_length(request, record->drive.facts.node);

	write_request(&section->text, request);
	write_reply(&section->text, &request->reply);
	if (!length)
		return;
	if (request->reply.data_absent || reads_medium(request))
		write_hash(&section->text, request, length);
	else
		write_data(section, request, length);
}

static void write_refusal(struct record_drive *record,
			  const struct sgio_request *request, int rc)
{
	struct sgio_text *text = &record->section->text;

	write_request(text, request);
	sgio_text_string(text, "refused");
	sgio_text_signed(text, -rc);
	sgio_text_add(text, "\n", 1);
}

static int record_submit(struct sgio_drive *drive, struct sgio_request *request)
{
	struct record_drive *record = (struct record_drive *)drive;
	int rc = sgio_submit(record->inner, request);

	if (rc < 0 && rc != -EAGAIN)
		write_refusal(record, request, rc);
	return rc;
}

static int record_reap(struct sgio_drive *drive, struct sgio_request **request)
{
	struct record_drive *record = (struct record_drive *)drive;
	int rc = sgio_reap(record->inner, request);

	if (!rc)
		write_answer(record, *request);
	return rc;
}

static uint64_t record_now(struct sgio_drive *drive)
{
	struct record_drive *record = (struct record_drive *)drive;
	uint64_t now = sgio_now(record->inner);

	sgio_text_string(&record->section->text, "clock");
	sgio_text_unsigned(&record->section->text, now);
	sgio_text_add(&record->section->text, "\n", 1);
	return now;
}

static void record_close(struct sgio_drive *drive)
{
	struct record_drive *record = (struct record_drive *)drive;

	sgio_close(record->inner);
	free(record);
}

static void write_facts(struct sgio_section *section, const struct sgio_drive *drive)
{
	section->has_facts = true;
	sgio_facts_write(&drive->facts, &section->text);
	sgio_text_string(&section->text, "depth");
	sgio_text_unsigned(&section->text, drive->depth ? drive->depth : 1);
	sgio_text_add(&section->text, "\n", 1);
}

int sgio_open_record(struct sgio_drive *inner, struct sgio_section *section,
		     struct sgio_drive **drive)
{
	static const struct sgio_backend backend = {
		.submit = record_submit,
		.reap = record_reap,
		.now = record_now,
		.close = record_close,
	};
	struct record_drive *record = calloc(1, sizeof(*record));

	if (!record)
		return -ENOMEM;
	record->drive.backend = &backend;
	record->drive.facts = inner->facts;
	record->drive.depth = inner->depth;
	record->drive.packet12 = inner->packet12;
	record->inner = inner;
	record->section = section;
	if (!section->has_facts)
		write_facts(section, inner);
	*drive = (struct sgio_drive *)record;
	return 0;
}
