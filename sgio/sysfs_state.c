/* SPDX-License-Identifier: BSD-2-Clause */
#include "sysfs_state.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "attribute.h"

enum { LINE_BYTES = 4096 };

/* Numbers of the line in "…/stat" (Documentation/block/stat.rst), from 0. */
enum {
	STAT_READS = 0,
	STAT_READ_SECTORS = 2,
	STAT_WRITES = 4,
	STAT_WRITTEN = 6,
	STAT_IN_FLIGHT = 8,
	STAT_FIELDS
};

static void read_stat(const char *block, struct sysfs_state *state)
{
	int64_t field[STAT_FIELDS];
	char text[512], *at = text;
	int i;

	sysfs_read_text(block, "stat", text, sizeof(text));
	for (i = 0; i < STAT_FIELDS; i++) {
		char *end;

		field[i] = strtoll(at, &end, 10);
		if (end == at)
			return;
		at = end;
	}
	state->reads = field[STAT_READS];
	state->read_sectors = field[STAT_READ_SECTORS];
	state->writes = field[STAT_WRITES];
	state->written_sectors = field[STAT_WRITTEN];
	state->in_flight = field[STAT_IN_FLIGHT];
}

/* The counters of a SCSI device are hexadecimal: "0x1f". */
static int64_t read_hex(const char *dir, const char *name)
{
	char text[32], *end;
	int64_t value;

	sysfs_read_text(dir, name, text, sizeof(text));
	value = strtoll(text, &end, 16);
	return end == text ? -1 : value;
}

static void read_device(const char *block, struct sysfs_state *state)
{
	char device[PATH_MAX];

	if (!sysfs_concat(device, PARTS(block, "/device")))
		return;
	state->queue_depth = sysfs_read_number(device, "queue_depth", 1);
	state->ioerr_count = read_hex(device, "ioerr_cnt");
	state->iotmo_count = read_hex(device, "iotmo_cnt");
	sysfs_read_text(device, "power/runtime_status", state->runtime_status,
			sizeof(state->runtime_status));
}

static void read_link(const char *sysroot, const struct sgio_facts *facts,
		      struct sysfs_state *state)
{
	char path[PATH_MAX];
	size_t host = strcspn(facts->scsi_address, ":");
	char name[16] = "host";

	if (facts->ata_link[0] &&
	    sysfs_concat(path, PARTS(sysroot, "/sys/class/ata_link/", facts->ata_link)))
		state->link_bits_per_second = sysfs_read_speed(path, "sata_spd");
	if (facts->ata_device[0] &&
	    sysfs_concat(path,
			 PARTS(sysroot, "/sys/class/ata_device/", facts->ata_device)))
		state->spdn_count = sysfs_read_number(path, "spdn_cnt", 1);
	if (!host || host > 8)
		return;
	memcpy(name + 4, facts->scsi_address, host);
	name[4 + host] = '\0';
	if (sysfs_concat(path, PARTS(sysroot, "/sys/class/scsi_host/", name)))
		sysfs_read_text(path, "link_power_management_policy",
				state->link_power_policy,
				sizeof(state->link_power_policy));
}

/* Is kernel name @name disk @disk, or one of its partitions ("sda", "sda12")? */
static bool is_part_of(const char *disk, const char *name)
{
	size_t length = strlen(disk);

	if (strncmp(name, disk, length) != 0)
		return false;
	name += length;
	if (*name == 'p' && length && disk[length - 1] >= '0' &&
	    disk[length - 1] <= '9')
		name++;
	return strspn(name, "0123456789") == strlen(name);
}

static void add_mount(struct sysfs_state *state, const char *where)
{
	size_t length = strlen(where);

	if (state->mounted[0]) {
		state->more_mounted++;
		return;
	}
	if (length >= sizeof(state->mounted))
		length = sizeof(state->mounted) - 1;
	memcpy(state->mounted, where, length);
	state->mounted[length] = '\0';
}

/* Kernel name of the device of a line: what comes after "/dev/". */
static bool names_disk(const char *disk, const char *source)
{
	return strncmp(source, "/dev/", 5) == 0 && is_part_of(disk, source + 5);
}

/* "36 35 8:1 / /mnt rw,noatime shared:1 - ext4 /dev/sda1 rw" (proc(5)). */
static void look_at_mount(const char *disk, char *line, struct sysfs_state *state)
{
	char *field[5] = {NULL}, *rest, *source;
	char *save = NULL;

	rest = strstr(line, " - ");
	if (!rest)
		return;
	*rest = '\0';
	rest += 3;
	for (int i = 0; i < 5; i++)
		field[i] = strtok_r(i ? NULL : line, " ", &save);
	strtok_r(rest, " ", &save);
	source = strtok_r(NULL, " ", &save);
	if (field[4] && source && names_disk(disk, source))
		add_mount(state, field[4]);
}

