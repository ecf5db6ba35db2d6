/* SPDX-License-Identifier: BSD-2-Clause */
#include "run.h"

#include <errno.h>
#include <locale.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "file.h"
#include "file_shown.h"
#include "message.h"
#include "output.h"
#include "progress.h"
#include "run_parts.h"
#include "stop.h"

/* The order of output, whatever the order on the command line. */
static const enum test order[] = {TEST_BUFFER, TEST_SEQUENTIAL, TEST_ZONES,
				  TEST_ACCESS};

static void completed(void *closure, const struct spec *spec,
		      const struct engine_event *event)
{
	struct job *job = closure;

	if (job->whole->csv)
		csv_add(job->whole->csv, job->target.subject.name, spec, event);
}

static void progress(void *closure, const struct session_progress *now)
{
	const struct spec *spec = now->spec;
	struct job *job = closure;
	char what[80], run[32] = "";
	const struct progress shown = {
		.name = now->target->subject.name,
		.what = what,
		.done = now->done,
		.bytes = now->bytes,
		.elapsed_ns = now->elapsed_ns,
	};

	if (now->runs > 1)
		snprintf(run, sizeof(run), ", run %u of %u", now->run, now->runs);
	snprintf(what, sizeof(what), "%s, %s, depth %u%s", test_name(spec->test),
		 path_name(spec->path), spec->depth, run);
	/* Whoever holds it is printing. */
	if (pthread_mutex_trylock(&job->whole->lock))
		return;
	progress_show(&shown);
	pthread_mutex_unlock(&job->whole->lock);
}

static void take_result(void *closure, struct result *result)
{
	run_take(closure, result, NULL);
}

static void explain(struct job *job)
{
	struct explanation explanation;
	struct result verdict;

	job->explaining = true;
	explain_drive(&job->session, take_result, job, &explanation, &verdict);
	job->explaining = false;
	run_take(job, &verdict, &explanation);
	explanation_free(&explanation);
}

static void fail_memory(struct whole *whole)
{
	pthread_mutex_lock(&whole->lock);
	progress_erase();
	message("out of memory");
	whole->status |= EXIT_COULD_NOT_ASK;
	pthread_mutex_unlock(&whole->lock);
}

static void measure(struct job *job, const struct spec *spec)
{
	struct result *result = malloc(sizeof(*result));

	if (!result) {
		fail_memory(job->whole);
		return;
	}
	session_measure(&job->session, spec, result);
	run_take(job, result, NULL);
	free(result);
}

/* One test by every path, block size and depth. */
static void run_ladder(struct job *job, enum test test)
{
	const struct options *options = job->whole->options;
	size_t count = options_spec_count(options);

	for (size_t i = 0; i < count && !stop_asked(); i++) {
		struct spec spec =
			options_spec(options, test, i, job->target.logical_block_size);

		measure(job, &spec);
	}
}

/* A drive that could not be opened is a result without a test. */
static void say_not_opened(struct job *job)
{
	const struct subject *subject = &job->target.subject;
	struct spec spec = {.test = TEST_COUNT};
	struct result result;

	result_init(&result, &spec, subject);
	result_fail(&result, subject->status, subject->error_code, "%s",
		    subject->error_message ? subject->error_message : "out of memory");
	run_take(job, &result, NULL);
}

