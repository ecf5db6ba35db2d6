/* SPDX-License-Identifier: BSD-2-Clause */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "atatime/write.h"
#include "unit.h"

#define GIB (UINT64_C(1) << 30)

/*
 * Asked for, of all, free; what may be written: free less a tenth of it that is rounded
 * up, in whole pages of 4096.
 */
/* clang-format off */
static const struct {
	struct size length;
	uint64_t total, free;
	int rc;
	uint64_t bytes, most;
} rooms[] = {
	/* 1 GiB when nothing is said; 20 GiB less 2 GiB is 18 GiB */
	{ {0, SIZE_BYTES}, 100 * GIB, 20 * GIB, 0, GIB, 18 * GIB },
	/* 40960000 - 4096000 = 36864000 = 9000 pages: just so, and a byte more */
	{ {36864000, SIZE_BYTES}, GIB, 40960000, 0, 36864000, 36864000 },
	{ {36864001, SIZE_BYTES}, GIB, 40960000, -ENOSPC, 36868096, 36864000 },
	/* 40960009 - 4096001 = 36864008 */
	{ {36864000, SIZE_BYTES}, GIB, 40960009, 0, 36864000, 36864000 },
	{ {0, SIZE_BYTES}, GIB, GIB, -ENOSPC, GIB, 966365184 },
	/* odd lengths become whole pages */
	{ {1, SIZE_BYTES}, GIB, GIB, 0, 4096, 966365184 },
	{ {4097, SIZE_BYTES}, GIB, GIB, 0, 8192, 966365184 },
	{ {9, SIZE_SECTORS}, GIB, GIB, 0, 8192, 966365184 },
	/* 10 % of all 1 GiB: 107374182.4 */
	{ {10000000, SIZE_PERCENT}, GIB, GIB, 0, 107376640, 966365184 },
	{ {1, SIZE_BYTES}, GIB, 0, -ENOSPC, 4096, 0 },
	{ {1, SIZE_BYTES}, GIB, 4552, 0, 4096, 4096 }, /* less 456 */
	{ {1, SIZE_BYTES}, GIB, 4551, -ENOSPC, 4096, 0 }, /* less 456: 4095 */
	{ {UINT64_MAX, SIZE_BYTES}, GIB, GIB, -EOVERFLOW, 0, 0 },
	{ {UINT64_MAX, SIZE_SECTORS}, GIB, GIB, -EOVERFLOW, 0, 0 },
};
/* clang-format on */

START_TEST(room)
{
	struct write_room found = {0};
	int rc = write_room_for(&rooms[_i].length, rooms[_i].total, rooms[_i].free,
				&found);

	ck_assert_int_eq(rc, rooms[_i].rc);
	if (rc == -EOVERFLOW)
		return;
	ck_assert_uint_eq(found.length, rooms[_i].bytes);
	ck_assert_uint_eq(found.most, rooms[_i].most);
	ck_assert_uint_eq(found.free, rooms[_i].free);
}
END_TEST

/* Each sector is held against its own place: moved, stale or torn ones are found. */
START_TEST(stamps)
{
	uint8_t bytes[8192] = {0};
	uint64_t wrong = 0;

	write_stamp_set(bytes, sizeof(bytes), 40960, 7);
	ck_assert(write_stamp_check(bytes, sizeof(bytes), 40960, 7, &wrong));
	ck_assert(!write_stamp_check(bytes, sizeof(bytes), 40960, 8, &wrong));
	ck_assert_uint_eq(wrong, 40960);
	ck_assert(!write_stamp_check(bytes, sizeof(bytes), 40960 + 512, 7, &wrong));
	ck_assert_uint_eq(wrong, 40960 + 512);
	memset(bytes + 7680, 0, 512);
	ck_assert(!write_stamp_check(bytes, sizeof(bytes), 40960, 7, &wrong));
	ck_assert_uint_eq(wrong, 40960 + 7680);
	memcpy(bytes + 7680, bytes + 7168, 512);
	ck_assert(!write_stamp_check(bytes, sizeof(bytes), 40960, 7, &wrong));
	ck_assert_uint_eq(wrong, 40960 + 7680);
}
END_TEST

/* How many of all 256 values occur in @bytes at least @least times. */
static unsigned int common_values(const uint8_t *bytes, size_t size, unsigned int least)
{
	unsigned int counts[256] = {0}, common = 0;

	for (size_t i = 0; i < size; i++)
		counts[bytes[i]]++;
	for (unsigned int i = 0; i < 256; i++)
		common += counts[i] >= least;
	return common;
}

/*
 * Data that cannot be packed: over 64 KiB each of 256 values is due 256 times (standard
 * deviation 16), and no block is like another.
 */
