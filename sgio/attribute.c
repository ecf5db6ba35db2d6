/* SPDX-License-Identifier: BSD-2-Clause */
#include "attribute.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

bool sysfs_concat(char path[static PATH_MAX], const char *const *parts)
{
	size_t used = 0;

	for (; *parts; parts++) {
		size_t length = strlen(*parts);

		if (length >= (size_t)PATH_MAX - used)
			break;
		memcpy(path + used, *parts, length);
		used += length;
	}
	path[used] = '\0';
	return !*parts;
}

/* Directory @dir becomes @dir/@relative, with the ".." at the start worked out. */
static bool descend(char dir[static PATH_MAX], const char *relative)
{
	size_t used, length;

	while (!strncmp(relative, "..", 2) && (!relative[2] || relative[2] == '/')) {
		char *slash = strrchr(dir, '/');

		if (!slash)
			return false;
		*slash = '\0';
		relative += relative[2] ? 3 : 2;
	}
	used = strlen(dir);
	length = strlen(relative);
	if (used + length + 2 > PATH_MAX)
		return false;
	if (length)
		dir[used++] = '/';
	memcpy(dir + used, relative, length + 1);
	return true;
}

bool sysfs_follow(const char *path, char target[static PATH_MAX])
{
	char link[PATH_MAX], *slash;
	ssize_t length = readlink(path, link, sizeof(link) - 1);

	if (length < 0)
		return errno == EINVAL && sysfs_concat(target, PARTS(path));
	link[length] = '\0';
	if (*link == '/')
		return sysfs_concat(target, PARTS(link));
	if (!sysfs_concat(target, PARTS(path)))
		return false;
	slash = strrchr(target, '/');
	if (!slash)
		return false;
	*slash = '\0';
	return descend(target, link);
}

size_t sysfs_read_bytes(const char *dir, const char *name, void *buffer, size_t size)
{
	char path[PATH_MAX];
	ssize_t got;
	int fd;

	if (!sysfs_concat(path, PARTS(dir, "/", name)))
		return 0;
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return 0;
	/* Files give all they have at once: a short read is the end
	 * (kernfs_fop_read_iter).
	 */
	got = read(fd, buffer, size);
	close(fd);
	return got < 0 ? 0 : (size_t)got;
}

void sysfs_read_text(const char *dir, const char *name, char *text, size_t size)
{
	size_t length, start;

	memset(text, 0, size);
	length = sysfs_read_bytes(dir, name, text, size - 1);
	while (length > 0 && strchr(" \n", text[length - 1]))
		length--;
	text[length] = '\0';
	start = strspn(text, " ");
	memmove(text, text + start, strlen(text + start) + 1);
}

/* The decimal number at @text; -1 when there is none or more than that. */
static int64_t parse_number(const char *text)
{
	int64_t number = 0;
	const char *digit;

	for (digit = text; *digit >= '0' && *digit <= '9'; digit++) {
		if (number > (INT64_MAX - 9) / 10)
			return -1;
		number = number * 10 + (*digit - '0');
	}
	return *digit || digit == text ? -1 : number;
}

int64_t sysfs_read_number(const char *dir, const char *name, int64_t unit)
{
	char text[32];
	int64_t number;

	sysfs_read_text(dir, name, text, sizeof(text));
	number = parse_number(text);
	return number < 0 || number > INT64_MAX / unit ? -1 : number * unit;
}

int64_t sysfs_read_speed(const char *dir, const char *name)
{
	static const char unit[] = " Gbps";
	char text[16];

	sysfs_read_text(dir, name, text, sizeof(text));
	if (strlen(text) != 3 + strlen(unit) || strcmp(text + 3, unit) != 0 ||
	    text[1] != '.')
		return -1;
	text[1] = text[2];
	text[2] = '\0';
	return parse_number(text) < 0 ? -1 : parse_number(text) * 100000000;
}
