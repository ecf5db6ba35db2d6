/* SPDX-License-Identifier: BSD-2-Clause */
#include <dirent.h>
#include <errno.h>
#include <sys/stat.h>
#include <unistd.h>

#include "sgio.h"
#include "unit.h"

/*
 * What sgio_open_linux() says to a path that is no drive. What it does with one is
 * shown in a guest (tests/vm/cases/depth.sh): there is no drive here.
 */
static char dir[] = "/tmp/test_linux_XXXXXX";

struct wrong {
	const char *path;
	unsigned int depth;
	int rc;
};

/* clang-format off */
static const struct wrong wrongs[] = {
	{"missing", 1, -ENOENT},
	{"dangling", 1, -ENOENT},
	{"loop", 1, -ELOOP},
	{"file/below", 1, -ENOTDIR},
	{"/dev/sd-not-there", 8, -ENOENT},
	{"", 1, -ENOENT},
	{".", 1, -EISDIR},
	{"/dev", 1, -EISDIR},
	{"file", 1, -ENOTTY},
	{"link", 1, -ENOTTY},
	{"fifo", 1, -ENOTTY}, /* and does not wait for a writer */
	{"/dev/null", 1, -ENOTTY},
	{"/dev/null", 32, -ENOTTY},
	{"/dev/zero", 1, -ENOTTY},
	{"/dev/null", 64, -ENOTTY},
	{"/dev/null", 0, -EINVAL},
	{"/dev/null", 65, -EINVAL},
	{"missing", 65, -EINVAL},
};
/* clang-format on */

static void make_files(void)
{
	ck_assert_ptr_nonnull(mkdtemp(dir));
	ck_assert_int_eq(chdir(dir), 0);
	ck_assert_int_eq(mknod("file", S_IFREG | 0644, 0), 0);
	ck_assert_int_eq(mkfifo("fifo", 0644), 0);
	ck_assert_int_eq(symlink("file", "link"), 0);
	ck_assert_int_eq(symlink("missing", "dangling"), 0);
	ck_assert_int_eq(symlink("loop", "loop"), 0);
}

static void remove_files(void)
{
	static const char *const names[] = {"file", "fifo", "link", "dangling", "loop"};

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		unlink(names[i]);
	ck_assert_int_eq(chdir("/"), 0);
	rmdir(dir);
}

static int count_files(void)
{
	DIR *files = opendir("/proc/self/fd");
	int count = 0;

	ck_assert_ptr_nonnull(files);
	while (readdir(files))
		count++;
	closedir(files);
	return count;
}

START_TEST(what_is_no_drive_does_not_open)
{
	const struct wrong *w = &wrongs[_i];
	struct sgio_drive *drive = NULL;
	int files = count_files();

	ck_assert_int_eq(sgio_open_linux(w->path, w->depth, &drive), w->rc);
	ck_assert_ptr_null(drive);
	ck_assert_int_eq(count_files(), files);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("linux");
	TCase *tc = tcase_create("open");

	tcase_add_unchecked_fixture(tc, make_files, remove_files);
	tcase_add_loop_test(tc, what_is_no_drive_does_not_open, 0,
			    sizeof(wrongs) / sizeof(wrongs[0]));
	suite_add_tcase(suite, tc);
	return unit_main(suite);
}
