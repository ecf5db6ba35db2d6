/* SPDX-License-Identifier: BSD-2-Clause */
#include "sysfs.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>

#include "attribute.h"
#include "facts.h"

enum { SG_MAJOR = 21 }; /* Documentation/admin-guide/devices.txt */

static const char *last_component(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
}

/* Cut the last component off; false when only one is left. */
static bool to_parent(char *path)
{
	char *slash = strrchr(path, '/');

	if (!slash || slash == path)
		return false;
	*slash = '\0';
	return true;
}

static void copy_text(char *to, size_t size, const char *from, size_t length)
{
	if (length >= size)
		length = size - 1;
	memcpy(to, from, length);
	to[length] = '\0';
}

static void copy_name(char *to, size_t size, const char *from)
{
	copy_text(to, size, from, strlen(from));
}

/*
 * The first component of @path, below /sys/devices, that is @prefix and a number; NULL
 * when none is.
 */
static const char *find_component(const char *path, const char *prefix, size_t *length)
{
	size_t prefix_length = strlen(prefix);
	const char *name = strstr(path, "/sys/devices/");

	while (name && (name = strchr(name, '/'))) {
		name++;
		if (strncmp(name, prefix, prefix_length) != 0 ||
		    !strspn(name + prefix_length, "0123456789"))
			continue;
		*length = strcspn(name, "/");
		return name;
	}
	return NULL;
}

static bool has_component(const char *path, const char *prefix)
{
	size_t length;

	return find_component(path, prefix, &length) != NULL;
}

/* Where the symbolic link @dir/@name leads to. */
static bool follow(const char *dir, const char *name, char target[static PATH_MAX])
{
	char path[PATH_MAX];

	return sysfs_concat(path, PARTS(dir, "/", name)) && sysfs_follow(path, target);
}

/* The name of the first, as a rule the only, entry of @dir/@name. */
static void only_entry(const char *dir, const char *name, char *entry, size_t size)
{
	char path[PATH_MAX];
	const struct dirent *item;
	DIR *stream = sysfs_concat(path, PARTS(dir, "/", name)) ? opendir(path) : NULL;

	entry[0] = '\0';
	if (!stream)
		return;
	while (!*entry && (item = readdir(stream))) {
		if (item->d_name[0] != '.')
			copy_name(entry, size, item->d_name);
	}
	closedir(stream);
}

/* Adapters whose place in the device tree does not tell what they lead to. */
static enum sgio_bus bus_of_driver(const char *driver)
{
	static const struct {
		const char *driver;
		enum sgio_bus bus;
	} adapters[] = {
		{"scsi_debug", SGIO_BUS_VIRTUAL},   {"virtio_scsi", SGIO_BUS_VIRTUAL},
		{"iscsi_tcp", SGIO_BUS_VIRTUAL},    {"vmw_pvscsi", SGIO_BUS_VIRTUAL},
		{"storvsc_host", SGIO_BUS_VIRTUAL}, {"megaraid_sas", SGIO_BUS_SAS},
		{"mpt2sas", SGIO_BUS_SAS},          {"mpt3sas", SGIO_BUS_SAS},
		{"mpi3mr", SGIO_BUS_SAS},           {"hpsa", SGIO_BUS_SAS},
		{"smartpqi", SGIO_BUS_SAS},         {"aacraid", SGIO_BUS_SAS},
		{"arcmsr", SGIO_BUS_SAS},           {"3w-9xxx", SGIO_BUS_SAS},
		{"3w-sas", SGIO_BUS_SAS},
	};

	for (size_t i = 0; i < sizeof(adapters) / sizeof(adapters[0]); i++) {
		if (!strcmp(driver, adapters[i].driver))
			return adapters[i].bus;
	}
	return SGIO_BUS_UNKNOWN;
}

