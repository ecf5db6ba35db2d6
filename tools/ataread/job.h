/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef ATAREAD_JOB_H
#define ATAREAD_JOB_H

#include "options.h"
#include "target.h"

/* One drive, the range of it that is read, and how that ended. */
struct job {
	const struct ataread_options *options;
	struct target target;
	uint64_t first, blocks; /* logical blocks; at least one once it is open */
	uint64_t nonce;         /* of command_run() */
	int status;             /* enum exit_status, or-ed */
	const char *error_code; /* of what failed first, or NULL */
	char *error_message;
};

/* Open the drive and find the range on it. False: failed, as status and error say. */
bool job_open(struct job *job, const struct ataread_options *options);
void job_close(struct job *job);

/* @status is or-ed in; the message is said, and the first one kept. Returns false. */
bool job_fail(struct job *job, enum exit_status status, const char *code,
	      const char *format, ...) __attribute__((format(printf, 4, 5)));

/* Sectors of one path, a piece at a time. */
struct reader {
	struct job *job;
	struct target *target;
	enum path path;
	struct sgio_drive *drive;
	struct command_form form;
	uint32_t most; /* blocks of one piece */
	uint8_t *data; /* the latest piece; NULL when the path moves no data */
};

/* @target may be another one of the same drive. False: failed. */
bool reader_open(struct reader *reader, struct job *job, struct target *target,
		 enum path path);
void reader_close(struct reader *reader);

/* As command_run(), but that what it cannot ask is said: -1. */
int reader_read(struct reader *reader, uint64_t lba, uint32_t blocks,
		struct read_error *error);

/*
 * *@error, of the latest piece, becomes that of the first sector that cannot be read.
 * False: failed, and nothing more may be sent.
 */
bool reader_locate(struct reader *reader, struct read_error *error);

/* What @error is, for people: "uncorrectable, status 51h, error 40h". */
enum { READER_WHY = 128 };
const char *reader_why(const struct read_error *error, char text[static READER_WHY]);

/* read.c, verify.c, compare.c: the actions. They print what they find. */
void ataread_read(struct job *job);
void ataread_verify(struct job *job);
void ataread_compare(struct job *job);

#endif
