/* SPDX-License-Identifier: BSD-2-Clause */
#include "options.h"

#include <argp.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "tool_options.h"

enum {
	KEY_VERIFY = 256,
	KEY_COMPARE,
	KEY_SPARSE,
	KEY_MAX_ERRORS,
	KEY_NO_PROGRESS,
};

// clang-format off
static const struct argp_option option_table[] = {
	{ NULL, 0, NULL, 0, "What it does (it reads and prints sectors by default)", 1 },
	{ "verify", KEY_VERIFY, NULL, 0, "Say which sectors of the range cannot be read: READ VERIFY, no data on the link", 0 },
	{ "compare", KEY_COMPARE, NULL, 0, "Read the range by two paths and say where they differ (page,dma by default)", 0 },

	{ NULL, 0, NULL, 0, "How it reads", 2 },
	{ "path", 'p', "LIST", 0, "dma, ncq, pio, verify, scsi, direct, page (dma by default; two for --compare)", 0 },
	{ "max-errors", KEY_MAX_ERRORS, "N", 0, "End --verify after so many unreadable ranges (100 by default)", 0 },

	{ NULL, 0, NULL, 0, "What it prints", 3 },
	{ "hex", 'H', NULL, 0, "Hex and ASCII (by default on a terminal)", 0 },
	{ "binary", 'b', NULL, 0, "The bytes as they are (by default into a pipe or a file)", 0 },
	{ "output-file", 'O', "FILE", 0, "Into FILE", 0 },
	{ "sparse", KEY_SPARSE, NULL, 0, "Holes in FILE where there are zeros", 0 },
	{ "json", 'j', NULL, 0, "--verify and --compare as one JSON object", 0 },
	{ "no-progress", KEY_NO_PROGRESS, NULL, 0, "No progress on standard error", 0 },

	{ NULL, 0, NULL, 0, "Other", 4 },
	TOOL_NOCHECK_ROW,
	TOOL_REDACT_ROW("Replace the names of drives and files that tell whose they are"),
	TOOL_VERBOSE_ROWS,

	TOOL_HELP_ROWS,
};
// clang-format on

static struct ataread_options *options_of(struct argp_state *state)
{
	return state->input;
}

/* A bare number counts sectors; 0x… too. False when @text is something else. */
static bool parse_sectors(const char *text, struct size *size)
{
	unsigned long long value;
	char *end;

	errno = 0;
	value = strtoull(text, &end, strncmp(text, "0x", 2) == 0 ? 16 : 10);
	if (*text < '0' || *text > '9' || *end || errno || value >> 63)
		return false;
	*size = (struct size){.number = value, .unit = SIZE_SECTORS};
	return true;
}

static struct size parse_amount(struct argp_state *state, const char *what,
				const char *text)
{
	struct size size = {0, SIZE_SECTORS};
	char why[SIZE_WHY];
	const char *wrong;

	if (parse_sectors(text, &size))
		return size;
	if (*text && !text[strspn(text, "0123456789")])
		argp_error(state, "%s: '%s' is too large", what, text);
	wrong = size_parse(text, &size, why);
	if (wrong)
		argp_error(state, "%s: %s", what, wrong);
	return size;
}

static void set_place(struct argp_state *state, const char *text)
{
	struct ataread_options *options = options_of(state);
	struct ataread_place *place = &options->place;

	options->has_place = true;
	if (!strcmp(text, "end"))
		argp_error(state, "LBA: 'end' is behind the last sector, 'end-1'");
	place->from_end = strncmp(text, "end-", 4) == 0;
	place->size = parse_amount(state, "LBA", text + (place->from_end ? 4 : 0));
	if (place->from_end && !place->size.number)
		argp_error(state, "LBA: '%s' is behind the last sector, 'end-1'", text);
}

static void set_count(struct argp_state *state, const char *text)
{
	struct ataread_options *options = options_of(state);

	options->has_count = true;
	options->count = parse_amount(state, "COUNT", text);
	if (!options->count.number)
		argp_error(state, "COUNT of nothing");
}

static void add_path(struct argp_state *state, const char *name)
{
	struct ataread_options *options = options_of(state);
	enum path path = path_find(name);

	if (path == PATH_COUNT)
		argp_error(state,
			   "no path '%s'; there are dma, ncq, pio, verify, scsi, "
			   "direct and page",
			   name);
	if (options->path_count == 2)
		argp_error(state, "--path takes two paths at most");
	options->paths[options->path_count++] = path;
}

static void add_paths(struct argp_state *state, char *list)
{
	char *name;

	while ((name = strsep(&list, ",")))
		add_path(state, name);
}

static void set_max_errors(struct argp_state *state, const char *text)
{
	struct size size = {0};

	if (!parse_sectors(text, &size) || !size.number || size.number > 1000000)
		argp_error(state,
			   "--max-errors takes a number from 1 to 1000000, not '%s'",
			   text);
	options_of(state)->max_errors = size.number;
}

static void set_action(struct argp_state *state, enum ataread_action action)
{
	struct ataread_options *options = options_of(state);

	if (options->action != ATAREAD_READ && options->action != action)
		argp_error(state, "--verify and --compare do not go together");
	options->action = action;
}

