/* SPDX-License-Identifier: BSD-2-Clause */
#include "redact.h"

#include <stdbool.h>
#include <string.h>

#include "ask_parts.h"
#include "hex.h"
#include "sat.h"

#define OPCODE_INQUIRY 0x12

#define ATA_READ_LOG_EXT 0x2f
#define ATA_READ_LOG_DMA_EXT 0x47
#define ATA_IDENTIFY_PACKET_DEVICE 0xa1
#define ATA_SMART 0xb0
#define ATA_SMART_READ_LOG 0xd5
#define ATA_IDENTIFY_DEVICE 0xec

#define LOG_CURRENT_STATUS 0x24
#define LOG_SAVED_STATUS 0x25
#define LOG_IDENTIFY 0x30
#define LOG_HOST_FIRST 0x80
#define LOG_VENDOR_LAST 0xdf
#define LOG_PAGE_BYTES 512

/* Fewer bytes at the end may be like the pattern by chance. */
#define UNTOUCHED_MIN 8

#define VPD_HEAD_BYTES 4
#define VPD_ATA_IDENTIFY 60 /* SAT-5 12.4.2 */

static uint64_t load_be64(const uint8_t *bytes)
{
	uint64_t value = 0;

	for (unsigned int i = 0; i < 8; i++)
		value = value << 8 | bytes[i];
	return value;
}

static void store_be64(uint8_t *bytes, uint64_t value)
{
	for (unsigned int i = 8; i-- > 0; value >>= 8)
		bytes[i] = (uint8_t)value;
}

/* IDENTIFY data of which @length bytes came. */
static void redact_some_identify(const struct redact_key *key, uint8_t *data,
				 size_t length)
{
	uint8_t page[ATA_IDENTIFY_BYTES] = {0};

	if (length > sizeof(page))
		length = sizeof(page);
	memcpy(page, data, length);
	redact_identify(key, page);
	memcpy(data, page, length);
}

/* The part of @data from @from on, @count bytes at most. */
static size_t part(size_t length, size_t from, size_t count)
{
	if (length <= from)
		return 0;
	return length - from < count ? length - from : count;
}

static void redact_standard_inquiry(const struct redact_key *key, uint8_t *data,
				    size_t length)
{
	if (length > 36)
		redact_text(key, data + 36, part(length, 36, 20));
	if (length > 96)
		redact_text(key, data + 96, length - 96);
}

/* NAA designators are 8 bytes, and 16 when the NAA is 6 (SPC-5 7.7.6.6). */
static void redact_naa(const struct redact_key *key, uint8_t *data, size_t length)
{
	if (length == 8)
		store_be64(data, redact_wwn(key, load_be64(data)));
	else if (length > 4)
		redact_bytes(key, data + 4, length - 4);
}

/* T10 vendor ID based: SAT-5 10.3.4.2 makes it of vendor, model and serial number. */
static void redact_t10(const struct redact_key *key, uint8_t *data, size_t length)
{
	size_t keep =
		length == 8 + 40 + 20 && memcmp(data, "ATA     ", 8) == 0 ? 48 : 8;

	if (length > keep)
		redact_text(key, data + keep, length - keep);
}

/* SCSI name string: "naa." and 16 digits, or anything. */
static void redact_name_string(const struct redact_key *key, uint8_t *data,
			       size_t length)
{
	static const char digits[] = "0123456789ABCDEF";
	uint64_t wwn = 0;

	if (length < 20 || memcmp(data, "naa.", 4) != 0) {
		redact_text(key, data, length);
		return;
	}
	for (size_t i = 4; i < 20; i++) {
		int digit = sgio_hex_digit((char)data[i]);

		if (digit < 0) {
			redact_text(key, data, length);
			return;
		}
		wwn = wwn << 4 | (uint64_t)digit;
	}
	wwn = redact_wwn(key, wwn);
	for (size_t i = 20; i-- > 4; wwn >>= 4)
		data[i] = (uint8_t)digits[wwn & 0x0f];
	redact_text(key, data + 20, length - 20);
}

/* One designator of page 83h (SPC-5 7.7.6). */
static void redact_designator(const struct redact_key *key, unsigned int type,
			      uint8_t *data, size_t length)
{
	switch (type) {
	case 0x0: /* vendor specific */
		redact_text(key, data, length);
		break;
	case 0x1:
		redact_t10(key, data, length);
		break;
	case 0x3:
		redact_naa(key, data, length);
		break;
	case 0x4: /* relative target port, target port group, logical unit group, */
	case 0x5: /* protocol specific port: small numbers */
	case 0x6:
	case 0x9:
		break;
	case 0x8:
		redact_name_string(key, data, length);
		break;
	case 0x2: /* EUI-64: the OUI stays */
		if (length > 3)
			redact_bytes(key, data + 3, length - 3);
		break;
	default:
		redact_bytes(key, data, length);
	}
}

