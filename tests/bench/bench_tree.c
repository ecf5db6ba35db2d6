/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A synthetic sysfs of many drives: bench_tree DIR COUNT. Eight AHCI ports to a
 * controller, everything that lsblk and atals read of a drive; laid out as
 * tests/cli/trees.sh does, which explains it.
 */
#include <errno.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char *root;

static void die(const char *what)
{
	perror(what);
	exit(EXIT_FAILURE);
}

static void make_parents(char *path)
{
	for (char *slash = strchr(path + 1, '/'); slash;
	     slash = strchr(slash + 1, '/')) {
		*slash = '\0';
		if (mkdir(path, 0777) && errno != EEXIST)
			die(path);
		*slash = '/';
	}
}

__attribute__((format(printf, 2, 3))) static void join(char path[static PATH_MAX],
						       const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	if (vsnprintf(path, PATH_MAX, format, arguments) >= PATH_MAX)
		die(path);
	va_end(arguments);
}

/* File @name below sys/ holds @format. */
__attribute__((format(printf, 3, 4))) static void put(const char *dir, const char *name,
						      const char *format, ...)
{
	char path[PATH_MAX];
	va_list arguments;
	FILE *file;

	join(path, "%s/sys/%s/%s", root, dir, name);
	file = fopen(path, "w");
	if (!file && errno == ENOENT) {
		make_parents(path);
		file = fopen(path, "w");
	}
	if (!file)
		die(path);
	va_start(arguments, format);
	vfprintf(file, format, arguments);
	va_end(arguments);
	if (fclose(file))
		die(path);
}

/* An empty one. */
static void make_directory(const char *dir, const char *name)
{
	char path[PATH_MAX];

	join(path, "%s/sys/%s/%s", root, dir, name);
	if (mkdir(path, 0777))
		die(path);
}

/* A relative link, as the kernel's: up to sys/, then down. */
static void put_link(const char *dir, const char *name, const char *target)
{
	char path[PATH_MAX], to[PATH_MAX];
	size_t used = 0;

	join(path, "%s/sys/%s/%s", root, dir, name);
	make_parents(path);
	for (const char *at = path + strlen(root) + strlen("/sys/");
	     (at = strchr(at, '/')); at++)
		used += (size_t)snprintf(to + used, sizeof(to) - used, "../");
	snprintf(to + used, sizeof(to) - used, "%s", target);
	if (symlink(to, path))
		die(path);
}

/* sda, ..., sdz, sdaa, ...: drivers/scsi/sd.c, sd_format_disk_name(). */
static void disk_name(unsigned int number, char name[static 16])
{
	char letters[8], *at = letters + sizeof(letters) - 1;

	*at = '\0';
	do {
		*--at = (char)('a' + number % 26);
		number /= 26;
	} while (number-- > 0);
	snprintf(name, 16, "sd%s", at);
}

/* Words of a drive: model, serial, SATA at 6 Gb/s, NCQ 32, 7200 rpm. */
static void put_identify(const char *dir, unsigned int number)
{
	char text[1400];
	unsigned short word[256] = {
		[0] = 0x0040,   [49] = 0x2f00,  [53] = 0x0007,  [75] = 0x001f,
		[76] = 0x010e,  [77] = 0x0006,  [80] = 0x07f0,  [83] = 0x7d01,
		[84] = 0x4163,  [85] = 0x0001,  [87] = 0x4163,  [108] = 0x5000,
		[109] = 0xc500, [217] = 0x1c20, [222] = 0x10ff,
	};
	char model[41], serial[21], firmware[9];
	size_t used = 0;

	snprintf(serial, sizeof(serial), "SN-BENCH-%011u", number);
	snprintf(firmware, sizeof(firmware), "FW-%05u", number % 7);
	snprintf(model, sizeof(model), "%-40s", "Example Disk of a bench");
	for (int i = 0; i < 10; i++)
		word[10 + i] = (unsigned short)(serial[2 * i] << 8 | serial[2 * i + 1]);
	for (int i = 0; i < 4; i++)
		word[23 + i] =
			(unsigned short)(firmware[2 * i] << 8 | firmware[2 * i + 1]);
	for (int i = 0; i < 20; i++)
		word[27 + i] = (unsigned short)(model[2 * i] << 8 | model[2 * i + 1]);
	word[110] = (unsigned short)(number >> 16);
	word[111] = (unsigned short)number;
	for (int i = 0; i < 256; i++)
		used += (size_t)snprintf(text + used, sizeof(text) - used, "%04x%c",
					 word[i], (i + 1) % 8 ? ' ' : '\n');
	put(dir, "id", "%s", text);
}

static void put_host(const char *port, unsigned int number)
{
	char dir[PATH_MAX], name[16];

	snprintf(name, sizeof(name), "host%u", number);
	join(dir, "%s/%s/scsi_host/%s", port, name, name);
	put(dir, "proc_name", "ahci\n");
	put(dir, "ahci_host_caps", "c734ff07\n");
	put(dir, "link_power_management_policy", "max_performance\n");
	put_link("class/scsi_host", name, dir);
	snprintf(name, sizeof(name), "ata%u", number + 1);
	join(dir, "%s/ata_port/%s", port, name);
	put(dir, "nr_pmp_links", "0\n");
	put_link("class/ata_port", name, dir);
}

