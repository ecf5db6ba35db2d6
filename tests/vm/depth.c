/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Several requests outstanding on a real node, in a test guest:
 *
 *   depth NODE zeros|numbers
 *   depth NODE rate
 *
 * The disk reads as zeros, or each block of it as its own number in decimal. A line for
 * each thing shown: "ok NAME" or "not ok NAME: why"; with rate, "rate DEPTH COMMANDS" a
 * second. The exit status is that of the opening.
 */
#include <dirent.h>
#include <errno.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "sat.h"
#include "sgio.h"

enum {
	DEPTH_MAX = 32,
	COMMANDS = 320,
	BLOCK_BYTES = 512,
	BLOCKS = 16384, /* that are read; so many has the smallest disk */
	STRIDE = 37,    /* from one LBA to the next */
	TIMEOUT_MS = 15000,
	CLOSINGS = 20,
	UNTOUCHED = 0xc5,
};

enum kind { IDENTIFY, READ_16 };
enum content { ZEROS, NUMBERS };

struct slot {
	struct sgio_request request;
	uint64_t lba;
	uint8_t data[BLOCK_BYTES];
};

static struct slot slots[DEPTH_MAX + 1];
static uint8_t page[BLOCK_BYTES]; /* the first one that was read */
static enum content content;

static void put_read_16(uint8_t *cdb, uint64_t lba)
{
	cdb[0] = 0x88;
	for (int i = 9; i > 1; i--, lba >>= 8)
		cdb[i] = (uint8_t)lba;
	cdb[13] = 1;
}

static void put_identify(uint8_t *cdb)
{
	static const struct ata_taskfile identify = {
		.command = 0xec, .count = 1, .protocol = SAT_PIO_IN};

	sat_encode_cdb(&identify, 16, cdb);
}

static void fill_slot(struct slot *slot, enum kind kind, unsigned int number)
{
	memset(&slot->request, 0, sizeof(slot->request));
	memset(slot->data, UNTOUCHED, sizeof(slot->data));
	slot->lba = (uint64_t)number * STRIDE % BLOCKS;
	if (kind == IDENTIFY)
		put_identify(slot->request.cdb);
	else
		put_read_16(slot->request.cdb, slot->lba);
	slot->request.cdb_length = 16;
	slot->request.direction = SGIO_IN;
	slot->request.data = slot->data;
	slot->request.length = BLOCK_BYTES;
	slot->request.timeout_ms = TIMEOUT_MS;
	slot->request.owner = slot;
}

static bool is_block(const struct slot *slot)
{
	char text[24] = "";

	if (content == NUMBERS) {
		memcpy(text, slot->data + BLOCK_BYTES - 20, 19);
		return strtoull(text, NULL, 10) == slot->lba;
	}
	for (int i = 0; i < BLOCK_BYTES; i++)
		if (slot->data[i])
			return false;
	return true;
}

/* What is wrong with a request that came back, or NULL. */
static const char *fault_of(const struct sgio_drive *drive, const struct slot *slot,
			    enum kind kind)
{
	static char text[80];
	struct ata_result result;

	sat_judge(&slot->request, drive->facts.node, &result);
	if (result.outcome != ATA_OK) {
		snprintf(text, sizeof(text), "%s, errno %d, host %u, status %u",
			 ata_outcome_name(result.outcome), slot->request.reply.error,
			 slot->request.reply.host_status,
			 slot->request.reply.scsi_status);
		return text;
	}
	if (kind == READ_16)
		return is_block(slot) ? NULL : "the data is another block's";
	if (!page[0] && !page[1])
		memcpy(page, slot->data, sizeof(page));
	return memcmp(page, slot->data, sizeof(page)) ? "a page is different" : NULL;
}

static void report(unsigned int depth, const char *name, const char *fault)
{
	printf("%s %u %s%s%s\n", fault ? "not ok" : "ok", depth, name,
	       fault ? ": " : "", fault ? fault : "");
}

static const char *submit_all(struct sgio_drive *drive, enum kind kind)
{
	for (unsigned int i = 0; i < drive->depth; i++) {
		fill_slot(&slots[i], kind, i);
		if (sgio_submit(drive, &slots[i].request))
			return "not taken";
	}
	return NULL;
}

/* The first of drive->depth are outstanding: keep it so until all were sent. */
static const char *keep_outstanding(struct sgio_drive *drive, enum kind kind,
				    unsigned int commands)
{
	const char *fault = NULL, *first = NULL;
	struct sgio_request *request;
	unsigned int sent = drive->depth;
	struct slot *slot;

	for (unsigned int back = 0; back < commands; back++) {
		if (sgio_reap(drive, &request))
			return "fewer came back than were sent";
		slot = request->owner;
		fault = fault_of(drive, slot, kind);
		if (!first)
			first = fault;
		if (sent == commands)
			continue;
		fill_slot(slot, kind, sent++);
		if (sgio_submit(drive, request))
			return "not taken";
	}
	return first;
}

