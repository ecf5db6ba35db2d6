/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef SGIO_BLOCK_H
#define SGIO_BLOCK_H

#include "sgio.h"

/*
 * sgio_open_block() on a descriptor that is open already, of a file in tests: @facts
 * has to know the logical block size. On success @fd is the drive's, and closed with
 * it.
 */
int block_open_fd(int fd, const struct sgio_facts *facts, unsigned int depth,
		  enum sgio_block_mode mode, struct sgio_drive **drive);

#endif
