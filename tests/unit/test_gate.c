/* SPDX-License-Identifier: BSD-2-Clause */
#include "counter.h"

/*
 * What a drive may be sent, written by hand from the standards and not from gate.def,
 * against what arrives at a backend that counts.
 */

/* ATA: the list. */

enum unit { NOTHING, PAGES, SECTORS, QUEUED };

/*
 * A command as it may be sent, for logical sectors of 512 bytes, and the bits that may
 * be different while the length stays the same. LBA 27:24 of a 28-bit command count as
 * DEVICE here.
 */
/* clang-format off */
static const struct allowed {
	const char *name;
	uint8_t command, protocol, extend;
	uint16_t features, count;
	uint64_t lba;
	uint8_t device;
	enum unit unit;
	uint16_t free_features, free_count;
	uint64_t free_lba;
	uint8_t free_device;
} list[] = {
	{ "IDENTIFY DEVICE", 0xec, 4, 0, 0, 1, 0, 0, PAGES, 0, 0, 0, 0xe0 },
	{ "IDENTIFY PACKET DEVICE", 0xa1, 4, 0, 0, 1, 0, 0, PAGES, 0, 0, 0, 0xe0 },
	{ "CHECK POWER MODE", 0xe5, 3, 0, 0, 0, 0, 0, NOTHING, 0, 0, 0, 0xe0 },
	{ "SMART READ DATA", 0xb0, 4, 0, 0xd0, 1, 0xc24f00, 0, PAGES, 0x01, 0, 0, 0xe0 },
	{ "SMART READ THRESHOLDS", 0xb0, 4, 0, 0xd1, 1, 0xc24f00, 0, PAGES, 0x05, 0, 0,
	  0xe0 },
	{ "SMART READ LOG", 0xb0, 4, 0, 0xd5, 1, 0xc24f01, 0, PAGES, 0, 0, 0xff, 0xe0 },
	{ "SMART RETURN STATUS", 0xb0, 3, 0, 0xda, 0, 0xc24f00, 0, NOTHING, 0, 0, 0, 0xe0 },
	{ "READ LOG EXT", 0x2f, 4, 1, 0, 1, 0x30, 0, PAGES, 0, 0, 0xff0000ffff, 0xe0 },
	{ "READ LOG DMA EXT", 0x47, 6, 1, 0, 1, 0x30, 0, PAGES, 0, 0, 0xff0000ffff, 0xe0 },
	{ "READ SECTORS", 0x20, 4, 0, 0, 1, 9, 0x40, SECTORS, 0, 0, 0xffffff, 0xaf },
	{ "READ SECTORS EXT", 0x24, 4, 1, 0, 1, 9, 0x40, SECTORS, 0, 0, 0xffffffffffff,
	  0xa0 },
	{ "READ DMA", 0xc8, 6, 0, 0, 1, 9, 0x40, SECTORS, 0, 0, 0xffffff, 0xaf },
	{ "READ DMA EXT", 0x25, 6, 1, 0, 1, 9, 0x40, SECTORS, 0, 0, 0xffffffffffff, 0xa0 },
	{ "READ FPDMA QUEUED", 0x60, 12, 1, 1, 0, 9, 0x40, QUEUED, 0, 0xc000,
	  0xffffffffffff, 0x80 },
	{ "READ VERIFY SECTORS", 0x40, 3, 0, 0, 1, 9, 0x40, NOTHING, 0, 0xff, 0xffffff,
	  0xaf },
	{ "READ VERIFY SECTORS EXT", 0x42, 3, 1, 0, 1, 9, 0x40, NOTHING, 0, 0xffff,
	  0xffffffffffff, 0xa0 },
	{ "READ NATIVE MAX ADDRESS", 0xf8, 3, 0, 0, 0, 0, 0x40, NOTHING, 0, 0, 0, 0xa0 },
	{ "READ NATIVE MAX ADDRESS EXT", 0x27, 3, 1, 0, 0, 0, 0x40, NOTHING, 0, 0, 0,
	  0xa0 },
	{ "GET NATIVE MAX ADDRESS EXT", 0x78, 3, 1, 0, 0, 0, 0, NOTHING, 0, 0, 0, 0xe0 },
	{ "REPORT ZONES EXT", 0x4a, 6, 1, 0, 1, 0, 0, PAGES, 0xbf00, 0, 0xffffffffffff,
	  0xe0 },
};
/* clang-format on */

