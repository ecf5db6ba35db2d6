/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef ATAREAD_FINDINGS_H
#define ATAREAD_FINDINGS_H

#include "job.h"

/* Sectors that cannot be read, or that differ. */
struct range {
	uint64_t lba, last;
	uint64_t tried;          /* of them: all failed; others lie between these */
	struct read_error error; /* of the first one; not of --compare */
};

/* What --verify or --compare found. */
struct findings {
	const char *name;     /* "verify", "compare" */
	const char *paths[2]; /* the second is NULL but for --compare */
	struct range *ranges;
	size_t count;
	uint64_t done; /* sectors from the first of the range on */
	uint64_t elapsed_ns;
	bool interrupted;
};

bool findings_add(struct findings *found,
		  const struct range *range); /* false: no memory */
void findings_free(struct findings *found);

/* As text, or as one JSON object. */
void findings_print(const struct findings *found, struct job *job);

#endif
