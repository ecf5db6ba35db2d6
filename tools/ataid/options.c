/* SPDX-License-Identifier: BSD-2-Clause */
#include "options.h"

#include <argp.h>
#include <stdlib.h>
#include <string.h>

#include "report.h"
#include "tool_options.h"

enum {
	KEY_CACHED = 'c',
	KEY_DIFF = 256,
	KEY_NATIVE,
	KEY_RECORD,
	KEY_SAT,
};

// clang-format off
static const struct argp_option option_table[] = {
	{ NULL, 0, NULL, 0, "What to print (full text by default)", 1 },
	{ "identify", 'I', NULL, 0, "Full text, laid out as by hdparm -I (-a and -x are the same)", 0 },
	{ "all", 'a', NULL, OPTION_HIDDEN, NULL, 0 },
	{ "xall", 'x', NULL, OPTION_HIDDEN, NULL, 0 },
	{ "summary", 'i', NULL, 0, "A dozen lines: who, how big, which firmware, which link", 0 },
	{ "json", 'j', NULL, 0, "One JSON object a drive, on a line, also for one that failed", 0 },
	{ "get", 'g', "KEY[,KEY...]", 0, "Only these values, tab separated; - when unknown", 0 },
	{ "export", 'e', NULL, 0, "KEY=VALUE lines for a shell, with udev's names", 0 },
	{ "hex", 'H', NULL, 0, "The 256 words, as hdparm --Istdin reads them", 0 },
	{ "binary", 'b', NULL, 0, "The 512 bytes", 0 },
	{ "word", 'w', "N[-M][,...]", 0, "These words: their value, and what each bit says", 0 },
	{ "diff", KEY_DIFF, NULL, 0, "What differs between two drives or dumps; exit status 64 when anything does", 0 },
	{ "keys", 'k', NULL, 0, "Every key of --get and --json, with its unit, source and label; needs no drive", 0 },

	{ NULL, 0, NULL, 0, "How to ask", 2 },
	{ "cached", KEY_CACHED, NULL, 0, "The kernel's copy (sysfs): nothing is sent, no privilege needed", 0 },
	{ "power", 'C', NULL, 0, "The power mode too (CHECK POWER MODE, which spins nothing up; a drive that the kernel suspended is resumed)", 0 },
	{ "native", KEY_NATIVE, NULL, 0, "The native maximum address too", 0 },
	TOOL_NOCHECK_ROW,
	{ "sat", KEY_SAT, "12|16", 0, "Which pass-through CDB (16 by default, 12 when that is refused)", 0 },

	{ NULL, 0, NULL, 0, "Other", 3 },
	{ "record", KEY_RECORD, "FILE", 0, "Keep every request and its answer in FILE, to be read as a DRIVE", 0 },
	TOOL_REDACT_ROW("Replace serial numbers, names that hold them, and the name of this host"),
	TOOL_VERBOSE_ROWS,

	TOOL_HELP_ROWS,
};

/* Options that say what to print. */
static const struct {
	int key;
	enum ataid_output output;
} output_table[] = {
	{ 'i', ATAID_SUMMARY }, { 'j', ATAID_JSON }, { 'g', ATAID_GET },
	{ 'e', ATAID_EXPORT }, { 'H', ATAID_HEX }, { 'b', ATAID_BINARY },
	{ 'w', ATAID_WORDS }, { KEY_DIFF, ATAID_DIFF }, { 'k', ATAID_KEYS },
};
// clang-format on

struct parse {
	struct ataid_options *options;
	int output_key; /* the option that chose the output, or 0 */
	int text_key;   /* -I, -a or -x, or 0 */
};

static const char *option_name(int key)
{
	const struct argp_option *option;

	for (option = option_table; option->key != key; option++)
		;
	return option->name;
}

/* -a, -I and -x ask for everything, which is what JSON holds: smartctl -x -j. */
static bool agree(int text_key, int output_key)
{
	return !text_key || !output_key || output_key == 'j';
}

static void choose_output(struct argp_state *state, int key)
{
	struct parse *parse = state->input;
	int other = parse->output_key ? parse->output_key : parse->text_key;
	size_t i;

	if (key == 'I' || key == 'a' || key == 'x')
		parse->text_key = key;
	else if (!parse->output_key || parse->output_key == key)
		parse->output_key = key;
	else
		argp_error(state, "--%s and --%s do not go together",
			   option_name(other), option_name(key));
	if (!agree(parse->text_key, parse->output_key))
		argp_error(state, "--%s and --%s do not go together",
			   option_name(other), option_name(key));
	for (i = 0; i < sizeof(output_table) / sizeof(output_table[0]); i++)
		if (output_table[i].key == key)
			parse->options->output = output_table[i].output;
}

static void add_key(struct argp_state *state, const char *name)
{
	struct ataid_options *options = ((struct parse *)state->input)->options;
	size_t key = report_find(name);

	if (key == report_count)
		argp_error(state, "no key '%s'; the nearest is '%s'", name,
			   report_table[report_nearest(name)].key);
	if (options->key_count == ATAID_KEYS_MAX)
		argp_error(state, "--get takes %d keys at most", ATAID_KEYS_MAX);
	options->keys[options->key_count++] = key;
}

