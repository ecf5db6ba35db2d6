/* SPDX-License-Identifier: BSD-2-Clause */
#include "file_compare.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { PIECE_BYTES = 64 * 1024, ALIGN_BYTES = 4096 };

struct comparison {
	struct target *target;
	struct sgio_drive *drive;
	struct command_form form;
	int fd;
	uint8_t *from_drive, *from_file;
	char **why;
};

/* The first path that moves data past the page cache here. */
static int choose_path(struct comparison *comparison)
{
	static const enum path paths[] = {PATH_DMA, PATH_PIO, PATH_SCSI, PATH_DIRECT};
	int rc = -EOPNOTSUPP;

	for (size_t i = 0; i < sizeof(paths) / sizeof(paths[0]); i++) {
		free(*comparison->why);
		rc = target_use(comparison->target, paths[i], 1, &comparison->drive,
				&comparison->form, comparison->why);
		if (rc == 0)
			return 0;
	}
	return rc;
}

static int read_drive(struct comparison *comparison, uint64_t lba, uint32_t blocks)
{
	const uint64_t nonce = UINT64_C(0x6e6f742072656164); /* any will do */
	struct read_error error;
	int rc = command_run(&comparison->form, comparison->drive, lba, blocks,
			     comparison->from_drive, nonce, &error);

	return rc == 0 ? -EIO : rc < 0 ? rc : 0;
}

/* As much of @length as the file has, by O_DIRECT. Returns how much, or -errno. */
static ssize_t read_file(struct comparison *comparison, uint64_t offset, size_t length)
{
	size_t done = 0;

	while (done < length) {
		ssize_t got = pread(comparison->fd, comparison->from_file + done,
				    length - done, (off_t)(offset + done));

		if (got < 0 && errno == EINTR)
			continue;
		if (got < 0)
			return -errno;
		done += (size_t)got;
		/* Less than asked for is the end of the file. */
		if (got == 0 || done % comparison->form.logical_block_size)
			break;
	}
	return (ssize_t)done;
}

static int compare(struct comparison *comparison, uint64_t lba, uint32_t blocks,
		   uint64_t offset)
{
	size_t length = (size_t)blocks * comparison->form.logical_block_size;
	ssize_t held;
	int rc = read_drive(comparison, lba, blocks);

	if (rc < 0)
		return because(comparison->why, rc,
			       "the drive does not read LBA %" PRIu64
			       " for the comparison with the file: %s",
			       lba, strerror(-rc));
	held = read_file(comparison, offset, length);
	if (held <= 0)
		return because(comparison->why, held < 0 ? (int)held : -ENODATA,
			       "the file cannot be read by O_DIRECT at byte %" PRIu64
			       " for the comparison with the drive: %s",
			       offset, held < 0 ? strerror((int)-held) : "it ends");
	if (memcmp(comparison->from_drive, comparison->from_file, (size_t)held) == 0)
		return 0;
	return because(comparison->why, -ESTALE,
		       "the map of the file does not lead to its bytes: LBA %" PRIu64
		       " holds something else than byte %" PRIu64
		       " of the file and on; is it being written?",
		       lba, offset);
}

static int compare_ends(struct comparison *comparison, const struct file_map *map)
{
	const struct plan_extent *first = &map->extents[0];
	const struct plan_extent *last = &map->extents[map->count - 1];
	uint32_t sector = comparison->form.logical_block_size;
	uint64_t most = PIECE_BYTES / sector, blocks, skipped;
	int rc;

	if (most > command_blocks_max(&comparison->form))
		most = command_blocks_max(&comparison->form);
	if (comparison->target->max_bytes &&
	    most > comparison->target->max_bytes / sector)
		most = comparison->target->max_bytes / sector;
	blocks = first->blocks < most ? first->blocks : most;
	rc = compare(comparison, first->lba, (uint32_t)blocks, map->offsets[0]);
	if (rc < 0)
		return rc;
	blocks = last->blocks < most ? last->blocks : most;
	skipped = last->blocks - blocks;
	return compare(comparison, last->lba + skipped, (uint32_t)blocks,
		       map->offsets[map->count - 1] + skipped * sector);
}

int file_compare(struct target *target, int fd, const struct file_map *map, char **why)
{
	struct comparison comparison = {
		.target = target,
		.fd = fd,
		.from_drive = aligned_alloc(ALIGN_BYTES, PIECE_BYTES),
		.from_file = aligned_alloc(ALIGN_BYTES, PIECE_BYTES),
		.why = why,
	};
	int rc = -ENOMEM;

	*why = NULL;
	if (comparison.from_drive && comparison.from_file)
		rc = choose_path(&comparison);
	if (rc == 0)
		rc = compare_ends(&comparison, map);
	free(comparison.from_drive);
	free(comparison.from_file);
	return rc;
}