static void put_ata(const char *port, unsigned int number)
{
	char dir[PATH_MAX], name[16];

	snprintf(name, sizeof(name), "link%u", number + 1);
	join(dir, "%s/%s/ata_link/%s", port, name, name);
	put(dir, "sata_spd", "6.0 Gbps\n");
	put(dir, "hw_sata_spd_limit", "<unknown>\n");
	put_link("class/ata_link", name, dir);
	snprintf(name, sizeof(name), "dev%u.0", number + 1);
	join(dir, "%s/link%u/%s/ata_device/%s", port, number + 1, name, name);
	put(dir, "class", "ata\n");
	put(dir, "spdn_cnt", "0\n");
	put(dir, "dma_mode", "XFER_UDMA_6\n");
	put_identify(dir, number);
	put_link("class/ata_device", name, dir);
}

static void put_scsi(const char *scsi, const char *address, unsigned int number)
{
	char dir[PATH_MAX], name[16];

	put(scsi, "type", "0\n");
	put(scsi, "vendor", "ATA     \n");
	put(scsi, "model", "Example Disk of \n");
	put(scsi, "rev", "FW-0\n");
	put(scsi, "queue_depth", "32\n");
	put(scsi, "state", "running\n");
	put(scsi, "ioerr_cnt", "0x0\n");
	put(scsi, "iotmo_cnt", "0x0\n");
	put(scsi, "iorequest_cnt", "0x1f3\n");
	put(scsi, "power/runtime_status", "active\n");
	join(dir, "%s/scsi_device/%s", scsi, address);
	put_link(dir, "device", scsi);
	put_link("class/scsi_device", address, dir);
	snprintf(name, sizeof(name), "sg%u", number);
	join(dir, "%s/scsi_generic/%s", scsi, name);
	put_link(dir, "device", scsi);
	put_link(dir, "subsystem", "class/scsi_generic");
	put_link("class/scsi_generic", name, dir);
}

static void put_block(const char *scsi, unsigned int number)
{
	/* 16 minors a disk: sd.c, sd_major() and sd_probe(), without its wrapping. */
	unsigned int major = 8 + number / 16, minor = number % 16 * 16;
	char dir[PATH_MAX], name[16], device[16];

	disk_name(number, name);
	snprintf(device, sizeof(device), "%u:%u", major, minor);
	join(dir, "%s/block/%s", scsi, name);
	put(dir, "dev", "%s\n", device);
	put(dir, "uevent", "MAJOR=%u\nMINOR=%u\nDEVNAME=%s\nDEVTYPE=disk\n", major,
	    minor, name);
	put(dir, "size", "7814037168\n");
	put(dir, "removable", "0\n");
	put(dir, "ro", "0\n");
	put(dir, "stat", "301 12 24080 190 17 3 136 9 0 200 199 0 0 0 0 0 0\n");
	put(dir, "queue/logical_block_size", "512\n");
	put(dir, "queue/physical_block_size", "4096\n");
	put(dir, "queue/max_hw_sectors_kb", "32767\n");
	put(dir, "queue/rotational", "1\n");
	make_directory(dir, "holders");
	make_directory(dir, "slaves");
	put_link(dir, "device", scsi);
	put_link(dir, "subsystem", "class/block");
	put_link("class/block", name, dir);
	put_link("block", name, dir);
	put_link("dev/block", device, dir);
}

static void put_drive(unsigned int number)
{
	char port[PATH_MAX], scsi[PATH_MAX], pci[16], address[32];

	snprintf(pci, sizeof(pci), "0000:%02x:%02x.0", 1 + number / 128,
		 number / 8 % 16);
	join(port, "devices/pci0000:00/%s/ata%u", pci, number + 1);
	snprintf(address, sizeof(address), "%u:0:0:0", number);
	join(scsi, "%s/host%u/target%u:0:0/%s", port, number, number, address);
	put_host(port, number);
	put_ata(port, number);
	put_scsi(scsi, address, number);
	put_block(scsi, number);
	if (number % 8)
		return;
	*strrchr(port, '/') = '\0';
	put(port, "vendor", "0x8086\n");
	put(port, "device", "0xa352\n");
	put_link("bus/pci/devices", pci, port);
}

int main(int argc, char **argv)
{
	unsigned long count = argc == 3 ? strtoul(argv[2], NULL, 10) : 0;

	if (!count || count > 4096) {
		fputs("usage: bench_tree DIR COUNT\n", stderr);
		return EXIT_FAILURE;
	}
	root = argv[1];
	if (mkdir(root, 0777) && errno != EEXIST)
		die(root);
	for (unsigned int i = 0; i < count; i++)
		put_drive(i);
	return EXIT_SUCCESS;
}
