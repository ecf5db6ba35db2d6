/* SPDX-License-Identifier: BSD-2-Clause */
#include "disk.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "attribute.h"
#include "facts.h"

/* "0000:00:1f.2" (Documentation/PCI; domains may be longer than four digits). */
static size_t pci_address_length(const char *name)
{
	static const char hex[] = "0123456789abcdef";
	size_t domain = strspn(name, hex);
	const char *rest = name + domain;

	if (domain < 4 || domain > 8 || rest[0] != ':' || strspn(rest + 1, hex) != 2 ||
	    rest[3] != ':' || strspn(rest + 4, hex) != 2 || rest[6] != '.' ||
	    strspn(rest + 7, hex) != 1 || (rest[8] && rest[8] != '/'))
		return 0;
	return domain + 8;
}

/* The last PCI device on the way to the disk: its controller, not the bridge before. */
bool disk_pci_address(const struct disk *disk, char address[static DISK_PCI_SIZE])
{
	char target[PATH_MAX], path[PATH_MAX];
	const char *kind = disk->block[0] ? "block/" : "scsi_generic/";
	ssize_t length = -1;

	address[0] = '\0';
	if (disk->name &&
	    sysfs_concat(path, PARTS(disk->sysroot, "/sys/class/", kind, disk->name)))
		length = readlink(path, target, sizeof(target) - 1);
	if (length < 0)
		return false;
	target[length] = '\0';
	for (const char *at = target; (at = strchr(at, '/')); at++) {
		size_t taken = pci_address_length(at + 1);

		if (!taken || taken >= DISK_PCI_SIZE)
			continue;
		memcpy(address, at + 1, taken);
		address[taken] = '\0';
	}
	return address[0];
}

/* "8086:1c02"; "" when it is not known. */
static void read_pci_ids(const struct disk *disk, char ids[static 10])
{
	char path[PATH_MAX], address[DISK_PCI_SIZE], vendor[8], device[8];

	ids[0] = '\0';
	if (!disk_pci_address(disk, address) ||
	    !sysfs_concat(path, PARTS(disk->sysroot, "/sys/bus/pci/devices/", address)))
		return;
	sysfs_read_text(path, "vendor", vendor, sizeof(vendor));
	sysfs_read_text(path, "device", device, sizeof(device));
	if (strlen(vendor) != 6 || strlen(device) != 6)
		return;
	memcpy(ids, vendor + 2, 4);
	ids[4] = ':';
	memcpy(ids + 5, device + 2, 5);
}

static void find_directories(struct disk *disk)
{
	const struct sgio_facts *facts = &disk->facts;

	disk->name = facts->block_name[0] ? facts->block_name : facts->kernel_name;
	if (facts->scsi_address[0])
		snprintf(disk->device, sizeof(disk->device),
			 "/sys/class/scsi_device/%s/device", facts->scsi_address);
	if (facts->block_name[0])
		snprintf(disk->block, sizeof(disk->block), "/sys/class/block/%s",
			 facts->block_name);
}

static void read_identity(struct disk *disk)
{
	uint8_t page[ATA_IDENTIFY_BYTES];
	enum sysfs_copy copy;

	if (!sysfs_cached_identify(disk->sysroot, &disk->facts, page, &copy))
		disk_identify(disk, page);
}

static void read_link(struct disk *disk)
{
	char ids[10];

	link_speed_read(disk->sysroot, &disk->facts, disk->has_page ? &disk->id : NULL,
			&disk->link);
	if (!disk->link.host_is_controllers || disk->link.verdict != LINK_BELOW)
		return;
	read_pci_ids(disk, ids);
	link_speed_doubt(&disk->link, ids);
}

void disk_unknown(const char *sysroot, struct disk *disk)
{
	memset(disk, 0, sizeof(*disk));
	disk->sysroot = sysroot;
	disk->kind = DISK_MAYBE;
	sgio_facts_unknown(&disk->facts);
	disk->link = (struct link_speed){.now = -1, .drive = -1, .host = -1};
}

int disk_read(const char *sysroot, const char *name, const struct redact_key *key,
	      struct disk *disk)
{
	int rc;

	disk_unknown(sysroot, disk);
	disk->key = key;
	rc = sysfs_facts_brief(sysroot, name, &disk->facts);
	if (rc < 0)
		return rc;
	find_directories(disk);
	read_identity(disk);
	disk_classify(disk);
	disk_identify_otherwise(disk);
	read_link(disk);
	return 0;
}

bool disk_has_device(const struct disk *disk)
{
	char path[PATH_MAX];

	return disk->block[0] &&
	       sysfs_concat(path, PARTS(disk->sysroot, disk->block, "/device")) &&
	       access(path, F_OK) == 0;
}

size_t disk_read_bytes(const struct disk *disk, const char *dir, const char *name,
		       void *buffer, size_t size)
{
	char path[PATH_MAX];

	if (!*dir || !sysfs_concat(path, PARTS(disk->sysroot, dir)))
		return 0;
	return sysfs_read_bytes(path, name, buffer, size);
}

void disk_read_text(const struct disk *disk, const char *dir, const char *name,
		    char *text, size_t size)
{
	char path[PATH_MAX];

	text[0] = '\0';
	if (*dir && sysfs_concat(path, PARTS(disk->sysroot, dir)))
		sysfs_read_text(path, name, text, size);
}

int64_t disk_read_number(const struct disk *disk, const char *dir, const char *name,
			 int64_t unit)
{
	char path[PATH_MAX];

	if (!*dir || !sysfs_concat(path, PARTS(disk->sysroot, dir)))
		return -1;
	return sysfs_read_number(path, name, unit);
}

const struct sgio_facts *disk_facts(struct disk *disk)
{
	if (!disk->has_all_facts)
		sysfs_facts_complete(disk->sysroot, &disk->facts);
	disk->has_all_facts = true;
	return &disk->facts;
}

const struct sysfs_state *disk_counts(struct disk *disk)
{
	if (!disk->has_counts)
		sysfs_state_read_counts(disk->sysroot, &disk->facts, &disk->counts);
	disk->has_counts = true;
	return &disk->counts;
}