START_TEST(rings)
{
	static const size_t blocks[] = {512, 4096, 98304, 524288, 4194304};
	struct write_ring ring;
	uint64_t state = 1;
	const uint8_t *first, *second;
	size_t length;

	ck_assert_int_eq(write_ring_open(&ring, blocks[_i], WRITE_RING, &state), 0);
	ck_assert_uint_eq((uintptr_t)ring.bytes % WRITE_PAGE, 0);
	ck_assert_uint_ge(ring.size, 2 * blocks[_i]);
	ck_assert_uint_eq(common_values(ring.bytes, 65536, 160), 256);
	ck_assert_uint_eq(common_values(ring.bytes + ring.size - 65536, 65536, 160),
			  256);
	first = write_ring_next(&ring, 0, blocks[_i], 1);
	second = write_ring_next(&ring, blocks[_i], blocks[_i], 1);
	ck_assert_ptr_eq(second, first + blocks[_i]);
	length = sizeof(struct write_stamp);
	ck_assert(memcmp(first + length, second + length, 496) != 0);
	for (size_t i = 2; i < ring.size / blocks[_i]; i++)
		write_ring_next(&ring, 0, 512, 1);
	ck_assert_ptr_eq(write_ring_next(&ring, 0, 512, 1), first);
	write_ring_close(&ring);
}
END_TEST

static char directory[] = "./test_write.XXXXXX";

static unsigned int entries(void)
{
	DIR *list = opendir(directory);
	unsigned int count = 0;

	ck_assert_ptr_nonnull(list);
	while (readdir(list))
		count++;
	closedir(list);
	return count;
}

/* What --write handed out. */
struct seen {
	unsigned int count;
	struct {
		enum result_phase phase;
		bool random, valid, interrupted;
		uint32_t block;
		unsigned int depth;
		uint64_t bytes, commands;
		size_t runs;
		enum exit_status status;
		char message[300];
	} list[16];
};

static void look(void *closure, struct result *result)
{
	struct seen *seen = closure;

	ck_assert_uint_lt(seen->count, 16);
	ck_assert_int_eq(result->spec.test, TEST_WRITE);
	ck_assert_ptr_null(result->subject);
	ck_assert_str_eq(result->name, directory);
	seen->list[seen->count].phase = result->phase;
	seen->list[seen->count].random = result->random_order;
	seen->list[seen->count].valid = result->valid;
	seen->list[seen->count].interrupted = result->interrupted;
	seen->list[seen->count].block = result->spec.block_bytes;
	seen->list[seen->count].depth = result->spec.depth;
	seen->list[seen->count].bytes = result->bytes;
	seen->list[seen->count].commands = result->commands;
	seen->list[seen->count].runs = result->run_count;
	seen->list[seen->count].status = result->status;
	snprintf(seen->list[seen->count].message, 300, "%s",
		 result->error_message ? result->error_message : "");
	seen->count++;
	result_free(result);
}

static void options_for(struct options *options, uint64_t length)
{
	*options = (struct options){.directory = directory, .depth_count = 1};
	options->depths[0] = 1;
	settings_init(&options->settings);
	drive_options_init(&options->drive);
	options->settings.length = (struct size){length, SIZE_BYTES};
	options->settings.duration_ns = 20000000;
}

/* Is there a file without a name, open by O_DIRECT? Else it is said, and not tried. */
static bool can_write(void)
{
	int fd = write_file_open(directory);

	if (fd < 0) {
		fprintf(stderr,
			"test_write: skipped: no nameless file by O_DIRECT in "
			"'%s': %s\n",
			directory, strerror(-fd));
		return false;
	}
	close(fd);
	return true;
}

/* 1,003,520 bytes are 245 pages: 3 blocks of 262,144 and a shorter one; 2 runs. */
START_TEST(phases)
{
	struct seen seen = {0};
	struct options options;

	if (!can_write())
		return;
	options_for(&options, 1000001);
	options.settings.repeat = 2;
	options.blocks[0] = (struct size){65536, SIZE_BYTES};
	options.blocks[1] = (struct size){262144, SIZE_BYTES};
	options.block_count = 2;
	options.depths[1] = 4;
	options.depth_count = 2;
	write_run(&options, NULL, look, &seen);
	ck_assert_uint_eq(seen.count, 8);
	for (unsigned int i = 0; i < 8; i++) {
		ck_assert_msg(seen.list[i].valid, "%u: %s", i, seen.list[i].message);
		ck_assert_int_eq(seen.list[i].status, EXIT_DONE);
		ck_assert_int_eq(seen.list[i].phase,
				 i % 2 ? RESULT_READ_BACK : RESULT_WRITTEN);
		ck_assert_int_eq(seen.list[i].random, i >= 4);
		ck_assert_uint_eq(seen.list[i].runs, 2);
	}
	ck_assert_uint_eq(seen.list[0].bytes, 2 * 1003520);
	ck_assert_uint_eq(seen.list[0].commands, 2 * 16); /* 15.3 */
	ck_assert_uint_eq(seen.list[3].bytes, 2 * 1003520);
	ck_assert_uint_eq(seen.list[3].commands, 2 * 4);
	ck_assert_uint_eq(seen.list[4].depth, 1);
	ck_assert_uint_eq(seen.list[7].depth, 4);
	ck_assert_uint_eq(seen.list[7].block, 4096);
	ck_assert_uint_eq(seen.list[7].bytes, seen.list[7].commands * 4096);
	ck_assert_uint_eq(entries(), 2);
}
END_TEST

