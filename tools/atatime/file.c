/* SPDX-License-Identifier: BSD-2-Clause */
#include "file.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

#include "file_compare.h"
#include "file_disk.h"
#include "file_extents.h"
#include "file_map.h"
#include "file_shown.h"
#include "file_system.h"

struct job {
	const struct options *options;
	const struct session_hooks *hooks;
	result_sink *sink;
	void *closure;
	const char *shown; /* the file, redacted where asked for */
	int fd;            /* O_DIRECT */
	struct stat st;
	struct file_disk disk;
	struct target *target;
	struct file_map map;
	struct result result; /* the one under way */
};

/* Hands out a result that says why there is none. Returns false. */
static bool fail(struct job *job, enum exit_status status, const char *code,
		 const char *format, ...) __attribute__((format(printf, 4, 5)));

static bool fail(struct job *job, enum exit_status status, const char *code,
		 const char *format, ...)
{
	struct spec spec = {
		.test = TEST_FILE,
		.path = job->options->paths[0],
		.depth = job->options->depths[0],
	};
	struct result *result = &job->result;
	va_list arguments;
	char *why;

	result_init(result, &spec, NULL);
	result->name = job->shown;
	va_start(arguments, format);
	if (vasprintf(&why, format, arguments) < 0)
		why = NULL;
	va_end(arguments);
	result_fail(result, status, code, "%s", why ? why : "out of memory");
	job->sink(job->closure, result);
	free(why);
	return false;
}

static bool could_not(struct job *job, int error)
{
	return fail(job, EXIT_COULD_NOT_ASK,
		    error == EACCES || error == EPERM ? "no_permission" : "cannot_open",
		    "cannot open '%s': %s", job->shown, strerror(error));
}

/* Looked at before it is opened: to open a device or a pipe does something. */
static bool look(struct job *job)
{
	const char *path = job->options->file;

	if (stat(path, &job->st) < 0)
		return could_not(job, errno);
	if (S_ISDIR(job->st.st_mode))
		return fail(job, EXIT_COULD_NOT_ASK, "not_a_file",
			    "'%s' is a directory: --file reads a regular file",
			    job->shown);
	if (S_ISBLK(job->st.st_mode) || S_ISCHR(job->st.st_mode))
		return fail(job, EXIT_COULD_NOT_ASK, "not_a_file",
			    "'%s' is a device: give it without --file", job->shown);
	if (!S_ISREG(job->st.st_mode))
		return fail(job, EXIT_COULD_NOT_ASK, "not_a_file",
			    "'%s' is no regular file", job->shown);
	return true;
}

static bool check_system(struct job *job)
{
	char text[FILE_SYSTEM_TEXT];
	struct statfs fs;

	if (statfs(job->options->file, &fs) < 0)
		return could_not(job, errno);
	if (file_system_is_mapped((uint32_t)fs.f_type))
		return true;
	return fail(job, EXIT_COULD_NOT_ASK, "file_system",
		    "'%s' lies on %s, which does not tell on which sectors: --file "
		    "knows ext2/3/4 and xfs",
		    job->shown, file_system_name((uint32_t)fs.f_type, text));
}

