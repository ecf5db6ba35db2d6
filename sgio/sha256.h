/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef SGIO_SHA256_H
#define SGIO_SHA256_H

#include <stddef.h>
#include <stdint.h>

enum { SGIO_SHA256_SIZE = 32 };

/*
 * SHA-256 of @length bytes (FIPS 180-4). Ours, since the smallest library that has it
 * would be the largest part of a program that starts in 2 ms.
 */
void sgio_sha256(const uint8_t *data, size_t length, uint8_t digest[SGIO_SHA256_SIZE]);

#endif
