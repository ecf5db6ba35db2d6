/* SPDX-License-Identifier: BSD-2-Clause */
/* ataread: sectors of an ATA drive, and which ones cannot be read. */
#include "ataread/job.h"
#include "progress.h"
#include "stop.h"

static void act(struct job *job)
{
	switch (job->options->action) {
	case ATAREAD_READ:
		ataread_read(job);
		break;
	case ATAREAD_VERIFY:
		ataread_verify(job);
		break;
	case ATAREAD_COMPARE:
		ataread_compare(job);
		break;
	}
}

int main(int argc, char **argv)
{
	struct ataread_options options;
	struct job job;
	int status;

	ataread_options_parse(&options, argc, argv);
	stop_catch();
	progress_begin(options.progress && !options.drive.verbose);
	if (job_open(&job, &options))
		act(&job);
	status = job.status;
	job_close(&job);
	stop_end();
	return status;
}
