/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdio.h>
#include <string.h>

#include "session_bench.h"

#define COUNT(table) ((int)(sizeof(table) / sizeof((table)[0])))

/*
 * sim:ideal takes 10 us and 10 ns a byte: 512 KiB are 10,000 + 5,242,880 ns, 4 KiB
 * 10,000 + 40,960 ns. It has 1,953,525,168 sectors.
 */
#define BLOCK_NS UINT64_C(5252880)
#define SMALL_NS UINT64_C(50960)
#define SECTORS UINT64_C(1953525168)
/* Warm-up: 200 ms are 38.1 blocks. The window: 3 s are 571.1, 2 s 380.7 of them. */
#define WARM 39
#define TIMED 572
#define TIMED_BUFFER 381

static const struct spec sequential = {
	.test = TEST_SEQUENTIAL, .path = PATH_DMA, .depth = 1};
static const struct spec zones = {.test = TEST_ZONES, .path = PATH_DMA, .depth = 1};
static const struct spec accesses = {.test = TEST_ACCESS, .path = PATH_DMA, .depth = 1};

static void set_sectors(struct size *size, uint64_t sectors)
{
	*size = (struct size){sectors, SIZE_SECTORS};
}

/* What was read, exactly. */
static void check_amount(uint64_t first, uint64_t last, uint64_t bytes, uint64_t ns)
{
	const struct result *result = &bench.result;

	ck_assert_msg(!result->error_code, "%s", result->error_message);
	ck_assert(result->valid && result->has_range);
	ck_assert_uint_eq(result->first_lba, first);
	ck_assert_uint_eq(result->last_lba, last);
	ck_assert_uint_eq(result->bytes, bytes);
	ck_assert_uint_eq(result->elapsed_ns, ns);
	ck_assert_int_eq(result->status, 0);
}

/* Every test with its defaults. */
static const struct {
	enum test test;
	enum path path;
	uint64_t first, last, bytes, ns;
} defaults[] = {
	{TEST_SEQUENTIAL, PATH_DMA, 1024 * WARM, 1024 * (WARM + TIMED) - 1,
	 TIMED * 524288ULL, TIMED *BLOCK_NS},
	{TEST_SEQUENTIAL, PATH_SCSI, 1024 * WARM, 1024 * (WARM + TIMED) - 1,
	 TIMED * 524288ULL, TIMED *BLOCK_NS},
	{TEST_SEQUENTIAL, PATH_DIRECT, 1024 * WARM, 1024 * (WARM + TIMED) - 1,
	 TIMED * 524288ULL, TIMED *BLOCK_NS},
	/* SECTORS is 1024 × 1,907,739 + 432: the last whole block begins 1,456 before.
	 */
	{TEST_BUFFER, PATH_DMA, SECTORS - 1456, SECTORS - 433, TIMED_BUFFER * 524288ULL,
	 TIMED_BUFFER *BLOCK_NS},
	/* A block of lead, 100 samples of 20 blocks, the last one at the end. */
	{TEST_ZONES, PATH_DMA, 1024, SECTORS - 1, 100 * 10485760ULL, 2000 * BLOCK_NS},
};

START_TEST(as_it_comes)
{
	struct spec spec = {
		.test = defaults[_i].test, .path = defaults[_i].path, .depth = 1};

	bench_begin("sim:ideal");
	bench_measure(&spec);
	check_amount(defaults[_i].first, defaults[_i].last, defaults[_i].bytes,
		     defaults[_i].ns);
	ck_assert_uint_eq(bench.result.spec.block_bytes, 524288);
	ck_assert_uint_eq(bench.result.run_count, 1);
	ck_assert(!bench.result.read_once && !bench.result.interrupted);
	bench_end();
}
END_TEST

/* Counted reads, 4 KiB aligned; or fewer, where the time is up before. */
static const struct {
	uint64_t count, duration_ns, want;
} access_limits[] = {
	{1000, 0, 1000},
	{1, 0, 1},
	{1000, 10000000, 197}, /* 196.2 */
	{50, 10000000, 50},
};

