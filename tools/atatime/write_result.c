/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <inttypes.h>
#include <string.h>

#include "clock.h"
#include "write.h"

/* Odd, so that no pass has the nonce of another. */
#define GENERATION_STEP UINT64_C(0x9e3779b97f4a7c15)

uint64_t write_nonce(const struct write_job *job, uint8_t generation)
{
	return job->nonce + generation * GENERATION_STEP;
}

struct result *write_result_new(struct write_job *job, enum result_phase phase,
				bool random, size_t block, unsigned int depth)
{
	struct result *result = &job->result;
	struct spec spec = {
		.test = TEST_WRITE,
		.path = PATH_DIRECT,
		.block_bytes = (uint32_t)block,
		.depth = depth,
	};

	result_init(result, &spec, NULL);
	result->name = job->shown;
	result->phase = phase;
	result->random_order = random;
	result->has_seed = random;
	result->seed = job->options->settings.seed;
	result->logical_block_size = WRITE_SECTOR;
	return result;
}

void write_result_end(struct write_job *job)
{
	if (!job->result.commands)
		job->result.valid = false;
	job->sink(job->closure, &job->result);
}

/*
 * An error of the drive or of what is between, and not of the file system's rules. It
 * was open for writing: read-only is what an error made of it.
 */
static bool is_drive_error(int error)
{
	return error == EIO || error == ENODATA || error == EREMOTEIO ||
	       error == ETIMEDOUT || error == EILSEQ || error == ENODEV ||
	       error == ENXIO || error == EROFS;
}

/* The code, and whether it is the drive that failed. */
static enum exit_status classify(int rc, const char **code)
{
	*code = is_drive_error(-rc) ? "io_error" : "cannot_write";
	if (rc == -ENOSPC || rc == -EDQUOT)
		*code = "no_space";
	return is_drive_error(-rc) ? EXIT_REFUSED : EXIT_COULD_NOT_ASK;
}

void write_failed(struct write_job *job, struct result *result, int rc,
		  const char *what)
{
	const char *code;
	enum exit_status status = classify(rc, &code);

	job->over = true;
	result_fail(result, status, code, "cannot %s the file in '%s': %s", what,
		    job->shown, strerror(-rc));
}

void write_failed_at(struct write_job *job, struct result *result, int rc,
		     uint64_t offset)
{
	bool reading = result->phase == RESULT_READ_BACK;
	const char *code;
	enum exit_status status = classify(rc, &code);

	job->over = true;
	if (rc == -EINVAL)
		result_fail(result, EXIT_COULD_NOT_ASK, "no_direct",
			    "'%s': the file system takes no O_DIRECT %s of %" PRIu32
			    " bytes",
			    job->shown, reading ? "reads" : "writes",
			    result->spec.block_bytes);
	else
		result_fail(result, status, code,
			    "cannot %s byte %" PRIu64 " of the file in '%s': %s",
			    reading ? "read back" : "write", offset, job->shown,
			    rc == -ENODATA ? "the file ends there" : strerror(-rc));
}

void write_wrong_bytes(struct write_job *job, struct result *result, uint64_t offset)
{
	job->over = true;
	result_fail(result, EXIT_REFUSED, "other_bytes",
		    "the file in '%s' does not hold at byte %" PRIu64
		    " what was written there",
		    job->shown, offset);
}

bool write_stopped(struct write_job *job, struct result *result)
{
	const struct session_hooks *hooks = job->hooks;

	if (!hooks || !hooks->stopped || !hooks->stopped())
		return false;
	result->interrupted = true;
	job->over = true;
	return true;
}

void write_tell(const struct write_job *job, const struct result *result,
		unsigned int run, double done, uint64_t bytes, uint64_t start_ns)
{
	unsigned int runs = job->options->settings.repeat;
	struct session_progress progress = {
		.target = &job->named,
		.spec = &result->spec,
		.run = run,
		.runs = runs,
		.done = done,
		.bytes = bytes,
		.elapsed_ns = clock_now() - start_ns,
	};

	if (job->hooks && job->hooks->progress)
		job->hooks->progress(job->hooks->closure, &progress);
}
