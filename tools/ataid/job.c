/* SPDX-License-Identifier: BSD-2-Clause */
#include "job.h"

#include <stdlib.h>
#include <string.h>

#include "message.h"

/* A job under way. */
struct work {
	struct ataid_job *job;
	FILE *output;
	FILE *errors; /* NULL until there is one */
	FILE *record; /* NULL when nothing is kept */
};

static void say(struct work *work, const char *text)
{
	struct ataid_job *job = work->job;

	if (!work->errors)
		work->errors = open_memstream(&job->errors, &job->errors_size);
	if (work->errors)
		message_write(work->errors, text);
}

static void out_of_memory(struct work *work)
{
	work->job->status |= EXIT_COULD_NOT_ASK;
	say(work, "out of memory");
}

static void ask_subject(struct ataid_job *job, size_t number, struct subject *subject,
			struct sgio_section **section)
{
	const struct drive_options *options = &job->options->drive;
	const struct ataid_dump *dump = job->dumps ? &job->dumps[number] : NULL;
	unsigned int index = job->first_index + (unsigned int)number;

	if (job->recording)
		drive_replay(job->recording->recording, job->section, options, subject,
			     section);
	else if (!dump)
		drive_ask(job->argument, options, subject, section);
	else if (dump->is_page)
		drive_dump(job->argument, index, &dump->fault.dump, options, subject,
			   section);
	else
		drive_no_dump(job->argument, index, &dump->fault, options, subject,
			      section);
}

static void write_section(struct work *work, struct sgio_section *section)
{
	const char *text;
	size_t size;

	if (!section || sgio_section_text(section, &text, &size))
		out_of_memory(work);
	else
		fwrite(text, 1, size, work->record);
	sgio_section_close(section);
}

static void do_subject(struct work *work, size_t number, struct subject *subject)
{
	struct ataid_job *job = work->job;
	struct sgio_section *section = NULL;

	ask_subject(job, number, subject, work->record ? &section : NULL);
	if (work->record)
		write_section(work, section);
	job->status |= subject->status;
	if (subject->error_message)
		say(work, subject->error_message);
	if (render_subject(job->render, work->output, job->options, subject))
		out_of_memory(work);
}

static void do_all(struct work *work)
{
	struct ataid_job *job = work->job;
	struct subject subject;
	size_t i;

	if (job->options->output == ATAID_DIFF)
		job->kept = calloc(job->count, sizeof(*job->kept));
	for (i = 0; i < job->count; i++) {
		do_subject(work, i, job->kept ? &job->kept[i] : &subject);
		if (!job->kept)
			subject_free(&subject);
	}
}

static void close_stream(FILE *stream)
{
	if (stream)
		fclose(stream);
}

static void run(struct pool_job *pool_job)
{
	struct ataid_job *job = (struct ataid_job *)pool_job;
	struct work work = {.job = job};

	work.output = open_memstream(&job->output, &job->output_size);
	if (job->options->record)
		work.record = open_memstream(&job->record, &job->record_size);
	if (work.output && (work.record || !job->options->record))
		do_all(&work);
	else
		out_of_memory(&work);
	close_stream(work.output);
	close_stream(work.errors);
	close_stream(work.record);
}

struct ataid_job *ataid_job_new(const char *argument,
				const struct ataid_options *options,
				struct render *render)
{
	struct ataid_job *job = calloc(1, sizeof(*job));

	if (!job)
		return NULL;
	job->pool.run = run;
	job->options = options;
	job->render = render;
	job->argument = argument;
	job->count = 1;
	return job;
}

struct ataid_job *ataid_job_new_dumps(const char *argument, unsigned int first_index,
				      const struct ataid_options *options,
				      struct render *render)
{
	struct ataid_job *job = ataid_job_new(argument, options, render);

	if (!job)
		return NULL;
	job->dumps = malloc(ATAID_DUMPS_MAX * sizeof(*job->dumps));
	job->first_index = first_index;
	job->count = 0;
	if (job->dumps)
		return job;
	free(job);
	return NULL;
}

void ataid_recording_put(struct ataid_recording *recording)
{
	if (--recording->users)
		return;
	sgio_recording_free(recording->recording);
	free(recording);
}

static void free_kept(struct ataid_job *job)
{
	size_t i;

	for (i = 0; job->kept && i < job->count; i++)
		subject_free(&job->kept[i]);
	free(job->kept);
}

void ataid_job_free(struct ataid_job *job)
{
	if (!job)
		return;
	if (job->recording)
		ataid_recording_put(job->recording);
	free_kept(job);
	free(job->dumps);
	free(job->output);
	free(job->errors);
	free(job->record);
	free(job);
}
