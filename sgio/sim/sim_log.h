/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef SGIO_SIM_LOG_H
#define SGIO_SIM_LOG_H

#include "sim_drive.h"

/* What the files of the simulated logs share. */

/* sim_log.c: @value at @at, low byte first. */
void sim_log_put(uint8_t *at, uint64_t value, unsigned int bytes);

/* sim_log_identify.c: page @number of log 30h, IDENTIFY DEVICE data, into zeros. */
void sim_log_identify(const struct sim_drive *sim, unsigned int number, uint8_t *page);

/* sim_smart.c: set byte 511 so that all bytes sum to 0. */
void sim_smart_seal(uint8_t *page);

#endif