static void redact_designators(const struct redact_key *key, uint8_t *data,
			       size_t length)
{
	size_t at = VPD_HEAD_BYTES;

	while (at + 4 <= length) {
		size_t size = part(length, at + 4, data[at + 3]);

		redact_designator(key, data[at + 1] & 0x0f, data + at + 4, size);
		at += 4 + size;
	}
}

/* Pages that hold nothing but what many drives have in common. */
static bool is_common_vpd(uint8_t page)
{
	return page == 0x00 || page == 0x86 || page == 0x8a || page == 0x8f ||
	       (page >= 0xb0 && page <= 0xbf);
}

static void redact_vpd(const struct redact_key *key, uint8_t page, uint8_t *data,
		       size_t length)
{
	if (length <= VPD_HEAD_BYTES || is_common_vpd(page))
		return;
	/* Padding behind the page would give its last string another pseudonym. */
	length = VPD_HEAD_BYTES + part(length, VPD_HEAD_BYTES, data[2] << 8 | data[3]);
	if (page == 0x80)
		redact_text(key, data + VPD_HEAD_BYTES, length - VPD_HEAD_BYTES);
	else if (page == 0x83)
		redact_designators(key, data, length);
	else if (page != 0x89)
		redact_bytes(key, data + VPD_HEAD_BYTES, length - VPD_HEAD_BYTES);
	else if (length > VPD_ATA_IDENTIFY)
		redact_some_identify(key, data + VPD_ATA_IDENTIFY,
				     length - VPD_ATA_IDENTIFY);
}

/* One page of log 30h, IDENTIFY DEVICE data (ACS-6 9.10). */
static void redact_identify_log(const struct redact_key *key, unsigned int number,
				uint8_t page[static LOG_PAGE_BYTES])
{
	uint8_t copy[ATA_IDENTIFY_BYTES] = {0};

	if (number == 0x01) {
		redact_identify(key, page);
	} else if (number == 0x03) {
		/* As words 108 to 111. */
		memcpy(copy + 216, page + 56, 8);
		redact_identify(key, copy);
		memcpy(page + 56, copy + 216, 8);
	} else if (number == 0x05) {
		/* As words 10 to 19. */
		memcpy(copy + 20, page + 8, 20);
		redact_identify(key, copy);
		memcpy(page + 8, copy + 20, 20);
	}
}

static void redact_log(const struct redact_key *key, uint8_t log, unsigned int first,
		       uint8_t *data, size_t length)
{
	if (log == LOG_IDENTIFY) {
		for (size_t i = 0; (i + 1) * LOG_PAGE_BYTES <= length; i++)
			redact_identify_log(key, first + (unsigned int)i,
					    data + i * LOG_PAGE_BYTES);
	} else if (log == LOG_CURRENT_STATUS || log == LOG_SAVED_STATUS ||
		   (log >= LOG_HOST_FIRST && log <= LOG_VENDOR_LAST)) {
		redact_bytes(key, data, length);
	}
}

static void redact_ata(const struct redact_key *key, const struct ata_taskfile *tf,
		       uint8_t *data, size_t length)
{
	unsigned int page = (tf->lba >> 8 & 0xff) | (tf->lba >> 24 & 0xff00);

	switch (tf->command) {
	case ATA_IDENTIFY_DEVICE:
	case ATA_IDENTIFY_PACKET_DEVICE:
		redact_some_identify(key, data, length);
		break;
	case ATA_READ_LOG_EXT:
	case ATA_READ_LOG_DMA_EXT:
		redact_log(key, tf->lba & 0xff, page, data, length);
		break;
	case ATA_SMART:
		if ((tf->features & 0xff) == ATA_SMART_READ_LOG)
			redact_log(key, tf->lba & 0xff, 0, data, length);
		break;
	default:
		break;
	}
}

void redact_answer(void *key, const uint8_t *cdb, uint8_t cdb_length, uint8_t *data,
		   size_t length)
{
	struct ata_taskfile tf;
	uint32_t untouched = ask_untouched(data, (uint32_t)length);

	/* Bytes that were never written have to be known as such after a replay. */
	if (untouched >= UNTOUCHED_MIN)
		length -= untouched;
	if (cdb_length >= 6 && cdb[0] == OPCODE_INQUIRY) {
		if (cdb[1] & 0x01)
			redact_vpd(key, cdb[2], data, length);
		else
			redact_standard_inquiry(key, data, length);
	} else if (sat_decode_cdb(cdb, cdb_length, &tf, NULL) == 0) {
		redact_ata(key, &tf, data, length);
	}
}
