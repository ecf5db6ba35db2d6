/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "block.h"
#include "bytes.h"
#include "clock.h"
#include "sysfs.h"
#include "workers.h"

/* READ (10) and (16) by pread(2), so that the block layer can be timed as SG_IO is. */
enum {
	READ_10 = 0x28,
	READ_16 = 0x88,
	FUA = 0x08, /* of byte 1 */
	CHECK_CONDITION = 2,
	NO_SUCH_OPERATION = 0x20,
	INVALID_FIELD = 0x24,
};

struct block_drive {
	struct sgio_drive drive;
	int fd;
	struct workers workers;
};

static struct block_drive *block_of(struct sgio_drive *drive)
{
	return (struct block_drive *)drive;
}

/* The LBA that @request reads from; false when it is no READ (10) or (16). */
static bool read_lba(const struct sgio_request *request, uint64_t *lba)
{
	if (request->cdb[0] == READ_10)
		*lba = get_be(request->cdb + 2, 4);
	else if (request->cdb[0] == READ_16)
		*lba = get_be(request->cdb + 2, 8);
	else
		return false;
	return true;
}

/* ILLEGAL REQUEST, with @asc for why. */
static void refuse(struct sgio_reply *reply, uint8_t asc)
{
	static const uint8_t sense[18] = {0x70, 0, 0x05, 0, 0, 0, 0, 10};

	memcpy(reply->sense, sense, sizeof(sense));
	reply->sense[12] = asc;
	reply->sense_length = sizeof(sense);
	reply->scsi_status = CHECK_CONDITION;
	reply->driver_status = 8;
}

/* O_DIRECT alone tells a sector that cannot be read by ENODATA (BLK_STS_MEDIUM). */
static ssize_t read_error(int error)
{
	return error == ENODATA ? -EIO : -error;
}

/*
 * As much as there is, in whole blocks of @size: less at the end of the device, or
 * before a sector that cannot be read, whose error the next call brings. Returns bytes
 * or a negative errno.
 */
static ssize_t read_all(int fd, const struct sgio_request *request, off_t offset,
			uint64_t size)
{
	size_t done = 0;

	while (done < request->length && done % size == 0) {
		ssize_t got = pread(fd, request->data + done, request->length - done,
				    offset + (off_t)done);

		if (got < 0 && errno == EINTR)
			continue;
		if (got < 0)
			return read_error(errno);
		if (got == 0)
			break;
		done += (size_t)got;
	}
	return (ssize_t)done;
}

static void carry_out(const struct block_drive *block, struct sgio_request *request)
{
	uint64_t size = (uint64_t)block->drive.facts.logical_block_size;
	struct sgio_reply *reply = &request->reply;
	uint64_t lba;
	ssize_t got;

	if (!read_lba(request, &lba)) {
		refuse(reply, NO_SUCH_OPERATION);
		return;
	}
	if (request->cdb[1] & FUA) {
		refuse(reply, INVALID_FIELD);
		return;
	}
	if (lba > (uint64_t)INT64_MAX / size) {
		reply->error = EINVAL;
		return;
	}
	got = read_all(block->fd, request, (off_t)(lba * size), size);
	if (got < 0)
		reply->error = (int)-got;
	else
		reply->residual = (int32_t)(request->length - (size_t)got);
}

static void execute(void *context, unsigned int number, struct sgio_request *request)
{
	struct sgio_reply *reply = &request->reply;

	(void)number;
	memset(reply, 0, sizeof(*reply));
	reply->start_ns = clock_now();
	carry_out(context, request);
	reply->end_ns = clock_now();
}

static int block_submit(struct sgio_drive *drive, struct sgio_request *request)
{
	return workers_submit(&block_of(drive)->workers, request);
}

static int block_reap(struct sgio_drive *drive, struct sgio_request **request)
{
	return workers_reap(&block_of(drive)->workers, request);
}

static uint64_t block_now(struct sgio_drive *drive)
{
	(void)drive;
	return clock_now();
}

static void block_close(struct sgio_drive *drive)
{
	struct block_drive *block = block_of(drive);

	workers_close(&block->workers);
	if (block->fd >= 0)
		close(block->fd);
	free(block);
}

static const struct sgio_backend block_backend = {
	.submit = block_submit,
	.reap = block_reap,
	.now = block_now,
	.close = block_close,
};

int block_open_fd(int fd, const struct sgio_facts *facts, unsigned int depth,
		  enum sgio_block_mode mode, struct sgio_drive **drive)
{
	struct block_drive *block;
	int rc;

	if (!depth || depth > WORKERS_MAX || facts->logical_block_size <= 0)
		return -EINVAL;
	block = calloc(1, sizeof(*block));
	if (!block)
		return -ENOMEM;
	block->drive.backend = &block_backend;
	block->drive.facts = *facts;
	block->drive.depth = depth;
	block->fd = -1;
	workers_init(&block->workers, depth, execute, block);
	rc = workers_start(&block->workers);
	if (rc < 0) {
		block_close(&block->drive);
		return rc;
	}
	/*
	 * The page cache keeps what it holds of a disk that is in use, mounted say, and
	 * would answer in its place. Linux begins to write what is dirty there, as it
	 * does when somebody reads by O_DIRECT, and keeps it.
	 */
	if (mode == SGIO_BLOCK_DROPPED)
		posix_fadvise(fd, 0, 0, POSIX_FADV_DONTNEED);
	block->fd = fd;
	*drive = &block->drive;
	return 0;
}

/*
 * Of what @path named when its facts were read, and of nothing else. O_NONBLOCK moves
 * no tray, and asks for no medium.
 */
static int open_node(const char *path, dev_t number, bool direct)
{
	int flags = O_RDONLY | O_NONBLOCK | O_CLOEXEC | (direct ? O_DIRECT : 0);
	int fd = open(path, flags);
	struct stat now;

	if (fd < 0)
		return -errno;
	if (fstat(fd, &now) == 0 && S_ISBLK(now.st_mode) && now.st_rdev == number)
		return fd;
	close(fd);
	return -ESTALE;
}

int sgio_open_block(const char *path, unsigned int depth, enum sgio_block_mode mode,
		    struct sgio_drive **drive)
{
	struct sgio_facts facts;
	struct stat st;
	int rc, fd;

	if (!depth || depth > WORKERS_MAX)
		return -EINVAL;
	if (stat(path, &st) < 0)
		return -errno;
	if (!S_ISBLK(st.st_mode))
		return -ENOTBLK;
	rc = sysfs_facts_of_path("", path, &facts);
	if (rc < 0)
		return rc;
	if (facts.is_partition)
		return -ENOTTY;
	if (facts.logical_block_size <= 0)
		return -ENODATA;
	fd = open_node(path, st.st_rdev, mode == SGIO_BLOCK_DIRECT);
	if (fd < 0)
		return fd;
	rc = block_open_fd(fd, &facts, depth, mode, drive);
	if (rc < 0)
		close(fd);
	return rc;
}
