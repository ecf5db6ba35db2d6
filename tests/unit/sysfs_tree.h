/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef SYSFS_TREE_H
#define SYSFS_TREE_H

/*
 * A synthetic sysfs, laid out as Linux 6.1 does: devices below /sys/devices, symbolic
 * links to them in class/ and dev/.
 */
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "sysfs.h"
#include "unit.h"

static char top[] = "/tmp/test_sysfs.XXXXXX";
/* A component that looks like an ATA port must not be taken for one. */
static char root[sizeof(top) + sizeof("/ata9/usb9")];

static void join(char path[static PATH_MAX], const char *dir, const char *name)
{
	ck_assert_int_lt(snprintf(path, PATH_MAX, "%s/%s", dir, name), PATH_MAX);
}

static void full(char path[static PATH_MAX], const char *name)
{
	ck_assert_int_lt(snprintf(path, PATH_MAX, "%s/sys/%s", root, name), PATH_MAX);
}

/* Make the directories that lead to @path. */
static void make_parents(const char *path)
{
	char dir[PATH_MAX];

	for (const char *slash = strchr(path + 1, '/'); slash;
	     slash = strchr(slash + 1, '/')) {
		snprintf(dir, sizeof(dir), "%.*s", (int)(slash - path), path);
		ck_assert(!mkdir(dir, 0777) || errno == EEXIST);
	}
}

static void put_bytes(const char *name, const void *bytes, size_t length)
{
	char path[PATH_MAX];
	FILE *file;

	full(path, name);
	make_parents(path);
	file = fopen(path, "w");
	ck_assert_ptr_nonnull(file);
	ck_assert_uint_eq(fwrite(bytes, 1, length, file), length);
	ck_assert(!fclose(file));
}

static void put(const char *dir, const char *name, const char *text)
{
	char path[PATH_MAX];

	if (!text)
		return;
	join(path, dir, name);
	put_bytes(path, text, strlen(text));
}

/* A symbolic link below sys/ to another name below sys/. */
static void put_link(const char *name, const char *target)
{
	char path[PATH_MAX], to[PATH_MAX];

	full(path, name);
	full(to, target);
	make_parents(path);
	make_parents(to);
	ck_assert(!mkdir(to, 0777) || errno == EEXIST);
	ck_assert(!symlink(to, path));
}

static void put_link_in(const char *dir, const char *name, const char *target)
{
	char path[PATH_MAX];

	join(path, dir, name);
	put_link(path, target);
}

/* A device of class @class at @dir, found by name and by number. */
static void put_node(const char *dir, const char *class, const char *number)
{
	char target[PATH_MAX];

	join(target, "class", class);
	put_link_in(dir, "subsystem", target);
	if (!number)
		return;
	put_link_in(target, strrchr(dir, '/') + 1, dir);
	put_link_in(strcmp(class, "block") ? "dev/char" : "dev/block", number, dir);
}

struct scsi_device {
	const char *dir; /* below devices/, ends in H:C:I:L */
	const char *block, *block_number, *sg, *sg_number, *proc_name;
	const char *vendor, *model, *rev, *type, *queue_depth, *runtime_status;
	const char *size, *logical, *physical, *max_kb;
};

static void put_children(const char *dir, const struct scsi_device *d)
{
	char class[PATH_MAX], node[PATH_MAX];

	if (d->block) {
		join(class, dir, "block");
		join(node, class, d->block);
		put_node(node, "block", d->block_number);
		put_link_in(node, "device", dir);
		put(node, "size", d->size);
		put(node, "queue/logical_block_size", d->logical);
		put(node, "queue/physical_block_size", d->physical);
		put(node, "queue/max_hw_sectors_kb", d->max_kb);
	}
	if (d->sg) {
		join(class, dir, "scsi_generic");
		join(node, class, d->sg);
		put_node(node, "scsi_generic", d->sg_number);
		put_link_in(node, "device", dir);
	}
}