static const char *too_many(struct sgio_drive *drive)
{
	struct slot *slot = &slots[DEPTH_MAX];

	fill_slot(slot, IDENTIFY, 0);
	return sgio_submit(drive, &slot->request) == -EAGAIN ? NULL : "no EAGAIN";
}

static void run(struct sgio_drive *drive, enum kind kind, const char *name)
{
	struct sgio_request *request;
	const char *fault = submit_all(drive, kind);

	if (kind == READ_16)
		report(drive->depth, "limit", too_many(drive));
	if (!fault)
		fault = keep_outstanding(drive, kind, COMMANDS);
	if (!fault && sgio_reap(drive, &request) != -ENOENT)
		fault = "more came back than were sent";
	report(drive->depth, name, fault);
}

static int count_entries(const char *path)
{
	DIR *dir = opendir(path);
	int count = 0;

	while (dir && readdir(dir))
		count++;
	if (dir)
		closedir(dir);
	return count;
}

/* A request was carried out to its end, or never begun; and nobody writes any more. */
static const char *settled(unsigned int depth, unsigned int *begun)
{
	static struct slot before[DEPTH_MAX];

	for (unsigned int i = 0; i < depth; i++) {
		const struct sgio_reply *reply = &slots[i].request.reply;

		if (!reply->start_ns != !reply->end_ns)
			return "a request was left half way";
		*begun += reply->start_ns != 0;
	}
	memcpy(before, slots, sizeof(before));
	usleep(30000);
	return memcmp(before, slots, sizeof(before)) ? "written to afterwards" : NULL;
}

/* On one processor no worker runs before the caller waits. */
static void run_alone(bool alone)
{
	const struct sched_param parameter = {.sched_priority = alone ? 1 : 0};

	sched_setscheduler(0, alone ? SCHED_FIFO : SCHED_OTHER, &parameter);
}

/* Close with @depth outstanding, of which the workers have begun @begun. */
static const char *close_at_once(const char *node, unsigned int depth, useconds_t wait,
				 unsigned int *begun)
{
	struct sgio_drive *drive;
	const char *fault;

	if (sgio_open_linux(node, depth, &drive))
		return "cannot open";
	run_alone(!wait);
	fault = submit_all(drive, READ_16);
	if (wait)
		usleep(wait);
	sgio_close(drive);
	run_alone(false);
	return fault ? fault : settled(depth, begun);
}

static void close_often(const char *node, unsigned int depth)
{
	int files = count_entries("/proc/self/fd");
	unsigned int begun = 0, unsent = 0;
	const char *fault = NULL;

	for (useconds_t i = 1; i <= CLOSINGS && !fault; i++)
		fault = close_at_once(node, depth, i * 200, &begun);
	if (!fault && count_entries("/proc/self/fd") != files)
		fault = "a descriptor is left";
	if (!fault && count_entries("/proc/self/task") != 3) /* ".", "..", this one */
		fault = "a thread is left";
	report(depth, "close", fault ? fault : begun ? NULL : "none was sent");
	if (depth == 1)
		return;
	fault = close_at_once(node, depth, 0, &unsent);
	report(depth, "close-unsent", fault ? fault : unsent ? "some were sent" : NULL);
}

static int show(const char *node)
{
	static const unsigned int depths[] = {1, 8, DEPTH_MAX};
	struct sgio_drive *drive;
	int rc;

	for (size_t i = 0; i < sizeof(depths) / sizeof(depths[0]); i++) {
		rc = sgio_open_linux(node, depths[i], &drive);
		if (rc < 0)
			return -rc;
		run(drive, IDENTIFY, "identify");
		run(drive, READ_16, "read");
		sgio_close(drive);
		close_often(node, depths[i]);
	}
	return 0;
}

static int measure(const char *node)
{
	struct sgio_drive *drive;
	const char *fault;
	uint64_t start;

	for (unsigned int depth = 1; depth <= DEPTH_MAX; depth *= 2) {
		int rc = sgio_open_linux(node, depth, &drive);

		if (rc < 0)
			return -rc;
		start = sgio_now(drive);
		fault = submit_all(drive, READ_16);
		if (!fault)
			fault = keep_outstanding(drive, READ_16, 40 * depth);
		printf("rate %u %u\n", depth,
		       (unsigned int)(UINT64_C(40000000000) * depth /
				      (sgio_now(drive) - start)));
		report(depth, "rate", fault);
		sgio_close(drive);
	}
	return 0;
}

int main(int argc, char **argv)
{
	if (argc != 3)
		return EINVAL;
	setvbuf(stdout, NULL, _IOLBF, 0);
	content = strcmp(argv[2], "numbers") ? ZEROS : NUMBERS;
	return strcmp(argv[2], "rate") ? show(argv[1]) : measure(argv[1]);
}
