/* SPDX-License-Identifier: BSD-2-Clause */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "reading.h"

/* What people read: a line a value, and a table where objects of a list are alike. */
enum {
	INDENT = 2,
	VALUE_SIZE = 256,
	COLUMNS_MAX = 24,
	FLAGS_FEWEST = 3,
	WIDTH_MAX = 120, /* of a table; wider ones are written out */
	WIDTH_AIM = 76,  /* with the indent, 80 */
	LABEL_WIDTH = 48,
	LOGS = 256,
};

/* Characters a terminal shows of UTF-8 @text ("°C" has two). */
static int width_of(const char *text)
{
	int width = 0;

	for (; *text; text++)
		width += (*text & 0xc0) != 0x80;
	return width;
}

static void pad(FILE *out, int count)
{
	while (count-- > 0)
		fputc(' ', out);
}

static const char *label_of(const struct tree_node *node)
{
	if (node->label)
		return node->label;
	return node->key ? node->key : "";
}

/* Registers and bit maps, which people know in hexadecimal. */
static bool is_hex(const struct tree_node *node)
{
	static const char *const keys[] = {
		"status",
		"error",
		"device",
		"device_control",
		"command",
		"features",
		"flags",
		"status_flags",
		"command_check",
		"smart_status",
		"sense_key",
		"asc",
		"ascq",
		"auxiliary",
		"offline_status",
		"self_test_status",
		"offline_capabilities",
	};

	for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]); i++)
		if (node->key && !strcmp(node->key, keys[i]))
			return node->type == ATA_LOG_NUMBER && !node->unit;
	return false;
}

static size_t text_of(const struct tree_node *node, char *text)
{
	int digits = node->number > 0xff ? 4 : 2;

	if (!is_hex(node))
		return tree_text(node, text, VALUE_SIZE);
	return (size_t)snprintf(text, VALUE_SIZE, "%0*" PRIX64 "h", digits,
				node->number);
}

static size_t children(const struct tree_node *node)
{
	size_t count = 0;

	for (const struct tree_node *child = node->first; child; child = child->next)
		count++;
	return count;
}

static bool same(const char *a, const char *b)
{
	return a && b && !strcmp(a, b);
}

/* Do the members of @list have the same values, by their keys, and nothing else? */
static bool is_alike(const struct tree_node *list)
{
	const struct tree_node *head = list->first;

	if (!head || head->kind != TREE_OBJECT || !head->first ||
	    children(head) > COLUMNS_MAX)
		return false;
	for (const struct tree_node *row = head; row; row = row->next) {
		const struct tree_node *a = head->first, *b = row->first;

		for (; a && b; a = a->next, b = b->next)
			if (b->kind != TREE_VALUE || !same(a->key, b->key))
				return false;
		if (a || b)
			return false;
	}
	return true;
}

struct table {
	const struct tree_node *list;
	size_t columns;
	int width[COLUMNS_MAX];
	bool left[COLUMNS_MAX];        /* text */
	bool letter[COLUMNS_MAX];      /* one of several flags, side by side */
	const char *unit[COLUMNS_MAX]; /* of every value of the column */
	int gap;                       /* blanks between columns */
};

static void head_of(const struct table *table, const struct tree_node *column, size_t i,
		    char *text)
{
	const char *unit = table->unit[i];

	if (table->letter[i])
		snprintf(text, VALUE_SIZE, "%.1s", label_of(column));
	else
		snprintf(text, VALUE_SIZE, unit ? "%s, %s" : "%s%s", label_of(column),
			 unit ? unit : "");
}

static void find_units(struct table *table)
{
	size_t i = 0;

	for (const struct tree_node *v = table->list->first->first; v; v = v->next)
		table->unit[i++] = v->unit;
	for (const struct tree_node *row = table->list->first; row; row = row->next) {
		i = 0;
		for (const struct tree_node *v = row->first; v; v = v->next, i++)
			if (!same(v->unit, table->unit[i]))
				table->unit[i] = NULL;
	}
}

/* Flags side by side are a word of their initials, as smartctl -f brief has them. */
static void find_letters(struct table *table)
{
	size_t i = 0, run = 0;

	for (const struct tree_node *v = table->list->first->first; v; v = v->next) {
		run = v->type == ATA_LOG_FLAG ? run + 1 : 0;
		i++;
		for (size_t k = 1; run >= FLAGS_FEWEST && k <= run; k++)
			table->letter[i - k] = true;
	}
}

static void cell(const struct table *table, const struct tree_node *value, size_t i,
		 char *text)
{
	size_t length = text_of(value, text);

	if (table->letter[i] && !strcmp(text, "yes"))
		snprintf(text, VALUE_SIZE, "%.1s", label_of(value));
	else if (table->letter[i])
		snprintf(text, VALUE_SIZE, strcmp(text, "no") ? "?" : "-");
	if (value->unit && !table->unit[i] && length < VALUE_SIZE)
		snprintf(text + length, VALUE_SIZE - length, " %s", value->unit);
}

