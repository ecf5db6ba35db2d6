/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef SGIO_GATE_H
#define SGIO_GATE_H

#include "sgio.h"

/*
 * May @request be sent to @drive? Decided on the CDB, the direction, the length and
 * whether there is a buffer, by the rows of gate.def: what no row allows is refused.
 * Media reads need facts.logical_block_size; A1h needs packet12.
 *
 * Returns 0 or -EBADRQC.
 */
int sgio_gate(const struct sgio_drive *drive, const struct sgio_request *request);

#endif
