/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef SGIO_BYTES_H
#define SGIO_BYTES_H

#include <stdint.h>

/* Numbers in CDBs and SCSI data: the most significant byte first. */
static inline uint64_t get_be(const uint8_t *at, unsigned int bytes)
{
	uint64_t value = 0;

	for (unsigned int i = 0; i < bytes; i++)
		value = value << 8 | at[i];
	return value;
}

static inline void put_be(uint8_t *at, uint64_t value, unsigned int bytes)
{
	for (unsigned int i = 0; i < bytes; i++)
		at[i] = (uint8_t)(value >> 8 * (bytes - 1 - i));
}

#endif
