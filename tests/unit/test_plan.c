/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>

#include "atatime/plan.h"
#include "unit.h"

struct expected {
	uint64_t lba;
	uint32_t blocks;
};

/* @count commands as expected; then none, unless it goes on for @ever. */
static void ck_commands(struct plan *plan, const struct expected *expected,
			unsigned int count, bool ever)
{
	uint64_t lba;
	uint32_t blocks;

	for (unsigned int i = 0; i < count; i++) {
		ck_assert_msg(plan_next(plan, &lba, &blocks), "command %u", i);
		ck_assert_uint_eq(lba, expected[i].lba);
		ck_assert_uint_eq(blocks, expected[i].blocks);
	}
	for (int i = 0; !ever && i < 2; i++)
		ck_assert(!plan_next(plan, &lba, &blocks));
}

/* A range, the size of a command, and by hand what is read: "once" over all of it. */
/* clang-format off */
static const struct {
	enum plan_order order;
	uint64_t first, blocks;
	uint32_t command;
	unsigned int count;
	bool ever;
	struct expected expected[5];
} cases[] = {
	{ PLAN_SEQUENTIAL, 0, 24, 8, 3, false, {{0, 8}, {8, 8}, {16, 8}} },
	/* the last is shorter, and ends with the range */
	{ PLAN_SEQUENTIAL, 100, 20, 8, 3, false, {{100, 8}, {108, 8}, {116, 4}} },
	{ PLAN_SEQUENTIAL, 7, 1, 8, 1, false, {{7, 1}} },
	{ PLAN_SEQUENTIAL, 7, 8, 8, 1, false, {{7, 8}} },
	{ PLAN_SEQUENTIAL, 7, 9, 8, 2, false, {{7, 8}, {15, 1}} },
	{ PLAN_SEQUENTIAL, 5, 0, 8, 0, false, {{0}} },
	/* over 2^28 and 2^32, and up to the last block of 48 bits */
	{ PLAN_SEQUENTIAL, 0xffffff8, 16, 8, 2, false, {{0xffffff8, 8}, {0x10000000, 8}} },
	{ PLAN_SEQUENTIAL, 0xfffffffc, 12, 8, 2, false,
	  {{0xfffffffc, 8}, {0x100000004, 4}} },
	{ PLAN_SEQUENTIAL, 0xfffffffffffe, 2, 8, 1, false, {{0xfffffffffffe, 2}} },
	{ PLAN_SEQUENTIAL, 1, 131073, 65536, 3, false,
	  {{1, 65536}, {65537, 65536}, {131073, 1}} },
	{ PLAN_SAME, 64, 1000, 8, 4, true, {{64, 8}, {64, 8}, {64, 8}, {64, 8}} },
	{ PLAN_SAME, 64, 3, 8, 2, true, {{64, 3}, {64, 3}} },
	{ PLAN_SAME, 9, 1, 1, 2, true, {{9, 1}, {9, 1}} },
	{ PLAN_SAME, 9, 0, 1, 0, false, {{0}} },
	/* one place only where a command fits: 8 to 15 of 1 to 22 */
	{ PLAN_RANDOM, 1, 22, 8, 3, true, {{8, 8}, {8, 8}, {8, 8}} },
	{ PLAN_RANDOM, 8, 8, 8, 2, true, {{8, 8}, {8, 8}} },
	/* none: 1 to 10 holds no whole 8 that begins at a multiple of 8 but 0 */
	{ PLAN_RANDOM, 1, 10, 8, 2, true, {{1, 8}, {1, 8}} },
	{ PLAN_RANDOM, 3, 2, 8, 2, true, {{3, 2}, {3, 2}} },
	{ PLAN_RANDOM, 5, 1, 1, 2, true, {{5, 1}, {5, 1}} },
	{ PLAN_RANDOM, 5, 0, 1, 0, false, {{0}} },
};
/* clang-format on */