static int polls_left;

static bool stopped(void)
{
	return --polls_left < 0;
}

/* After two blocks of four: what was written until then, and nothing more. */
START_TEST(stop)
{
	static const struct session_hooks hooks = {.stopped = stopped};
	struct seen seen = {0};
	struct options options;

	if (!can_write())
		return;
	options_for(&options, 4 * 524288);
	polls_left = 2;
	write_run(&options, &hooks, look, &seen);
	ck_assert_uint_eq(seen.count, 1);
	ck_assert(seen.list[0].interrupted);
	ck_assert_uint_eq(seen.list[0].bytes, 2 * 524288);
	ck_assert_uint_eq(entries(), 2);
}
END_TEST

/*
 * Pages that do not hold what they should: most of 1 GiB of holes, where 20 ms write a
 * few pages, are taken for written by the sequential pass, and read as zeros.
 */
START_TEST(changed)
{
	static struct write_job job;
	struct seen seen = {0};
	struct options options;
	int fd;

	if (!can_write())
		return;
	options_for(&options, 0);
	fd = write_file_open(directory);
	ck_assert_int_eq(ftruncate(fd, GIB), 0);
	job = (struct write_job){
		.options = &options,
		.sink = look,
		.closure = &seen,
		.shown = directory,
		.fd = fd,
		.length = GIB,
		.nonce = 5,
		.written = GIB,
		.generations = calloc(GIB / WRITE_PAGE, 1),
	};
	write_random(&job, 2);
	close(fd);
	free(job.generations);
	ck_assert_uint_eq(seen.count, 2);
	ck_assert(!seen.list[1].valid);
	ck_assert_int_eq(seen.list[1].status, EXIT_REFUSED);
	ck_assert_msg(strstr(seen.list[1].message, "does not hold at byte"), "%s",
		      seen.list[1].message);
	ck_assert(job.over);
}
END_TEST

/* What is refused before anything is made, and the bits of the exit status. */
START_TEST(refused)
{
	static const struct {
		const char *where, *part;
		uint64_t length;
		enum exit_status status;
	} table[] = {
		{"/dev/null", "never writes to a device", 4096, EXIT_COULD_NOT_ASK},
		{"/proc", "which is memory", 4096, EXIT_COULD_NOT_ASK},
		{"/proc/version", "is no directory", 4096, EXIT_COULD_NOT_ASK},
		{"./test_write.none", "No such file", 4096, EXIT_COULD_NOT_ASK},
		{".", "less than a tenth", UINT64_C(1) << 60, EXIT_COULD_NOT_ASK},
	};
	struct seen seen = {0};
	struct options options;
	char saved[sizeof(directory)];

	options_for(&options, table[_i].length);
	options.directory = table[_i].where;
	memcpy(saved, directory, sizeof(saved));
	snprintf(directory, sizeof(directory), "%s", table[_i].where);
	write_run(&options, NULL, look, &seen);
	memcpy(directory, saved, sizeof(saved));
	ck_assert_uint_eq(seen.count, 1);
	ck_assert_int_eq(seen.list[0].status, table[_i].status);
	ck_assert(!seen.list[0].valid);
	ck_assert_msg(strstr(seen.list[0].message, table[_i].part), "%s",
		      seen.list[0].message);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("write");
	TCase *tcase = tcase_create("write");
	int status;

	if (!mkdtemp(directory)) {
		perror("test_write: cannot make a directory here");
		return EXIT_FAILURE;
	}
	tcase_add_loop_test(tcase, room, 0, sizeof(rooms) / sizeof(rooms[0]));
	tcase_add_test(tcase, stamps);
	tcase_add_loop_test(tcase, rings, 0, 5);
	tcase_add_test(tcase, phases);
	tcase_add_test(tcase, stop);
	tcase_add_test(tcase, changed);
	tcase_add_loop_test(tcase, refused, 0, 5);
	suite_add_tcase(suite, tcase);
	status = unit_main(suite);
	rmdir(directory);
	return status;
}
