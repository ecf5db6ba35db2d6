/* SPDX-License-Identifier: BSD-2-Clause */
/* atals: the ATA drives of this host, from sysfs alone. */
#include "atals/by_id.h"
#include "atals/gather.h"
#include "message.h"

static int print_list(const struct disk_list *list, const struct atals_options *options)
{
	switch (options->output) {
	case ATALS_LINES:
		return print_lines(list, options);
	case ATALS_METRICS:
		return print_metrics(list, options);
	default:
		return print_table(list, options);
	}
}

int main(int argc, char **argv)
{
	enum exit_status status = EXIT_DONE;
	struct atals_options options;
	struct disk_list list = {.first = NULL};

	atals_options_parse(&options, argc, argv);
	gather(&options, &list, &status);
	if (print_list(&list, &options)) {
		message("out of memory");
		status |= EXIT_COULD_NOT_ASK;
	}
	disk_list_free(&list);
	by_id_free();
	return (int)status;
}
