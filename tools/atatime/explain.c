/* SPDX-License-Identifier: BSD-2-Clause */
#include "explain.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "clock.h"

enum {
	SMALL_BYTES = 4096,
	ACCESSES = 200,
	QUEUE = 32,
};

/* An explanation under way. */
struct work {
	struct session *session;
	struct settings settings; /* those of the user, but short runs */
	explain_step *step;
	void *closure;
	struct explanation *x;
	struct evidence evidence;
	struct result *verdict;
};

static struct figure *add(struct work *work, const char *name, const char *label,
			  enum figure_unit unit)
{
	struct figure *figure = &work->x->figures[work->x->figure_count++];

	*figure = (struct figure){.name = name, .label = label, .unit = unit};
	return figure;
}

static void set_why(struct figure *figure, const char *why)
{
	snprintf(figure->why, sizeof(figure->why), "%s", why ? why : "");
}

static void add_known(struct work *work, const char *name, const char *label,
		      enum figure_unit unit, double value, const char *otherwise)
{
	struct figure *figure = add(work, name, label, unit);

	figure->known = value > 0;
	figure->value = value;
	if (!figure->known)
		set_why(figure, otherwise);
}

static double value_of(const struct result *result, enum figure_unit unit)
{
	struct result_rate rate;
	double iops;

	if (unit == FIGURE_TIME)
		return result->latency.mean;
	if (unit == FIGURE_IOPS)
		return result_iops(result, &iops) ? iops : 0;
	return result_rate(result, &rate) ? rate.median : 0;
}

static void learn(struct work *work, const struct result *result)
{
	struct evidence *e = &work->evidence;

	e->other_io |= result_has_warning(result, "other_io");
	e->zeros |= result_has_warning(result, "zeros");
	e->small |= result->spec.test == TEST_SEQUENTIAL && result->read_once;
	e->failed += result->error_count;
	/* Named as a figure that is missing; the rest goes on. */
	work->verdict->status |= result->status & ~(unsigned int)EXIT_COULD_NOT_ASK;
	work->verdict->interrupted |= result->interrupted;
	if (!result->valid && (result->commands || !result->error_code))
		work->verdict->valid = false;
}

/* How a figure was found, and what speaks against it. */
static void set_how(struct figure *figure, const struct spec *asked,
		    const struct result *result)
{
	const struct spec *spec = &result->spec;
	size_t used;

	set_why(figure, path_name(spec->path));
	used = strlen(figure->why);
	if (result->error_count)
		snprintf(figure->why + used, sizeof(figure->why) - used,
			 ", %" PRIu64 " failed, the first at LBA %" PRIu64,
			 result->error_count, result->errors[0].lba);
	else if (!result->valid)
		snprintf(figure->why + used, sizeof(figure->why) - used,
			 ", not valid%s", result->interrupted ? ": interrupted" : "");
	else if (spec->depth < asked->depth)
		snprintf(figure->why + used, sizeof(figure->why) - used,
			 ", one at a time after errors by ncq");
}

/* The drive's name stands above all figures. */
static const char *without_name(const struct result *result)
{
	const char *message = result->error_message;
	size_t length = strlen(result->name);

	if (message && message[0] == '\'' &&
	    strncmp(message + 1, result->name, length) == 0 &&
	    strncmp(message + 1 + length, "': ", 3) == 0)
		message += length + 4;
	return message;
}

/* Measure one step; its figure, 0 when it is not known. */
static double step(struct work *work, const char *name, const char *label,
		   enum figure_unit unit, const struct spec *spec)
{
	struct figure *figure = add(work, name, label, unit);
	struct result *result;
	double value;

	if (work->verdict->interrupted) {
		set_why(figure, "interrupted");
		return 0;
	}
	result = malloc(sizeof(*result));
	if (!result) {
		set_why(figure, "out of memory");
		return 0;
	}
	session_measure(work->session, spec, result);
	figure->known = result->commands > 0 && result->elapsed_ns > 0;
	value = figure->known ? value_of(result, unit) : 0;
	figure->value = value;
	if (!figure->known)
		set_why(figure, without_name(result));
	else
		set_how(figure, spec, result);
	learn(work, result);
	work->step(work->closure, result);
	free(result);
	return value;
}

/* A step that is not done, and why. */
static void skip(struct work *work, const char *name, const char *label,
		 enum figure_unit unit, const char *why)
{
	set_why(add(work, name, label, unit), why);
}

static void add_link(struct work *work)
{
	const struct target *target = work->session->target;
	struct evidence *e = &work->evidence;
	const struct sgio_facts *facts = &target->drive->facts;
	const char *unknown = "not reported";

	e->own_link = target_is_own_link(target);
	e->link_limit = (double)target_link_limit(target);
	e->link_speed = (double)target_link_speed(target);
	e->drive_max_speed =
		(double)ata_fact_number(&target->subject.id, ATA_LINK_MAX, 0);
	if (facts->host_max_bits_per_second > 0)
		e->host_max_speed = (double)facts->host_max_bits_per_second;
	add_known(work, "link_speed", "Link now", FIGURE_BITS, e->link_speed, unknown);
	add_known(work, "drive_max_speed", "Link, drive's maximum", FIGURE_BITS,
		  e->drive_max_speed, unknown);
	add_known(work, "host_max_speed", "Link, host's maximum", FIGURE_BITS,
		  e->host_max_speed, unknown);
	add_known(work, "link_limit", "Link can carry at most", FIGURE_RATE,
		  e->link_limit,
		  e->own_link ? unknown : "a bridge or an adapter lies between");
}

