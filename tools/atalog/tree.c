/* SPDX-License-Identifier: BSD-2-Clause */
#include "tree.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "escape.h"

void tree_init(struct tree *tree)
{
	*tree = (struct tree){.root = {.kind = TREE_OBJECT}};
	tree->open = &tree->root;
	tree->oddity_end = &tree->oddities;
	tree->page = TREE_WHOLE;
}

void tree_free(struct tree *tree)
{
	struct tree_oddity *oddity = tree->oddities;

	while (tree->newest) {
		struct tree_node *node = tree->newest;

		tree->newest = node->older;
		free(node);
	}
	while (oddity) {
		struct tree_oddity *next = oddity->next;

		free(oddity);
		oddity = next;
	}
	tree_init(tree);
}

static bool is_blank(char c)
{
	return c == ' ' || c == '\0';
}

/* Of the text of @value what is between the blanks at its ends. */
static const char *trim(const struct ata_log_value *value, size_t *length)
{
	const char *text = value->text;

	*length = value->type == ATA_LOG_TEXT && text ? value->length : 0;
	while (*length && is_blank(text[*length - 1]))
		--*length;
	while (*length && is_blank(*text)) {
		text++;
		--*length;
	}
	return text;
}

static size_t size_of(const char *text)
{
	return text ? strlen(text) + 1 : 0;
}

/* @text at *@room, which is moved behind it; NULL stays NULL. */
static const char *put(char **room, const char *text)
{
	char *at = *room;
	size_t size = size_of(text);

	if (!text)
		return NULL;
	memcpy(at, text, size);
	*room += size;
	return at;
}

/* A node with all its strings behind it in one piece of memory. */
static struct tree_node *new_node(enum tree_kind kind,
				  const struct ata_log_value *value)
{
	size_t length;
	const char *text = trim(value, &length);
	struct tree_node *node =
		calloc(1, sizeof(*node) + size_of(value->key) + size_of(value->label) +
				  size_of(value->unit) + ESCAPE_SIZE(length));
	char *room;

	if (!node)
		return NULL;
	room = (char *)(node + 1);
	node->kind = kind;
	node->key = put(&room, value->key);
	node->label = put(&room, value->label);
	node->unit = put(&room, value->unit);
	node->type = value->type;
	node->number = value->number;
	node->negative = value->negative;
	node->text = room;
	if (length)
		escape(text, length, room, ESCAPE_SIZE(length));
	return node;
}

static struct tree_node *add(struct tree *tree, enum tree_kind kind,
			     const struct ata_log_value *value)
{
	struct tree_node *node = new_node(kind, value);
	struct tree_node *parent = tree->open;

	if (!node) {
		tree->failed = true;
		return NULL;
	}
	node->older = tree->newest;
	tree->newest = node;
	node->parent = parent;
	if (parent->last)
		parent->last->next = node;
	else
		parent->first = node;
	parent->last = node;
	return node;
}

static void begin(struct tree *tree, enum tree_kind kind, const char *key,
		  const char *label)
{
	const struct ata_log_value name = {.key = key, .label = label};
	struct tree_node *node = add(tree, kind, &name);

	if (node)
		tree->open = node;
}

static void begin_object(void *closure, const char *key, const char *label)
{
	begin((struct tree *)closure, TREE_OBJECT, key, label);
}

static void begin_list(void *closure, const char *key, const char *label)
{
	begin((struct tree *)closure, TREE_LIST, key, label);
}

static void end(void *closure)
{
	struct tree *tree = (struct tree *)closure;

	if (tree->open->parent)
		tree->open = tree->open->parent;
}

static void add_value(void *closure, const struct ata_log_value *value)
{
	add((struct tree *)closure, TREE_VALUE, value);
}

static void append(struct tree *tree, const char *code, const char *text)
{
	struct tree_oddity *oddity =
		calloc(1, sizeof(*oddity) + size_of(code) + size_of(text));
	char *room;

	if (!oddity) {
		tree->failed = true;
		return;
	}
	room = (char *)(oddity + 1);
	oddity->code = put(&room, code);
	oddity->text = put(&room, text);
	*tree->oddity_end = oddity;
	tree->oddity_end = &oddity->next;
}

void tree_oddity(struct tree *tree, const char *code, const char *format, ...)
{
	va_list list;
	char *text;

	va_start(list, format);
	if (vasprintf(&text, format, list) < 0)
		text = NULL;
	va_end(list);
	if (text)
		append(tree, code, text);
	else
		tree->failed = true;
	free(text);
}

static void add_oddity(void *closure, const char *code, const char *text)
{
	struct tree *tree = closure;

	if (tree->page == TREE_WHOLE)
		append(tree, code, text);
	else
		tree_oddity(tree, code, "page %d: %s", tree->page, text);
}

struct ata_log_sink tree_sink(struct tree *tree)
{
	return (struct ata_log_sink){
		.object = begin_object,
		.list = begin_list,
		.end = end,
		.value = add_value,
		.oddity = add_oddity,
		.closure = tree,
	};
}

void tree_keep(struct tree *tree, const char *key)
{
	struct tree_node *node;

	for (node = tree->root.first; node; node = node->next) {
		if (!node->key || strcmp(node->key, key) != 0)
			continue;
		tree->root.first = node;
		tree->root.last = node;
		node->next = NULL;
	}
}

bool tree_has_oddity(const struct tree *tree, const char *code)
{
	const struct tree_oddity *oddity;

	for (oddity = tree->oddities; oddity; oddity = oddity->next)
		if (!strcmp(oddity->code, code))
			return true;
	return false;
}

size_t tree_text(const struct tree_node *node, char *out, size_t size)
{
	int length = 0;

	switch (node->type) {
	case ATA_LOG_UNKNOWN:
		length = snprintf(out, size, "-");
		break;
	case ATA_LOG_NUMBER:
		length = snprintf(out, size, "%" PRIu64, node->number);
		break;
	case ATA_LOG_SIGNED:
		length = snprintf(out, size, "%" PRId64, node->negative);
		break;
	case ATA_LOG_FLAG:
		length = snprintf(out, size, "%s", node->number ? "yes" : "no");
		break;
	case ATA_LOG_TEXT:
		length = snprintf(out, size, "%s",
				  node->text && *node->text ? node->text : "-");
		break;
	}
	return length > 0 ? (size_t)length : 0;
}