static bool open_file(struct job *job)
{
	struct stat st;

	if (!look(job) || !check_system(job))
		return false;
	job->fd = open(job->options->file,
		       O_RDONLY | O_DIRECT | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
	if (job->fd < 0)
		return could_not(job, errno);
	if (fstat(job->fd, &st) < 0 || !S_ISREG(st.st_mode) ||
	    st.st_dev != job->st.st_dev || st.st_ino != job->st.st_ino)
		return could_not(job, ESTALE);
	job->st = st;
	if (file_extents_are_realtime(job->fd))
		return fail(job, EXIT_COULD_NOT_ASK, "realtime",
			    "'%s' lies on the realtime device of its xfs: --file knows "
			    "the data device alone",
			    job->shown);
	return true;
}

static bool refuse_mapper(struct job *job)
{
	const struct file_disk *disk = &job->disk;

	return fail(job, EXIT_COULD_NOT_ASK, "device_mapper",
		    "'%s' lies on the device mapper's volume '%s' (%s), not on one "
		    "drive: time the drive of '/dev/%s' below it, or use --write",
		    job->shown, job->options->drive.redact ? disk->name : disk->label,
		    disk->name, *disk->below ? disk->below : "sdX");
}

static bool refuse_raid(struct job *job)
{
	const struct file_disk *disk = &job->disk;

	return fail(
		job, EXIT_COULD_NOT_ASK, "raid",
		"'%s' lies on the RAID '%s' (%s), not on one drive: time the drive of "
		"'/dev/%s' below it, or use --write",
		job->shown, disk->name, *disk->label ? disk->label : "md",
		*disk->below ? disk->below : "sdX");
}

static bool check_disk(struct job *job)
{
	const struct file_disk *disk = &job->disk;

	switch (disk->kind) {
	case FILE_DISK_PLAIN:
		return true;
	case FILE_DISK_MAPPER:
		return refuse_mapper(job);
	case FILE_DISK_RAID:
		return refuse_raid(job);
	case FILE_DISK_LOOP:
		/* The name of the file below would tell what --redact hides. */
		return fail(
			job, EXIT_COULD_NOT_ASK, "loop",
			"'%s' lies on the loop device '%s': give --file the file below "
			"it%s%s%s",
			job->shown, disk->name, job->options->drive.redact ? "" : ", '",
			job->options->drive.redact ? "" : disk->label,
			job->options->drive.redact ? "" : "'");
	case FILE_DISK_NVME:
		return fail(job, EXIT_NOT_ATA, "nvme",
			    "'%s' lies on '/dev/%s', which is NVMe, not ATA: fio "
			    "times it",
			    job->shown, disk->part);
	case FILE_DISK_MEMORY:
		return fail(job, EXIT_COULD_NOT_ASK, "memory_disk",
			    "'%s' lies on '%s', which is memory: there is no drive to "
			    "time",
			    job->shown, disk->name);
	}
	return false;
}

static bool find_disk(struct job *job)
{
	int rc =
		file_disk_find(job->options->drive.sysroot, job->st.st_dev, &job->disk);

	if (rc == 0)
		return check_disk(job);
	return fail(job, EXIT_COULD_NOT_ASK, "no_disk",
		    "the disk of '%s' cannot be found in /sys/dev/block: %s",
		    job->shown, strerror(-rc));
}

static bool open_disk(struct job *job)
{
	static char node[sizeof(job->disk.name) + 8]; /* the target keeps it */
	const struct subject *subject = &job->target->subject;

	snprintf(node, sizeof(node), "/dev/%s", job->disk.name);
	target_open(job->target, node, &job->options->drive);
	if (!(subject->status & ~EXIT_DAMAGED) && job->target->drive)
		return true;
	return fail(job, subject->status, subject->error_code,
		    "'%s' lies on '/dev/%s': %s", job->shown, job->disk.name,
		    subject->error_message ? subject->error_message
					   : "it cannot be opened");
}

static bool read_map(struct job *job)
{
	struct file_place place = {
		.start_bytes = job->disk.start_bytes,
		.disk_bytes = job->target->capacity * job->target->logical_block_size,
		.sector = job->target->logical_block_size,
	};
	struct fiemap_extent *extents;
	const char *why;
	size_t count;
	int rc =
		file_extents_read(job->fd, (uint64_t)job->st.st_size, &extents, &count);

	if (rc < 0)
		return fail(job, EXIT_COULD_NOT_ASK, "no_map",
			    "the map of '%s' cannot be read: %s", job->shown,
			    strerror(-rc));
	rc = file_map_make(extents, count, (uint64_t)job->st.st_size, &place, &job->map,
			   &why);
	free(extents);
	if (rc < 0)
		return fail(job, EXIT_COULD_NOT_ASK, "extent", "'%s' %s", job->shown,
			    why);
	if (job->map.count)
		return true;
	return fail(job, EXIT_COULD_NOT_ASK, "no_data",
		    "'%s' %s: there is nothing to read", job->shown,
		    job->st.st_size ? "is one hole" : "is empty");
}

static bool compare(struct job *job)
{
	char *why;
	int rc = file_compare(job->target, job->fd, &job->map, &why);

	if (rc < 0)
		fail(job, rc == -EIO ? EXIT_REFUSED : EXIT_COULD_NOT_ASK,
		     rc == -ESTALE ? "other_bytes" : "no_comparison", "'%s': %s",
		     job->shown, why ? why : strerror(-rc));
	free(why);
	return rc == 0;
}

static void note_holes(const struct job *job, struct result *result)
{
	if (job->map.hole_bytes)
		result_warn(result, "holes",
			    "%" PRIu64 " of %jd bytes of the file are holes: %" PRIu64
			    " bytes of the drive hold the rest",
			    job->map.hole_bytes, (intmax_t)job->st.st_size,
			    job->map.bytes);
}

static void measure(struct job *job, struct session *session, const struct spec *spec)
{
	struct result *result = &job->result;

	session_measure_extents(session, spec, job->map.extents, job->map.count,
				result);
	result->name = job->shown;
	note_holes(job, result);
	job->sink(job->closure, result);
}

static void measure_all(struct job *job)
{
	const struct options *options = job->options;
	size_t count = options_spec_count(options);
	struct session session;

	session_begin(&session, job->target, &options->settings, job->hooks);
	for (size_t i = 0; i < count; i++) {
		struct spec spec = options_spec(options, TEST_FILE, i,
						job->target->logical_block_size);

		if (i && job->hooks && job->hooks->stopped && job->hooks->stopped())
			break;
		measure(job, &session, &spec);
	}
}

void file_run(const struct options *options, const struct session_hooks *hooks,
	      struct target *target, result_sink *sink, void *closure)
{
	/* A result holds a histogram, too large for every stack. */
	static struct job job;

	job = (struct job){
		.options = options,
		.hooks = hooks,
		.sink = sink,
		.closure = closure,
		.shown = file_shown(options, options->file),
		.fd = -1,
		.target = target,
	};

	if (open_file(&job) && find_disk(&job) && open_disk(&job) && read_map(&job) &&
	    compare(&job))
		measure_all(&job);
	file_map_free(&job.map);
	if (job.fd >= 0)
		close(job.fd);
}
