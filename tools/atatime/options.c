/* SPDX-License-Identifier: BSD-2-Clause */
#include "options.h"

#include <argp.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "output.h"
#include "tool_options.h"

enum {
	KEY_DIRECT = 256,
	KEY_FUA,
	KEY_ZONE_COUNT,
	KEY_SAMPLE_SIZE,
	KEY_WRITE,
	KEY_SEED,
	KEY_TOGETHER,
	KEY_MAX_ERRORS,
	KEY_CSV,
	KEY_PLOT,
	KEY_AT_LEAST,
	KEY_NO_PROGRESS,
};

// clang-format off
static const struct argp_option option_table[] = {
	{ NULL, 0, NULL, 0, "Which test (several may be combined; -t by default)", 1 },
	{ "sequential", 't', NULL, 0, "Uncached sequential reads", 0 },
	{ "buffer", 'T', NULL, 0, "One place again and again: the drive's own buffer, a lower bound of the link's speed (with --path=page the host's page cache)", 0 },
	{ "access", 'a', NULL, 0, "Random single reads: access time, percentiles", 0 },
	{ "zones", 'z', NULL, 0, "Samples spread over the whole drive", 0 },
	{ "explain", 'x', NULL, 0, "Run what it needs and say what limits this drive, with the figures", 0 },

	{ NULL, 0, NULL, 0, "How it reads", 2 },
	{ "path", 'p', "LIST", 0, "dma, ncq, pio, verify, scsi, direct, page (dma by default)", 0 },
	{ "direct", KEY_DIRECT, NULL, 0, "The same as --path=direct", 0 },
	{ "fua", KEY_FUA, NULL, 0, "ncq only: forced unit access, past the drive's own cache", 0 },
	{ "block-size", 'b', "LIST", 0, "E.g. 4k,64k,1m (512k by default; -a 4k, aligned)", 0 },
	{ "depth", 'q', "LIST", 0, "Commands outstanding, e.g. 1,2,4,8,16,32", 0 },

	{ NULL, 0, NULL, 0, "What it reads", 3 },
	{ "offset", 'o', "SIZE", 0, "Where the range begins: 64k, 1.5GB, 2048s, 50%", 0 },
	{ "length", 'l', "SIZE", 0, "How long it is, for -a and -z too", 0 },
	{ "duration", 'D', "SECONDS", 0, "Of each run (3 by default, 2 of -T)", 0 },
	{ "count", 'N', "N", 0, "Random reads of -a (1000 by default)", 0 },
	{ "zone-count", KEY_ZONE_COUNT, "N", 0, "Samples of -z (100 by default)", 0 },
	{ "sample-size", KEY_SAMPLE_SIZE, "SIZE", 0, "Of one of them (10m by default)", 0 },
	{ "repeat", 'r', "N", 0, "Runs of each test", 0 },
	{ "file", 'f', "FILE", 0, "The sectors of this file, through its extents, page cache untouched; no DRIVE", 0 },
	{ "write", KEY_WRITE, "DIR", 0, "A new nameless file there, then read back below the page cache; no DRIVE; the only test that writes, and never to a node", 0 },
	{ "seed", KEY_SEED, "N", 0, "The same random LBAs again", 0 },
	{ "together", KEY_TOGETHER, NULL, 0, "All drives at once instead of one after the other", 0 },
	{ "max-errors", KEY_MAX_ERRORS, "N", 0, "End a test after so many (3 by default)", 0 },

	{ NULL, 0, NULL, 0, "What it gives", 4 },
	{ "json", 'j', NULL, 0, "One JSON object a result, on a line", 0 },
	{ "csv", KEY_CSV, "FILE", 0, "Every command's LBA and time", 0 },
	{ "plot", KEY_PLOT, "FILE", 0, "A picture: .svg, .png or .pdf", 0 },
	{ "at-least", KEY_AT_LEAST, "RATE", 0, "Exit status 64 when the sequential median is lower, e.g. 80MB/s", 0 },
	{ "no-progress", KEY_NO_PROGRESS, NULL, 0, "No progress on standard error", 0 },

	{ NULL, 0, NULL, 0, "Other", 5 },
	TOOL_NOCHECK_ROW,
	TOOL_REDACT_ROW("Replace names of drives and files that tell whose they are"),
	TOOL_VERBOSE_ROWS,

	TOOL_HELP_ROWS,
};
// clang-format on