START_TEST(random_reads)
{
	const struct result *result;

	bench_begin("sim:ideal");
	bench.settings.count = access_limits[_i].count;
	bench.settings.duration_ns = access_limits[_i].duration_ns;
	result = bench_measure(&accesses);
	ck_assert_uint_eq(result->spec.block_bytes, 4096);
	ck_assert_uint_eq(result->commands, access_limits[_i].want);
	ck_assert_uint_eq(result->elapsed_ns, access_limits[_i].want * SMALL_NS);
	ck_assert_uint_eq(result->latency.max, SMALL_NS);
	ck_assert(result->has_seed && result->random_order);
	ck_assert_uint_eq(result->seed, 1);
	ck_assert_uint_eq(result->point_count, access_limits[_i].want);
	for (size_t i = 0; i < result->point_count; i++) {
		ck_assert_uint_eq(result->points[i].lba % 8, 0);
		ck_assert_uint_eq(result->points[i].ns, SMALL_NS);
	}
	bench_end();
}
END_TEST

/*
 * Runs go on where the one before ended; a range that is at its end ends them. 611
 * blocks are a warm-up and a window.
 */
static const struct {
	unsigned int repeat;
	uint64_t length; /* sectors, 0: to the end */
	size_t runs;
	uint64_t first, last, blocks; /* of 512 KiB; less than a whole one counts */
	bool read_once;
	const char *words; /* of the warning; NULL for none */
} repeats[] = {
	{3, 0, 3, 1024 * WARM, 1024 * (3 * 611) - 1, 3 * TIMED, false, NULL},
	{1, 1024 * 611, 1, 1024 * WARM, 1024 * 611 - 1, TIMED, false, NULL},
	{2, 1024 * 611, 1, 1024 * WARM, 1024 * 611 - 1, TIMED, false, "1 of 2 runs"},
	{3, 1024 * 621, 2, 1024 * WARM, 1024 * 621 - 1, TIMED + 10, false,
	 "2 of 3 runs were made, the last one shorter"},
	{2, 1024 * 661, 2, 1024 * WARM, 1024 * 661 - 1, TIMED + 50, false,
	 "2 of 2 runs were made, the last one shorter"},
	{1, 1024 * 610, 1, 0, 1024 * 610 - 1, 610, true, NULL},
	{3, 1024 * 16, 1, 0, 1024 * 16 - 1, 16, true, "1 of 3 runs was made"},
	{1, 1024, 1, 0, 1023, 1, true, NULL},
};

START_TEST(successive_runs)
{
	bench_begin("sim:ideal");
	bench.settings.repeat = repeats[_i].repeat;
	set_sectors(&bench.settings.length, repeats[_i].length);
	bench_measure(&sequential);
	check_amount(repeats[_i].first, repeats[_i].last, repeats[_i].blocks * 524288,
		     repeats[_i].blocks * BLOCK_NS);
	ck_assert_uint_eq(bench.result.run_count, repeats[_i].runs);
	ck_assert(bench.result.read_once == repeats[_i].read_once);
	if (repeats[_i].words)
		ck_assert_msg(bench_says(bench_warning("range_end"), repeats[_i].words),
			      "%s", bench_warning("range_end"));
	else
		ck_assert_ptr_null(bench_warning("range_end"));
	bench_end();
}
END_TEST

/*
 * The next result reads on: its warm-up begins where the one before ended, 611 blocks
 * in. With a range of 1,000 blocks it goes on at the first: 212 more are timed.
 */
START_TEST(successive_results)
{
	bench_begin("sim:ideal");
	set_sectors(&bench.settings.length, 1024 * 1000);
	bench_measure(&sequential);
	check_amount(1024 * WARM, 1024 * 611 - 1, TIMED * 524288ULL, TIMED * BLOCK_NS);
	ck_assert_uint_eq(bench.session.place, 1024 * 611);
	bench_measure(&sequential);
	check_amount(0, 1024 * 1000 - 1, TIMED * 524288ULL, TIMED * BLOCK_NS);
	ck_assert_uint_eq(bench.session.place, 1024 * 222);
	bench_end();
}
END_TEST

/* No place is read twice by a ladder: 200 of 244,190,646 agree by chance in 1 of
 * 12,000. */
START_TEST(fresh_places)
{
	uint64_t seen[100];

	bench_begin("sim:ideal");
	bench.settings.count = 100;
	bench_measure(&accesses);
	ck_assert_uint_eq(bench.result.point_count, 100);
	for (size_t i = 0; i < 100; i++)
		seen[i] = bench.result.points[i].lba;
	bench_measure(&accesses);
	ck_assert_uint_eq(bench.result.point_count, 100);
	for (size_t i = 0; i < 100; i++)
		for (size_t j = 0; j < 100; j++)
			ck_assert_uint_ne(bench.result.points[i].lba, seen[j]);
	bench_end();
}
END_TEST

