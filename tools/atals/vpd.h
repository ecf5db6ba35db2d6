/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef ATALS_VPD_H
#define ATALS_VPD_H

#include <stddef.h>
#include <stdint.h>

/*
 * What the kernel keeps of the VPD pages of a SCSI device (vpd_pg80, vpd_pg83, vpd_pg89
 * of its directory in sysfs): for drives behind an HBA whose translation gives no
 * IDENTIFY data. Pure. Strings are trimmed, and empty where the page does not have
 * them.
 */
#define VPD_MODEL_SIZE (40 + 1)
#define VPD_SERIAL_SIZE (32 + 1)

struct vpd_identity {
	char model[VPD_MODEL_SIZE];
	char serial[VPD_SERIAL_SIZE];
	uint64_t wwn; /* NAA designator of the logical unit, 8 bytes; 0 without one */
};

/*
 * From page 83h, Device Identification (SPC-5 7.7.6): the NAA designator, and the T10
 * vendor ID one, which SAT makes of "ATA     ", 40 characters of the model number and
 * 20 of the serial number.
 */
void vpd_read_device_identification(const uint8_t *page, size_t length,
				    struct vpd_identity *identity);

/* From page 80h, Unit Serial Number (SPC-5 7.7.19). */
void vpd_read_serial(const uint8_t *page, size_t length, char serial[VPD_SERIAL_SIZE]);

/*
 * From page 89h, ATA Information (SAT-4 12.4.2): who translates, "linux libata 3.00".
 * 8 + 16 + 4 characters, two blanks and a NUL fit into @layer.
 */
#define VPD_LAYER_SIZE (8 + 16 + 4 + 2 + 1)
void vpd_read_layer(const uint8_t *page, size_t length, char layer[VPD_LAYER_SIZE]);

#endif