/* What a drive hangs on, by the names on the way to it. */
static enum sgio_bus bus_of_path(const char *path, const char *driver)
{
	if (has_component(path, "ata"))
		return SGIO_BUS_ATA;
	if (has_component(path, "usb"))
		return SGIO_BUS_USB;
	if (has_component(path, "end_device-"))
		return SGIO_BUS_SAS;
	if (has_component(path, "virtio") || has_component(path, "pseudo_") ||
	    has_component(path, "session") || strstr(path, "/sys/devices/virtual/"))
		return SGIO_BUS_VIRTUAL;
	return bus_of_driver(driver);
}

/* The ids of the USB device that @device is part of. */
static void read_usb_id(const char *device, struct sgio_facts *facts)
{
	char dir[PATH_MAX], vendor[5] = "", product[5];

	if (!sysfs_concat(dir, PARTS(device)))
		return;
	do {
		sysfs_read_text(dir, "idVendor", vendor, sizeof(vendor));
	} while (!*vendor && to_parent(dir));
	sysfs_read_text(dir, "idProduct", product, sizeof(product));
	if (strlen(vendor) != 4 || strlen(product) != 4)
		return;
	memcpy(facts->usb_id, vendor, 4);
	facts->usb_id[4] = ':';
	memcpy(facts->usb_id + 5, product, 5);
}

/* Field @which of the SCSI address H:C:I:L; H is field 0. */
static void address_field(const char *address, int which, char *field, size_t size)
{
	while (which-- > 0) {
		address += strcspn(address, ":");
		address += *address == ':';
	}
	copy_text(field, size, address, strcspn(address, ":"));
}

/*
 * libata's names for the link and the device (drivers/ata/libata-transport.c): link1
 * and dev1.0, where 0 is the SCSI target (1 for the second drive on a parallel cable);
 * behind a port multiplier link1.3 and dev1.3.0, where 3 is the SCSI channel.
 */
static void name_link(struct sgio_facts *facts)
{
	const char *port = facts->ata_port + strlen("ata");
	char channel[12], target[12], link[PATH_MAX], device[PATH_MAX];
	bool named;

	address_field(facts->scsi_address, 1, channel, sizeof(channel));
	address_field(facts->scsi_address, 2, target, sizeof(target));
	if (facts->port_multiplier)
		named = sysfs_concat(link, PARTS("link", port, ".", channel)) &&
			sysfs_concat(device, PARTS("dev", port, ".", channel, ".0"));
	else
		named = sysfs_concat(link, PARTS("link", port)) &&
			sysfs_concat(device, PARTS("dev", port, ".", target));
	if (!named)
		return;
	copy_name(facts->ata_link, sizeof(facts->ata_link), link);
	copy_name(facts->ata_device, sizeof(facts->ata_device), device);
}

static void read_ata(const char *sysroot, const char *device, struct sgio_facts *facts)
{
	char dir[PATH_MAX];
	size_t length;
	const char *port = find_component(device, "ata", &length);

	if (!port)
		return;
	copy_text(facts->ata_port, sizeof(facts->ata_port), port, length);
	if (sysfs_concat(dir, PARTS(sysroot, "/sys/class/ata_port/", facts->ata_port)))
		facts->port_multiplier = sysfs_read_number(dir, "nr_pmp_links", 1) > 0;
	name_link(facts);
	if (!sysfs_concat(dir, PARTS(sysroot, "/sys/class/ata_link/", facts->ata_link)))
		return;
	facts->link_bits_per_second = sysfs_read_speed(dir, "sata_spd");
	facts->host_max_bits_per_second = sysfs_read_speed(dir, "hw_sata_spd_limit");
}

/* The first driver on the way up from the parent of @device, whose own is sd or sr. */
static void find_driver(const char *device, char *driver, size_t size)
{
	char dir[PATH_MAX], target[PATH_MAX];

	if (!sysfs_concat(dir, PARTS(device)))
		return;
	while (to_parent(dir)) {
		if (follow(dir, "driver", target)) {
			copy_name(driver, size, last_component(target));
			return;
		}
	}
}

/* The name of the host adapter's driver; uas gives the SCSI host none. */
static void read_driver(const char *sysroot, const char *device,
			struct sgio_facts *facts)
{
	char dir[PATH_MAX], host[12];

