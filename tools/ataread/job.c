/* SPDX-License-Identifier: BSD-2-Clause */
#include "job.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

#include "clock.h"
#include "message.h"

bool job_fail(struct job *job, enum exit_status status, const char *code,
	      const char *format, ...)
{
	va_list arguments;
	char *text;

	job->status |= status;
	va_start(arguments, format);
	if (vasprintf(&text, format, arguments) < 0)
		text = NULL;
	va_end(arguments);
	message("%s", text ? text : "out of memory");
	if (job->error_code) {
		free(text);
		return false;
	}
	job->error_code = code;
	job->error_message = text;
	return false;
}

/* An amount of the command line in whole sectors. */
static bool in_sectors(struct job *job, const char *what, const struct size *size,
		       uint64_t *sectors)
{
	const struct target *target = &job->target;
	uint32_t sector = target->logical_block_size;
	uint64_t bytes;

	if (size->unit == SIZE_SECTORS) {
		*sectors = size->number;
		return true;
	}
	if (size_bytes(size, sector, target->capacity * sector, &bytes) < 0)
		bytes = UINT64_MAX - UINT64_MAX % sector;
	if (size->unit == SIZE_BYTES && bytes % sector)
		return job_fail(job, EXIT_USAGE, "range",
				"%s is no whole number of sectors of %" PRIu32
				" bytes on '%s'",
				what, sector, target->subject.name);
	*sectors = bytes / sector;
	return true;
}

static bool past_end(struct job *job)
{
	const struct target *target = &job->target;

	return job_fail(job, EXIT_USAGE, "range",
			"LBA is past the end of '%s', whose last sector is %" PRIu64,
			target->subject.name, target->capacity - 1);
}

static bool set_first(struct job *job)
{
	const struct ataread_place *place = &job->options->place;
	uint64_t capacity = job->target.capacity, sectors = 0;

	if (!in_sectors(job, "LBA", &place->size, &sectors))
		return false;
	if (place->from_end && sectors > capacity)
		return job_fail(
			job, EXIT_USAGE, "range",
			"LBA is before the beginning of '%s', which has %" PRIu64
			" sectors",
			job->target.subject.name, capacity);
	job->first = place->from_end ? capacity - sectors : sectors;
	return job->first < capacity || past_end(job);
}

/* Without a count one sector is read, and all of the rest is verified or compared. */
static bool set_count(struct job *job)
{
	uint64_t left = job->target.capacity - job->first;

	job->blocks = job->options->action == ATAREAD_READ ? 1 : left;
	if (!job->options->has_count)
		return true;
	if (!in_sectors(job, "COUNT", &job->options->count, &job->blocks))
		return false;
	if (!job->blocks)
		job->blocks = 1; /* a percentage of less */
	if (job->blocks <= left)
		return true;
	return job_fail(job, EXIT_USAGE, "range",
			"COUNT is more than the %" PRIu64 " sectors from LBA %" PRIu64
			" to the end of '%s'",
			left, job->first, job->target.subject.name);
}

static bool take_subject(struct job *job)
{
	const struct subject *subject = &job->target.subject;

	if (subject->status & ~EXIT_DAMAGED || !job->target.drive)
		return job_fail(job, subject->status, subject->error_code, "%s",
				subject->error_message ? subject->error_message
						       : "out of memory");
	/* What the drive says of itself is damaged; its sectors are what they are. */
	if (subject->status)
		job_fail(job, subject->status, subject->error_code, "%s",
			 subject->error_message ? subject->error_message : "");
	return true;
}

bool job_open(struct job *job, const struct ataread_options *options)
{
	*job = (struct job){.options = options};
	if (getrandom(&job->nonce, sizeof(job->nonce), GRND_NONBLOCK) !=
	    (ssize_t)sizeof(job->nonce))
		job->nonce = clock_now();
	target_open(&job->target, options->name, &options->drive);
	return take_subject(job) && set_first(job) && set_count(job);
}

void job_close(struct job *job)
{
	target_close(&job->target);
	free(job->error_message);
}
