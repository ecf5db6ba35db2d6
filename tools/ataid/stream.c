/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "run.h"

enum { PIECE = 64 * 1024 };

/* A file or a pipe being read. */
struct stream {
	struct ataid_run *run;
	const char *argument;
	int fd;
	struct dump_parser parser;
	struct ataid_job *job; /* dumps not yet given to the run, or NULL */
	unsigned int index;    /* of the next dump */
	size_t subjects;       /* that came out of it, recordings too */
};

/* Text that grows; at @bytes there are @length of @size. */
struct text {
	char *bytes;
	size_t length, size;
};

static void flush_dumps(struct stream *stream)
{
	if (stream->job)
		ataid_run_add(stream->run, stream->job);
	stream->job = NULL;
}

static void add_dump(struct stream *stream, bool is_page,
		     const struct drive_fault *fault)
{
	struct ataid_run *run = stream->run;

	if (!stream->job)
		stream->job = ataid_job_new_dumps(stream->argument, stream->index,
						  run->options, &run->render);
	stream->index++;
	stream->subjects++;
	if (!stream->job) {
		ataid_run_add(run, NULL);
		return;
	}
	stream->job->dumps[stream->job->count++] =
		(struct ataid_dump){.is_page = is_page, .fault = *fault};
	if (stream->job->count == ATAID_DUMPS_MAX)
		flush_dumps(stream);
}

static void add_fault(struct stream *stream, enum drive_fault_kind kind, int error)
{
	const struct drive_fault fault = {.kind = kind, .error = error};

	add_dump(stream, false, &fault);
}

/* Returns false when @event says that this is a recording. */
static bool take_event(struct stream *stream, enum dump_event event,
		       const struct drive_fault *fault)
{
	if (event == DUMP_PAGE || event == DUMP_FAULT)
		add_dump(stream, event == DUMP_PAGE, fault);
	return event != DUMP_RECORDING;
}

/* Returns false, with *@taken below @length at most, when this is a recording. */
static bool feed(struct stream *stream, const uint8_t *bytes, size_t length,
		 size_t *taken)
{
	struct drive_fault fault = {.kind = DRIVE_FAULT_DUMP};
	enum dump_event event;
	size_t consumed;

	for (*taken = 0; *taken < length; *taken += consumed) {
		event = dump_feed(&stream->parser, bytes + *taken, length - *taken,
				  &consumed, &fault.dump);
		if (!take_event(stream, event, &fault)) {
			*taken += consumed;
			return false;
		}
	}
	return true;
}

static void end_dumps(struct stream *stream)
{
	struct drive_fault fault = {.kind = DRIVE_FAULT_DUMP};
	enum dump_event event;

	do {
		event = dump_end(&stream->parser, &fault.dump);
		take_event(stream, event, &fault);
	} while (event == DUMP_PAGE || event == DUMP_FAULT);
	if (!stream->subjects)
		add_fault(stream, DRIVE_FAULT_EMPTY, 0);
	flush_dumps(stream);
}

static ssize_t read_piece(int fd, void *bytes, size_t size)
{
	ssize_t length;

	do
		length = read(fd, bytes, size);
	while (length < 0 && errno == EINTR);
	return length;
}

static bool append(struct text *text, const void *bytes, size_t length)
{
	char *larger;

	if (!length)
		return true;

	if (!text->bytes || text->size - text->length < length) {
		text->size = 2 * text->size + length;
		larger = realloc(text->bytes, text->size);
		if (!larger)
			return false;
		text->bytes = larger;
	}
	memcpy(text->bytes + text->length, bytes, length);
	text->length += length;
	return true;
}

/* All that is left of the stream. Returns 0 or an errno. */
static int read_rest(struct stream *stream, struct text *text)
{
	uint8_t piece[PIECE];
	ssize_t length;

	while ((length = read_piece(stream->fd, piece, sizeof(piece))) > 0)
		if (!append(text, piece, (size_t)length))
			return ENOMEM;
	return length < 0 ? errno : 0;
}

static void add_sections(struct stream *stream, struct ataid_recording *recording)
{
	struct ataid_run *run = stream->run;
	size_t count = sgio_recording_drives(recording->recording);
	struct ataid_job *job;
	size_t i;

	recording->users = 1;
	for (i = 0; i < count; i++) {
		job = ataid_job_new(stream->argument, run->options, &run->render);
		if (job) {
			job->recording = recording;
			job->section = i;
			recording->users++;
		}
		stream->subjects++;
		ataid_run_add(run, job);
	}
	ataid_recording_put(recording);
}