static void add_media(struct work *work)
{
	const char *label = "Medium, by READ VERIFY";

	if (work->evidence.rotating)
		work->evidence.media = step(work, "media", label, FIGURE_RATE,
					    &(struct spec){.test = TEST_SEQUENTIAL,
							   .path = PATH_VERIFY,
							   .depth = 1});
	else
		skip(work, "media", label, FIGURE_RATE,
		     "only disks that turn read to verify");
}

static void add_queued(struct work *work)
{
	const struct target *target = work->session->target;
	const char *label = "Sequential, 32 deep";
	bool ncq = ata_fact_true(&target->subject.id, ATA_NCQ_SUPPORTED);
	struct spec spec = {
		.test = TEST_SEQUENTIAL,
		.path = target->no_pass_through ? PATH_SCSI : PATH_NCQ,
		.depth = QUEUE,
	};

	if (ncq)
		work->evidence.queued = step(work, "queued", label, FIGURE_RATE, &spec);
	else
		skip(work, "queued", label, FIGURE_RATE, "the drive has no NCQ");
}

static void add_access(struct work *work, enum path path)
{
	struct spec spec = {.test = TEST_ACCESS, .path = path, .depth = 1};
	bool ncq = ata_fact_true(&work->session->target->subject.id, ATA_NCQ_SUPPORTED);

	step(work, "access_single", "Random 4 KiB", FIGURE_IOPS, &spec);
	spec.depth = QUEUE;
	spec.path = path == PATH_DMA ? PATH_NCQ : path;
	if (ncq)
		step(work, "access_queued", "Random 4 KiB, 32 deep", FIGURE_IOPS,
		     &spec);
	else
		skip(work, "access_queued", "Random 4 KiB, 32 deep", FIGURE_IOPS,
		     "the drive has no NCQ");
}

/* The same 4 KiB again and again, less what they take on the link. */
static void add_overhead(struct work *work, enum path path)
{
	struct evidence *e = &work->evidence;
	struct spec spec = {.test = TEST_BUFFER,
			    .path = path,
			    .block_bytes = SMALL_BYTES,
			    .depth = 1};
	struct figure *figure = &work->x->figures[work->x->figure_count];
	double ns = step(work, "command_overhead", "4 KiB again and again", FIGURE_TIME,
			 &spec);

	if (ns > 0 && e->link_limit > 0)
		ns -= SMALL_BYTES * 1e9 / e->link_limit;
	e->command_ns = ns > 0 ? ns : 0;
	figure->value = e->command_ns;
	if (figure->known && ns <= 0) {
		figure->known = false;
		set_why(figure, "less than the link would take for its data");
	} else if (figure->known && e->link_limit > 0) {
		set_why(figure, "without its time on the link");
	}
}

static void add_rates(struct work *work)
{
	enum path path = work->session->target->no_pass_through ? PATH_SCSI : PATH_DMA;
	struct evidence *e = &work->evidence;
	struct spec spec = {.test = TEST_BUFFER, .path = path, .depth = 1};

	e->buffer = step(work, "buffer", "Buffer", FIGURE_RATE, &spec);
	spec.test = TEST_SEQUENTIAL;
	e->sequential = step(work, "sequential", "Sequential", FIGURE_RATE, &spec);
	add_media(work);
	add_queued(work);
	spec.path = PATH_DIRECT;
	e->direct = step(work, "direct", "Through the block layer", FIGURE_RATE, &spec);
	spec.path = PATH_PAGE;
	step(work, "page", "Through the page cache", FIGURE_RATE, &spec);
	add_overhead(work, path);
	add_access(work, path);
}

static void begin(struct work *work)
{
	const struct target *target = work->session->target;
	struct evidence *e = &work->evidence;
	uint64_t rotation = ata_fact_number(&target->subject.id, ATA_ROTATION_RATE, 0);

	work->settings = *work->session->settings;
	work->settings.repeat = 1;
	if (!work->settings.duration_ns)
		work->settings.duration_ns = NS_PER_SECOND;
	if (work->settings.count > ACCESSES)
		work->settings.count = ACCESSES;
	e->rotating = rotation > 0;
	e->has_rotation =
		ata_fact_number(&target->subject.id, ATA_ROTATION_WORD, 0) != 0;
	e->lookahead_off =
		ata_fact_number(&target->subject.id, ATA_LOOKAHEAD_ENABLED, 1) == 0;
	/* Old disks do not say that they turn; parallel ones do. */
	if (!e->has_rotation && !ata_fact_true(&target->subject.id, ATA_TRIM_SUPPORTED))
		e->rotating = true;
}

void explain_drive(struct session *session, explain_step *step_sink, void *closure,
		   struct explanation *explanation, struct result *verdict)
{
	const struct settings *settings = session->settings;
	struct spec spec = {.test = TEST_EXPLAIN};
	struct work work = {
		.session = session,
		.step = step_sink,
		.closure = closure,
		.x = explanation,
		.verdict = verdict,
	};

	memset(explanation, 0, sizeof(*explanation));
	result_init(verdict, &spec, &session->target->subject);
	verdict->link_bits_per_second = target_link_speed(session->target);
	verdict->link_limit_bytes_per_second = target_link_limit(session->target);
	begin(&work);
	session->settings = &work.settings;
	add_link(&work);
	add_rates(&work);
	session->settings = settings;
	work.evidence.interrupted = verdict->interrupted;
	work.evidence.ended = session->ended;
	explain_judge(&work.evidence, explanation);
	if (!work.evidence.sequential && !work.evidence.queued && !work.evidence.buffer)
		result_fail(verdict, EXIT_COULD_NOT_ASK, "no_data",
			    "'%s': nothing could be measured",
			    session->target->subject.name);
	session_note_surroundings(session, verdict);
}
