/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What the engine and the transport cost a command, on a simulated drive whose commands
 * take a nanosecond: bench_engine. The cost of the simulation is in it.
 */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "atatime/engine.h"

enum { ROUNDS = 9 };

static double cpu_ns(void)
{
	struct timespec t;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

/* Nanoseconds of CPU a command. */
static double measure(enum path path, uint32_t blocks, uint64_t commands)
{
	struct engine engine = {
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
	struct engine_run *run = malloc(sizeof(*run));
	char message[256];
	struct plan plan;
	double start;

	if (!run || sgio_open_sim("ideal,command_us=0.001,mb_s=900000", &engine.drive,
				  message, sizeof(message)) ||
	    engine_open(&engine))
		exit(1);
	plan_init(&plan, PLAN_SAME, 0, blocks, blocks, 0);
	start = cpu_ns();
	engine_run(&engine, &plan, &limits, run);
	start = cpu_ns() - start;
	engine_close(&engine);
	sgio_close(engine.drive);
	free(run);
	return start / (double)commands;
}

static void print(const char *name, enum path path, uint32_t blocks, uint64_t commands)
{
	double ns[ROUNDS];

	for (int i = 0; i < ROUNDS; i++)
		ns[i] = measure(path, blocks, commands);
	printf("%-28s %9.0f ns a command (median of %d)\n", name, median(ns, ROUNDS),
	       ROUNDS);
}

int main(void)
{
	print("verify, no data", PATH_VERIFY, 8, 1000000);
	print("dma, 4 KiB", PATH_DMA, 8, 300000);
	print("dma, 512 KiB", PATH_DMA, 1024, 3000);
	return 0;
}
