/* SPDX-License-Identifier: BSD-2-Clause */
/* ataid: IDENTIFY (PACKET) DEVICE data, decoded. */
#include "ataid/options.h"
#include "ataid/run.h"
#include "message.h"

static void add_drive(struct ataid_run *run, const char *argument)
{
	if (drive_is_stream(argument))
		ataid_stream_add(run, argument);
	else
		ataid_run_add(run, ataid_job_new(argument, run->options, &run->render));
}

static void print_diff(struct ataid_run *run)
{
	if (run->kept_count != 2 || !run->kept[0] || !run->kept[1]) {
		message("--diff takes two drives or dumps, not %zu", run->kept_count);
		run->status |= EXIT_USAGE;
	} else if (run->kept[0]->has_page && run->kept[1]->has_page) {
		if (report_diff(stdout, run->kept[0], run->kept[1]))
			run->status |= EXIT_FINDING;
		output_flush();
	}
}

static int run_drives(const struct ataid_options *options)
{
	struct ataid_run run;
	size_t i;

	ataid_run_begin(&run, options);
	for (i = 0; i < options->drive_count; i++)
		add_drive(&run, options->drives[i]);
	ataid_run_finish(&run);
	if (options->output == ATAID_DIFF)
		print_diff(&run);
	ataid_run_end(&run);
	return run.status;
}

int main(int argc, char **argv)
{
	struct ataid_options options;
	int status = EXIT_DONE;

	ataid_options_parse(&options, argc, argv);
	if (options.output == ATAID_KEYS) {
		report_keys(stdout);
		output_flush();
	} else {
		status = run_drives(&options);
	}
	return status;
}
