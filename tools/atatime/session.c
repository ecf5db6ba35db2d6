/* SPDX-License-Identifier: BSD-2-Clause */
#include "session.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

#include "session_parts.h"

enum {
	BLOCK_BYTES = 512 * 1024,
	ACCESS_BYTES = 4096,
	ALIGN_BYTES = 4096,
};

void settings_init(struct settings *settings)
{
	uint32_t seed;

	*settings = (struct settings){
		.count = 1000,
		.zone_count = 100,
		.sample_size = {10 << 20, SIZE_BYTES},
		.repeat = 1,
		.max_errors = 3,
	};
	/* Of 32 bits, so that people can type it again. */
	if (getrandom(&seed, sizeof(seed), GRND_NONBLOCK) == (ssize_t)sizeof(seed))
		settings->seed = seed;
}

static const char *sysroot_of(const struct target *target)
{
	return target->options->sysroot;
}

void session_begin(struct session *session, struct target *target,
		   const struct settings *settings, const struct session_hooks *hooks)
{
	*session = (struct session){
		.target = target,
		.settings = settings,
		.hooks = hooks,
		.random = settings->seed,
	};
	sysfs_state_read(sysroot_of(target), &target->drive->facts, &session->before);
}

/* A SIZE of the command line in blocks. False, and the result says why. */
static bool in_blocks(struct measure *measure, const char *option,
		      const struct size *size, uint64_t *blocks)
{
	const struct target *target = measure->session->target;
	uint32_t sector = target->logical_block_size;
	uint64_t bytes;

	if (size_bytes(size, sector, target->capacity * sector, &bytes) < 0) {
		result_fail(measure->result, EXIT_USAGE, "range",
			    "--%s is more than 2^64 bytes on '%s'", option,
			    target->subject.name);
		return false;
	}
	if (size->unit == SIZE_BYTES && bytes % sector) {
		result_fail(measure->result, EXIT_USAGE, "range",
			    "--%s is no whole number of sectors of %" PRIu32
			    " bytes on '%s'",
			    option, sector, target->subject.name);
		return false;
	}
	*blocks = bytes / sector;
	/* Nobody means a place inside of a physical sector by a percentage. */
	if (size->unit == SIZE_PERCENT && sector < ALIGN_BYTES)
		*blocks -= *blocks % (ALIGN_BYTES / sector);
	return true;
}

/* Nobody asked for the end of the drive, and the test would not come to it. */
static bool may_leave_the_end(const struct measure *measure)
{
	enum test test = measure->spec->test;

	return !measure->session->settings->length.number &&
	       (test == TEST_SEQUENTIAL || test == TEST_BUFFER);
}

/* A bridge that takes 12-byte CDBs alone passes on no 48-bit command. */
static bool within_reach(struct measure *measure)
{
	const char *name = measure->session->target->subject.name;
	const char *path = path_name(measure->spec->path);
	uint64_t reach = target_reach(measure->session->target, measure->spec->path);

	if (measure->first >= reach) {
		result_fail(measure->result, EXIT_COULD_NOT_ASK, "no_command",
			    "'%s' has commands of 28 bits alone for --path=%s: they "
			    "end at LBA %" PRIu64,
			    name, path, reach - 1);
		return false;
	}
	if (measure->blocks <= reach - measure->first)
		return true;
	measure->blocks = reach - measure->first;
	if (may_leave_the_end(measure))
		return true;
	result_warn(measure->result, "short_reach",
		    "only the LBAs up to %" PRIu64 ": commands of --path=%s have 28 "
		    "bits here",
		    reach - 1, path);
	return true;
}

static bool set_range(struct measure *measure)
{
	const struct settings *settings = measure->session->settings;
	const struct target *target = measure->session->target;
	uint64_t offset, length;

	if (!in_blocks(measure, "offset", &settings->offset, &offset) ||
	    !in_blocks(measure, "length", &settings->length, &length))
		return false;
	if (offset >= target->capacity) {
		result_fail(measure->result, EXIT_USAGE, "range",
			    "--offset lies past the end of '%s', which has %" PRIu64
			    " sectors of %" PRIu32 " bytes",
			    target->subject.name, target->capacity,
			    target->logical_block_size);
		return false;
	}
	measure->first = offset;
	measure->blocks = target->capacity - offset;
	if (length && length < measure->blocks)
		measure->blocks = length;
	else if (settings->length.number && !length)
		measure->blocks = 1; /* a percentage of less than a sector */
	return within_reach(measure);
}

