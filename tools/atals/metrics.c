/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "message.h"
#include "print.h"

/* One family of metrics: a sample for each drive, with the label device. */
struct metric {
	const char *name, *type, *help;
	enum column_id column;
};

// clang-format off
static const struct metric metrics[] = {
	{ "ata_drive_capacity_bytes", "gauge", "Capacity by the kernel.", COLUMN_SIZE },
	{ "ata_drive_link_baud", "gauge", "Signalling rate of the serial link now; 6e9 is 6.0 Gb/s.", COLUMN_LINK_NOW },
	{ "ata_drive_link_drive_max_baud", "gauge", "Highest signalling rate of the drive.", COLUMN_LINK_DRIVE },
	{ "ata_drive_link_host_max_baud", "gauge", "Highest signalling rate of the host's end.", COLUMN_LINK_HOST },
	{ "ata_drive_link_below_maximum", "gauge", "1 when the link runs below what both its ends can do.", COLUMN_LINK_BELOW },
	{ "ata_drive_ncq_depth", "gauge", "Queue depth of the drive.", COLUMN_NCQ_DRIVE },
	{ "ata_drive_queue_depth", "gauge", "Queue depth that the kernel uses.", COLUMN_NCQ_KERNEL },
	{ "ata_drive_rotation_rate_rpm", "gauge", "Rotations a minute, 0 for a drive that does not rotate.", COLUMN_RPM },
	{ "ata_drive_commands_total", "counter", "Commands sent since the drive was found.", COLUMN_REQUESTS },
	{ "ata_drive_command_errors_total", "counter", "Commands that failed.", COLUMN_IO_ERRORS },
	{ "ata_drive_command_timeouts_total", "counter", "Commands that were not answered in time.", COLUMN_TIMEOUTS },
	{ "ata_drive_speed_downs_total", "counter", "Times the kernel slowed the drive down after errors.", COLUMN_SPEED_DOWNS },
};

static const struct {
	const char *name;
	enum column_id column;
} labels[] = {
	{ "model", COLUMN_MODEL },
	{ "serial", COLUMN_SERIAL },
	{ "firmware", COLUMN_FIRMWARE },
	{ "wwn", COLUMN_WWN },
	{ "bus", COLUMN_BUS },
	{ "port", COLUMN_PORT },
	{ "driver", COLUMN_DRIVER },
	{ "power", COLUMN_POWER },
};
// clang-format on

/* A label's value: backslash, quote and newline are escaped; cells have no newline. */
static void put_label(const char *name, const char *bytes, size_t length)
{
	printf("%s=\"", name);
	for (size_t i = 0; i < length; i++) {
		if (bytes[i] == '\\' || bytes[i] == '"')
			putchar('\\');
		putchar(bytes[i]);
	}
	putchar('"');
}

/* Labels that are not known are left out, which Prometheus takes for empty. */
static void print_info(struct disk *disk, struct sgio_text *text)
{
	printf("ata_drive_info{");
	put_label("device", disk->name, strlen(disk->name));
	for (size_t i = 0; i < sizeof(labels) / sizeof(labels[0]); i++) {
		text->length = 0;
		if (!columns[labels[i].column].get(disk, text))
			continue;
		putchar(',');
		put_label(labels[i].name, text->bytes, text->length);
	}
	printf("} 1\n");
}

static void print_head(const char *name, const char *type, const char *help)
{
	printf("# HELP %s %s\n# TYPE %s %s\n", name, help, name, type);
}

static void print_metric(const struct disk_list *list, const struct metric *metric,
			 struct sgio_text *text)
{
	struct disk_entry *entry;
	bool any = false;

	for (entry = list->first; entry; entry = entry->next) {
		struct disk *disk = &entry->disk;

		text->length = 0;
		if (!columns[metric->column].get(disk, text))
			continue;
		if (!any)
			print_head(metric->name, metric->type, metric->help);
		any = true;
		printf("%s{", metric->name);
		put_label("device", disk->name, strlen(disk->name));
		printf("} %.*s\n", (int)text->length, text->bytes);
	}
}

int print_metrics(const struct disk_list *list, const struct atals_options *options)
{
	struct sgio_text text = {.bytes = NULL};
	struct disk_entry *entry;
	int rc;

	(void)options;
	if (list->first)
		print_head("ata_drive_info", "gauge",
			   "Who the drive is and where it hangs.");
	for (entry = list->first; entry; entry = entry->next)
		print_info(&entry->disk, &text);
	for (size_t i = 0; i < sizeof(metrics) / sizeof(metrics[0]); i++)
		print_metric(list, &metrics[i], &text);
	rc = text.failed ? -ENOMEM : 0;
	free(text.bytes);
	output_flush();
	return rc;
}
