/* SPDX-License-Identifier: BSD-2-Clause */
#include "target.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ask.h"
#include "drive_visit.h"

enum { TIMEOUT_MS = 30000 };

/* A dump has the words of a drive, and none of its sectors. */
static void refuse_dump(struct target *target)
{
	struct subject *subject = &target->subject;
	struct visit visit = {.options = target->options, .subject = subject};

	visit_begin(&visit, target->argument, NULL);
	subject->type = SUBJECT_DUMP;
	if (!strcmp(target->argument, "-"))
		subject_fail(subject, EXIT_COULD_NOT_ASK, "not_a_drive",
			     "'-' is standard input: nothing can be read there");
	else
		subject_fail(subject, EXIT_COULD_NOT_ASK, "not_a_drive",
			     "'%s' is a dump: nothing can be read from it; 'sim:%s' "
			     "simulates its drive",
			     subject->name, subject->name);
}

/*
 * Whoever may read the node can read by READ (16) and O_DIRECT, and the kernel tells
 * who it is, but not whether it sleeps: with -n it is left alone.
 */
static void open_without_privilege(struct target *target)
{
	struct drive_options cached = *target->options;
	struct subject subject;
	int rc;

	if (cached.nocheck != ASK_ALWAYS)
		return;
	cached.cached = true;
	drive_ask(target->argument, &cached, &subject, NULL);
	if (!subject.has_page) {
		subject_free(&subject);
		return;
	}
	rc = sgio_open_linux(target->argument, 1, &target->drive);
	if (rc < 0) {
		subject_free(&subject);
		return;
	}
	subject_free(&target->subject);
	target->subject = subject;
	target->no_pass_through = true;
	target->cdb_length = 16;
	rc = drive_wrap_trace(target->options, &target->subject, &target->drive);
	if (rc < 0)
		subject_fail(&target->subject, EXIT_COULD_NOT_ASK, "cannot_ask", "%s",
			     strerror(-rc));
}

static void read_sizes(struct target *target)
{
	const struct ata_identify *id = &target->subject.id;
	const struct sgio_facts *facts = &target->drive->facts;
	uint64_t size = ata_fact_number(id, ATA_LOGICAL_BLOCK_SIZE, 512);

	if (facts->logical_block_size > 0)
		size = (uint64_t)facts->logical_block_size;
	target->logical_block_size = (uint32_t)size;
	target->capacity = ata_fact_number(id, ATA_CAPACITY_BLOCKS, 0);
	if (target->capacity > UINT64_MAX / size)
		target->capacity = 0; /* no drive holds so many bytes */
	if (!target->capacity && facts->capacity_bytes > 0)
		target->capacity = (uint64_t)facts->capacity_bytes / size;
	if (facts->max_transfer_bytes > 0)
		target->max_bytes = (uint64_t)facts->max_transfer_bytes;
}

/* What is there, but cannot be timed. */
static void check(struct target *target)
{
	struct subject *subject = &target->subject;

	if (subject->has_page && subject->id.class == ATA_CLASS_P)
		subject_fail(subject, EXIT_COULD_NOT_ASK, "optical",
			     "'%s' is a packet device: only disks are read",
			     subject->name);
	else if (target->drive->facts.is_partition)
		subject_fail(subject, EXIT_COULD_NOT_ASK, "partition",
			     "'%s' is a partition: use its disk, /dev/%s, with "
			     "--offset and --length",
			     subject->name, target->drive->facts.block_name);
	else if (!target->capacity)
		subject_fail(subject, EXIT_COULD_NOT_ASK, "no_sectors",
			     "'%s' does not say how many sectors it has",
			     subject->name);
}

void target_open(struct target *target, const char *argument,
		 const struct drive_options *options)
{
	memset(target, 0, sizeof(*target));
	target->argument = argument;
	target->options = options;
	if (drive_is_stream(argument)) {
		refuse_dump(target);
		return;
	}
	drive_ask_open(argument, options, &target->subject, &target->drive,
		       &target->cdb_length);
	if (!target->drive && target->subject.error_code &&
	    strcmp(target->subject.error_code, "no_permission") == 0)
		open_without_privilege(target);
	if (!target->drive)
		return;
	target->simulated = target->drive->facts.node == SGIO_NODE_SIM;
	read_sizes(target);
	check(target);
}

static void close_other(struct target *target)
{
	sgio_close(target->other);
	target->other = NULL;
}

void target_close(struct target *target)
{
	close_other(target);
	sgio_close(target->drive);
	target->drive = NULL;
	subject_free(&target->subject);
}

