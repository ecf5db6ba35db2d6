/* SPDX-License-Identifier: BSD-2-Clause */
#include "gather.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "drive_visit.h"
#include "list.h"
#include "message.h"

/* On its way through all disks. */
struct walk {
	const struct atals_options *options;
	struct disk_list *list;
	enum exit_status *status;
	size_t left_out;
};

static const struct redact_key *key_of(const struct atals_options *options)
{
	return options->drive.redact ? &options->drive.redact_key : NULL;
}

static void out_of_memory(struct walk *walk)
{
	message("out of memory");
	*walk->status |= EXIT_COULD_NOT_ASK;
}

/* Say what is wrong with @entry, and keep it. */
__attribute__((format(printf, 4, 5))) static void fail(struct walk *walk,
						       struct disk_entry *entry,
						       enum exit_status status,
						       const char *format, ...)
{
	va_list arguments;
	char *text;

	va_start(arguments, format);
	if (vasprintf(&text, format, arguments) < 0)
		text = NULL;
	va_end(arguments);
	message("%s", text ? text : "out of memory");
	*walk->status |= status;
	entry->status |= status;
	if (entry->error)
		free(text);
	else
		entry->error = text;
}

/* The integrity word, where there is one (ACS-6 7.13.6.92). */
static void check_page(struct walk *walk, struct disk_entry *entry)
{
	const struct disk *disk = &entry->disk;

	if (disk->has_page && ata_bits(disk->id.word[255], 7, 0) == 0xa5 &&
	    disk->id.byte_sum)
		fail(walk, entry, EXIT_DAMAGED,
		     "the kernel's copy of the IDENTIFY data of '%s' has a wrong "
		     "checksum: what it says is doubtful",
		     disk->name);
}

static void check_link(struct walk *walk, struct disk_entry *entry)
{
	const struct link_speed *link = &entry->disk.link;

	if (!walk->options->check || link->verdict != LINK_BELOW)
		return;
	fail(walk, entry, EXIT_FINDING,
	     "the link of '%s' runs at %.1f Gb/s, the drive can do %.1f and the host "
	     "%.1f: check cable, backplane and port",
	     entry->disk.name, (double)link->now / 1e9, (double)link->drive / 1e9,
	     (double)link->host / 1e9);
}

static struct disk_entry *new_entry(struct walk *walk)
{
	struct disk_entry *entry = calloc(1, sizeof(*entry));

	if (!entry)
		out_of_memory(walk);
	return entry;
}

static void keep(struct walk *walk, struct disk_entry *entry)
{
	struct disk_list *list = walk->list;

	if (list->last)
		list->last->next = entry;
	else
		list->first = entry;
	list->last = entry;
}

static void drop(struct disk_entry *entry)
{
	free(entry->argument);
	free(entry->error);
	free(entry);
}

static int read_entry(struct walk *walk, const char *name, struct disk_entry *entry)
{
	return disk_read(walk->options->drive.sysroot, name, key_of(walk->options),
			 &entry->disk);
}

static void judge(struct walk *walk, struct disk_entry *entry)
{
	check_page(walk, entry);
	check_link(walk, entry);
}

/*
 * Loop, RAM and mapped devices have no device below them: they are no disks. An sg node
 * alone is of interest when it is an ATA drive's only one.
 */
static bool is_disk(const struct disk *disk)
{
	if (!disk->block[0])
		return disk->kind == DISK_ATA;
	return disk->device[0] || disk->facts.bus == SGIO_BUS_NVME ||
	       disk_has_device(disk);
}

static void leave_out(struct walk *walk, const struct disk *disk)
{
	walk->left_out++;
	if (walk->options->drive.verbose)
		message("left out '%s': %s", disk->name, disk->reason);
}