/* A part of a block takes its own time: sectors of 5,120 ns and 10,000 ns a command. */
static const struct {
	uint64_t offset, length; /* sectors */
	uint64_t first, last, commands;
} parts[] = {
	{0, 1, 0, 0, 1},
	{7, 1025, 7, 1031, 2},
	{SECTORS - 1, 0, SECTORS - 1, SECTORS - 1, 1},
	{SECTORS - 1025, 5000, SECTORS - 1025, SECTORS - 1, 2},
	{(1 << 28) - 3, 6, (1 << 28) - 3, (1 << 28) + 2, 1},
};

START_TEST(odd_ranges)
{
	uint64_t sectors = parts[_i].last - parts[_i].first + 1;

	bench_begin("sim:ideal");
	set_sectors(&bench.settings.offset, parts[_i].offset);
	set_sectors(&bench.settings.length, parts[_i].length);
	bench_measure(&sequential);
	check_amount(parts[_i].first, parts[_i].last, sectors * 512,
		     sectors * 5120 + parts[_i].commands * 10000);
	ck_assert_uint_eq(bench.result.commands, parts[_i].commands);
	bench_end();
}
END_TEST

/* 20,480 sectors a sample, 1,024 of lead: 21,504 for each. */
static const struct {
	uint64_t length;
	unsigned int count, repeat;
	size_t samples;
	uint64_t first, last, bytes; /* of each sample, in all runs */
} divisions[] = {
	{21504, 100, 1, 1, 1024, 1024, 10485760},
	{43007, 100, 1, 1, 1024, 1024, 10485760},
	{43008, 100, 1, 2, 1024, 22528, 10485760},
	{21503, 100, 1, 1, 0, 0, 10485760}, /* no room for the lead */
	{20480, 100, 1, 1, 0, 0, 10485760},
	{2048, 100, 1, 1, 0, 0, 1048576}, /* all there is */
	{1, 100, 1, 1, 0, 0, 512},
	{215040, 10, 1, 10, 1024, 194560, 10485760},
	{2150400, 3, 1, 3, 1024, 2129920, 10485760},
	{215040, 10, 2, 10, 1024, 194560, 2 * 10485760},
};

START_TEST(divided)
{
	const struct result *result;

	bench_begin("sim:ideal");
	set_sectors(&bench.settings.length, divisions[_i].length);
	bench.settings.zone_count = divisions[_i].count;
	bench.settings.repeat = divisions[_i].repeat;
	result = bench_measure(&zones);
	ck_assert_uint_eq(result->sample_count, divisions[_i].samples);
	ck_assert_uint_eq(result->run_count, divisions[_i].repeat);
	ck_assert_uint_eq(result->samples[0].lba, divisions[_i].first);
	ck_assert_uint_eq(result->samples[result->sample_count - 1].lba,
			  divisions[_i].last);
	ck_assert_uint_eq(result->bytes, divisions[_i].samples * divisions[_i].bytes);
	for (size_t i = 0; i < result->sample_count; i++)
		ck_assert_uint_eq(result->samples[i].bytes, divisions[_i].bytes);
	bench_end();
}
END_TEST

/* A sample begins at a multiple of 4 KiB, as near as can be. */
START_TEST(samples_are_aligned)
{
	bench_begin("sim:ideal");
	bench.settings.zone_count = 7;
	set_sectors(&bench.settings.offset, 5);
	bench_measure(&zones);
	/* (SECTORS - 5 - 21,504) × 3 / 6 = 976,751,829.5; 5 and 1,024 on. */
	ck_assert_uint_eq(bench.result.samples[3].lba, 976752858 / 8 * 8);
	ck_assert_uint_eq(bench.result.samples[6].lba, SECTORS - 20480);
	bench_end();
}
END_TEST

/* On a disk a sample shows the media's rate, not the seek: 72 MB/s at LBA 0. */
START_TEST(samples_without_seek)
{
	const struct result_sample *sample;
	double rate;

	bench_begin("sim:hdd,command_us=0,media_mb_s=72:36,zones=2");
	bench.settings.zone_count = 2;
	bench_measure(&zones);
	for (unsigned int i = 0; i < 2; i++) {
		sample = &bench.result.samples[i];
		rate = (double)sample->bytes * 1e3 / (double)sample->elapsed_ns;
		ck_assert_double_eq_tol(rate, i ? 36 : 72, 0.1);
	}
	bench_end();
}
END_TEST

