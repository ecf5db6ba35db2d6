/* SPDX-License-Identifier: BSD-2-Clause */
#include "run_parts.h"

#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "message.h"
#include "output.h"
#include "progress.h"

static void flush_text(FILE *text)
{
	if (text == stdout)
		output_flush();
}

/* Columns of the terminal, for charts. */
static unsigned int columns(void)
{
	struct winsize size;

	if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) < 0 || size.ws_col < 40)
		return 80;
	return size.ws_col;
}

static void print_text(struct job *job, const struct result *result,
		       const struct explanation *explanation)
{
	bool shown = explanation || result->commands || !result->error_code;

	if (!job->headed && result->name && shown) {
		text_heading(job->text, result);
		job->headed = true;
	}
	if (explanation)
		text_explanation(job->text, explanation, result);
	else if (shown)
		text_result(job->text, result, isatty(STDOUT_FILENO) ? columns() : 0);
	if (result->spec.test == TEST_ZONES && result->sample_count > 1)
		chart_zones(job->text, result, columns());
	flush_text(job->text);
}

static void print_json(struct whole *whole, const struct result *result,
		       const struct explanation *explanation)
{
	if (json_result(stdout, result, explanation) < 0) {
		message("out of memory");
		whole->status |= EXIT_COULD_NOT_ASK;
	}
	output_flush();
}

/* What went wrong, for whoever reads standard error alone. */
static void say_failure(const struct result *result)
{
	if (result->error_message)
		message_escaped(result->error_message);
	else if (result->error_count)
		message("'%s': %llu read%s failed, the first at LBA %llu: %s",
			result->name, (unsigned long long)result->error_count,
			result->error_count == 1 ? "" : "s",
			(unsigned long long)result->errors[0].lba,
			result_error_kind(&result->errors[0]));
}

/* A rate that is not known, or not valid, is no pass. */
static void check_at_least(const struct options *options, struct result *result)
{
	double least = (double)options->at_least;
	struct result_rate rate;
	bool known = result_rate(result, &rate);

	if (known && rate.median < least) {
		result_warn(result, "too_slow",
			    "%.9g MB/s is less than --at-least=%.9g MB/s",
			    rate.median / 1e6, least / 1e6);
		result->status |= EXIT_FINDING;
		message("'%s': %.9g MB/s is less than --at-least=%.9g MB/s",
			result->name, rate.median / 1e6, least / 1e6);
	} else if ((!known || !result->valid) && !result->status) {
		result_fail(result, EXIT_COULD_NOT_ASK, "no_rate",
			    "'%s': no valid rate to hold against --at-least=%.9g MB/s",
			    result->name, least / 1e6);
	}
}

/* What the drive says of itself is damaged; its figures are good all the same. */
static void note_damage(const struct subject *subject, struct result *result)
{
	bool valid = result->valid;

	if (!(subject->status & EXIT_DAMAGED) || result->status & EXIT_DAMAGED)
		return;
	result_fail(result, EXIT_DAMAGED, subject->error_code, "%s",
		    subject->error_message ? subject->error_message : "");
	result->valid = valid;
}

/* The picture needs results when their drive is closed; they keep its subject. */
static bool keep(struct whole *whole, struct result *result)
{
	struct result *kept;

	if (!whole->options->plot || !result->commands)
		return false;
	kept = reallocarray(whole->kept, whole->kept_count + 1, sizeof(*kept));
	if (!kept)
		return false;
	whole->kept = kept;
	kept[whole->kept_count++] = *result;
	return true;
}

/* A step of --explain that could not be done is a figure that is missing, no failure.
 */
static enum exit_status status_of(const struct job *job, const struct result *result)
{
	unsigned int status = result->status;

	return job->explaining ? status & ~(unsigned int)EXIT_COULD_NOT_ASK : status;
}

/* A drive that was not opened, or was skipped, has no rate either. */
static bool is_rated(const struct result *result)
{
	return result->spec.test == TEST_SEQUENTIAL || result->spec.test == TEST_COUNT;
}

void run_take(struct job *job, struct result *result,
	      const struct explanation *explanation)
{
	struct whole *whole = job->whole;
	bool kept;

	pthread_mutex_lock(&whole->lock);
	progress_erase();
	note_damage(&job->target.subject, result);
	if (whole->options->at_least && is_rated(result) && !job->explaining)
		check_at_least(whole->options, result);
	if (whole->options->json)
		print_json(whole, result, explanation);
	else if (!job->explaining) /* a figure of the screen to come */
		print_text(job, result, explanation);
	/* With --nocheck=...,0 a drive that sleeps is no failure, but told. */
	if (status_of(job, result) || (result->error_message && !job->explaining))
		say_failure(result);
	whole->status |= status_of(job, result);
	kept = keep(whole, result);
	pthread_mutex_unlock(&whole->lock);
	if (!kept)
		result_free(result);
}
