/* SPDX-License-Identifier: BSD-2-Clause */
#include "output_file.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "drive.h"

enum { SG_MAJOR = 21 }; /* Linux, Documentation/admin-guide/devices.txt */

/* Its major number is given out anew at each start, so the kernel has to tell. */
static bool is_bsg(const char *sysroot, dev_t number)
{
	char subsystem[256];
	const char *slash;
	char *path;
	ssize_t length;

	if (asprintf(&path, "%s/sys/dev/char/%u:%u/subsystem", sysroot, major(number),
		     minor(number)) < 0)
		return false;
	length = readlink(path, subsystem, sizeof(subsystem) - 1);
	free(path);
	if (length < 0)
		return false;
	subsystem[length] = '\0';
	slash = strrchr(subsystem, '/');
	return !strcmp(slash ? slash + 1 : subsystem, "bsg");
}

static bool stat_drive(const char *argument, struct stat *st)
{
	const char *file;
	size_t length = drive_sim_file(argument, &file);
	char *path;
	int rc;

	if (!strcmp(argument, "-"))
		return !fstat(STDIN_FILENO, st);
	if (!length)
		return !stat(argument, st);
	path = strndup(file, length);
	rc = path ? stat(path, st) : -1;
	free(path);
	return !rc;
}

static bool is_drive(const struct output_file *file, const struct stat *st)
{
	struct stat drive;

	for (size_t i = 0; i < file->drive_count; i++)
		if (stat_drive(file->drives[i], &drive) && drive.st_dev == st->st_dev &&
		    drive.st_ino == st->st_ino)
			return true;
	return false;
}

static const char *forbidden(const struct output_file *file, const struct stat *st)
{
	if (S_ISBLK(st->st_mode))
		return "a block device";
	if (S_ISCHR(st->st_mode) && major(st->st_rdev) == SG_MAJOR)
		return "an sg node";
	if (S_ISCHR(st->st_mode) && is_bsg(file->sysroot, st->st_rdev))
		return "a bsg node";
	if (S_ISREG(st->st_mode) && is_drive(file, st))
		return "a DRIVE too";
	return NULL;
}

/* A node's name with a letter too many would become a file there. */
static bool is_new_in_dev(const char *path)
{
	const char *slash = strrchr(path, '/');
	char *dir, resolved[PATH_MAX];
	bool found;

	dir = slash ? strndup(path, (size_t)(slash - path) + 1) : strdup(".");
	found = dir && realpath(dir, resolved) && strcmp(resolved, "/dev") == 0;
	free(dir);
	return found;
}

const char *output_file_forbidden(const struct output_file *file)
{
	struct stat st;

	if (stat(file->path, &st) == 0)
		return forbidden(file, &st);
	return is_new_in_dev(file->path) ? "in /dev, where nodes are" : NULL;
}

/* What was opened may be another file than was looked at before. */
static int check_open(const struct output_file *file, int fd, const char **what)
{
	struct stat st;

	if (fstat(fd, &st))
		return -errno;
	*what = forbidden(file, &st);
	if (*what)
		return -EPERM;
	return S_ISREG(st.st_mode) && ftruncate(fd, 0) ? -errno : 0;
}

int output_file_open(const struct output_file *file, const char **what)
{
	int fd, rc;

	/* To open a node does something already. */
	*what = output_file_forbidden(file);
	if (*what)
		return -EPERM;
	fd = open(file->path, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOCTTY, 0666);
	if (fd < 0)
		return -errno;
	rc = check_open(file, fd, what);
	if (rc < 0) {
		close(fd);
		return rc;
	}
	return fd;
}
