/* SPDX-License-Identifier: BSD-2-Clause */
#include "columns.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "attribute.h"
#include "by_id.h"
#include "escape.h"
#include "usage.h"

/* One getter for each row of column.def. */

static bool put_text(struct sgio_text *text, const char *string)
{
	if (!string || !*string)
		return false;
	sgio_text_string(text, string);
	return true;
}

/* Text from files: bytes that are not printable as \xNN. */
static bool put_escaped(struct sgio_text *text, const char *string)
{
	char shown[512];

	escape(string, strlen(string), shown, sizeof(shown));
	return put_text(text, shown);
}

static bool put_number(struct sgio_text *text, int64_t number)
{
	char digits[24];

	if (number < 0)
		return false;
	snprintf(digits, sizeof(digits), "%" PRId64, number);
	return put_text(text, digits);
}

static bool put_flag(struct sgio_text *text, bool known, bool flag)
{
	return known && put_text(text, flag ? "1" : "0");
}

/* A number of the IDENTIFY data. */
static bool put_fact(const struct disk *disk, struct sgio_text *text,
		     enum ata_fact_id fact)
{
	struct ata_value value;

	if (!disk->has_page)
		return false;
	ata_fact_value(&disk->id, fact, &value);
	return value.known && put_number(text, (int64_t)value.number);
}

static bool put_attribute(const struct disk *disk, struct sgio_text *text,
			  const char *dir, const char *name)
{
	char value[64];

	disk_read_text(disk, dir, name, value, sizeof(value));
	return put_escaped(text, value);
}

static bool put_attribute_number(const struct disk *disk, struct sgio_text *text,
				 const char *name, int64_t unit)
{
	return put_number(text, disk_read_number(disk, disk->block, name, unit));
}

#define GETTER(name) static bool get_##name(struct disk *disk, struct sgio_text *text)

GETTER(name)
{
	return put_text(text, disk->name);
}

GETTER(path)
{
	if (!disk->name)
		return false;
	sgio_text_string(text, "/dev/");
	sgio_text_string(text, disk->name);
	return true;
}

/* Peripheral device types of SPC-5 6.6.2; the words are lsblk's. */
GETTER(type)
{
	switch (disk->facts.peripheral_type) {
	case 0:
		return put_text(text, "disk");
	case 1:
		return put_text(text, "tape");
	case 5:
		return put_text(text, "rom");
	case 0x14:
		return put_text(text, "zbc");
	default:
		return !disk->device[0] && disk->block[0] && put_text(text, "disk");
	}
}

GETTER(model)
{
	return put_text(text, disk->model);
}

GETTER(serial)
{
	return put_text(text, disk->serial);
}

GETTER(firmware)
{
	return put_text(text, disk->firmware);
}

GETTER(wwn)
{
	char digits[20];

	snprintf(digits, sizeof(digits), "0x%016" PRIx64, disk->wwn);
	return disk->wwn && put_text(text, digits);
}

/* Fields of a world wide name (SPC-5 7.7.6.6): NAA 4 bits; of NAA 5, OUI 24, ID 36. */
GETTER(wwn_naa)
{
	return disk->wwn && put_number(text, (int64_t)(disk->wwn >> 60));
}

GETTER(wwn_oui)
{
	return disk->wwn >> 60 == 5 &&
	       put_number(text, (int64_t)(disk->wwn >> 36 & 0xffffff));
}

GETTER(wwn_id)
{
	return disk->wwn >> 60 == 5 &&
	       put_number(text, (int64_t)(disk->wwn & 0xfffffffff));
}

/* A drive without a medium has a size of 0: nothing is known of a capacity. */
GETTER(size)
{
	return disk->facts.capacity_bytes > 0 &&
	       put_number(text, disk->facts.capacity_bytes);
}

GETTER(link)
{
	char speeds[24];

	return link_speed_format(&disk->link, speeds, sizeof(speeds)) &&
	       put_text(text, speeds);
}

GETTER(link_now)
{
	return disk->link.now > 0 && put_number(text, disk->link.now);
}

GETTER(link_drive)
{
	return disk->link.drive > 0 && put_number(text, disk->link.drive);
}

GETTER(link_host)
{
	return disk->link.host > 0 && put_number(text, disk->link.host);
}

