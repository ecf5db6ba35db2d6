/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The least that a read by SG_IO can cost, to hold atatime and sg_pt against:
 *
 *   bare dma|scsi NODE BYTES SECONDS
 *
 * one command at a time of BYTES, from LBA 0 on, for SECONDS, after 0.2 s that do not
 * count. Prints 10^6 bytes a second.
 */
#include <fcntl.h>
#include <scsi/sg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

#define BLOCK_BYTES 512
#define WARMUP 0.2

static double now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC_RAW, &t);
	return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static void put_be(uint8_t *at, uint64_t value, int bytes)
{
	while (bytes--) {
		at[bytes] = (uint8_t)value;
		value >>= 8;
	}
}

/* READ DMA EXT by ATA PASS-THROUGH (16); READ (16). */
static void put_cdb(uint8_t *cdb, int dma, uint64_t lba, uint32_t blocks)
{
	memset(cdb, 0, 16);
	if (!dma) {
		cdb[0] = 0x88;
		put_be(cdb + 2, lba, 8);
		put_be(cdb + 10, blocks, 4);
		return;
	}
	cdb[0] = 0x85;
	cdb[1] = 6 << 1 | 1;
	cdb[2] = 0x0e;
	put_be(cdb + 5, blocks, 2);
	cdb[7] = (uint8_t)(lba >> 24);
	cdb[8] = (uint8_t)lba;
	cdb[9] = (uint8_t)(lba >> 32);
	cdb[10] = (uint8_t)(lba >> 8);
	cdb[11] = (uint8_t)(lba >> 40);
	cdb[12] = (uint8_t)(lba >> 16);
	cdb[13] = 0x40;
	cdb[14] = 0x25;
}

static int read_once(int fd, int dma, uint64_t lba, uint8_t *data, uint32_t bytes)
{
	uint8_t cdb[16], sense[64];
	struct sg_io_hdr io = {
		.interface_id = 'S',
		.dxfer_direction = SG_DXFER_FROM_DEV,
		.cmd_len = sizeof(cdb),
		.mx_sb_len = sizeof(sense),
		.dxfer_len = bytes,
		.dxferp = data,
		.cmdp = cdb,
		.sbp = sense,
		.timeout = 30000,
	};

	put_cdb(cdb, dma, lba, bytes / BLOCK_BYTES);
	if (ioctl(fd, SG_IO, &io) < 0 || io.status || io.host_status)
		return -1;
	return 0;
}

int main(int argc, char **argv)
{
	int dma, fd;
	uint32_t bytes;
	double seconds, start, open_at = 0, end = 0;
	uint64_t lba = 0, total = 0;
	uint8_t *data;

	if (argc != 5)
		return 1;
	dma = !strcmp(argv[1], "dma");
	fd = open(argv[2], O_RDONLY | O_NONBLOCK);
	bytes = (uint32_t)strtoul(argv[3], NULL, 10);
	seconds = strtod(argv[4], NULL);
	if (fd < 0 || posix_memalign((void **)&data, 2 << 20, bytes))
		return 2;
	memset(data, 1, bytes);
	for (start = now(); end < start + WARMUP + seconds;
	     lba += bytes / BLOCK_BYTES) {
		if (read_once(fd, dma, lba, data, bytes))
			return 3;
		end = now();
		if (end < start + WARMUP)
			open_at = end;
		else
			total += bytes;
	}
	printf("%.3f\n", (double)total / (end - open_at) / 1e6);
	free(data);
	close(fd);
	return 0;
}