START_TEST(small_ranges)
{
	struct plan plan;

	plan_init(&plan, cases[_i].order, cases[_i].first, cases[_i].blocks,
		  cases[_i].command, 1);
	ck_commands(&plan, cases[_i].expected, cases[_i].count, cases[_i].ever);
}
END_TEST

/* Where it is to begin in blocks 100 to 119, and what is read: all of it, once. */
static const struct {
	uint64_t next;
	unsigned int count;
	struct expected expected[4];
} starts[] = {
	{0, 3, {{100, 8}, {108, 8}, {116, 4}}},
	{8, 3, {{108, 8}, {116, 4}, {100, 8}}},
	{16, 3, {{116, 4}, {100, 8}, {108, 8}}},
	/* inside of a command: from the next one on */
	{1, 3, {{108, 8}, {116, 4}, {100, 8}}},
	{9, 3, {{116, 4}, {100, 8}, {108, 8}}},
	/* at the end, and past it */
	{17, 3, {{100, 8}, {108, 8}, {116, 4}}},
	{20, 3, {{100, 8}, {108, 8}, {116, 4}}},
	{1000, 3, {{100, 8}, {108, 8}, {116, 4}}},
};

START_TEST(started)
{
	struct plan plan;

	plan_init(&plan, PLAN_SEQUENTIAL, 100, 20, 8, 0);
	plan_start_at(&plan, starts[_i].next);
	ck_commands(&plan, starts[_i].expected, starts[_i].count, false);
}
END_TEST

/* Sectors of a file: no command spans two extents, empty ones are passed over. */
START_TEST(extents)
{
	static const struct plan_extent list[] = {
		{1000, 10}, {5, 0}, {500, 8}, {508, 1}, {0, 0}};
	static const struct expected expected[] = {
		{1000, 8}, {1008, 2}, {500, 8}, {508, 1}};
	struct plan plan;

	plan_init_extents(&plan, list, 5, 8);
	ck_commands(&plan, expected, 4, false);
	plan_init_extents(&plan, list, 0, 8);
	ck_commands(&plan, expected, 0, false);
}
END_TEST

/*
 * The numbers of splitmix64 for the seed 1234567, as published with the reference
 * implementation (Vigna, splitmix64.c) and on Rosetta Code.
 */
START_TEST(generator)
{
	static const uint64_t published[] = {
		UINT64_C(6457827717110365317), UINT64_C(3203168211198807973),
		UINT64_C(9817491932198370423), UINT64_C(4593380528125082431),
		UINT64_C(16408922859458223821)};
	uint64_t state = 1234567;

	for (size_t i = 0; i < sizeof(published) / sizeof(published[0]); i++)
		ck_assert_uint_eq(plan_random(&state), published[i]);
}
END_TEST

/*
 * With the seed 1234567 and 1000 places of 8 blocks from LBA 0: the published numbers
 * modulo 1000 are 317, 973, 423, 431, 821 (2^64 modulo 1000 is 616: none of them lies
 * among the first 616 numbers, which would be drawn again).
 */
START_TEST(same_seed)
{
	static const struct expected expected[] = {
		{317 * 8, 8}, {973 * 8, 8}, {423 * 8, 8}, {431 * 8, 8}, {821 * 8, 8}};
	struct plan plan;

	for (int i = 0; i < 2; i++) {
		plan_init(&plan, PLAN_RANDOM, 0, 8000, 8, 1234567);
		ck_commands(&plan, expected, 5, true);
	}
	/* The range does not begin at a place of its own: 3 to 8010 holds 8 to 8007. */
	plan_init(&plan, PLAN_RANDOM, 3, 8008, 8, 1234567);
	for (int i = 0; i < 5; i++) {
		uint64_t lba;
		uint32_t blocks;

		ck_assert(plan_next(&plan, &lba, &blocks));
		ck_assert_uint_eq(lba, expected[i].lba + 8);
	}
}
END_TEST

