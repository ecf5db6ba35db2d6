/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef SGIO_SIM_H
#define SGIO_SIM_H

#include <stdint.h>

#include "sgio.h"

/*
 * What arrived at the simulated drive @drive, which sgio_open_sim() made (not at a
 * decorator around it): tests hold these against what a tool ought to have sent.
 */

/* SCSI requests, those included that the kernel or the bridge answered by itself. */
unsigned int sim_requests(const struct sgio_drive *drive);

/* ATA commands with operation code @command; A0h counts packets. */
unsigned int sim_arrivals(const struct sgio_drive *drive, uint8_t command);

/* All ATA commands. */
unsigned int sim_arrivals_total(const struct sgio_drive *drive);

/*
 * Requests that wake a drive from its sleep, counted whether it slept or not. Which
 * ones do depends on how it sleeps: with `suspended` every request (the kernel resumes
 * the drive first), with `sleep` every ATA command (the port is reset), else every
 * command that needs the medium.
 */
unsigned int sim_wakings(const struct sgio_drive *drive);

#endif
