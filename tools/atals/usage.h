/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef ATALS_USAGE_H
#define ATALS_USAGE_H

#include "disk.h"
#include "hex.h"

/* Who uses a disk. Each adds lines to @text, and is false when nobody knows. */

/* "dm-0", "md0": the holders of the disk and of its partitions. */
bool usage_add_holders(const struct disk *disk, struct sgio_text *text);

/*
 * Mount points of the disk, its partitions, and what is built on them; "swap" for swap.
 * A name of a file: redacted where @disk is.
 */
bool usage_add_mount_points(const struct disk *disk, struct sgio_text *text);

#endif
