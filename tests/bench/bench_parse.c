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

int main(int argc, char **argv)
{
	uint8_t page[ATA_IDENTIFY_BYTES];
	uint64_t pages = argc > 1 ? strtoull(argv[1], NULL, 10) : 500000;
	static struct ata_value values[ATA_FACT_COUNT];
	uint64_t known = 0;
	struct ata_identify id;
	double start, elapsed;

	if (fread(page, 1, sizeof(page), stdin) != sizeof(page))
		return 1;
	start = seconds();
	for (uint64_t i = 0; i < pages; i++) {
		if (ata_identify_parse(&id, page, sizeof(page)))
			return 1;
		ata_identify_values(&id, values);
	}
	elapsed = seconds() - start;
	for (size_t i = 0; i < ATA_FACT_COUNT; i++)
		known += values[i].known;
	printf("%.0f pages/s, %" PRIu64 " values a page\n", (double)pages / elapsed,
	       known);
	return 0;
}
