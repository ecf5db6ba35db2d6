/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>

#include "ask_parts.h"

enum {
	ATA_IDENTIFY_DEVICE = 0xec,
	ATA_IDENTIFY_PACKET_DEVICE = 0xa1,
	/* LBA 23:8 of a PACKET device that aborts IDENTIFY DEVICE (ATA8-ACS 9.1). */
	PACKET_SIGNATURE = 0xeb14,
};

static bool is_zero(const uint8_t *data, size_t length)
{
	for (size_t i = 0; i < length; i++) {
		if (data[i])
			return false;
	}
	return true;
}

/*
 * One IDENTIFY (PACKET) DEVICE: PIO, and without CK_COND, which makes an error of a
 * good transfer on some hosts (a stale DRQ) and hangs some bridges. COUNT is there for
 * the translator. That it refuses a field means as much as that it refuses the CDB.
 */
static int identify_once(struct ask *ask, bool packet, uint8_t cdb_length,
			 struct ask_identity *identity)
{
	const struct ata_taskfile tf = {
		.command = packet ? ATA_IDENTIFY_PACKET_DEVICE : ATA_IDENTIFY_DEVICE,
		.count = 1,
		.protocol = SAT_PIO_IN,
	};
	struct ask_end *end = &identity->end;
	int rc;

	ask->cdb_length = cdb_length;
	identity->packet = packet;
	identity->cdb_length = cdb_length;
	rc = ask_command(ask, packet ? ASK_STEP_IDENTIFY_PACKET : ASK_STEP_IDENTIFY,
			 &tf, identity->page, sizeof(identity->page), end);
	if (rc < 0)
		return rc;
	if (end->result.outcome == ATA_CDB_REJECTED)
		end->verdict = ASK_NO_PASS_THROUGH;
	else if ((end->verdict == ASK_OK &&
		  is_zero(identity->page, sizeof(identity->page))) ||
		 (end->verdict == ASK_SHORT &&
		  ask_untouched(identity->page, sizeof(identity->page)) ==
			  sizeof(identity->page)))
		end->verdict = ASK_NO_DATA;
	return 0;
}

/*
 * A PACKET device aborts IDENTIFY DEVICE and shows its signature. Below libata its
 * error comes as the drive's own sense data: 05/20, since libata itself knows 85h
 * always.
 */
static bool may_be_packet(const struct ask *ask, const struct ask_identity *identity)
{
	const struct ata_result *result = &identity->end.result;

	if (identity->cdb_length != 16)
		return false;
	if (result->has_registers &&
	    (result->registers.lba >> 8 & 0xffff) == PACKET_SIGNATURE)
		return true;
	return result->outcome == ATA_ABORTED ||
	       (result->outcome == ATA_NO_PASS_THROUGH &&
		ask->drive->facts.bus == SGIO_BUS_ATA);
}

static bool may_need_12(const struct ask *ask, const struct ask_identity *identity)
{
	if (ask->sat != ASK_SAT_AUTO || !ask_takes_12(ask))
		return false;
	return identity->end.verdict == ASK_NO_PASS_THROUGH ||
	       identity->end.verdict == ASK_NO_DATA ||
	       identity->end.verdict == ASK_SHORT;
}

/* Of two failures the first is told, unless the second says something new. */
static bool says_more(const struct ask_end *first, const struct ask_end *second)
{
	return second->verdict != first->verdict &&
	       second->verdict != ASK_NO_PASS_THROUGH && second->verdict != ASK_NO_DATA;
}

static int identify_disk(struct ask *ask, struct ask_identity *identity)
{
	struct ask_identity second;
	int rc = identify_once(ask, false, ask->cdb_length, identity);

	if (rc < 0 || identity->end.verdict == ASK_OK)
		return rc;
	if (may_be_packet(ask, identity))
		rc = identify_once(ask, true, 16, &second);
	else if (may_need_12(ask, identity))
		rc = identify_once(ask, false, 12, &second);
	else
		return 0;
	if (rc < 0)
		return rc;
	if (says_more(&identity->end, &second.end))
		*identity = second;
	return 0;
}

int ask_identify(struct ask *ask, struct ask_identity *out)
{
	struct ask_identity identity;
	int rc;

	memset(&identity, 0, sizeof(identity));
	rc = ask_inquire(ask, &identity.end);
	if (rc < 0)
		return rc;
	if (identity.end.verdict == ASK_OK) {
		switch (ask_kind_of(ask)) {
		case ASK_KIND_DISK:
			rc = identify_disk(ask, &identity);
			break;
		case ASK_KIND_PACKET:
			rc = identify_once(ask, true, ask->cdb_length, &identity);
			break;
		case ASK_KIND_OTHER:
			identity.end.verdict = ASK_OTHER_TYPE;
			break;
		}
	}
	if (!rc && identity.end.verdict == ASK_NO_PASS_THROUGH)
		rc = ask_explain(ask, &identity.end);
	if (rc < 0)
		return rc;
	ask->cdb_length = identity.cdb_length ? identity.cdb_length : ask->cdb_length;
	*out = identity;
	return 0;
}
