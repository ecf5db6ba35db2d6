/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef ATATIME_FILE_MAP_H
#define ATATIME_FILE_MAP_H

#include <linux/fiemap.h>
#include <stddef.h>
#include <stdint.h>

#include "plan.h"

/* From the extents of a file to the sectors of its disk. */

/* Where the file system of the file stands. */
struct file_place {
	uint64_t start_bytes; /* of the partition on the disk; 0 for a whole disk */
	uint64_t disk_bytes;
	uint32_t sector; /* logical block size of the disk */
};

struct file_map {
	struct plan_extent *extents; /* in the order of the file */
	uint64_t *offsets;           /* in the file, bytes: one for each extent */
	size_t count;
	uint64_t bytes;      /* of all extents: whole sectors */
	uint64_t hole_bytes; /* of the file that lie nowhere */
};

/*
 * The extents of a file of @file_bytes, as FIEMAP gives them
 * (Documentation/filesystems/fiemap.rst in Linux), in sectors of @place. What lies past
 * the end of the file is left out; its last sector is whole. Extents that follow each
 * other in the file and on the disk become one.
 *
 * Returns 0, also for a file of holes alone (count is 0), or a negative errno with the
 * reason in *@why, constant words that follow the name of the file: -EOPNOTSUPP for an
 * extent whose bytes are not to be found on the disk, -EINVAL for one that begins
 * inside a sector, -ERANGE past the end of the disk, -EBADMSG for extents that are not
 * in the order of the file, -ENOMEM.
 */
int file_map_make(const struct fiemap_extent *extents, size_t count,
		  uint64_t file_bytes, const struct file_place *place,
		  struct file_map *map, const char **why);
void file_map_free(struct file_map *map);

#endif
