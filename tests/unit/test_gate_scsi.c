/* SPDX-License-Identifier: BSD-2-Clause */
#include "counter.h"

/* What a drive may be sent but pass-through: as in test_gate.c, by hand. */

/* clang-format off */
static const struct {
	const char *name;
	uint8_t cdb[16], length;
	uint8_t free[16]; /* bits that may differ while the length stays the same */
	uint32_t data;
} list[] = {
	{ "TEST UNIT READY", { 0x00 }, 6, { 0 }, 0 },
	{ "REQUEST SENSE", { 0x03, 0, 0, 0, 252 }, 6, { 0, 1 }, 252 },
	/* 1Ah, MODE SENSE (6), is a bit away */
	{ "INQUIRY", { 0x12, 0, 0, 0, 96 }, 6, { 0x08, 1 }, 96 },
	{ "INQUIRY, page 0", { 0x12, 1, 0, 1, 0 }, 6, { 0, 1, 0xff }, 256 },
	{ "INQUIRY, page 89h", { 0x12, 1, 0x89, 2, 0x3c }, 6, { 0, 0, 0xff }, 572 },
	{ "MODE SENSE (6)", { 0x1a, 0, 8, 0, 128 }, 6, { 0, 8, 0xff, 0xff }, 128 },
	{ "READ CAPACITY (10)", { 0x25 }, 10, { 0 }, 8 },
	{ "READ (10)", { 0x28, 0, 1, 2, 3, 4, 0, 0, 1 }, 10,
	  { 0, 0x18, 0xff, 0xff, 0xff, 0xff }, 512 },
	{ "LOG SENSE", { 0x4d, 0, 0x40, 0, 0, 0, 0, 2, 0 }, 10,
	  { 0, 0, 0xff, 0xff, 0, 0xff, 0xff }, 512 },
	{ "MODE SENSE (10)", { 0x5a, 0, 8, 0, 0, 0, 0, 1, 0 }, 10,
	  { 0, 0x18, 0xff, 0xff }, 256 },
	{ "READ (16)", { 0x88, 0, 0, 0, 0, 1, 2, 3, 4, 5, 0, 0, 0, 1 }, 16,
	  { 0, 0x18, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff }, 512 },
	{ "READ CAPACITY (16)", { 0x9e, 0x10, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 32 }, 16,
	  { 0 }, 32 },
};
/* clang-format on */

static void build(int i, struct sgio_request *request)
{
	memset(request, 0, sizeof(*request));
	memcpy(request->cdb, list[i].cdb, 16);
	request->cdb_length = list[i].length;
	set_data(request, list[i].data);
}

START_TEST(every_bit)
{
	struct counter counter = new_counter(512);
	struct sgio_request request, changed;

	build(_i, &request);
	ck_assert_msg(arrives(&counter, &request), "%s", list[_i].name);
	for (int bit = 0; bit < 8 * list[_i].length; bit++) {
		bool is_free = list[_i].free[bit / 8] >> bit % 8 & 1;

		changed = request;
		changed.cdb[bit / 8] ^= (uint8_t)(1 << bit % 8);
		ck_assert_msg(arrives(&counter, &changed) == is_free,
			      "%s, byte %d bit %d", list[_i].name, bit / 8, bit % 8);
	}
	for (unsigned int length = 0; length < 256; length++) {
		changed = request;
		changed.cdb_length = (uint8_t)length;
		ck_assert_int_eq(arrives(&counter, &changed),
				 length == list[_i].length);
	}
	changed = request;
	changed.direction = request.direction == SGIO_IN ? SGIO_NONE : SGIO_IN;
	ck_assert(!arrives(&counter, &changed));
	changed = request;
	changed.direction = (enum sgio_direction)2;
	ck_assert(!arrives(&counter, &changed));
	changed = request;
	changed.length++;
	changed.data = buffer;
	ck_assert(!arrives(&counter, &changed));
	changed = request;
	changed.data = request.data ? NULL : buffer;
	ck_assert(!arrives(&counter, &changed));
}
END_TEST

