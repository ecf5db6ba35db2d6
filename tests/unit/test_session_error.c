/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <string.h>

#include "clock_drive.h"
#include "session_bench.h"

#define COUNT(table) ((int)(sizeof(table) / sizeof((table)[0])))
#define BLOCK 524288ULL /* bytes: 1,024 sectors */

/* 8 MiB, 16 commands: all that these tests read. */
static const struct size eight = {8 << 20, SIZE_BYTES};

static void begin(const char *argument)
{
	bench_begin(argument);
	bench.settings.length = eight;
}

static void check_error(const struct result *result, uint64_t count, uint64_t lba,
			uint32_t blocks, enum ata_outcome outcome)
{
	ck_assert_uint_eq(result->error_count, count);
	if (!count)
		return;
	ck_assert_uint_eq(result->errors[0].lba, lba);
	ck_assert_uint_eq(result->errors[0].blocks, blocks);
	ck_assert_str_eq(result_error_kind(&result->errors[0]),
			 ata_outcome_name(outcome));
}

/* Simulated faults. Command 1 is IDENTIFY, so the read of block n is number n + 2. */
static const struct {
	const char *drive;
	enum path path;
	uint64_t max_errors; /* 0: the default */
	uint64_t count, lba;
	uint32_t blocks;
	enum ata_outcome outcome;
	uint64_t good;    /* blocks that came, of 16 */
	const char *code; /* the result's error; NULL for none */
	bool ended;
} faults[] = {
	{"sim:ideal,unc=5000", PATH_DMA, 0, 1, 5000, 1, ATA_UNCORRECTABLE, 15, NULL,
	 false},
	{"sim:ideal,unc=5000", PATH_PIO, 0, 1, 5000, 1, ATA_UNCORRECTABLE, 15, NULL,
	 false},
	{"sim:ideal,unc=5000", PATH_VERIFY, 0, 1, 5000, 1, ATA_UNCORRECTABLE, 15, NULL,
	 false},
	{"sim:ideal,unc=5000", PATH_NCQ, 0, 1, 5000, 1, ATA_UNCORRECTABLE, 15, NULL,
	 false},
	{"sim:ideal,unc=5000", PATH_SCSI, 0, 1, 5000, 1, ATA_UNCORRECTABLE, 15, NULL,
	 false},
	{"sim:ideal,unc=5000", PATH_DIRECT, 0, 1, 5000, 1, ATA_UNCORRECTABLE, 15, NULL,
	 false},
	/* The first and the last sector, and where halves meet. */
	{"sim:ideal,unc=0", PATH_DMA, 0, 1, 0, 1, ATA_UNCORRECTABLE, 15, NULL, false},
	{"sim:ideal,unc=16383", PATH_NCQ, 0, 1, 16383, 1, ATA_UNCORRECTABLE, 15, NULL,
	 false},
	{"sim:ideal,unc=4608,no-sense", PATH_DMA, 0, 1, 4608, 1, ATA_OTHER_ERROR, 15,
	 NULL, false},
	{"sim:ideal,unc=4607,no-sense", PATH_SCSI, 0, 1, 4607, 1, ATA_OTHER_ERROR, 15,
	 NULL, false},
	{"sim:ideal,unc=5119,no-sense", PATH_DIRECT, 0, 1, 5119, 1, ATA_OTHER_ERROR, 15,
	 NULL, false},
	/* Of several in a command the first. */
	{"sim:ideal,unc=4700-5100,no-sense", PATH_DMA, 0, 1, 4700, 1, ATA_OTHER_ERROR,
	 15, NULL, false},
	/* As many as are allowed, and no more. */
	{"sim:ideal,unc=4096-8191", PATH_DMA, 0, 3, 4096, 1, ATA_UNCORRECTABLE, 4, NULL,
	 false},
	{"sim:ideal,unc=4096-8191", PATH_DMA, 1, 1, 4096, 1, ATA_UNCORRECTABLE, 4, NULL,
	 false},
	{"sim:ideal,unc=4096-8191", PATH_DMA, 5, 4, 4096, 1, ATA_UNCORRECTABLE, 12,
	 NULL, false},
	{"sim:ideal,unc=0-16383", PATH_DMA, 0, 3, 0, 1, ATA_UNCORRECTABLE, 0, "no_data",
	 false},
	/* READ DMA EXT is refused, READ DMA, of 256 sectors at most, works. */
	{"sim:ideal,abort=25", PATH_DMA, 0, 3, 0, 512, ATA_ABORTED, 0, "no_data",
	 false},
	/* Nothing of a sector. */
	{"sim:ideal,short=5", PATH_DMA, 0, 1, 3072, 1024, ATA_SHORT, 15, NULL, false},
	{"sim:ideal,short=5", PATH_NCQ, 0, 1, 3072, 1024, ATA_SHORT, 15, NULL, false},
	{"sim:ideal,icrc=5", PATH_DMA, 0, 1, 3072, 1024, ATA_INTERFACE_CRC, 15, NULL,
	 false},
	/* The end. */
	{"sim:ideal,timeout=5", PATH_DMA, 0, 1, 3072, 1024, ATA_TIMED_OUT, 3, "timeout",
	 true},
	{"sim:ideal,timeout=5", PATH_SCSI, 0, 1, 3072, 1024, ATA_TIMED_OUT, 3,
	 "timeout", true},
	{"sim:ideal,timeout=2", PATH_DMA, 0, 1, 0, 1024, ATA_TIMED_OUT, 0, "timeout",
	 true},
	{"sim:ideal,gone-after=5", PATH_NCQ, 0, 1, 4096, 1024, ATA_GONE, 4, "gone",
	 true},
	/* 7 and 8 are what looks for the sector. */
	{"sim:ideal,unc=5000,no-sense,timeout=8", PATH_DMA, 0, 1, 4096, 1024,
	 ATA_OTHER_ERROR, 4, "timeout", true},
	{"sim:ideal,unc=5000,timeout=7", PATH_SCSI, 0, 1, 5000, 1, ATA_UNCORRECTABLE, 4,
	 "timeout", true},
	{"sim:ideal,unc=5000,gone-after=6", PATH_NCQ, 0, 1, 4096, 1024,
	 ATA_UNCORRECTABLE, 4, "gone", true},
};

