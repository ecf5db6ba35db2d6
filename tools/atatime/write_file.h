/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef ATATIME_WRITE_FILE_H
#define ATATIME_WRITE_FILE_H

#include <stdbool.h>
#include <stdint.h>

#include "engine.h"

/*
 * The nameless file of --write, its contents, and the times of reading and writing it.
 * Every 512 bytes begin with their offset and a number of this run; the rest of them is
 * random, so that no drive can compress it.
 */
enum { STAMP_UNIT = 512 };

struct write_file {
	int fd;
	uint64_t length; /* a multiple of every block size used */
	uint64_t nonce;
	uint8_t *random; /* random bytes to fill buffers with */
};

/*
 * A new file in @directory that has no name: O_TMPFILE, or one that is unlinked at
 * once. O_DIRECT. Returns a descriptor or a negative errno (-EINVAL where the file
 * system has no O_DIRECT).
 */
int write_file_open(const char *directory);

/* Fill @data, the @bytes at @offset of the file, and put the stamps into it. */
void write_file_fill(const struct write_file *file, uint8_t *data, uint32_t bytes,
		     uint64_t offset);

/* The first byte of @data whose stamp is wrong; @bytes when all are right. */
uint32_t write_file_check(const struct write_file *file, const uint8_t *data,
			  uint32_t bytes, uint64_t offset);

/* One pass over the file: who does it, and when it ends. */
struct write_pass {
	const struct write_file *file;
	bool write, random;
	uint32_t block_bytes;
	unsigned int depth;   /* threads */
	uint64_t commands;    /* random: at most so many */
	uint64_t duration_ns; /* random: at most so long */
	uint64_t seed;
	bool (*stopped)(void);

	/* What came of it. */
	struct engine_count count;
	int error;          /* errno of what failed, EILSEQ for wrong contents */
	uint64_t failed_at; /* offset */
	bool interrupted;
};

/*
 * Do it. Writing ends with fdatasync(2), whose time counts. The outcome is in @pass;
 * 0, or a negative errno when it could not begin.
 */
int write_pass_run(struct write_pass *pass);

#endif
