/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>

#include "sim_request.h"

/*
 * Virtual time of sim:ideal in closed form. With c the cost of a command, r the rate, b
 * the bytes of a command and n commands:
 *   one after the other:       n c + floor(n b / r)
 *   NCQ, depth d, and no gap on the link, (d - 1) b / r >= c:   c + floor(n b / r)
 *   NCQ, depth d, no data:     ceil(n / d) c
 * The constants below are those sums done by hand.
 */
#define DEPTH_MAX 32

static uint64_t run_many(struct sgio_drive *drive, struct ata t, uint32_t length,
			 unsigned int depth, unsigned int commands)
{
	static struct asked a[DEPTH_MAX];
	uint64_t begin = sgio_now(drive);
	unsigned int sent = 0, done = 0;
	struct sgio_request *back;
	uint8_t cdb[16];

	put_cdb_16(&t, cdb);
	for (; sent < depth && sent < commands; sent++) {
		prepare(&a[sent], cdb, sizeof(cdb), length);
		ck_assert_int_eq(drive->backend->submit(drive, &a[sent].request), 0);
	}
	for (; done < commands; done++) {
		ck_assert_int_eq(drive->backend->reap(drive, &back), 0);
		ck_assert_uint_eq(back->reply.scsi_status, 0);
		ck_assert_uint_eq(back->reply.end_ns, sgio_now(drive));
		if (sent++ < commands)
			ck_assert_int_eq(drive->backend->submit(drive, back), 0);
	}
	ck_assert_int_eq(drive->backend->reap(drive, &back), -ENOENT);
	return sgio_now(drive) - begin;
}

struct timing {
	const char *name;
	struct ata ata;
	uint32_t length;
	unsigned int depth, commands;
	uint64_t ns;
};

/* clang-format off */
static const struct timing timings[] = {
	/* 65536 B at 100 MB/s: 655,360 ns; and 10 us: 665,360; × 1000 */
	{"ideal,mb_s=100,command_us=10", READ_DMA_EXT(0, 128), 65536, 1, 1000,
	 665360000},
	/* non-NCQ commands never overlap */
	{"ideal,mb_s=100,command_us=10", READ_DMA_EXT(0, 128), 65536, 32, 1000,
	 665360000},
	/* 512 B at 97.5 MB/s: 5251.2820… ns; × 1000: floor 5,251,282; 1000 × 250 ns */
	{"ideal,mb_s=97.5,command_us=0.25", READ_DMA_EXT(0, 1), 512, 1, 1000, 5501282},
	/* 4096 B at 3 MB/s: 1,365,333.3 ns; × 3 = 4,096,000 exactly; and 3 × 1 us */
	{"ideal,mb_s=3,command_us=1", READ_DMA_EXT(0, 8), 4096, 1, 3, 4099000},
	/* NCQ at depth 1 overlaps with nothing */
	{"ideal,mb_s=100,command_us=10", READ_FPDMA(0, 128), 65536, 1, 1000, 665360000},
	/* the link never idle: 10,000 + 1000 × 655,360 */
	{"ideal,mb_s=100,command_us=10", READ_FPDMA(0, 128), 65536, 2, 1000, 655370000},
	{"ideal,mb_s=100,command_us=10", READ_FPDMA(0, 128), 65536, 32, 1000,
	 655370000},
	/* 512 B: 5120 ns; c = 102,400 = 20 transfers: 32 deep is enough, 102,400 +
	 * 1000 × 5120 */
	{"ideal,mb_s=100,command_us=102.4", READ_FPDMA(0, 1), 512, 32, 1000, 5222400},
	/* 4 deep is not: a round of four takes c + b/r = 107,520, its transfers one
	 * after the other; 250 rounds, the last ends 3 × 5120 later */
	{"ideal,mb_s=100,command_us=102.4", READ_FPDMA(0, 1), 512, 4, 1000, 26895360},
	/* no data on the link: VERIFY costs c whatever it reads */
	{"ideal,command_us=7", ((struct ata){NON_DATA | EXTEND, 0, 0, 8, 0, 0x40,
	 0x42}), 0, 1, 500, 3500000},
	/* IDENTIFY: 512 B at 100 MB/s is 5120 ns */
	{"ideal,mb_s=100,command_us=0", IDENTIFY, 512, 1, 100, 512000},
};
/* clang-format on */

