/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>

#include "atatime/explain.h"
#include "unit.h"

/* Verdicts over figures made by hand; rates in MB/s, speeds in 100 MHz. */
#define MB 1e6
#define LINK(now, drive, host)                                   \
	.own_link = true, .link_limit = (now)*1e7 * 2048 / 2052, \
	.link_speed = (now)*1e8, .drive_max_speed = (drive)*1e8, \
	.host_max_speed = (host)*1e8
#define DISK .has_rotation = true, .rotating = true
#define FLASH .has_rotation = true

struct verdict {
	const char *name;
	struct evidence evidence;
	enum limit limit;
	const char *words; /* in one of the sentences; NULL for none */
	const char *never; /* in none of them; NULL for none */
};

/* clang-format off */
static const struct verdict verdicts[] = {
	{"a disk", {LINK(30, 30, 60), DISK, .buffer = 250 * MB, .sequential = 72 * MB,
	 .media = 72 * MB, .queued = 71 * MB, .direct = 72 * MB}, LIMIT_MEDIA,
	 "72 MB/s", "link limits"},
	{"a fast SSD", {LINK(60, 60, 60), FLASH, .buffer = 530 * MB, .sequential = 500 * MB,
	 .queued = 550 * MB, .direct = 500 * MB}, LIMIT_LINK, "6.0 Gb/s", "cable"},
	{"the same at half its speed", {LINK(30, 60, 60), FLASH, .buffer = 270 * MB,
	 .sequential = 265 * MB, .queued = 280 * MB}, LIMIT_LINK_SLOW, "cable", NULL},
	{"a host of 3 Gb/s is no fault of the cable", {LINK(30, 60, 30), FLASH,
	 .sequential = 265 * MB, .queued = 280 * MB}, LIMIT_LINK, "3.0 Gb/s", "cable"},
	{"a slow link that is not the limit is said all the same", {LINK(15, 60, 60), DISK,
	 .sequential = 72 * MB, .media = 72 * MB, .buffer = 140 * MB}, LIMIT_MEDIA, "cable",
	 NULL},
	{"commands cost too much", {LINK(60, 60, 60), FLASH, .sequential = 200 * MB,
	 .queued = 400 * MB, .direct = 200 * MB}, LIMIT_COMMAND, "queue", NULL},
	{"the block layer is slow", {LINK(60, 60, 60), FLASH, .sequential = 400 * MB,
	 .queued = 420 * MB, .direct = 250 * MB}, LIMIT_HOST, "250 MB/s", NULL},
	{"slow flash", {LINK(60, 60, 60), FLASH, .sequential = 300 * MB,
	 .queued = 310 * MB, .direct = 300 * MB}, LIMIT_MEDIA, "flash", NULL},
	{"zeros say nothing of flash", {LINK(60, 60, 60), FLASH, .zeros = true,
	 .sequential = 300 * MB, .queued = 310 * MB}, LIMIT_UNKNOWN, "zeros", "its flash"},
	{"behind a bridge there is no verdict of the link", {.link_speed = 15e8,
	 .drive_max_speed = 30e8, DISK, .sequential = 140 * MB, .media = 200 * MB},
	 LIMIT_UNKNOWN, "bridge", "cable"},
	{"others used it", {LINK(60, 60, 60), FLASH, .other_io = true,
	 .sequential = 500 * MB, .queued = 550 * MB}, LIMIT_OTHER_IO, "idle", "link limits"},
	{"faster than the link", {LINK(15, 15, 15), FLASH, .sequential = 400 * MB},
	 LIMIT_UNKNOWN, "emulated", "link limits"},
	{"VERIFY slower than reading", {LINK(60, 60, 60), DISK, .sequential = 200 * MB,
	 .media = 50 * MB, .queued = 200 * MB}, LIMIT_UNKNOWN, "READ VERIFY was slower",
	 "medium limits"},
	{"one command at a time, while a queue fills the link", {LINK(60, 60, 60), FLASH,
	 .sequential = 174 * MB, .queued = 559 * MB}, LIMIT_COMMAND, "559 MB/s with a queue",
	 NULL},
	{"no look-ahead", {LINK(30, 30, 30), DISK, .sequential = 28 * MB, .media = 28 * MB,
	 .queued = 72 * MB, .lookahead_off = true}, LIMIT_COMMAND, "look-ahead is disabled",
	 "Larger blocks"},
	{"platters nearly as fast as the link", {LINK(30, 30, 30), DISK,
	 .sequential = 267 * MB, .media = 290 * MB, .queued = 290 * MB}, LIMIT_MEDIA,
	 "290 MB/s", "link limits"},
	{"platters faster than the link", {LINK(15, 15, 15), DISK, .sequential = 140 * MB,
	 .media = 150 * MB, .queued = 140 * MB}, LIMIT_LINK, "1.5 Gb/s", NULL},
	{"a buffer that was not measured is no 0", {LINK(30, 30, 60), DISK,
	 .sequential = 72 * MB, .media = 72 * MB}, LIMIT_MEDIA, "72 MB/s", "buffer"},
	{"a range of nothing", {LINK(30, 30, 30), DISK, .buffer = 3 * MB, .sequential = 3 * MB,
	 .media = 3 * MB, .small = true, .command_ns = 200000}, LIMIT_UNKNOWN, "too little",
	 "200 us"},
	{"Ctrl-C", {LINK(30, 30, 30), DISK, .buffer = 267 * MB, .interrupted = true},
	 LIMIT_UNKNOWN, "Interrupted", "Nothing could be read"},
	{"it vanished", {LINK(30, 30, 30), DISK, .buffer = 267 * MB, .ended = true,
	 .failed = 1}, LIMIT_UNKNOWN, "does not answer any more", "Nothing could be read"},
	{"a buffer, and no sector", {LINK(30, 30, 30), DISK, .buffer = 267 * MB, .failed = 9},
	 LIMIT_UNKNOWN, "9 reads failed", "Nothing could be read"},
	{"bad sectors are said beside the verdict", {LINK(30, 30, 30), DISK,
	 .sequential = 72 * MB, .media = 72 * MB, .failed = 1}, LIMIT_MEDIA, "1 read failed",
	 NULL},
	{"nothing at all", {.own_link = false}, LIMIT_UNKNOWN, "Nothing could be read", NULL},
};
/* clang-format on */

static bool says(const struct explanation *explanation, const char *words)
{
	for (size_t i = 0; i < explanation->sentence_count; i++) {
		if (strstr(explanation->sentences[i], words))
			return true;
	}
	return false;
}

START_TEST(verdict)
{
	const struct verdict *v = &verdicts[_i];
	struct explanation explanation = {.figure_count = 0};

	explain_judge(&v->evidence, &explanation);
	ck_assert_msg(explanation.limit == v->limit, "%s: %s, not %s", v->name,
		      limit_name(explanation.limit), limit_name(v->limit));
	ck_assert_msg(!v->words || says(&explanation, v->words), "%s: no '%s' in '%s'",
		      v->name, v->words, explanation.sentences[0]);
	ck_assert_msg(!v->never || !says(&explanation, v->never), "%s: says '%s'",
		      v->name, v->never);
	explanation_free(&explanation);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("explain");
	TCase *tcase = tcase_create("verdicts");

	tcase_add_loop_test(tcase, verdict, 0,
			    (int)(sizeof(verdicts) / sizeof(verdicts[0])));
	suite_add_tcase(suite, tcase);
	return unit_main(suite);
}
