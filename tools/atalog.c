/* SPDX-License-Identifier: BSD-2-Clause */
/* atalog: the logs of an ATA drive, decoded. */
#include "atalog/options.h"
#include "atalog/run.h"

int main(int argc, char **argv)
{
	static struct atalog_options options;

	atalog_options_parse(&options, argc, argv);
	return atalog_run(&options);
}