/* Blocks that cannot be, and what is used. */
static const struct {
	const char *drive;
	enum path path;
	uint32_t asked, used; /* 0: refused */
	const char *words;    /* of the warning or the message */
} blocks[] = {
	{"sim:ideal", PATH_DMA, 0, 524288, NULL},
	{"sim:ideal", PATH_DMA, 512, 512, NULL},
	{"sim:ideal", PATH_DMA, 1536, 1536, NULL},
	{"sim:ideal", PATH_DMA, 33554432, 33554432, NULL},
	{"sim:ideal", PATH_DMA, 67108864, 33554432,
	 "the drive takes no commands of 64 MiB: halved to 32 MiB"},
	/* READ (10) counts to 65,535. */
	{"sim:ideal", PATH_SCSI, 33554432, 16777216, "halved to 16 MiB"},
	{"sim:ideal", PATH_DMA, 1000, 0, "is no multiple of the sector size"},
	{"sim:4kn", PATH_DMA, 2048, 0, "4096 bytes"},
	{"sim:4kn", PATH_DMA, 0, 524288, NULL},
	/* 28-bit commands: 256 sectors. */
	{"sim:pata,word=83:4000", PATH_DMA, 0, 131072, NULL},
	{"sim:pata,word=83:4000", PATH_DMA, 1048576, 131072, "the drive takes no"},
};

START_TEST(block_sizes)
{
	struct spec spec = sequential;
	const struct result *result;

	bench_begin(blocks[_i].drive);
	bench.target.max_bytes = 0; /* the kernel says nothing */
	set_sectors(&bench.settings.length, 200000);
	spec.path = blocks[_i].path;
	spec.block_bytes = blocks[_i].asked;
	result = bench_measure(&spec);
	if (!blocks[_i].used) {
		ck_assert_int_eq(result->status, EXIT_USAGE);
		ck_assert_str_eq(result->error_code, "block_size");
		ck_assert(bench_says(result->error_message, blocks[_i].words));
		ck_assert_uint_eq(result->commands, 0);
	} else {
		ck_assert_int_eq(result->status, 0);
		ck_assert_uint_eq(result->spec.block_bytes, blocks[_i].used);
		ck_assert(!blocks[_i].words == !bench_warning("block_size"));
		ck_assert(!blocks[_i].words ||
			  bench_says(bench_warning("block_size"), blocks[_i].words));
	}
	bench_end();
}
END_TEST

/* What the queue of the kernel takes; O_DIRECT is split below. */
START_TEST(queue_limit)
{
	struct spec spec = sequential;

	bench_begin("sim:ideal");
	bench.target.max_bytes = 300 * 1024;
	ck_assert_uint_eq(bench_measure(&spec)->spec.block_bytes, 262144);
	ck_assert_ptr_null(bench_warning("block_size"));
	spec.path = PATH_DIRECT;
	ck_assert_uint_eq(bench_measure(&spec)->spec.block_bytes, 262144);
	spec.path = PATH_DMA;
	spec.block_bytes = 1048576;
	ck_assert_uint_eq(bench_measure(&spec)->spec.block_bytes, 262144);
	ck_assert(bench_says(bench_warning("block_size"), "the kernel takes no"));
	spec.path = PATH_DIRECT;
	ck_assert_uint_eq(bench_measure(&spec)->spec.block_bytes, 1048576);
	bench_end();
}
END_TEST

/* Ranges that cannot be. */
static const struct {
	struct size offset, length;
	const char *words;
} wrong_ranges[] = {
	{{SECTORS, SIZE_SECTORS}, {0}, "past the end"},
	{{1000, SIZE_BYTES}, {0}, "--offset is no whole number of sectors"},
	{{0}, {513, SIZE_BYTES}, "--length is no whole number of sectors"},
};

START_TEST(wrong_range)
{
	const struct result *result;

	bench_begin("sim:ideal");
	bench.settings.offset = wrong_ranges[_i].offset;
	bench.settings.length = wrong_ranges[_i].length;
	result = bench_measure(&sequential);
	ck_assert_int_eq(result->status, EXIT_USAGE);
	ck_assert_str_eq(result->error_code, "range");
	ck_assert(bench_says(result->error_message, wrong_ranges[_i].words));
	ck_assert(!result->valid && !result->commands);
	bench_end();
}
END_TEST