enum { LISTED = sizeof(list) / sizeof(list[0]) };

/* Where each CDB has its fields: protocol, flags, features, count, LBA, device,
 * command. */
static const struct {
	uint8_t length, protocol, flags, features[2], count[2], lba[6], device, command;
} sizes[] = {
	{12, 1, 2, {3, 0}, {4, 0}, {5, 6, 7, 0, 0, 0}, 8, 9},
	{16, 1, 2, {4, 3}, {6, 5}, {8, 10, 12, 7, 9, 11}, 13, 14},
	{32, 10, 11, {21, 20}, {23, 22}, {19, 18, 17, 16, 15, 14}, 24, 25},
};

static void put(uint8_t *cdb, const uint8_t *at, int bytes, uint64_t value)
{
	for (int i = 0; i < bytes; i++)
		if (at[i])
			cdb[at[i]] = (uint8_t)(value >> 8 * i);
}

/* A CDB of size @s with all fields of @a; also used with its masks in their places. */
static void put_registers(uint8_t *cdb, int s, uint16_t features, uint16_t count,
			  uint64_t lba, uint8_t device)
{
	put(cdb, sizes[s].features, 2, features);
	put(cdb, sizes[s].count, 2, count);
	put(cdb, sizes[s].lba, 6, lba);
	cdb[sizes[s].device] = device;
}

static uint8_t flags_of(enum unit unit)
{
	static const uint8_t flags[] = {
		[NOTHING] = 0, [PAGES] = 0x0e, [SECTORS] = 0x0e, [QUEUED] = 0x0d};

	return flags[unit];
}

static void start(struct sgio_request *request, int s)
{
	memset(request, 0, sizeof(*request));
	request->cdb_length = sizes[s].length;
	request->timeout_ms = 10000;
	switch (request->cdb_length) {
	case 12:
		request->cdb[0] = 0xa1;
		break;
	case 16:
		request->cdb[0] = 0x85;
		break;
	default:
		request->cdb[0] = 0x7f;
		request->cdb[7] = 0x18;
		request->cdb[8] = 0x1f;
		request->cdb[9] = 0xf0;
	}
}

static void build(const struct allowed *a, int s, struct sgio_request *request)
{
	start(request, s);
	request->cdb[sizes[s].protocol] = (uint8_t)(a->protocol << 1 | a->extend);
	request->cdb[sizes[s].flags] = flags_of(a->unit);
	put_registers(request->cdb, s, a->features, a->count, a->lba, a->device);
	request->cdb[sizes[s].command] = a->command;
	set_data(request, a->unit == NOTHING ? 0 : 512);
}

/* Each command of the list arrives in each CDB that can hold it. */
START_TEST(listed)
{
	struct counter counter = new_counter(512);

	for (int s = 0; s < 3; s++) {
		struct sgio_request request;
		bool fits = sizes[s].length > 12 || !list[_i].extend;

		build(&list[_i], s, &request);
		ck_assert_msg(arrives(&counter, &request) == fits, "%s, %d bytes",
			      list[_i].name, sizes[s].length);
	}
}
END_TEST

/* Every bit of every byte: only those that the list frees may be different. */
START_TEST(every_bit)
{
	const struct allowed *a = &list[_i];
	struct counter counter = new_counter(512);

	for (int s = a->extend; s < 3; s++) {
		struct sgio_request request, changed;
		uint8_t mask[32] = {0};

		build(a, s, &request);
		put_registers(mask, s, a->free_features, a->free_count, a->free_lba,
			      a->free_device);
		mask[sizes[s].flags] = 0x20; /* CK_COND */
		if (a->unit == SECTORS || a->unit == QUEUED)
			mask[sizes[s].flags] |= 0x10; /* T_TYPE: 512 either way */
		for (int bit = 0; bit < 8 * sizes[s].length; bit++) {
			bool is_free = mask[bit / 8] >> bit % 8 & 1;

			changed = request;
			changed.cdb[bit / 8] ^= (uint8_t)(1 << bit % 8);
			ck_assert_msg(arrives(&counter, &changed) == is_free,
				      "%s, %d bytes, byte %d bit %d", a->name,
				      sizes[s].length, bit / 8, bit % 8);
		}
	}
}
END_TEST