GETTER(link_below)
{
	return put_flag(text, disk->link.verdict != LINK_UNKNOWN,
			disk->link.verdict == LINK_BELOW);
}

GETTER(link_power)
{
	return put_escaped(text, disk_counts(disk)->link_power_policy);
}

GETTER(ncq_supported)
{
	return put_fact(disk, text, ATA_NCQ_SUPPORTED);
}

GETTER(ncq_drive)
{
	return put_fact(disk, text, ATA_NCQ_DEPTH);
}

GETTER(ncq_kernel)
{
	return put_number(text, disk->facts.queue_depth);
}

/* "32/31"; "no/1" for a drive that says it has no NCQ; "-/1" when it does not say. */
GETTER(ncq)
{
	bool no =
		disk->has_page && ata_fact_number(&disk->id, ATA_NCQ_SUPPORTED, 1) == 0;
	size_t before = text->length;
	bool drive = get_ncq_drive(disk, text);

	if (!drive)
		sgio_text_string(text, no ? "no" : "-");
	sgio_text_string(text, "/");
	if (get_ncq_kernel(disk, text))
		return true;
	sgio_text_string(text, "-");
	if (!drive && !no)
		text->length = before;
	return drive || no;
}

GETTER(rpm)
{
	return put_fact(disk, text, ATA_ROTATION_RATE);
}

GETTER(power)
{
	return put_escaped(text, disk->facts.runtime_status);
}

/* What stands behind "link" in "link4.2": "4", 2. */
static int multiplier_port(const struct disk *disk)
{
	const char *dot = strchr(disk->facts.ata_link, '.');

	return dot ? (int)strtol(dot + 1, NULL, 10) : 0;
}

GETTER(port)
{
	char port[32];

	if (!disk->facts.port_multiplier)
		return put_text(text, disk->facts.ata_port);
	snprintf(port, sizeof(port), "%s.%02d", disk->facts.ata_port,
		 multiplier_port(disk));
	return put_text(text, port);
}

GETTER(bus)
{
	return put_text(text, disk_bus_name(disk->bus));
}

GETTER(protocol)
{
	if (!disk->has_page)
		return false;
	return put_text(text, disk->id.class == ATA_CLASS_P ? "ATAPI" : "ATA");
}

/* As drivers/ata/libata-core.c prints it: "ata%u.%02u", multiplier's port + device. */
GETTER(ata_device)
{
	char name[32];
	const char *dot = strrchr(disk->facts.ata_device, '.');

	if (!dot)
		return false;
	snprintf(name, sizeof(name), "%s.%02d", disk->facts.ata_port,
		 multiplier_port(disk) + (int)strtol(dot + 1, NULL, 10));
	return put_text(text, name);
}

/* "XFER_UDMA_6" of ata_device/…/dma_mode. */
GETTER(dma_mode)
{
	static const char prefix[] = "XFER_";
	char dir[PATH_MAX], mode[32];

	if (!disk->facts.ata_device[0] ||
	    !sysfs_concat(dir, PARTS(disk->sysroot, "/sys/class/ata_device/",
				     disk->facts.ata_device)))
		return false;
	sysfs_read_text(dir, "dma_mode", mode, sizeof(mode));
	return !strncmp(mode, prefix, strlen(prefix)) &&
	       put_escaped(text, mode + strlen(prefix));
}

GETTER(driver)
{
	return put_escaped(text, disk->facts.driver);
}

GETTER(sat)
{
	char layer[VPD_LAYER_SIZE];
	uint8_t page[64];
	size_t length;

	length = disk_read_bytes(disk, disk->device, "vpd_pg89", page, sizeof(page));
	vpd_read_layer(page, length, layer);
	return put_escaped(text, layer);
}

GETTER(usb_id)
{
	return put_escaped(text, disk->facts.usb_id);
}

GETTER(inquiry)
{
	const struct sgio_facts *facts = disk_facts(disk);
	const char *const parts[] = {facts->vendor, facts->product, facts->product_rev};
	char all[48] = "";
	size_t used = 0;

	for (size_t i = 0; i < 3; i++)
		used += (size_t)snprintf(all + used, sizeof(all) - used, "%s%s",
					 used && *parts[i] ? " " : "", parts[i]);
	return put_escaped(text, all);
}

GETTER(pci)
{
	char address[DISK_PCI_SIZE];

	return disk_pci_address(disk, address) && put_text(text, address);
}

