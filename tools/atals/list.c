/* SPDX-License-Identifier: BSD-2-Clause */
#include "list.h"

#include <dirent.h>
#include <errno.h>
#include <libudev.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "attribute.h"
#include "sysfs.h"

static int add_name(struct disk_names *names, const char *name)
{
	size_t length = strlen(name);

	if (length >= DISK_NAME_SIZE)
		return 0; /* not a disk's */
	/* Room for 64 at first, then each time for twice as many. */
	if (names->count == 0 ||
	    (names->count >= 64 && !(names->count & (names->count - 1)))) {
		size_t room = names->count ? 2 * names->count : 64;
		void *more = realloc(names->names, room * DISK_NAME_SIZE);

		if (!more)
			return -ENOMEM;
		names->names = more;
	}
	memcpy(names->names[names->count++], name, length + 1);
	return 0;
}

/* Each entry of directory @path; the errno of opening it. */
static int each_entry(const char *path,
		      int (*take)(struct disk_names *names, const char *dir,
				  const char *entry),
		      struct disk_names *names)
{
	const struct dirent *entry;
	DIR *stream = opendir(path);
	int rc = 0;

	if (!stream)
		return -errno;
	while (!rc && (entry = readdir(stream))) {
		if (entry->d_name[0] != '.')
			rc = take(names, path, entry->d_name);
	}
	closedir(stream);
	return rc;
}

static int take_block(struct disk_names *names, const char *dir, const char *entry)
{
	(void)dir;
	return add_name(names, entry);
}

/*
 * An sg node without a block node beside it: a drive that sd or sr did not take. Its
 * link is "…/0:0:0:0/scsi_generic/sg0".
 */
static int take_generic(struct disk_names *names, const char *dir, const char *entry)
{
	char path[PATH_MAX], block[PATH_MAX];
	struct stat status;

	if (!sysfs_concat(path, PARTS(dir, "/", entry)) ||
	    !sysfs_concat(block, PARTS(path, "/device/block")))
		return 0;
	return stat(block, &status) < 0 ? add_name(names, entry) : 0;
}

/* A whole disk is no partition, as its "uevent" file says. */
static int take_device(struct udev *udev, struct disk_names *names, const char *path)
{
	struct udev_device *device = udev_device_new_from_syspath(udev, path);
	const char *type;
	int rc = 0;

	if (!device)
		return 0; /* it went away */
	type = udev_device_get_devtype(device);
	if (type && !strcmp(type, "disk"))
		rc = add_name(names, udev_device_get_sysname(device));
	udev_device_unref(device);
	return rc;
}

static int enumerate(struct udev *udev, struct disk_names *names)
{
	struct udev_enumerate *found = udev_enumerate_new(udev);
	struct udev_list_entry *entry;
	int rc = -ENOMEM;

	if (!found)
		return rc;
	rc = udev_enumerate_add_match_subsystem(found, "block");
	if (rc >= 0)
		rc = udev_enumerate_scan_devices(found);
	if (rc > 0)
		rc = 0;
	udev_list_entry_foreach(entry,
				rc < 0 ? NULL : udev_enumerate_get_list_entry(found))
	{
		rc = take_device(udev, names, udev_list_entry_get_name(entry));
		if (rc < 0)
			break;
	}
	udev_enumerate_unref(found);
	return rc;
}

static int read_with_udev(struct disk_names *names)
{
	struct udev *udev = udev_new();
	int rc = udev ? enumerate(udev, names) : -ENOMEM;

	udev_unref(udev);
	return rc;
}

static int read_blocks(const char *sysroot, struct disk_names *names)
{
	char path[PATH_MAX];

	if (!sysfs_concat(path, PARTS(sysroot, "/sys/block")))
		return -ENAMETOOLONG;
	/* libudev takes a host without sysfs for one without disks. */
	if (access(path, R_OK))
		return -errno;
	return *sysroot ? each_entry(path, take_block, names) : read_with_udev(names);
}

static int read_generic(const char *sysroot, struct disk_names *names)
{
	char path[PATH_MAX];
	int rc;

	if (!sysfs_concat(path, PARTS(sysroot, "/sys/class/scsi_generic")))
		return -ENAMETOOLONG;
	rc = each_entry(path, take_generic, names);
	return rc == -ENOENT ? 0 : rc; /* the module sg is not loaded */
}

/* sdb before sdaa, sr2 before sr10. */
static int compare(const void *a, const void *b)
{
	const char *one = a, *two = b;
	static const char digits[] = "0123456789";
	bool letters = !one[strcspn(one, digits)] && !two[strcspn(two, digits)];

	if (letters && !strncmp(one, two, 2) && strlen(one) != strlen(two))
		return strlen(one) < strlen(two) ? -1 : 1;
	return strverscmp(one, two);
}

int disk_names_read(const char *sysroot, struct disk_names *names)
{
	int rc;

	*names = (struct disk_names){.count = 0};
	rc = read_blocks(sysroot, names);
	if (!rc)
		rc = read_generic(sysroot, names);
	if (!rc && names->count)
		qsort(names->names, names->count, sizeof(*names->names), compare);
	return rc;
}

void disk_names_free(struct disk_names *names)
{
	free(names->names);
}

static int copy_name(const char *path, char name[static DISK_NAME_SIZE])
{
	const char *slash = strrchr(path, '/');
	const char *from = slash ? slash + 1 : path;

	if (!*from || strlen(from) >= DISK_NAME_SIZE)
		return -ENOENT;
	memcpy(name, from, strlen(from) + 1);
	return 0;
}

/* Where a link below @sysroot's /dev leads to, else @argument itself. */
static int name_in_tree(const char *sysroot, const char *argument,
			char name[static DISK_NAME_SIZE])
{
	char path[PATH_MAX], target[PATH_MAX];
	ssize_t length;

	if (!sysfs_concat(path, PARTS(sysroot, "/", argument)))
		return -ENOENT;
	length = readlink(path, target, sizeof(target) - 1);
	if (length < 0)
		return copy_name(argument, name);
	target[length] = '\0';
	return copy_name(target, name);
}

int disk_name_of(const char *sysroot, const char *argument,
		 char name[static DISK_NAME_SIZE])
{
	struct sgio_facts facts;
	int rc;

	if (*sysroot)
		return name_in_tree(sysroot, argument, name);
	if (!strchr(argument, '/'))
		return copy_name(argument, name);
	rc = sysfs_facts_of_path(sysroot, argument, &facts);
	if (rc)
		return rc;
	return copy_name(facts.kernel_name, name);
}
