/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <string.h>

#include "sat.h"

enum {
	PASS_THROUGH_12 = 0xa1,
	PASS_THROUGH_16 = 0x85,
	VARIABLE_LENGTH = 0x7f, /* service action 1FF0h: PASS-THROUGH (32) */
};

/* Bits of the byte after PROTOCOL (SAT-5 12.2.2.2). */
enum {
	CK_COND = 0x20,
	T_TYPE = 0x10,
	T_DIR = 0x08,
	BYT_BLOK = 0x04,
	T_LENGTH_FEATURES = 1,
	T_LENGTH_COUNT = 2,
};

/* The flags a protocol asks for, or -EINVAL: out of a drive, or nothing to do with
 * data. */
static int protocol_flags(enum sat_protocol protocol)
{
	switch (protocol) {
	case SAT_NON_DATA:
		return 0;
	case SAT_PIO_IN:
	case SAT_DMA:
	case SAT_UDMA_IN:
		return T_DIR | BYT_BLOK | T_LENGTH_COUNT;
	case SAT_FPDMA:
		return T_DIR | BYT_BLOK | T_LENGTH_FEATURES;
	case SAT_PIO_OUT:
	case SAT_UDMA_OUT:
		break;
	}
	return -EINVAL;
}

static bool registers_fit(const struct ata_taskfile *tf)
{
	if (tf->auxiliary)
		return false;
	if (tf->extend)
		return tf->lba >> 48 == 0;
	return tf->features <= 0xff && tf->count <= 0xff && tf->lba >> 28 == 0 &&
	       !(tf->device & 0x0f);
}

static uint8_t device_register(const struct ata_taskfile *tf)
{
	return tf->extend ? tf->device : (uint8_t)(tf->device | tf->lba >> 24);
}

static void encode_12(const struct ata_taskfile *tf, uint8_t flags, uint8_t *cdb)
{
	memset(cdb, 0, 12);
	cdb[0] = PASS_THROUGH_12;
	cdb[1] = (uint8_t)(tf->protocol << 1);
	cdb[2] = flags;
	cdb[3] = (uint8_t)tf->features;
	cdb[4] = (uint8_t)tf->count;
	cdb[5] = (uint8_t)tf->lba;
	cdb[6] = (uint8_t)(tf->lba >> 8);
	cdb[7] = (uint8_t)(tf->lba >> 16);
	cdb[8] = device_register(tf);
	cdb[9] = tf->command;
}

static void encode_16(const struct ata_taskfile *tf, uint8_t flags, uint8_t *cdb)
{
	memset(cdb, 0, 16);
	cdb[0] = PASS_THROUGH_16;
	cdb[1] = (uint8_t)(tf->protocol << 1 | (tf->extend ? 1 : 0));
	cdb[2] = flags;
	cdb[4] = (uint8_t)tf->features;
	cdb[6] = (uint8_t)tf->count;
	cdb[8] = (uint8_t)tf->lba;
	cdb[10] = (uint8_t)(tf->lba >> 8);
	cdb[12] = (uint8_t)(tf->lba >> 16);
	cdb[13] = device_register(tf);
	cdb[14] = tf->command;
	if (!tf->extend)
		return;
	cdb[3] = (uint8_t)(tf->features >> 8);
	cdb[5] = (uint8_t)(tf->count >> 8);
	cdb[7] = (uint8_t)(tf->lba >> 24);
	cdb[9] = (uint8_t)(tf->lba >> 32);
	cdb[11] = (uint8_t)(tf->lba >> 40);
}

int sat_encode_cdb(const struct ata_taskfile *tf, uint8_t cdb_length, uint8_t *cdb)
{
	int flags = protocol_flags(tf->protocol);

	if (flags < 0 || !registers_fit(tf))
		return -EINVAL;
	if (tf->check_condition)
		flags |= CK_COND;
	if (tf->logical_sectors && tf->protocol != SAT_NON_DATA)
		flags |= T_TYPE;

	if (cdb_length == 16)
		encode_16(tf, (uint8_t)flags, cdb);
	else if (cdb_length == 12 && !tf->extend)
		encode_12(tf, (uint8_t)flags, cdb);
	else
		return -EINVAL;
	return 0;
}

/*
 * Where a CDB of one size keeps each field; 0 where it has none (byte 0 is the
 * operation code). LBA bytes are least significant first.
 */
