/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/vfs.h>
#include <unistd.h>

#include "block.h"
#include "facts.h"
#include "unit.h"

/* READ (10) and (16) by pread(2), on a file in place of a node. */
enum { SECTOR = 512, SECTORS = 100, TAIL = 200 };

static int file_with_numbers(void)
{
	char name[] = "/tmp/test_block.XXXXXX";
	int fd = mkstemp(name);
	uint8_t sector[SECTOR];

	ck_assert_int_ge(fd, 0);
	unlink(name);
	for (unsigned int i = 0; i <= SECTORS; i++) {
		size_t size = i < SECTORS ? SECTOR : TAIL;

		memset(sector, (int)i + 1, sizeof(sector));
		ck_assert_int_eq(write(fd, sector, size), (ssize_t)size);
	}
	return fd;
}

static struct sgio_drive *open_mode(int fd, unsigned int depth,
				    enum sgio_block_mode mode)
{
	struct sgio_drive *drive = NULL;
	struct sgio_facts facts;

	sgio_facts_unknown(&facts);
	facts.logical_block_size = SECTOR;
	ck_assert_int_eq(block_open_fd(fd, &facts, depth, mode, &drive), 0);
	return drive;
}

static struct sgio_drive *open_fd(int fd, unsigned int depth)
{
	return open_mode(fd, depth, SGIO_BLOCK_DROPPED);
}

static void prepare(struct sgio_request *request, uint8_t *data, unsigned int lba,
		    unsigned int blocks, bool sixteen)
{
	memset(request, 0, sizeof(*request));
	request->cdb_length = sixteen ? 16 : 10;
	request->cdb[0] = sixteen ? 0x88 : 0x28;
	request->cdb[sixteen ? 9 : 5] = (uint8_t)lba;
	request->cdb[sixteen ? 13 : 8] = (uint8_t)blocks;
	request->direction = SGIO_IN;
	request->data = data;
	request->length = blocks * SECTOR;
	request->timeout_ms = 1000;
	memset(data, 0xc5, request->length);
}

START_TEST(reads)
{
	struct sgio_drive *drive = open_fd(file_with_numbers(), 1);
	uint8_t data[4 * SECTOR];
	struct sgio_request request;

	for (int sixteen = 0; sixteen < 2; sixteen++) {
		prepare(&request, data, 7, 4, sixteen);
		ck_assert_int_eq(sgio_run(drive, &request), 0);
		ck_assert_int_eq(request.reply.error, 0);
		ck_assert_int_eq(request.reply.residual, 0);
		for (unsigned int i = 0; i < 4; i++) {
			ck_assert_uint_eq(data[i * SECTOR], 8 + i);
			ck_assert_uint_eq(data[i * SECTOR + SECTOR - 1], 8 + i);
		}
		ck_assert_uint_ge(request.reply.end_ns, request.reply.start_ns);
	}
	sgio_close(drive);
}
END_TEST

/* Less than asked for is a residual, and no byte more is touched. */
START_TEST(end_of_device)
{
	struct sgio_drive *drive = open_fd(file_with_numbers(), 1);
	uint8_t data[4 * SECTOR];
	struct sgio_request request;

	prepare(&request, data, SECTORS - 1, 4, true);
	ck_assert_int_eq(sgio_run(drive, &request), 0);
	ck_assert_int_eq(request.reply.residual, 3 * SECTOR - TAIL);
	ck_assert_uint_eq(data[SECTOR + TAIL - 1], SECTORS + 1);
	ck_assert_uint_eq(data[SECTOR + TAIL], 0xc5);
	prepare(&request, data, 200, 4, true);
	ck_assert_int_eq(sgio_run(drive, &request), 0);
	ck_assert_int_eq(request.reply.residual, 4 * SECTOR);
	sgio_close(drive);
}
END_TEST

/* LBAs count the drive's own sectors. */
START_TEST(large_sectors)
{
	struct sgio_facts facts;
	struct sgio_drive *drive = NULL;
	uint8_t data[4096];
	struct sgio_request request;

	sgio_facts_unknown(&facts);
	facts.logical_block_size = sizeof(data);
	ck_assert_int_eq(block_open_fd(file_with_numbers(), &facts, 1,
				       SGIO_BLOCK_DIRECT, &drive),
			 0);
	prepare(&request, data, 3, 1, true);
	request.length = sizeof(data);
	ck_assert_int_eq(sgio_run(drive, &request), 0);
	ck_assert_int_eq(request.reply.residual, 0);
	ck_assert_uint_eq(data[0], 3 * 8 + 1);
	ck_assert_uint_eq(data[sizeof(data) - 1], 3 * 8 + 8);
	sgio_close(drive);
}
END_TEST

/* The same file by O_DIRECT; -1 where its file system has none (tmpfs). */
static int direct_file(void)
{
	char name[32];
	int fd = file_with_numbers(), direct;

	ck_assert_int_eq(fsync(fd), 0);
	snprintf(name, sizeof(name), "/proc/self/fd/%d", fd);
	direct = open(name, O_RDONLY | O_DIRECT);
	close(fd);
	return direct;
}

