/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef UNIT_H
#define UNIT_H

#include <check.h>
#include <stdlib.h>

/* Run @suite; the exit status of a test program. No fork: sanitizers see all of it. */
static inline int unit_main(Suite *suite)
{
	SRunner *runner = srunner_create(suite);
	int failed;

	srunner_set_fork_status(runner, CK_NOFORK);
	srunner_run_all(runner, CK_NORMAL);
	failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}

#endif
