/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>

#include "ask_parts.h"

enum {
	INQUIRY_BYTES = 36,
	INQUIRY_HEAD_BYTES = 5, /* enough for the type */
	VPD_BYTES = 252,
	VPD_ATA_INFORMATION = 0x89,
};

/* Peripheral device types (SPC-5 6.6.2). */
enum {
	TYPE_DISK = 0x00,
	TYPE_TAPE = 0x01,
	TYPE_OPTICAL = 0x05,
	TYPE_OPTICAL_MEMORY = 0x07,
	TYPE_REDUCED_BLOCK = 0x0e, /* some USB and FireWire bridges */
	TYPE_ZONED = 0x14,
};

/* @text becomes the field without the blanks at its end. */
static void copy_field(char *text, const uint8_t *field, size_t length)
{
	while (length && (field[length - 1] == ' ' || !field[length - 1]))
		length--;
	memcpy(text, field, length);
	text[length] = '\0';
}

static void read_inquiry(struct ask_inquiry *inquiry, const uint8_t *data)
{
	inquiry->known = true;
	/* Another qualifier than 0: no drive is connected to this number. */
	inquiry->peripheral_type = data[0] >> 5 ? 0x1f : data[0] & 0x1f;
	inquiry->removable = data[1] >> 7;
	copy_field(inquiry->vendor, data + 8, 8);
	copy_field(inquiry->product, data + 16, 16);
	copy_field(inquiry->product_rev, data + 32, 4);
}

/* INQUIRY for a page of vital product data, or for none (0): the standard data. */
static int run_inquiry(struct ask *ask, bool vital, uint8_t page, uint8_t *data,
		       uint8_t length, struct ask_end *end, uint32_t *got)
{
	struct sgio_request request = {
		.cdb = {0x12, vital, page, 0, length, 0},
		.cdb_length = 6,
		.direction = SGIO_IN,
		.data = data,
		.length = length,
	};
	int rc = ask_run(ask, ASK_STEP_INQUIRY, &request, end);
	uint32_t missing;

	if (rc < 0)
		return rc;
	missing = request.reply.residual > 0 ? (uint32_t)request.reply.residual : 0;
	*got = missing < length ? length - missing : 0;
	if (*got > length - ask_untouched(data, length))
		*got = length - ask_untouched(data, length);
	return 0;
}

/*
 * Ask INQUIRY once in a conversation. Sense data in answer to it says nothing about
 * what follows; the type is then unknown.
 */
int ask_inquire(struct ask *ask, struct ask_end *end)
{
	uint8_t data[INQUIRY_BYTES];
	uint32_t got;
	int rc;

	memset(end, 0, sizeof(*end));
	if (ask->inquired)
		return 0;
	rc = run_inquiry(ask, false, 0, data, sizeof(data), end, &got);
	if (rc < 0)
		return rc;
	if (end->verdict == ASK_REFUSED || end->verdict == ASK_SHORT)
		end->verdict = ASK_OK;
	if (end->verdict != ASK_OK)
		return 0;
	ask->inquired = true;
	if (end->result.has_sense || got < INQUIRY_HEAD_BYTES)
		return 0;
	if (got < sizeof(data))
		memset(data + got, 0, sizeof(data) - got);
	read_inquiry(&ask->inquiry, data);
	return 0;
}

enum ask_kind ask_kind_of(const struct ask *ask)
{
	if (!ask->inquiry.known)
		return ASK_KIND_DISK;
	switch (ask->inquiry.peripheral_type) {
	case TYPE_DISK:
	case TYPE_ZONED:
	case TYPE_REDUCED_BLOCK:
		return ASK_KIND_DISK;
	case TYPE_OPTICAL:
	case TYPE_OPTICAL_MEMORY:
		return ASK_KIND_PACKET;
	case TYPE_TAPE:
		return ask->drive->facts.bus == SGIO_BUS_ATA ? ASK_KIND_PACKET
							     : ASK_KIND_OTHER;
	default:
		return ASK_KIND_OTHER;
	}
}

bool ask_takes_12(const struct ask *ask)
{
	return ask->inquiry.known && (ask->inquiry.peripheral_type == TYPE_DISK ||
				      ask->inquiry.peripheral_type == TYPE_ZONED);
}

/* USB bridges to NVMe drives that take no ATA command (smartmontools' drivedb). */
static bool is_nvme_bridge(const char *usb_id)
{
	static const char *const bridges[] = {
		"174c:2362", "174c:2364", "174c:2463", "152d:0583", "152d:a583",
		"152d:0581", "0bda:9210", "0bda:9211", "0bda:9220",
	};

	for (size_t i = 0; i < sizeof(bridges) / sizeof(bridges[0]); i++) {
		if (!strcmp(usb_id, bridges[i]))
			return true;
	}
	return false;
}

/* True when the list of VPD pages could be read and has no ATA Information page. */
static int lacks_ata_information(struct ask *ask, bool *lacks)
{
	uint8_t data[VPD_BYTES];
	struct ask_end end;
	uint32_t got, pages;
	int rc = run_inquiry(ask, true, 0, data, sizeof(data), &end, &got);

	if (rc < 0)
		return rc;
	/* Page 0: type, page code, length (two bytes), then one byte a page. */
	*lacks = false;
	if ((end.verdict != ASK_OK && end.verdict != ASK_SHORT) ||
	    end.result.has_sense || got < 4 || data[1] != 0)
		return 0;
	pages = (uint32_t)data[2] << 8 | data[3];
	if (pages > got - 4)
		pages = got - 4;
	*lacks = !memchr(data + 4, VPD_ATA_INFORMATION, pages);
	return 0;
}

/* What is it that passes no ATA command through? VPD pages only where it is safe. */
int ask_explain(struct ask *ask, struct ask_end *end)
{
	const struct sgio_facts *facts = &ask->drive->facts;
	bool scsi_disk;
	int rc;

	switch (facts->bus) {
	case SGIO_BUS_ATA:
		return 0;
	case SGIO_BUS_VIRTUAL:
		end->verdict = ASK_VIRTUAL;
		return 0;
	case SGIO_BUS_USB:
		end->verdict =
			is_nvme_bridge(facts->usb_id) ? ASK_NVME_BRIDGE : ASK_BRIDGE;
		return 0;
	default:
		rc = lacks_ata_information(ask, &scsi_disk);
		if (!rc && scsi_disk)
			end->verdict = ASK_SCSI_DISK;
		return rc;
	}
}
