/* SPDX-License-Identifier: BSD-2-Clause */
#include "progress.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum { COLUMNS_MAX = 200, COLUMNS = 80 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static bool active, shown;

void progress_begin(bool wanted)
{
	active = wanted && isatty(STDERR_FILENO);
}

static int columns(void)
{
	struct winsize size;

	if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) < 0 || !size.ws_col)
		return COLUMNS;
	return size.ws_col < COLUMNS_MAX ? size.ws_col : COLUMNS_MAX;
}

static void append_left(char *line, size_t size,
			const struct session_progress *progress)
{
	size_t length = strlen(line);
	double seconds = (double)progress->elapsed_ns / 1e9;

	if (progress->done <= 0 || seconds <= 0)
		return;
	snprintf(line + length, size - length, " %3.0f %%, %.0f s left",
		 100 * progress->done, seconds / progress->done - seconds);
}

void progress_show(const struct session_progress *progress)
{
	const struct spec *spec = progress->spec;
	double seconds = (double)progress->elapsed_ns / 1e9;
	char line[COLUMNS_MAX + 1];
	int length;

	if (!active)
		return;
	length = snprintf(line, sizeof(line), "%s: %s, %s, depth %u",
			  progress->target->subject.name, test_name(spec->test),
			  path_name(spec->path), spec->depth);
	if (progress->runs > 1 && length > 0 && length < COLUMNS_MAX)
		length += snprintf(line + length, sizeof(line) - (size_t)length,
				   ", run %u of %u", progress->run, progress->runs);
	if (seconds > 0 && length > 0 && length < COLUMNS_MAX)
		snprintf(line + length, sizeof(line) - (size_t)length, ": %.1f MB/s",
			 (double)progress->bytes / 1e6 / seconds);
	append_left(line, sizeof(line), progress);
	pthread_mutex_lock(&lock);
	fprintf(stderr, "\r%.*s\033[K", columns() - 1, line);
	fflush(stderr);
	shown = true;
	pthread_mutex_unlock(&lock);
}

void progress_erase(void)
{
	pthread_mutex_lock(&lock);
	if (shown) {
		fputs("\r\033[K", stderr);
		fflush(stderr);
	}
	shown = false;
	pthread_mutex_unlock(&lock);
}
