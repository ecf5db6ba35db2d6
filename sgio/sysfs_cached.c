/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <string.h>

#include "attribute.h"
#include "hex.h"
#include "sysfs.h"

enum {
	ID_WORDS = 256,        /* in ata_device/…/id */
	ID_TEXT_MAX = 2048,    /* it is 1280 bytes long: "%04x " 256 times */
	PG89_BYTES = 572,      /* SAT-4, ATA Information VPD page */
	PG89_IDENTIFY = 60,    /* offset of the IDENTIFY data in it */
	PG89_COMMAND = 56,     /* the command that gave them */
	PG89_SAT_PRODUCT = 16, /* offset of the translator's name */
};

/* One word of four hex digits at @text; -1 when there is none. */
static int parse_word(const char *text)
{
	int word = 0;

	for (int i = 0; i < 4; i++) {
		int digit = sgio_hex_digit(text[i]);

		if (digit < 0)
			return -1;
		word = word << 4 | digit;
	}
	return word;
}

/* ata_device/…/id: the words as numbers, whatever the byte order of this host. */
static bool parse_id(const char *text, uint8_t page[static 512])
{
	for (size_t i = 0; i < ID_WORDS; i++) {
		int word;

		text += strspn(text, " \n");
		word = parse_word(text);
		if (word < 0)
			return false;
		page[2 * i] = (uint8_t)(word & 0xff);
		page[2 * i + 1] = (uint8_t)(word >> 8);
		text += 4;
	}
	return !text[strspn(text, " \n")];
}

static int read_ata_device(const char *sysroot, const char *name,
			   uint8_t page[static 512])
{
	char dir[PATH_MAX], text[ID_TEXT_MAX], class[8];

	if (!*name ||
	    !sysfs_concat(dir, PARTS(sysroot, "/sys/class/ata_device/", name)))
		return -ENODATA;
	/* Not pmp or semb, whose IDENTIFY data are not a drive's. */
	sysfs_read_text(dir, "class", class, sizeof(class));
	if (strcmp(class, "ata") != 0 && strcmp(class, "atapi") != 0 &&
	    strcmp(class, "zac") != 0)
		return -ENODATA;
	sysfs_read_text(dir, "id", text, sizeof(text));
	return parse_id(text, page) ? 0 : -ENODATA;
}

static int read_vpd_pg89(const char *sysroot, const struct sgio_facts *facts,
			 uint8_t page[static 512])
{
	/* scsi_debug makes an IDENTIFY page up, and takes no ATA command. */
	static const char made_up[] = "SAT scsi_debug";
	char dir[PATH_MAX];
	uint8_t vpd[PG89_BYTES];

	if (!*facts->scsi_address ||
	    !sysfs_concat(dir, PARTS(sysroot, "/sys/class/scsi_device/",
				     facts->scsi_address, "/device")))
		return -ENODATA;
	if (sysfs_read_bytes(dir, "vpd_pg89", vpd, sizeof(vpd)) != sizeof(vpd) ||
	    vpd[1] != 0x89 ||
	    (vpd[PG89_COMMAND] != 0xec && vpd[PG89_COMMAND] != 0xa1) ||
	    !memcmp(vpd + PG89_SAT_PRODUCT, made_up, strlen(made_up)))
		return -ENODATA;
	memcpy(page, vpd + PG89_IDENTIFY, PG89_BYTES - PG89_IDENTIFY);
	return 0;
}

int sysfs_cached_identify(const char *sysroot, const struct sgio_facts *facts,
			  uint8_t page[static 512], enum sysfs_copy *copy)
{
	uint8_t found[512];

	if (!read_ata_device(sysroot, facts->ata_device, found))
		*copy = SYSFS_COPY_ATA_DEVICE;
	else if (!read_vpd_pg89(sysroot, facts, found))
		*copy = SYSFS_COPY_VPD_PG89;
	else
		return -ENODATA;
	memcpy(page, found, sizeof(found));
	return 0;
}