int because(char **why, int rc, const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	if (vasprintf(why, format, arguments) < 0)
		*why = NULL;
	va_end(arguments);
	return rc;
}

/* Is the drive behind a fresh descriptor the one that was asked? */
static int check_same(struct target *target, struct sgio_drive *drive, char **why)
{
	struct ask_identity identity;
	struct ask ask;
	int rc;

	ask_begin(&ask, drive, target->options->sat);
	rc = ask_identify(&ask, &identity);
	if (rc < 0 || identity.end.verdict != ASK_OK)
		return because(why, rc < 0 ? rc : -EIO,
			       "'%s' does not identify itself any more",
			       target->subject.name);
	/* Model, firmware and serial number: words 10 to 46. */
	if (memcmp(identity.page + 20, target->subject.page + 20, 74) != 0)
		return because(why, -ESTALE, "'%s' is another drive now",
			       target->subject.name);
	return 0;
}

/* The same for a node that cannot be asked: the kernel calls it what it called it. */
static int check_place(const struct target *target, const struct sgio_drive *drive,
		       char **why)
{
	const struct sgio_facts *was = &target->drive->facts, *is = &drive->facts;

	if (strcmp(was->scsi_address, is->scsi_address) == 0 &&
	    strcmp(was->product, is->product) == 0 &&
	    was->capacity_bytes == is->capacity_bytes)
		return 0;
	return because(why, -ESTALE, "'%s' is another drive now", target->subject.name);
}

static enum sgio_block_mode block_mode(const struct target *target, enum path path)
{
	if (path == PATH_DIRECT)
		return SGIO_BLOCK_DIRECT;
	return target->keep_page_cache ? SGIO_BLOCK_CACHED : SGIO_BLOCK_DROPPED;
}

static int open_block(struct target *target, enum path path, unsigned int depth,
		      char **why)
{
	const char *name = target->drive->facts.block_name;
	char *node;
	int rc;

	if (!*name)
		return because(why, -ENOTBLK, "'%s' has no block node for --path=%s",
			       target->subject.name, path_name(path));
	if (asprintf(&node, "/dev/%s", name) < 0)
		return -ENOMEM;
	rc = sgio_open_block(node, depth, block_mode(target, path), &target->other);
	if (rc < 0)
		because(why, rc, "cannot open '%s' for --path=%s: %s", node,
			path_name(path), strerror(-rc));
	else
		rc = check_place(target, target->other, why);
	free(node);
	return rc;
}

static int open_deep(struct target *target, unsigned int depth, char **why)
{
	int rc = sgio_open_linux(target->argument, depth, &target->other);

	if (rc < 0)
		return because(why, rc, "cannot open '%s': %s", target->subject.name,
			       strerror(-rc));
	if (target->no_pass_through)
		return check_place(target, target->other, why);
	return check_same(target, target->other, why);
}

static int open_other(struct target *target, enum path path, unsigned int depth,
		      char **why)
{
	int rc;

	/* A fresh open drops the page cache, which would answer otherwise. */
	if (path != PATH_PAGE && target->other && target->other_path == path &&
	    target->other_depth == depth)
		return 0;
	close_other(target);
	rc = path_is_block(path) ? open_block(target, path, depth, why)
				 : open_deep(target, depth, why);
	if (rc == 0)
		rc = drive_wrap_trace(target->options, &target->subject,
				      &target->other);
	if (rc < 0)
		close_other(target);
	target->other_path = path;
	target->other_depth = depth;
	return rc;
}

static bool has_dma(const struct target *target)
{
	return !target->subject.has_page ||
	       target->subject.id.word[49] & 0x0100; /* DMA supported */
}

/* What the drive or the host cannot do. */
static int refuse_path(const struct target *target, enum path path, char **why)
{
	const struct ata_identify *id = &target->subject.id;
	const struct sgio_facts *facts = &target->drive->facts;
	const char *name = target->subject.name;

	if (target->no_pass_through && path_is_pass_through(path))
		return because(why, -EPERM,
			       "--path=%s on '%s' needs CAP_SYS_RAWIO (root); "
			       "--path=scsi and --path=direct work for whoever may "
			       "read the node",
			       path_name(path), name);
	if (path == PATH_NCQ && !ata_fact_true(id, ATA_NCQ_SUPPORTED))
		return because(why, -EOPNOTSUPP, "'%s' has no NCQ for --path=ncq",
			       name);
	if (path == PATH_NCQ && target->cdb_length == 12)
		return because(why, -EOPNOTSUPP,
			       "--path=ncq needs the 16-byte CDB, which the bridge of "
			       "'%s' does not know",
			       name);
	if (path == PATH_NCQ && facts->queue_depth == 1)
		return because(why, -EOPNOTSUPP,
			       "NCQ of '%s' is off: its queue depth is 1", name);
	if (path == PATH_DMA && !has_dma(target))
		return because(why, -EOPNOTSUPP, "'%s' has no DMA; --path=pio works",
			       name);
	if (path == PATH_PAGE && target->simulated)
		return because(why, -EOPNOTSUPP,
			       "the page cache is not simulated: --path=page needs a "
			       "real drive");
	return 0;
}

