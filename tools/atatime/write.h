/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef ATATIME_WRITE_H
#define ATATIME_WRITE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "file.h"

/* What the files of --write share. */

enum {
	WRITE_SECTOR = 512,      /* carries one stamp */
	WRITE_PAGE = 4096,       /* of random order, and of the file's length */
	WRITE_RING = 4 << 20,    /* bytes before data comes again */
	WRITE_BLOCK = 512 << 10, /* by default */
};

/* What each sector begins with. */
struct write_stamp {
	uint64_t offset; /* of the sector in the file */
	uint64_t nonce;  /* of this run, and of the pass that wrote the page */
};

/*
 * Incompressible blocks, made ahead so that making them is not timed; only stamps are
 * set while the clock runs.
 */
struct write_ring {
	uint8_t *bytes; /* aligned to WRITE_PAGE */
	size_t size;    /* a multiple of block */
	size_t block;
	size_t next;
};

/*
 * At least @size bytes and two blocks of data; @state is the generator's
 * (plan_random()). Returns 0 or -ENOMEM.
 */
int write_ring_open(struct write_ring *ring, size_t block, size_t size,
		    uint64_t *state);
void write_ring_close(struct write_ring *ring);

/* The next block, stamped for @length bytes at @offset. */
uint8_t *write_ring_next(struct write_ring *ring, uint64_t offset, size_t length,
			 uint64_t nonce);

void write_stamp_set(uint8_t *bytes, size_t length, uint64_t offset, uint64_t nonce);

/* True when every sector carries its stamp; else *@wrong is the first that does not. */
bool write_stamp_check(const uint8_t *bytes, size_t length, uint64_t offset,
		       uint64_t nonce, uint64_t *wrong);

/*
 * All of @length, in as many calls as it takes, at @offset. Returns 0 or a negative
 * errno; -ENODATA when a read meets the end of the file, -EIO when a write writes
 * nothing.
 */
int write_all(int fd, const uint8_t *bytes, size_t length, uint64_t offset);
int write_read_all(int fd, uint8_t *bytes, size_t length, uint64_t offset);

/*
 * A file in @directory that has no name and is open by O_DIRECT: O_TMPFILE, else a
 * random name that is taken away at once. Returns its descriptor, or a negative errno:
 * -EINVAL where the file system has no O_DIRECT.
 */
int write_file_open(const char *directory);

/* How long the file becomes, and whether it may. */
struct write_room {
	uint64_t length; /* whole pages */
	uint64_t free;   /* bytes, for who asks */
	uint64_t most;   /* that leaves a tenth of free, whole pages */
};

/*
 * @length as asked for (number 0: 1 GiB) on a file system of @total bytes of which
 * @free are. Returns 0; -ENOSPC when less than a tenth of @free would be left, with
 * @room written; -EOVERFLOW.
 */
int write_room_for(const struct size *length, uint64_t total, uint64_t free,
		   struct write_room *room);

/* A --write under way. */
struct write_job {
	const struct options *options;
	const struct session_hooks *hooks;
	result_sink *sink;
	void *closure;
	const char *shown; /* the directory, redacted where asked for */
	int fd;
	uint64_t length, nonce, random;
	uint64_t order;       /* generator of random places, from --seed */
	uint64_t written;     /* bytes from the beginning that are in the file */
	uint8_t *generations; /* of each page: which random pass wrote it, or 0 */
	uint8_t generation;   /* the latest */
	struct target named;  /* for progress: nothing but the name */
	struct result result; /* the one under way */
	bool over;            /* an error, or a signal */
};

/* What a page that was written by pass @generation carries. */
uint64_t write_nonce(const struct write_job *job, uint8_t generation);

/* The result of --write that is to be filled now: job->result. */
struct result *write_result_new(struct write_job *job, enum result_phase phase,
				bool random, size_t block, unsigned int depth);
/* Hand it out. */
void write_result_end(struct write_job *job);

/* @what failed with @rc, a negative errno: the message, and job->over. */
void write_failed(struct write_job *job, struct result *result, int rc,
		  const char *what);
/* A command did, at @offset of the file. */
void write_failed_at(struct write_job *job, struct result *result, int rc,
		     uint64_t offset);
void write_wrong_bytes(struct write_job *job, struct result *result, uint64_t offset);

/* Has a signal asked to end? Then the result and the job say so. */
bool write_stopped(struct write_job *job, struct result *result);

/* @done of all, 0 to 1, in run @run since @start_ns. */
void write_tell(const struct write_job *job, const struct result *result,
		unsigned int run, double done, uint64_t bytes, uint64_t start_ns);

/* write_sequential.c: the whole file in blocks of @block, then read back. */
void write_sequential(struct write_job *job, size_t block);

/* write_random.c: single pages at @depth, then read back. */
void write_random(struct write_job *job, unsigned int depth);

#endif
