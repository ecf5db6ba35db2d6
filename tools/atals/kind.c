/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>

#include "attribute.h"
#include "disk.h"

/* What a disk is, and on what it hangs, by what the kernel says of it. */

static bool begins(const char *text, const char *start)
{
	return !strncmp(text, start, strlen(start));
}

/* Drivers of libata whose ports are all of one kind. */
static enum disk_bus bus_of_ata_driver(const char *driver)
{
	if (!strcmp(driver, "ahci") || begins(driver, "sata_") ||
	    begins(driver, "ahci_") || !strcmp(driver, "acard-ahci"))
		return DISK_BUS_SATA;
	if (begins(driver, "pata_"))
		return DISK_BUS_PATA;
	return DISK_BUS_ATA;
}

/*
 * ata_piix and ata_generic drive both kinds. The drive's word: the transport of word
 * 222; else word 93, which parallel drives set; else word 76, which only serial ones do
 * (QEMU's drive sets it all the same, so it comes last).
 */
static enum disk_bus bus_of_page(const struct ata_identify *id)
{
	uint64_t transport = ata_fact_number(id, ATA_TRANSPORT_TYPE, UINT32_MAX);

	if (transport <= 1)
		return transport ? DISK_BUS_SATA : DISK_BUS_PATA;
	if (id->rule[ATA_RULE_W93])
		return DISK_BUS_PATA;
	return id->rule[ATA_RULE_W76] ? DISK_BUS_SATA : DISK_BUS_ATA;
}

static enum disk_bus bus_of_libata(const struct disk *disk)
{
	enum disk_bus bus;

	if (disk->facts.port_multiplier)
		return DISK_BUS_MULTIPLIER;
	if (disk->facts.link_bits_per_second > 0)
		return DISK_BUS_SATA;
	bus = bus_of_ata_driver(disk->facts.driver);
	if (bus == DISK_BUS_ATA && disk->has_page)
		bus = bus_of_page(&disk->id);
	return bus;
}

static enum disk_bus bus_of(const struct disk *disk)
{
	switch (disk->facts.bus) {
	case SGIO_BUS_ATA:
		return bus_of_libata(disk);
	case SGIO_BUS_USB:
		return DISK_BUS_USB;
	case SGIO_BUS_SAS:
		return DISK_BUS_HBA;
	case SGIO_BUS_VIRTUAL:
		return DISK_BUS_VIRTUAL;
	case SGIO_BUS_NVME:
		return DISK_BUS_NVME;
	default:
		return DISK_BUS_UNKNOWN;
	}
}

static bool is_removable(const struct disk *disk)
{
	return disk_read_number(disk, disk->block, "removable", 1) == 1;
}

/* What a disk is that shows no sign of being ATA; NULL when it may be. */
static const char *reason_of(const struct disk *disk)
{
	if (disk->facts.bus == SGIO_BUS_NVME)
		return "NVMe: use nvme id-ctrl (nvme-cli)";
	if (!disk->device[0])
		return "takes no SCSI commands: lsblk shows what it is";
	switch (disk->facts.bus) {
	case SGIO_BUS_USB:
		return is_removable(disk) ? "USB stick or card reader" : NULL;
	case SGIO_BUS_SAS:
		return "SAS disk or RAID volume: use sg_inq, smartctl -d";
	case SGIO_BUS_VIRTUAL:
		return "virtual disk";
	default:
		return "SCSI disk: use sg_inq";
	}
}

void disk_classify(struct disk *disk)
{
	disk->bus = bus_of(disk);
	disk->kind = DISK_ATA;
	/* SAT: the vendor in INQUIRY data that stand for an ATA drive is "ATA". */
	if (disk->has_page || disk->facts.bus == SGIO_BUS_ATA ||
	    !strcmp(disk_facts(disk)->vendor, "ATA"))
		return;
	disk->reason = reason_of(disk);
	disk->kind = disk->reason ? DISK_OTHER : DISK_MAYBE;
}

const char *disk_bus_name(enum disk_bus bus)
{
	static const char *const names[] = {
		[DISK_BUS_ATA] = "ATA",
		[DISK_BUS_SATA] = "SATA",
		[DISK_BUS_MULTIPLIER] = "SATA multiplier",
		[DISK_BUS_PATA] = "PATA",
		[DISK_BUS_USB] = "USB bridge",
		[DISK_BUS_HBA] = "HBA",
		[DISK_BUS_VIRTUAL] = "virtual",
		[DISK_BUS_NVME] = "NVMe",
	};

	return names[bus];
}
