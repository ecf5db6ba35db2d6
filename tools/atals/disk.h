/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef ATALS_DISK_H
#define ATALS_DISK_H

#include <limits.h>
#include <stdbool.h>
#include <stdint.h>

#include "identify.h"
#include "link_speed.h"
#include "redact.h"
#include "sysfs.h"
#include "sysfs_state.h"
#include "vpd.h"

/* One disk as the kernel knows it: from sysfs alone, nothing is opened but its files.
 */
enum disk_kind {
	DISK_ATA,
	DISK_MAYBE, /* behind a bridge that does not tell */
	DISK_OTHER, /* reason says what it is instead */
};

/* How a drive is reached. */
enum disk_bus {
	DISK_BUS_UNKNOWN,
	DISK_BUS_ATA, /* libata, serial or parallel is not known */
	DISK_BUS_SATA,
	DISK_BUS_MULTIPLIER, /* SATA, behind a port multiplier */
	DISK_BUS_PATA,
	DISK_BUS_USB,
	DISK_BUS_HBA,
	DISK_BUS_VIRTUAL,
	DISK_BUS_NVME,
};

struct disk {
	const char *sysroot;
	const struct redact_key *key; /* NULL: nothing is redacted */
	struct sgio_facts facts;      /* brief: see disk_facts() */
	bool has_all_facts;
	const char *name; /* of the whole disk, "sda", or "sg0" without a block node */
	/* Directories of the SCSI and of the block device, below sysroot; "" without.
	 */
	char device[72], block[56];
	enum disk_kind kind;
	enum disk_bus bus;
	const char *reason; /* NULL unless kind is DISK_OTHER */
	bool has_page;      /* id is set, redacted where asked for */
	struct ata_identify id;
	/* What the page, else VPD pages, else (no ATA drive) other files say; "" when
	 * nothing does. Escaped (escape.h), redacted where asked for. */
	char model[4 * 40 + 1], serial[4 * 40 + 1], firmware[4 * 16 + 1];
	uint64_t wwn; /* 0 when it has none */
	struct link_speed link;
	struct sysfs_state counts; /* use disk_counts() */
	bool has_counts;
};

/*
 * Read the disk of kernel name @name ("sda", "sda1", "sg0"). @sysroot and @key, which
 * may be NULL, must outlive @disk. Errors: as sysfs_facts_of_name().
 */
int disk_read(const char *sysroot, const char *name, const struct redact_key *key,
	      struct disk *disk);

/* A disk of which nothing is known, not even its name. */
void disk_unknown(const char *sysroot, struct disk *disk);

/* Is there a device below the block device: no loop, RAM or mapped device? */
bool disk_has_device(const struct disk *disk);

/*
 * Files of sysfs in @dir, disk->device or disk->block, as sysfs_read_text() and its
 * like (attribute.h) read them; nothing of a directory that is "".
 */
size_t disk_read_bytes(const struct disk *disk, const char *dir, const char *name,
		       void *buffer, size_t size);
void disk_read_text(const struct disk *disk, const char *dir, const char *name,
		    char *text, size_t size);
int64_t disk_read_number(const struct disk *disk, const char *dir, const char *name,
			 int64_t unit);

/* "0000:00:1f.2": the PCI device that it hangs on; false when it hangs on none. */
#define DISK_PCI_SIZE 16
bool disk_pci_address(const struct disk *disk, char address[static DISK_PCI_SIZE]);

/* All facts: with INQUIRY data and sizes, which are read at the first call. */
const struct sgio_facts *disk_facts(struct disk *disk);

/* Error counters and the like, read at the first call. */
const struct sysfs_state *disk_counts(struct disk *disk);

/* "SATA", "USB bridge", ...; NULL when it is not known. */
const char *disk_bus_name(enum disk_bus bus);

/* Parts of disk_read(), for what has been read already (kind.c, identity.c). */
void disk_classify(struct disk *disk);
void disk_identify(struct disk *disk, const uint8_t page[static ATA_IDENTIFY_BYTES]);
void disk_identify_otherwise(struct disk *disk);

#endif
