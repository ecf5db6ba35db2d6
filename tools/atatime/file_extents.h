/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef ATATIME_FILE_EXTENTS_H
#define ATATIME_FILE_EXTENTS_H

#include <linux/fiemap.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * All extents of the open file @fd, after its data went to the drive: FS_IOC_FIEMAP
 * with FIEMAP_FLAG_SYNC. *@extents is the caller's to free.
 *
 * Returns 0 or a negative errno: what ioctl(2) says, -EOVERFLOW when the map does not
 * come to an end.
 */
int file_extents_read(int fd, uint64_t file_bytes, struct fiemap_extent **extents,
		      size_t *count);

/* Is it on the realtime device of an xfs, which is another one than st_dev? */
bool file_extents_are_realtime(int fd);

#endif
