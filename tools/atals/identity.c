/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include <string.h>

#include "attribute.h"
#include "disk.h"
#include "escape.h"

/* Who a drive is. */

enum { VPD_MAX = 4096 };

static void set_fact(const struct disk *disk, enum ata_fact_id fact, char *text,
		     size_t size)
{
	struct ata_value value;

	ata_fact_value(&disk->id, fact, &value);
	if (value.known)
		escape(value.text, value.length, text, size);
}

static uint64_t page_wwn(const struct ata_identify *id)
{
	uint64_t wwn = 0;

	if (!id->rule[ATA_RULE_WWN_SET])
		return 0;
	for (int word = 108; word <= 111; word++)
		wwn = wwn << 16 | id->word[word];
	return wwn;
}

void disk_identify(struct disk *disk, const uint8_t page[static ATA_IDENTIFY_BYTES])
{
	uint8_t shown[ATA_IDENTIFY_BYTES];

	memcpy(shown, page, sizeof(shown));
	if (disk->key)
		redact_identify(disk->key, shown);
	if (ata_identify_parse(&disk->id, shown, sizeof(shown)))
		return;
	disk->has_page = true;
	set_fact(disk, ATA_MODEL_NAME, disk->model, sizeof(disk->model));
	set_fact(disk, ATA_SERIAL_NUMBER, disk->serial, sizeof(disk->serial));
	set_fact(disk, ATA_FIRMWARE_VERSION, disk->firmware, sizeof(disk->firmware));
	disk->wwn = page_wwn(&disk->id);
}

static void set_text(char *to, size_t size, const char *from)
{
	if (!to[0])
		escape(from, strlen(from), to, size);
}

static void set_serial(struct disk *disk, char *serial)
{
	if (disk->key)
		redact_text(disk->key, (uint8_t *)serial, strlen(serial));
	set_text(disk->serial, sizeof(disk->serial), serial);
}

static void set_wwn(struct disk *disk, uint64_t wwn)
{
	if (!disk->wwn)
		disk->wwn = disk->key ? redact_wwn(disk->key, wwn) : wwn;
}

/* What the SCSI layer keeps of the VPD pages. */
static void read_vpd(struct disk *disk)
{
	char serial[VPD_SERIAL_SIZE];
	struct vpd_identity identity;
	uint8_t page[VPD_MAX];
	size_t length;

	length = disk_read_bytes(disk, disk->device, "vpd_pg83", page, sizeof(page));
	vpd_read_device_identification(page, length, &identity);
	set_wwn(disk, identity.wwn);
	set_text(disk->model, sizeof(disk->model), identity.model);
	set_serial(disk, identity.serial);
	/* A bridge that does not tell the drive's model may give its own serial. */
	if (disk->serial[0] || disk->kind == DISK_MAYBE)
		return;
	length = disk_read_bytes(disk, disk->device, "vpd_pg80", page, sizeof(page));
	vpd_read_serial(page, length, serial);
	set_serial(disk, serial);
}

/* SCSI disks have no more of a model and a revision than INQUIRY; ATA drives do. */
static void read_inquiry(struct disk *disk)
{
	const struct sgio_facts *facts = disk_facts(disk);

	set_text(disk->model, sizeof(disk->model), facts->product);
	set_text(disk->firmware, sizeof(disk->firmware), facts->product_rev);
}

/* NVMe and virtio: files of their own beside the queue. */
static void read_others(struct disk *disk)
{
	char text[41];

	disk_read_text(disk, disk->block, "device/model", text, sizeof(text));
	set_text(disk->model, sizeof(disk->model), text);
	disk_read_text(disk, disk->block, "device/firmware_rev", text, sizeof(text));
	set_text(disk->firmware, sizeof(disk->firmware), text);
	disk_read_text(disk, disk->block, "device/serial", text, sizeof(text));
	set_serial(disk, text);
	disk_read_text(disk, disk->block, "serial", text, sizeof(text));
	set_serial(disk, text);
}

void disk_identify_otherwise(struct disk *disk)
{
	if (disk->has_page)
		return;
	if (disk->device[0])
		read_vpd(disk);
	if (disk->kind != DISK_OTHER)
		return;
	if (disk->device[0])
		read_inquiry(disk);
	else if (disk->block[0])
		read_others(disk);
}