static void add_keys(struct argp_state *state, char *list)
{
	char *name;

	while ((name = strsep(&list, ",")))
		add_key(state, name);
}

/* A word number at *@text, which is moved behind it. */
static bool parse_word(const char **text, unsigned long *word)
{
	char *end;

	if (**text < '0' || **text > '9')
		return false;
	*word = strtoul(*text, &end, 10);
	*text = end;
	return *word < ATA_IDENTIFY_WORDS;
}

static bool parse_words(const char *text, bool words[ATA_IDENTIFY_WORDS])
{
	unsigned long first;
	unsigned long last;

	do {
		if (!parse_word(&text, &first))
			return false;
		last = first;
		if (*text == '-' && (text++, !parse_word(&text, &last)))
			return false;
		if (last < first)
			return false;
		while (first <= last)
			words[first++] = true;
	} while (*text++ == ',');
	return !text[-1];
}

static void take_words(struct argp_state *state, const char *text)
{
	struct parse *parse = state->input;

	if (!parse_words(text, parse->options->words))
		argp_error(state,
			   "--word takes word numbers from 0 to 255, like "
			   "'76-79,222', not '%s'",
			   text);
}

static enum ask_sat parse_sat(struct argp_state *state, const char *text)
{
	if (strcmp(text, "12") != 0 && strcmp(text, "16") != 0)
		argp_error(state, "--sat takes 12 or 16, not '%s'", text);
	return strcmp(text, "12") == 0 ? ASK_SAT_12 : ASK_SAT_16;
}

static error_t parse_how(int key, char *argument, struct argp_state *state)
{
	struct ataid_options *options = ((struct parse *)state->input)->options;
	struct drive_options *drive = &options->drive;

	switch (key) {
	case KEY_CACHED:
		drive->cached = true;
		return 0;
	case 'C':
		drive->power = true;
		return 0;
	case KEY_NATIVE:
		drive->native = true;
		return 0;
	case KEY_SAT:
		drive->sat = parse_sat(state, argument);
		return 0;
	case KEY_RECORD:
		options->record = argument;
		return 0;
	default:
		return tool_option(key, argument, state, drive);
	}
}

/* One stream may hold two dumps; that is known when it has been read. */
static bool may_be_two(const struct ataid_options *options)
{
	return options->drive_count == 2 ||
	       (options->drive_count == 1 && drive_is_stream(options->drives[0]));
}

static void check(struct argp_state *state)
{
	struct ataid_options *options = ((struct parse *)state->input)->options;

	if (options->output == ATAID_KEYS)
		return;
	if (!options->drive_count)
		argp_error(state, "no DRIVE given");
	if (options->output == ATAID_DIFF && !may_be_two(options))
		argp_error(state, "--diff takes two drives or dumps, not %zu",
			   options->drive_count);
	if (options->drive.cached && (options->drive.power || options->drive.native))
		argp_error(state, "--cached sends nothing, --%s has to ask the drive",
			   options->drive.power ? "power" : "native");
}

static error_t parse_option(int key, char *argument, struct argp_state *state)
{
	struct parse *parse = state->input;

	switch (key) {
	case ARGP_KEY_ARGS:
		parse->options->drives = state->argv + state->next;
		parse->options->drive_count = (size_t)(state->argc - state->next);
		return 0;
	case ARGP_KEY_END:
		check(state);
		return 0;
	case 'g':
		add_keys(state, argument);
		break;
	case 'w':
		take_words(state, argument);
		break;
	case 'I':
	case 'a':
	case 'x':
	case 'i':
	case 'j':
	case 'e':
	case 'H':
	case 'b':
	case 'k':
	case KEY_DIFF:
		break;
	default:
		return parse_how(key, argument, state);
	}
	choose_output(state, key);
	return 0;
}

static const char doc[] =
	"Asks ATA drives who they are (IDENTIFY DEVICE) and decodes the answer. It "
	"only "
	"reads.\v"
	"DRIVE is a device (/dev/sda, /dev/sg0, /dev/bsg/0:0:0:0), a file or - with "
	"dumps "
	"or a recording, or a simulated drive (sim:hdd, sim:ssd, sim:atapi, ...).\n\n"
	"Exit status, or-ed over the drives: 0 done, 1 wrong usage, 2 could not ask, "
	"4 the drive refused or did not answer, 8 the answer is damaged, 16 skipped by "
	"--nocheck, 32 not an ATA drive, 64 --diff found a difference.";

static const struct argp argp = {
	.options = option_table,
	.parser = parse_option,
	.args_doc = "DRIVE...",
	.doc = doc,
};

void ataid_options_parse(struct ataid_options *options, int argc, char **argv)
{
	struct parse parse = {.options = options};
	*options = (struct ataid_options){.output = ATAID_TEXT};
	drive_options_init(&options->drive);
	tool_options_parse(&argp, argc, argv, &parse);
}