	address_field(facts->scsi_address, 0, host, sizeof(host));
	if (sysfs_concat(dir, PARTS(sysroot, "/sys/class/scsi_host/host", host)))
		sysfs_read_text(dir, "proc_name", facts->driver, sizeof(facts->driver));
	if (!strcmp(facts->driver, "(null)"))
		facts->driver[0] = '\0';
	if (!*facts->driver)
		find_driver(device, facts->driver, sizeof(facts->driver));
}

static void read_inquiry(const char *device, struct sgio_facts *facts)
{
	sysfs_read_text(device, "vendor", facts->vendor, sizeof(facts->vendor));
	sysfs_read_text(device, "model", facts->product, sizeof(facts->product));
	sysfs_read_text(device, "rev", facts->product_rev, sizeof(facts->product_rev));
}

/*
 * @device: the directory of a SCSI device, its name is H:C:I:L. Those have a type;
 * other things that bsg reaches (expanders, hosts) do not, and give false.
 */
static bool read_scsi(const char *sysroot, const char *device, struct sgio_facts *facts)
{
	int64_t type = -1;

	if (strchr(last_component(device), ':'))
		type = sysfs_read_number(device, "type", 1);
	if (type < 0)
		return false;
	copy_name(facts->scsi_address, sizeof(facts->scsi_address),
		  last_component(device));
	sysfs_read_text(device, "power/runtime_status", facts->runtime_status,
			sizeof(facts->runtime_status));
	facts->peripheral_type = type;
	facts->queue_depth = sysfs_read_number(device, "queue_depth", 1);
	read_driver(sysroot, device, facts);
	read_ata(sysroot, device, facts);
	return true;
}

/* @block: the directory of a whole disk. */
static void read_block(const char *block, struct sgio_facts *facts)
{
	copy_name(facts->block_name, sizeof(facts->block_name), last_component(block));
	/* In units of 512 bytes whatever the size of a logical block. */
	facts->capacity_bytes = sysfs_read_number(block, "size", 512);
}

static void read_limits(const char *block, struct sgio_facts *facts)
{
	facts->logical_block_size =
		sysfs_read_number(block, "queue/logical_block_size", 1);
	facts->physical_block_size =
		sysfs_read_number(block, "queue/physical_block_size", 1);
	facts->max_transfer_bytes =
		sysfs_read_number(block, "queue/max_hw_sectors_kb", 1024);
}

static void read_block_node(const char *sysroot, char node[static PATH_MAX],
			    struct sgio_facts *facts)
{
	char device[PATH_MAX];

	facts->is_partition = sysfs_read_number(node, "partition", 1) >= 0;
	if (facts->is_partition)
		to_parent(node);
	read_block(node, facts);
	if (follow(node, "device", device))
		read_scsi(sysroot, device, facts);
	if (!strncmp(facts->kernel_name, "nvme", strlen("nvme")))
		facts->bus = SGIO_BUS_NVME;
}

/* An sg or bsg node; the block device of the same drive is below the SCSI device. */
static int read_character_node(const char *sysroot, const char *node,
			       struct sgio_facts *facts)
{
	char device[PATH_MAX], block[PATH_MAX], name[32];

	if (!follow(node, "device", device) || !read_scsi(sysroot, device, facts))
		return -ENOTTY;
	only_entry(device, "block", name, sizeof(name));
	if (*name && sysfs_concat(block, PARTS(device, "/block/", name)))
		read_block(block, facts);
	return 0;
}

/* @node: the directory of a device, all links on the way to it followed. */
static int read_node(const char *sysroot, char node[static PATH_MAX],
		     struct sgio_facts *out)
{
	char subsystem[PATH_MAX], path[PATH_MAX];
	struct sgio_facts facts;
	int rc = 0;