static struct options *options_of(struct argp_state *state)
{
	return state->input;
}

/* A whole number from @least to @most. */
static uint64_t number(struct argp_state *state, const char *option, const char *text,
		       uint64_t least, uint64_t most)
{
	unsigned long long value;
	char *end;

	errno = 0;
	value = strtoull(text, &end, 0);
	if (*text < '0' || *text > '9' || *end || errno || value < least ||
	    value > most)
		argp_error(state, "--%s takes a number from %llu to %llu, not '%s'",
			   option, (unsigned long long)least, (unsigned long long)most,
			   text);
	return value;
}

static struct size parse_size(struct argp_state *state, const char *option,
			      const char *text)
{
	struct size size = {0, SIZE_BYTES};
	char why[SIZE_WHY];
	const char *wrong = size_parse(text, &size, why);

	if (wrong)
		argp_error(state, "--%s: %s", option, wrong);
	return size;
}

static uint64_t parse_duration(struct argp_state *state, const char *text)
{
	char *end;
	double seconds = strtod(text, &end);

	if (*text < '0' || *text > '9' || *end || !(seconds >= 0.001) || seconds > 1e6)
		argp_error(state,
			   "--duration takes seconds, from 0.001 to 1000000, not '%s'",
			   text);
	return (uint64_t)llround(seconds * 1e9);
}

static void add_path(struct argp_state *state, const char *name)
{
	struct options *options = options_of(state);
	enum path path = path_find(name);

	if (path == PATH_COUNT)
		argp_error(state,
			   "no path '%s'; there are dma, ncq, pio, verify, scsi, "
			   "direct and page",
			   name);
	for (size_t i = 0; i < options->path_count; i++)
		if (options->paths[i] == path)
			return;
	options->paths[options->path_count++] = path;
}

static void add_block(struct argp_state *state, const char *text)
{
	struct options *options = options_of(state);
	struct size size = parse_size(state, "block-size", text);

	uint64_t most =
		size.unit == SIZE_SECTORS ? OPTIONS_SECTORS_MAX : OPTIONS_BLOCK_MAX;

	if (size.unit == SIZE_PERCENT || !size.number || size.number > most)
		argp_error(state,
			   "--block-size takes up to 1 GiB or %d sectors, not '%s'",
			   OPTIONS_SECTORS_MAX, text);
	if (options->block_count == OPTIONS_LIST_MAX)
		argp_error(state, "--block-size takes %d sizes at most",
			   OPTIONS_LIST_MAX);
	options->blocks[options->block_count++] = size;
}

static void add_depth(struct argp_state *state, const char *text)
{
	struct options *options = options_of(state);

	if (options->depth_count == OPTIONS_LIST_MAX)
		argp_error(state, "--depth takes %d depths at most", OPTIONS_LIST_MAX);
	options->depths[options->depth_count++] =
		(unsigned int)number(state, "depth", text, 1, DEPTH_MAX);
}

static void each(struct argp_state *state, char *list,
		 void (*add)(struct argp_state *state, const char *item))
{
	char *item;

	while ((item = strsep(&list, ",")))
		add(state, item);
}

static void set_at_least(struct argp_state *state, const char *text)
{
	struct options *options = options_of(state);
	char why[SIZE_WHY];
	const char *wrong = rate_parse(text, &options->at_least, why);

	if (wrong)
		argp_error(state, "--at-least: %s", wrong);
}

static error_t parse_what(int key, char *argument, struct argp_state *state)
{
	struct options *options = options_of(state);
	struct settings *settings = &options->settings;

	switch (key) {
	case 'o':
		settings->offset = parse_size(state, "offset", argument);
		break;
	case 'l':
		settings->length = parse_size(state, "length", argument);
		if (!settings->length.number)
			argp_error(state, "--length of nothing");
		break;
	case 'D':
		settings->duration_ns = parse_duration(state, argument);
		break;
	case 'N':
		settings->count = number(state, "count", argument, 1, 100000000);
		break;
	case KEY_ZONE_COUNT:
		settings->zone_count =
			(unsigned int)number(state, "zone-count", argument, 1, 100000);
		break;
	case KEY_SAMPLE_SIZE:
		settings->sample_size = parse_size(state, "sample-size", argument);
		if (!settings->sample_size.number)
			argp_error(state, "--sample-size of nothing");
		break;
	case 'r':
		settings->repeat =
			(unsigned int)number(state, "repeat", argument, 1, 10000);
		break;
	case KEY_SEED:
		settings->seed = number(state, "seed", argument, 0, UINT64_MAX);
		break;
	case KEY_MAX_ERRORS:
		settings->max_errors =
			number(state, "max-errors", argument, 1, 1000000);
		break;
	default:
		return tool_option(key, argument, state, &options->drive);
	}
	return 0;
}