START_TEST(fault)
{
	struct spec spec = {
		.test = TEST_SEQUENTIAL, .path = faults[_i].path, .depth = 1};
	const struct result *result;

	begin(faults[_i].drive);
	if (faults[_i].max_errors)
		bench.settings.max_errors = faults[_i].max_errors;
	result = bench_measure(&spec);
	check_error(result, faults[_i].count, faults[_i].lba, faults[_i].blocks,
		    faults[_i].outcome);
	ck_assert_int_eq(result->status, EXIT_REFUSED);
	ck_assert_uint_eq(result->bytes, faults[_i].good * BLOCK);
	ck_assert_uint_eq(result->run_count, faults[_i].good ? 1 : 0);
	/* Time of what came, and of nothing else: no data is 10,000 ns. */
	ck_assert_uint_eq(result->elapsed_ns,
			  faults[_i].good *
				  (spec.path == PATH_VERIFY ? 10000 : 5252880));
	if (faults[_i].code)
		ck_assert_str_eq(result->error_code, faults[_i].code);
	else
		ck_assert_ptr_null(result->error_code);
	ck_assert(result->valid == !faults[_i].code);
	ck_assert(bench.session.ended == faults[_i].ended);
	bench_end();
}
END_TEST

/* A test that ended because of --max-errors says so, and only that. */
START_TEST(ended_by_count)
{
	struct spec spec = {.test = TEST_SEQUENTIAL, .path = PATH_DMA, .depth = 1};

	begin("sim:ideal,unc=4096-8191");
	bench_measure(&spec);
	ck_assert(bench_says(bench_warning("max_errors"), "after 3 read errors"));
	bench.settings.max_errors = 5;
	bench_measure(&spec);
	ck_assert_ptr_null(bench_warning("max_errors"));
	bench_end();
}
END_TEST

/* After what ended the session nothing is sent: not to a drive that works again. */
START_TEST(later_tests)
{
	struct spec spec = {.test = TEST_SEQUENTIAL, .path = PATH_DMA, .depth = 1};
	const struct result *result;

	begin("sim:ideal,timeout=5");
	bench_measure(&spec);
	spec.test = TEST_ACCESS;
	result = bench_measure(&spec);
	ck_assert_str_eq(result->error_code, "not_run");
	ck_assert(bench_says(result->error_message, "did not answer before"));
	ck_assert_int_eq(result->status, EXIT_COULD_NOT_ASK);
	ck_assert(!result->valid && !result->commands);
	bench_end();
}
END_TEST

