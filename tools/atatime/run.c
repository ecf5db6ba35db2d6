/* SPDX-License-Identifier: BSD-2-Clause */
#include "run.h"

#include <errno.h>
#include <locale.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "csv.h"
#include "file.h"
#include "message.h"
#include "output.h"
#include "progress.h"

/* The order of output, whatever the order on the command line. */
static const enum test order[] = {TEST_BUFFER, TEST_SEQUENTIAL, TEST_ZONES,
				  TEST_ACCESS};

struct whole {
	const struct options *options;
	struct csv *csv;
	pthread_mutex_t lock; /* guards what follows, and standard output */
	int status;
	struct result *kept; /* for the picture, until the end */
	size_t kept_count;
};

/* One drive, and where its text goes: standard output, or kept until its turn. */
struct job {
	struct whole *whole;
	const char *argument;
	struct target target;
	struct session session;
	struct session_hooks hooks;
	bool headed; /* the line with its name is written */
	FILE *text;
	char *buffer;
	size_t size;
	pthread_t thread;
	bool has_thread;
};

static volatile sig_atomic_t stop_signal;

static void on_signal(int number)
{
	stop_signal = number;
}

static bool stopped(void)
{
	return stop_signal != 0;
}

/* No SA_RESTART: sg's ioctl would send its command again. */
static void catch_signals(void)
{
	static const int numbers[] = {SIGINT, SIGTERM, SIGHUP};
	struct sigaction action = {.sa_handler = on_signal};
	struct sigaction before;

	for (size_t i = 0; i < sizeof(numbers) / sizeof(numbers[0]); i++) {
		sigaction(numbers[i], NULL, &before);
		if (before.sa_handler != SIG_IGN)
			sigaction(numbers[i], &action, NULL);
	}
}

static void completed(void *closure, const struct spec *spec,
		      const struct engine_event *event)
{
	struct job *job = closure;

	if (job->whole->csv)
		csv_add(job->whole->csv, job->target.subject.name, spec, event);
}

static void progress(void *closure, const struct session_progress *progress)
{
	(void)closure;
	progress_show(progress);
}

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
	if (!result->status)
		return;
	if (result->error_message)
		message("%s", result->error_message);
	else if (result->error_count)
		message("'%s': %llu read error%s, the first at LBA %llu: %s",
			result->name, (unsigned long long)result->error_count,
			result->error_count == 1 ? "" : "s",
			(unsigned long long)result->errors[0].lba,
			result_error_kind(&result->errors[0]));
}

static void check_at_least(struct whole *whole, struct result *result)
{
	uint64_t least = whole->options->at_least;
	struct result_rate rate;

	if (!least || result->spec.test != TEST_SEQUENTIAL ||
	    !result_rate(result, &rate) || rate.median >= (double)least)
		return;
	result->status |= EXIT_FINDING;
	result_warn(result, "too_slow", "%.2f MB/s is less than --at-least=%.2f MB/s",
		    rate.median / 1e6, (double)least / 1e6);
	message("'%s': %.2f MB/s is less than --at-least=%.2f MB/s", result->name,
		rate.median / 1e6, (double)least / 1e6);
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

/* Takes @result, and frees or keeps it. */
static void take(struct job *job, struct result *result,
		 const struct explanation *explanation)
{
	struct whole *whole = job->whole;
	bool kept;

	pthread_mutex_lock(&whole->lock);
	progress_erase();
	check_at_least(whole, result);
	if (whole->options->json)
		print_json(whole, result, explanation);
	else
		print_text(job, result, explanation);
	say_failure(result);
	whole->status |= result->status;
	kept = keep(whole, result);
	pthread_mutex_unlock(&whole->lock);
	if (!kept)
		result_free(result);
}

static void take_result(void *closure, struct result *result)
{
	take(closure, result, NULL);
}

/* Text shows the steps as figures of one screen, JSON each by itself as well. */
static void take_step(void *closure, struct result *result)
{
	struct job *job = closure;

	if (job->whole->options->json)
		take(job, result, NULL);
	else
		result_free(result);
}

static void explain(struct job *job)
{
	struct explanation explanation;
	struct result verdict;

	explain_drive(&job->session, take_step, job, &explanation, &verdict);
	take(job, &verdict, &explanation);
	explanation_free(&explanation);
}

static uint32_t block_bytes(const struct job *job, size_t number)
{
	const struct options *options = job->whole->options;
	uint64_t bytes = 0;

	if (!options->block_count)
		return 0;
	size_bytes(&options->blocks[number], job->target.logical_block_size, 0, &bytes);
	return bytes < UINT32_MAX ? (uint32_t)bytes : UINT32_MAX;
}

static void measure(struct job *job, const struct spec *spec)
{
	struct result *result = malloc(sizeof(*result));

	if (!result) {
		message("out of memory");
		job->whole->status |= EXIT_COULD_NOT_ASK;
		return;
	}
	session_measure(&job->session, spec, result);
	take(job, result, NULL);
	free(result);
}

/* One test by every path, block size and depth. */
static void run_ladder(struct job *job, enum test test)
{
	const struct options *options = job->whole->options;
	size_t blocks = options->block_count ? options->block_count : 1;
	size_t all = options->path_count * blocks * options->depth_count;

	for (size_t i = 0; i < all && !stopped(); i++) {
		size_t depth = i % options->depth_count;
		size_t block = i / options->depth_count % blocks;
		enum path path = options->paths[i / options->depth_count / blocks];
		struct spec spec = {
			.test = test,
			.path = path,
			.block_bytes = block_bytes(job, block),
			.depth = options->depths[depth],
			.fua = options->fua && path == PATH_NCQ,
		};

		measure(job, &spec);
	}
}

/* A drive that could not be opened is a result without a test. */
static void say_not_opened(struct job *job)
{
	struct spec spec = {.test = TEST_COUNT};
	struct result result;

	result_init(&result, &spec, &job->target.subject);
	result.valid = false;
	result.status = job->target.subject.status;
	result.error_code = job->target.subject.error_code;
	if (job->target.subject.error_message)
		result.error_message = strdup(job->target.subject.error_message);
	take(job, &result, NULL);
}

static void run_tests(struct job *job)
{
	const struct options *options = job->whole->options;

	session_begin(&job->session, &job->target, &options->settings, &job->hooks);
	for (size_t i = 0; i < sizeof(order) / sizeof(order[0]); i++) {
		if (options->tests[order[i]] && !stopped())
			run_ladder(job, order[i]);
	}
	if (options->tests[TEST_EXPLAIN] && !stopped())
		explain(job);
}

static void run_drive(struct job *job)
{
	target_open(&job->target, job->argument, &job->whole->options->drive);
	if (job->target.subject.status & ~EXIT_DAMAGED || !job->target.drive)
		say_not_opened(job);
	else
		run_tests(job);
}

static void *run_thread(void *closure)
{
	run_drive(closure);
	return NULL;
}

static void begin_job(struct job *job, struct whole *whole, const char *argument)
{
	*job = (struct job){
		.whole = whole,
		.argument = argument,
		.text = stdout,
		.hooks = {.completed = whole->csv ? completed : NULL,
			  .progress = progress,
			  .stopped = stopped,
			  .closure = job},
	};
}

/* All at once; their text in the order of the command line. */
static void run_together(struct job *jobs, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		FILE *text = open_memstream(&jobs[i].buffer, &jobs[i].size);

		if (text)
			jobs[i].text = text;
		jobs[i].has_thread =
			!pthread_create(&jobs[i].thread, NULL, run_thread, &jobs[i]);
	}
	for (size_t i = 0; i < count; i++) {
		if (jobs[i].has_thread)
			pthread_join(jobs[i].thread, NULL);
		else
			run_drive(&jobs[i]);
		if (jobs[i].text != stdout)
			fclose(jobs[i].text);
		if (jobs[i].size)
			output_write(jobs[i].buffer, jobs[i].size);
		free(jobs[i].buffer);
	}
}

