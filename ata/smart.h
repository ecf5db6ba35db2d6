/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef ATA_SMART_H
#define ATA_SMART_H

#include "log.h"

/*
 * SMART READ DATA and SMART READ THRESHOLDS (B0h/D0h and D1h; ATA/ATAPI-7 8.55.10,
 * SFF-8035i; attributes are the vendor's since ATA-4).
 *
 * Decode @data, ATA_LOG_PAGE_BYTES of it, and with @thresholds, as many, say which
 * attributes fail: NULL when there are none. Thresholds belong to attributes by their
 * id, not by their place. Returns 0; -ENODATA when @data is all zeros or all ones (an
 * oddity says which). A wrong checksum is an oddity, and so are blank @thresholds.
 */
int ata_smart_decode(const uint8_t *data, const uint8_t *thresholds,
		     const struct ata_log_sink *sink);

#endif
