/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "dump.h"
#include "sim_drive.h"

/* The first whole page among @length bytes of a stream. */
static bool find_page(struct dump_parser *parser, const uint8_t *bytes, size_t length,
		      struct dump *dump, bool *recording)
{
	while (length) {
		size_t taken = 0;
		enum dump_event event = dump_feed(parser, bytes, length, &taken, dump);

		*recording = event == DUMP_RECORDING;
		if (event == DUMP_PAGE)
			return true;
		if (*recording)
			return false;
		bytes += taken;
		length -= taken;
	}
	return false;
}

static bool find_page_at_end(struct dump_parser *parser, struct dump *dump)
{
	enum dump_event event;

	do {
		event = dump_end(parser, dump);
	} while (event == DUMP_FAULT);
	return event == DUMP_PAGE;
}

static ssize_t read_some(int fd, uint8_t *buffer, size_t size)
{
	ssize_t n;

	do {
		n = read(fd, buffer, size);
	} while (n < 0 && errno == EINTR);
	return n;
}

static int read_page(int fd, uint8_t *page)
{
	struct dump_parser parser;
	struct dump dump;
	uint8_t buffer[4096];
	bool recording = false, found = false;
	ssize_t n = 0;

	dump_init(&parser);
	while (!found && !recording) {
		n = read_some(fd, buffer, sizeof(buffer));
		if (n <= 0)
			break;
		found = find_page(&parser, buffer, (size_t)n, &dump, &recording);
	}
	if (n < 0)
		return -errno;
	if (!found && (recording || !find_page_at_end(&parser, &dump)))
		return -ENODATA;
	memcpy(page, dump.page, SIM_PAGE_BYTES);
	return 0;
}

int sim_file_read(const char *path, uint8_t *page)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC), rc;

	if (fd < 0)
		return -errno;
	rc = read_page(fd, page);
	close(fd);
	return rc;
}
