/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>

#include "sim_drive.h"
#include "sim_log.h"

/* SMART (B0h): data, thresholds, logs, status (ACS-3 7.48; SFF-8035i for the data). */
enum {
	READ_DATA = 0xd0,
	READ_THRESHOLDS = 0xd1,
	READ_LOG = 0xd5,
	RETURN_STATUS = 0xda,
	ERROR_ABRT = 0x04,
	ATTRIBUTES_AT = 2,
	ATTRIBUTE_BYTES = 12,
};

#define LBA_KEY UINT64_C(0xc24f00)
#define LBA_EXCEEDED UINT64_C(0x2cf400)

struct attribute {
	uint8_t id;
	uint8_t flags; /* 0 pre-failure, 1 updated online, 4 event count, 5 kept */
	uint8_t value, worst, threshold;
	uint32_t raw;
};

/* clang-format off */
static const struct attribute rotating[] = {
	{   1, 0x0b, 100, 100, 62, 0 },      /* raw read error rate */
	{   3, 0x07, 175, 175, 33, 2000 },   /* spin-up time */
	{   4, 0x12, 100, 100,  0, 120 },    /* start/stop count */
	{   5, 0x33, 100, 100,  5, 0 },      /* reallocated sectors */
	{   9, 0x12,  99,  99,  0, 500 },    /* power-on hours */
	{  12, 0x32, 100, 100,  0, 100 },    /* power cycles */
	{ 194, 0x02, 171, 171,  0, 32 },     /* temperature */
	{ 197, 0x22, 100, 100,  0, 0 },      /* pending sectors */
	{ 199, 0x0a, 200, 200,  0, 0 },      /* interface CRC errors */
};

static const struct attribute solid_state[] = {
	{   5, 0x33, 100, 100, 10, 0 },      /* reallocated blocks */
	{   9, 0x32,  99,  99,  0, 500 },    /* power-on hours */
	{  12, 0x32,  99,  99,  0, 100 },    /* power cycles */
	{ 177, 0x13,  98,  98,  0, 20 },     /* wear levelling */
	{ 194, 0x22,  68,  60,  0, 32 },     /* temperature */
	{ 199, 0x3e, 100, 100,  0, 0 },      /* interface CRC errors */
	{ 241, 0x32,  99,  99,  0, 123456 }, /* sectors written */
};
/* clang-format on */

static const struct attribute *attributes_of(const struct sim_drive *sim, size_t *count)
{
	if (sim_word(sim, 217) == 1) {
		*count = sizeof(solid_state) / sizeof(solid_state[0]);
		return solid_state;
	}
	*count = sizeof(rotating) / sizeof(rotating[0]);
	return rotating;
}

/* The first attribute with a threshold is worn out where the status says so. */
static uint8_t value_of(const struct sim_drive *sim, const struct attribute *a,
			bool *failing)
{
	if (!sim->setup.smart_failing || *failing || !a->threshold)
		return a->value;
	*failing = true;
	return 1;
}

static void put_attribute(uint8_t *at, const struct attribute *a, uint8_t value)
{
	at[0] = a->id;
	at[1] = a->flags;
	at[3] = value;
	at[4] = value < a->worst ? value : a->worst;
	for (int i = 0; i < 4; i++)
		at[5 + i] = (uint8_t)(a->raw >> 8 * i);
}

static void put_attributes(const struct sim_drive *sim, uint8_t *page, bool thresholds)
{
	size_t count;
	const struct attribute *a = attributes_of(sim, &count);
	uint8_t *at = page + ATTRIBUTES_AT;
	bool failing = false;

	page[0] = 16;
	for (size_t i = 0; i < count; i++, at += ATTRIBUTE_BYTES) {
		at[0] = a[i].id;
		if (thresholds)
			at[1] = a[i].threshold;
		else
			put_attribute(at, &a[i], value_of(sim, &a[i], &failing));
	}
}

static void put_capabilities(uint8_t *page)
{
	page[364] = 120;  /* seconds to complete off-line */
	page[367] = 0x5b; /* off-line tests, self-tests, selective ones */
	page[368] = 0x03; /* saves by itself and before it powers down */
	page[370] = 0x01; /* error log */
	page[372] = 2;    /* minutes: short test */
	page[373] = 70;   /* extended test */
}

void sim_smart_seal(uint8_t *page)
{
	uint8_t sum = 0;

	for (int i = 0; i < SIM_PAGE_BYTES - 1; i++)
		sum = (uint8_t)(sum + page[i]);
	page[SIM_PAGE_BYTES - 1] = (uint8_t)-sum;
}

static void read_page(const struct sim_drive *sim, struct sim_command *command,
		      bool thresholds)
{
	uint8_t page[SIM_PAGE_BYTES] = {0};

	put_attributes(sim, page, thresholds);
	if (!thresholds)
		put_capabilities(page);
	sim_smart_seal(page);
	sim_ata_deliver(command, page, sizeof(page));
}

void sim_smart_run(const struct sim_drive *sim, struct sim_command *command)
{
	if ((command->tf.lba & 0xffff00) != LBA_KEY) {
		sim_ata_fail(command, ERROR_ABRT);
		return;
	}
	switch (command->tf.features) {
	case READ_DATA:
		read_page(sim, command, false);
		break;
	case READ_THRESHOLDS:
		read_page(sim, command, true);
		break;
	case READ_LOG:
		sim_log_run_smart(sim, command);
		break;
	case RETURN_STATUS:
		if (sim->setup.smart_failing)
			command->registers.lba = LBA_EXCEEDED;
		break;
	default:
		sim_ata_fail(command, ERROR_ABRT);
		break;
	}
}
