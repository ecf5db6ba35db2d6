/* SPDX-License-Identifier: BSD-2-Clause */
#include "csv.h"

#include <errno.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "escape.h"

enum { BUFFER_BYTES = 1 << 20 };

struct csv {
	pthread_mutex_t lock;
	FILE *file;
	char *buffer;
	int error;
};

static void keep_error(struct csv *csv)
{
	if (!csv->error && ferror(csv->file))
		csv->error = errno ? errno : EIO;
}

int csv_open(const struct output_file *file, struct csv **csv, const char **what)
{
	int fd = output_file_open(file, what);
	struct csv *made;

	if (fd < 0)
		return fd;
	made = calloc(1, sizeof(*made));
	if (made)
		made->file = fdopen(fd, "w");
	if (!made || !made->file) {
		close(fd);
		free(made);
		return -ENOMEM;
	}
	made->buffer = malloc(BUFFER_BYTES);
	if (made->buffer)
		setvbuf(made->file, made->buffer, _IOFBF, BUFFER_BYTES);
	pthread_mutex_init(&made->lock, NULL);
	fputs("drive,test,path,block_size_bytes,depth,timed,lba,blocks,start_ns,"
	      "duration_ns\n",
	      made->file);
	*csv = made;
	return 0;
}

/* A field in quotes, where it needs them; escaped, it has no end of line. */
static void put_field(FILE *file, const char *text)
{
	bool quoted = strpbrk(text, ",\"");
	char shown[ESCAPE_SIZE(1)];

	if (quoted)
		putc('"', file);
	for (; *text; text++) {
		escape(text, 1, shown, sizeof(shown));
		if (*text == '"')
			putc('"', file);
		fputs(shown, file);
	}
	if (quoted)
		putc('"', file);
}

void csv_add(struct csv *csv, const char *drive, const struct spec *spec,
	     const struct engine_event *event)
{
	pthread_mutex_lock(&csv->lock);
	put_field(csv->file, drive);
	fprintf(csv->file,
		",%s,%s,%" PRIu32 ",%u,%d,%" PRIu64 ",%" PRIu32 ",%" PRIu64 ",%" PRIu64
		"\n",
		test_name(spec->test), path_name(spec->path), spec->block_bytes,
		spec->depth, event->timed, event->lba, event->blocks, event->start_ns,
		event->end_ns - event->start_ns);
	keep_error(csv);
	pthread_mutex_unlock(&csv->lock);
}

int csv_close(struct csv *csv)
{
	int error;

	errno = 0;
	if (fflush(csv->file))
		keep_error(csv);
	if (fclose(csv->file) && !csv->error)
		csv->error = errno ? errno : EIO;
	error = csv->error;
	pthread_mutex_destroy(&csv->lock);
	free(csv->buffer);
	free(csv);
	return -error;
}
