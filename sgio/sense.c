/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <string.h>

#include "sat.h"

/* Bits of STATUS. */
enum {
	STATUS_BSY = 0x80,
	STATUS_DRDY = 0x40,
	STATUS_DF = 0x20,
	STATUS_ERR = 0x01,
};

/* Response codes (SPC-5 4.4.1): fixed or descriptor, current or deferred. */
enum {
	SENSE_FIXED = 0x70,
	SENSE_FIXED_DEFERRED = 0x71,
	SENSE_DESCRIPTOR = 0x72,
	SENSE_DESCRIPTOR_DEFERRED = 0x73,
};

static bool is_fixed(uint8_t code)
{
	return code == SENSE_FIXED || code == SENSE_FIXED_DEFERRED;
}

static bool is_descriptor(uint8_t code)
{
	return code == SENSE_DESCRIPTOR || code == SENSE_DESCRIPTOR_DEFERRED;
}

/*
 * The descriptor of @type with all of its @size bytes, or NULL. ADDITIONAL SENSE LENGTH
 * bounds the list, and so does what really arrived.
 */
static const uint8_t *find_descriptor(const uint8_t *sense, size_t length, uint8_t type,
				      size_t size)
{
	size_t at = 8;

	if (length < 8)
		return NULL;
	if (length > (size_t)sense[7] + 8)
		length = (size_t)sense[7] + 8;
	while (at + 2 <= length) {
		size_t whole = (size_t)sense[at + 1] + 2;

		if (sense[at] == type)
			return whole >= size && at + size <= length ? sense + at : NULL;
		at += whole;
	}
	return NULL;
}

/* ATA Status Return descriptor, SAT-5 12.2.2.6. */
static int decode_descriptor(const uint8_t *sense, size_t length,
			     struct ata_registers *r)
{
	const uint8_t *d = find_descriptor(sense, length, 0x09, 14);

	if (!d || !d[13])
		return -ENODATA;
	memset(r, 0, sizeof(*r));
	r->extend = d[2] & 1;
	r->error = d[3];
	r->device = d[12];
	r->status = d[13];
	r->count = d[5];
	r->lba = (uint64_t)d[11] << 16 | (uint64_t)d[9] << 8 | d[7];
	if (r->extend) {
		r->count |= (uint16_t)(d[4] << 8);
		r->lba |= (uint64_t)d[10] << 40 | (uint64_t)d[8] << 32 |
			  (uint64_t)d[6] << 24;
	}
	return 0;
}

/* A status that a drive leaves when its registers can be read. */
static bool plausible(uint8_t status)
{
	return (status & (STATUS_BSY | STATUS_DRDY)) == STATUS_DRDY;
}

/*
 * SAT's fixed layout, SAT-5 12.2.2.7: ERROR, STATUS, DEVICE, COUNT in INFORMATION, the
 * LBA in COMMAND-SPECIFIC INFORMATION. Some bridges leave VALID out.
 */
static int decode_fixed(const uint8_t *sense, struct ata_registers *r)
{
	memset(r, 0, sizeof(*r));
	r->error = sense[3];
	r->status = sense[4];
	r->device = sense[5];
	r->count = sense[6];
	r->extend = sense[8] & 0x80;
	r->incomplete = sense[8] & 0x60;
	r->lba = (uint64_t)sense[11] << 16 | (uint64_t)sense[10] << 8 | sense[9];
	return 0;
}

/*
 * Linux before 6.11 copies the descriptor's registers to byte 8, without VALID, and
 * sends 18 bytes of which the last is LBA 7:0: Debian 6.1.192 answers an aborted
 * command with 70 00 0b 00 00 00 00 0a 04 41 40 5a 00 00 00 00 a0 33. The codes at 12
 * and 13 keep their meaning.
 */