GETTER(hctl)
{
	return put_text(text, disk->facts.scsi_address);
}

GETTER(by_id)
{
	return by_id_add(disk, text);
}

GETTER(log_sec)
{
	return put_number(text, disk_facts(disk)->logical_block_size);
}

GETTER(phy_sec)
{
	return put_number(text, disk_facts(disk)->physical_block_size);
}

GETTER(form)
{
	struct ata_value value = {.known = false};
	char name[64];

	if (disk->has_page)
		ata_fact_value(&disk->id, ATA_FORM_FACTOR_NAME, &value);
	if (!value.known)
		return false;
	snprintf(name, sizeof(name), "%.*s", (int)value.length, value.text);
	return put_text(text, name);
}

GETTER(max_io)
{
	return put_attribute_number(disk, text, "queue/max_sectors_kb", 1024);
}

GETTER(max_hw_io)
{
	return put_number(text, disk_facts(disk)->max_transfer_bytes);
}

GETTER(segments)
{
	return put_attribute_number(disk, text, "queue/max_segments", 1);
}

GETTER(rq_size)
{
	return put_attribute_number(disk, text, "queue/nr_requests", 1);
}

/* "none [mq-deadline] kyber": the one in brackets; a single one has none. */
GETTER(sched)
{
	char line[128], *open, *close;

	disk_read_text(disk, disk->block, "queue/scheduler", line, sizeof(line));
	open = strchr(line, '[');
	close = open ? strchr(open, ']') : NULL;
	if (close)
		*close = '\0';
	return put_escaped(text, close ? open + 1 : line);
}

GETTER(wcache)
{
	return put_attribute(disk, text, disk->block, "queue/write_cache");
}

GETTER(state)
{
	return put_attribute(disk, text, disk->device, "state");
}

GETTER(requests)
{
	char digits[32], *end;
	long long count;

	disk_read_text(disk, disk->device, "iorequest_cnt", digits, sizeof(digits));
	count = strtoll(digits, &end, 16);
	return end != digits && put_number(text, count);
}

GETTER(io_errors)
{
	return put_number(text, disk_counts(disk)->ioerr_count);
}

GETTER(timeouts)
{
	return put_number(text, disk_counts(disk)->iotmo_count);
}

GETTER(speed_downs)
{
	return put_number(text, disk_counts(disk)->spdn_count);
}

GETTER(holders)
{
	return usage_add_holders(disk, text);
}

GETTER(mount_points)
{
	return usage_add_mount_points(disk, text);
}

GETTER(ata)
{
	return put_flag(text, disk->kind != DISK_MAYBE, disk->kind == DISK_ATA);
}

GETTER(reason)
{
	return put_text(text, disk->reason);
}

#define DEFAULT COLUMN_DEFAULT
#define RIGHT COLUMN_RIGHT
#define CUT COLUMN_CUT
const struct column columns[COLUMN_COUNT] = {
#define C(id, header, key, type, width, flags, getter, help) \
	{header, key, help, get_##getter, width, COLUMN_##type, flags},
#include "column.def"
#undef C
};

enum column_id column_find(const char *header, size_t length)
{
	enum column_id id;

	for (id = 0; id < COLUMN_COUNT; id++) {
		if (columns[id].header && strlen(columns[id].header) == length &&
		    !strncasecmp(columns[id].header, header, length))
			break;
	}
	return id;
}

/* The decimal is of the thousandths, cut, and these rounded: as util-linux does it. */
void column_size(uint64_t bytes, char *text, size_t size)
{
	static const char letters[] = "BKMGTPE";
	unsigned int shift = 0;
	uint64_t whole, rest, tenths;

	while (shift <= 50 && bytes >> (shift + 10))
		shift += 10;
	whole = bytes >> shift;
	rest = bytes - (whole << shift);
	tenths = shift ? ((rest >> (shift - 10)) * 1000 / 1024 + 50) / 100 : 0;
	if (tenths == 10) {
		whole++;
		tenths = 0;
	}
	if (tenths)
		snprintf(text, size, "%" PRIu64 ".%" PRIu64 "%c", whole, tenths,
			 letters[shift / 10]);
	else
		snprintf(text, size, "%" PRIu64 "%c", whole, letters[shift / 10]);
}
