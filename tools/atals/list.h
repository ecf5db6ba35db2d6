/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef ATALS_LIST_H
#define ATALS_LIST_H

#include <stddef.h>

/* Kernel names of the disks of a host. */
#define DISK_NAME_SIZE 32 /* of include/linux/genhd.h, DISK_NAME_LEN */

struct disk_names {
	char (*names)[DISK_NAME_SIZE];
	size_t count;
};

/*
 * All whole disks, and SCSI devices with an sg node alone (no driver took them), sorted
 * as people count: sda, sdb, sdaa. With libudev for this host, @sysroot "", else by
 * reading the tree.
 *
 * Returns 0, or a negative errno: no sysfs there, out of memory. disk_names_free() is
 * due after both.
 */
int disk_names_read(const char *sysroot, struct disk_names *names);
void disk_names_free(struct disk_names *names);

/*
 * The kernel's name of what a DRIVE argument means, in @name: "/dev/sda",
 * "/dev/disk/by-id/…" (links are followed), "sda". With @sysroot the node need not be
 * there, and links are those of its /dev.
 *
 * Returns 0; -ENOENT when there is no such thing; -EISDIR; -ENOTTY when it is no node.
 */
int disk_name_of(const char *sysroot, const char *argument,
		 char name[static DISK_NAME_SIZE]);

#endif
