/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/*
 * Run two commands in turn, and compare medians of CPU and wall-clock time.
 *   bench_pair RUNS INPUT COMMAND [ARGUMENT…] -- COMMAND [ARGUMENT…]
 * INPUT is the standard input of both. Their output goes to /dev/null. A command that
 * fails ends the run.
 */
struct sample {
	double cpu_ms;
	double wall_ms;
	long rss_kib;
};

static double milliseconds(const struct timeval *t)
{
	return (double)t->tv_sec * 1e3 + (double)t->tv_usec / 1e3;
}

static double clock_ms(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

static void become(const char *input, char **command)
{
	int in = open(input, O_RDONLY);
	int out = open("/dev/null", O_WRONLY);

	if (in < 0 || out < 0)
		_exit(126);
	dup2(in, 0);
	dup2(out, 1);
	execvp(command[0], command);
	_exit(127);
}

static struct sample run_once(const char *input, char **command)
{
	struct sample sample;
	struct rusage usage;
	double start = clock_ms();
	int status;
	pid_t child = fork();

	if (child == 0)
		become(input, command);
	if (child < 0 || wait4(child, &status, 0, &usage) != child || status != 0) {
		fprintf(stderr, "bench_pair: '%s' failed\n", command[0]);
		exit(1);
	}
	sample.wall_ms = clock_ms() - start;
	sample.cpu_ms = milliseconds(&usage.ru_utime) + milliseconds(&usage.ru_stime);
	sample.rss_kib = usage.ru_maxrss;
	return sample;
}

static int by_value(const void *a, const void *b)
{
	double x = *(const double *)a;
	double y = *(const double *)b;

	return (x > y) - (x < y);
}

static double median(double *values, size_t count)
{
	qsort(values, count, sizeof(*values), by_value);
	return values[count / 2];
}

static void print(const char *name, double *first, double *second, size_t runs)
{
	double a = median(first, runs);
	double b = median(second, runs);

	printf("%s: %.3f ms against %.3f ms, ratio %.3f\n", name, a, b, a / b);
}

int main(int argc, char **argv)
{
	size_t runs = argc > 2 ? strtoul(argv[1], NULL, 10) : 0;
	double *times = calloc(4 * runs, sizeof(*times));
	long rss[2] = {0, 0};
	char **second = argv + 3;

	while (second < argv + argc && strcmp(*second, "--") != 0)
		second++;
	if (runs == 0 || !times || second + 1 >= argv + argc)
		return 1;
	*second++ = NULL;
	for (size_t i = 0; i < runs; i++) {
		struct sample a = run_once(argv[2], argv + 3);
		struct sample b = run_once(argv[2], second);

		times[i] = a.cpu_ms;
		times[runs + i] = b.cpu_ms;
		times[2 * runs + i] = a.wall_ms;
		times[3 * runs + i] = b.wall_ms;
		rss[0] = a.rss_kib > rss[0] ? a.rss_kib : rss[0];
		rss[1] = b.rss_kib > rss[1] ? b.rss_kib : rss[1];
	}
	print("cpu", times, times + runs, runs);
	print("wall", times + 2 * runs, times + 3 * runs, runs);
	printf("peak memory: %ld KiB against %ld KiB\n", rss[0], rss[1]);
	free(times);
	return 0;
}
