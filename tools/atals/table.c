/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <inttypes.h>
#include <libsmartcols/libsmartcols.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "message.h"
#include "print.h"

/* Types of -J: as column.def has them, but for SIZE, which lsblk writes as "3.6T". */
static int json_type(const struct column *column, const struct atals_options *options)
{
	switch (column->type) {
	case COLUMN_NUMBER:
	case COLUMN_FLAG: /* "true": SCOLS_JSON_BOOLEAN says false of an unset cell */
		return SCOLS_JSON_NUMBER;
	case COLUMN_BYTES:
		return options->bytes ? SCOLS_JSON_NUMBER : SCOLS_JSON_STRING;
	case COLUMN_LIST:
		return SCOLS_JSON_ARRAY_STRING;
	default:
		return SCOLS_JSON_STRING;
	}
}

static int add_column(struct libscols_table *table, const struct column *column,
		      const struct atals_options *options)
{
	int flags = (column->flags & COLUMN_RIGHT ? SCOLS_FL_RIGHT : 0) |
		    (column->flags & COLUMN_CUT ? SCOLS_FL_TRUNC : 0) |
		    (column->type == COLUMN_LIST ? SCOLS_FL_WRAP : 0);
	struct libscols_column *made =
		scols_table_new_column(table, column->header, column->width, flags);

	if (!made)
		return -ENOMEM;
	if (column->type == COLUMN_LIST) {
		scols_column_set_wrapfunc(made, scols_wrapnl_chunksize,
					  scols_wrapnl_nextchunk, NULL);
	}
	/* Cells are escaped already: no backslash of theirs is to be escaped again. */
	scols_column_set_safechars(made, "\n\\");
	return scols_column_set_json_type(made, json_type(column, options));
}

static void set_format(struct libscols_table *table,
		       const struct atals_options *options)
{
	scols_table_enable_raw(table, options->output == ATALS_RAW);
	scols_table_enable_export(table, options->output == ATALS_PAIRS);
	scols_table_enable_json(table, options->output == ATALS_TREE);
	scols_table_enable_ascii(table, options->ascii);
	scols_table_enable_noheadings(table, options->no_headings);
	if (options->output == ATALS_TREE)
		scols_table_set_name(table, "drives");
}

/* An unknown cell: "-" where people and awk look, unset where null or "" says it. */
static const char *unknown_cell(const struct atals_options *options)
{
	return options->output == ATALS_TABLE || options->output == ATALS_RAW ? "-"
									      : NULL;
}

static void replace(struct sgio_text *text, const char *with)
{
	text->length = 0;
	sgio_text_add(text, with, strlen(with) + 1);
}

/* As lsblk shows what @text holds. */
static void show(const struct column *column, const struct atals_options *options,
		 struct sgio_text *text)
{
	char size[24];

	if (column->type == COLUMN_BYTES && !options->bytes) {
		column_size(strtoull(text->bytes, NULL, 10), size, sizeof(size));
		replace(text, size);
	} else if (column->type == COLUMN_FLAG && options->output == ATALS_TREE) {
		replace(text, *text->bytes == '1' ? "true" : "false");
	}
}

static const char *cell(struct disk *disk, enum column_id id,
			const struct atals_options *options, struct sgio_text *text)
{
	const struct column *column = &columns[id];

	text->length = 0;
	if (id == COLUMN_NAME && options->paths)
		column = &columns[COLUMN_PATH];
	if (!column->get(disk, text) || !text->length)
		return unknown_cell(options);
	sgio_text_add(text, "", 1);
	if (!text->failed)
		show(column, options, text);
	return text->failed ? NULL : text->bytes;
}

static int add_disk(struct libscols_table *table, struct disk *disk,
		    const struct atals_options *options, struct sgio_text *text)
{
	struct libscols_line *line = scols_table_new_line(table, NULL);

	for (size_t i = 0; line && i < options->column_count; i++) {
		const char *data = cell(disk, options->columns[i], options, text);

		if (text->failed || (data && scols_line_set_data(line, i, data)))
			return -ENOMEM;
	}
	return line ? 0 : -ENOMEM;
}

static int fill(struct libscols_table *table, const struct disk_list *list,
		const struct atals_options *options)
{
	struct sgio_text text = {.bytes = NULL};
	struct disk_entry *entry;
	int rc = 0;

	for (size_t i = 0; !rc && i < options->column_count; i++)
		rc = add_column(table, &columns[options->columns[i]], options);
	for (entry = list->first; !rc && entry; entry = entry->next)
		rc = add_disk(table, &entry->disk, options, &text);
	free(text.bytes);
	return rc;
}

int print_table(const struct disk_list *list, const struct atals_options *options)
{
	struct libscols_table *table = scols_new_table();
	int rc;

	if (!table)
		return -ENOMEM;
	set_format(table, options);
	rc = fill(table, list, options);
	if (!rc)
		rc = scols_print_table(table);
	scols_unref_table(table);
	output_flush();
	return rc ? -ENOMEM : 0;
}