static void visit(struct walk *walk, const char *name)
{
	struct disk_entry *entry = new_entry(walk);

	if (!entry)
		return;
	if (read_entry(walk, name, entry) < 0 || !is_disk(&entry->disk)) {
		drop(entry); /* it went away, or never was a disk */
	} else if (entry->disk.kind == DISK_OTHER && !walk->options->all) {
		leave_out(walk, &entry->disk);
		drop(entry);
	} else {
		judge(walk, entry);
		keep(walk, entry);
	}
}

static void say_what_is_left(const struct walk *walk)
{
	if (walk->list->first || walk->options->output != ATALS_TABLE)
		return;
	if (walk->left_out)
		message("no ATA drives here; %zu other disk%s: --all lists %s",
			walk->left_out, walk->left_out == 1 ? "" : "s",
			walk->left_out == 1 ? "it" : "them");
	else
		message("no disks here");
}

static void visit_all(struct walk *walk)
{
	const char *sysroot = walk->options->drive.sysroot;
	struct disk_names names;
	int rc = disk_names_read(sysroot, &names);

	if (rc < 0) {
		message("cannot read '%s/sys/block': %s", sysroot, strerror(-rc));
		*walk->status |= EXIT_COULD_NOT_ASK;
	}
	for (size_t i = 0; i < names.count; i++)
		visit(walk, names.names[i]);
	if (!rc)
		say_what_is_left(walk);
	disk_names_free(&names);
}

static void fail_to_find(struct walk *walk, struct disk_entry *entry, int rc)
{
	const char *shown = entry->argument;

	disk_unknown(walk->options->drive.sysroot, &entry->disk);
	if (rc == -EISDIR)
		fail(walk, entry, EXIT_NOT_ATA,
		     "'%s' is a directory, not a drive (lsblk lists the drives)",
		     shown);
	else if (rc == -ENOTTY)
		fail(walk, entry, EXIT_NOT_ATA,
		     "'%s' is no drive: neither a disk nor an sg node (lsblk lists the "
		     "drives)",
		     shown);
	else
		fail(walk, entry, EXIT_COULD_NOT_ASK, "cannot find '%s': %s", shown,
		     strerror(-rc));
}

/* The table has ATA drives, --all others too; --json an object for each DRIVE. */
static bool is_listed(const struct walk *walk, const struct disk_entry *entry)
{
	if (walk->options->output == ATALS_LINES)
		return true;
	return entry->disk.name &&
	       (walk->options->all || entry->disk.kind != DISK_OTHER);
}

static void read_named(struct walk *walk, const char *argument,
		       struct disk_entry *entry)
{
	char name[DISK_NAME_SIZE];
	int rc = disk_name_of(walk->options->drive.sysroot, argument, name);

	if (!rc)
		rc = read_entry(walk, name, entry);
	if (rc < 0)
		fail_to_find(walk, entry, rc);
	else if (entry->disk.kind == DISK_OTHER)
		fail(walk, entry, EXIT_NOT_ATA, "'%s' is no ATA drive: %s",
		     entry->argument, entry->disk.reason);
	else
		judge(walk, entry);
}

/* A drive that was named is listed, or it is said why not. */
static void visit_named(struct walk *walk, const char *argument)
{
	struct disk_entry *entry = new_entry(walk);

	if (!entry)
		return;
	entry->argument = walk->options->drive.redact
				  ? drive_name_redacted(key_of(walk->options), argument)
				  : strdup(argument);
	if (!entry->argument) {
		out_of_memory(walk);
		drop(entry);
		return;
	}
	read_named(walk, argument, entry);
	if (is_listed(walk, entry))
		keep(walk, entry);
	else
		drop(entry);
}

void gather(const struct atals_options *options, struct disk_list *list,
	    enum exit_status *status)
{
	struct walk walk = {options, list, status, 0};

	for (size_t i = 0; i < options->drive_count; i++)
		visit_named(&walk, options->drives[i]);
	if (!options->drive_count)
		visit_all(&walk);
}

void disk_list_free(struct disk_list *list)
{
	struct disk_entry *entry;

	while ((entry = list->first)) {
		list->first = entry->next;
		drop(entry);
	}
	list->last = NULL;
}
