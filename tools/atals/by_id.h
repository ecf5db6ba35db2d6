/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef ATALS_BY_ID_H
#define ATALS_BY_ID_H

#include "disk.h"
#include "hex.h"

/*
 * The links of /dev/disk/by-id that lead to @disk, one a line, sorted; redacted where
 * @disk is. The directory is read once, at the first call, for all disks of one
 * sysroot. False when it cannot be read.
 */
bool by_id_add(const struct disk *disk, struct sgio_text *text);

/* Forget it. */
void by_id_free(void);

#endif