START_TEST(closed_form)
{
	const struct timing *t = &timings[_i];
	struct sgio_drive *drive = open_sim(t->name);

	ck_assert_uint_eq(run_many(drive, t->ata, t->length, t->depth, t->commands),
			  t->ns);
	sgio_close(drive);
}
END_TEST

/*
 * c = 10 us, b/r = 5120 ns. Sent at 0: NCQ (ends 15,120), NCQ (20,240), VERIFY, which
 * waits for both (30,240), NCQ, which waits for it (45,360); INQUIRY is the kernel's
 * and waits for nobody (1000).
 */
START_TEST(order_of_completion)
{
	static const uint8_t inquiry[6] = {0x12, 0, 0, 0, 36};
	static const struct ata verify = {NON_DATA | EXTEND, 0, 0, 1, 0, 0x40, 0x42};
	static const struct ata ncq = {FPDMA | EXTEND, 0x0d, 1, 0, 0, 0x40, 0x60};
	static const uint64_t ends[] = {1000, 15120, 20240, 30240, 45360};
	static const int order[] = {4, 0, 1, 2, 3};
	static struct asked a[5];
	struct sgio_drive *drive = open_sim("ideal,mb_s=100,command_us=10");
	uint8_t cdb[16];

	for (int i = 0; i < 4; i++) {
		put_cdb_16(i == 2 ? &verify : &ncq, cdb);
		prepare(&a[i], cdb, sizeof(cdb), i == 2 ? 0 : 512);
	}
	prepare(&a[4], inquiry, sizeof(inquiry), 36);
	for (int i = 0; i < 5; i++)
		ck_assert_int_eq(drive->backend->submit(drive, &a[i].request), 0);
	ck_assert_uint_eq(sgio_now(drive), 0);
	for (int i = 0; i < 5; i++) {
		struct sgio_request *back = NULL;

		ck_assert_int_eq(drive->backend->reap(drive, &back), 0);
		ck_assert_ptr_eq(back, &a[order[i]].request);
		ck_assert_uint_eq(sgio_now(drive), ends[i]);
		ck_assert_uint_eq(back->reply.start_ns, 0);
		ck_assert_uint_eq(back->reply.end_ns, ends[i]);
	}
	sgio_close(drive);
}
END_TEST

/* A command that gets no answer holds up all that come after it. */
START_TEST(timeout_holds_the_port)
{
	static struct asked a[2];
	struct sgio_drive *drive = open_sim("ideal,mb_s=100,command_us=10,timeout=1");
	struct sgio_request *back = NULL;
	uint8_t cdb[16];

	for (int i = 0; i < 2; i++) {
		put_cdb_16(&READ_FPDMA(0, 1), cdb);
		prepare(&a[i], cdb, sizeof(cdb), 512);
		ck_assert_int_eq(drive->backend->submit(drive, &a[i].request), 0);
	}
	ck_assert_int_eq(drive->backend->reap(drive, &back), 0);
	ck_assert_ptr_eq(back, &a[0].request);
	ck_assert_uint_eq(sgio_now(drive), UINT64_C(15000000000));
	ck_assert_int_eq(drive->backend->reap(drive, &back), 0);
	ck_assert_uint_eq(sgio_now(drive), UINT64_C(15000015120));
	sgio_close(drive);
}
END_TEST

START_TEST(depth_is_32)
{
	static struct asked a[33];
	struct sgio_drive *drive = open_sim("ideal");
	struct sgio_request *back = NULL;
	uint8_t cdb[16];

	put_cdb_16(&READ_FPDMA(0, 1), cdb);
	ck_assert_uint_eq(drive->depth, 32);
	for (int i = 0; i < 33; i++) {
		prepare(&a[i], cdb, sizeof(cdb), 512);
		ck_assert_int_eq(drive->backend->submit(drive, &a[i].request),
				 i < 32 ? 0 : -EAGAIN);
	}
	/* what was not taken never arrived */
	ck_assert_uint_eq(sim_arrivals_total(drive), 32);
	ck_assert_int_eq(drive->backend->reap(drive, &back), 0);
	ck_assert_int_eq(drive->backend->submit(drive, &a[32].request), 0);
	sgio_close(drive);
}
END_TEST

