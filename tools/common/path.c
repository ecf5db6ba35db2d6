/* SPDX-License-Identifier: BSD-2-Clause */
#include "path.h"

#include <string.h>

static const struct {
	const char *name;
	bool queues, moves_data, pass_through;
} paths[PATH_COUNT] = {
	[PATH_DMA] = {"dma", false, true, true},
	[PATH_NCQ] = {"ncq", true, true, true},
	[PATH_PIO] = {"pio", false, true, true},
	[PATH_VERIFY] = {"verify", false, false, true},
	[PATH_SCSI] = {"scsi", true, true, false},
	[PATH_DIRECT] = {"direct", true, true, false},
	[PATH_PAGE] = {"page", true, true, false},
};

const char *path_name(enum path path)
{
	return paths[path].name;
}

enum path path_find(const char *name)
{
	unsigned int path = 0;

	while (path < PATH_COUNT && strcmp(paths[path].name, name) != 0)
		path++;
	return (enum path)path;
}

bool path_queues(enum path path)
{
	return paths[path].queues;
}

bool path_moves_data(enum path path)
{
	return paths[path].moves_data;
}

bool path_is_pass_through(enum path path)
{
	return paths[path].pass_through;
}

bool path_is_block(enum path path)
{
	return path == PATH_DIRECT || path == PATH_PAGE;
}

bool path_uses_ncq(enum path path)
{
	return path == PATH_NCQ || path == PATH_SCSI;
}