static void look_at_swap(const char *disk, char *line, struct sysfs_state *state)
{
	line[strcspn(line, " \t")] = '\0';
	if (names_disk(disk, line))
		add_mount(state, "swap");
}

static void read_lines(const char *sysroot, const char *name, const char *disk,
		       struct sysfs_state *state,
		       void (*look)(const char *disk, char *line,
				    struct sysfs_state *state))
{
	char path[PATH_MAX], line[LINE_BYTES];
	FILE *file;

	if (!sysfs_concat(path, PARTS(sysroot, name)))
		return;
	file = fopen(path, "re");
	if (!file)
		return;
	while (fgets(line, sizeof(line), file)) {
		line[strcspn(line, "\n")] = '\0';
		look(disk, line, state);
	}
	fclose(file);
}

static void read_holder(const char *dir, struct sysfs_state *state)
{
	char path[PATH_MAX];
	struct dirent *entry;
	DIR *holders;

	if (state->holder[0] || !sysfs_concat(path, PARTS(dir, "/holders")))
		return;
	holders = opendir(path);
	if (!holders)
		return;
	while ((entry = readdir(holders)) && !state->holder[0]) {
		size_t length = strnlen(entry->d_name, sizeof(state->holder) - 1);

		if (entry->d_name[0] != '.')
			memcpy(state->holder, entry->d_name, length);
	}
	closedir(holders);
}

static void read_holders(const char *block, const char *disk, struct sysfs_state *state)
{
	char path[PATH_MAX];
	struct dirent *entry;
	DIR *parts;

	read_holder(block, state);
	parts = opendir(block);
	if (!parts)
		return;
	while ((entry = readdir(parts))) {
		if (is_part_of(disk, entry->d_name) &&
		    sysfs_concat(path, PARTS(block, "/", entry->d_name)))
			read_holder(path, state);
	}
	closedir(parts);
}

void sysfs_state_read_counts(const char *sysroot, const struct sgio_facts *facts,
			     struct sysfs_state *state)
{
	char block[PATH_MAX];

	*state = (struct sysfs_state){
		.queue_depth = -1,
		.link_bits_per_second = -1,
		.spdn_count = -1,
		.ioerr_count = -1,
		.iotmo_count = -1,
		.reads = -1,
		.read_sectors = -1,
		.writes = -1,
		.written_sectors = -1,
		.in_flight = -1,
	};
	if (!facts->block_name[0] ||
	    !sysfs_concat(block, PARTS(sysroot, "/sys/block/", facts->block_name)))
		return;
	read_stat(block, state);
	read_device(block, state);
	read_link(sysroot, facts, state);
}

void sysfs_state_read(const char *sysroot, const struct sgio_facts *facts,
		      struct sysfs_state *state)
{
	const char *disk = facts->block_name;
	char block[PATH_MAX];

	sysfs_state_read_counts(sysroot, facts, state);
	if (!disk[0] || !sysfs_concat(block, PARTS(sysroot, "/sys/block/", disk)))
		return;
	read_lines(sysroot, "/proc/self/mountinfo", disk, state, look_at_mount);
	read_lines(sysroot, "/proc/swaps", disk, state, look_at_swap);
	read_holders(block, disk, state);
}

static bool differs(int64_t before, int64_t after)
{
	return before >= 0 && after >= 0 && before != after;
}

const char *sysfs_state_changed(const struct sysfs_state *before,
				const struct sysfs_state *after, int64_t *was,
				int64_t *is)
{
	const struct {
		const char *name;
		int64_t before, after;
	} fields[] = {
		{"queue_depth", before->queue_depth, after->queue_depth},
		{"sata_spd", before->link_bits_per_second, after->link_bits_per_second},
		{"spdn_cnt", before->spdn_count, after->spdn_count},
		{"iotmo_cnt", before->iotmo_count, after->iotmo_count},
		{"ioerr_cnt", before->ioerr_count, after->ioerr_count},
	};

	for (size_t i = 0; i < sizeof(fields) / sizeof(fields[0]); i++) {
		if (differs(fields[i].before, fields[i].after)) {
			*was = fields[i].before;
			*is = fields[i].after;
			return fields[i].name;
		}
	}
	return NULL;
}