static error_t parse_how(int key, char *argument, struct argp_state *state)
{
	struct options *options = options_of(state);

	switch (key) {
	case 'p':
		options->has_path = true;
		each(state, argument, add_path);
		break;
	case KEY_DIRECT:
		options->has_direct = true;
		break;
	case KEY_FUA:
		options->fua = true;
		break;
	case 'b':
		each(state, argument, add_block);
		break;
	case 'q':
		each(state, argument, add_depth);
		break;
	case 'f':
		options->file = argument;
		break;
	case KEY_WRITE:
		options->directory = argument;
		break;
	case KEY_TOGETHER:
		options->together = true;
		break;
	default:
		return parse_what(key, argument, state);
	}
	return 0;
}

static void set_plot(struct argp_state *state, const char *path)
{
	if (!plot_knows(path))
		argp_error(state,
			   "--plot takes a name that ends in .svg, .png or "
			   ".pdf, not '%s'",
			   path);
	options_of(state)->plot = path;
}

static error_t parse_output(int key, char *argument, struct argp_state *state)
{
	struct options *options = options_of(state);

	switch (key) {
	case 't':
		options->tests[TEST_SEQUENTIAL] = true;
		break;
	case 'T':
		options->tests[TEST_BUFFER] = true;
		break;
	case 'a':
		options->tests[TEST_ACCESS] = true;
		break;
	case 'z':
		options->tests[TEST_ZONES] = true;
		break;
	case 'x':
		options->tests[TEST_EXPLAIN] = true;
		break;
	case 'j':
		options->json = true;
		break;
	case KEY_CSV:
		options->csv = argument;
		break;
	case KEY_PLOT:
		set_plot(state, argument);
		break;
	case KEY_AT_LEAST:
		set_at_least(state, argument);
		break;
	case KEY_NO_PROGRESS:
		options->progress = false;
		break;
	default:
		return parse_how(key, argument, state);
	}
	return 0;
}

static bool any_test(const struct options *options)
{
	for (int i = 0; i < TEST_COUNT; i++)
		if (options->tests[i])
			return true;
	return false;
}

static bool only_explains(const struct options *options)
{
	const bool *tests = options->tests;

	return tests[TEST_EXPLAIN] && !tests[TEST_SEQUENTIAL] && !tests[TEST_BUFFER] &&
	       !tests[TEST_ACCESS] && !tests[TEST_ZONES];
}

static bool has_listed(const struct options *options, enum path path)
{
	for (size_t i = 0; i < options->path_count; i++)
		if (options->paths[i] == path)
			return true;
	return false;
}

static void check_drives(struct argp_state *state)
{
	const struct options *options = options_of(state);
	const char *other = options->file ? "file" : "write";
	bool no_drive = options->file || options->directory;

	if (options->file && options->directory)
		argp_error(state, "--file and --write do not go together");
	if (no_drive && options->drive_count)
		argp_error(state, "--%s finds its drive by itself, '%s' is too much",
			   other, options->drives[0]);
	if (no_drive && any_test(options))
		argp_error(state, "--%s is a test of its own: no -t, -T, -a, -z, -x",
			   other);
	if (!no_drive && !options->drive_count)
		argp_error(state, "no DRIVE given");
	if (options->directory && options->csv)
		argp_error(state, "--csv lists a drive's commands, and --write goes "
				  "through a file system");
	if (options->file &&
	    (options->settings.offset.number || options->settings.length.number))
		argp_error(state, "--file reads the whole file: no --offset, no "
				  "--length");
}