static void put_scsi(const struct scsi_device *d)
{
	char dir[PATH_MAX], name[PATH_MAX];
	const char *address = strrchr(d->dir, '/') + 1;

	join(dir, "devices", d->dir);
	put(dir, "type", d->type);
	put(dir, "vendor", d->vendor);
	put(dir, "model", d->model);
	put(dir, "rev", d->rev);
	put(dir, "queue_depth", d->queue_depth);
	put(dir, "power/runtime_status", d->runtime_status);
	put_children(dir, d);
	snprintf(name, sizeof(name), "class/scsi_device/%s/device", address);
	put_link(name, dir);
	snprintf(name, sizeof(name), "class/scsi_host/host%.*s",
		 (int)strcspn(address, ":"), address);
	put(name, "proc_name", d->proc_name);
}

#define AHCI "pci0000:00/0000:00:1f.2/ata1/host0/target0:0:0/0:0:0:0"
#define PIIX "pci0000:00/0000:00:1f.1/ata2/host1/target1:0:1/1:0:1:0"
#define PMP "pci0000:00/0000:03:00.0/ata4/host3/target3:2:0/3:2:0:0"
#define USB "pci0000:00/0000:00:14.0/usb2/2-1/2-1:1.0/host6/target6:0:0/6:0:0:0"
#define SAS "pci0000:00/0000:05:00.0/host7/port-7:0/end_device-7:0/target7:0:0/7:0:0:0"
#define RAID "pci0000:00/0000:06:00.0/host8/target8:2:0/8:2:0:0"
#define VIRTIO "pci0000:00/0000:00:05.0/virtio2/host9/target9:0:0/9:0:0:0"
#define DEBUG "pseudo_0/adapter0/host10/target10:0:0/10:0:0:0"
#define BARE "pci0000:00/0000:00:1f.2/ata20/host20/target20:0:0/20:0:0:0"

/* clang-format off */
static const struct scsi_device devices[] = {
	{AHCI, "sda", "8:0", "sg0", "21:0", "ahci\n",
	 "ATA     \n", "ST3000DM008-2DM1\n", "0001\n", "0\n", "32\n", "active\n",
	 "5860533168\n", "512\n", "4096\n", "32767\n"},
	{PIIX, "sdb", "8:16", "sg1", "21:1", "ata_piix\n",
	 "ATA     \n", "QEMU HARDDISK   \n", "2.5+\n", "0\n", "1\n", "active\n",
	 "2097152\n", "512\n", "512\n", "128\n"},
	{PMP, "sdc", "8:32", "sg2", "21:2", "ahci\n",
	 "ATA     \n", "HGST HUS726T4TAL\n", "W984\n", "20\n", "31\n", "suspended\n",
	 "7814037168\n", "4096\n", "4096\n", "32767\n"},
	{USB, "sdd", "8:48", "sg3", "21:3", "(null)\n",
	 "JMicron \n", "Generic         \n", "0508\n", "0\n", "30\n", "suspending\n",
	 "1000215216\n", "512\n", "512\n", "512\n"},
	{SAS, "sde", "8:64", "sg4", "21:4", "mpt3sas\n",
	 "ATA     \n", "WDC WUH721816ALE\n", "W210\n", "0\n", "254\n", "active\n",
	 "31251759104\n", "512\n", "4096\n", "4096\n"},
	{RAID, "sdf", "8:80", "sg5", "21:5", "megaraid_sas\n",
	 "BROADCOM\n", "MR9560-16i      \n", "5.28\n", "0\n", "256\n", "active\n",
	 "31251759104\n", "512\n", "4096\n", "1024\n"},
	{VIRTIO, "sdg", "8:96", "sg6", "21:6", "virtio_scsi\n",
	 "QEMU    \n", "QEMU HARDDISK   \n", "2.5+\n", "0\n", "128\n", "active\n",
	 "2097152\n", "512\n", "512\n", "32767\n"},
	{DEBUG, "sdh", "8:112", "sg7", "21:7", "scsi_debug\n",
	 "Linux   \n", "scsi_debug      \n", "0191\n", "0\n", "192\n", "active\n",
	 "16384\n", "512\n", "512\n", "4096\n"},
	{.dir = BARE, .block = "sdi", .block_number = "8:128", .sg = "sg8",
	 .sg_number = "21:8", .type = "0\n"},
};
/* clang-format on */

