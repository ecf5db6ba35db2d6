/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef ATATIME_FILE_DISK_H
#define ATATIME_FILE_DISK_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

/* The disk below a file system, as sysfs tells. */

enum file_disk_kind {
	FILE_DISK_PLAIN, /* a disk, or a partition of one */
	FILE_DISK_MAPPER,
	FILE_DISK_RAID,
	FILE_DISK_LOOP,
	FILE_DISK_NVME,
	FILE_DISK_MEMORY, /* brd, zram */
};

struct file_disk {
	enum file_disk_kind kind;
	char name[64];        /* of the whole device: "sda", "dm-0" */
	char part[64];        /* "sda1", or as name */
	char label[128];      /* of a mapper or RAID: "vg-home"; of a loop its file */
	char below[64];       /* the first device below a mapper or RAID, or empty */
	uint64_t start_bytes; /* of the partition */
};

/*
 * The device @number (st_dev). @sysroot stands before "/sys". Returns 0; -ENODEV when
 * sysfs has no such device (network, container, pseudo file systems); -EIO when it does
 * not say where the partition begins.
 */
int file_disk_find(const char *sysroot, dev_t number, struct file_disk *disk);

#endif
