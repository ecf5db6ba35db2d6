/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef SGIO_SAT_H
#define SGIO_SAT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "sgio.h"

/*
 * ATA commands inside SCSI: ATA PASS-THROUGH (12), (16) and (32), and the registers
 * that come back in sense data (SAT-5 12.2). Pure: bytes in, bytes out.
 */

/* Values of the PROTOCOL field (SAT-5 12.2.2.2). */
enum sat_protocol {
	SAT_NON_DATA = 3,
	SAT_PIO_IN = 4,
	SAT_PIO_OUT = 5, /* the gate decodes it in order to refuse it */
	SAT_DMA = 6,
	SAT_UDMA_IN = 10,
	SAT_UDMA_OUT = 11,
	SAT_FPDMA = 12,
};

/*
 * An ATA command with its registers, 48 bits wide where @extend is set. Without it @lba
 * has 28 bits, the upper four of them travel in DEVICE, and bits 3:0 of @device are 0.
 */
struct ata_taskfile {
	uint8_t command;
	uint8_t device;
	uint16_t features;
	uint16_t count;
	uint64_t lba;
	uint32_t auxiliary; /* only a 32-byte CDB carries it */
	bool extend;        /* a 48-bit command */
	enum sat_protocol protocol;
	bool check_condition; /* CK_COND: return the registers even on success */
	bool logical_sectors; /* T_TYPE: the unit of length is the logical sector, not
				 512 */
};

/* The rest of a pass-through CDB, as found by sat_decode_cdb(). */
struct sat_flags {
	uint8_t multiple_count;
	uint8_t off_line;
	bool t_type; /* the unit is the logical sector, else 512 bytes */
	bool t_dir;  /* from the device */
	bool byte_block;
	uint8_t t_length; /* 0 no data, 1 FEATURES, 2 COUNT, 3 transport */
};

/*
 * Write the CDB for @tf into @cdb: 16 or 12 bytes long, as @cdb_length says. The flags
 * follow from the protocol: nothing, or data in, counted in COUNT (FPDMA: FEATURES).
 *
 * Returns 0, or -EINVAL when @cdb_length is neither, when @tf is a 48-bit command and
 * @cdb_length is 12, when a register is wider than the command's, when @tf has
 * auxiliary bits, or when its protocol is none of non-data, PIO-in, DMA, UDMA-in,
 * FPDMA: a command that sends data cannot be encoded.
 */
int sat_encode_cdb(const struct ata_taskfile *tf, uint8_t cdb_length, uint8_t *cdb);

/*
 * Take a pass-through CDB of 12, 16 or 32 bytes apart. @flags may be NULL.
 *
 * Returns 0, or -EINVAL when @cdb is no ATA PASS-THROUGH CDB of its length, or when
 * something is set that is reserved: a reserved byte, CONTROL, ICC, or the upper bytes
 * of a 28-bit command's registers.
 */
int sat_decode_cdb(const uint8_t *cdb, uint8_t cdb_length, struct ata_taskfile *tf,
		   struct sat_flags *flags);

/* The registers after an ATA command. */
struct ata_registers {
	uint8_t error;
	uint8_t status;
	uint8_t device;
	uint16_t count;
	uint64_t lba;    /* 24 bits unless @extend: bits 27:24 stay in @device */
	bool extend;     /* count and lba are as wide as a 48-bit command's */
	bool incomplete; /* fixed sense had no room for the upper bytes */
	bool stale;      /* only status and error belong to this command */
};

/*
 * Recover ATA registers from sense data (SAT-5 12.2.2.6, 12.2.2.7): the descriptor
 * layout, SAT's fixed layout, and the fixed layout of Linux before 6.11 with the
 * registers at byte 8.
 *
 * @sense is that of a pass-through command: after READ, fixed sense holds an LBA where
 * the registers would be.
 *
 * Returns 0, or -ENODATA when @sense carries no ATA registers. A STATUS of 0 is never a
 * drive's: such a set counts as none.
 */
int sat_decode_sense(const uint8_t *sense, size_t length, struct ata_registers *r);

/* Sense key, additional sense code and qualifier; -ENODATA when @sense holds none. */
struct scsi_sense {
	uint8_t key, asc, ascq;
	bool deferred;
	bool has_information; /* information is the LBA that failed, for READ */
	uint64_t information;
};
int scsi_decode_sense(const uint8_t *sense, size_t length, struct scsi_sense *s);

/*
 * How a request ended: first match decides (docs/sense.md).
 */
enum ata_outcome {
	ATA_OK,
	ATA_TIMED_OUT,     /* no answer in time; never to be repeated */
	ATA_RESET,         /* ended by a reset that another command caused */
	ATA_ABORTED,       /* ABRT: the drive does not know or refuses the command */
	ATA_UNCORRECTABLE, /* UNC */
	ATA_ID_NOT_FOUND,  /* IDNF: beyond the last sector, or not found */
	ATA_DEVICE_FAULT,  /* DF */
	ATA_INTERFACE_CRC, /* ICRC: the cable */
	ATA_OTHER_ERROR,   /* ERR without one of the bits above */
	ATA_LOCKED,        /* security locked */
	ATA_NOT_READY,
	ATA_UNIT_ATTENTION,
	ATA_NO_PASS_THROUGH, /* 05/20: the translator knows no pass-through */
	ATA_CDB_REJECTED,    /* 05/24: the translator refused a field */
	ATA_NO_REGISTERS,    /* success, but the registers asked for are missing */
	ATA_SHORT,           /* less data than asked for */
	ATA_GONE,            /* the drive is no longer there */
	ATA_NO_PERMISSION,   /* the kernel's filter: CAP_SYS_RAWIO */
	ATA_NOT_SCSI,        /* the node takes no SG_IO */
	ATA_HOST_ERROR,      /* any other errno or host status */
	ATA_BUSY,            /* SCSI status BUSY, RESERVATION CONFLICT, TASK SET FULL */
};

struct ata_result {
	enum ata_outcome outcome;
	bool has_registers;
	struct ata_registers registers;
	bool has_sense;
	struct scsi_sense sense;
};

/*
 * Judge @request after it came back. For a request that reads registers (CK_COND) a
 * success without them is ATA_NO_REGISTERS. @timeout: a command that ends without
 * registers after 0.95 of its time, or of the kernel's 7 s floor on block and bsg
 * nodes, was a time-out, whatever the status says (Linux hides it: libata-eh.c rebuilds
 * the result and DID_TIME_OUT is lost).
 */
void sat_judge(const struct sgio_request *request, enum sgio_node node,
	       struct ata_result *result);

/* One word for an outcome ("timeout", "aborted", …), for JSON and traces. */
const char *ata_outcome_name(enum ata_outcome outcome);

#endif