/* Returns how much of @text was a recording: all of it when it is damaged. */
static size_t add_recording(struct stream *stream, const char *text, size_t size)
{
	struct ataid_recording *recording = calloc(1, sizeof(*recording));
	struct drive_fault fault = {.kind = DRIVE_FAULT_RECORDING};
	struct sgio_recording_error error;
	size_t used = size;
	int rc = -ENOMEM;

	if (recording)
		rc = sgio_recording_parse(text, size, &used, &recording->recording,
					  &error);
	if (!rc) {
		add_sections(stream, recording);
		return used;
	}
	free(recording);
	if (rc == -EINVAL) {
		fault.line = error.line;
		fault.text = error.message;
		add_dump(stream, false, &fault);
	} else {
		add_fault(stream, DRIVE_FAULT_READ, -rc);
	}
	return size;
}

/* A stream that begins with a recording: more of them, and dumps, may follow. */
static void add_text(struct stream *stream, const struct text *text)
{
	size_t at = 0;
	size_t taken;

	while (at < text->length &&
	       sgio_is_recording(text->bytes + at, text->length - at)) {
		flush_dumps(stream);
		at += add_recording(stream, text->bytes + at, text->length - at);
	}
	dump_init(&stream->parser);
	feed(stream, (const uint8_t *)text->bytes + at, text->length - at, &taken);
}

/* @head is what was taken of the stream already, @bytes was read after that. */
static void read_recording(struct stream *stream, const uint8_t *head,
			   size_t head_length, const uint8_t *bytes, size_t length)
{
	struct text text = {.bytes = NULL};
	int error = ENOMEM;

	if (append(&text, head, head_length) && append(&text, bytes, length))
		error = read_rest(stream, &text);
	if (error)
		add_fault(stream, DRIVE_FAULT_READ, error);
	else
		add_text(stream, &text);
	free(text.bytes);
}

/* Behind comments and blank lines, is there too little to tell a recording? */
static bool is_undecided(const uint8_t *bytes, size_t length)
{
	bool comment = false;
	size_t i;

	for (i = 0; i < length; i++) {
		if (bytes[i] == '#')
			comment = true;
		else if (bytes[i] == '\n')
			comment = false;
		else if (!comment && bytes[i] != ' ' && bytes[i] != '\t')
			return length - i < strlen(DUMP_RECORDING_MAGIC) &&
			       !memchr(bytes + i, '\n', length - i);
	}
	return true;
}

/* As much as it takes to know what it is; 0 at the end, negative on an error. */
static ssize_t read_first(int fd, uint8_t piece[static PIECE])
{
	size_t length = 0;
	ssize_t more;

	do {
		more = read_piece(fd, piece + length, PIECE - length);
		if (more <= 0)
			break;
		length += (size_t)more;
	} while (length < PIECE && is_undecided(piece, length));
	return more < 0 ? more : (ssize_t)length;
}

/* The dumps of each piece are given away at once, a slow pipe's do not wait for more.
 */
static void read_dumps(struct stream *stream, uint8_t piece[static PIECE],
		       ssize_t length)
{
	const struct dump_parser *parser = &stream->parser;
	size_t taken;

	while (length > 0) {
		if (!feed(stream, piece, (size_t)length, &taken)) {
			read_recording(stream, parser->head, parser->head_length,
				       piece + taken, (size_t)length - taken);
			return;
		}
		flush_dumps(stream);
		length = read_piece(stream->fd, piece, PIECE);
	}
	if (length < 0)
		add_fault(stream, DRIVE_FAULT_READ, errno);
}

/* Comments may stand before a recording, the parser of dumps does not look past them.
 */
static void read_stream(struct stream *stream)
{
	uint8_t piece[PIECE];
	ssize_t length = read_first(stream->fd, piece);

	if (length > 0 && sgio_is_recording((const char *)piece, (size_t)length))
		read_recording(stream, NULL, 0, piece, (size_t)length);
	else
		read_dumps(stream, piece, length);
}

void ataid_stream_add(struct ataid_run *run, const char *argument)
{
	struct stream stream = {.run = run, .argument = argument};

	dump_init(&stream.parser);
	if (strcmp(argument, "-") != 0)
		stream.fd = open(argument, O_RDONLY | O_CLOEXEC);
	if (stream.fd < 0) {
		add_fault(&stream, DRIVE_FAULT_OPEN, errno);
		flush_dumps(&stream);
		return;
	}
	read_stream(&stream);
	end_dumps(&stream);
	if (stream.fd != STDIN_FILENO)
		close(stream.fd);
}
