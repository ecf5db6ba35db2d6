/* SPDX-License-Identifier: BSD-2-Clause */
#include "usage.h"

#include <string.h>

#include "escape.h"

/* A disk of the device mapper may stand on another, but hardly on more than so many. */
enum { DEPTH_MAX = 8 };

struct search {
	const struct disk *disk;
	struct sgio_text *text;
	size_t start; /* of what was added */
	int depth;
};

/* Is @line one of those added so far? Two partitions may have one holder. */
static bool is_there(const struct search *search, const char *line, size_t length)
{
	const char *at = search->text->bytes + search->start;
	const char *end = search->text->bytes + search->text->length;

	while (search->text->length > search->start && at < end) {
		const char *stop = memchr(at, '\n', (size_t)(end - at));
		size_t here = (size_t)((stop ? stop : end) - at);

		if (here == length && !memcmp(at, line, length))
			return true;
		at += here + 1;
	}
	return false;
}

static void add_line(const struct search *search, const char *line)
{
	if (is_there(search, line, strlen(line)))
		return;
	if (search->text->length > search->start)
		sgio_text_string(search->text, "\n");
	sgio_text_string(search->text, line);
}

static void add_escaped(const struct search *search, const char *name)
{
	char shown[ESCAPE_SIZE(PATH_MAX)];

	escape(name, strlen(name), shown, sizeof(shown));
	add_line(search, shown);
}

static void found_holder(void *owner, const char *name)
{
	add_escaped(owner, name);
}

bool usage_add_holders(const struct disk *disk, struct sgio_text *text)
{
	struct search search = {disk, text, text->length, 0};

	if (disk->block[0])
		sysfs_state_holders(disk->sysroot, disk->name, found_holder, &search);
	return disk->block[0] != '\0';
}

/* The kernel writes blanks, tabs, newlines and backslashes as "\040" (proc(5)). */
static void undo_octal(const char *from, char to[static PATH_MAX])
{
	size_t used = 0;

	while (*from && used < PATH_MAX - 1) {
		const char *digits = from + 1;

		if (*from == '\\' && strspn(digits, "01234567") >= 3) {
			to[used++] = (char)((digits[0] - '0') << 6 |
					    (digits[1] - '0') << 3 | (digits[2] - '0'));
			from += 4;
		} else {
			to[used++] = *from++;
		}
	}
	to[used] = '\0';
}

static void found_mount(void *owner, const char *where)
{
	const struct search *search = owner;
	char name[PATH_MAX], pseudonym[REDACT_NAME_SIZE];

	undo_octal(where, name);
	if (search->disk->key && strcmp(name, "/") != 0 && strcmp(name, "swap") != 0) {
		redact_name(search->disk->key, name, pseudonym);
		add_escaped(search, pseudonym);
	} else {
		add_escaped(search, name);
	}
}

static void found_mounting_holder(void *owner, const char *name);

static void add_mounts(struct search *search, const char *name)
{
	if (search->depth++ < DEPTH_MAX) {
		sysfs_state_mounts(search->disk->sysroot, name, found_mount, search);
		sysfs_state_holders(search->disk->sysroot, name, found_mounting_holder,
				    search);
	}
	search->depth--;
}

static void found_mounting_holder(void *owner, const char *name)
{
	add_mounts(owner, name);
}

bool usage_add_mount_points(const struct disk *disk, struct sgio_text *text)
{
	struct search search = {disk, text, text->length, 0};

	if (disk->block[0])
		add_mounts(&search, disk->name);
	return disk->block[0] != '\0';
}