/* A power of two of sectors: those of some drives hold 520 bytes. */
static uint32_t default_block(const struct measure *measure)
{
	const struct target *target = measure->session->target;
	bool access = measure->spec->test == TEST_ACCESS;
	uint64_t most = access ? ACCESS_BYTES : BLOCK_BYTES;
	uint32_t bytes = target->logical_block_size;

	if (target->max_bytes && target->max_bytes < most)
		most = target->max_bytes;
	while (2 * (uint64_t)bytes <= most)
		bytes *= 2;
	return bytes;
}

/* The size of a command: what was asked for, less where it cannot be. */
static bool set_block(struct measure *measure)
{
	struct spec *spec = &measure->result->spec;
	const struct target *target = measure->session->target;
	uint32_t sector = target->logical_block_size;

	if (!spec->block_bytes)
		spec->block_bytes = default_block(measure);
	if (spec->block_bytes % sector == 0)
		return true;
	result_fail(measure->result, EXIT_USAGE, "block_size",
		    "--block-size=%" PRIu32 "B is no multiple of the sector size of "
		    "'%s', %" PRIu32 " bytes",
		    spec->block_bytes, target->subject.name, sector);
	return false;
}

static void say_not_run(struct measure *measure)
{
	const struct session *session = measure->session;

	result_fail(measure->result, EXIT_COULD_NOT_ASK, "not_run",
		    "'%s': not run, because the drive %s",
		    session->target->subject.name, session->ended_why);
}

/* Everything about the result that is known before the first command. */
static bool prepare(struct measure *measure)
{
	struct result *result = measure->result;
	const struct session *session = measure->session;
	const struct target *target = session->target;

	result->logical_block_size = target->logical_block_size;
	result->has_rotation =
		target->subject.has_page &&
		ata_fact_number(&target->subject.id, ATA_ROTATION_WORD, 0) != 0;
	result->rotating =
		ata_fact_number(&target->subject.id, ATA_ROTATION_RATE, 0) > 0;
	result->link_bits_per_second = target_link_speed(target);
	result->link_limit_bytes_per_second = target_link_limit(target);
	result->has_seed = measure->spec->test == TEST_ACCESS;
	result->random_order = result->has_seed;
	result->seed = session->settings->seed;
	if (session->ended) {
		say_not_run(measure);
		return false;
	}
	return (measure->extents || set_range(measure)) && set_block(measure);
}

static void do_measure(struct measure *measure)
{
	measure->run = malloc(sizeof(*measure->run));
	if (!measure->run) {
		result_fail(measure->result, EXIT_COULD_NOT_ASK, "memory",
			    "out of memory");
		return;
	}
	if (measure_open(measure)) {
		if (measure->spec->test == TEST_ZONES)
			measure_zones(measure);
		else
			measure_runs(measure);
	}
	measure_close(measure);
	free(measure->run);
	measure_look(measure);
	measure_note(measure);
}

static void measure_any(struct measure *measure)
{
	result_init(measure->result, measure->spec, &measure->session->target->subject);
	if (prepare(measure))
		do_measure(measure);
	if (measure->session->changed)
		measure->result->valid = false;
}

/* A measure holds two counts of histograms, too large for every stack. */
static void measure_new(struct session *session, const struct spec *spec,
			const struct plan_extent *extents, size_t count,
			struct result *result)
{
	struct measure *measure = calloc(1, sizeof(*measure));

	if (!measure) {
		result_init(result, spec, &session->target->subject);
		result_fail(result, EXIT_COULD_NOT_ASK, "memory", "out of memory");
		return;
	}
	measure->session = session;
	measure->spec = spec;
	measure->result = result;
	measure->extents = extents;
	measure->extent_count = count;
	measure_any(measure);
	free(measure);
}

void session_measure(struct session *session, const struct spec *spec,
		     struct result *result)
{
	measure_new(session, spec, NULL, 0, result);
}

void session_measure_extents(struct session *session, const struct spec *spec,
			     const struct plan_extent *extents, size_t count,
			     struct result *result)
{
	measure_new(session, spec, extents, count, result);
}