/*
 * Two errors by NCQ, and it goes on by dma: in that result, which keeps its path, and
 * in later ones, which say so.
 */
START_TEST(leave_queue)
{
	static const enum path paths[] = {PATH_NCQ, PATH_SCSI};
	struct spec spec = {.test = TEST_SEQUENTIAL, .path = paths[_i], .depth = 1};
	const struct result *result;

	begin("sim:ideal,unc=5000-8000");
	bench.settings.max_errors = 10;
	result = bench_measure(&spec);
	check_error(result, 4, 5000, 1, ATA_UNCORRECTABLE);
	ck_assert_uint_eq(result->bytes, 12 * BLOCK);
	ck_assert_int_eq(result->spec.path, paths[_i]);
	ck_assert(bench_says(bench_warning("ncq_errors"),
			     "behind LBA 5120, after 2 errors"));
	spec.depth = 32;
	result = bench_measure(&spec);
	ck_assert_int_eq(result->spec.path, PATH_DMA);
	ck_assert_uint_eq(result->spec.depth, 1);
	ck_assert(bench_says(bench_warning("ncq_errors"), "read by dma"));
	spec.path = PATH_DIRECT; /* whose errors the kernel handles */
	result = bench_measure(&spec);
	ck_assert_int_eq(result->spec.path, PATH_DIRECT);
	bench_end();
}
END_TEST

/* There is no dma for who may not pass through: the test ends. */
START_TEST(leave_queue_without_privilege)
{
	struct spec spec = {.test = TEST_SEQUENTIAL, .path = PATH_SCSI, .depth = 1};
	const struct result *result;

	begin("sim:ideal,unc=5000-8000");
	bench.settings.max_errors = 10;
	bench.target.no_pass_through = true;
	result = bench_measure(&spec);
	check_error(result, 2, 5000, 1, ATA_UNCORRECTABLE);
	ck_assert(bench_says(bench_warning("ncq_errors"), "root could"));
	result = bench_measure(&spec);
	ck_assert_str_eq(result->error_code, "ncq_errors");
	ck_assert_int_eq(result->status, EXIT_REFUSED);
	bench_end();
}
END_TEST

/* Where nothing is queued nothing can be turned off: by the drive, by the kernel. */
static const struct {
	const char *drive;
	int64_t queue_depth;
} unqueued[] = {
	{"sim:pata,unc=5000-8000", -1},
	{"sim:ideal,unc=5000-8000", 1},
};

START_TEST(stay_without_queue)
{
	struct spec spec = {.test = TEST_SEQUENTIAL, .path = PATH_SCSI, .depth = 1};

	begin(unqueued[_i].drive);
	bench.settings.max_errors = 10;
	bench.target.no_pass_through = true;
	bench.target.drive->facts.queue_depth = unqueued[_i].queue_depth;
	bench_measure(&spec);
	ck_assert_uint_eq(bench.result.error_count, 4);
	ck_assert_ptr_null(bench_warning("ncq_errors"));
	bench_end();
}
END_TEST

/*
 * Block 300 is bad: the window goes on until it is full, 572 blocks of 5,252,880 ns
 * after 39 of warm-up, and there is no second warm-up. Nor is there when block 20 is.
 */
START_TEST(window_goes_on)
{
	static const char *const drives[] = {"sim:ideal,unc=307205",
					     "sim:ideal,unc=20485"};
	struct spec spec = {.test = TEST_SEQUENTIAL, .path = PATH_DMA, .depth = 1};

	begin(drives[_i]);
	bench.settings.length.number = 0;
	bench_measure(&spec);
	ck_assert_uint_eq(bench.result.error_count, 1);
	ck_assert_uint_eq(bench.result.commands, 572);
	ck_assert_uint_eq(bench.result.elapsed_ns, 572 * UINT64_C(5252880));
	ck_assert_uint_eq(bench.result.last_lba, 1024 * (39 + 572 + 1) - 1);
	bench_end();
}
END_TEST

