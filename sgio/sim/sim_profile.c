/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>

#include "sim_drive.h"

enum page {
	PAGE_HDD,
	PAGE_SSD,
	PAGE_PATA,
	PAGE_SMR,
	PAGE_4KN,
	PAGE_ATAPI,
	PAGE_USB,
	PAGE_IDEAL,
	PAGE_FILE,
};

#define MHZ_100 INT64_C(100000000)
#define NS_PER_US UINT64_C(1000)
#define NS_PER_MS UINT64_C(1000000)
#define MB UINT64_C(1000000)

#define IDEAL(mb_s) .model = SIM_MODEL_IDEAL, .rate = (mb_s)*MB
#define DISK(outer_mb_s, inner_mb_s, least_us, most_us, turns, kib, mb_s)            \
	.model = SIM_MODEL_DISK, .outer = (outer_mb_s)*MB, .inner = (inner_mb_s)*MB, \
	.seek_min_ns = (least_us)*NS_PER_US, .seek_max_ns = (most_us)*NS_PER_US,     \
	.rpm = (turns), .buffer_kib = (kib), .rate = (mb_s)*MB
#define FLASH(latency_us, channel_count, kib, dwords)                   \
	.model = SIM_MODEL_FLASH, .latency_ns = (latency_us)*NS_PER_US, \
	.channels = (channel_count), .page_kib = (kib), .handshake = (dwords)

static const struct sim_profile profiles[] = {
#define PROFILE(page_, name_, alias_, kind_, driver_, host, spin_up_ms, us, ...) \
	{.name = name_,                                                          \
	 .alias = alias_,                                                        \
	 .page = PAGE_##page_,                                                   \
	 .kind = SIM_##kind_,                                                    \
	 .driver = driver_,                                                      \
	 .host_max = (host) ? (host)*MHZ_100 : -1,                               \
	 .spin_up_ns = (spin_up_ms)*NS_PER_MS,                                   \
	 .command_ns = (us)*NS_PER_US,                                           \
	 __VA_ARGS__},
#include "sim_profiles.def"
#undef PROFILE
};
#undef IDEAL
#undef DISK
#undef FLASH

/* Those with a name; the others are for the pages of dumps. */
#define FILE_PROFILES 3
#define PROFILE_COUNT (sizeof(profiles) / sizeof(profiles[0]) - FILE_PROFILES)

/* A row of sim_identify.def: a string, or a number of @words words. */
struct row {
	uint8_t page, word, words;
	const char *text;
	uint64_t number;
};

static const struct row rows[] = {
#define W(page, word, value) {PAGE_##page, word, 1, NULL, value},
#define Q(page, word, words, value) {PAGE_##page, word, words, NULL, value},
#define S(page, word, words, text) {PAGE_##page, word, words, text, 0},
/* Word 108 holds the most significant bits, unlike any other number. */
#define N(page, high, low)                                                            \
	{PAGE_##page, 108, 1, NULL, (high) >> 16}, {PAGE_##page, 109, 1, NULL, high}, \
		{PAGE_##page, 110, 1, NULL, (low) >> 16},                             \
		{PAGE_##page, 111, 1, NULL, low},
#include "sim_identify.def"
#undef W
#undef Q
#undef S
#undef N
};

static bool is_name(const char *name, const char *text, size_t length)
{
	return name && strlen(name) == length && !strncmp(name, text, length);
}

const struct sim_profile *sim_profile_find(const char *name, size_t length)
{
	for (size_t i = 0; i < PROFILE_COUNT; i++) {
		if (is_name(profiles[i].name, name, length) ||
		    is_name(profiles[i].alias, name, length))
			return &profiles[i];
	}
	return NULL;
}

/* A disk, or flash where it says that nothing turns, or a packet device. */
const struct sim_profile *sim_profile_of_page(const uint8_t *page)
{
	unsigned int word = page[0] | (unsigned int)page[1] << 8;
	unsigned int rotation = page[2 * 217] | (unsigned int)page[2 * 217 + 1] << 8;
	/* 848Ah and 844Ah are CompactFlash, which is a disk to the host. */
	bool compact_flash = word == 0x848a || word == 0x844a;

	if ((word & 0xc000) == 0x8000 && !compact_flash)
		return &profiles[PROFILE_COUNT + 2];
	return &profiles[PROFILE_COUNT + (compact_flash || rotation == 1)];
}

const char *sim_profile_name(size_t i)
{
	if (i < PROFILE_COUNT)
		return profiles[i].name;
	for (size_t k = 0; k < PROFILE_COUNT; k++) {
		if (profiles[k].alias && i-- == PROFILE_COUNT)
			return profiles[k].alias;
	}
	return NULL;
}

void sim_page_string(uint8_t *page, unsigned int word, unsigned int words,
		     const char *text)
{
	size_t length = strlen(text);

	for (size_t i = 0; i < (size_t)words * 2; i++)
		page[2 * word + (i ^ 1)] = i < length ? (uint8_t)text[i] : ' ';
}

void sim_profile_page(const struct sim_profile *profile, uint8_t *page)
{
	memset(page, 0, SIM_PAGE_BYTES);
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		const struct row *r = &rows[i];

		if (r->page != profile->page)
			continue;
		if (r->text) {
			sim_page_string(page, r->word, r->words, r->text);
			continue;
		}
		for (unsigned int k = 0; k < r->words * 2u; k++)
			page[2 * r->word + k] = (uint8_t)(r->number >> 8 * k);
	}
}
