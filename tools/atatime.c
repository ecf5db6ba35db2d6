/* SPDX-License-Identifier: BSD-2-Clause */
/* atatime: how fast an ATA drive really reads, and what limits it. */
#include <signal.h>
#include <stdio.h>

#include "atatime/options.h"
#include "atatime/run.h"

/* End by the signal that asked for it, so that a shell sees it. */
static void end_by(int number)
{
	fflush(NULL);
	signal(number, SIG_DFL);
	raise(number);
}

int main(int argc, char **argv)
{
	struct options options;
	int status, number = 0;

	options_parse(&options, argc, argv);
	status = run(&options, &number);
	if (number)
		end_by(number);
	return status;
}
