/* SPDX-License-Identifier: BSD-2-Clause */
#include "sim_disk.h"

#include "clock.h"

/* The largest number whose square is not above @number. */
static uint64_t root(__uint128_t number)
{
	uint64_t found = 0;

	for (uint64_t bit = UINT64_C(1) << 32; bit; bit >>= 1) {
		uint64_t try = found | bit;

		if ((__uint128_t)try * try <= number)
			found = try;
	}
	return found;
}

static uint64_t time_of(const struct sim_disk *disk, unsigned int zone, uint64_t blocks)
{
	return (uint64_t)((__uint128_t)blocks * disk->block_bytes * NS_PER_SECOND /
			  disk->rate[zone]);
}

void sim_disk_init(struct sim_disk *disk)
{
	uint64_t fall = disk->outer - disk->inner;
	unsigned int z;

	for (z = 0; z < disk->zones; z++) {
		disk->rate[z] = disk->outer;
		if (z)
			disk->rate[z] -=
				(uint64_t)((__uint128_t)fall * z / (disk->zones - 1));
		disk->zone_lba[z + 1] =
			(uint64_t)((__uint128_t)disk->blocks * (z + 1) / disk->zones);
		disk->zone_ns[z + 1] =
			disk->zone_ns[z] +
			time_of(disk, z, disk->zone_lba[z + 1] - disk->zone_lba[z]);
	}
}

static unsigned int zone_of(const struct sim_disk *disk, uint64_t lba)
{
	unsigned int zone = disk->zones - 1;

	while (zone && lba < disk->zone_lba[zone])
		zone--;
	return zone;
}

uint64_t sim_disk_media_ns(const struct sim_disk *disk, uint64_t lba)
{
	unsigned int zone = zone_of(disk, lba);

	return disk->zone_ns[zone] + time_of(disk, zone, lba - disk->zone_lba[zone]);
}

/* The block that a stream from LBA 0 has come to after @media_ns. */
static uint64_t block_at(const struct sim_disk *disk, uint64_t media_ns)
{
	unsigned int zone = disk->zones - 1;
	uint64_t lba;

	while (zone && media_ns < disk->zone_ns[zone])
		zone--;
	lba = disk->zone_lba[zone] +
	      (uint64_t)((__uint128_t)(media_ns - disk->zone_ns[zone]) *
			 disk->rate[zone] / NS_PER_SECOND / disk->block_bytes);
	return lba < disk->blocks ? lba : disk->blocks;
}

/* As far as the head reads by itself. */
static uint64_t limit(const struct sim_disk *disk)
{
	uint64_t ahead = disk->lookahead ? disk->buffer_blocks / 2 : 0;
	uint64_t end = disk->consumed ? disk->consumed + ahead : 0;

	return end < disk->blocks ? end : disk->blocks;
}

/* When block @lba of the stream, not before its base, passes the head. */
static uint64_t passes_ns(const struct sim_disk *disk, uint64_t lba)
{
	return disk->base_ns + sim_disk_media_ns(disk, lba) -
	       sim_disk_media_ns(disk, disk->base);
}

/* Where the stream stands at @now, and whether it waits there for room. */
static uint64_t stands(const struct sim_disk *disk, uint64_t now_ns, bool *waits)
{
	uint64_t end = limit(disk), at = disk->base;

	if (end < disk->base)
		end = disk->base;
	*waits = passes_ns(disk, end) <= now_ns;
	if (*waits)
		return end;
	if (now_ns > disk->base_ns)
		at = block_at(disk, sim_disk_media_ns(disk, disk->base) + now_ns -
					    disk->base_ns);
	/* Nanoseconds are rounded: what was delivered has passed. */
	if (at < disk->consumed && passes_ns(disk, disk->consumed) <= now_ns)
		at = disk->consumed;
	return at > disk->base ? at : disk->base;
}

static uint64_t oldest(const struct sim_disk *disk, uint64_t at)
{
	uint64_t kept = at > disk->buffer_blocks ? at - disk->buffer_blocks : 0;

	return kept > disk->first ? kept : disk->first;
}

/* Does the buffer hold, or the stream come to, what begins at @lba? */
static bool in_stream(const struct sim_disk *disk, uint64_t lba, uint64_t end,
		      uint64_t at)
{
	if (!disk->consumed || lba < oldest(disk, at) || lba > at)
		return false;
	return end <= at || disk->lookahead;
}

static uint64_t seek_ns(const struct sim_disk *disk, uint64_t from, uint64_t to)
{
	uint64_t distance = from > to ? from - to : to - from;
	uint64_t part;

	if (!distance)
		return 0;
	part = root(((__uint128_t)distance << 64) / disk->blocks); /* of 2^32 */
	return disk->seek_min_ns +
	       (uint64_t)((__uint128_t)(disk->seek_max_ns - disk->seek_min_ns) * part >>
			  32);
}

/* From @now until @lba comes round. */
static uint64_t rotation_ns(const struct sim_disk *disk, uint64_t lba, uint64_t now_ns)
{
	uint64_t here, there;

	if (!disk->turn_ns)
		return 0;
	here = now_ns % disk->turn_ns;
	there = sim_disk_media_ns(disk, lba) % disk->turn_ns;
	return there >= here ? there - here : there + disk->turn_ns - here;
}

uint64_t sim_disk_position_ns(const struct sim_disk *disk, uint64_t lba,
			      uint32_t blocks, bool fua, uint64_t now_ns)
{
	bool waits;
	uint64_t at = stands(disk, now_ns, &waits), seek;

	if (!fua && in_stream(disk, lba, lba + blocks, at))
		return 0;
	seek = seek_ns(disk, at, lba);
	return seek + rotation_ns(disk, lba, now_ns + seek);
}

static uint64_t read_on(struct sim_disk *disk, uint64_t end, uint64_t at, bool waits,
			uint64_t now_ns)
{
	if (waits) { /* the stream goes on where it stopped, without another turn */
		disk->base = at;
		disk->base_ns = now_ns;
	}
	if (end > disk->consumed)
		disk->consumed = end;
	return end <= at ? now_ns : passes_ns(disk, end);
}

uint64_t sim_disk_read(struct sim_disk *disk, uint64_t lba, uint32_t blocks, bool fua,
		       uint64_t now_ns)
{
	bool waits;
	uint64_t at = stands(disk, now_ns, &waits), end = lba + blocks;
	uint64_t position;

	if (!fua && in_stream(disk, lba, end, at))
		return read_on(disk, end, at, waits, now_ns);
	position = sim_disk_position_ns(disk, lba, blocks, fua, now_ns);
	disk->first = lba;
	disk->base = lba;
	disk->base_ns = now_ns + position;
	disk->consumed = end;
	return passes_ns(disk, end);
}

void sim_disk_pause(struct sim_disk *disk, uint64_t ns)
{
	disk->base_ns += ns;
}
