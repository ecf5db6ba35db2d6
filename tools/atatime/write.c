/* SPDX-License-Identifier: BSD-2-Clause */
#include "write.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/vfs.h>
#include <unistd.h>

#include "clock.h"
#include "file_disk.h"
#include "file_shown.h"
#include "file_system.h"

/* A result of nothing but a reason, to be completed by result_fail(). */
static struct result *failure(struct write_job *job)
{
	job->over = true;
	return write_result_new(job, RESULT_WRITTEN, false, WRITE_BLOCK, 1);
}

static void fail_open(struct write_job *job, int error)
{
	const char *code = "cannot_open";

	if (error == EACCES || error == EPERM)
		code = "no_permission";
	else if (error == EROFS)
		code = "read_only";
	else if (error == ENOSPC || error == EDQUOT)
		code = "no_space";
	result_fail(failure(job), EXIT_COULD_NOT_ASK, code,
		    "cannot make a file in '%s': %s", job->shown, strerror(error));
}

static void check_options(struct write_job *job)
{
	const struct options *options = job->options;

	if (options->has_path || options->fua || options->settings.offset.number)
		result_fail(failure(job), EXIT_USAGE, "usage",
			    "--write goes through the file system by O_DIRECT: no "
			    "--path, --fua, --offset");
}

static void check_directory(struct write_job *job, struct stat *st)
{
	if (stat(job->options->directory, st) < 0)
		fail_open(job, errno);
	else if (S_ISBLK(st->st_mode) || S_ISCHR(st->st_mode))
		result_fail(failure(job), EXIT_COULD_NOT_ASK, "not_a_directory",
			    "'%s' is a device: --write takes a directory, and never "
			    "writes to a device",
			    job->shown);
	else if (!S_ISDIR(st->st_mode))
		result_fail(failure(job), EXIT_COULD_NOT_ASK, "not_a_directory",
			    "'%s' is no directory: --write makes a file of its own "
			    "in one",
			    job->shown);
}

/* Memory has no drive below it. */
static void check_memory(struct write_job *job, const struct stat *st, uint32_t magic)
{
	struct file_disk disk;
	char text[FILE_SYSTEM_TEXT];

	if (file_system_is_memory(magic))
		result_fail(failure(job), EXIT_COULD_NOT_ASK, "memory_disk",
			    "'%s' lies on %s, which is memory: there is no drive to "
			    "time",
			    job->shown, file_system_name(magic, text));
	else if (file_disk_find(job->options->drive.sysroot, st->st_dev, &disk) == 0 &&
		 disk.kind == FILE_DISK_MEMORY)
		result_fail(failure(job), EXIT_COULD_NOT_ASK, "memory_disk",
			    "'%s' lies on '%s', which is memory: there is no drive to "
			    "time",
			    job->shown, disk.name);
}

static void say_no_room(struct write_job *job, const struct write_room *room)
{
	char text[32];

	size_format(room->length, text, sizeof(text));
	if (room->most >> 20)
		result_fail(failure(job), EXIT_COULD_NOT_ASK, "no_space",
			    "'%s' has %" PRIu64 " MiB free, and %s would leave less "
			    "than a tenth of that: use --length=%" PRIu64 "m or less",
			    job->shown, room->free >> 20, text, room->most >> 20);
	else
		result_fail(failure(job), EXIT_COULD_NOT_ASK, "no_space",
			    "'%s' has %" PRIu64 " KiB free, too little to time",
			    job->shown, room->free >> 10);
}

static void check_room(struct write_job *job)
{
	struct write_room room = {0};
	struct statvfs fs;
	int rc;

	if (statvfs(job->options->directory, &fs) < 0) {
		fail_open(job, errno);
		return;
	}
	if (fs.f_flag & ST_RDONLY) {
		fail_open(job, EROFS);
		return;
	}
	rc = write_room_for(&job->options->settings.length,
			    (uint64_t)fs.f_blocks * fs.f_frsize,
			    (uint64_t)fs.f_bavail * fs.f_frsize, &room);
	if (rc == -ENOSPC)
		say_no_room(job, &room);
	else if (rc < 0)
		result_fail(failure(job), EXIT_USAGE, "range",
			    "--length is too large for a file");
	job->length = room.length;
}

static void open_file(struct write_job *job, uint32_t magic)
{
	char text[FILE_SYSTEM_TEXT];

	job->fd = write_file_open(job->options->directory);
	if (job->fd == -EINVAL)
		result_fail(failure(job), EXIT_COULD_NOT_ASK, "no_direct",
			    "'%s' lies on %s, which has no O_DIRECT", job->shown,
			    file_system_name(magic, text));
	else if (job->fd < 0)
		fail_open(job, -job->fd);
}

static void open_memory(struct write_job *job)
{
	/* Zeros that cost nothing until a page is written in random order. */
	job->generations = calloc(job->length / WRITE_PAGE, 1);
	if (!job->generations)
		result_fail(failure(job), EXIT_COULD_NOT_ASK, "memory",
			    "out of memory");
	if (getrandom(&job->nonce, sizeof(job->nonce), 0) !=
	    (ssize_t)sizeof(job->nonce))
		job->nonce = clock_now();
	job->random = job->nonce;
	job->order = job->options->settings.seed;
}

static void prepare(struct write_job *job)
{
	struct statfs fs;
	struct stat st;

	check_options(job);
	if (!job->over)
		check_directory(job, &st);
	if (!job->over && statfs(job->options->directory, &fs) < 0)
		fail_open(job, errno);
	if (!job->over)
		check_memory(job, &st, (uint32_t)fs.f_type);
	if (!job->over)
		check_room(job);
	if (!job->over)
		open_memory(job);
	if (!job->over)
		open_file(job, (uint32_t)fs.f_type);
	if (job->over)
		write_result_end(job);
}

/* False when sectors cannot be stamped in blocks of that size; a result says so. */
static bool block_bytes(struct write_job *job, size_t number, size_t *block)
{
	uint64_t bytes = WRITE_BLOCK;

	if (job->options->block_count)
		size_bytes(&job->options->blocks[number], WRITE_SECTOR, 0, &bytes);
	if (bytes > job->length)
		bytes = job->length;
	if (!bytes || bytes % WRITE_SECTOR) {
		result_fail(failure(job), EXIT_USAGE, "block_size",
			    "--block-size=%" PRIu64 "B is no multiple of a sector, %d "
			    "bytes",
			    bytes, WRITE_SECTOR);
		write_result_end(job);
		return false;
	}
	*block = (size_t)bytes;
	return true;
}

static void measure(struct write_job *job)
{
	const struct options *options = job->options;
	size_t blocks = options->block_count ? options->block_count : 1, block;

	for (size_t i = 0; i < blocks && !job->over; i++) {
		if (block_bytes(job, i, &block))
			write_sequential(job, block);
	}
	for (size_t i = 0; i < options->depth_count && !job->over; i++)
		write_random(job, options->depths[i]);
}

void write_run(const struct options *options, const struct session_hooks *hooks,
	       result_sink *sink, void *closure)
{
	/* A result holds a histogram, too large for every stack. */
	static struct write_job job;

	job = (struct write_job){
		.options = options,
		.hooks = hooks,
		.sink = sink,
		.closure = closure,
		.shown = file_shown(options, options->directory),
		.fd = -1,
	};
	subject_set(&job.named.subject.name, job.shown);
	prepare(&job);
	if (!job.over)
		measure(&job);
	if (job.fd >= 0)
		close(job.fd);
	free(job.generations);
	subject_free(&job.named.subject);
}
