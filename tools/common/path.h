/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TOOLS_PATH_H
#define TOOLS_PATH_H

#include <stdbool.h>

/* By which command, and through what of the kernel, sectors are read. */
enum path {
	PATH_DMA,    /* READ DMA (EXT) */
	PATH_NCQ,    /* READ FPDMA QUEUED */
	PATH_PIO,    /* READ SECTORS (EXT) */
	PATH_VERIFY, /* READ VERIFY SECTORS (EXT): no data on the link */
	PATH_SCSI,   /* READ (10) or (16) */
	PATH_DIRECT, /* O_DIRECT on the block node */
	PATH_PAGE,   /* through the page cache */
	PATH_COUNT,
};

const char *path_name(enum path path); /* "dma", … */

/* The path called @name; PATH_COUNT when there is none. */
enum path path_find(const char *name);

/* Does the kernel let more than one command of this path be outstanding? */
bool path_queues(enum path path);

/* Does data come over the link? Only READ VERIFY moves none. */
bool path_moves_data(enum path path);

/* O_DIRECT or the page cache: reads of a block node, not SG_IO. */
bool path_is_block(enum path path);

/* Commands of SG_IO that libata sends by NCQ where drive and kernel have it. */
bool path_uses_ncq(enum path path);

/* ATA PASS-THROUGH, which needs CAP_SYS_RAWIO or an sg node open for writing. */
bool path_is_pass_through(enum path path);

#endif
