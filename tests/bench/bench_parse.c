/* SPDX-License-Identifier: BSD-2-Clause */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "identify.h"

/*
 * Pages a second on one core: checksum, rules and the value of every row.
 *   bench_parse [PAGES] < 512 bytes
 */
static double seconds(void)
{
	struct timespec now;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
	return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static uint64_t all_values(const struct ata_identify *id)
{
	static struct ata_value values[ATA_FACT_COUNT];
	uint64_t known = 0;

	ata_identify_values(id, values);
	for (size_t i = 0; i < ATA_FACT_COUNT; i++)
		known += values[i].known;
	return known;
}

int main(int argc, char **argv)
{
	uint8_t page[ATA_IDENTIFY_BYTES];
	uint64_t pages = argc > 1 ? strtoull(argv[1], NULL, 10) : 500000;
	uint64_t values = 0;
	struct ata_identify id;
	double start, elapsed;

	if (fread(page, 1, sizeof(page), stdin) != sizeof(page))
		return 1;
	start = seconds();
	for (uint64_t i = 0; i < pages; i++) {
		if (ata_identify_parse(&id, page, sizeof(page)) == 0)
			values += all_values(&id);
	}
	elapsed = seconds() - start;
	printf("%.0f pages/s, %" PRIu64 " values a page\n", (double)pages / elapsed,
	       values / pages);
	return 0;
}