static void put_ata(void)
{
	put("class/ata_port/ata1", "nr_pmp_links", "0\n");
	put("class/ata_link/link1", "sata_spd", "3.0 Gbps\n");
	put("class/ata_link/link1", "hw_sata_spd_limit", "6.0 Gbps\n");
	put("class/ata_port/ata2", "nr_pmp_links", "0\n");
	put("class/ata_link/link2", "sata_spd", "<unknown>\n");
	put("class/ata_link/link2", "hw_sata_spd_limit", "<unknown>\n");
	put("class/ata_port/ata4", "nr_pmp_links", "5\n");
	put("class/ata_link/link4", "sata_spd", "6.0 Gbps\n");
	put("class/ata_link/link4.2", "sata_spd", "1.5 Gbps\n");
	put("class/ata_link/link4.2", "hw_sata_spd_limit", "3.0 Gbps\n");
}

/* Nodes that lead to no SCSI device. */
static void put_others(void)
{
	put_node("devices/pci0000:00/0000:07:00.0/nvme/nvme0/nvme0n1", "block",
		 "259:0");
	put("devices/pci0000:00/0000:07:00.0/nvme/nvme0/nvme0n1", "size",
	    "1000215216\n");
	put_node("devices/pci0000:00/0000:07:00.0/nvme/nvme0", "nvme", "240:0");
	put_node("devices/virtual/nvme-generic/ng0n1", "nvme-generic", "241:0");
	put_node("devices/pci0000:00/0000:00:06.0/virtio3/block/vda", "block", "253:0");
	put_node("devices/virtual/block/loop0", "block", "7:0");
	put_node("devices/virtual/mem/null", "mem", "1:3");
	put_node("devices/pci0000:00/0000:05:00.0/host7/bsg/sas_host7", "bsg", "250:9");
	put_link("devices/pci0000:00/0000:05:00.0/host7/bsg/sas_host7/device",
		 "devices/pci0000:00/0000:05:00.0/host7");
}

static void build(void)
{
	ck_assert_ptr_nonnull(mkdtemp(top));
	snprintf(root, sizeof(root), "%s/ata9/usb9", top);
	for (size_t i = 0; i < sizeof(devices) / sizeof(devices[0]); i++)
		put_scsi(&devices[i]);
	put_ata();
	put_others();
	put_link("devices/" USB "/driver", "bus/scsi/drivers/sd");
	put_link("devices/pci0000:00/0000:00:14.0/usb2/2-1/2-1:1.0/driver",
		 "bus/usb/drivers/uas");
	put_link("devices/pci0000:00/0000:00:14.0/driver", "bus/pci/drivers/xhci_hcd");
	put("devices/pci0000:00/0000:00:14.0/usb2/2-1", "idVendor", "152d\n");
	put("devices/pci0000:00/0000:00:14.0/usb2/2-1", "idProduct", "0578\n");
	put("devices/pci0000:00/0000:00:14.0/usb2", "idVendor", "1d6b\n");
	put("devices/pci0000:00/0000:00:14.0/usb2", "idProduct", "0003\n");
	put_node("devices/" AHCI "/block/sda/sda1", "block", "8:1");
	put("devices/" AHCI "/block/sda/sda1", "partition", "1\n");
	put("devices/" AHCI "/block/sda/sda1", "size", "2048\n");
	put_node("devices/" AHCI "/bsg/0:0:0:0", "bsg", "250:0");
	put_link("devices/" AHCI "/bsg/0:0:0:0/device", "devices/" AHCI);
}

static void remove_tree(void)
{
	char command[sizeof(top) + sizeof("rm -rf ")];

	snprintf(command, sizeof(command), "rm -rf %s", top);
	ck_assert_int_eq(system(command), 0);
}

#define COUNT(table) ((int)(sizeof(table) / sizeof((table)[0])))

#endif
