/* SPDX-License-Identifier: BSD-2-Clause */
/* atatime: how fast an ATA drive really reads, and what limits it. */
#include "atatime/options.h"
#include "atatime/run.h"
#include "stop.h"

int main(int argc, char **argv)
{
	struct options options;
	int status;

	options_parse(&options, argc, argv);
	status = run(&options);
	stop_end();
	return status;
}