/*
 * 99 % of 1,953,525,168 sectors are 1,933,989,916 and a bit, rounded down to 4 KiB
 * 1,933,989,912; the sample is led by a block.
 */
START_TEST(percent)
{
	bench_begin("sim:ideal,mb_s=100000");
	bench.settings.offset = (struct size){99000000, SIZE_PERCENT};
	bench_measure(&zones);
	ck_assert_uint_eq(bench.result.first_lba, 1933989912 + 1024);
	bench_end();
}
END_TEST

/* Extents of a file: each from its begin, none of what lies between. */
START_TEST(extents)
{
	static const struct plan_extent list[] = {{5000, 1025}, {100, 3}};
	const struct spec spec = {.test = TEST_FILE, .path = PATH_DMA, .depth = 1};

	bench_begin("sim:ideal");
	session_measure_extents(&bench.session, &spec, list, 2, &bench.result);
	check_amount(100, 6024, 1028 * 512, 1028 * 5120 + 3 * 10000);
	ck_assert_uint_eq(bench.result.commands, 3);
	bench_end();
}
END_TEST

static unsigned int completions;

static bool stop_soon(void)
{
	return completions > 100;
}

static void count_completed(void *closure, const struct spec *spec,
			    const struct engine_event *event)
{
	(void)closure;
	(void)spec;
	(void)event;
	completions++;
}

/* What was measured until then stays; in the warm-up there is at least that. */
START_TEST(interrupted)
{
	bench_begin("sim:ideal");
	bench.hooks.completed = count_completed;
	bench.hooks.stopped = stop_soon;
	completions = _i ? 101 : 0; /* at once, or after a while */
	bench.settings.repeat = 3;
	bench_measure(&sequential);
	ck_assert(bench.result.interrupted);
	ck_assert_uint_eq(bench.result.run_count, 1);
	ck_assert_uint_gt(bench.result.commands, 0);
	ck_assert_uint_lt(bench.result.commands, 150);
	ck_assert_uint_eq(bench.result.elapsed_ns, bench.result.commands * BLOCK_NS);
	ck_assert_int_eq(bench.result.status, 0);
	bench_end();
}
END_TEST

struct seen {
	unsigned int calls;
	double least, most;
};

static void see_progress(void *closure, const struct session_progress *progress)
{
	struct seen *seen = closure;

	ck_assert(progress->done >= 0 && progress->done <= 1);
	ck_assert_uint_ge(progress->run, 1);
	ck_assert_uint_le(progress->run, progress->runs);
	seen->least = !seen->calls || progress->done < seen->least ? progress->done
								   : seen->least;
	seen->most = progress->done > seen->most ? progress->done : seen->most;
	seen->calls++;
}

START_TEST(progress)
{
	static const enum test tests[] = {TEST_SEQUENTIAL, TEST_BUFFER, TEST_ZONES,
					  TEST_ACCESS};
	struct spec spec = {.test = tests[_i], .path = PATH_DMA, .depth = 1};
	struct seen seen = {0};

	bench_begin("sim:ideal");
	bench.hooks.progress = see_progress;
	bench.hooks.closure = &seen;
	bench.settings.repeat = 2;
	bench.settings.count = 10000; /* 0.5 s, so that there is a poll */
	bench_measure(&spec);
	ck_assert_uint_ge(seen.calls, 1);
	bench_end();
}
END_TEST

