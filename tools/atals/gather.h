/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef ATALS_GATHER_H
#define ATALS_GATHER_H

#include "print.h"

/*
 * The disks that @options name, or all of the host that are to be listed, go into
 * @list, which is empty before. What is wrong is said on standard error, and or-ed into
 * *@status. disk_list_free() is due.
 */
void gather(const struct atals_options *options, struct disk_list *list,
	    enum exit_status *status);
void disk_list_free(struct disk_list *list);

#endif
