/* SPDX-License-Identifier: BSD-2-Clause */
#include "stop.h"

#include <signal.h>
#include <stddef.h>
#include <stdio.h>

static volatile sig_atomic_t stop_signal;

static void on_signal(int number)
{
	stop_signal = number;
}

/* No SA_RESTART: sg's ioctl would send its command again. */
void stop_catch(void)
{
	static const int numbers[] = {SIGINT, SIGTERM, SIGHUP};
	struct sigaction ignored = {.sa_handler = SIG_IGN};
	struct sigaction action = {.sa_handler = on_signal};
	struct sigaction before;

	for (size_t i = 0; i < sizeof(numbers) / sizeof(numbers[0]); i++) {
		sigaction(numbers[i], NULL, &before);
		if (before.sa_handler != SIG_IGN)
			sigaction(numbers[i], &action, NULL);
	}
	/* A file that may not grow is an error that has words. */
	sigaction(SIGXFSZ, &ignored, NULL);
}

bool stop_asked(void)
{
	return stop_signal != 0;
}

void stop_end(void)
{
	if (!stop_signal)
		return;
	fflush(NULL);
	signal(stop_signal, SIG_DFL);
	raise(stop_signal);
}
