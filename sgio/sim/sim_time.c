/* SPDX-License-Identifier: BSD-2-Clause */
#include "sim_time.h"

static uint64_t later(uint64_t a, uint64_t b)
{
	return a > b ? a : b;
}

/* A command that waited in the queue has its overhead behind it. */
static uint64_t start_of(const struct sim_time *time, const struct sim_job *job,
			 uint64_t now_ns)
{
	uint64_t start = job->issued_ns + time->command_ns;

	if (!job->work.queued)
		start = later(now_ns, job->arrival_ns) + time->command_ns;
	return later(start, now_ns) + job->work.extra_ns;
}

static void place(struct sim_time *time, struct sim_job *job, uint64_t start_ns)
{
	sim_flash_read(&time->flash, job->work.lba, job->work.blocks, start_ns,
		       &job->first_ns, &job->ready_ns);
	job->placed = true;
}

void sim_time_issue(struct sim_time *time, struct sim_job *job)
{
	job->issued = true;
	if (time->model == SIM_MODEL_FLASH && job->work.blocks)
		place(time, job, start_of(time, job, job->issued_ns));
}

uint64_t sim_time_ready(const struct sim_time *time, const struct sim_job *job,
			uint64_t now_ns)
{
	uint64_t start = start_of(time, job, now_ns);

	if (job->placed)
		return job->first_ns;
	if (time->model == SIM_MODEL_DISK && job->work.blocks)
		return start + sim_disk_position_ns(&time->disk, job->work.lba,
						    job->work.blocks, job->work.fua,
						    start);
	return start;
}

/* Data flows over the link from @from on, and the last of it not before @ready. */
static uint64_t transfer(struct sim_time *time, const struct sim_work *work,
			 uint64_t from, uint64_t ready)
{
	uint64_t link_ns = sim_link_time(&time->link, work->bytes, work->queued);
	uint64_t end = from;

	if (link_ns)
		end = later(from, time->link.free_ns) + link_ns;
	end = later(end, ready);
	if (link_ns)
		time->link.free_ns = end;
	return end;
}

static uint64_t serve_medium(struct sim_time *time, struct sim_job *job, uint64_t start)
{
	const struct sim_work *work = &job->work;
	uint64_t ready;

	switch (time->model) {
	case SIM_MODEL_DISK:
		ready = sim_disk_read(&time->disk, work->lba, work->blocks, work->fua,
				      start);
		sim_disk_pause(&time->disk, work->retry_ns);
		return transfer(time, work, start, ready + work->retry_ns);
	case SIM_MODEL_FLASH:
		if (!job->placed)
			place(time, job, start);
		return transfer(time, work, job->first_ns, job->ready_ns);
	case SIM_MODEL_IDEAL:
		break;
	}
	return transfer(time, work, start, start);
}

uint64_t sim_time_serve(struct sim_time *time, struct sim_job *job, uint64_t now_ns)
{
	uint64_t start = start_of(time, job, now_ns);

	if (job->work.fixed_ns)
		return later(now_ns, job->arrival_ns) + job->work.extra_ns +
		       job->work.fixed_ns;
	if (!job->work.blocks)
		return transfer(time, &job->work, start, start);
	return serve_medium(time, job, start);
}