static int measure(struct table *table)
{
	char text[VALUE_SIZE];
	int total = 0;
	size_t i = 0;

	find_units(table);
	find_letters(table);
	table->columns = children(table->list->first);
	for (const struct tree_node *v = table->list->first->first; v; v = v->next) {
		head_of(table, v, i, text);
		table->width[i++] = width_of(text);
	}
	for (const struct tree_node *row = table->list->first; row; row = row->next) {
		i = 0;
		for (const struct tree_node *v = row->first; v; v = v->next, i++) {
			cell(table, v, i, text);
			if (width_of(text) > table->width[i])
				table->width[i] = width_of(text);
			if (v->type == ATA_LOG_TEXT || v->type == ATA_LOG_FLAG)
				table->left[i] = true;
		}
	}
	for (i = 0; i < table->columns; i++)
		total += table->width[i] + 1;
	table->gap = total + (int)table->columns > WIDTH_AIM ? 1 : 2;
	return total;
}

/* The last column has no blanks behind it. */
static void put_cell(FILE *out, const struct table *table, size_t i, const char *text)
{
	int room = table->width[i] - width_of(text);
	bool last = i + 1 == table->columns;

	if (!table->left[i])
		pad(out, room);
	fputs(text, out);
	if (table->left[i] && !last)
		pad(out, room);
	if (last)
		fputc('\n', out);
	else if (!table->letter[i] || !table->letter[i + 1])
		pad(out, table->gap);
}

static void write_table(FILE *out, const struct table *table, int indent)
{
	char text[VALUE_SIZE];
	size_t i = 0;

	pad(out, indent);
	for (const struct tree_node *v = table->list->first->first; v;
	     v = v->next, i++) {
		head_of(table, v, i, text);
		put_cell(out, table, i, text);
	}
	for (const struct tree_node *row = table->list->first; row; row = row->next) {
		i = 0;
		pad(out, indent);
		for (const struct tree_node *v = row->first; v; v = v->next, i++) {
			cell(table, v, i, text);
			put_cell(out, table, i, text);
		}
	}
}

static void write_value(FILE *out, const struct tree_node *node, int indent)
{
	char text[VALUE_SIZE];
	const char *label = label_of(node);
	bool unit = node->unit && node->type != ATA_LOG_UNKNOWN;

	text_of(node, text);
	pad(out, indent);
	fputs(label, out);
	pad(out, LABEL_WIDTH - indent - width_of(label));
	fprintf(out, "  %s%s%s\n", text, unit ? " " : "", unit ? node->unit : "");
}

static void write_children(FILE *out, const struct tree_node *node, int indent);

static void write_heading(FILE *out, const char *label, size_t number, int indent)
{
	pad(out, indent);
	if (*label)
		fprintf(out, "%s\n", label);
	else
		fprintf(out, "#%zu\n", number);
}

/* Numbers alone stand in a line. */
static bool is_plain(const struct tree_node *list)
{
	for (const struct tree_node *child = list->first; child; child = child->next)
		if (child->kind != TREE_VALUE || child->label)
			return false;
	return true;
}

static void write_plain(FILE *out, const struct tree_node *list, int indent)
{
	const char *label = label_of(list);
	char text[VALUE_SIZE];

	pad(out, indent);
	fputs(label, out);
	pad(out, LABEL_WIDTH - indent - width_of(label));
	fputs(list->first ? " " : "  none", out);
	for (const struct tree_node *child = list->first; child; child = child->next) {
		tree_text(child, text, sizeof(text));
		fprintf(out, " %s", text);
	}
	fputc('\n', out);
}

/*
 * What is of no use to people: the flags of every single statistic, which JSON has, and
 * that nothing is without a name.
 */
static bool is_hidden(const struct tree_node *list)
{
	return same(list->key, "flags") || (same(list->key, "unnamed") && !list->first);
}

static void write_list(FILE *out, const struct tree_node *list, int indent)
{
	struct table table = {.list = list};

	if (is_hidden(list))
		return;
	if (is_plain(list)) {
		write_plain(out, list, indent);
		return;
	}
	write_heading(out, label_of(list), 0, indent);
	if (is_alike(list) && measure(&table) + indent <= WIDTH_MAX)
		write_table(out, &table, indent + INDENT);
	else
		write_children(out, list, indent + INDENT);
}

static void write_children(FILE *out, const struct tree_node *node, int indent)
{
	size_t number = 1;

	for (const struct tree_node *child = node->first; child; child = child->next) {
		switch (child->kind) {
		case TREE_VALUE:
			write_value(out, child, indent);
			break;
		case TREE_LIST:
			write_list(out, child, indent);
			break;
		case TREE_OBJECT:
			write_heading(out, label_of(child), number++, indent);
			write_children(out, child, indent + INDENT);
			break;
		}
	}
}

