/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdlib.h>
#include <stdnoreturn.h>
#include <string.h>

#include "message.h"
#include "output_file.h"
#include "run.h"

noreturn static void cannot_open(const struct ataid_options *options, int error)
{
	message("cannot open '%s': %s", options->record, strerror(error));
	exit(EXIT_COULD_NOT_ASK);
}

FILE *ataid_record_open(const struct ataid_options *options)
{
	struct output_file record = {
		.path = options->record,
		.sysroot = options->drive.sysroot,
		.drives = options->drives,
		.drive_count = options->drive_count,
	};
	const char *what;
	int fd = output_file_open(&record, &what);
	FILE *file;

	if (what) {
		message("cannot record to '%s': it is %s", options->record, what);
		exit(EXIT_USAGE);
	}
	if (fd < 0)
		cannot_open(options, -fd);
	file = fdopen(fd, "w");
	if (!file)
		cannot_open(options, errno);
	return file;
}
