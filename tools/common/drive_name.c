/* SPDX-License-Identifier: BSD-2-Clause */
#include "drive_name.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static bool begins(const char *text, const char *start)
{
	return !strncmp(text, start, strlen(start));
}

/* Links in /dev are somebody's rules, and may hold a serial number. */
static bool is_kernel_name(const char *argument)
{
	const char *rest;
	struct stat st;

	if (!begins(argument, "/dev/"))
		return false;
	rest = argument + strlen("/dev/");
	if (begins(rest, "bsg/"))
		rest += strlen("bsg/");
	if (strchr(rest, '/'))
		return false;
	return lstat(argument, &st) || !S_ISLNK(st.st_mode);
}

static char *join(const char *start, int length, const char *pseudonym, const char *end)
{
	char *name;

	if (asprintf(&name, "%.*s%s%s", length, start, pseudonym, end) < 0)
		return NULL;
	return name;
}

/* "sim:FILE,key=value": profiles of the simulated drive have plain names. */
static char *redact_sim(const struct redact_key *key, const char *argument)
{
	const char *name = argument + strlen("sim:");
	size_t length = strcspn(name, ",");
	char pseudonym[REDACT_NAME_SIZE];
	struct stat st;
	char *file = strndup(name, length);
	char *redacted;

	if (!file)
		return NULL;
	if (!strchr(file, '/') && stat(file, &st)) {
		free(file);
		return strdup(argument);
	}
	redact_name(key, file, pseudonym);
	redacted = join(argument, (int)strlen("sim:"), pseudonym, name + length);
	free(file);
	return redacted;
}

char *drive_name_redacted(const struct redact_key *key, const char *argument)
{
	const char *slash;
	char pseudonym[REDACT_NAME_SIZE];

	if (begins(argument, "sim:"))
		return redact_sim(key, argument);
	if (!strcmp(argument, "-") || is_kernel_name(argument))
		return strdup(argument);
	redact_name(key, argument, pseudonym);
	slash = strrchr(argument, '/');
	if (slash && begins(argument, "/dev/"))
		return join(argument, (int)(slash + 1 - argument), pseudonym, "");
	return strdup(pseudonym);
}
