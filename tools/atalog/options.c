/* SPDX-License-Identifier: BSD-2-Clause */
#include "options.h"

#include <stdlib.h>
#include <string.h>

#include "tool_options.h"

enum {
	KEY_SAT = 256,
};

// clang-format off
static const struct argp_option option_table[] = {
	{ NULL, 0, NULL, 0, "What to print (text by default)", 1 },
	{ "json", 'j', NULL, 0, "One JSON object, also for a drive that failed", 0 },
	{ "hex", 'H', NULL, 0, "The bytes in hexadecimal, 16 a line, to be read as a DRIVE", 0 },
	{ "binary", 'b', NULL, 0, "The bytes", 0 },
	{ "output", 'O', "FILE", 0, "Write to FILE instead of standard output", 0 },
	{ "list", 'l', NULL, 0, "The names that stand for logs, with their numbers; needs no drive", 0 },

	{ NULL, 0, NULL, 0, "How to ask", 2 },
	TOOL_NOCHECK_ROW,
	{ "sat", KEY_SAT, "12|16", 0, "Which pass-through CDB (16 by default, 12 when that is refused: SMART logs only)", 0 },

	{ NULL, 0, NULL, 0, "Other", 3 },
	TOOL_REDACT_ROW("Replace serial numbers, names that hold them, and what the vendor's logs hold"),
	TOOL_VERBOSE_ROWS,

	TOOL_HELP_ROWS,
};
// clang-format on

static void choose_output(struct argp_state *state, enum atalog_output output)
{
	struct atalog_options *options = state->input;

	if (options->output != ATALOG_TEXT && options->output != output)
		argp_error(state, "--json, --hex, --binary and --list exclude each "
				  "other");
	options->output = output;
}

static void choose_sat(struct argp_state *state, const char *argument)
{
	struct atalog_options *options = state->input;

	if (!strcmp(argument, "12"))
		options->drive.sat = ASK_SAT_12;
	else if (!strcmp(argument, "16"))
		options->drive.sat = ASK_SAT_16;
	else
		argp_error(state, "--sat takes 12 or 16, not '%s'", argument);
}

static void take_arguments(struct argp_state *state)
{
	struct atalog_options *options = state->input;
	char **argv = state->argv + state->next;
	size_t count = (size_t)(state->argc - state->next);

	if (count > ATALOG_REQUESTS_MAX)
		argp_error(state, "too many logs are named");
	options->argument = argv[0];
	for (size_t i = 1; i < count; i++) {
		if (!request_parse(argv[i],
				   &options->requests[options->request_count++]))
			argp_error(state,
				   "no log is called '%s': LOG[:PAGE[-PAGE]] is a "
				   "name (atalog --list shows them) or a number such "
				   "as 0x04, only one DRIVE is taken",
				   argv[i]);
	}
}

static void check(struct argp_state *state)
{
	const struct atalog_options *options = state->input;

	if (options->output == ATALOG_LIST && options->argument)
		argp_error(state, "--list takes no DRIVE");
	if (options->output != ATALOG_LIST && !options->argument)
		argp_error(state, "no DRIVE");
}

static error_t parse_option(int key, char *argument, struct argp_state *state)
{
	struct atalog_options *options = state->input;

	switch (key) {
	case ARGP_KEY_ARGS:
		take_arguments(state);
		return 0;
	case ARGP_KEY_END:
		check(state);
		return 0;
	case 'j':
		choose_output(state, ATALOG_JSON);
		return 0;
	case 'H':
		choose_output(state, ATALOG_HEX);
		return 0;
	case 'b':
		choose_output(state, ATALOG_BINARY);
		return 0;
	case 'l':
		choose_output(state, ATALOG_LIST);
		return 0;
	case 'O':
		options->file = argument;
		return 0;
	case KEY_SAT:
		choose_sat(state, argument);
		return 0;
	default:
		return tool_option(key, argument, state, &options->drive);
	}
}

static const char doc[] =
	"Reads the logs of an ATA drive and decodes them: with no LOG the directory of "
	"those it has. It only reads, and resets no counter.\v"
	"DRIVE is a device (/dev/sda, /dev/sg0, /dev/bsg/0:0:0:0), a simulated drive "
	"(sim:hdd, sim:ssd, ...), or a file or - with the pages of one LOG, binary or "
	"in "
	"hexadecimal.\n\n"
	"LOG is a name or a number (stats, 0x04, 04h), with :PAGE or :FIRST-LAST for a "
	"part of it; health asks SMART whether the drive is failing; errors and "
	"selftest "
	"stand for the best such log that it has, all for every log whose meaning is "
	"known.\n\n"
	"Exit status: 0 done, 1 wrong usage, 2 could not ask, or no such log, 4 the "
	"drive refused or did not answer, 8 the answer is damaged, 16 skipped by "
	"--nocheck, 32 not an ATA drive, 64 the drive is failing.";

static const struct argp argp = {
	.options = option_table,
	.parser = parse_option,
	.args_doc = "DRIVE [LOG[:PAGE]...]",
	.doc = doc,
};

void atalog_options_parse(struct atalog_options *options, int argc, char **argv)
{
	*options = (struct atalog_options){.output = ATALOG_TEXT};
	drive_options_init(&options->drive);
	tool_options_parse(&argp, argc, argv, options);
}
