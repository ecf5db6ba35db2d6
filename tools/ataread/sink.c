/* SPDX-License-Identifier: BSD-2-Clause */
#include "sink.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "message.h"
#include "output_file.h"
#include "redact.h"

enum {
	LINE_BYTES = 16,
	HOLE_BYTES = 4096, /* a block of most file systems */
};

static const char *shown(const struct job *job)
{
	static char pseudonym[REDACT_NAME_SIZE];
	const struct ataread_options *options = job->options;

	if (!options->drive.redact)
		return options->file;
	redact_name(&options->drive.redact_key, options->file, pseudonym);
	return pseudonym;
}

static bool failed(struct sink *sink, int error)
{
	return job_fail(sink->job, EXIT_COULD_NOT_ASK, "cannot_write",
			"cannot write '%s': %s", shown(sink->job), strerror(error));
}

bool sink_open(struct sink *sink, struct job *job)
{
	const struct ataread_options *options = job->options;
	struct output_file file = {
		.path = options->file,
		.sysroot = options->drive.sysroot,
		.drives = &options->name,
		.drive_count = 1,
	};
	const char *what = NULL;

	*sink = (struct sink){.job = job, .fd = -1, .hex = options->hex};
	if (!options->file) {
		sink->hex |= !options->binary && isatty(STDOUT_FILENO);
		return true;
	}
	sink->fd = output_file_open(&file, &what);
	if (what)
		return job_fail(job, EXIT_USAGE, "usage", "cannot write '%s': it is %s",
				shown(job), what);
	return sink->fd >= 0 || failed(sink, -sink->fd);
}

/* All of it, to the file or to standard output, whose failure ends the tool. */
static bool put_bytes(struct sink *sink, const void *bytes, size_t length)
{
	const char *at = bytes;

	if (sink->fd < 0) {
		output_write(bytes, length);
		return true;
	}
	while (length) {
		ssize_t done = write(sink->fd, at, length);

		if (done < 0 && errno == EINTR)
			continue;
		if (done <= 0)
			return failed(sink, done < 0 ? errno : EIO);
		at += done;
		length -= (size_t)done;
		sink->size += (uint64_t)done;
	}
	return true;
}

static bool is_zero(const uint8_t *data, size_t length)
{
	return !data[0] && memcmp(data, data + 1, length - 1) == 0;
}

static bool skip_hole(struct sink *sink, size_t length)
{
	if (lseek(sink->fd, (off_t)length, SEEK_CUR) < 0)
		return failed(sink, errno);
	sink->size += length;
	return true;
}

static bool put_sparse(struct sink *sink, const uint8_t *data, size_t length)
{
	while (length) {
		size_t part = HOLE_BYTES - sink->size % HOLE_BYTES;
		bool good;

		if (part > length)
			part = length;
		good = is_zero(data, part) ? skip_hole(sink, part)
					   : put_bytes(sink, data, part);
		if (!good)
			return false;
		data += part;
		length -= part;
	}
	return true;
}

/* "  1f0  00 01 ... 0f  |................|" */
static bool put_hex_line(struct sink *sink, uint32_t offset, const uint8_t *data,
			 size_t length)
{
	char line[96];
	int at = snprintf(line, sizeof(line), "  %03" PRIx32 " ", offset);

	for (size_t i = 0; i < length; i++)
		at += snprintf(line + at, sizeof(line) - (size_t)at, "%s%02x",
			       i == LINE_BYTES / 2 ? "  " : " ", data[i]);
	at += snprintf(line + at, sizeof(line) - (size_t)at, "  |");
	for (size_t i = 0; i < length; i++)
		line[at++] = data[i] >= 0x20 && data[i] < 0x7f ? (char)data[i] : '.';
	line[at++] = '|';
	line[at++] = '\n';
	return put_bytes(sink, line, (size_t)at);
}

/* Lines like the one before them are one "*", as hexdump(1) has it. */
static bool put_hex_sector(struct sink *sink, uint64_t lba, const uint8_t *data,
			   uint32_t sector)
{
	char heading[32];
	bool starred = false;
	int length = snprintf(heading, sizeof(heading), "LBA %" PRIu64 "\n", lba);

	if (!put_bytes(sink, heading, (size_t)length))
		return false;
	for (uint32_t at = 0; at < sector; at += LINE_BYTES) {
		size_t part = sector - at < LINE_BYTES ? sector - at : LINE_BYTES;
		bool same = at && part == LINE_BYTES &&
			    !memcmp(data + at, data + at - LINE_BYTES, LINE_BYTES);

		if (same && !starred && !put_bytes(sink, "  *\n", 4))
			return false;
		if (!same && !put_hex_line(sink, at, data + at, part))
			return false;
		starred = same;
	}
	return true;
}

bool sink_put(struct sink *sink, uint64_t lba, const uint8_t *data, uint32_t blocks)
{
	uint32_t sector = sink->job->target.logical_block_size;

	for (uint32_t i = 0; sink->hex && i < blocks; i++)
		if (!put_hex_sector(sink, lba + i, data + (size_t)i * sector, sector))
			return false;
	if (sink->hex)
		return true;
	if (sink->job->options->sparse)
		return put_sparse(sink, data, (size_t)blocks * sector);
	return put_bytes(sink, data, (size_t)blocks * sector);
}

bool sink_close(struct sink *sink)
{
	bool good = true;

	if (sink->fd < 0) {
		output_flush();
		return true;
	}
	/* What ends with a hole has no last byte yet. */
	if (sink->job->options->sparse && ftruncate(sink->fd, (off_t)sink->size) < 0)
		good = failed(sink, errno);
	if (close(sink->fd) < 0)
		good = failed(sink, errno);
	return good;
}
