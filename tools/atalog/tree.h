/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef ATALOG_TREE_H
#define ATALOG_TREE_H

#include <stdbool.h>
#include <stddef.h>

#include "log.h"

/* What a log was decoded to, kept until it is known how it is to be shown. */
enum tree_kind { TREE_OBJECT, TREE_LIST, TREE_VALUE };

struct tree_node {
	enum tree_kind kind;
	const char *key, *label, *unit; /* NULL without one */
	enum ata_log_type type;         /* of a value, as the next three are */
	uint64_t number;
	int64_t negative;
	char *text;                     /* escaped, its ends trimmed */
	struct tree_node *first, *last; /* children */
	struct tree_node *next, *parent;
	struct tree_node *older; /* of all nodes of the tree */
};

struct tree_oddity {
	const char *code, *text;
	struct tree_oddity *next;
};

enum { TREE_WHOLE = -1 };

struct tree {
	struct tree_node root; /* an object */
	struct tree_node *open, *newest;
	struct tree_oddity *oddities, **oddity_end;
	int page;    /* that oddities are of, from now on; TREE_WHOLE: of all pages */
	bool failed; /* out of memory: it is not whole */
};

void tree_init(struct tree *tree);
void tree_free(struct tree *tree);

/* A sink that grows @tree. */
struct ata_log_sink tree_sink(struct tree *tree);

/* One more oddity; the text is made as by printf. */
void tree_oddity(struct tree *tree, const char *code, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

/* Of the children of the root only the one with @key stays, when there is one. */
void tree_keep(struct tree *tree, const char *key);

/* Does @tree have an oddity with @code? */
bool tree_has_oddity(const struct tree *tree, const char *code);

/*
 * The value of @node as people read it, without its unit, into @out: "-" when it is
 * unknown. As snprintf().
 */
size_t tree_text(const struct tree_node *node, char *out, size_t size);

#endif
