/* SPDX-License-Identifier: BSD-2-Clause */
#include "options.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tool_options.h"

enum {
	KEY_OPENMETRICS = 256,
	KEY_CHECK,
};

// clang-format off
static const struct argp_option option_table[] = {
	{ NULL, 0, NULL, 0, "Which disks", 1 },
	{ "all", 'a', NULL, 0, "Disks that are no ATA drives too, with the reason", 0 },
	{ "check", KEY_CHECK, NULL, 0, "Exit status 64 when a link runs below what both its ends can do", 0 },
	{ "sysroot", TOOL_SYSROOT, "DIR", 0, "Read the tree captured in DIR (DIR/sys, DIR/proc, DIR/dev)", 0 },

	{ NULL, 0, NULL, 0, "What to print, as lsblk takes it", 2 },
	{ "output", 'o', "LIST", 0, "These columns; +LIST adds them to the default ones", 0 },
	{ "output-all", 'O', NULL, 0, "All columns", 0 },
	{ "bytes", 'b', NULL, 0, "SIZE in bytes", 0 },
	{ "json", 'j', NULL, 0, "One JSON object a drive, on a line, with all that is known, or what -o names", 0 },
	{ "json-table", 'J', NULL, 0, "The table as one JSON object, as lsblk -J", 0 },
	{ "pairs", 'P', NULL, 0, "KEY=\"value\" pairs", 0 },
	{ "raw", 'r', NULL, 0, "Columns separated by one blank", 0 },
	{ "noheadings", 'n', NULL, 0, "No headings", 0 },
	{ "paths", 'p', NULL, 0, "NAME with /dev/ before it", 0 },
	{ "ascii", 'i', NULL, OPTION_HIDDEN, NULL, 0 },
	{ "list", 'l', NULL, OPTION_HIDDEN, NULL, 0 },
	{ "openmetrics", KEY_OPENMETRICS, NULL, 0, "Metrics for the textfile collector of Prometheus' node exporter", 0 },

	{ NULL, 0, NULL, 0, "Other", 3 },
	TOOL_REDACT_ROW("Replace serial numbers, world wide names, names of links and mount points"),
	{ "verbose", 'v', NULL, 0, "Say on standard error what is left out and why", 0 },

	TOOL_HELP_ROWS,
};
// clang-format on

static void add_column(struct atals_options *options, enum column_id id)
{
	for (size_t i = 0; i < options->column_count; i++) {
		if (options->columns[i] == id)
			return;
	}
	options->columns[options->column_count++] = id;
}

static void add_columns(struct atals_options *options, unsigned int flags)
{
	for (enum column_id id = 0; id < COLUMN_COUNT; id++) {
		if (columns[id].header && (columns[id].flags & flags) == flags)
			add_column(options, id);
	}
}

/* "NAME,link-now": in either case, as lsblk. */
static void take_columns(struct argp_state *state, const char *list)
{
	struct atals_options *options = state->input;

	if (*list == '+') {
		if (!options->chosen)
			add_columns(options, COLUMN_DEFAULT);
		list++;
	}
	options->chosen = true;
	for (;;) {
		size_t length = strcspn(list, ",");
		enum column_id id = column_find(list, length);

		if (id == COLUMN_COUNT)
			argp_error(state, "no column '%.*s' (--help lists them)",
				   (int)length, list);
		else
			add_column(options, id);
		if (!list[length])
			break;
		list += length + 1;
	}
}

static void choose_output(struct argp_state *state, enum atals_output output)
{
	struct atals_options *options = state->input;

	if (options->output != ATALS_TABLE && options->output != output)
		argp_error(state,
			   "-j, -J, -P, -r and --openmetrics exclude each other");
	options->output = output;
}

static void check(struct atals_options *options)
{
	if (options->chosen)
		return;
	add_columns(options, COLUMN_DEFAULT);
	if (options->all)
		add_column(options, COLUMN_REASON);
}

static error_t parse_output(int key, struct argp_state *state)
{
	struct atals_options *options = state->input;

	switch (key) {
	case 'j':
		choose_output(state, ATALS_LINES);
		return 0;
	case 'J':
		choose_output(state, ATALS_TREE);
		return 0;
	case 'P':
		choose_output(state, ATALS_PAIRS);
		return 0;
	case 'r':
		choose_output(state, ATALS_RAW);
		return 0;
	case KEY_OPENMETRICS:
		choose_output(state, ATALS_METRICS);
		return 0;
	case 'O':
		options->chosen = true;
		add_columns(options, 0);
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static error_t parse_option(int key, char *argument, struct argp_state *state)
{
	struct atals_options *options = state->input;

	switch (key) {
	case ARGP_KEY_ARGS:
		options->drives = state->argv + state->next;
		options->drive_count = (size_t)(state->argc - state->next);
		return 0;
	case ARGP_KEY_END:
		check(options);
		return 0;
	case 'a':
		options->all = true;
		return 0;
	case KEY_CHECK:
		options->check = true;
		return 0;
	case 'o':
		take_columns(state, argument);
		return 0;
	case 'b':
		options->bytes = true;
		return 0;
	case 'n':
		options->no_headings = true;
		return 0;
	case 'p':
		options->paths = true;
		return 0;
	case 'i':
		options->ascii = true;
		return 0;
	case 'l':
		return 0; /* there is no tree that it could undo */
	default:
		if (parse_output(key, state) != ARGP_ERR_UNKNOWN)
			return 0;
		return tool_option(key, argument, state, &options->drive);
	}
}

/* The columns, behind the options in --help. */
static char *add_column_help(int key, const char *text, void *input)
{
	char *help = NULL;
	size_t size;
	FILE *out;

	(void)input;
	if (key != ARGP_KEY_HELP_POST_DOC)
		return (char *)text;
	out = open_memstream(&help, &size);
	if (!out)
		return NULL;
	fputs("Columns:\n", out);
	for (enum column_id id = 0; id < COLUMN_COUNT; id++) {
		if (columns[id].header)
			fprintf(out, "  %-12s %s\n", columns[id].header,
				columns[id].help);
	}
	fprintf(out, "\n%s", text);
	return fclose(out) ? NULL : help;
}

static const char doc[] =
	"Lists the ATA drives of this host, from sysfs alone: no command is sent, no "
	"drive is woken, no privilege is needed.\v"
	"DRIVE is a disk (/dev/sda, /dev/disk/by-id/..., sda); without one all are "
	"listed.\n\n"
	"Exit status, or-ed over the drives: 0 done, 1 wrong usage, 2 could not ask, "
	"8 the kernel's copy of the IDENTIFY data is damaged, 32 not an ATA drive, "
	"64 --check found a slow link.";

static const struct argp argp = {
	.options = option_table,
	.parser = parse_option,
	.args_doc = "[DRIVE...]",
	.doc = doc,
	.help_filter = add_column_help,
};

void atals_options_parse(struct atals_options *options, int argc, char **argv)
{
	*options = (struct atals_options){.output = ATALS_TABLE};
	drive_options_init(&options->drive);
	tool_options_parse(&argp, argc, argv, options);
}
