/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef ATAREAD_SINK_H
#define ATAREAD_SINK_H

#include "job.h"

/* Where sectors go: bytes or hex, standard output or a file. */
struct sink {
	struct job *job;
	int fd;        /* of the file; -1: standard output */
	bool hex;      /* else the bytes as they are */
	uint64_t size; /* of the file, bytes, holes too */
};

/* False: failed, and said. */
bool sink_open(struct sink *sink, struct job *job);
bool sink_put(struct sink *sink, uint64_t lba, const uint8_t *data, uint32_t blocks);
bool sink_close(struct sink *sink);

#endif
