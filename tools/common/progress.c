/* SPDX-License-Identifier: BSD-2-Clause */
#include "progress.h"

#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

#include "escape.h"

enum {
	COLUMNS = 80, /* when the terminal does not say */
	COLUMNS_MAX = 200,
	NAME_COLUMNS = 24,
	INTERVAL_MS = 200,
};

static bool active, on_screen;
static int64_t next_ms;

void progress_begin(bool wanted)
{
	active = wanted && isatty(STDERR_FILENO);
}

static int64_t now_ms(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static int columns(void)
{
	struct winsize size;

	if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) < 0 || !size.ws_col)
		return COLUMNS;
	return size.ws_col < COLUMNS_MAX ? size.ws_col : COLUMNS_MAX;
}

/* A long name must not hide the figures behind it: its end tells most. */
static void put_name(FILE *line, const char *name)
{
	char shown[ESCAPE_SIZE(NAME_COLUMNS)];
	size_t length = strlen(name);
	const char *end = length > NAME_COLUMNS ? name + length - NAME_COLUMNS : name;

	escape(end, strlen(end), shown, sizeof(shown));
	fprintf(line, "%s%s: ", end == name ? "" : "...", shown);
}

static void put_figures(FILE *line, const struct progress *progress)
{
	double seconds = (double)progress->elapsed_ns / 1e9;

	if (seconds <= 0)
		return;
	fprintf(line, ": %.1f MB/s", (double)progress->bytes / 1e6 / seconds);
	if (progress->done > 0)
		fprintf(line, ", %.0f %%, %.0f s left", 100 * progress->done,
			seconds / progress->done - seconds);
}

void progress_show(const struct progress *progress)
{
	char text[COLUMNS_MAX + 1] = "";
	FILE *line;

	if (!active || now_ms() < next_ms)
		return;
	line = fmemopen(text, COLUMNS_MAX, "w");
	if (!line)
		return;
	put_name(line, progress->name ? progress->name : "-");
	fputs(progress->what, line);
	put_figures(line, progress);
	fclose(line);
	next_ms = now_ms() + INTERVAL_MS;
	fprintf(stderr, "\r%.*s\033[K", columns() - 1, text);
	fflush(stderr);
	on_screen = true;
}

void progress_erase(void)
{
	if (on_screen) {
		fputs("\r\033[K", stderr);
		fflush(stderr);
	}
	on_screen = false;
}