/* The request around the CDB. */
START_TEST(every_surrounding)
{
	const struct allowed *a = &list[_i];
	struct counter counter = new_counter(512);
	struct sgio_request request, changed;

	build(a, 1, &request);
	for (unsigned int length = 0; length < 256; length++) {
		changed = request;
		changed.cdb_length = (uint8_t)length;
		ck_assert_int_eq(arrives(&counter, &changed), length == 16);
	}
	for (unsigned int direction = 0; direction < 8; direction++) {
		changed = request;
		changed.direction = (enum sgio_direction)direction;
		ck_assert_int_eq(arrives(&counter, &changed),
				 changed.direction == request.direction);
	}
	for (int bit = 0; bit < 32; bit++) {
		changed = request;
		changed.length ^= 1u << bit;
		changed.data = buffer;
		ck_assert(!arrives(&counter, &changed));
	}
	changed = request;
	changed.data = request.data ? NULL : buffer;
	ck_assert(!arrives(&counter, &changed));
}
END_TEST

static const struct allowed *find(uint8_t command, uint8_t features)
{
	const struct allowed *found = NULL;

	for (int i = 0; i < LISTED; i++)
		if (list[i].command == command) {
			found = &list[i];
			if (list[i].features == features)
				break;
		}
	return found;
}

/* May FEATURES 7:0 be @features? SMART has rows of its own for each. */
static bool features_allowed(const struct allowed *a, uint8_t features)
{
	return a->unit == QUEUED || a->features == features;
}

/* One command with one FEATURES byte: all protocols, widths, flags and directions. */
static void try_all(struct counter *counter, int s, uint8_t command, uint8_t features)
{
	static const struct allowed unlisted = {.count = 1, .device = 0x40};
	const struct allowed *a = find(command, features);
	const struct allowed *like = a ? a : &unlisted;
	uint32_t sectors = features ? features : 65536;
	struct sgio_request request;

	start(&request, s);
	put_registers(request.cdb, s, features, like->count, like->lba, like->device);
	request.cdb[sizes[s].command] = command;
	for (unsigned int n = 0; n < 32 * 3; n++) {
		static const enum unit units[] = {NOTHING, PAGES, QUEUED};
		static const uint32_t unlike[] = {0, 512, 0};
		uint8_t protocol = (uint8_t)(n / 3);
		enum unit unit = units[n % 3];
		bool expected = a && features_allowed(a, features) &&
				protocol == (a->protocol << 1 | a->extend) &&
				flags_of(unit) == flags_of(a->unit) &&
				(s > 0 || !a->extend);

		request.cdb[sizes[s].protocol] = protocol;
		request.cdb[sizes[s].flags] = flags_of(unit);
		set_data(&request, unit == QUEUED ? 512 * sectors : unlike[n % 3]);
		if (arrives(counter, &request) != expected)
			ck_abort_msg("command %02x features %02x protocol %x", command,
				     features, protocol);
		request.direction = unit == NOTHING ? SGIO_IN : SGIO_NONE;
		if (expected && arrives(counter, &request))
			ck_abort_msg("command %02x: direction", command);
	}
}

/* All 256 commands, all 256 values of FEATURES, all protocols, each CDB. */
START_TEST(every_command)
{
	struct counter counter = new_counter(512);

	for (unsigned int command = 0; command < 256; command++)
		for (unsigned int features = 0; features < 256; features++)
			try_all(&counter, _i, (uint8_t)command, (uint8_t)features);
}
END_TEST

