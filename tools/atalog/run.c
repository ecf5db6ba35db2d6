/* SPDX-License-Identifier: BSD-2-Clause */
#include "run.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "message.h"
#include "output_file.h"
#include "reading.h"

typedef int write_reading(FILE *out, const struct reading *reading);

static write_reading *const writers[] = {
	[ATALOG_TEXT] = write_text,
	[ATALOG_JSON] = write_json,
	[ATALOG_HEX] = write_hex,
	[ATALOG_BINARY] = write_binary,
};

static int list_names(void)
{
	for (size_t i = 0; i < ata_log_count(); i++) {
		const struct ata_log *log = ata_log_at(i);

		printf("%02Xh\t%s\t%s\n", log->address, log->name, log->label);
	}
	for (size_t i = 0; request_name(i); i++)
		printf("-\t%s\t%s\n", request_name(i), request_label(i));
	output_flush();
	return EXIT_DONE;
}

static void say_all(const struct reading *reading)
{
	const struct reading_log *log;

	if (reading->subject.error_message)
		message_write(stderr, reading->subject.error_message);
	for (log = reading->logs; log; log = log->next)
		if (log->error_message)
			message_write(stderr, log->error_message);
}

/* Returns a descriptor, or -1 after a message with *@status set. */
static int open_output(const struct atalog_options *options, int *status)
{
	struct output_file file = {
		.path = options->file,
		.sysroot = options->drive.sysroot,
		.drives = &options->argument,
		.drive_count = 1,
	};
	const char *what;
	int fd = output_file_open(&file, &what);

	if (fd >= 0)
		return fd;
	if (what) {
		message("cannot write to '%s': it is %s", options->file, what);
		*status = EXIT_USAGE;
	} else {
		message("cannot open '%s': %s", options->file, strerror(-fd));
		*status = EXIT_COULD_NOT_ASK;
	}
	return -1;
}

/* All of @bytes to @fd, which is closed. Returns 0 or an errno. */
static int write_file(int fd, const char *bytes, size_t length)
{
	int error = 0;

	while (length && !error) {
		ssize_t written = write(fd, bytes, length);

		if (written < 0 && errno != EINTR)
			error = errno;
		if (written > 0) {
			bytes += written;
			length -= (size_t)written;
		}
	}
	if (close(fd) && !error)
		error = errno;
	return error;
}

static int write_out(const struct atalog_options *options, int fd, const char *bytes,
		     size_t length)
{
	int error;

	if (fd < 0) {
		output_write(bytes, length);
		return EXIT_DONE;
	}
	error = write_file(fd, bytes, length);
	if (!error)
		return EXIT_DONE;
	message("cannot write '%s': %s", options->file, strerror(error));
	return EXIT_COULD_NOT_ASK;
}

/* Returns the bits of failing to show @reading. */
static int show(const struct reading *reading, int fd)
{
	const struct atalog_options *options = reading->options;
	char *bytes = NULL;
	size_t length = 0;
	FILE *out = open_memstream(&bytes, &length);
	int rc = -ENOMEM, status = EXIT_DONE;

	if (out) {
		rc = writers[options->output](out, reading);
		if (fclose(out))
			rc = -ENOMEM;
	}
	if (rc < 0 || reading->failed) {
		message("out of memory");
		status = EXIT_COULD_NOT_ASK;
	}
	if (!rc)
		status |= write_out(options, fd, bytes, length);
	else if (fd >= 0)
		close(fd);
	free(bytes);
	return status;
}

int atalog_run(const struct atalog_options *options)
{
	struct reading reading;
	int status = EXIT_DONE;
	int fd = -1;

	if (options->output == ATALOG_LIST)
		return list_names();
	if (options->file) {
		fd = open_output(options, &status);
		if (fd < 0)
			return status;
	}
	reading_init(&reading, options);
	collect(&reading);
	say_all(&reading);
	status = show(&reading, fd) | (int)reading.subject.status;
	reading_free(&reading);
	return status;
}
