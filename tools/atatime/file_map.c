/* SPDX-License-Identifier: BSD-2-Clause */
#include "file_map.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* The first that is set says most: the kernel sets the later ones along with it. */
static const char *refused_flag(uint32_t flags)
{
	static const struct {
		uint32_t flag;
		const char *why;
	} table[] = {
		{FIEMAP_EXTENT_DATA_INLINE,
		 "is stored inside its inode: it has no sectors of its own"},
		{FIEMAP_EXTENT_DATA_TAIL,
		 "shares a block with the ends of other files"},
		{FIEMAP_EXTENT_DELALLOC, "holds data that is not yet on the drive"},
		{FIEMAP_EXTENT_DATA_ENCRYPTED, "is encrypted on the drive"},
		{FIEMAP_EXTENT_ENCODED,
		 "is compressed or otherwise encoded on the drive"},
		{FIEMAP_EXTENT_UNWRITTEN,
		 "has space that was reserved for it and never written"},
		{FIEMAP_EXTENT_UNKNOWN,
		 "lies where the file system does not want to say"},
		{FIEMAP_EXTENT_NOT_ALIGNED, "does not begin at a block of its own"},
	};

	for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); i++) {
		if (flags & table[i].flag)
			return table[i].why;
	}
	return NULL;
}

static int because(const char **why, int rc, const char *text)
{
	*why = text;
	return rc;
}

/* The part of @extent inside the file; false when there is none. */
static bool clip(const struct fiemap_extent *extent, uint64_t file_bytes,
		 uint64_t *length)
{
	if (extent->fe_logical >= file_bytes)
		return false;
	*length = extent->fe_length;
	if (*length > file_bytes - extent->fe_logical)
		*length = file_bytes - extent->fe_logical;
	return *length > 0;
}

static int check(const struct fiemap_extent *extent, const struct file_place *place,
		 uint64_t length, const char **why)
{
	const char *flag = refused_flag(extent->fe_flags);
	uint64_t at;

	if (flag)
		return because(why, -EOPNOTSUPP, flag);
	if (__builtin_add_overflow(place->start_bytes, extent->fe_physical, &at) ||
	    at > place->disk_bytes || length > place->disk_bytes - at)
		return because(why, -ERANGE, "lies past the end of its disk");
	if (at % place->sector || extent->fe_logical % place->sector)
		return because(why, -EINVAL, "does not begin at a sector of its disk");
	return 0;
}

static void add(struct file_map *map, const struct plan_extent *extent, uint64_t offset,
		uint32_t sector)
{
	struct plan_extent *last = &map->extents[map->count - (map->count > 0)];

	map->bytes += extent->blocks * sector;
	if (map->count && last->lba + last->blocks == extent->lba &&
	    map->offsets[map->count - 1] + last->blocks * sector == offset) {
		last->blocks += extent->blocks;
		return;
	}
	map->extents[map->count] = *extent;
	map->offsets[map->count++] = offset;
}

static int add_all(struct file_map *map, const struct fiemap_extent *extents,
		   size_t count, uint64_t file_bytes, const struct file_place *place,
		   const char **why)
{
	uint64_t length, end = 0;
	int rc;

	map->hole_bytes = file_bytes;
	for (size_t i = 0; i < count; i++) {
		const struct fiemap_extent *from = &extents[i];
		struct plan_extent extent;

		if (!clip(from, file_bytes, &length))
			continue;
		if (from->fe_logical < end)
			return because(why, -EBADMSG,
				       "has a map that contradicts itself");
		rc = check(from, place, length, why);
		if (rc < 0)
			return rc;
		end = from->fe_logical + length;
		map->hole_bytes -= length;
		extent.lba = (place->start_bytes + from->fe_physical) / place->sector;
		extent.blocks = (length + place->sector - 1) / place->sector;
		add(map, &extent, from->fe_logical, place->sector);
	}
	return 0;
}

int file_map_make(const struct fiemap_extent *extents, size_t count,
		  uint64_t file_bytes, const struct file_place *place,
		  struct file_map *map, const char **why)
{
	struct file_map made = {
		.extents = calloc(count + 1, sizeof(*made.extents)),
		.offsets = calloc(count + 1, sizeof(*made.offsets)),
	};
	int rc = -ENOMEM;

	*why = "has more extents than there is memory for";
	if (made.extents && made.offsets)
		rc = add_all(&made, extents, count, file_bytes, place, why);
	if (rc < 0)
		file_map_free(&made);
	else
		*map = made;
	return rc;
}

void file_map_free(struct file_map *map)
{
	free(map->extents);
	free(map->offsets);
	memset(map, 0, sizeof(*map));
}
