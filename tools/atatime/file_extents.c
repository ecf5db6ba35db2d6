/* SPDX-License-Identifier: BSD-2-Clause */
#include "file_extents.h"

#include <errno.h>
#include <linux/fs.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>

enum {
	EXTENTS_AT_ONCE = 256,
	EXTENTS_MAX = 16 << 20,
};

struct list {
	struct fiemap_extent *extents;
	size_t count;
};

static int append(struct list *list, const struct fiemap *map)
{
	size_t count = list->count + map->fm_mapped_extents;
	struct fiemap_extent *extents;

	if (count > EXTENTS_MAX)
		return -EOVERFLOW;
	extents = reallocarray(list->extents, count, sizeof(*extents));
	if (!extents)
		return -ENOMEM;
	memcpy(extents + list->count, map->fm_extents,
	       map->fm_mapped_extents * sizeof(*extents));
	list->extents = extents;
	list->count = count;
	return 0;
}

/* @map has room for EXTENTS_AT_ONCE. */
static int read_all(int fd, uint64_t file_bytes, struct fiemap *map, struct list *list)
{
	uint64_t at = 0;
	int rc = 0;

	while (rc == 0 && at < file_bytes) {
		const struct fiemap_extent *last;

		memset(map, 0, sizeof(*map));
		map->fm_start = at;
		map->fm_length = file_bytes - at;
		map->fm_flags = FIEMAP_FLAG_SYNC;
		map->fm_extent_count = EXTENTS_AT_ONCE;
		if (ioctl(fd, FS_IOC_FIEMAP, map) < 0)
			return -errno;
		if (!map->fm_mapped_extents)
			break;
		rc = append(list, map);
		last = &map->fm_extents[map->fm_mapped_extents - 1];
		if (last->fe_flags & FIEMAP_EXTENT_LAST)
			break;
		if (last->fe_logical + last->fe_length <= at)
			return -EOVERFLOW;
		at = last->fe_logical + last->fe_length;
	}
	return rc;
}

int file_extents_read(int fd, uint64_t file_bytes, struct fiemap_extent **extents,
		      size_t *count)
{
	struct fiemap *map =
		malloc(sizeof(*map) + EXTENTS_AT_ONCE * sizeof(map->fm_extents[0]));
	struct list list = {0};
	int rc = map ? read_all(fd, file_bytes, map, &list) : -ENOMEM;

	free(map);
	if (rc < 0) {
		free(list.extents);
		return rc;
	}
	*extents = list.extents;
	*count = list.count;
	return 0;
}

bool file_extents_are_realtime(int fd)
{
	struct fsxattr attributes;

	return ioctl(fd, FS_IOC_FSGETXATTR, &attributes) == 0 &&
	       attributes.fsx_xflags & FS_XFLAG_REALTIME;
}
