/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "write.h"

int write_ring_open(struct write_ring *ring, size_t block, size_t size, uint64_t *state)
{
	size_t count = size / block;

	if (count < 2)
		count = 2;
	/* aligned_alloc() wants whole pages; blocks may be smaller. */
	size = (count * block + WRITE_PAGE - 1) / WRITE_PAGE * WRITE_PAGE;
	*ring = (struct write_ring){
		.bytes = aligned_alloc(WRITE_PAGE, size),
		.size = count * block,
		.block = block,
	};
	if (!ring->bytes)
		return -ENOMEM;
	for (size_t at = 0; at < size; at += sizeof(uint64_t)) {
		uint64_t number = plan_random(state);

		memcpy(ring->bytes + at, &number, sizeof(number));
	}
	return 0;
}

void write_ring_close(struct write_ring *ring)
{
	free(ring->bytes);
	ring->bytes = NULL;
}

void write_stamp_set(uint8_t *bytes, size_t length, uint64_t offset, uint64_t nonce)
{
	for (size_t at = 0; at < length; at += WRITE_SECTOR) {
		struct write_stamp stamp = {offset + at, nonce};

		memcpy(bytes + at, &stamp, sizeof(stamp));
	}
}

uint8_t *write_ring_next(struct write_ring *ring, uint64_t offset, size_t length,
			 uint64_t nonce)
{
	uint8_t *block = ring->bytes + ring->next;

	ring->next += ring->block;
	if (ring->next == ring->size)
		ring->next = 0;
	write_stamp_set(block, length, offset, nonce);
	return block;
}

bool write_stamp_check(const uint8_t *bytes, size_t length, uint64_t offset,
		       uint64_t nonce, uint64_t *wrong)
{
	for (size_t at = 0; at < length; at += WRITE_SECTOR) {
		struct write_stamp stamp = {offset + at, nonce};

		if (memcmp(bytes + at, &stamp, sizeof(stamp)) != 0) {
			*wrong = offset + at;
			return false;
		}
	}
	return true;
}

int write_all(int fd, const uint8_t *bytes, size_t length, uint64_t offset)
{
	while (length) {
		ssize_t done = pwrite(fd, bytes, length, (off_t)offset);

		if (done < 0 && errno == EINTR)
			continue;
		if (done <= 0)
			return done < 0 ? -errno : -EIO;
		bytes += done;
		length -= (size_t)done;
		offset += (uint64_t)done;
	}
	return 0;
}

int write_read_all(int fd, uint8_t *bytes, size_t length, uint64_t offset)
{
	while (length) {
		ssize_t done = pread(fd, bytes, length, (off_t)offset);

		if (done < 0 && errno == EINTR)
			continue;
		if (done <= 0)
			return done < 0 ? -errno : -ENODATA;
		bytes += done;
		length -= (size_t)done;
		offset += (uint64_t)done;
	}
	return 0;
}