/* 10,000 ends at one instant are the end; one tick of the clock begins anew. */
START_TEST(clock_that_stands_ends_the_run)
{
	struct sgio_drive *drive = open_sim("ideal,command_us=0,gone-after=1");
	struct sgio_request *back = NULL;
	struct asked a;

	run_ata(drive, &a, IDENTIFY, 512);
	ck_assert_uint_gt(sgio_now(drive), 0);
	for (int i = 0; i < 10000; i++) {
		ck_assert_int_eq(drive->backend->submit(drive, &a.request), 0);
		ck_assert_int_eq(drive->backend->reap(drive, &back), 0);
		ck_assert_int_eq(back->reply.error, ENODEV);
	}
	ck_assert_int_eq(drive->backend->submit(drive, &a.request), 0);
	ck_assert_int_eq(drive->backend->reap(drive, &back), -EDEADLK);
	ck_assert_int_eq(drive->backend->reap(drive, &back), -EDEADLK);
	sgio_close(drive);
}
END_TEST

/* CHECK POWER MODE costs nothing here; the IDENTIFY in between has data, which does. */
START_TEST(clock_that_moves_goes_on)
{
	struct sgio_drive *drive = open_sim("ideal,command_us=0");
	struct asked a;

	for (int i = 0; i < 20000; i++)
		run_ata(drive, &a, i == 10000 ? IDENTIFY : CHECK_POWER,
			i == 10000 ? 512 : 0);
	sgio_close(drive);
}
END_TEST

/* Two drives of one name, turn about: whatever is asked ends at the same nanosecond. */
START_TEST(same_again)
{
	static const char *const names[] = {"hdd", "ssd", "pata",
					    "4kn", "usb", "ideal"};
	static struct asked a[2][DEPTH_MAX];
	struct sgio_drive *drives[2] = {open_sim(names[_i]), open_sim(names[_i])};
	uint64_t random = 1, ends[2] = {0, 0}, total = 0;

	for (int i = 0; i < 1000; i++) {
		struct asked *slot[2] = {&a[0][i % DEPTH_MAX], &a[1][i % DEPTH_MAX]};
		uint8_t read_10[10] = {0x28, [8] = 8};

		random = random * UINT64_C(6364136223846793005) + 1442695040888963407;
		for (int k = 0; k < 4; k++)
			read_10[2 + k] =
				(uint8_t)(random >> (56 - 8 * k) & (k ? 0xff : 7));
		for (int d = 0; d < 2; d++) {
			struct sgio_request *back = NULL;

			prepare(slot[d], read_10, sizeof(read_10), 8 * 4096);
			drives[d]->backend->submit(drives[d], &slot[d]->request);
			if (i % DEPTH_MAX < DEPTH_MAX - 1)
				continue;
			while (!drives[d]->backend->reap(drives[d], &back))
				ends[d] = ends[d] * 31 + back->reply.end_ns;
		}
		total += ends[0] != ends[1];
	}
	ck_assert_uint_ne(ends[0], 0);
	ck_assert_uint_eq(total, 0);
	sgio_close(drives[0]);
	sgio_close(drives[1]);
}
END_TEST

/* The clock only moves when something is reaped. */
START_TEST(clock_stands_between)
{
	struct sgio_drive *drive = open_sim("hdd");
	struct sgio_request *back = NULL;

	ck_assert_uint_eq(sgio_now(drive), 0);
	ck_assert_int_eq(drive->backend->reap(drive, &back), -ENOENT);
	ck_assert_uint_eq(sgio_now(drive), 0);
	sgio_close(drive);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("sim_time");
	TCase *time = tcase_create("time");

	tcase_add_loop_test(time, closed_form, 0, sizeof(timings) / sizeof(timings[0]));
	tcase_add_test(time, order_of_completion);
	tcase_add_test(time, timeout_holds_the_port);
	tcase_add_test(time, depth_is_32);
	tcase_add_test(time, clock_that_stands_ends_the_run);
	tcase_add_test(time, clock_that_moves_goes_on);
	tcase_add_test(time, clock_stands_between);
	tcase_add_loop_test(time, same_again, 0, 6);
	suite_add_tcase(suite, time);
	return unit_main(suite);
}
