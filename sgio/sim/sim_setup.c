/* SPDX-License-Identifier: BSD-2-Clause */
#include "sim_drive.h"

/* The model of time of a drive: its profile's, but for what the user set. */

#define NS_PER_MINUTE UINT64_C(60000000000)
#define BLOCKS_MOST (UINT64_C(1) << 48) /* that commands reach */

enum {
	ZONES = 16,
	BUFFER = 21, /* sectors of 512 bytes, where the drive still says it */
	BUFFER_LEAST = 64,
	SPEEDS = 76,
	SPEED_NOW = 77,
	ROTATION = 217,
	ROTATION_LEAST = 0x0401,
	LOOKAHEAD = 0x0040,
	NOT_SAID = 0xffff,
};

static uint64_t set_or(uint64_t set, uint64_t otherwise)
{
	return set != SIM_NEVER ? set : otherwise;
}

static bool is_selected(uint16_t word, unsigned int mode)
{
	return word >> (8 + mode) & 1;
}

/* Two cycles of the fastest mode selected, ns (ATA/ATAPI-7 volume 2). */
static unsigned int cycles_ns(const struct sim_drive *sim)
{
	static const uint8_t udma[] = {240, 160, 120, 90, 60, 40, 30, 24};
	static const uint16_t mwdma[] = {960, 300, 240};

	for (unsigned int mode = 8; mode-- > 0;) {
		if (is_selected(sim_word(sim, 88), mode))
			return udma[mode];
	}
	for (unsigned int mode = 3; mode-- > 0;) {
		if (is_selected(sim_word(sim, 63), mode))
			return mwdma[mode];
	}
	return 240; /* PIO mode 4 */
}

/* The negotiated speed, else the highest there is; 0 in parallel ATA. */
static unsigned int generation(const struct sim_drive *sim)
{
	uint16_t speeds = sim_word(sim, SPEEDS);
	unsigned int now = sim_word(sim, SPEED_NOW) >> 1 & 7;

	if (!speeds || speeds == 0xffff)
		return 0;
	if (now >= 1 && now <= 3)
		return now;
	for (now = 3; now > 1; now--) {
		if (speeds >> now & 1)
			break;
	}
	return now;
}

static void set_link(struct sim_drive *sim, struct sim_link *link)
{
	const struct sim_setup *setup = &sim->setup;

	link->bytes_per_second = set_or(setup->bytes_per_second, sim->profile->rate);
	link->handshake = (uint32_t)set_or(setup->handshake, sim->profile->handshake);
	if (sim->profile->model == SIM_MODEL_IDEAL || link->bytes_per_second)
		return;
	link->generation = generation(sim);
	link->cycles_ns = cycles_ns(sim);
}

static bool has_lookahead(const struct sim_drive *sim)
{
	bool enabled = sim_word(sim, 85) & LOOKAHEAD;
	bool supported = sim_word(sim, 82) & LOOKAHEAD;

	return set_or(sim->setup.lookahead, enabled || !supported) != 0;
}

/* What word @number says in units of 1/@divisor, if it is not below @least. */
static uint64_t word_or(const struct sim_drive *sim, unsigned int number,
			unsigned int least, unsigned int divisor, uint64_t otherwise)
{
	uint16_t word = sim_word(sim, number);

	return word >= least && word != NOT_SAID ? word / divisor : otherwise;
}

static void set_disk(const struct sim_drive *sim, struct sim_disk *disk)
{
	const struct sim_setup *setup = &sim->setup;
	const struct sim_profile *profile = sim->profile;
	uint64_t rpm = set_or(setup->rpm,
			      word_or(sim, ROTATION, ROTATION_LEAST, 1, profile->rpm));
	uint64_t kib = set_or(setup->buffer_kib, word_or(sim, BUFFER, BUFFER_LEAST, 2,
							 profile->buffer_kib));

	disk->blocks = sim->blocks ? sim->blocks : 1;
	if (disk->blocks > BLOCKS_MOST)
		disk->blocks = BLOCKS_MOST;
	disk->block_bytes = sim->logical_size;
	disk->outer = set_or(setup->outer, profile->outer);
	disk->inner = set_or(setup->inner, profile->inner);
	disk->zones = (unsigned int)set_or(setup->zones, ZONES);
	disk->seek_min_ns = set_or(setup->seek_min, profile->seek_min_ns);
	disk->seek_max_ns = set_or(setup->seek_max, profile->seek_max_ns);
	disk->turn_ns = rpm ? NS_PER_MINUTE / rpm : 0;
	disk->buffer_blocks = kib * 1024 / disk->block_bytes;
	disk->lookahead = has_lookahead(sim);
	sim_disk_init(disk);
}

static void set_flash(const struct sim_drive *sim, struct sim_flash *flash)
{
	const struct sim_setup *setup = &sim->setup;
	const struct sim_profile *profile = sim->profile;
	uint64_t page = set_or(setup->page_kib, profile->page_kib) * 1024;

	flash->page_blocks = page > sim->logical_size ? page / sim->logical_size : 1;
	flash->latency_ns = set_or(setup->latency_ns, profile->latency_ns);
	flash->channels = (unsigned int)set_or(setup->channels, profile->channels);
}

void sim_setup_time(struct sim_drive *sim)
{
	struct sim_time *time = &sim->time;

	time->model = sim->profile->model;
	time->command_ns = set_or(sim->setup.command_ns, sim->profile->command_ns);
	set_link(sim, &time->link);
	if (time->model == SIM_MODEL_DISK)
		set_disk(sim, &time->disk);
	if (time->model == SIM_MODEL_FLASH)
		set_flash(sim, &time->flash);
}
