/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef SGIO_SYSFS_STATE_H
#define SGIO_SYSFS_STATE_H

#include <stdbool.h>
#include <stdint.h>

#include "sgio.h"

/*
 * What the kernel counts of a drive while it runs, so that a measurement can tell
 * whether something changed under it. Read from sysfs and /proc alone, as sysfs.h;
 * nothing is sent. Numbers are -1, strings empty, where the kernel does not say.
 */
struct sysfs_state {
	/* A change of these says that the drive or its link is not what it was. */
	int64_t queue_depth; /* device/queue_depth: 1 when NCQ was turned off */
	int64_t link_bits_per_second; /* ata_link/…/sata_spd */
	int64_t spdn_count;  /* ata_device/…/spdn_cnt: slowed down so often */
	int64_t ioerr_count; /* device/ioerr_cnt */
	int64_t iotmo_count; /* device/iotmo_cnt */
	/* Requests of the block layer, /sys/block/…/stat: O_DIRECT and page cache, not
	 * SG_IO. */
	int64_t reads, read_sectors, writes, written_sectors, in_flight; /* 512 bytes */
	char runtime_status[16];
	char link_power_policy[32]; /* scsi_host/…/link_power_management_policy */
	/* The first mount point on it or one of its partitions ("swap" for swap), cut
	 * to fit, with the kernel's escapes ("\\040"); how many more there are; empty
	 * without any. */
	char mounted[64];
	unsigned int more_mounted;
	char holder[32]; /* first of …/holders, of it or a partition: "dm-0", "md0" */
};

void sysfs_state_read(const char *sysroot, const struct sgio_facts *facts,
		      struct sysfs_state *state);

/* The same without mounts and holders: quick enough for once a second. */
void sysfs_state_read_counts(const char *sysroot, const struct sgio_facts *facts,
			     struct sysfs_state *state);

/*
 * Who uses disk @disk ("sda", "dm-0"), itself or one of its partitions: @found is
 * called with @owner for each mount point ("swap" for swap), with the kernel's escapes,
 * and for each holder, those of the disk first, then its partitions'.
 */
typedef void sysfs_found(void *owner, const char *name);

void sysfs_state_mounts(const char *sysroot, const char *disk, sysfs_found *found,
			void *owner);
void sysfs_state_holders(const char *sysroot, const char *disk, sysfs_found *found,
			 void *owner);

/*
 * The first of the five fields above that differs, by its name in sysfs, with both
 * values; NULL when none does. What one of the two does not know counts as the same.
 */
const char *sysfs_state_changed(const struct sysfs_state *before,
				const struct sysfs_state *after, int64_t *was,
				int64_t *is);

#endif
