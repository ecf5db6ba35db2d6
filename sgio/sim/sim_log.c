/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>

#include "sim_drive.h"
#include "sim_log.h"

/* READ LOG (DMA) EXT and SMART READ LOG (ACS-6 7.22, 7.23, 7.40). */
enum {
	ERROR_ABRT = 0x04,
	DIRECTORY = 0x00,
	STATISTICS = 0x04,
	STATISTICS_PAGES = 8,
	PENDING_DEFECTS = 0x0c,
	PENDING_COUNT_AT = 64, /* in page 1 of the statistics */
	IDENTIFY_DATA = 0x30,
	SCT_STATUS = 0xe0,
	LOGS = 256,
};

#define STATISTIC (UINT64_C(0xc0) << 56) /* supported, valid */
#define SCT_PASSED 0xc24f
#define SCT_EXCEEDED 0x2cf4
#define HOURS_UNKNOWN UINT64_C(0xffffffff)

enum access { GPL = 1, SMART = 2, BOTH = 3 };
enum who { ANY, ROTATING, FLASH, NCQ, PHY, NON_DATA, SEND, EPC, SCT, LONG };

struct log_row {
	uint8_t address, access, pages, who;
};

struct value_row {
	uint8_t address, page, who;
	uint16_t offset, bytes;
	uint64_t value;
};

struct statistic_row {
	uint8_t page, who;
	uint16_t offset;
	uint64_t value;
};

static const struct log_row log_rows[] = {
#define LOG(...) {__VA_ARGS__},
#include "sim_logs.def"
};

static const struct value_row value_rows[] = {
#define V(...) {__VA_ARGS__},
#include "sim_logs.def"
};

static const struct statistic_row statistic_rows[] = {
#define ST(...) {__VA_ARGS__},
#include "sim_logs.def"
};

#define COUNT(rows) (sizeof(rows) / sizeof((rows)[0]))

static bool bit(const struct sim_drive *sim, unsigned int word, unsigned int n)
{
	return sim_word(sim, word) >> n & 1;
}

static bool is(const struct sim_drive *sim, uint8_t who)
{
	switch ((enum who)who) {
	case ANY:
		return true;
	case ROTATING:
		return sim_word(sim, 217) != 1;
	case FLASH:
		return sim_word(sim, 217) == 1;
	case NCQ:
		return sim_has_ncq(sim);
	case PHY:
		return sim_has_sata(sim) && bit(sim, 76, 10);
	case NON_DATA:
		return sim_has_ncq(sim) && bit(sim, 77, 5);
	case SEND:
		return sim_has_ncq(sim) && bit(sim, 77, 6);
	case EPC:
		return bit(sim, 119, 7);
	case SCT:
		return bit(sim, 206, 0);
	case LONG:
		return sim->logical_size > 512;
	}
	return false;
}

/* How many pages log @address has by @access. */
static uint16_t pages_of(const struct sim_drive *sim, uint8_t address,
			 enum access access)
{
	for (size_t i = 0; i < COUNT(log_rows); i++) {
		const struct log_row *row = &log_rows[i];

		if (row->address == address && row->access & access &&
		    is(sim, row->who))
			return row->pages;
	}
	return 0;
}

void sim_log_put(uint8_t *at, uint64_t value, unsigned int bytes)
{
	for (unsigned int i = 0; i < bytes; i++)
		at[i] = (uint8_t)(value >> 8 * i);
}

static void put_directory(const struct sim_drive *sim, enum access access,
			  uint8_t *page)
{
	sim_log_put(page, 1, 2);
	for (unsigned int i = 1; i < LOGS; i++)
		sim_log_put(page + 2 * (size_t)i, pages_of(sim, (uint8_t)i, access), 2);
}

/* How many sectors cannot be read. */
static uint64_t pending(const struct sim_drive *sim)
{
	uint64_t count = 0;

	for (unsigned int i = 0; i < sim->setup.unc_count; i++)
		count += sim->setup.unc[i].last - sim->setup.unc[i].first + 1;
	return count;
}

/* The sector that is @number of them, from 0, and there. */
static uint64_t pending_lba(const struct sim_drive *sim, uint64_t number)
{
	const struct sim_span *span = sim->setup.unc;

	for (; number > span->last - span->first; span++)
		number -= span->last - span->first + 1;
	return span->first + number;
}

static bool has_statistics(const struct sim_drive *sim, unsigned int number)
{
	for (size_t i = 0; i < COUNT(statistic_rows); i++) {
		if (statistic_rows[i].page == number && is(sim, statistic_rows[i].who))
			return true;
	}
	return number == 0;
}

static void put_statistics_list(const struct sim_drive *sim, uint8_t *page)
{
	for (unsigned int i = 0; i < STATISTICS_PAGES; i++) {
		if (has_statistics(sim, i))
			page[9 + page[8]++] = (uint8_t)i;
	}
}