struct layout {
	uint8_t length;
	uint8_t operation;
	uint8_t protocol; /* the flags follow it */
	uint8_t features[2], count[2];
	uint8_t lba[6];
	uint8_t device, command;
	uint8_t auxiliary;
	uint32_t reserved; /* a bit for every byte that must be 0 */
};

/* clang-format off */
static const struct layout layouts[] = {
	{ 12, PASS_THROUGH_12, 1, { 3, 0 }, { 4, 0 },
	  { 5, 6, 7, 0, 0, 0 }, 8, 9, 0, 1u << 10 | 1u << 11 },
	{ 16, PASS_THROUGH_16, 1, { 4, 3 }, { 6, 5 },
	  { 8, 10, 12, 7, 9, 11 }, 13, 14, 0, 1u << 15 },
	{ 32, VARIABLE_LENGTH, 10, { 21, 20 }, { 23, 22 },
	  { 19, 18, 17, 16, 15, 14 }, 24, 25, 28,
	  0x7eu | 1u << 12 | 1u << 13 | 1u << 26 | 1u << 27 },
};
/* clang-format on */

static bool layout_matches(const struct layout *l, const uint8_t *cdb)
{
	static const uint8_t service_action[] = {0x18, 0x1f, 0xf0};

	if (cdb[0] != l->operation)
		return false;
	if (l->length == 32 &&
	    memcmp(cdb + 7, service_action, sizeof(service_action)) != 0)
		return false;
	/* EXTEND is a reserved bit of the 12-byte CDB. */
	if (l->length == 12 && cdb[l->protocol] & 1)
		return false;
	for (unsigned int i = 0; i < l->length; i++)
		if (l->reserved >> i & 1 && cdb[i])
			return false;
	return true;
}

static const struct layout *find_layout(const uint8_t *cdb, uint8_t cdb_length)
{
	for (size_t i = 0; i < sizeof(layouts) / sizeof(layouts[0]); i++)
		if (layouts[i].length == cdb_length)
			return layout_matches(&layouts[i], cdb) ? &layouts[i] : NULL;
	return NULL;
}

static uint16_t pair(const uint8_t *cdb, const uint8_t at[2])
{
	return (uint16_t)(cdb[at[0]] | (at[1] ? cdb[at[1]] << 8 : 0));
}

static void decode_registers(const struct layout *l, const uint8_t *cdb,
			     struct ata_taskfile *tf)
{
	tf->features = pair(cdb, l->features);
	tf->count = pair(cdb, l->count);
	tf->device = cdb[l->device];
	tf->command = cdb[l->command];
	tf->lba = 0;
	for (int i = 0; i < 6; i++)
		if (l->lba[i])
			tf->lba |= (uint64_t)cdb[l->lba[i]] << 8 * i;
	tf->auxiliary = 0;
	for (int i = 0; l->auxiliary && i < 4; i++)
		tf->auxiliary = tf->auxiliary << 8 | cdb[l->auxiliary + i];
}

static void decode_flags(uint8_t protocol, uint8_t byte, struct sat_flags *flags)
{
	flags->multiple_count = protocol >> 5;
	flags->off_line = byte >> 6;
	flags->t_type = byte & T_TYPE;
	flags->t_dir = byte & T_DIR;
	flags->byte_block = byte & BYT_BLOK;
	flags->t_length = byte & 3;
}

int sat_decode_cdb(const uint8_t *cdb, uint8_t cdb_length, struct ata_taskfile *tf,
		   struct sat_flags *flags)
{
	const struct layout *l = find_layout(cdb, cdb_length);
	struct ata_taskfile t;

	if (!l)
		return -EINVAL;
	decode_registers(l, cdb, &t);
	t.extend = cdb[l->protocol] & 1;
	t.protocol = cdb[l->protocol] >> 1 & 0x0f;
	t.check_condition = cdb[l->protocol + 1] & CK_COND;
	t.logical_sectors = cdb[l->protocol + 1] & T_TYPE;
	if (!t.extend) {
		if (t.features > 0xff || t.count > 0xff || t.lba >> 24)
			return -EINVAL;
		t.lba |= (uint64_t)(t.device & 0x0f) << 24;
		t.device &= 0xf0;
	}
	*tf = t;
	if (flags)
		decode_flags(cdb[l->protocol], cdb[l->protocol + 1], flags);
	return 0;
}
