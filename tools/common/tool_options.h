/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TOOLS_TOOL_OPTIONS_H
#define TOOLS_TOOL_OPTIONS_H

#include <argp.h>

#include "drive.h"

/* Options that mean the same in every tool that asks drives. */
enum {
	TOOL_REDACT = 512, /* above the keys of any tool's own options */
	TOOL_SYSROOT,
	TOOL_USAGE,
};

// clang-format off
#define TOOL_NOCHECK_ROW \
	{ "nocheck", 'n', "MODE[,STATUS]", 0, \
	  "Skip a drive that is in MODE or deeper (never, sleep, standby, idle), " \
	  "with exit status STATUS (16 by default). SLEEP mode cannot be seen: any " \
	  "command would wake the drive", 0 }

#define TOOL_REDACT_ROW(help) { "redact", TOOL_REDACT, NULL, 0, help, 0 }

#define TOOL_VERBOSE_ROWS \
	{ "verbose", 'v', NULL, 0, "Trace requests to standard error", 0 }, \
	{ "sysroot", TOOL_SYSROOT, "DIR", OPTION_HIDDEN, NULL, 0 }

/* The end of the table. */
#define TOOL_HELP_ROWS \
	{ NULL, 0, NULL, 0, NULL, -1 }, \
	{ "help", 'h', NULL, 0, "Print this help", 0 }, \
	{ "usage", TOOL_USAGE, NULL, 0, "Print a short usage message", 0 }, \
	{ "version", 'V', NULL, 0, "Print the version", 0 }, \
	{ 0 }
// clang-format on

/*
 * One of the options above, for @drive. --help, --usage, --version and a wrong value
 * end the tool. Returns 0, an errno, or ARGP_ERR_UNKNOWN for any other key.
 */
error_t tool_option(int key, char *argument, struct argp_state *state,
		    struct drive_options *drive);

/* Take the command line apart with @argp. What is wrong with it ends the tool. */
void tool_options_parse(const struct argp *argp, int argc, char **argv, void *input);

#endif