static void fill_form(const struct target *target, enum path path,
		      struct command_form *form)
{
	*form = (struct command_form){
		.path = path,
		.logical_block_size = target->logical_block_size,
		.capacity = target->capacity,
		.cdb_length = target->cdb_length,
		.lba48 = ata_fact_true(&target->subject.id, ATA_FEATURE_LBA48),
		.timeout_ms = TIMEOUT_MS,
	};
	/* The kernel's end, where it is nearer than the drive's. */
	if (!path_is_pass_through(path) && target->drive->facts.capacity_bytes > 0) {
		uint64_t blocks = (uint64_t)target->drive->facts.capacity_bytes /
				  target->logical_block_size;

		if (blocks < form->capacity)
			form->capacity = blocks;
	}
}

/* A queue of SG_IO takes a whole command or none; the block layer splits. */
uint32_t target_blocks_max(const struct target *target, const struct command_form *form)
{
	uint64_t kernel = target->max_bytes / target->logical_block_size;
	uint32_t drive = command_blocks_max(form);

	if (!kernel || kernel > drive || path_is_block(form->path))
		return drive;
	return (uint32_t)kernel;
}

uint64_t target_reach(const struct target *target, enum path path)
{
	struct command_form form;

	fill_form(target, path, &form);
	return command_reach(&form);
}

int target_use(struct target *target, enum path path, unsigned int depth,
	       struct sgio_drive **drive, struct command_form *form, char **why)
{
	bool other = path_is_block(path) || depth > 1;
	int rc;

	*why = NULL;
	rc = refuse_path(target, path, why);
	if (rc < 0)
		return rc;
	if (other && !target->simulated) {
		rc = open_other(target, path, depth, why);
		if (rc < 0)
			return rc;
		*drive = target->other;
	} else {
		*drive = target->drive;
	}
	fill_form(target, path, form);
	return 0;
}

bool target_is_own_link(const struct target *target)
{
	const struct sgio_facts *facts = &target->drive->facts;

	return facts->bus == SGIO_BUS_ATA && !facts->port_multiplier;
}

uint64_t target_link_speed(const struct target *target)
{
	uint64_t speed = ata_fact_number(&target->subject.id, ATA_LINK_NOW, 0);

	if (!speed && target->drive->facts.link_bits_per_second > 0 &&
	    target_is_own_link(target) &&
	    ata_fact_number(&target->subject.id, ATA_LINK_MAX, 0))
		speed = (uint64_t)target->drive->facts.link_bits_per_second;
	return speed;
}

/* Burst rates of parallel ATA, kB/s: two bytes a cycle (ATA/ATAPI-7 volume 2). */
static uint64_t burst_rate(const struct ata_identify *id)
{
	static const uint32_t udma[] = {16667, 25000,  33333,  44444,
					66667, 100000, 133333, 166667};
	static const uint32_t mwdma[] = {4167, 13333, 16667, 20000, 25000};
	uint64_t mode = ata_fact_number(id, ATA_UDMA_SELECTED, 99);

	if (mode < sizeof(udma) / sizeof(udma[0]))
		return UINT64_C(1000) * udma[mode];
	mode = ata_fact_number(id, ATA_MWDMA_SELECTED, 99);
	if (mode < sizeof(mwdma) / sizeof(mwdma[0]))
		return UINT64_C(1000) * mwdma[mode];
	return 0;
}

/* Word 76 is neither 0 nor FFFFh in serial ATA, whose UDMA modes mean nothing. */
static bool is_serial(const struct ata_identify *id)
{
	return id->word[76] != 0 && id->word[76] != 0xffff;
}

uint64_t target_link_limit(const struct target *target)
{
	const struct ata_identify *id = &target->subject.id;
	uint64_t speed = target_link_speed(target);

	if (!target_is_own_link(target))
		return 0;
	if (speed)
		return speed / 10 * 2048 / 2052;
	return is_serial(id) ? 0 : burst_rate(id);
}