static void run_tests(struct job *job)
{
	const struct options *options = job->whole->options;

	session_begin(&job->session, &job->target, &options->settings, &job->hooks);
	for (size_t i = 0; i < sizeof(order) / sizeof(order[0]); i++) {
		if (options->tests[order[i]] && !stop_asked())
			run_ladder(job, order[i]);
	}
	if (options->tests[TEST_EXPLAIN] && !stop_asked())
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
			  .stopped = stop_asked,
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
		if (jobs[i].text != stdout && fclose(jobs[i].text))
			fail_memory(jobs[i].whole);
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
	for (size_t i = 0; i < options->drive_count && !stop_asked(); i++)
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

static enum exit_status could_not(const struct options *options, const char *path,
				  int error)
{
	message("cannot write '%s': %s", file_shown(options, path), strerror(error));
	return EXIT_COULD_NOT_ASK;
}

static void plot(struct whole *whole)
{
	const struct options *options = whole->options;
	int rc = plot_results(options->plot, whole->kept, whole->kept_count);

	if (rc == -ENODATA) {
		message("nothing to draw in '%s'", file_shown(options, options->plot));
		whole->status |= EXIT_COULD_NOT_ASK;
	} else if (rc < 0) {
		whole->status |= could_not(options, options->plot, -rc);
	}
}

static void end_csv(struct whole *whole)
{
	int rc = whole->csv ? csv_close(whole->csv) : 0;

	if (rc < 0)
		whole->status |= could_not(whole->options, whole->options->csv, -rc);
}

static struct output_file beside(const struct options *options, const char *path)
{
	return (struct output_file){
		.path = path,
		.sysroot = options->drive.sysroot,
		/* What is read must not be emptied: DRIVEs, or the file of --file. */
		.drives = options->file ? &options->file : options->drives,
		.drive_count = options->file ? 1 : options->drive_count,
	};
}

static enum exit_status refuse(const struct options *options, const char *path,
			       const char *what)
{
	message("cannot write '%s': it is %s", file_shown(options, path), what);
	return EXIT_USAGE;
}

static enum exit_status open_csv(struct whole *whole)
{
	const struct options *options = whole->options;
	struct output_file file = beside(options, options->csv);
	const char *what = NULL;
	int rc = file.path ? csv_open(&file, &whole->csv, &what) : 0;

	if (what)
		return refuse(options, file.path, what);
	return rc < 0 ? could_not(options, file.path, -rc) : EXIT_DONE;
}

/* Can a file be made beside @path? */
static int check_folder(const char *path)
{
	const char *slash = strrchr(path, '/');
	char *folder = slash ? strndup(path, (size_t)(slash - path) + 1) : strdup(".");
	int rc = folder ? 0 : -ENOMEM;

	if (folder && access(folder, W_OK | X_OK) < 0)
		rc = -errno;
	free(folder);
	return rc;
}

/* Before anything is measured; the picture is drawn beside it at the end. */
static enum exit_status check_plot(const struct options *options)
{
	struct output_file file = beside(options, options->plot);
	const char *what = file.path ? output_file_forbidden(&file) : NULL;
	struct stat st;
	int rc;

	if (!file.path)
		return EXIT_DONE;
	if (!what && stat(file.path, &st) == 0 && !S_ISREG(st.st_mode))
		what = "no regular file";
	if (what)
		return refuse(options, file.path, what);
	rc = check_folder(file.path);
	return rc < 0 ? could_not(options, file.path, -rc) : EXIT_DONE;
}

static void finish(struct whole *whole, struct job *jobs, size_t count)
{
	progress_erase();
	end_csv(whole);
	if (whole->options->plot)
		plot(whole);
	for (size_t i = 0; i < whole->kept_count; i++)
		result_free(&whole->kept[i]);
	free(whole->kept);
	for (size_t i = 0; i < count; i++)
		target_close(&jobs[i].target);
}

static void run_all(struct whole *whole, struct job *jobs, size_t count)
{
	const struct options *options = whole->options;

	setlocale(LC_CTYPE, "");
	stop_catch();
	/* Traced requests would stand in the middle of it. */
	progress_begin(options->progress && !options->drive.verbose);
	if (options->drive_count)
		run_drives(whole, jobs);
	else
		run_files(whole, jobs);
	finish(whole, jobs, count);
}

int run(const struct options *options)
{
	struct whole whole = {.options = options, .lock = PTHREAD_MUTEX_INITIALIZER};
	size_t count = options->drive_count ? options->drive_count : 1;
	struct job *jobs = calloc(count, sizeof(*jobs));

	if (!jobs) {
		message("out of memory");
		return EXIT_COULD_NOT_ASK;
	}
	whole.status = check_plot(options);
	if (!whole.status)
		whole.status = open_csv(&whole);
	if (!whole.status)
		run_all(&whole, jobs, count);
	free(jobs);
	return whole.status;
}
