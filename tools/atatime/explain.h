/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef ATATIME_EXPLAIN_H
#define ATATIME_EXPLAIN_H

#include <stddef.h>
#include <stdint.h>

#include "result.h"
#include "session.h"

/* --explain: what limits this drive now. */
enum limit {
	LIMIT_UNKNOWN,
	LIMIT_MEDIA,
	LIMIT_LINK,
	LIMIT_LINK_SLOW, /* the link, which runs below what both ends can do */
	LIMIT_COMMAND,   /* the cost of each command */
	LIMIT_HOST,      /* the host's path: the block layer or its adapter */
	LIMIT_OTHER_IO,  /* others used the drive meanwhile */
	LIMIT_COUNT,
};

const char *limit_name(enum limit limit); /* "media", "link", "link_slow", … */

enum figure_unit { FIGURE_RATE, FIGURE_TIME, FIGURE_IOPS, FIGURE_BITS };

/* A figure of one line: what, how much, how it was found. */
struct figure {
	const char *name;      /* "buffer", "media", …: its JSON key */
	const char *label;     /* for people */
	enum figure_unit unit; /* bytes/s, ns, 1/s, bits/s */
	bool known;
	double value;
	char why[192]; /* how it was measured, or why it is not known; "" for none */
};

enum { FIGURES_MAX = 16, SENTENCES_MAX = 8 };

struct explanation {
	enum limit limit;
	struct figure figures[FIGURES_MAX];
	size_t figure_count;
	char *sentences[SENTENCES_MAX]; /* plain words, whole sentences */
	size_t sentence_count;
};

/* What a verdict is made of: bytes a second, bits a second, nanoseconds; 0: not known.
 */
struct evidence {
	double link_limit, link_speed, drive_max_speed, host_max_speed;
	bool own_link; /* no bridge, adapter or multiplier between */
	bool rotating, has_rotation;
	double buffer, sequential, media, queued, direct;
	double command_ns;
	bool other_io, zeros;
	bool lookahead_off;
	bool small;       /* the range is read within one window */
	bool interrupted; /* by a signal */
	bool ended;       /* the drive does not answer any more, or is gone */
	uint64_t failed;  /* reads */
};

/* What limits the drive that showed @evidence, and the sentences that say so. */
void explain_judge(const struct evidence *evidence, struct explanation *explanation);

/* Each result of a step, as it is done; the callee frees it, or keeps it. */
typedef void explain_step(void *closure, struct result *result);

/*
 * Measure what is needed, and say what limits the drive. Steps that cannot be done are
 * figures that are not known, with the reason. @verdict is the result for the output:
 * TEST_EXPLAIN, with status and warnings of the whole.
 */
void explain_drive(struct session *session, explain_step *step, void *closure,
		   struct explanation *explanation, struct result *verdict);
void explanation_free(struct explanation *explanation);

#endif