/* Others that were outstanding ended with it; they are no errors. */
START_TEST(at_depth)
{
	struct spec spec = {.test = TEST_SEQUENTIAL, .path = PATH_NCQ, .depth = 8};
	const struct result *result;

	begin("sim:ideal,unc=5000");
	bench.settings.length = (struct size){64 << 20, SIZE_BYTES};
	result = bench_measure(&spec);
	check_error(result, 1, 5000, 1, ATA_UNCORRECTABLE);
	ck_assert_uint_eq(result->last_lba, 131071);
	ck_assert_uint_eq(result->bytes % BLOCK, 0);
	/* 128 blocks, less the bad one and at most 7 beside it. */
	ck_assert_uint_ge(result->bytes, 120 * BLOCK);
	ck_assert_uint_le(result->bytes, 127 * BLOCK);
	bench_end();
}
END_TEST

/* In a sample of zones; the others are whole. */
START_TEST(in_a_sample)
{
	struct spec spec = {.test = TEST_ZONES, .path = PATH_DMA, .depth = 1};
	const struct result *result;

	begin("sim:ideal,unc=30000");
	bench.settings.length = (struct size){43008, SIZE_SECTORS};
	result = bench_measure(&spec);
	check_error(result, 1, 30000, 1, ATA_UNCORRECTABLE);
	ck_assert_uint_eq(result->sample_count, 2);
	ck_assert_uint_eq(result->samples[0].bytes, 20 * BLOCK);
	ck_assert_uint_eq(result->samples[1].bytes, 19 * BLOCK);
	ck_assert_uint_eq(result->samples[1].elapsed_ns, 19 * 5252880);
	bench_end();
	/* In what goes before it: the next command takes its place. */
	begin("sim:ideal,unc=22000");
	bench.settings.length = (struct size){43008, SIZE_SECTORS};
	result = bench_measure(&spec);
	ck_assert_uint_eq(result->sample_count, 2);
	ck_assert_uint_eq(result->samples[1].lba, 22528 + 1024);
	ck_assert_uint_eq(result->samples[1].bytes, 19 * BLOCK);
	bench_end();
}
END_TEST

/* 03/11.04, without an LBA. */
static const char uncorrectable[] = "70 00 03 00 00 00 00 0a 00 00 00 00 11 04"
				    " 00 00 00 00";

/* A drive whose every command is known, in the place of the simulated one. */
static struct clock_drive mathematical;
static struct sgio_drive *simulated;

static void begin_clock(const char *argument)
{
	begin(argument);
	mathematical = new_clock_drive();
	simulated = bench.target.drive;
	mathematical.drive.facts = simulated->facts;
	bench.target.drive = &mathematical.drive;
}

static void end_clock(void)
{
	bench.target.drive = simulated;
	bench_end();
}

/* Commands that the kernel did not take. */
static const struct {
	enum path path;
	unsigned int numbers[2]; /* of commands, 0 for none */
	int error;
	uint32_t block; /* that is used then */
	uint64_t errors, bytes;
} refusals[] = {
	{PATH_DMA, {1}, EINVAL, 262144, 0, 16 * BLOCK},
	{PATH_DMA, {1, 2}, EINVAL, 131072, 0, 16 * BLOCK},
	{PATH_SCSI, {1, 2}, EIO, 131072, 0, 16 * BLOCK},
	{PATH_NCQ, {1, 2}, ENOMEM, 131072, 0, 16 * BLOCK},
	{PATH_DIRECT, {1, 2}, EINVAL, 131072, 0, 16 * BLOCK},
	/* To O_DIRECT this is a sector that cannot be read. */
	{PATH_DIRECT, {1}, EIO, 524288, 1, 15 * BLOCK},
	/* There was data before. */
	{PATH_DMA, {2}, EINVAL, 524288, 1, 15 * BLOCK},
	{PATH_SCSI, {16}, EIO, 524288, 1, 15 * BLOCK},
	/* Another errno says nothing of the size. */
	{PATH_DMA, {1}, EOVERFLOW, 524288, 1, 15 * BLOCK},
};