static uint8_t *aligned(unsigned int sectors)
{
	uint8_t *data = aligned_alloc(4096, 4096 + sectors * SECTOR / 4096 * 4096);

	ck_assert_ptr_nonnull(data);
	return data;
}

/* The end of the file is no multiple of the sector: reading on from there is EINVAL. */
START_TEST(direct)
{
	int fd = direct_file();
	uint8_t *data = aligned(5);
	struct sgio_drive *drive;
	struct sgio_request request;

	if (fd < 0) {
		free(data);
		return;
	}
	drive = open_fd(fd, 1);
	prepare(&request, data, 7, 4, true);
	ck_assert_int_eq(sgio_run(drive, &request), 0);
	ck_assert_int_eq(request.reply.error, 0);
	ck_assert_uint_eq(data[4 * SECTOR - 1], 11);
	prepare(&request, data, SECTORS - 1, 4, true);
	ck_assert_int_eq(sgio_run(drive, &request), 0);
	ck_assert_int_eq(request.reply.error, 0);
	ck_assert_int_eq(request.reply.residual, 3 * SECTOR - TAIL);
	/* Whether an odd address is wrong is for the disk to say, since Linux 6.0. */
	prepare(&request, data + 1, 7, 4, true);
	ck_assert_int_eq(sgio_run(drive, &request), 0);
	if (request.reply.error)
		ck_assert_int_eq(request.reply.error, EINVAL);
	ck_assert_uint_eq(data[1], request.reply.error ? 0xc5 : 8);
	sgio_close(drive);
	free(data);
}
END_TEST

static bool is_cached(int fd)
{
	unsigned char cached = 0;
	void *page = mmap(NULL, SECTOR, PROT_READ, MAP_SHARED, fd, 0);

	ck_assert_ptr_ne(page, MAP_FAILED);
	ck_assert_int_eq(mincore(page, SECTOR, &cached), 0);
	munmap(page, SECTOR);
	return cached & 1;
}

/* What the page cache held before is not timed. */
START_TEST(forgets_the_cache)
{
	enum { TMPFS = 0x01021994 };
	int fd = file_with_numbers();
	struct statfs fs;
	struct sgio_drive *drive;
	uint8_t data[SECTOR];
	struct sgio_request request;

	ck_assert_int_eq(fsync(fd), 0);
	ck_assert(is_cached(fd));
	ck_assert_int_eq(fstatfs(fd, &fs), 0);
	sgio_close(open_mode(dup(fd), 1, SGIO_BLOCK_CACHED));
	ck_assert(is_cached(fd));
	drive = open_fd(fd, 1);
	if (fs.f_type != TMPFS)
		ck_assert(!is_cached(fd));
	prepare(&request, data, 0, 1, false);
	ck_assert_int_eq(sgio_run(drive, &request), 0);
	ck_assert(is_cached(fd));
	sgio_close(drive);
}
END_TEST

/* The errno of pread() is the reply's. */
START_TEST(errors)
{
	struct sgio_drive *drive = open_fd(open("/dev/null", O_WRONLY), 1);
	uint8_t data[SECTOR];
	struct sgio_request request;

	prepare(&request, data, 0, 1, true);
	ck_assert_int_eq(sgio_run(drive, &request), 0);
	ck_assert_int_eq(request.reply.error, EBADF);
	sgio_close(drive);
}
END_TEST

/* READ (16) can name sectors behind any offset that there is. */
START_TEST(no_such_offset)
{
	static const uint8_t lbas[][8] = {
		{0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff},
		{0x00, 0x40, 0, 0, 0, 0, 0, 0}, /* 2^54 x 512 = 2^63 */
		{0x80, 0, 0, 0, 0, 0, 0, 0},    /* 2^63 x 512 = 0 mod 2^64 */
		{0x00, 0x3f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff}, /* ends at 2^63 */
	};
	struct sgio_drive *drive = open_fd(file_with_numbers(), 1);
	uint8_t data[SECTOR];
	struct sgio_request request;

	for (size_t i = 0; i < sizeof(lbas) / sizeof(lbas[0]); i++) {
		prepare(&request, data, 0, 1, true);
		memcpy(request.cdb + 2, lbas[i], 8);
		ck_assert_int_eq(sgio_run(drive, &request), 0);
		ck_assert(request.reply.error || request.reply.residual == SECTOR);
		ck_assert_uint_eq(data[0], 0xc5);
	}
	sgio_close(drive);
}
END_TEST