static const struct {
	const char *drive;
	struct spec spec;
	const char *code;
	const char *words; /* NULL: no such warning */
} notes[] = {
	{"sim:ideal",
	 {TEST_SEQUENTIAL, PATH_DMA, 0, 4, false},
	 "one_at_a_time",
	 "--path=ncq and --path=scsi"},
	{"sim:ideal", {TEST_SEQUENTIAL, PATH_NCQ, 0, 4, false}, "one_at_a_time", NULL},
	{"sim:ideal", {TEST_SEQUENTIAL, PATH_DMA, 0, 1, false}, "one_at_a_time", NULL},
	{"sim:ideal", {TEST_SEQUENTIAL, PATH_DMA, 0, 1, false}, "below_link", "-q 32"},
	{"sim:ideal", {TEST_SEQUENTIAL, PATH_NCQ, 0, 4, false}, "below_link", NULL},
	{"sim:ideal", {TEST_SEQUENTIAL, PATH_VERIFY, 0, 1, false}, "below_link", NULL},
	{"sim:ideal", {TEST_BUFFER, PATH_DMA, 0, 1, false}, "below_link", NULL},
	{"sim:ideal,mb_s=550",
	 {TEST_SEQUENTIAL, PATH_DMA, 0, 1, false},
	 "below_link",
	 NULL},
	{"sim:hdd", {TEST_SEQUENTIAL, PATH_DMA, 0, 1, false}, "below_link", NULL},
	{"sim:ideal,mb_s=900",
	 {TEST_SEQUENTIAL, PATH_DMA, 0, 1, false},
	 "above_link",
	 "% of what the link can carry"},
	{"sim:ideal,mb_s=900",
	 {TEST_SEQUENTIAL, PATH_VERIFY, 0, 1, false},
	 "above_link",
	 NULL},
	{"sim:ideal,mb_s=500",
	 {TEST_SEQUENTIAL, PATH_DMA, 0, 1, false},
	 "above_link",
	 NULL},
	{"sim:ideal,zeros=0-900000",
	 {TEST_SEQUENTIAL, PATH_DMA, 0, 1, false},
	 "zeros",
	 "100 % of what was read is zeros"},
	{"sim:ideal", {TEST_SEQUENTIAL, PATH_DMA, 0, 1, false}, "zeros", NULL},
	/* A disk without TRIM that holds zeros holds zeros. */
	{"sim:hdd,zeros=0-900000",
	 {TEST_SEQUENTIAL, PATH_DMA, 0, 1, false},
	 "zeros",
	 NULL},
	/* So does an old one that says nothing of its rotation. */
	{"sim:pata,word=217:0,zeros=0-900000",
	 {TEST_SEQUENTIAL, PATH_DMA, 0, 1, false},
	 "zeros",
	 NULL},
};

START_TEST(notes_on_figures)
{
	const char *message;

	bench_begin(notes[_i].drive);
	bench_measure(&notes[_i].spec);
	ck_assert_int_eq(bench.result.status, 0);
	message = bench_warning(notes[_i].code);
	if (notes[_i].words)
		ck_assert_msg(bench_says(message, notes[_i].words), "%s", message);
	else
		ck_assert_msg(!message, "%s", message);
	bench_end();
}
END_TEST

/* Without a path there is a message, and no figure. */
START_TEST(no_path)
{
	struct spec spec = {.test = TEST_SEQUENTIAL, .path = PATH_PAGE, .depth = 1};

	bench_begin("sim:ideal");
	bench_measure(&spec);
	ck_assert_int_eq(bench.result.status, EXIT_COULD_NOT_ASK);
	ck_assert_str_eq(bench.result.error_code, "path");
	spec.path = PATH_DMA;
	bench.target.no_pass_through = true;
	bench_measure(&spec);
	ck_assert_int_eq(bench.result.status, EXIT_COULD_NOT_ASK);
	ck_assert_str_eq(bench.result.error_code, "no_permission");
	ck_assert(!bench.result.valid && !bench.result.commands);
	bench_end();
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("session");
	TCase *tests = tcase_create("session");

	tcase_set_timeout(tests, 60);
	tcase_add_loop_test(tests, as_it_comes, 0, COUNT(defaults));
	tcase_add_loop_test(tests, random_reads, 0, COUNT(access_limits));
	tcase_add_loop_test(tests, successive_runs, 0, COUNT(repeats));
	tcase_add_test(tests, successive_results);
	tcase_add_test(tests, fresh_places);
	tcase_add_loop_test(tests, odd_ranges, 0, COUNT(parts));
	tcase_add_loop_test(tests, divided, 0, COUNT(divisions));
	tcase_add_test(tests, samples_are_aligned);
	tcase_add_test(tests, samples_without_seek);
	tcase_add_loop_test(tests, block_sizes, 0, COUNT(blocks));
	tcase_add_test(tests, queue_limit);
	tcase_add_loop_test(tests, wrong_range, 0, COUNT(wrong_ranges));
	tcase_add_test(tests, percent);
	tcase_add_test(tests, extents);
	tcase_add_loop_test(tests, interrupted, 0, 2);
	tcase_add_loop_test(tests, progress, 0, 4);
	tcase_add_loop_test(tests, notes_on_figures, 0, COUNT(notes));
	tcase_add_test(tests, no_path);
	suite_add_tcase(suite, tests);
	return unit_main(suite);
}
