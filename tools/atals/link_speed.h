/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef ATALS_LINK_SPEED_H
#define ATALS_LINK_SPEED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "identify.h"
#include "sgio.h"

/*
 * The serial link of a drive: what it runs at, and what its two ends can do. Speeds are
 * in bits a second, -1 where nothing says.
 */
enum link_verdict {
	LINK_UNKNOWN,
	LINK_FULL,  /* as fast as one end or the other can */
	LINK_BELOW, /* slower than both can */
};

struct link_speed {
	int64_t now;
	int64_t drive; /* most the drive can do: word 76 */
	int64_t host;  /* most the other end can do: an HBA's or a multiplier's port */
	bool host_is_controllers; /* host is what its AHCI controller says of itself */
	bool host_is_bound;       /* ... and this port of it may do less */
	enum link_verdict verdict;
};

/* What @now, @drive and @host come to. A bound proves LINK_FULL, never LINK_BELOW. */
enum link_verdict link_speed_judge(const struct link_speed *link);

/*
 * The link of the drive of @facts, with its IDENTIFY data @id, which may be NULL; on
 * the PCI device with the ids @pci, "8086:1c02", or "".
 *
 * Now: sata_spd of ata_link, set when the link was last reset; else word 77, where 0 is
 * not reported. Behind a bridge or an HBA that is the drive's own link to it. Host:
 * hw_sata_spd_limit, which libata knows only where firmware or libata.force set a
 * limit; else bits 23:20 of ahci_host_caps (AHCI 1.3.1, 3.1.1, Interface Speed
 * Support), unless the drive is behind a port multiplier.
 */
void link_speed_read(const char *sysroot, const struct sgio_facts *facts,
		     const struct ata_identify *id, struct link_speed *link);

/*
 * Judge @link, whose host figure is the controller's, again: the PCI device with ids
 * @pci ("8086:1c02") may be one whose ports differ.
 */
void link_speed_doubt(struct link_speed *link, const char *pci);

/*
 * "3.0/6.0/6.0!": now, drive, host in Gb/s, "-" for what is not known; "!" when the
 * link runs below what both ends can do, "?" when it may. 24 bytes are enough. False,
 * with nothing written, when nothing is known.
 */
bool link_speed_format(const struct link_speed *link, char *text, size_t size);

#endif
