/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef SESSION_BENCH_H
#define SESSION_BENCH_H

/* A session with a simulated drive, and the latest result of it. */
#include <string.h>

#include "atatime/session.h"
#include "unit.h"

struct bench {
	struct drive_options options;
	struct target target;
	struct settings settings;
	struct session session;
	struct session_hooks hooks;
	struct result result;
};

/* A result holds a histogram, too large for every stack. */
static struct bench bench;

static inline void bench_begin(const char *argument)
{
	memset(&bench, 0, sizeof(bench));
	drive_options_init(&bench.options);
	target_open(&bench.target, argument, &bench.options);
	ck_assert_msg(bench.target.drive && !bench.target.subject.status, "%s: %s",
		      argument, bench.target.subject.error_message);
	settings_init(&bench.settings);
	bench.settings.seed = 1;
	session_begin(&bench.session, &bench.target, &bench.settings, &bench.hooks);
}

/* The result before is gone. */
static inline const struct result *bench_measure(const struct spec *spec)
{
	result_free(&bench.result);
	session_measure(&bench.session, spec, &bench.result);
	return &bench.result;
}

static inline void bench_end(void)
{
	result_free(&bench.result);
	target_close(&bench.target);
}

/* The message of the warning with @code; NULL without one. */
static inline const char *bench_warning(const char *code)
{
	for (size_t i = 0; i < bench.result.warning_count; i++) {
		if (strcmp(bench.result.warnings[i].code, code) == 0)
			return bench.result.warnings[i].message;
	}
	return NULL;
}

static inline bool bench_says(const char *message, const char *words)
{
	return message && strstr(message, words);
}

#endif