/* How much a count asks for; the data must be as long. */
/* clang-format off */
static const struct {
	uint8_t command, protocol, extend, flags;
	uint16_t features, count;
	int64_t sector;
	uint32_t length; /* 0: refused whatever the length */
} lengths[] = {
	{ 0x20, 4, 0, 0x1e, 0, 0, 512, 256 * 512 },
	{ 0x20, 4, 0, 0x1e, 0, 0, 4096, 256 * 4096 },
	{ 0x20, 4, 0, 0x1e, 0, 255, 4096, 255 * 4096 },
	{ 0x24, 4, 1, 0x1e, 0, 0, 512, 65536 * 512 },
	{ 0x24, 4, 1, 0x1e, 0, 0x100, 512, 256 * 512 },
	{ 0xc8, 6, 0, 0x1e, 0, 2, 520, 2 * 520 },
	{ 0x25, 6, 1, 0x1e, 0, 0, 4096, 65536 * 4096u },
	{ 0x25, 6, 1, 0x1e, 0, 65535, 4096, 65535 * 4096u },
	{ 0x25, 6, 1, 0x1e, 0, 8, 4096, 8 * 4096 },
	{ 0x25, 6, 1, 0x1e, 0, 8, 512, 8 * 512 },
	{ 0x60, 12, 1, 0x1d, 0, 0, 4096, 65536 * 4096u },
	{ 0x60, 12, 1, 0x1d, 0x102, 0, 512, 0x102 * 512 },
	/* units of 512 bytes do not fit a larger sector; an unknown one fits nothing */
	{ 0x25, 6, 1, 0x0e, 0, 8, 512, 8 * 512 },
	{ 0x25, 6, 1, 0x0e, 0, 8, 4096, 0 },
	{ 0x60, 12, 1, 0x0d, 8, 0, 4096, 0 },
	{ 0x25, 6, 1, 0x1e, 0, 8, -1, 0 },
	{ 0x25, 6, 1, 0x1e, 0, 8, 0, 0 },
	{ 0x25, 6, 1, 0x1e, 0, 8, INT64_MAX, 0 },
	/* pages have 512 bytes, whatever the sector; 0 pages is no number of them */
	{ 0x2f, 4, 1, 0x0e, 0, 3, 4096, 3 * 512 },
	{ 0x2f, 4, 1, 0x0e, 0, 3, -1, 3 * 512 },
	{ 0x2f, 4, 1, 0x0e, 0, 65535, 4096, 65535 * 512 },
	{ 0x2f, 4, 1, 0x0e, 0, 0, 512, 0 },
	{ 0x47, 6, 1, 0x0e, 0, 0, 512, 0 },
	{ 0x4a, 6, 1, 0x0e, 0, 0, 512, 0 },
	{ 0x4a, 6, 1, 0x0e, 0, 2, 4096, 2 * 512 },
	{ 0x2f, 4, 1, 0x1e, 0, 1, 512, 0 },
	{ 0xec, 4, 0, 0x1e, 0, 1, 512, 0 },
	/* T_LENGTH in FEATURES, in the transport, in bytes; T_DIR to the drive */
	{ 0x25, 6, 1, 0x1d, 1, 1, 512, 0 },
	{ 0x25, 6, 1, 0x1f, 0, 1, 512, 0 },
	{ 0x25, 6, 1, 0x1a, 0, 1, 512, 0 },
	{ 0x25, 6, 1, 0x16, 0, 1, 512, 0 },
	{ 0x60, 12, 1, 0x1e, 1, 1, 512, 0 },
};
/* clang-format on */

START_TEST(every_length)
{
	static const uint32_t others[] = {0,   1,    511,    512,
					  513, 4096, 131072, 0xffffffff};
	struct counter counter = new_counter(lengths[_i].sector);
	uint32_t length = lengths[_i].length;
	struct sgio_request request;

	start(&request, 1);
	request.cdb[1] = (uint8_t)(lengths[_i].protocol << 1 | lengths[_i].extend);
	request.cdb[2] = lengths[_i].flags;
	put_registers(request.cdb, 1, lengths[_i].features, lengths[_i].count, 0, 0x40);
	request.cdb[14] = lengths[_i].command;
	for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); i++) {
		set_data(&request, others[i]);
		request.direction = SGIO_IN;
		request.data = buffer;
		ck_assert_int_eq(arrives(&counter, &request),
				 length && others[i] == length);
	}
	if (!length)
		return;
	set_data(&request, length);
	ck_assert(arrives(&counter, &request));
	set_data(&request, length + 1);
	ck_assert(!arrives(&counter, &request));
	set_data(&request, length - 1);
	ck_assert(!arrives(&counter, &request));
}
END_TEST

/* SMART LOG of several pages: the number is COUNT. */
START_TEST(smart_log_pages)
{
	struct counter counter = new_counter(512);
	struct sgio_request request;

	build(find(0xb0, 0xd5), 1, &request);
	request.cdb[6] = 16;
	ck_assert(!arrives(&counter, &request));
	set_data(&request, 16 * 512);
	ck_assert(arrives(&counter, &request));
	request.cdb[6] = 0;
	for (uint32_t length = 0; length <= 256 * 512; length += 512) {
		set_data(&request, length);
		ck_assert(!arrives(&counter, &request));
	}
}
END_TEST

