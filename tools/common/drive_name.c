/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "drive_visit.h"

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

static bool is_profile(const char *name, size_t length)
{
	static const char *const names[] = {
#define PROFILE(page, name, alias, ...) name, alias,
#include "sim_profiles.def"
#undef PROFILE
	};
	size_t i;

	for (i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		if (names[i] && strlen(names[i]) == length &&
		    !strncmp(names[i], name, length))
			return true;
	return false;
}

size_t drive_sim_file(const char *argument, const char **file)
{
	size_t length;

	if (!begins(argument, "sim:"))
		return 0;
	*file = argument + strlen("sim:");
	length = strcspn(*file, ",");
	return is_profile(*file, length) ? 0 : length;
}

/* Is @key one that a simulated drive takes, whose value tells nothing of a real one? */
static bool is_plain_option(const char *key, size_t length)
{
	static const char *const keys[] = {
#define O(whose, key, ...) key,
#include "sim_options.def"
#undef O
	};
	size_t i;

	for (i = 0; i < sizeof(keys) / sizeof(keys[0]); i++)
		if (strlen(keys[i]) == length && !strncmp(keys[i], key, length))
			return strcmp(keys[i], "serial") != 0 &&
			       strcmp(keys[i], "word") != 0;
	return false;
}

/* The pseudonym of the @length characters at @text; false without memory. */
static bool write_pseudonym(FILE *out, const struct redact_key *key, const char *text,
			    size_t length)
{
	char pseudonym[REDACT_NAME_SIZE];
	char *copy = strndup(text, length);

	if (!copy)
		return false;
	redact_name(key, copy, pseudonym);
	free(copy);
	fputs(pseudonym, out);
	return true;
}

/* "key=value" or "key"; one that no drive takes may be anything, as a whole. */
static bool write_option(FILE *out, const struct redact_key *key, const char *option,
			 size_t length)
{
	const char *equals = memchr(option, '=', length);
	size_t kept = equals ? (size_t)(equals - option) : length;

	if (is_plain_option(option, kept))
		kept = length;
	else if (equals && (begins(option, "serial=") || begins(option, "word=")))
		kept++;
	else
		kept = 0;
	fwrite(option, 1, kept, out);
	return kept == length ||
	       write_pseudonym(out, key, option + kept, length - kept);
}

static bool write_sim(FILE *out, const struct redact_key *key, const char *argument)
{
	const char *file;
	const char *next = argument + strlen("sim:");
	size_t length = drive_sim_file(argument, &file);
	bool complete = true;

	fputs("sim:", out);
	if (length)
		complete = write_pseudonym(out, key, file, length);
	else
		fwrite(next, 1, strcspn(next, ","), out);
	for (next += strcspn(next, ","); *next && complete; next += length) {
		length = strcspn(++next, ",");
		fputc(',', out);
		complete = write_option(out, key, next, length);
	}
	return complete;
}

/* "sim:NAME,key=value": what is no profile's name may be a file's. */
static char *redact_sim(const struct redact_key *key, const char *argument)
{
	char *name = NULL;
	size_t size;
	FILE *out = open_memstream(&name, &size);
	bool complete;

	if (!out)
		return NULL;
	complete = write_sim(out, key, argument);
	if (!fclose(out) && complete)
		return name;
	free(name);
	return NULL;
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
