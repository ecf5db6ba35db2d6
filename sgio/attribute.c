/* SPDX-License-Identifier: BSD-2-Clause */
#include "attribute.h"

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

size_t sysfs_read_bytes(const char *dir, const char *name, void *buffer, size_t size)
{
	char path[PATH_MAX];
	size_t used = 0;
	ssize_t got;
	int fd;

	if (!sysfs_concat(path, PARTS(dir, "/", name)))
		return 0;
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return 0;
	do {
		got = read(fd, (char *)buffer + used, size - used);
		if (got > 0)
			used += (size_t)got;
	} while (got > 0 && used < size);
	close(fd);
	return got < 0 ? 0 : used;
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
