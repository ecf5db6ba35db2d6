/* SPDX-License-Identifier: BSD-2-Clause */
/* ask_identify() over a drive that expects exact CDBs. */
#include "mock.h"

struct identify_case {
	const char *name;
	enum sgio_bus bus;
	enum ask_sat sat;
	struct step steps[STEPS];
	enum ask_verdict verdict;
	enum ask_step step;
	bool packet;
	uint8_t cdb_length;
	bool partition;
	const char *usb_id;
};

/* clang-format off */
static const struct identify_case identify_cases[] = {
	{"libata disk", SGIO_BUS_ATA, 0,
	 {{.cdb = INQUIRY, .data = DATA_DISK}, {.cdb = IDENTIFY_16, .data = DATA_PAGE}},
	 ASK_OK, ASK_STEP_IDENTIFY, false, .cdb_length = 16},
	{"libata zoned disk", SGIO_BUS_ATA, 0,
	 {{.cdb = INQUIRY, .data = DATA_ZONED}, {.cdb = IDENTIFY_16, .data = DATA_PAGE}},
	 ASK_OK, ASK_STEP_IDENTIFY, false, .cdb_length = 16},
	{"five bytes of INQUIRY", SGIO_BUS_USB, 0,
	 {{.cdb = INQUIRY, .data = DATA_HEAD, .residual = 31},
	  {.cdb = IDENTIFY_16, .sense = NO_OPCODE}, {.cdb = IDENTIFY_12, .data = DATA_PAGE}},
	 ASK_OK, ASK_STEP_IDENTIFY, false, .cdb_length = 12},
	{"no drive at this number", SGIO_BUS_SAS, 0,
	 {{.cdb = INQUIRY, .data = DATA_ABSENT}},
	 ASK_OTHER_TYPE, ASK_STEP_INQUIRY, false, .cdb_length = 0},
	{"bridge with 12 bytes only", SGIO_BUS_USB, 0,
	 {{.cdb = INQUIRY, .data = DATA_DISK}, {.cdb = IDENTIFY_16, .sense = NO_OPCODE}, {.cdb = IDENTIFY_12, .data = DATA_PAGE}},
	 ASK_OK, ASK_STEP_IDENTIFY, false, .cdb_length = 12},
	{"bridge that refuses a field", SGIO_BUS_USB, 0,
	 {{.cdb = INQUIRY, .data = DATA_DISK}, {.cdb = IDENTIFY_16, .sense = NO_FIELD}, {.cdb = IDENTIFY_12, .data = DATA_PAGE}},
	 ASK_OK, ASK_STEP_IDENTIFY, false, .cdb_length = 12},
	{"bridge that sends zeros", SGIO_BUS_USB, 0,
	 {{.cdb = INQUIRY, .data = DATA_DISK}, {.cdb = IDENTIFY_16, .data = DATA_ZERO}, {.cdb = IDENTIFY_12, .data = DATA_PAGE}},
	 ASK_OK, ASK_STEP_IDENTIFY, false, .cdb_length = 12},
	{"bridge that sends nothing", SGIO_BUS_USB, 0,
	 {{.cdb = INQUIRY, .data = DATA_DISK}, {.cdb = IDENTIFY_16, .data = DATA_NONE}, {.cdb = IDENTIFY_12, .data = DATA_PAGE}},
	 ASK_OK, ASK_STEP_IDENTIFY, false, .cdb_length = 12},
	{"bridge that sends half, silently", SGIO_BUS_USB, 0,
	 {{.cdb = INQUIRY, .data = DATA_DISK}, {.cdb = IDENTIFY_16, .data = DATA_HALF}, {.cdb = IDENTIFY_12, .data = DATA_HALF}},
	 ASK_SHORT, ASK_STEP_IDENTIFY, false, .cdb_length = 16},
	{"bridge that sends half and says so", SGIO_BUS_USB, 0,
	 {{.cdb = INQUIRY, .data = DATA_DISK}, {.cdb = IDENTIFY_16, .data = DATA_HALF, .residual = 256},
	  {.cdb = IDENTIFY_12, .sense = NO_OPCODE}},
	 ASK_SHORT, ASK_STEP_IDENTIFY, false, .cdb_length = 16},
	{"bridge that sends zeros always", SGIO_BUS_USB, 0,
	 {{.cdb = INQUIRY, .data = DATA_DISK}, {.cdb = IDENTIFY_16, .data = DATA_ZERO}, {.cdb = IDENTIFY_12, .data = DATA_ZERO}},
	 ASK_NO_DATA, ASK_STEP_IDENTIFY, false, .cdb_length = 16},
	{"bridge without pass-through", SGIO_BUS_USB, 0,
	 {{.cdb = INQUIRY, .data = DATA_DISK}, {.cdb = IDENTIFY_16, .sense = NO_OPCODE},
	  {.cdb = IDENTIFY_12, .sense = NO_OPCODE}},
	 ASK_BRIDGE, ASK_STEP_IDENTIFY, false, .cdb_length = 16},
	{"bridge to NVMe", SGIO_BUS_USB, 0,
	 {{.cdb = INQUIRY, .data = DATA_DISK}, {.cdb = IDENTIFY_16, .sense = NO_OPCODE},
	  {.cdb = IDENTIFY_12, .sense = NO_OPCODE}},
	 ASK_NVME_BRIDGE, ASK_STEP_IDENTIFY, false, .cdb_length = 16, .usb_id = "152d:0583"},
	{"bridge, the drive aborts by 12 bytes", SGIO_BUS_USB, 0,
	 {{.cdb = INQUIRY, .data = DATA_DISK}, {.cdb = IDENTIFY_16, .sense = NO_OPCODE},
	  {.cdb = IDENTIFY_12, .sense = ABRT_6_12}},
	 ASK_REFUSED, ASK_STEP_IDENTIFY, false, .cdb_length = 12},
	{"--sat=16: no other CDB", SGIO_BUS_USB, ASK_SAT_16,
	 {{.cdb = INQUIRY, .data = DATA_DISK}, {.cdb = IDENTIFY_16, .sense = NO_OPCODE}},
	 ASK_BRIDGE, ASK_STEP_IDENTIFY, false, .cdb_length = 16},
	{"--sat=12", SGIO_BUS_USB, ASK_SAT_12,
	 {{.cdb = INQUIRY, .data = DATA_DISK}, {.cdb = IDENTIFY_12, .data = DATA_PAGE}},
	 ASK_OK, ASK_STEP_IDENTIFY, false, .cdb_length = 12},
	{"virtual disk", SGIO_BUS_VIRTUAL, 0,
	 {{.cdb = INQUIRY, .data = DATA_DISK}, {.cdb = IDENTIFY_16, .sense = NO_OPCODE},
	  {.cdb = IDENTIFY_12, .sense = NO_OPCODE}},
	 ASK_VIRTUAL, ASK_STEP_IDENTIFY, false, .cdb_length = 16},
	{"SAS disk", SGIO_BUS_SAS, 0,
	 {{.cdb = INQUIRY, .data = DATA_DISK},
	  {.cdb = IDENTIFY_16, .sense = "72 05 20 00 00 00 00 00"},
	  {.cdb = IDENTIFY_12, .sense = "72 05 20 00 00 00 00 00"}, {.cdb = INQUIRY_PAGES, .data = DATA_PAGES}},
	 ASK_SCSI_DISK, ASK_STEP_IDENTIFY, false, .cdb_length = 16},
	{"HBA that refuses", SGIO_BUS_SAS, 0,
	 {{.cdb = INQUIRY, .data = DATA_DISK}, {.cdb = IDENTIFY_16, .sense = NO_OPCODE},
	  {.cdb = IDENTIFY_12, .sense = NO_OPCODE}, {.cdb = INQUIRY_PAGES, .data = DATA_PAGES_ATA}},
	 ASK_NO_PASS_THROUGH, ASK_STEP_IDENTIFY, false, .cdb_length = 16},
	{"optical drive", SGIO_BUS_ATA, 0,
	 {{.cdb = INQUIRY, .data = DATA_OPTICAL}, {.cdb = PACKET_16, .data = DATA_PAGE}},
	 ASK_OK, ASK_STEP_IDENTIFY_PACKET, true, .cdb_length = 16},
	{"PACKET disk below libata", SGIO_BUS_ATA, 0,
	 {{.cdb = INQUIRY, .data = DATA_DISK}, {.cdb = IDENTIFY_16, .sense = NO_OPCODE}, {.cdb = PACKET_16, .data = DATA_PAGE}},
	 ASK_OK, ASK_STEP_IDENTIFY_PACKET, true, .cdb_length = 16},
	{"PACKET disk, by its signature", SGIO_BUS_USB, 0,
	 {{.cdb = INQUIRY, .data = DATA_DISK}, {.cdb = IDENTIFY_16, .sense = PACKET_SIGNATURE},
	  {.cdb = PACKET_16, .data = DATA_PAGE}},
	 ASK_OK, ASK_STEP_IDENTIFY_PACKET, true, .cdb_length = 16},
	{"disk that aborts", SGIO_BUS_ATA, 0,
	 {{.cdb = INQUIRY, .data = DATA_DISK}, {.cdb = IDENTIFY_16, .sense = ABRT_6_1},
	  {.cdb = PACKET_16, .sense = ABRT_6_1}},
	 ASK_REFUSED, ASK_STEP_IDENTIFY, false, .cdb_length = 16},
	{"no permission", SGIO_BUS_ATA, 0,
	 {{.cdb = INQUIRY, .data = DATA_DISK}, {.cdb = IDENTIFY_16, .error = EPERM}},
	 ASK_NO_PERMISSION, ASK_STEP_IDENTIFY, false, .cdb_length = 16},
	{"partition", SGIO_BUS_ATA, 0,
	 {{.cdb = INQUIRY, .error = ENOTTY}},
	 ASK_PARTITION, ASK_STEP_INQUIRY, false, .cdb_length = 0, .partition = true},
	{"no SCSI device", SGIO_BUS_UNKNOWN, 0,
	 {{.cdb = INQUIRY, .error = ENOTTY}},
	 ASK_NOT_SCSI, ASK_STEP_INQUIRY, false, .cdb_length = 0},
	{"time-out that libata hides", SGIO_BUS_ATA, 0,
	 {{.cdb = INQUIRY, .data = DATA_DISK}, {.cdb = IDENTIFY_16, .sense = ZEROS_0B, .elapsed_ms = 15000}},
	 ASK_TIMED_OUT, ASK_STEP_IDENTIFY, false, .cdb_length = 16},
	{"time-out that the host tells", SGIO_BUS_SAS, 0,
	 {{.cdb = INQUIRY, .data = DATA_DISK}, {.cdb = IDENTIFY_16, .host_status = 3}},
	 ASK_TIMED_OUT, ASK_STEP_IDENTIFY, false, .cdb_length = 16},
	{"INQUIRY times out", SGIO_BUS_USB, 0,
	 {{.cdb = INQUIRY, .host_status = 3}},
	 ASK_TIMED_OUT, ASK_STEP_INQUIRY, false, .cdb_length = 0},
	{"gone", SGIO_BUS_ATA, 0,
	 {{.cdb = INQUIRY, .data = DATA_DISK}, {.cdb = IDENTIFY_16, .error = ENODEV}},
	 ASK_GONE, ASK_STEP_IDENTIFY, false, .cdb_length = 16},
	{"host error", SGIO_BUS_USB, 0,
	 {{.cdb = INQUIRY, .data = DATA_DISK}, {.cdb = IDENTIFY_16, .host_status = 7}},
	 ASK_HOST_ERROR, ASK_STEP_IDENTIFY, false, .cdb_length = 16},
	{"reserved for another host", SGIO_BUS_SAS, 0,
	 {{.cdb = INQUIRY, .data = DATA_DISK}, {.cdb = IDENTIFY_16, .scsi_status = 0x18}},
	 ASK_HOST_ERROR, ASK_STEP_IDENTIFY, false, .cdb_length = 16},
	{"unit attention: once more", SGIO_BUS_USB, 0,
	 {{.cdb = INQUIRY, .data = DATA_DISK}, {.cdb = IDENTIFY_16, .sense = ATTENTION}, {.cdb = IDENTIFY_16, .data = DATA_PAGE}},
	 ASK_OK, ASK_STEP_IDENTIFY, false, .cdb_length = 16},
	{"unit attention: but not for ever", SGIO_BUS_USB, 0,
	 {{.cdb = INQUIRY, .data = DATA_DISK}, {.cdb = IDENTIFY_16, .sense = ATTENTION},
	  {.cdb = IDENTIFY_16, .sense = ATTENTION}},
	 ASK_REFUSED, ASK_STEP_IDENTIFY, false, .cdb_length = 16},
	{"another command's reset: once more", SGIO_BUS_ATA, 0,
	 {{.cdb = INQUIRY, .data = DATA_DISK}, {.cdb = IDENTIFY_16, .sense = ZEROS_0B, .elapsed_ms = 40},
	  {.cdb = IDENTIFY_16, .data = DATA_PAGE}},
	 ASK_OK, ASK_STEP_IDENTIFY, false, .cdb_length = 16},
	{"type unknown: A1h is not sent", SGIO_BUS_USB, 0,
	 {{.cdb = INQUIRY, .sense = NO_FIELD}, {.cdb = IDENTIFY_16, .sense = NO_OPCODE}},
	 ASK_BRIDGE, ASK_STEP_IDENTIFY, false, .cdb_length = 16},
	{"enclosure: asked no more", SGIO_BUS_SAS, 0,
	 {{.cdb = INQUIRY, .data = DATA_ENCLOSURE}},
	 ASK_OTHER_TYPE, ASK_STEP_INQUIRY, false, .cdb_length = 0},
};
/* clang-format on */