static void put_statistics(const struct sim_drive *sim, unsigned int number,
			   uint8_t *page)
{
	if (!has_statistics(sim, number))
		return;
	sim_log_put(page, 1 | (uint64_t)number << 16, 3);
	if (number == 0)
		put_statistics_list(sim, page);
	for (size_t i = 0; i < COUNT(statistic_rows); i++) {
		const struct statistic_row *row = &statistic_rows[i];

		if (row->page == number && is(sim, row->who))
			sim_log_put(page + row->offset, STATISTIC | row->value, 8);
	}
	if (number == 1)
		sim_log_put(page + PENDING_COUNT_AT, STATISTIC | pending(sim), 8);
}

/* 16 bytes each, from byte 16 of page 0 and byte 0 of all others. */
static void put_pending(const struct sim_drive *sim, unsigned int number, uint8_t *page)
{
	enum { ENTRY = 16, FIRST = 31, LATER = 32, MOST = FIRST + LATER };
	uint64_t count = pending(sim);
	uint64_t entry = number ? FIRST : 0;
	size_t at = number ? 0 : ENTRY;

	if (count > MOST)
		count = MOST;
	if (number == 0)
		sim_log_put(page, count, 4);
	for (; at < SIM_PAGE_BYTES && entry < count; at += ENTRY, entry++) {
		sim_log_put(page + at, HOURS_UNKNOWN, 4);
		sim_log_put(page + at + 8, pending_lba(sim, entry), 8);
	}
}

static void put_values(const struct sim_drive *sim, uint8_t address,
		       unsigned int number, uint8_t *page)
{
	for (size_t i = 0; i < COUNT(value_rows); i++) {
		const struct value_row *row = &value_rows[i];

		if (row->address == address && row->page == number && is(sim, row->who))
			sim_log_put(page + row->offset, row->value, row->bytes);
	}
	if (address == SCT_STATUS)
		sim_log_put(page + 214,
			    sim->setup.smart_failing ? SCT_EXCEEDED : SCT_PASSED, 2);
}

static bool is_sealed(uint8_t address)
{
	static const uint8_t sealed[] = {0x01, 0x02, 0x03, 0x06,
					 0x07, 0x09, 0x10, 0x11};

	return memchr(sealed, address, sizeof(sealed)) != NULL;
}

static void put_page(const struct sim_drive *sim, enum access access, uint8_t address,
		     unsigned int number, uint8_t *page)
{
	memset(page, 0, SIM_PAGE_BYTES);
	switch (address) {
	case DIRECTORY:
		put_directory(sim, access, page);
		break;
	case STATISTICS:
		put_statistics(sim, number, page);
		break;
	case PENDING_DEFECTS:
		put_pending(sim, number, page);
		break;
	case IDENTIFY_DATA:
		sim_log_identify(sim, number, page);
		break;
	default:
		put_values(sim, address, number, page);
	}
	if (is_sealed(address))
		sim_smart_seal(page);
}

/* Pages @first to @first + @count - 1, or the half of them where data is cut short. */
static void deliver(const struct sim_drive *sim, struct sim_command *command,
		    enum access access, uint32_t first, uint32_t count)
{
	uint8_t address = (uint8_t)command->tf.lba;
	uint32_t room = count * SIM_PAGE_BYTES;
	uint8_t page[SIM_PAGE_BYTES];

	command->work.bytes = room;
	if (command->incomplete)
		room /= 2;
	if (room > command->length)
		room = command->length;
	for (uint32_t at = 0; at < room; at += SIM_PAGE_BYTES) {
		uint32_t rest = room - at;

		put_page(sim, access, address, first + at / SIM_PAGE_BYTES, page);
		memcpy(command->data + at, page,
		       rest < SIM_PAGE_BYTES ? rest : SIM_PAGE_BYTES);
	}
}

static void read_log(const struct sim_drive *sim, struct sim_command *command,
		     enum access access, uint32_t first)
{
	uint32_t count = command->tf.count;
	uint16_t pages = pages_of(sim, (uint8_t)command->tf.lba, access);

	if (sim->setup.no_logs || !count || first + count > pages)
		sim_ata_fail(command, ERROR_ABRT);
	else
		deliver(sim, command, access, first, count);
}

void sim_log_run(const struct sim_drive *sim, struct sim_command *command)
{
	uint64_t lba = command->tf.lba;

	/* FEATURE is 1 where a log would be reset by reading it: nothing here is. */
	if (command->tf.features)
		sim_ata_fail(command, ERROR_ABRT);
	else
		read_log(sim, command, GPL,
			 (uint32_t)((lba >> 8 & 0xff) | (lba >> 24 & 0xff00)));
}

void sim_log_run_smart(const struct sim_drive *sim, struct sim_command *command)
{
	read_log(sim, command, SMART, 0);
}
