/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef SGIO_ATTRIBUTE_H
#define SGIO_ATTRIBUTE_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Small files of sysfs, one value each. */

/* The pieces of a path, for sysfs_concat(). */
#define PARTS(...) ((const char *const[]){__VA_ARGS__, NULL})

/* @path becomes @parts one after the other; false when that is too long. */
bool sysfs_concat(char path[static PATH_MAX], const char *const *parts);

/*
 * Where the symbolic link @path leads to, or @path itself when it is none: one readlink
 * where realpath(3) has one for each directory on the way. Right for links of sysfs,
 * which lead to a directory, never to another link, and stand in a directory that no
 * link led to. False when there is no @path; whether its target is there is not asked.
 */
bool sysfs_follow(const char *path, char target[static PATH_MAX]);

/* Read at most @size bytes of attribute @dir/@name; 0 when it cannot be read. */
size_t sysfs_read_bytes(const char *dir, const char *name, void *buffer, size_t size);

/*
 * The same as text, cut to @size, without the blanks around it; empty when it cannot be
 * read.
 */
void sysfs_read_text(const char *dir, const char *name, char *text, size_t size);

/* A decimal number that counts units of @unit; -1 when there is none. */
int64_t sysfs_read_number(const char *dir, const char *name, int64_t unit);

/* "6.0 Gbps" in bits a second; -1 when there is none: "<unknown>" in parallel ATA. */
int64_t sysfs_read_speed(const char *dir, const char *name);

#endif