/* Byte 1 of @operation in a CDB of @length bytes that is otherwise good. */
static bool allowed(uint8_t operation, uint8_t byte, uint8_t length)
{
	switch (operation) {
	case 0x00:
		return length == 6 && byte == 0;
	case 0x03:
	case 0x12:
		return length == 6 && byte <= 1;
	case 0x1a:
		return length == 6 && (byte == 0 || byte == 8);
	case 0x25:
	case 0x4d:
		return length == 10 && byte == 0;
	case 0x28:
		return length == 10 && !(byte & 0xe7);
	case 0x5a:
		return length == 10 && !(byte & 0xe7);
	case 0x88:
		return length == 16 && !(byte & 0xe7);
	case 0x9e:
		return length == 16 && byte == 0x10;
	default:
		return false;
	}
}

/* All operation codes and values of byte 1 (service actions), each CDB length. */
START_TEST(every_operation)
{
	static const uint8_t cdb_lengths[] = {6, 10, 12, 16, 32};
	static const uint32_t data[] = {0, 512};
	struct counter counter = new_counter(512);

	for (unsigned int n = 0; n < 256 * 256 * 5 * 2; n++) {
		uint8_t operation = (uint8_t)n, byte = (uint8_t)(n >> 8);
		uint8_t length = cdb_lengths[(n >> 16) % 5];
		struct sgio_request request = {.cdb = {operation},
					       .cdb_length = length};

		set_data(&request, data[(n >> 16) / 5]);
		for (size_t i = 0; i < sizeof(list) / sizeof(list[0]); i++)
			if (list[i].cdb[0] == operation && !list[i].cdb[2]) {
				build((int)i, &request);
				request.cdb_length = length;
				break;
			}
		request.cdb[1] = byte;
		if (operation == 0x1a || operation == 0x5a || operation == 0x4d ||
		    operation == 0x28)
			continue; /* below: their sample has a byte 2 */
		if (arrives(&counter, &request) != allowed(operation, byte, length))
			ck_abort_msg("%02x %02x, %u bytes", operation, byte, length);
	}
}
END_TEST

START_TEST(every_byte_1)
{
	static const uint8_t cdb_lengths[] = {6, 10, 12, 16, 32};
	struct counter counter = new_counter(512);
	struct sgio_request request;

	build(_i, &request);
	for (unsigned int byte = 0; byte < 256; byte++)
		for (int i = 0; i < 5; i++) {
			bool expected =
				allowed(request.cdb[0], (uint8_t)byte, cdb_lengths[i]);

			/* A page without EVPD is an error. */
			if (request.cdb[0] == 0x12 && request.cdb[2] && !byte)
				expected = false;
			request.cdb[1] = (uint8_t)byte;
			request.cdb_length = cdb_lengths[i];
			ck_assert_int_eq(arrives(&counter, &request), expected);
		}
}
END_TEST

START_TEST(lengths)
{
	struct counter counter = new_counter(4096);
	struct sgio_request request = {.cdb = {0x28, [8] = 2}, .cdb_length = 10};

	set_data(&request, 8192);
	ck_assert(arrives(&counter, &request));
	set_data(&request, 1024);
	ck_assert(!arrives(&counter, &request));
	/* 0 blocks is no read, and no 65536. */
	request.cdb[8] = 0;
	set_data(&request, 65536 * 4096u);
	ck_assert(!arrives(&counter, &request));
	set_data(&request, 0);
	ck_assert(!arrives(&counter, &request));
	/* READ(16) can ask for more than any buffer holds: 100001h × 4096 wraps to
	 * 1000h. */
	request = (struct sgio_request){.cdb = {0x88, [11] = 0x10, [13] = 1},
					.cdb_length = 16};
	set_data(&request, 0x1000);
	ck_assert(!arrives(&counter, &request));
	counter.drive.facts.logical_block_size = -1;
	request.cdb[11] = 0;
	ck_assert(!arrives(&counter, &request));
	counter.drive.facts.logical_block_size = 4096;
	ck_assert(arrives(&counter, &request));
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("gate_scsi");
	TCase *tcase = tcase_create("gate_scsi");
	int commands = sizeof(list) / sizeof(list[0]);

	tcase_set_timeout(tcase, 60);
	tcase_add_loop_test(tcase, every_bit, 0, commands);
	tcase_add_test(tcase, every_operation);
	tcase_add_loop_test(tcase, every_byte_1, 0, commands);
	tcase_add_test(tcase, lengths);
	suite_add_tcase(suite, tcase);
	return unit_main(suite);
}
