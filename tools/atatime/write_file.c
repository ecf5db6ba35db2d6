/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/random.h>
#include <unistd.h>

#include "write.h"

enum { FLAGS = O_RDWR | O_DIRECT | O_CLOEXEC };

/* Has a name between two system calls, and is never seen under it by who lists later.
 */
static int open_named(const char *directory)
{
	uint64_t number;
	char *path;
	int fd, rc;

	if (getrandom(&number, sizeof(number), 0) != (ssize_t)sizeof(number))
		return -EIO;
	if (asprintf(&path, "%s/.atatime-%016" PRIx64, directory, number) < 0)
		return -ENOMEM;
	fd = open(path, FLAGS | O_CREAT | O_EXCL | O_NOFOLLOW, 0600);
	rc = fd < 0 ? -errno : 0;
	/* Where O_DIRECT is refused the file may be there all the same. */
	if (fd >= 0 || rc == -EINVAL) {
		if (unlink(path) < 0 && fd >= 0) {
			rc = -errno;
			close(fd);
		}
	}
	free(path);
	return rc < 0 ? rc : fd;
}

int write_file_open(const char *directory)
{
	int fd = open(directory, FLAGS | O_TMPFILE, 0600);

	if (fd >= 0)
		return fd;
	if (errno == EOPNOTSUPP || errno == EISDIR || errno == ENOENT ||
	    errno == EINVAL)
		return open_named(directory);
	return -errno;
}

int write_room_for(const struct size *length, uint64_t total, uint64_t free,
		   struct write_room *room)
{
	uint64_t bytes = UINT64_C(1) << 30, most = free - free / 10;
	int rc = 0;

	if (free % 10)
		most--; /* a whole tenth stays */
	if (length->number)
		rc = size_bytes(length, WRITE_SECTOR, total, &bytes);
	if (rc < 0 || bytes > INT64_MAX - WRITE_PAGE)
		return -EOVERFLOW;
	bytes = (bytes + WRITE_PAGE - 1) / WRITE_PAGE * WRITE_PAGE;
	if (!bytes)
		bytes = WRITE_PAGE;
	*room = (struct write_room){
		.length = bytes,
		.free = free,
		.most = most / WRITE_PAGE * WRITE_PAGE,
	};
	return bytes > room->most ? -ENOSPC : 0;
}
