/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef ATATIME_FILE_SYSTEM_H
#define ATATIME_FILE_SYSTEM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What kinds of file system there are (linux/magic.h and statfs(2)). */

/* "ext2/3/4", "btrfs", …; "file system 0x…" in @text for another. */
enum { FILE_SYSTEM_TEXT = 32 };
const char *file_system_name(uint32_t magic, char text[static FILE_SYSTEM_TEXT]);

/* Do FIEMAP's addresses there lead to the bytes of the block device below? */
bool file_system_is_mapped(uint32_t magic);

/* Does it keep its files in memory alone? */
bool file_system_is_memory(uint32_t magic);

#endif
