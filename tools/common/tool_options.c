/* SPDX-License-Identifier: BSD-2-Clause */
#include "tool_options.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "message.h"

static void print_help(struct argp_state *state, unsigned int flags)
{
	argp_state_help(state, stdout, flags);
	output_flush();
	exit(EXIT_DONE);
}

static void print_version(void)
{
	printf("%s (ataprobe) %s\n", program_invocation_short_name, ATAPROBE_VERSION);
	output_flush();
	exit(EXIT_DONE);
}

static void set_nocheck(struct argp_state *state, const char *text,
			struct drive_options *drive)
{
	if (!drive_parse_nocheck(text, drive))
		argp_error(state,
			   "--nocheck takes never, sleep, standby or idle, and "
			   "',STATUS' from 0 to 255 after it, not '%s'",
			   text);
}

error_t tool_option(int key, char *argument, struct argp_state *state,
		    struct drive_options *drive)
{
	switch (key) {
	case 'h':
		print_help(state, ARGP_HELP_SHORT_USAGE | ARGP_HELP_PRE_DOC |
					  ARGP_HELP_LONG | ARGP_HELP_POST_DOC);
		return 0;
	case TOOL_USAGE:
		print_help(state, ARGP_HELP_USAGE);
		return 0;
	case 'V':
		print_version();
		return 0;
	case 'n':
		set_nocheck(state, argument, drive);
		return 0;
	case TOOL_REDACT:
		return -drive_options_redact(drive);
	case TOOL_SYSROOT:
		drive->sysroot = argument;
		return 0;
	case 'v':
		drive->verbose = true;
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

void tool_options_parse(const struct argp *argp, int argc, char **argv, void *input)
{
	error_t error;

	argp_err_exit_status = EXIT_USAGE;
	error = argp_parse(argp, argc, argv, ARGP_NO_HELP, NULL, input);
	if (error) {
		message("%s", strerror(error));
		exit(EXIT_COULD_NOT_ASK);
	}
}