static void check(struct argp_state *state)
{
	struct options *options = options_of(state);

	if (options->has_direct && options->has_path)
		argp_error(state, "--direct is --path=direct: give one of them");
	if (options->has_direct)
		options->paths[options->path_count++] = PATH_DIRECT;
	if (options->fua && !has_listed(options, PATH_NCQ))
		argp_error(state, "--fua is for --path=ncq");
	if (options->tests[TEST_EXPLAIN] && (options->has_path || options->has_direct))
		argp_error(state, "--explain chooses the paths itself");
	if (options->tests[TEST_EXPLAIN] &&
	    (options->block_count || options->depth_count ||
	     options->settings.repeat > 1))
		argp_error(state, "--explain chooses block sizes, depths and runs "
				  "itself: no -b, -q, -r beside it");
	if (options->plot && only_explains(options))
		argp_error(state, "--plot has no picture of --explain");
	if ((options->csv && !strcmp(options->csv, "-")) ||
	    (options->plot && !strcmp(options->plot, "-")))
		argp_error(state, "--csv and --plot take a file, not '-'; "
				  "/dev/stdout is one");
	if (options->csv && options->plot && !strcmp(options->csv, options->plot))
		argp_error(state, "--csv and --plot are two files, not both '%s'",
			   options->csv);
	check_drives(state);
	if (!options->path_count)
		options->paths[options->path_count++] = PATH_DMA;
	if (!options->depth_count)
		options->depths[options->depth_count++] = 1;
	if (!any_test(options) && !options->file && !options->directory)
		options->tests[TEST_SEQUENTIAL] = true;
	if (options->at_least && !options->tests[TEST_SEQUENTIAL])
		argp_error(state, "--at-least needs the sequential test, -t");
}

static error_t parse_option(int key, char *argument, struct argp_state *state)
{
	struct options *options = options_of(state);

	switch (key) {
	case ARGP_KEY_ARGS:
		options->drives = state->argv + state->next;
		options->drive_count = (size_t)(state->argc - state->next);
		return 0;
	case ARGP_KEY_END:
		check(state);
		return 0;
	default:
		return parse_output(key, argument, state);
	}
}

static const char doc[] =
	"Times uncached reads of ATA drives, below the page cache, and says what "
	"limits them. It only reads, but for --write, which makes a file of its "
	"own.\v"
	"DRIVE is a device (/dev/sda, /dev/sg0, /dev/bsg/0:0:0:0) or a simulated "
	"drive (sim:hdd, sim:ssd, sim:pata, ...). SIZE: k, m, g, t and KiB, MiB, ... "
	"are 1024, kB, MB, GB, TB 1000, s sectors, % of the drive.\n\n"
	"Exit status, or-ed over the drives: 0 done, 1 wrong usage, 2 could not ask, "
	"4 the drive refused, failed or did not answer, 8 its IDENTIFY data is "
	"damaged, "
	"16 skipped by --nocheck, "
	"32 not an ATA drive, 64 slower than --at-least.";

static const struct argp argp = {
	.options = option_table,
	.parser = parse_option,
	.args_doc = "DRIVE...\n--file=FILE\n--write=DIR",
	.doc = doc,
};

void options_parse(struct options *options, int argc, char **argv)
{
	*options = (struct options){.progress = true};
	settings_init(&options->settings);
	drive_options_init(&options->drive);
	tool_options_parse(&argp, argc, argv, options);
}

static size_t block_count(const struct options *options)
{
	return options->block_count ? options->block_count : 1;
}

size_t options_spec_count(const struct options *options)
{
	return options->path_count * block_count(options) * options->depth_count;
}

struct spec options_spec(const struct options *options, enum test test, size_t number,
			 uint32_t sector)
{
	size_t block = number / options->depth_count % block_count(options);
	size_t path = number / options->depth_count / block_count(options);
	struct spec spec = {
		.test = test,
		.path = options->paths[path],
		.depth = options->depths[number % options->depth_count],
	};
	uint64_t bytes = 0;

	if (options->block_count)
		size_bytes(&options->blocks[block], sector, 0, &bytes);
	spec.block_bytes = bytes < UINT32_MAX ? (uint32_t)bytes : UINT32_MAX;
	spec.fua = options->fua && spec.path == PATH_NCQ;
	return spec;
}