START_TEST(refused_size)
{
	struct spec spec = {
		.test = TEST_SEQUENTIAL, .path = refusals[_i].path, .depth = 1};
	const struct result *result;

	begin_clock("sim:ideal");
	for (unsigned int i = 0; i < 2; i++)
		mathematical.faults[i] = (struct clock_fault){
			.number = refusals[_i].numbers[i], .error = refusals[_i].error};
	result = bench_measure(&spec);
	ck_assert_uint_eq(result->error_count, refusals[_i].errors);
	ck_assert_uint_eq(result->bytes, refusals[_i].bytes);
	ck_assert_uint_eq(result->spec.block_bytes, refusals[_i].block);
	ck_assert_int_eq(result->status, refusals[_i].errors ? EXIT_REFUSED : 0);
	ck_assert(!bench_warning("block_size") == (refusals[_i].block == 524288));
	if (refusals[_i].block == 131072)
		ck_assert_str_eq(
			bench_warning("block_size"),
			"the kernel takes no commands of 512 KiB: halved to 128 KiB");
	end_clock();
}
END_TEST

/* The plan begins anew: at the same places, by the same chance. */
START_TEST(refused_size_of_other_plans)
{
	static const struct plan_extent extents[] = {{5000, 3}, {100, 1025}};
	struct spec spec = {
		.test = TEST_ACCESS, .path = PATH_DMA, .block_bytes = 8192, .depth = 1};
	uint64_t lba[20];

	begin_clock("sim:ideal");
	bench.settings.count = 20;
	mathematical.faults[0] = (struct clock_fault){.number = 1, .error = EINVAL};
	bench_measure(&spec);
	ck_assert_uint_eq(bench.result.point_count, 20);
	for (unsigned int i = 0; i < 20; i++)
		lba[i] = bench.result.points[i].lba;
	spec.block_bytes = 4096;
	bench.session.random = bench.settings.seed;
	bench_measure(&spec);
	for (unsigned int i = 0; i < 20; i++)
		ck_assert_uint_eq(lba[i], bench.result.points[i].lba);
	result_free(&bench.result);
	spec = (struct spec){.test = TEST_FILE, .path = PATH_NCQ, .depth = 4};
	mathematical.faults[0].number = mathematical.submitted + 1;
	session_measure_extents(&bench.session, &spec, extents, 2, &bench.result);
	ck_assert_uint_eq(bench.result.error_count, 0);
	ck_assert_uint_eq(bench.result.bytes, 1028 * 512);
	end_clock();
}
END_TEST

/*
 * A drive of 28-bit addresses, whose dma reads 256 sectors at most where READ (10) has
 * read 1,024. Looking for what can be read now takes 256 three times, then 128, 64, …,
 * 1 and the last one, and one read more: 13 commands.
 */
START_TEST(smaller_commands_by_dma)
{
	struct spec spec = {.test = TEST_SEQUENTIAL, .path = PATH_SCSI, .depth = 1};
	const struct result *result;

	begin_clock("sim:ideal,word=83:4000");
	mathematical.faults[0] =
		(struct clock_fault){.number = 1, .sense = uncorrectable};
	mathematical.faults[1] =
		(struct clock_fault){.number = 15, .sense = uncorrectable};
	result = bench_measure(&spec);
	check_error(result, 2, 0, 1024, ATA_UNCORRECTABLE);
	ck_assert_ptr_nonnull(bench_warning("ncq_errors"));
	ck_assert_uint_eq(result->bytes, 14 * BLOCK);
	ck_assert_uint_eq(result->commands, 14 * 4);
	ck_assert_uint_eq(mathematical.submitted, 28 + 14 * 4);
	end_clock();
}
END_TEST

/* Those that a reset took along are not errors of their own. */
START_TEST(reset_beside)
{
	struct spec spec = {.test = TEST_SEQUENTIAL, .path = PATH_NCQ, .depth = 4};

	begin_clock("sim:ideal");
	mathematical.servers = 4;
	mathematical.faults[0] = (struct clock_fault){.number = 5, .host_status = 8};
	mathematical.faults[1] =
		(struct clock_fault){.number = 6, .sense = uncorrectable};
	mathematical.faults[2] = (struct clock_fault){.number = 7, .host_status = 8};
	bench_measure(&spec);
	check_error(&bench.result, 1, 5120, 1024, ATA_UNCORRECTABLE);
	end_clock();
}
END_TEST