static void check_reading(struct argp_state *state)
{
	const struct ataread_options *options = options_of(state);

	if (!options->has_place)
		argp_error(state, "no LBA given");
	if (options->path_count > 1)
		argp_error(state, "one path, unless it is --compare");
	if (options->path_count && !path_moves_data(options->paths[0]))
		argp_error(state, "--path=verify moves no data: --verify is for that");
	if (options->json)
		argp_error(state, "--json is for --verify and --compare");
	if (options->hex && options->binary)
		argp_error(state, "--hex and --binary do not go together");
	if (options->sparse && (!options->file || options->hex))
		argp_error(state, "--sparse is for bytes in --output-file");
}

static void check_others(struct argp_state *state)
{
	const struct ataread_options *options = options_of(state);

	if (options->hex || options->binary || options->file || options->sparse)
		argp_error(state, "-H, -b, -O and --sparse are for reading, not for "
				  "--verify and --compare");
	if (options->action == ATAREAD_VERIFY && options->path_count > 1)
		argp_error(state, "one path, unless it is --compare");
	if (options->action != ATAREAD_COMPARE)
		return;
	if (options->path_count == 1 ||
	    (options->path_count == 2 && options->paths[0] == options->paths[1]))
		argp_error(state, "--compare takes two different paths");
	for (size_t i = 0; i < options->path_count; i++)
		if (!path_moves_data(options->paths[i]))
			argp_error(state, "--path=verify moves no data to compare");
}

static void add_defaults(struct ataread_options *options)
{
	static const enum path defaults[][2] = {
		[ATAREAD_READ] = {PATH_DMA, PATH_DMA},
		[ATAREAD_VERIFY] = {PATH_VERIFY, PATH_VERIFY},
		[ATAREAD_COMPARE] = {PATH_PAGE, PATH_DMA},
	};

	for (size_t i = options->path_count; i < 2; i++)
		options->paths[i] = defaults[options->action][i];
}

static void check(struct argp_state *state)
{
	struct ataread_options *options = options_of(state);

	if (!options->name)
		argp_error(state, "no DRIVE given");
	if (options->action == ATAREAD_READ)
		check_reading(state);
	else
		check_others(state);
	add_defaults(options);
}

static error_t take_argument(char *argument, struct argp_state *state)
{
	switch (state->arg_num) {
	case 0:
		options_of(state)->name = argument;
		return 0;
	case 1:
		set_place(state, argument);
		return 0;
	case 2:
		set_count(state, argument);
		return 0;
	default:
		argp_error(state, "'%s' is too much", argument);
		return EINVAL;
	}
}

static error_t parse_output(int key, char *argument, struct argp_state *state)
{
	struct ataread_options *options = options_of(state);

	switch (key) {
	case 'H':
		options->hex = true;
		return 0;
	case 'b':
		options->binary = true;
		return 0;
	case 'O':
		options->file = argument;
		return 0;
	case 'j':
		options->json = true;
		return 0;
	case KEY_SPARSE:
		options->sparse = true;
		return 0;
	case KEY_NO_PROGRESS:
		options->progress = false;
		return 0;
	default:
		return tool_option(key, argument, state, &options->drive);
	}
}

static error_t parse_option(int key, char *argument, struct argp_state *state)
{
	switch (key) {
	case KEY_VERIFY:
		set_action(state, ATAREAD_VERIFY);
		return 0;
	case KEY_COMPARE:
		set_action(state, ATAREAD_COMPARE);
		return 0;
	case 'p':
		add_paths(state, argument);
		return 0;
	case KEY_MAX_ERRORS:
		set_max_errors(state, argument);
		return 0;
	case ARGP_KEY_ARG:
		return take_argument(argument, state);
	case ARGP_KEY_END:
		check(state);
		return 0;
	default:
		return parse_output(key, argument, state);
	}
}

static const char doc[] =
	"Reads sectors of an ATA drive, below the page cache, and says which ones "
	"cannot be "
	"read. It only reads.\v"
	"DRIVE is a device (/dev/sda, /dev/sg0, /dev/bsg/0:0:0:0) or a simulated drive "
	"(sim:hdd, sim:ssd, ...). LBA and COUNT are sectors (2048, 0x800) or sizes "
	"(1GiB, "
	"50%); LBA also end-8, the eighth sector before the end. COUNT is 1, and all "
	"of the "
	"rest for --verify and --compare.\n\n"
	"Exit status, or-ed: 0 done, 1 wrong usage, 2 could not ask, 4 a sector cannot "
	"be "
	"read, or the drive did not answer, 8 its IDENTIFY data is damaged, 16 skipped "
	"by "
	"--nocheck, 32 not an ATA drive, 64 the paths of --compare differ.";

static const struct argp argp = {
	.options = option_table,
	.parser = parse_option,
	.args_doc =
		"DRIVE LBA [COUNT]\n--verify DRIVE [LBA [COUNT]]\n--compare DRIVE [LBA "
		"[COUNT]]",
	.doc = doc,
};

void ataread_options_parse(struct ataread_options *options, int argc, char **argv)
{
	*options = (struct ataread_options){.progress = true, .max_errors = 100};
	drive_options_init(&options->drive);
	tool_options_parse(&argp, argc, argv, options);
}