START_TEST(identify)
{
	const struct identify_case *c = &identify_cases[_i];
	struct ask_identity identity;
	struct mock mock;
	struct ask ask;
	uint8_t page[512];

	mock_begin(&mock, c->steps, c->bus);
	mock.drive.facts.is_partition = c->partition;
	if (c->usb_id)
		strcpy(mock.drive.facts.usb_id, c->usb_id);
	ask_begin(&ask, &mock.drive, c->sat);
	ck_assert_msg(!ask_identify(&ask, &identity), "%s", c->name);
	mock_end(&mock, c->name);
	ck_assert_msg(identity.end.verdict == c->verdict, "%s: %s", c->name,
		      ask_verdict_name(identity.end.verdict));
	ck_assert_msg(identity.end.step == c->step, "%s: %s", c->name,
		      ask_step_name(identity.end.step));
	ck_assert_msg(identity.packet == c->packet &&
			      identity.cdb_length == c->cdb_length,
		      "%s: CDB of %u bytes", c->name, identity.cdb_length);
	if (c->verdict != ASK_OK)
		return;
	make_page(page);
	ck_assert_mem_eq(identity.page, page, sizeof(page));
	ck_assert_uint_eq(ask.cdb_length, c->cdb_length);
}
END_TEST

START_TEST(inquiry_strings)
{
	static const struct step steps[STEPS] = {
		{.cdb = INQUIRY, .data = DATA_DISK},
		{.cdb = IDENTIFY_16, .data = DATA_PAGE},
		{.cdb = IDENTIFY_16, .data = DATA_PAGE}};
	struct ask_identity identity;
	struct mock mock;
	struct ask ask;

	mock_begin(&mock, steps, SGIO_BUS_ATA);
	ask_begin(&ask, &mock.drive, ASK_SAT_AUTO);
	ck_assert(!ask_identify(&ask, &identity));
	ck_assert(!ask_identify(&ask, &identity)); /* INQUIRY is not sent again */
	mock_end(&mock, "INQUIRY");
	ck_assert(ask.inquiry.known && !ask.inquiry.removable);
	ck_assert_str_eq(ask.inquiry.vendor, "ATA");
	ck_assert_str_eq(ask.inquiry.product, "Some drive 1234");
	ck_assert_str_eq(ask.inquiry.product_rev, "9.01");
}
END_TEST

