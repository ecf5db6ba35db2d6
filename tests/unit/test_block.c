/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <fcntl.h>
#include <string.h>
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

static struct sgio_drive *open_fd(int fd, unsigned int depth)
{
	struct sgio_drive *drive = NULL;
	struct sgio_facts facts;

	sgio_facts_unknown(&facts);
	facts.logical_block_size = SECTOR;
	ck_assert_int_eq(block_open_fd(fd, &facts, depth, &drive), 0);
	return drive;
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

START_TEST(no_nodes)
{
	struct sgio_drive *drive = NULL;

	ck_assert_int_eq(sgio_open_block("/nosuch", 1, false, &drive), -ENOENT);
	ck_assert_int_eq(sgio_open_block("/dev/null", 1, false, &drive), -ENOTBLK);
	ck_assert_int_eq(sgio_open_block("/tmp", 1, true, &drive), -ENOTBLK);
	ck_assert_ptr_null(drive);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("block");
	TCase *tcase = tcase_create("block");

	tcase_add_test(tcase, reads);
	tcase_add_test(tcase, end_of_device);
	tcase_add_test(tcase, errors);
	tcase_add_test(tcase, other_commands);
	tcase_add_test(tcase, depth);
	tcase_add_test(tcase, no_nodes);
	suite_add_tcase(suite, tcase);
	return unit_main(suite);
}