/* A1h: BLANK for an optical drive. */

/* clang-format off */
static const struct {
	uint8_t cdb1, page, first;
	struct sgio_reply reply;
	bool allowed;
} inquiries[] = {
	{ 0, 0, 0x00, { 0 }, true },
	{ 0, 0, 0x14, { 0 }, true },
	{ 0, 0, 0x05, { 0 }, false },
	{ 0, 0, 0x07, { 0 }, false },
	{ 0, 0, 0x0e, { 0 }, false },
	{ 0, 0, 0x20, { 0 }, false }, /* not connected */
	{ 0, 0, 0x7f, { 0 }, false }, /* nothing there */
	{ 1, 0x83, 0x00, { 0 }, false }, /* a page is not the standard data */
	{ 0, 0, 0x00, { .error = EIO }, false },
	{ 0, 0, 0x00, { .host_status = 1 }, false },
	{ 0, 0, 0x00, { .scsi_status = 2 }, false },
	{ 0, 0, 0x00, { .residual = 96 }, false },
	{ 0, 0, 0x00, { .data_absent = true }, false },
	{ 0, 0, 0x00, { .residual = 60 }, true },
};
/* clang-format on */

START_TEST(packet12)
{
	struct counter counter = new_counter(512);
	struct sgio_request identify;
	struct sgio_request inquiry = {
		.cdb = {0x12, inquiries[_i].cdb1, inquiries[_i].page, 0, 96},
		.cdb_length = 6};

	counter.drive.packet12 = false;
	build(&list[0], 0, &identify);
	ck_assert(!arrives(&counter, &identify));
	counter.reply = inquiries[_i].reply;
	counter.first = inquiries[_i].first;
	set_data(&inquiry, 96);
	ck_assert_int_eq(sgio_run(&counter.drive, &inquiry), 0);
	ck_assert_int_eq(arrives(&counter, &identify), inquiries[_i].allowed);
	/* The other sizes do not depend on it. */
	build(&list[0], 1, &identify);
	ck_assert(arrives(&counter, &identify));

	/* A drive that turns out to be optical is taken back. */
	memset(&counter.reply, 0, sizeof(counter.reply));
	counter.first = 0x05;
	ck_assert_int_eq(sgio_run(&counter.drive, &inquiry), 0);
	build(&list[0], 0, &identify);
	ck_assert_int_eq(arrives(&counter, &identify),
			 inquiries[_i].allowed && inquiry.cdb[1]);
}
END_TEST

START_TEST(depth)
{
	struct counter counter = new_counter(512);
	struct sgio_request a, b, *done;

	build(&list[2], 1, &a);
	b = a;
	ck_assert_int_eq(sgio_reap(&counter.drive, &done), -ENOENT);
	a.reply.scsi_status = 99;
	ck_assert_int_eq(sgio_submit(&counter.drive, &a), 0);
	ck_assert_int_eq(a.reply.scsi_status, 0);
	ck_assert_int_eq(sgio_submit(&counter.drive, &b), -EAGAIN);
	ck_assert_int_eq(sgio_run(&counter.drive, &b), -EBUSY);
	ck_assert_uint_eq(counter.arrived, 1);
	ck_assert_int_eq(sgio_reap(&counter.drive, &done), 0);
	ck_assert_ptr_eq(done, &a);
	ck_assert_int_eq(sgio_run(&counter.drive, &b), 0);
	sgio_close(NULL);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("gate");
	TCase *tcase = tcase_create("gate");

	tcase_set_timeout(tcase, 60);
	tcase_add_loop_test(tcase, listed, 0, LISTED);
	tcase_add_loop_test(tcase, every_bit, 0, LISTED);
	tcase_add_loop_test(tcase, every_surrounding, 0, LISTED);
	tcase_add_loop_test(tcase, every_command, 0, 3);
	tcase_add_loop_test(tcase, every_length, 0,
			    sizeof(lengths) / sizeof(lengths[0]));
	tcase_add_test(tcase, smart_log_pages);
	tcase_add_loop_test(tcase, packet12, 0,
			    sizeof(inquiries) / sizeof(inquiries[0]));
	tcase_add_test(tcase, depth);
	suite_add_tcase(suite, tcase);
	return unit_main(suite);
}