	if (!follow(node, "subsystem", subsystem))
		return -ENOENT;
	sgio_facts_unknown(&facts);
	memcpy(path, node, sizeof(path));
	copy_name(facts.kernel_name, sizeof(facts.kernel_name), last_component(node));
	if (!strcmp(last_component(subsystem), "block")) {
		facts.node = SGIO_NODE_BLOCK;
		read_block_node(sysroot, node, &facts);
	} else if (!strcmp(last_component(subsystem), "scsi_generic")) {
		facts.node = SGIO_NODE_SG;
		rc = read_character_node(sysroot, node, &facts);
	} else if (!strcmp(last_component(subsystem), "bsg")) {
		facts.node = SGIO_NODE_BSG;
		rc = read_character_node(sysroot, node, &facts);
	} else if (!strncmp(last_component(subsystem), "nvme", strlen("nvme"))) {
		facts.bus = SGIO_BUS_NVME; /* nvme, nvme-generic: character devices */
	} else {
		return -ENOTTY;
	}
	if (rc < 0)
		return rc;
	if (facts.bus == SGIO_BUS_UNKNOWN)
		facts.bus = bus_of_path(path, facts.driver);
	if (facts.bus == SGIO_BUS_USB)
		read_usb_id(path, &facts);
	*out = facts;
	return 0;
}

int sysfs_facts_brief(const char *sysroot, const char *name, struct sgio_facts *facts)
{
	static const char *const classes[] = {"block", "scsi_generic", "bsg"};
	char path[PATH_MAX], node[PATH_MAX];

	if (!*name || *name == '.' || strchr(name, '/'))
		return -ENOENT;
	for (size_t i = 0; i < sizeof(classes) / sizeof(classes[0]); i++) {
		if (sysfs_concat(path, PARTS(sysroot, "/sys/class/", classes[i], "/",
					     name)) &&
		    sysfs_follow(path, node))
			return read_node(sysroot, node, facts);
	}
	return -ENOENT;
}

void sysfs_facts_complete(const char *sysroot, struct sgio_facts *facts)
{
	char path[PATH_MAX];

	if (*facts->scsi_address &&
	    sysfs_concat(path, PARTS(sysroot, "/sys/class/scsi_device/",
				     facts->scsi_address, "/device")))
		read_inquiry(path, facts);
	if (*facts->block_name &&
	    sysfs_concat(path, PARTS(sysroot, "/sys/class/block/", facts->block_name)))
		read_limits(path, facts);
}

int sysfs_facts_of_name(const char *sysroot, const char *name, struct sgio_facts *facts)
{
	int rc = sysfs_facts_brief(sysroot, name, facts);

	if (!rc)
		sysfs_facts_complete(sysroot, facts);
	return rc;
}

/* @number in decimal. */
static const char *decimal(unsigned int number, char text[static 11])
{
	char *digit = text + 10;

	*digit = '\0';
	do {
		*--digit = (char)('0' + number % 10);
		number /= 10;
	} while (number);
	return digit;
}

int sysfs_facts_of_number(const char *sysroot, bool block, unsigned int major,
			  unsigned int minor, struct sgio_facts *facts)
{
	char path[PATH_MAX], node[PATH_MAX], digits[2][11];
	int rc;

	if (!sysfs_concat(path, PARTS(sysroot, "/sys/dev/", block ? "block/" : "char/",
				      decimal(major, digits[0]), ":",
				      decimal(minor, digits[1]))) ||
	    !sysfs_follow(path, node))
		return -ENOENT;
	rc = read_node(sysroot, node, facts);
	if (!rc)
		sysfs_facts_complete(sysroot, facts);
	return rc;
}

int sysfs_facts_of_path(const char *sysroot, const char *path, struct sgio_facts *facts)
{
	struct stat status;
	bool block;
	int rc;

	if (stat(path, &status) < 0)
		return -errno;
	if (S_ISDIR(status.st_mode))
		return -EISDIR;
	block = S_ISBLK(status.st_mode);
	if (!block && !S_ISCHR(status.st_mode))
		return -ENOTTY;
	rc = sysfs_facts_of_number(sysroot, block, major(status.st_rdev),
				   minor(status.st_rdev), facts);
	if (rc != -ENOENT)
		return rc;
	if (!block && major(status.st_rdev) != SG_MAJOR)
		return -ENOTTY;
	sgio_facts_unknown(facts);
	facts->node = block ? SGIO_NODE_BLOCK : SGIO_NODE_SG;
	return 0;
}