/* By dma one command follows the other, though eight were outstanding before. */
START_TEST(one_at_a_time_by_dma)
{
	static struct clock_entry entries[CLOCK_LOG];
	struct spec spec = {.test = TEST_SEQUENTIAL, .path = PATH_SCSI, .depth = 8};

	begin_clock("sim:ideal");
	bench.settings.length = (struct size){64 << 20, SIZE_BYTES};
	mathematical.servers = 8;
	mathematical.log = entries;
	mathematical.faults[0] =
		(struct clock_fault){.number = 1, .sense = uncorrectable};
	mathematical.faults[1] =
		(struct clock_fault){.number = 2, .sense = uncorrectable};
	bench_measure(&spec);
	ck_assert_uint_eq(bench.result.error_count, 2);
	ck_assert_ptr_nonnull(bench_warning("ncq_errors"));
	ck_assert_uint_gt(mathematical.logged, 100);
	for (unsigned int i = mathematical.logged - 100; i < mathematical.logged; i++)
		ck_assert_uint_ge(entries[i].start_ns, entries[i - 1].end_ns);
	end_clock();
}
END_TEST

/* What could not be sent, or never came back: no error of the drive's. */
static const struct {
	struct clock_fault fault;
	const char *code;
	uint64_t bytes;
} losses[] = {
	{{.number = 3, .submit = -ENODEV}, "cannot_ask", 2 * BLOCK},
	{{.number = 1, .submit = -EBADRQC}, "cannot_ask", 0},
	{{.number = 3, .reap = -EDEADLK}, "no_time", 2 * BLOCK},
};

START_TEST(lost)
{
	struct spec spec = {.test = TEST_SEQUENTIAL, .path = PATH_DMA, .depth = 1};
	const struct result *result;

	begin_clock("sim:ideal");
	mathematical.faults[0] = losses[_i].fault;
	result = bench_measure(&spec);
	ck_assert_str_eq(result->error_code, losses[_i].code);
	ck_assert_int_eq(result->status, EXIT_COULD_NOT_ASK);
	ck_assert_uint_eq(result->bytes, losses[_i].bytes);
	ck_assert_uint_eq(result->error_count, 0);
	ck_assert(bench.session.ended);
	result = bench_measure(&spec);
	ck_assert_str_eq(result->error_code, "not_run");
	ck_assert_int_eq(result->status, EXIT_COULD_NOT_ASK);
	ck_assert(bench_says(result->error_message, "could not be asked"));
	mathematical.drive.outstanding = 0;
	end_clock();
}
END_TEST

/* DID_RESET with no cause beside it: looked for, and not found. */
START_TEST(reset_alone)
{
	struct spec spec = {.test = TEST_SEQUENTIAL, .path = PATH_NCQ, .depth = 1};

	begin_clock("sim:ideal");
	mathematical.faults[0] = (struct clock_fault){.number = 4, .host_status = 8};
	bench_measure(&spec);
	check_error(&bench.result, 1, 3072, 1024, ATA_RESET);
	ck_assert_uint_eq(bench.result.bytes, 15 * BLOCK);
	end_clock();
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("session_error");
	TCase *tests = tcase_create("session_error");

	tcase_set_timeout(tests, 60);
	tcase_add_loop_test(tests, fault, 0, COUNT(faults));
	tcase_add_test(tests, ended_by_count);
	tcase_add_test(tests, later_tests);
	tcase_add_loop_test(tests, leave_queue, 0, 2);
	tcase_add_test(tests, leave_queue_without_privilege);
	tcase_add_loop_test(tests, stay_without_queue, 0, COUNT(unqueued));
	tcase_add_loop_test(tests, window_goes_on, 0, 2);
	tcase_add_test(tests, at_depth);
	tcase_add_test(tests, in_a_sample);
	tcase_add_loop_test(tests, refused_size, 0, COUNT(refusals));
	tcase_add_test(tests, refused_size_of_other_plans);
	tcase_add_test(tests, smaller_commands_by_dma);
	tcase_add_loop_test(tests, lost, 0, COUNT(losses));
	tcase_add_test(tests, reset_alone);
	tcase_add_test(tests, reset_beside);
	tcase_add_test(tests, one_at_a_time_by_dma);
	suite_add_tcase(suite, tests);
	return unit_main(suite);
}
