/* SPDX-License-Identifier: BSD-2-Clause */
#include "findings.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "message.h"

bool findings_add(struct findings *found, const struct range *range)
{
	struct range *ranges =
		reallocarray(found->ranges, found->count + 1, sizeof(*ranges));

	if (!ranges)
		return false;
	found->ranges = ranges;
	ranges[found->count++] = *range;
	return true;
}

void findings_free(struct findings *found)
{
	free(found->ranges);
}

static bool compares(const struct findings *found)
{
	return found->paths[1] != NULL;
}

static uint64_t sectors_of(const struct findings *found)
{
	uint64_t sum = 0;

	for (size_t i = 0; i < found->count; i++)
		sum += found->ranges[i].last - found->ranges[i].lba + 1;
	return sum;
}

static void put_range(const struct findings *found, const struct range *range)
{
	uint64_t sectors = range->last - range->lba + 1;
	char why[READER_WHY];

	printf("  LBA %" PRIu64, range->lba);
	if (sectors > 1)
		printf("-%" PRIu64, range->last);
	if (compares(found)) {
		puts(": differ");
		return;
	}
	printf(": %s", reader_why(&range->error, why));
	if (sectors > range->tried)
		printf("; %" PRIu64 " of %" PRIu64 " were tried, and failed",
		       range->tried, sectors);
	putchar('\n');
}

static void put_summary(const struct findings *found, const struct job *job)
{
	const struct target *target = &job->target;
	double bytes = (double)found->done * target->logical_block_size;
	double seconds = (double)found->elapsed_ns / 1e9;

	printf("%s: ", target->subject.name);
	if (!found->done) {
		puts("nothing was read");
		return;
	}
	printf("LBA %" PRIu64 "-%" PRIu64 " %s ", job->first,
	       job->first + found->done - 1,
	       compares(found) ? "compared by" : "read by");
	printf("%s%s%s: %.1f MB in %.2f s", found->paths[0],
	       compares(found) ? " and " : "", compares(found) ? found->paths[1] : "",
	       bytes / 1e6, seconds);
	if (seconds > 0)
		printf(" = %.2f MB/s", bytes / 1e6 / seconds);
	if (found->count)
		printf("; %" PRIu64 " sector%s in %zu range%s %s", sectors_of(found),
		       sectors_of(found) == 1 ? "" : "s", found->count,
		       found->count == 1 ? "" : "s",
		       compares(found) ? "differ" : "cannot be read");
	else
		printf("; %s%s",
		       compares(found) ? "no difference" : "every sector can be read",
		       found->done < job->blocks ? " so far" : "");
	putchar('\n');
}

static void print_text(const struct findings *found, const struct job *job)
{
	put_summary(found, job);
	for (size_t i = 0; i < found->count; i++)
		put_range(found, &found->ranges[i]);
	if (found->done < job->blocks)
		printf("  note: %sLBA %" PRIu64 "-%" PRIu64 " was not %s\n",
		       found->interrupted ? "interrupted: " : "",
		       job->first + found->done, job->first + job->blocks - 1,
		       compares(found) ? "compared" : "read");
}

static json_t *number(uint64_t value)
{
	return json_integer((json_int_t)value);
}

static json_t *text_or_null(const char *text)
{
	return text ? json_string(text) : json_null();
}

static json_t *range_object(const struct findings *found, const struct range *range)
{
	const struct read_error *error = &range->error;
	json_t *object = json_object();

	json_object_set_new(object, "lba", number(range->lba));
	json_object_set_new(object, "blocks", number(range->last - range->lba + 1));
	if (compares(found))
		return object;
	json_object_set_new(object, "tried", number(range->tried));
	json_object_set_new(object, "kind",
			    json_string(ata_outcome_name(error->outcome)));
	json_object_set_new(object, "status",
			    error->has_registers ? number(error->status) : json_null());
	json_object_set_new(object, "error",
			    error->has_registers ? number(error->error) : json_null());
	return object;
}

static json_t *failure_object(const struct job *job)
{
	json_t *object;

	if (!job->error_code)
		return json_null();
	object = json_object();
	json_object_set_new(object, "code", json_string(job->error_code));
	json_object_set_new(object, "message", text_or_null(job->error_message));
	return object;
}

static json_t *last_read(const struct findings *found, const struct job *job)
{
	return found->done ? number(job->first + found->done - 1) : json_null();
}

static json_t *paths(const struct findings *found)
{
	json_t *list = json_array();

	for (size_t i = 0; i < 2 && found->paths[i]; i++)
		json_array_append_new(list, json_string(found->paths[i]));
	return list;
}

static json_t *make_object(const struct findings *found, const struct job *job)
{
	double seconds = (double)found->elapsed_ns / 1e9;
	uint64_t bytes = found->done * job->target.logical_block_size;
	json_t *object = json_object(), *list = json_array();

	for (size_t i = 0; i < found->count; i++)
		json_array_append_new(list, range_object(found, &found->ranges[i]));
	json_object_set_new(object, "schema", json_string("ataread/1"));
	json_object_set_new(object, "device", text_or_null(job->target.subject.name));
	json_object_set_new(object, "action", json_string(found->name));
	json_object_set_new(object, "paths", paths(found));
	json_object_set_new(object, "first_lba",
			    job->blocks ? number(job->first) : json_null());
	json_object_set_new(object, "last_lba", last_read(found, job));
	json_object_set_new(object, "logical_block_size_bytes",
			    job->target.logical_block_size
				    ? number(job->target.logical_block_size)
				    : json_null());
	json_object_set_new(object, "bytes", number(bytes));
	json_object_set_new(object, "elapsed_ns", number(found->elapsed_ns));
	json_object_set_new(object, "bytes_per_second",
			    seconds > 0 ? json_real((double)bytes / seconds)
					: json_null());
	json_object_set_new(object, "ranges", list);
	json_object_set_new(object, "sector_count", number(sectors_of(found)));
	json_object_set_new(object, "interrupted", json_boolean(found->interrupted));
	json_object_set_new(object, "exit_status", number((uint64_t)job->status));
	json_object_set_new(object, "error", failure_object(job));
	return object;
}

static void print_json(const struct findings *found, struct job *job)
{
	json_t *object = make_object(found, job);

	if (json_dumpf(object, stdout, JSON_COMPACT) < 0)
		job_fail(job, EXIT_COULD_NOT_ASK, "memory", "out of memory");
	putchar('\n');
	json_decref(object);
}

void findings_print(const struct findings *found, struct job *job)
{
	if (job->options->json)
		print_json(found, job);
	else if (job->blocks)
		print_text(found, job);
	output_flush();
}
