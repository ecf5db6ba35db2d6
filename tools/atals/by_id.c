/* SPDX-License-Identifier: BSD-2-Clause */
#include "by_id.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "attribute.h"
#include "escape.h"

struct link {
	char name[NAME_MAX + 1]; /* of the link */
	char target[32];         /* the kernel's name of what it leads to */
};

static struct {
	const char *sysroot; /* NULL: not read yet */
	bool known;
	struct link *links;
	size_t count;
} directory;

/* Links to what is no disk's name are left out: its name would be longer. */
static void add_link(const char *dir, const char *name)
{
	char path[PATH_MAX], target[PATH_MAX];
	const char *slash;
	struct link *links;
	ssize_t length;

	if (!sysfs_concat(path, PARTS(dir, "/", name)))
		return;
	length = readlink(path, target, sizeof(target) - 1);
	if (length < 0)
		return;
	target[length] = '\0';
	slash = strrchr(target, '/');
	slash = slash ? slash + 1 : target;
	if (strlen(slash) >= sizeof(links->target))
		return;
	links = realloc(directory.links, (directory.count + 1) * sizeof(*links));
	if (!links)
		return;
	directory.links = links;
	links += directory.count++;
	memset(links, 0, sizeof(*links));
	memcpy(links->name, name, strnlen(name, NAME_MAX));
	memcpy(links->target, slash, strlen(slash));
}

static int compare(const void *a, const void *b)
{
	return strcmp(((const struct link *)a)->name, ((const struct link *)b)->name);
}

static void read_directory(const char *sysroot)
{
	char dir[PATH_MAX];
	const struct dirent *entry;
	DIR *stream;

	directory.sysroot = sysroot;
	if (!sysfs_concat(dir, PARTS(sysroot, "/dev/disk/by-id")))
		return;
	stream = opendir(dir);
	if (!stream)
		return;
	directory.known = true;
	while ((entry = readdir(stream))) {
		if (entry->d_name[0] != '.')
			add_link(dir, entry->d_name);
	}
	closedir(stream);
	if (directory.count)
		qsort(directory.links, directory.count, sizeof(*directory.links),
		      compare);
}

static void add_name(const struct disk *disk, const char *name, struct sgio_text *text)
{
	char shown[ESCAPE_SIZE(NAME_MAX)], pseudonym[REDACT_NAME_SIZE];

	if (disk->key) {
		redact_name(disk->key, name, pseudonym);
		name = pseudonym;
	}
	escape(name, strlen(name), shown, sizeof(shown));
	sgio_text_string(text, shown);
}

bool by_id_add(const struct disk *disk, struct sgio_text *text)
{
	bool any = false;

	if (!disk->name)
		return false;
	if (directory.sysroot != disk->sysroot) {
		by_id_free();
		read_directory(disk->sysroot);
	}
	for (size_t i = 0; i < directory.count; i++) {
		if (strcmp(directory.links[i].target, disk->name) != 0)
			continue;
		sgio_text_string(text, any ? "\n" : "");
		add_name(disk, directory.links[i].name, text);
		any = true;
	}
	return directory.known;
}

void by_id_free(void)
{
	free(directory.links);
	memset(&directory, 0, sizeof(directory));
}
