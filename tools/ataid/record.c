/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <stdnoreturn.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "message.h"
#include "run.h"

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

static bool is_drive(const struct ataid_options *options, const struct stat *record)
{
	struct stat st;
	size_t i;

	for (i = 0; i < options->drive_count; i++)
		if (stat_drive(options->drives[i], &st) &&
		    st.st_dev == record->st_dev && st.st_ino == record->st_ino)
			return true;
	return false;
}

/* What it is that must not be written to, or NULL. */
static const char *forbidden(const struct ataid_options *options, const struct stat *st)
{
	if (S_ISBLK(st->st_mode))
		return "a block device";
	if (S_ISCHR(st->st_mode) && major(st->st_rdev) == SG_MAJOR)
		return "an sg node";
	if (S_ISCHR(st->st_mode) && is_bsg(options->drive.sysroot, st->st_rdev))
		return "a bsg node";
	if (S_ISREG(st->st_mode) && is_drive(options, st))
		return "a DRIVE too";
	return NULL;
}

static void refuse_forbidden(const struct ataid_options *options, const struct stat *st)
{
	const char *what = forbidden(options, st);

	if (!what)
		return;
	message("cannot record to '%s': it is %s", options->record, what);
	exit(EXIT_USAGE);
}

noreturn static void cannot_open(const struct ataid_options *options)
{
	message("cannot open '%s': %s", options->record, strerror(errno));
	exit(EXIT_COULD_NOT_ASK);
}

FILE *ataid_record_open(const struct ataid_options *options)
{
	struct stat st;
	FILE *file;
	int fd;

	/* To open a node does something already; it may be another when it is open. */
	if (!stat(options->record, &st))
		refuse_forbidden(options, &st);
	fd = open(options->record, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOCTTY, 0666);
	if (fd < 0 || fstat(fd, &st))
		cannot_open(options);
	refuse_forbidden(options, &st);
	if (S_ISREG(st.st_mode) && ftruncate(fd, 0))
		cannot_open(options);
	file = fdopen(fd, "w");
	if (!file)
		cannot_open(options);
	return file;
}
