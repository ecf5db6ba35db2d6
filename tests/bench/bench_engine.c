/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What a command costs: bench_engine. On the simulated drive whose commands take a
 * nanosecond the simulation is part of it; the mathematical drive of the unit tests
 * leaves the engine, the CDB and the gate, and where there is data what it takes to
 * fill the buffer.
 */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "atatime/engine.h"
#include "tests/unit/clock_drive.h"

enum { ROUNDS = 9 };

static double cpu_ns(void)
{
	struct timespec t;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static struct sgio_drive *open_simulated(void)
{
	struct sgio_drive *drive;
	char message[256];

	if (sgio_open_sim("ideal,command_us=0.001,mb_s=900000", &drive, message,
			  sizeof(message)))
		exit(1);
	return drive;
}

static struct engine_run *new_run(void)
{
	struct engine_run *run = malloc(sizeof(*run));

	if (!run)
		exit(1);
	return run;
}

/* Nanoseconds of CPU a command, on @drive. */
static double measure(struct sgio_drive *drive, enum path path, uint32_t blocks,
		      uint64_t commands)
{
	struct engine engine = {
		.drive = drive,
		.form = {.path = path,
			 .logical_block_size = 512,
			 .capacity = 1953525168,
			 .cdb_length = 16,
			 .lba48 = true,
			 .timeout_ms = 1000},
		.depth = 1,
		.block_blocks = blocks,
	};
	struct engine_limits limits = {.commands = commands};
	struct engine_run *run = new_run();
	struct plan plan;
	double start;

	if (engine_open(&engine))
		exit(1);
	plan_init(&plan, PLAN_SAME, 0, blocks, blocks, 0);
	start = cpu_ns();
	engine_run(&engine, &plan, &limits, run);
	start = cpu_ns() - start;
	if (run->timed.commands != commands)
		exit(1);
	engine_close(&engine);
	free(run);
	return start / (double)commands;
}

static double measure_simulated(enum path path, uint32_t blocks, uint64_t commands)
{
	struct sgio_drive *drive = open_simulated();
	double ns = measure(drive, path, blocks, commands);

	sgio_close(drive);
	return ns;
}

static double measure_mathematical(enum path path, uint32_t blocks, uint64_t commands)
{
	struct clock_drive drive = new_clock_drive();

	return measure(&drive.drive, path, blocks, commands);
}

/*
 * The canary alone: looked at and planted again, over so many buffers in turn that a
 * core's own cache does not hold them, as a drive's data has not been in it either.
 */
static double measure_canary(enum path path, uint32_t blocks, uint64_t commands)
{
	enum { BYTES = 64 << 20 };
	struct command_form form = {.path = path, .logical_block_size = 512};
	size_t stride = (size_t)blocks * 512, at = 0;
	uint8_t *buffer = malloc(BYTES);
	uint32_t untouched = 0;
	double start;

	if (!buffer)
		exit(1);
	memset(buffer, 1, BYTES);
	start = cpu_ns();
	for (uint64_t i = 0; i < commands; i++) {
		untouched += command_untouched(&form, buffer + at, blocks, 2);
		at = at + 2 * stride <= BYTES ? at + stride : 0;
	}
	start = cpu_ns() - start;
	free(buffer);
	if (!untouched && path_moves_data(path) && commands * stride > 2 * BYTES)
		exit(1);
	return start / (double)commands;
}

typedef double measure_one(enum path path, uint32_t blocks, uint64_t commands);

static double median_of(measure_one *one, enum path path, uint32_t blocks,
			uint64_t commands)
{
	double ns[ROUNDS];

	for (int i = 0; i < ROUNDS; i++)
		ns[i] = one(path, blocks, commands);
	return median(ns, ROUNDS);
}

static void print(const char *name, enum path path, uint32_t blocks, uint64_t commands)
{
	printf("%-16s %9.0f %12.0f %8.0f\n", name,
	       median_of(measure_simulated, path, blocks, commands),
	       median_of(measure_mathematical, path, blocks, commands),
	       median_of(measure_canary, path, blocks, commands));
}

int main(void)
{
	printf("ns of CPU a command, medians of %d\n", ROUNDS);
	printf("%-16s %9s %12s %8s\n", "", "simulated", "mathematical", "canary");
	print("verify, no data", PATH_VERIFY, 8, 1000000);
	print("dma, 4 KiB", PATH_DMA, 8, 300000);
	print("dma, 512 KiB", PATH_DMA, 1024, 3000);
	return 0;
}
