/* SPDX-License-Identifier: BSD-2-Clause */
#include "link_speed.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "attribute.h"

static int64_t lesser(int64_t a, int64_t b)
{
	return a < b ? a : b;
}

/* Slower than what both ends can do, if the host's figure is taken as it is. */
static bool is_below(const struct link_speed *link)
{
	return link->now > 0 && link->drive > 0 && link->host > 0 &&
	       link->now < lesser(link->drive, link->host);
}

enum link_verdict link_speed_judge(const struct link_speed *link)
{
	if (link->now <= 0)
		return LINK_UNKNOWN;
	if ((link->drive > 0 && link->now >= link->drive) ||
	    (link->host > 0 && link->now >= link->host))
		return LINK_FULL;
	return is_below(link) && !link->host_is_bound ? LINK_BELOW : LINK_UNKNOWN;
}

/*
 * AHCI controllers that have ports of 6 Gb/s and of 3 Gb/s, and say 6 Gb/s of all:
 * Intel's 6 to 8 series and C600 (datasheets, "SATA": which ports are fast depends on
 * the model, and on straps).
 */
static bool has_slower_ports(const char *pci)
{
	// clang-format off
	static const char *const ids[] = {
		"8086:1c02", "8086:1c03", /* 6 series */
		"8086:1d02",              /* C600 */
		"8086:1e02", "8086:1e03", /* 7 series */
		"8086:8c02", "8086:8c03", /* 8 series */
		"8086:9c02", "8086:9c03", /* 8 series, low power */
		/* RAID mode of these and of later ones. */
		"8086:2822", "8086:2826", "8086:282a",
	};
	// clang-format on

	for (size_t i = 0; i < sizeof(ids) / sizeof(ids[0]); i++) {
		if (!strcmp(pci, ids[i]))
			return true;
	}
	return false;
}

/* Interface Speed Support: 1, 2 and 3 are generations, all else is reserved. */
static int64_t controller_speed(const char *sysroot, const struct sgio_facts *facts)
{
	static const int64_t speeds[] = {-1, 1500000000, 3000000000, 6000000000};
	char host[8], path[PATH_MAX], text[16], *end;
	size_t length = strcspn(facts->scsi_address, ":");
	unsigned long caps, generation;

	if (!length || length >= sizeof(host))
		return -1;
	memcpy(host, facts->scsi_address, length);
	host[length] = '\0';
	if (!sysfs_concat(path, PARTS(sysroot, "/sys/class/scsi_host/host", host)))
		return -1;
	sysfs_read_text(path, "ahci_host_caps", text, sizeof(text));
	caps = strtoul(text, &end, 16);
	generation = caps >> 20 & 0xf;
	if (end == text || generation >= sizeof(speeds) / sizeof(speeds[0]))
		return -1;
	return speeds[generation];
}

void link_speed_read(const char *sysroot, const struct sgio_facts *facts,
		     const struct ata_identify *id, struct link_speed *link)
{
	*link = (struct link_speed){
		.now = facts->link_bits_per_second,
		.drive = -1,
		.host = facts->host_max_bits_per_second,
	};
	if (id) {
		/* 0 is no speed, and stands for "not reported". */
		link->drive = (int64_t)ata_fact_number(id, ATA_LINK_MAX, 0);
		if (link->now <= 0)
			link->now = (int64_t)ata_fact_number(id, ATA_LINK_NOW, 0);
	}
	if (link->host <= 0 && facts->bus == SGIO_BUS_ATA && !facts->port_multiplier) {
		link->host = controller_speed(sysroot, facts);
		link->host_is_controllers = link->host > 0;
	}
	link->verdict = link_speed_judge(link);
}

void link_speed_doubt(struct link_speed *link, const char *pci)
{
	link->host_is_bound = link->host_is_controllers && has_slower_ports(pci);
	link->verdict = link_speed_judge(link);
}

static void put_speed(FILE *out, int64_t speed, const char *after)
{
	if (speed > 0)
		fprintf(out, "%.1f%s", (double)speed / 1e9, after);
	else
		fprintf(out, "-%s", after);
}

bool link_speed_format(const struct link_speed *link, char *text, size_t size)
{
	FILE *out;

	if (link->now <= 0 && link->drive <= 0 && link->host <= 0)
		return false;
	out = fmemopen(text, size, "w");
	if (!out)
		return false;
	put_speed(out, link->now, "/");
	put_speed(out, link->drive, "/");
	put_speed(out, link->host, "");
	if (link->verdict == LINK_BELOW)
		fputc('!', out);
	else if (is_below(link))
		fputc('?', out);
	fclose(out);
	return true;
}
