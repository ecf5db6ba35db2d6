/* SPDX-License-Identifier: BSD-2-Clause */
#include "sim_drive.h"
#include "sim_steps.h"

/* What simulated sectors hold. */
#define MASK ((UINT64_C(1) << 56) - 1)
#define COUNT(a) ((int)(sizeof(a) / sizeof((a)[0])))

/* The inverse of an odd number modulo 2^64: each step doubles the bits that are right.
 */
static uint64_t inverse(uint64_t odd)
{
	uint64_t x = odd;

	for (int i = 0; i < 6; i++)
		x *= 2 - odd * x;
	return x;
}

/* The LBA back from the first eight bytes: so no two sectors are alike. */
static uint64_t lba_of(const uint8_t *data)
{
	uint64_t v = 0;

	for (int i = 8; i-- > 0;)
		v = v << 7 | data[i] >> 1;
	v ^= v >> 28;
	v = v * inverse(UINT64_C(0xbf58476d1ce4e5b9)) & MASK;
	v ^= v >> 28;
	return v * inverse(UINT64_C(0x9e3779b97f4a7c15)) & MASK;
}

START_TEST(every_sector_is_its_own)
{
	static const uint64_t firsts[] = {0, 0x0ffffff0, 0xfffffff0, 0xfffffffffff0};
	uint8_t data[4096];

	for (uint64_t lba = firsts[_i]; lba < firsts[_i] + 16; lba++) {
		sim_media_fill(lba, data, sizeof(data));
		ck_assert_uint_eq(lba_of(data), lba);
		for (size_t i = 0; i < sizeof(data); i++) {
			ck_assert_uint_eq(data[i] & 1, 1);
			ck_assert_uint_eq(data[i], data[i % 8]);
		}
	}
}
END_TEST

/* A part is the same bytes, and nothing behind it. */
START_TEST(part_of_a_sector)
{
	uint8_t whole[512], part[512];

	sim_media_fill(7, whole, sizeof(whole));
	for (uint32_t length = 0; length < sizeof(part); length++) {
		memset(part, UNTOUCHED ^ 1, sizeof(part));
		sim_media_fill(7, part, length);
		ck_assert_mem_eq(part, whole, length);
		ck_assert_uint_eq(part[length], UNTOUCHED ^ 1);
	}
}
END_TEST

/* Sectors of a read of eight from LBA 100 on. */
static const struct {
	const char *drive;
	uint32_t size;
	const char *zeros; /* one character a sector */
} zeros[] = {
	{"ssd", 512, "--------"},
	{"ssd,zeros=103", 512, "---0----"},
	{"ssd,zeros=0-101", 512, "00------"},
	{"ssd,zeros=106-1000", 512, "------00"},
	{"hdd,zeros=0-0xffffffff", 512, "00000000"},
	{"4kn,zeros=101-102", 4096, "-00-----"},
};

START_TEST(sectors_of_zeros)
{
	static const uint8_t none[4096];
	struct sgio_drive *drive = open_sim(zeros[_i].drive);
	struct step s = {'R', 100, 8, 0};
	static struct asked a;
	uint8_t other[4096];

	prepare_step(&a, &s);
	run_prepared(drive, &a);
	for (uint32_t i = 0; i < 8; i++) {
		sim_media_fill(100 + i, other, sizeof(other));
		ck_assert_mem_eq(a.data + (size_t)i * zeros[_i].size,
				 zeros[_i].zeros[i] == '0' ? none : other,
				 zeros[_i].size);
	}
	sgio_close(drive);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("sim_media");
	TCase *media = tcase_create("media");

	tcase_add_loop_test(media, every_sector_is_its_own, 0, 4);
	tcase_add_test(media, part_of_a_sector);
	tcase_add_loop_test(media, sectors_of_zeros, 0, COUNT(zeros));
	suite_add_tcase(suite, media);
	return unit_main(suite);
}