START_TEST(backend_fails)
{
	static const struct step steps[STEPS] = {{.cdb = INQUIRY, .data = DATA_DISK}};
	struct ask_identity identity = {.cdb_length = 77};
	struct mock mock;
	struct ask ask;

	mock_begin(&mock, steps, SGIO_BUS_ATA);
	ask_begin(&ask, &mock.drive, ASK_SAT_AUTO);
	ck_assert_int_eq(ask_identify(&ask, &identity), -EPROTO);
	ck_assert_uint_eq(identity.cdb_length, 77); /* written on success only */
}
END_TEST

/* A1h is BLANK on an optical drive: nothing is sent but INQUIRY. */
START_TEST(optical_by_12)
{
	static const struct step steps[STEPS] = {
		{.cdb = INQUIRY, .data = DATA_OPTICAL}};
	struct ask_identity identity;
	struct ask_power power;
	struct mock mock;
	struct ask ask;

	mock_begin(&mock, steps, SGIO_BUS_USB);
	ask_begin(&ask, &mock.drive, ASK_SAT_12);
	ck_assert_int_eq(ask_identify(&ask, &identity), -EBADRQC);
	ck_assert_int_eq(ask_power_mode(&ask, &power), -EBADRQC);
	mock_end(&mock, "optical, 12");
}
END_TEST

/* The mock itself: a request too many, and one that never came, are failures. */
START_TEST(mock_is_strict)
{
	static const struct step wrong[STEPS] = {
		{.cdb = IDENTIFY_16, .data = DATA_PAGE}};
	struct ask_identity identity;
	struct mock mock;
	struct ask ask;

	mock_begin(&mock, wrong, SGIO_BUS_ATA);
	ask_begin(&ask, &mock.drive, ASK_SAT_AUTO);
	ck_assert_int_eq(ask_identify(&ask, &identity), -EPROTO);
	ck_assert(mock.surprised);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("ask");
	TCase *tests = tcase_create("ask");

	tcase_add_loop_test(tests, identify, 0, COUNT(identify_cases));
	tcase_add_test(tests, optical_by_12);
	tcase_add_test(tests, inquiry_strings);
	tcase_add_test(tests, backend_fails);
	tcase_add_test(tests, mock_is_strict);
	suite_add_tcase(suite, tests);
	return unit_main(suite);
}