/*
 * Over 101 places 101,000 draws: each is hit, and chi-square with 100 degrees of
 * freedom lies between the 0.1 % points of the tables, 61.918 and 149.449.
 */
START_TEST(uniform)
{
	enum { PLACES = 101, DRAWS = 1000 * PLACES };
	static const uint64_t seeds[] = {0, 1, 42, UINT64_C(0xfeedfacecafebeef)};
	unsigned int hits[PLACES] = {0};
	double chi_square = 0;
	struct plan plan;

	/* 5 to 822: whole commands begin at 8, 16, … 808 */
	plan_init(&plan, PLAN_RANDOM, 5, 818, 8, seeds[_i]);
	for (int i = 0; i < DRAWS; i++) {
		uint64_t lba;
		uint32_t blocks;

		ck_assert(plan_next(&plan, &lba, &blocks));
		if (blocks != 8 || lba % 8 || lba < 5 || lba + 8 > 823)
			ck_abort_msg("%lu + %u", lba, blocks);
		hits[lba / 8 - 1]++;
	}
	for (int i = 0; i < PLACES; i++) {
		double d = (double)hits[i] - 1000;

		ck_assert_uint_gt(hits[i], 0);
		chi_square += d * d / 1000;
	}
	ck_assert_msg(chi_square > 61.918 && chi_square < 149.449, "chi-square %f",
		      chi_square);
}
END_TEST

/*
 * Over 3 × 2^62 places, three quarters of all numbers: a remainder alone would hit the
 * first third twice as often. 30,000 draws; chi-square with 2 degrees of freedom lies
 * between its 0.1 % points, 0.002 and 13.816.
 */
START_TEST(thirds)
{
	unsigned int hits[4] = {0};
	double chi_square = 0;
	struct plan plan;

	plan_init(&plan, PLAN_RANDOM, 0, UINT64_C(3) << 62, 1, 99);
	for (int i = 0; i < 30000; i++) {
		uint64_t lba;
		uint32_t blocks;

		ck_assert(plan_next(&plan, &lba, &blocks));
		hits[lba >> 62]++;
	}
	ck_assert_uint_eq(hits[3], 0);
	for (int i = 0; i < 3; i++) {
		double d = (double)hits[i] - 10000;

		chi_square += d * d / 10000;
	}
	ck_assert_msg(chi_square > 0.002 && chi_square < 13.816, "chi-square %f",
		      chi_square);
}
END_TEST

/* Every block once, in order, whatever range and command are. */
START_TEST(coverage)
{
	uint64_t state = 7;

	for (int i = 0; i < 2000; i++) {
		uint64_t first = plan_random(&state) >> (16 + plan_random(&state) % 48);
		uint64_t blocks = 1 + plan_random(&state) % 5000, at = first, lba;
		uint32_t command = 1 + (uint32_t)(plan_random(&state) % 300), n;
		struct plan plan;

		plan_init(&plan, PLAN_SEQUENTIAL, first, blocks, command, 0);
		while (plan_next(&plan, &lba, &n)) {
			if (lba != at || !n || n > command ||
			    (n < command && lba + n != first + blocks))
				ck_abort_msg("%lu + %u", lba, n);
			at += n;
		}
		ck_assert_uint_eq(at, first + blocks);
	}
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("plan");
	TCase *tcase = tcase_create("plan");

	tcase_add_loop_test(tcase, small_ranges, 0, sizeof(cases) / sizeof(cases[0]));
	tcase_add_loop_test(tcase, started, 0, sizeof(starts) / sizeof(starts[0]));
	tcase_add_test(tcase, extents);
	tcase_add_test(tcase, generator);
	tcase_add_test(tcase, same_seed);
	tcase_add_loop_test(tcase, uniform, 0, 4);
	tcase_add_test(tcase, thirds);
	tcase_add_test(tcase, coverage);
	suite_add_tcase(suite, tcase);
	return unit_main(suite);
}