static void run_drives(struct whole *whole, struct job *jobs)
{
	const struct options *options = whole->options;

	for (size_t i = 0; i < options->drive_count; i++)
		begin_job(&jobs[i], whole, options->drives[i]);
	if (options->together && options->drive_count > 1) {
		run_together(jobs, options->drive_count);
		return;
	}
	for (size_t i = 0; i < options->drive_count && !stopped(); i++)
		run_drive(&jobs[i]);
}

/* --file and --write find their drive by themselves. */
static void run_files(struct whole *whole, struct job *job)
{
	begin_job(job, whole, NULL);
	if (whole->options->file)
		file_run(whole->options, &job->hooks, &job->target, take_result, job);
	else
		write_run(whole->options, &job->hooks, take_result, job);
}

static void plot(struct whole *whole)
{
	const char *path = whole->options->plot;
	int rc = plot_results(path, whole->kept, whole->kept_count);

	if (rc == -ENODATA)
		message("nothing to draw in '%s'", path);
	else if (rc < 0)
		message("cannot write '%s': %s", path, strerror(-rc));
	if (rc < 0)
		whole->status |= EXIT_COULD_NOT_ASK;
}

static void end_csv(struct whole *whole)
{
	int rc = whole->csv ? csv_close(whole->csv) : 0;

	if (rc < 0) {
		message("cannot write '%s': %s", whole->options->csv, strerror(-rc));
		whole->status |= EXIT_COULD_NOT_ASK;
	}
}

static bool open_csv(struct whole *whole)
{
	const char *path = whole->options->csv;
	int rc = path ? csv_open(path, &whole->csv) : 0;

	if (rc < 0)
		message("cannot write '%s': %s", path,
			rc == -EEXIST ? "it is a device" : strerror(-rc));
	return rc == 0;
}

static void finish(struct whole *whole, struct job *jobs, size_t count)
{
	progress_erase();
	end_csv(whole);
	if (whole->options->plot && whole->kept_count)
		plot(whole);
	else if (whole->options->plot)
		message("nothing to draw in '%s'", whole->options->plot);
	for (size_t i = 0; i < whole->kept_count; i++) {
		result_free(&whole->kept[i]);
	}
	free(whole->kept);
	for (size_t i = 0; i < count; i++)
		target_close(&jobs[i].target);
}

int run(const struct options *options, int *signal)
{
	struct whole whole = {.options = options, .lock = PTHREAD_MUTEX_INITIALIZER};
	size_t count = options->drive_count ? options->drive_count : 1;
	struct job *jobs = calloc(count, sizeof(*jobs));

	if (!jobs || !open_csv(&whole)) {
		free(jobs);
		return EXIT_COULD_NOT_ASK;
	}
	setlocale(LC_CTYPE, "");
	catch_signals();
	progress_begin(options->progress);
	if (options->drive_count)
		run_drives(&whole, jobs);
	else
		run_files(&whole, jobs);
	finish(&whole, jobs, count);
	free(jobs);
	*signal = stop_signal;
	return whole.status;
}