/* ", pages 0-1, 3-6" */
static void write_numbers(FILE *out, const struct reading_log *log)
{
	const uint16_t *numbers = log->numbers;

	for (uint32_t first = 0, last; first < log->pages; first = last + 1) {
		for (last = first; last + 1 < log->pages; last++)
			if (numbers[last + 1] != numbers[last] + 1)
				break;
		fprintf(out, first ? ", %u" : ", pages %u", numbers[first]);
		if (last > first)
			fprintf(out, "-%u", numbers[last]);
	}
}

static void write_pages(FILE *out, const struct reading_log *log)
{
	if (!log->has_address)
		return;
	if (log->command)
		fprintf(out, " by %s", log->command);
	if (log->pages == 1)
		fprintf(out, ", page %u", log->numbers[0]);
	else if (log->pages)
		write_numbers(out, log);
	if (log->in_log)
		fprintf(out, " of %u", log->in_log);
}

static void write_log(FILE *out, const struct reading_log *log)
{
	const struct tree_oddity *oddity;
	char name[128];

	if (!log->pages)
		return;
	reading_log_name(log, name, sizeof(name));
	if (name[0] == 'l')
		name[0] = 'L';
	fputs(name, out);
	write_pages(out, log);
	fputc('\n', out);
	for (oddity = log->tree.oddities; oddity; oddity = oddity->next)
		fprintf(out, "  ! %s\n", oddity->text);
	if (log->decoded)
		write_children(out, &log->tree.root, INDENT);
	else
		write_hex_lines(out, "  ", log->data,
				(size_t)log->pages * ATA_LOG_PAGE_BYTES, true);
}

static void write_count(FILE *out, bool known, uint16_t pages)
{
	if (!known)
		fprintf(out, "%7s", "-");
	else
		fprintf(out, "%7u", pages);
}

/* The host's and the vendor's logs have one label and often one size. */
static unsigned int last_alike(const struct reading *reading, unsigned int first)
{
	unsigned int last = first;

	if (ata_log_find((uint8_t)first))
		return first;
	while (last + 1 < LOGS && !ata_log_find((uint8_t)(last + 1)) &&
	       (first < 0x80) == (last + 1 < 0x80) &&
	       (first < 0xa0) == (last + 1 < 0xa0) &&
	       (first < 0xe0) == (last + 1 < 0xe0) &&
	       reading->gpl.pages[last + 1] == reading->gpl.pages[first] &&
	       reading->smart.pages[last + 1] == reading->smart.pages[first])
		last++;
	return last;
}

static const char *label_of_address(unsigned int address)
{
	const struct ata_log *log = ata_log_find((uint8_t)address);

	if (log)
		return log->label;
	if (address >= 0x80 && address < 0xa0)
		return "Host specific";
	if (address >= 0xa0 && address < 0xe0)
		return "Device vendor specific";
	return "Reserved";
}

static void write_directory(FILE *out, const struct reading *reading)
{
	bool smart = reading->smart.known || reading->smart.inferred;

	fputs("Log directory: pages by READ LOG (DMA) EXT and by SMART READ LOG\n",
	      out);
	if (reading->smart.inferred)
		fputs("  ! there is no SMART log directory, the logs are those that "
		      "its capabilities name\n",
		      out);
	fputs("  Address      GPL  SMART  Name\n", out);
	for (unsigned int i = 0; i < LOGS; i++) {
		unsigned int last = last_alike(reading, i);

		if (!reading->gpl.pages[i] && !reading->smart.pages[i]) {
			i = last;
			continue;
		}
		if (last > i)
			fprintf(out, "  %02Xh-%02Xh", i, last);
		else
			fprintf(out, "  %02Xh    ", i);
		write_count(out, reading->gpl.known, reading->gpl.pages[i]);
		write_count(out, smart, reading->smart.pages[i]);
		fprintf(out, "  %s\n", label_of_address(i));
		i = last;
	}
}

static void write_health(FILE *out, const struct reading *reading)
{
	static const char *const words[] = {
		[ASK_HEALTH_PASSED] = "passed",
		[ASK_HEALTH_FAILING] =
			"FAILING, a threshold is exceeded (save the data now)",
	};

	fprintf(out, "SMART health: %s%s\n", words[reading->health],
		reading->health_by_attributes
			? " (by the attributes: no registers came back)"
			: "");
}

int write_text(FILE *out, const struct reading *reading)
{
	const struct reading_log *log;

	if (reading->has_directory)
		write_directory(out, reading);
	if (reading->health != ASK_HEALTH_UNKNOWN)
		write_health(out, reading);
	for (log = reading->logs; log; log = log->next)
		write_log(out, log);
	return 0;
}
