/* SPDX-License-Identifier: BSD-2-Clause */
#include "sysfs_state.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

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

/*
 * Is kernel name @name disk @disk, or one of its partitions: "sda", "sda12"; behind a
 * digit "sr0p1", for "sr01" is no part of "sr0"?
 */
static bool is_part_of(const char *disk, const char *name)
{
	static const char digits[] = "0123456789";
	size_t length = strlen(disk);

	if (strncmp(name, disk, length) != 0)
		return false;
	name += length;
	if (*name && length && strchr(digits, disk[length - 1]) && *name++ != 'p')
		return false;
	return strspn(name, digits) == strlen(name);
}

/* The kernel writes blanks, tabs, newlines and backslashes as "\040" (proc(5)). */
static void unescape(char *text)
{
	char *to = text;

	while (*text) {
		unsigned int value;

		if (text[0] == '\\' && strspn(text + 1, "01234567") >= 3) {
			value = (unsigned int)(text[1] - '0') << 6 |
				(unsigned int)(text[2] - '0') << 3 |
				(unsigned int)(text[3] - '0');
			*to++ = (char)value;
			text += 4;
		} else {
			*to++ = *text++;
		}
	}
	*to = '\0';
}

static void add_mount(void *owner, const char *where)
{
	struct sysfs_state *state = owner;
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

/* What is looked for, and where it goes. */
struct search {
	const char *sysroot, *disk;
	sysfs_found *found;
	void *owner;
};

/* Kernel name of the device of a line: what comes after "/dev/". */
static bool names_disk(const char *disk, const char *source)
{
	return strncmp(source, "/dev/", 5) == 0 && is_part_of(disk, source + 5);
}

/* By "8:1", where the name is another: "/dev/root". btrfs has numbers of its own. */
static bool numbers_disk(const struct search *search, const char *number)
{
	char path[PATH_MAX], target[PATH_MAX];
	const char *name;
	ssize_t length;

	if (!sysfs_concat(path, PARTS(search->sysroot, "/sys/dev/block/", number)))
		return false;
	length = readlink(path, target, sizeof(target) - 1);
	if (length < 0)
		return false;
	target[length] = '\0';
	name = strrchr(target, '/');
	return name && is_part_of(search->disk, name + 1);
}

/* "36 35 8:1 / /mnt rw,noatime shared:1 - ext4 /dev/sda1 rw" (proc(5)). */
static void look_at_mount(const struct search *search, char *line)
{
	enum { NUMBER = 2, WHERE = 4, FIELDS };
	char *field[FIELDS] = {NULL}, *rest, *source;
	char *save = NULL;

	rest = strstr(line, " - ");
	if (!rest)
		return;
	*rest = '\0';
	rest += 3;
	for (int i = 0; i < FIELDS; i++)
		field[i] = strtok_r(i ? NULL : line, " ", &save);
	strtok_r(rest, " ", &save);
	source = strtok_r(NULL, " ", &save);
	if (!field[WHERE])
		return;
	if ((source && names_disk(search->disk, source)) ||
	    numbers_disk(search, field[NUMBER])) {
		unescape(field[WHERE]);
		search->found(search->owner, field[WHERE]);
	}
}

static void look_at_swap(const struct search *search, char *line)
{
	line[strcspn(line, " \t")] = '\0';
	if (names_disk(search->disk, line))
		search->found(search->owner, "swap");
}

/* Of a line that is too long, the beginning: the rest could look like a line. */
static void read_lines(const struct search *search, const char *name,
		       void (*look)(const struct search *search, char *line))
{
	char path[PATH_MAX], line[LINE_BYTES];
	bool continued = false;
	FILE *file;

	if (!sysfs_concat(path, PARTS(search->sysroot, name)))
		return;
	file = fopen(path, "re");
	if (!file)
		return;
	while (fgets(line, sizeof(line), file)) {
		size_t length = strcspn(line, "\n");
		bool whole = line[length] == '\n';

		line[length] = '\0';
		if (!continued)
			look(search, line);
		continued = !whole;
	}
	fclose(file);
}

/* Each name in @dir that does not begin with a dot, sorted: sda2 before sda10. */
static void each_entry(const struct search *search, const char *dir,
		       void (*look)(const struct search *search, const char *dir,
				    const char *name))
{
	struct dirent **entries;
	int count = scandir(dir, &entries, NULL, versionsort);

	if (count < 0)
		return;
	for (int i = 0; i < count; i++) {
		if (entries[i]->d_name[0] != '.')
			look(search, dir, entries[i]->d_name);
		free(entries[i]);
	}
	free(entries);
}

static void look_at_holder(const struct search *search, const char *dir,
			   const char *name)
{
	(void)dir;
	search->found(search->owner, name);
}

static void look_at_partition(const struct search *search, const char *dir,
			      const char *name)
{
	char path[PATH_MAX];

	if (is_part_of(search->disk, name) &&
	    sysfs_concat(path, PARTS(dir, "/", name, "/holders")))
		each_entry(search, path, look_at_holder);
}

void sysfs_state_mounts(const char *sysroot, const char *disk, sysfs_found *found,
			void *owner)
{
	const struct search search = {sysroot, disk, found, owner};

	read_lines(&search, "/proc/self/mountinfo", look_at_mount);
	read_lines(&search, "/proc/swaps", look_at_swap);
}

void sysfs_state_holders(const char *sysroot, const char *disk, sysfs_found *found,
			 void *owner)
{
	const struct search search = {sysroot, disk, found, owner};
	char path[PATH_MAX];

	if (sysfs_concat(path, PARTS(sysroot, "/sys/block/", disk, "/holders")))
		each_entry(&search, path, look_at_holder);
	if (sysfs_concat(path, PARTS(sysroot, "/sys/block/", disk)))
		each_entry(&search, path, look_at_partition);
}

static void keep_first_holder(void *owner, const char *name)
{
	struct sysfs_state *state = owner;
	size_t length = strnlen(name, sizeof(state->holder) - 1);

	if (!state->holder[0])
		memcpy(state->holder, name, length);
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

	sysfs_state_read_counts(sysroot, facts, state);
	if (!disk[0])
		return;
	sysfs_state_mounts(sysroot, disk, add_mount, state);
	sysfs_state_holders(sysroot, disk, keep_first_holder, state);
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