/* pread() cannot go past the drive's cache: DPO is advice, FUA is not. */
START_TEST(forced_access)
{
	static const uint8_t sense[] = {0x70, 0, 5, 0, 0, 0, 0, 10, 0, 0, 0, 0, 0x24};
	struct sgio_drive *drive = open_fd(file_with_numbers(), 1);
	uint8_t data[SECTOR];
	struct sgio_request request;

	prepare(&request, data, 0, 1, true);
	request.cdb[1] = 0x10;
	ck_assert_int_eq(sgio_run(drive, &request), 0);
	ck_assert_int_eq(request.reply.scsi_status, 0);
	ck_assert_uint_eq(data[0], 1);
	prepare(&request, data, 0, 1, false);
	request.cdb[1] = 0x08;
	ck_assert_int_eq(sgio_run(drive, &request), 0);
	ck_assert_int_eq(request.reply.scsi_status, 2);
	ck_assert_mem_eq(request.reply.sense, sense, sizeof(sense));
	ck_assert_uint_eq(data[0], 0xc5);
	sgio_close(drive);
}
END_TEST

START_TEST(other_commands)
{
	static const uint8_t sense[] = {0x70, 0, 5, 0, 0, 0, 0, 10, 0, 0, 0, 0, 0x20};
	struct sgio_drive *drive = open_fd(file_with_numbers(), 1);
	uint8_t data[36];
	struct sgio_request request = {
		.cdb = {0x12, 0, 0, 0, 36},
		.cdb_length = 6,
		.direction = SGIO_IN,
		.data = data,
		.length = sizeof(data),
		.timeout_ms = 1000,
	};

	ck_assert_int_eq(sgio_run(drive, &request), 0);
	ck_assert_int_eq(request.reply.scsi_status, 2);
	ck_assert_mem_eq(request.reply.sense, sense, sizeof(sense));
	/* And nothing that the gate does not know: WRITE (10). */
	request.cdb[0] = 0x2a;
	ck_assert_int_eq(sgio_run(drive, &request), -EBADRQC);
	sgio_close(drive);
}
END_TEST

START_TEST(depth)
{
	enum { DEPTH = 8, READS = 400 };
	static struct sgio_request requests[DEPTH];
	static uint8_t data[DEPTH][SECTOR];
	struct sgio_drive *drive = open_fd(file_with_numbers(), DEPTH);
	struct sgio_request *back = NULL;
	unsigned int sent;

	for (sent = 0; sent < DEPTH; sent++) {
		prepare(&requests[sent], data[sent], sent, 1, true);
		ck_assert_int_eq(sgio_submit(drive, &requests[sent]), 0);
	}
	for (unsigned int done = 0; done < READS; done++) {
		ck_assert_int_eq(sgio_reap(drive, &back), 0);
		ck_assert_int_eq(back->reply.error, 0);
		ck_assert_uint_eq(back->data[0], back->cdb[9] + 1u);
		if (sent < READS) {
			prepare(back, back->data, sent++ % SECTORS, 1, true);
			ck_assert_int_eq(sgio_submit(drive, back), 0);
		}
	}
	ck_assert_int_eq(sgio_reap(drive, &back), -ENOENT);
	sgio_close(drive);
}
END_TEST

START_TEST(wrong_arguments)
{
	static const struct {
		unsigned int depth;
		int64_t block_size;
	} cases[] = {{0, 512}, {65, 512}, {1, 0}, {1, -1}};
	int fd = file_with_numbers();

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct sgio_drive *drive = NULL;
		struct sgio_facts facts;

		sgio_facts_unknown(&facts);
		facts.logical_block_size = cases[i].block_size;
		ck_assert_int_eq(block_open_fd(fd, &facts, cases[i].depth,
					       SGIO_BLOCK_DIRECT, &drive),
				 -EINVAL);
		ck_assert_ptr_null(drive);
	}
	ck_assert_int_eq(close(fd), 0); /* still the caller's */
}
END_TEST

START_TEST(no_nodes)
{
	struct sgio_drive *drive = NULL;

	ck_assert_int_eq(sgio_open_block("/nosuch", 0, SGIO_BLOCK_CACHED, &drive),
			 -EINVAL);
	ck_assert_int_eq(sgio_open_block("/nosuch", 65, SGIO_BLOCK_CACHED, &drive),
			 -EINVAL);
	ck_assert_int_eq(sgio_open_block("/nosuch", 1, SGIO_BLOCK_CACHED, &drive),
			 -ENOENT);
	ck_assert_int_eq(sgio_open_block("/dev/null", 1, SGIO_BLOCK_DROPPED, &drive),
			 -ENOTBLK);
	ck_assert_int_eq(sgio_open_block("/tmp", 1, SGIO_BLOCK_DIRECT, &drive),
			 -ENOTBLK);
	ck_assert_ptr_null(drive);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("block");
	TCase *tcase = tcase_create("block");

	tcase_add_test(tcase, reads);
	tcase_add_test(tcase, end_of_device);
	tcase_add_test(tcase, large_sectors);
	tcase_add_test(tcase, direct);
	tcase_add_test(tcase, forgets_the_cache);
	tcase_add_test(tcase, errors);
	tcase_add_test(tcase, no_such_offset);
	tcase_add_test(tcase, forced_access);
	tcase_add_test(tcase, other_commands);
	tcase_add_test(tcase, depth);
	tcase_add_test(tcase, wrong_arguments);
	tcase_add_test(tcase, no_nodes);
	suite_add_tcase(suite, tcase);
	return unit_main(suite);
}
