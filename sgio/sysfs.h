/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef SGIO_SYSFS_H
#define SGIO_SYSFS_H

#include <stdbool.h>
#include <stdint.h>

#include "sgio.h"

/*
 * What the kernel says of a drive, read from sysfs: nothing is opened but files of
 * sysfs, nothing is sent, no privilege is needed. A node's facts can so be read, its
 * runtime power state above all, before it is opened.
 *
 * @sysroot is what stands before "/sys": "" for this host, another directory for a
 * captured or synthetic tree.
 */

/*
 * The facts of the node @path, which is followed if it is a symbolic link and is not
 * opened.
 *
 * Returns 0, also for drives that are no SCSI devices: then facts->scsi_address is
 * empty, and facts->bus is SGIO_BUS_NVME for NVMe. Where sysfs knows nothing of a block
 * or sg node (or is not mounted) all but facts->node is unknown. Errors: those of
 * stat(2); -EISDIR for a directory; -ENOTTY for a file and for any other device or
 * node.
 */
int sysfs_facts_of_path(const char *sysroot, const char *path,
			struct sgio_facts *facts);

/*
 * The same by kernel name ("sda", "sda1", "sr0", "sg0", "0:0:0:0" for bsg) and by
 * device number, @block telling block from character devices. -ENOENT when sysfs has no
 * such device; -ENOTTY when it is neither block, sg, bsg nor NVMe.
 */
int sysfs_facts_of_name(const char *sysroot, const char *name,
			struct sgio_facts *facts);
int sysfs_facts_of_number(const char *sysroot, bool block, unsigned int major,
			  unsigned int minor, struct sgio_facts *facts);

/*
 * The same in two parts, for lists of many drives: the first leaves vendor, product,
 * product_rev and the sizes of blocks and transfers unknown, the second adds them.
 */
int sysfs_facts_brief(const char *sysroot, const char *name, struct sgio_facts *facts);
void sysfs_facts_complete(const char *sysroot, struct sgio_facts *facts);

/* Where the kernel keeps a copy of IDENTIFY data. */
enum sysfs_copy {
	SYSFS_COPY_ATA_DEVICE, /* ata_device/devN.M/id: read again when a feature is set
				*/
	SYSFS_COPY_VPD_PG89, /* device/vpd_pg89 (SAT-4 12.4.2): as it was at the scan */
};

/*
 * The kernel's copy of the IDENTIFY (PACKET) DEVICE data of the drive of @facts, low
 * byte of each word first. Its checksum is the caller's to verify. Power mode,
 * security, APM and the negotiated speed in it may be out of date.
 *
 * Returns 0, with where it was found in *@copy; -ENODATA when the kernel has none that
 * is whole (not libata, not ATA; an HBA with its own translation may have vpd_pg89).
 */
int sysfs_cached_identify(const char *sysroot, const struct sgio_facts *facts,
			  uint8_t page[static 512], enum sysfs_copy *copy);

#endif
