/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "job.h"
#include "locate.h"

enum {
	/* Any queue and any adapter takes so much in one command, page by page. */
	PIECE_BYTES = 128 * 1024,
	/* Of READ VERIFY: some 10 ms of a disk, so that Ctrl-C is heard. */
	VERIFY_BLOCKS = 2048,
	ALIGN_BYTES = 4096,
};

/* The node of a path may have been closed by another use of the target. */
static bool use(struct reader *reader)
{
	char *why;
	int rc = target_use(reader->target, reader->path, 1, &reader->drive,
			    &reader->form, &why);

	if (rc < 0)
		job_fail(reader->job, EXIT_COULD_NOT_ASK,
			 rc == -EPERM ? "no_permission" : "path", "%s",
			 why ? why : strerror(-rc));
	free(why);
	return rc == 0;
}

static bool get_buffer(struct reader *reader)
{
	size_t bytes = (size_t)reader->most * reader->form.logical_block_size;

	if (!path_moves_data(reader->path))
		return true;
	bytes = (bytes + ALIGN_BYTES - 1) / ALIGN_BYTES * ALIGN_BYTES;
	reader->data = aligned_alloc(ALIGN_BYTES, bytes);
	return reader->data ||
	       job_fail(reader->job, EXIT_COULD_NOT_ASK, "memory", "out of memory");
}

/* A bridge that takes 12-byte CDBs alone passes on no 48-bit command. */
static bool reaches(struct reader *reader)
{
	const struct job *job = reader->job;
	uint64_t reach = command_reach(&reader->form);

	if (job->first + job->blocks <= reach)
		return true;
	return job_fail(
		reader->job, EXIT_COULD_NOT_ASK, "no_command",
		"'%s' has commands of 28 bits alone for --path=%s, which end at "
		"LBA %" PRIu64 ": --path=scsi goes beyond",
		job->target.subject.name, path_name(reader->path), reach - 1);
}

bool reader_open(struct reader *reader, struct job *job, struct target *target,
		 enum path path)
{
	uint32_t most;

	*reader = (struct reader){.job = job, .target = target, .path = path};
	if (!use(reader) || !reaches(reader))
		return false;
	most = PIECE_BYTES / reader->form.logical_block_size;
	if (!path_moves_data(path))
		most = VERIFY_BLOCKS;
	reader->most = target_blocks_max(target, &reader->form);
	if (reader->most > most && most)
		reader->most = most;
	return get_buffer(reader);
}

void reader_close(struct reader *reader)
{
	free(reader->data);
}

int reader_read(struct reader *reader, uint64_t lba, uint32_t blocks,
		struct read_error *error)
{
	int rc = command_run(&reader->form, reader->drive, lba, blocks, reader->data,
			     reader->job->nonce, error);

	if (rc >= 0)
		return rc;
	job_fail(reader->job, EXIT_COULD_NOT_ASK, "cannot_ask",
		 "cannot read from '%s': %s", reader->target->subject.name,
		 strerror(-rc));
	return -1;
}

/* What no other sector answers differently. */
static bool ends_all(struct reader *reader, enum ata_outcome outcome)
{
	const char *name = reader->target->subject.name;

	switch (outcome) {
	case ATA_TIMED_OUT:
		job_fail(reader->job, EXIT_REFUSED, "timeout",
			 "'%s' did not answer in time: nothing more is sent to it",
			 name);
		return true;
	case ATA_GONE:
		job_fail(reader->job, EXIT_REFUSED, "gone", "'%s' is gone", name);
		return true;
	case ATA_NO_PERMISSION:
		job_fail(reader->job, EXIT_COULD_NOT_ASK, "no_permission",
			 "'%s' may not be read by pass-through without CAP_SYS_RAWIO "
			 "(root); --path=scsi and --path=direct work for whoever may "
			 "read "
			 "the node",
			 name);
		return true;
	case ATA_CDB_REJECTED:
	case ATA_NO_PASS_THROUGH:
		job_fail(reader->job, EXIT_COULD_NOT_ASK, "not_taken",
			 "'%s' refuses commands of --path=%s: another may work", name,
			 path_name(reader->path));
		return true;
	default:
		return false;
	}
}

bool reader_locate(struct reader *reader, struct read_error *error)
{
	enum ata_outcome end;

	if (ends_all(reader, error->outcome))
		return false;
	end = locate_error(reader->target, reader->most, ~reader->job->nonce, error);
	return !ends_all(reader, end) && use(reader);
}

const char *reader_why(const struct read_error *error, char text[static READER_WHY])
{
	const char *name = ata_outcome_name(error->outcome);

	if (error->has_registers)
		snprintf(text, READER_WHY, "%s, status %02Xh, error %02Xh", name,
			 error->status, error->error);
	else if (error->host_error)
		snprintf(text, READER_WHY, "%s, %s", name, strerror(error->host_error));
	else
		snprintf(text, READER_WHY, "%s", name);
	return text;
}
