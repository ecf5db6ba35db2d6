/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <string.h>

#include "sgio/recording.h"
#include "two_drives.h"
#include "unit.h"

/* A recording written by hand: what it gives to whom, and in which order. */

static struct sgio_recording *parse(const char *text, size_t size)
{
	struct sgio_recording_error error = {0, NULL};
	struct sgio_recording *recording;
	int rc = sgio_recording_parse(text, size, NULL, &recording, &error);

	ck_assert_msg(rc == 0, "line %zu: %s", error.line, error.message);
	return recording;
}

static void read_capacity(struct sgio_request *request, uint8_t *data)
{
	memset(request, 0, sizeof(*request));
	request->cdb[0] = 0x25;
	request->cdb_length = 10;
	request->direction = SGIO_IN;
	request->data = data;
	request->length = 8;
}

static void test_unit_ready(struct sgio_request *request)
{
	memset(request, 0, sizeof(*request));
	request->cdb_length = 6;
	request->timeout_ms = 10000;
}

START_TEST(order)
{
	struct sgio_recording *r = parse(two_drives, strlen(two_drives));
	struct sgio_request a, b, capacity;
	uint8_t data[8];
	struct sgio_drive *drive, *other;

	ck_assert_uint_eq(sgio_recording_drives(r), 2);
	ck_assert_str_eq(sgio_recording_facts(r, 0)->block_name, "sda");
	ck_assert_str_eq(sgio_recording_name(r, 1), "");
	ck_assert_str_eq(sgio_recording_note(r, 1, "open_error"), "13");
	ck_assert_ptr_null(sgio_recording_note(r, 0, "open_error"));
	ck_assert_int_eq(sgio_open_replay(r, 0, &drive), 0);
	ck_assert_int_eq(sgio_open_replay(r, 1, &other), 0);

	/* Out of order: the first that is the same. */
	read_capacity(&capacity, data);
	ck_assert_int_eq(sgio_run(drive, &capacity), 0);
	ck_assert_mem_eq(data, "\1\2\3\4\5\6\7\10", 8);
	ck_assert_uint_eq(sgio_now(drive), 60);
	/* An answer is given once, also while older ones are not. */
	ck_assert_int_eq(sgio_run(drive, &capacity), -ENODATA);
	/* The same CDB twice: in the order of the recording. */
	test_unit_ready(&a);
	ck_assert_int_eq(sgio_run(drive, &a), 0);
	ck_assert_uint_eq(a.reply.scsi_status, 2);
	ck_assert_uint_eq(a.reply.sense_length, 14);
	test_unit_ready(&b);
	ck_assert_int_eq(sgio_run(drive, &b), 0);
	ck_assert_uint_eq(b.reply.scsi_status, 0);
	ck_assert_int_eq(b.reply.residual, -1);
	/* And no third. */
	ck_assert_int_eq(sgio_run(drive, &b), -ENODATA);
	ck_assert_int_eq(sgio_run(other, &b), -ENODATA);
	ck_assert_uint_eq(sgio_now(other), 0);
	/* The gate comes first here, too. */
	b.cdb[0] = 0x04;
	ck_assert_int_eq(sgio_run(drive, &b), -EBADRQC);
	sgio_close(drive);
	sgio_close(other);
	sgio_recording_free(r);
}
END_TEST

/* The CDB is right; the length (more than the buffer holds) or the direction is not. */
START_TEST(another_length)
{
	static const char text[] = "ataprobe-recording 1\n"
				   "drive x\n"
				   "request in 12 10000\n"
				   "cdb 25 00 00 00 00 00 00 00 00 00\n"
				   "reply 0 0 0 0 0\n"
				   "time 0 0\n"
				   "data 00 01 02 03 04 05 06 07 08 09 0a 0b\n"
				   "request none 8 10000\n"
				   "cdb 25 00 00 00 00 00 00 00 00 00\n"
				   "reply 0 0 0 0 0\n"
				   "time 0 0\n"
				   "end\n";
	struct sgio_recording *r = parse(text, strlen(text));
	struct sgio_request capacity;
	struct sgio_drive *drive;
	uint8_t data[8];

	ck_assert_int_eq(sgio_open_replay(r, 0, &drive), 0);
	read_capacity(&capacity, data);
	ck_assert_int_eq(sgio_run(drive, &capacity), -ENODATA);
	sgio_close(drive);
	sgio_recording_free(r);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("replay");
	TCase *tcase = tcase_create("replay");

	tcase_add_test(tcase, order);
	tcase_add_test(tcase, another_length);
	suite_add_tcase(suite, tcase);
	return unit_main(suite);
}
