/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef ATATIME_FILE_COMPARE_H
#define ATATIME_FILE_COMPARE_H

#include "file_map.h"
#include "target.h"

/*
 * Does the map lead to the bytes of the file? The beginning of its first extent and the
 * end of its last one are read by the drive and, by O_DIRECT on @fd, through the file
 * system.
 *
 * Returns 0 or a negative errno with the reason in *@why, which the caller frees:
 * -ESTALE when the bytes differ, -EIO when the drive failed, what target_use() says, or
 * what pread(2) says of the file.
 */
int file_compare(struct target *target, int fd, const struct file_map *map, char **why);

#endif
