/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TOOLS_DRIVE_TRACE_H
#define TOOLS_DRIVE_TRACE_H

#include "sgio.h"

/*
 * An sgio_tracer: one line on standard error for each request: CDB, command, time,
 * outcome, registers, sense data. @subject is the struct subject it is for.
 */
void drive_trace(void *subject, const struct sgio_request *request, int rc);

#endif
