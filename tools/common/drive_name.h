/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TOOLS_DRIVE_NAME_H
#define TOOLS_DRIVE_NAME_H

#include "redact.h"

/*
 * The DRIVE argument @argument with a pseudonym for what may tell one drive from all
 * others: the name of a file, of a link in /dev, of the file of "sim:FILE". Names the
 * kernel gives (/dev/sda, /dev/bsg/0:0:0:0) stay. The caller frees it; NULL without
 * memory.
 */
char *drive_name_redacted(const struct redact_key *key, const char *argument);

#endif