static int decode_linux_fixed(const uint8_t *sense, size_t length,
			      struct ata_registers *r)
{
	memset(r, 0, sizeof(*r));
	r->error = sense[8];
	r->status = sense[9];
	r->device = sense[10];
	r->count = sense[11];
	r->incomplete = length < 20;
	if (length > 16) {
		r->extend = sense[16] & 0x80;
		r->incomplete |= (sense[16] & 0x60) != 0;
	}
	for (size_t i = 17; i < 20 && i < length; i++)
		r->lba |= (uint64_t)sense[i] << 8 * (i - 17);
	/* After a time-out STATUS is 40h and the rest is an older command's. */
	r->stale = !(r->status & (STATUS_DF | STATUS_ERR));
	return 0;
}

/* Keys that libata gives an ATA error (drivers/ata/libata-scsi.c, ata_to_sense_error).
 */
static bool is_ata_error_key(uint8_t key)
{
	switch (key) {
	case 0x02:
	case 0x03:
	case 0x04:
	case 0x05:
	case 0x06:
	case 0x0b:
		return true;
	default:
		return false;
	}
}

/*
 * 00/1D, ATA PASS THROUGH INFORMATION AVAILABLE. With no error in the key a bridge may
 * have another ASC (04/1D was seen); with one it means what it says.
 */
static bool says_ata_information(const uint8_t *sense, size_t length)
{
	return length > 13 && sense[13] == 0x1d &&
	       (sense[12] == 0x00 || (sense[2] & 0x0f) <= 0x01);
}

static int decode_fixed_any(const uint8_t *sense, size_t length,
			    struct ata_registers *r)
{
	static const uint8_t nothing[4];
	bool valid = sense[0] & 0x80;
	bool ata_information;

	if (length < 12)
		return -ENODATA;
	ata_information = says_ata_information(sense, length);
	if (ata_information ? sense[4] != 0 : valid && plausible(sense[4]))
		return decode_fixed(sense, r);
	if (!valid && !ata_information &&
	    !memcmp(sense + 3, nothing, sizeof(nothing)) &&
	    is_ata_error_key(sense[2] & 0x0f) && plausible(sense[9]))
		return decode_linux_fixed(sense, length, r);
	return -ENODATA;
}

int sat_decode_sense(const uint8_t *sense, size_t length, struct ata_registers *r)
{
	uint8_t code = length ? sense[0] & 0x7f : 0;

	if (is_descriptor(code))
		return decode_descriptor(sense, length, r);
	if (is_fixed(code))
		return decode_fixed_any(sense, length, r);
	return -ENODATA;
}

static uint64_t big_endian(const uint8_t *p, size_t n)
{
	uint64_t value = 0;

	while (n--)
		value = value << 8 | *p++;
	return value;
}

static void scsi_descriptor(const uint8_t *sense, size_t length, struct scsi_sense *s)
{
	const uint8_t *d = find_descriptor(sense, length, 0x00, 12);

	s->key = sense[1] & 0x0f;
	s->asc = sense[2];
	s->ascq = sense[3];
	if (d && d[2] & 0x80) {
		s->has_information = true;
		s->information = big_endian(d + 4, 8);
	}
}

static void scsi_fixed(const uint8_t *sense, size_t length, struct scsi_sense *s)
{
	s->key = sense[2] & 0x0f;
	if (length > 12)
		s->asc = sense[12];
	if (length > 13)
		s->ascq = sense[13];
	if (sense[0] & 0x80 && length >= 7) {
		s->has_information = true;
		s->information = big_endian(sense + 3, 4);
	}
}

int scsi_decode_sense(const uint8_t *sense, size_t length, struct scsi_sense *s)
{
	uint8_t code = length ? sense[0] & 0x7f : 0;

	if (length < 4 || (!is_fixed(code) && !is_descriptor(code)))
		return -ENODATA;
	memset(s, 0, sizeof(*s));
	s->deferred = code & 1;
	if (is_fixed(code))
		scsi_fixed(sense, length, s);
	else
		scsi_descriptor(sense, length, s);
	return 0;
}
