/* SPDX-License-Identifier: BSD-2-Clause */
#include "file_disk.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "attribute.h"

enum { SYSFS_SECTOR = 512 }; /* of "start", whatever the disk's are */

static bool exists(const char *dir, const char *name)
{
	char path[PATH_MAX];

	return snprintf(path, sizeof(path), "%s/%s", dir, name) < (int)sizeof(path) &&
	       access(path, F_OK) == 0;
}

static void copy(char *to, size_t size, const char *from)
{
	snprintf(to, size, "%.*s", (int)size - 1, from);
}

/* The first of the devices that @dir is made of. */
static void read_below(const char *dir, struct file_disk *disk)
{
	char path[PATH_MAX];
	struct dirent *entry;
	DIR *list;

	if (snprintf(path, sizeof(path), "%s/slaves", dir) >= (int)sizeof(path))
		return;
	list = opendir(path);
	while (list && (entry = readdir(list))) {
		const char *name = entry->d_name;

		if (name[0] != '.' && (!*disk->below || strcmp(name, disk->below) < 0))
			copy(disk->below, sizeof(disk->below), name);
	}
	if (list)
		closedir(list);
}

static bool begins(const char *text, const char *with)
{
	return strncmp(text, with, strlen(with)) == 0;
}

static void read_kind(const char *dir, struct file_disk *disk)
{
	char *label = disk->label;
	size_t size = sizeof(disk->label);

	if (exists(dir, "dm")) {
		disk->kind = FILE_DISK_MAPPER;
		sysfs_read_text(dir, "dm/name", label, size);
	} else if (exists(dir, "md")) {
		disk->kind = FILE_DISK_RAID;
		sysfs_read_text(dir, "md/level", label, size);
	} else if (exists(dir, "loop") || begins(disk->name, "loop")) {
		disk->kind = FILE_DISK_LOOP;
		sysfs_read_text(dir, "loop/backing_file", label, size);
	} else if (begins(disk->name, "nvme")) {
		disk->kind = FILE_DISK_NVME;
	} else if (begins(disk->name, "ram") || begins(disk->name, "zram")) {
		disk->kind = FILE_DISK_MEMORY;
	}
	read_below(dir, disk);
}

/* @dir becomes the directory of the whole disk, where it is one of a partition. */
static int leave_partition(char *dir, struct file_disk *disk)
{
	char *slash = strrchr(dir, '/');
	int64_t start;

	copy(disk->part, sizeof(disk->part), slash + 1);
	if (exists(dir, "partition")) {
		start = sysfs_read_number(dir, "start", SYSFS_SECTOR);
		if (start < 0)
			return -EIO;
		disk->start_bytes = (uint64_t)start;
		*slash = '\0';
		slash = strrchr(dir, '/');
	}
	copy(disk->name, sizeof(disk->name), slash + 1);
	return 0;
}

int file_disk_find(const char *sysroot, dev_t number, struct file_disk *disk)
{
	struct file_disk found = {0};
	char path[PATH_MAX], dir[PATH_MAX];
	int rc;

	if (snprintf(path, sizeof(path), "%s/sys/dev/block/%u:%u", sysroot,
		     major(number), minor(number)) >= (int)sizeof(path))
		return -ENAMETOOLONG;
	if (!realpath(path, dir))
		return -ENODEV;
	rc = leave_partition(dir, &found);
	if (rc < 0)
		return rc;
	read_kind(dir, &found);
	*disk = found;
	return 0;
}
