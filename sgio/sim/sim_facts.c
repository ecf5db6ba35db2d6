/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>

#include "facts.h"
#include "sim_drive.h"

/*
 * What the kernel would say of the simulated drive, worked out from its IDENTIFY page
 * by libata's rules, on purpose not by those of ata/: the two must be able to disagree.
 */
#define MHZ_100 INT64_C(100000000)
#define LOGICAL_MIN 512
#define LOGICAL_MAX 65536

static uint64_t number(const struct sim_drive *sim, unsigned int word,
		       unsigned int words)
{
	uint64_t value = 0;

	for (unsigned int i = words; i-- > 0;)
		value = value << 16 | sim_word(sim, word + i);
	return value;
}

static uint64_t capacity(const struct sim_drive *sim)
{
	bool lba48 = (sim_word(sim, 83) & 0xc400) == 0x4400;

	if (!(sim_word(sim, 49) & 0x0200))
		return (uint64_t)sim_word(sim, 1) * sim_word(sim, 3) * sim_word(sim, 6);
	return lba48 ? number(sim, 100, 4) : number(sim, 60, 2);
}

/* A page from a file may say anything; only a power of two makes sectors. */
static uint32_t logical_size(const struct sim_drive *sim)
{
	uint64_t bytes = number(sim, 117, 2) * 2;

	if ((sim_word(sim, 106) & 0xd000) != 0x5000)
		return LOGICAL_MIN;
	if (bytes < LOGICAL_MIN || bytes > LOGICAL_MAX || bytes & (bytes - 1))
		return LOGICAL_MIN;
	return (uint32_t)bytes;
}

static unsigned int physical_exponent(const struct sim_drive *sim)
{
	uint16_t w = sim_word(sim, 106);

	return (w & 0xe000) == 0x6000 ? w & 0x0f : 0;
}

/* Ends trimmed, as sysfs shows it. */
static void put_string(char *to, const uint8_t *text, size_t length)
{
	while (length && (text[length - 1] == ' ' || !text[length - 1]))
		length--;
	memcpy(to, text, length);
	to[length] = '\0';
}

static int64_t device_speed(const struct sim_drive *sim)
{
	static const int64_t speed[] = {15, 30, 60};
	uint16_t w = sim_word(sim, 76);
	unsigned int now = sim_word(sim, 77) >> 1 & 7;

	if (w == 0 || w == 0xffff || w & 1)
		return -1;
	if (sim_word(sim, 77) != 0xffff && now >= 1 && now <= 3)
		return speed[now - 1] * MHZ_100;
	for (int i = 3; i > 0; i--) {
		if (w >> i & 1)
			return speed[i - 1] * MHZ_100;
	}
	return -1;
}

static void fill_names(struct sgio_facts *facts, const struct sim_drive *sim)
{
	strcpy(facts->kernel_name, "sim0");
	strcpy(facts->block_name, "sim0");
	strcpy(facts->scsi_address, "0:0:0:0");
	strncpy(facts->driver, sim->profile->driver, sizeof(facts->driver) - 1);
	if (sim->setup.sleep == SIM_SUSPENDED)
		strcpy(facts->runtime_status, "suspended");
	else
		strcpy(facts->runtime_status, "active");
	if (sim->profile->kind == SIM_BRIDGE) {
		facts->bus = SGIO_BUS_USB;
		strcpy(facts->usb_id, "13fd:1650");
		return;
	}
	facts->bus = SGIO_BUS_ATA;
	strcpy(facts->ata_port, "ata1");
	strcpy(facts->ata_link, "link1");
	strcpy(facts->ata_device, "dev1.0");
}

/* The kernel keeps what INQUIRY said: so does this. */
static void fill_inquiry(struct sgio_facts *facts, struct sim_drive *sim)
{
	uint8_t data[36] = {0};
	struct sgio_request request = {
		.cdb = {0x12, 0, 0, 0, sizeof(data), 0},
		.cdb_length = 6,
		.direction = SGIO_IN,
		.data = data,
		.length = sizeof(data),
	};

	if (sim->profile->kind == SIM_PACKET)
		sim_packet_inquiry(sim, &request);
	else
		sim_inquiry_run(sim, &request);
	facts->peripheral_type = data[0] & 0x1f;
	put_string(facts->vendor, data + 8, 8);
	put_string(facts->product, data + 16, 16);
	put_string(facts->product_rev, data + 32, 4);
}

static int64_t queue_depth(const struct sim_drive *sim)
{
	if (sim->profile->kind == SIM_DISK && sim_has_ncq(sim))
		return (sim_word(sim, 75) & 0x1f) + 1;
	return 1;
}

/* A page from a file may count more blocks than any drive has bytes. */
static int64_t capacity_bytes(const struct sim_drive *sim)
{
	if (sim->blocks > INT64_MAX / sim->logical_size)
		return -1;
	return (int64_t)(sim->blocks * sim->logical_size);
}

static void fill_numbers(struct sgio_facts *facts, const struct sim_drive *sim)
{
	bool disk = sim->profile->kind == SIM_DISK;

	facts->queue_depth = queue_depth(sim);
	facts->max_transfer_bytes = disk ? INT64_C(32767) * 512 : INT64_C(240) * 512;
	if (disk || sim->profile->kind == SIM_PACKET) {
		facts->host_max_bits_per_second = sim->profile->host_max;
		if (sim->profile->host_max > 0)
			facts->link_bits_per_second = device_speed(sim);
	}
	if (sim->profile->kind == SIM_PACKET)
		return;
	facts->capacity_bytes = capacity_bytes(sim);
	facts->logical_block_size = sim->logical_size;
	facts->physical_block_size = (int64_t)sim->logical_size
				     << sim->physical_exponent;
}

void sim_facts_fill(struct sim_drive *sim)
{
	struct sgio_facts *facts = &sim->drive.facts;

	sim->logical_size = logical_size(sim);
	sim->physical_exponent = physical_exponent(sim);
	sim->blocks = capacity(sim);
	sim->native_max = sim->setup.native_max;
	if (sim->native_max == SIM_NEVER)
		sim->native_max = sim->blocks ? sim->blocks - 1 : 0;

	sgio_facts_unknown(facts);
	facts->node = SGIO_NODE_SIM;
	fill_names(facts, sim);
	fill_inquiry(facts, sim);
	fill_numbers(facts, sim);
}
