/* SPDX-License-Identifier: BSD-2-Clause */
/* Power mode and -n, native maximum, SMART status over a drive that expects exact CDBs.
 */
#include "mock.h"

#define DESCRIPTOR "72 01 00 1d 00 00 00 0e 09 0c "

struct power_case {
	const char *name, *sense;
	bool known;
	uint8_t mode;
	enum ask_verdict verdict;
	enum ask_sleep sleep[4]; /* with -n never, sleep, standby, idle */
};

#define AWAKE_ALL                                          \
	{                                                  \
		ASK_AWAKE, ASK_AWAKE, ASK_AWAKE, ASK_AWAKE \
	}
#define UNKNOWN_ALL                                                             \
	{                                                                       \
		ASK_AWAKE, ASK_MODE_UNKNOWN, ASK_MODE_UNKNOWN, ASK_MODE_UNKNOWN \
	}
#define IDLE_ALL                                            \
	{                                                   \
		ASK_AWAKE, ASK_AWAKE, ASK_AWAKE, ASK_ASLEEP \
	}
#define STANDBY_ALL                                          \
	{                                                    \
		ASK_AWAKE, ASK_AWAKE, ASK_ASLEEP, ASK_ASLEEP \
	}

/* clang-format off */
static const struct power_case power_cases[] = {
	{"active, 6.1 and 6.12", DESCRIPTOR "00 00 00 ff 00 00 00 00 00 00 00 50",
	 true, 0xff, ASK_OK, AWAKE_ALL},
	{"standby", DESCRIPTOR "00 00 00 00 00 00 00 00 00 00 00 50",
	 true, 0x00, ASK_OK, STANDBY_ALL},
	{"standby_y", DESCRIPTOR "00 00 00 01 00 00 00 00 00 00 00 50",
	 true, 0x01, ASK_OK, STANDBY_ALL},
	{"NV cache, spun down", DESCRIPTOR "00 00 00 40 00 00 00 00 00 00 00 50",
	 true, 0x40, ASK_OK, STANDBY_ALL},
	{"NV cache, spun up", DESCRIPTOR "00 00 00 41 00 00 00 00 00 00 00 50",
	 true, 0x41, ASK_OK, IDLE_ALL},
	{"idle", DESCRIPTOR "00 00 00 80 00 00 00 00 00 00 00 50",
	 true, 0x80, ASK_OK, IDLE_ALL},
	{"idle_b", DESCRIPTOR "00 00 00 82 00 00 00 00 00 00 00 50",
	 true, 0x82, ASK_OK, IDLE_ALL},
	{"no such code", DESCRIPTOR "00 00 00 55 00 00 00 00 00 00 00 50",
	 false, 0x55, ASK_OK, UNKNOWN_ALL},
	/* TrueNAS 24.10: D_SENSE honoured */
	{"active, fixed layout", "f0 00 01 00 50 00 ff 0a 00 00 00 00 00 1d 00 00 00 00",
	 true, 0xff, ASK_OK, AWAKE_ALL},
	/* smartmontools issue 104 */
	{"standby, bridge", "f0 00 01 00 50 40 00 0a 80 00 00 00 00 1d 00 00 00 00",
	 true, 0x00, ASK_OK, STANDBY_ALL},
	/* openwrt packages issue 26182: hdparm says standby */
	{"sense all zero", "00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00",
	 false, 0, ASK_OK, UNKNOWN_ALL},
	{"registers all zero", DESCRIPTOR "00 00 00 00 00 00 00 00 00 00 00 00",
	 false, 0, ASK_OK, UNKNOWN_ALL},
	{"fixed registers all zero", "70 00 01 00 00 00 00 0a 00 00 00 00 00 1d 00 00 00 00",
	 false, 0, ASK_OK, UNKNOWN_ALL},
	{"no sense", NULL, false, 0, ASK_OK, UNKNOWN_ALL},
	{"aborted", "70 00 0b 00 00 00 00 0a 04 41 00 ff 00 00 00 00 00 00",
	 false, 0, ASK_REFUSED, UNKNOWN_ALL},
	{"translator refuses CK_COND", NO_FIELD, false, 0, ASK_REFUSED, UNKNOWN_ALL},
};
/* clang-format on */

START_TEST(power_mode)
{
	const struct power_case *c = &power_cases[_i];
	const struct step steps[STEPS] = {{.cdb = INQUIRY, .data = DATA_DISK},
					  {.cdb = POWER_16, .sense = c->sense}};
	struct ask_power power;
	struct mock mock;
	struct ask ask;

	mock_begin(&mock, steps, SGIO_BUS_ATA);
	ask_begin(&ask, &mock.drive, ASK_SAT_AUTO);
	ck_assert_msg(!ask_power_mode(&ask, &power), "%s", c->name);
	mock_end(&mock, c->name);
	ck_assert_msg(power.known == c->known, "%s: known", c->name);
	ck_assert_msg(!c->known || power.mode == c->mode, "%s: %02x", c->name,
		      power.mode);
	ck_assert_msg(power.end.verdict == c->verdict, "%s: %s", c->name,
		      ask_verdict_name(power.end.verdict));
}
END_TEST

START_TEST(nocheck)
{
	const struct power_case *c = &power_cases[_i / 4];
	enum ask_nocheck mode = (enum ask_nocheck)(_i % 4);
	const struct step steps[STEPS] = {{.cdb = INQUIRY, .data = DATA_DISK},
					  {.cdb = POWER_16, .sense = c->sense}};
	static const struct step none[STEPS];
	struct ask_wake wake;
	struct mock mock;
	struct ask ask;

	mock_begin(&mock, mode == ASK_ALWAYS ? none : steps, SGIO_BUS_ATA);
	ask_begin(&ask, &mock.drive, ASK_SAT_AUTO);
	ck_assert_msg(!ask_may_wake(&ask, mode, &wake), "%s", c->name);
	mock_end(&mock, c->name);
	ck_assert_msg(wake.sleep == c->sleep[mode], "%s, -n %d: %d", c->name, mode,
		      wake.sleep);
}
END_TEST

/* What the kernel says before anything is sent; the last is how many requests came. */
static const struct {
	const char *runtime_status;
	enum ask_nocheck nocheck;
	enum ask_sleep sleep;
	unsigned int arrived;
} suspend_cases[] = {
	{"suspended", ASK_UNLESS_STANDBY, ASK_SUSPENDED, 0},
	{"suspended", ASK_UNLESS_IDLE, ASK_SUSPENDED, 0},
	{"suspending", ASK_UNLESS_STANDBY, ASK_SUSPENDED, 0},
	{"suspended", ASK_UNLESS_SLEEP, ASK_AWAKE, 2},
	{"suspended", ASK_ALWAYS, ASK_AWAKE, 0},
	{"active", ASK_UNLESS_STANDBY, ASK_AWAKE, 2},
	{"unsupported", ASK_UNLESS_STANDBY, ASK_AWAKE, 2},
	{"", ASK_UNLESS_STANDBY, ASK_AWAKE, 2},
};

START_TEST(suspended)
{
	static const struct step steps[STEPS] = {
		{.cdb = INQUIRY, .data = DATA_DISK},
		{.cdb = POWER_16,
		 .sense = DESCRIPTOR "00 00 00 ff 00 00 00 00 00 00 00 50"}};
	struct ask_wake wake;
	struct mock mock;
	struct ask ask;

	mock_begin(&mock, steps, SGIO_BUS_ATA);
	strcpy(mock.drive.facts.runtime_status, suspend_cases[_i].runtime_status);
	ask_begin(&ask, &mock.drive, ASK_SAT_AUTO);
	ck_assert(!ask_may_wake(&ask, suspend_cases[_i].nocheck, &wake));
	ck_assert_int_eq(wake.sleep, suspend_cases[_i].sleep);
	ck_assert_uint_eq(mock.arrived, suspend_cases[_i].arrived);
	ck_assert_int_eq(ask_is_suspended(&mock.drive.facts, suspend_cases[_i].nocheck),
			 wake.sleep == ASK_SUSPENDED);
}
END_TEST

struct wake_case {
	const char *name;
	enum sgio_bus bus;
	struct step steps[STEPS];
	enum ask_verdict verdict;
};

/* clang-format off */
static const struct wake_case wake_failures[] = {
	{"no permission", SGIO_BUS_ATA,
	 {{.cdb = INQUIRY, .data = DATA_DISK}, {.cdb = POWER_16, .error = EPERM}}, ASK_NO_PERMISSION},
	{"time-out", SGIO_BUS_ATA,
	 {{.cdb = INQUIRY, .data = DATA_DISK}, {.cdb = POWER_16, .sense = ZEROS_0B, .elapsed_ms = 9600}},
	 ASK_TIMED_OUT},
	{"bridge without pass-through", SGIO_BUS_USB,
	 {{.cdb = INQUIRY, .data = DATA_DISK}, {.cdb = POWER_16, .sense = NO_OPCODE},
	  {.cdb = POWER_12, .sense = NO_OPCODE}}, ASK_BRIDGE},
	{"SAS disk", SGIO_BUS_SAS,
	 {{.cdb = INQUIRY, .data = DATA_DISK}, {.cdb = POWER_16, .sense = NO_OPCODE},
	  {.cdb = POWER_12, .sense = NO_OPCODE}, {.cdb = INQUIRY_PAGES, .data = DATA_PAGES}}, ASK_SCSI_DISK},
	{"enclosure", SGIO_BUS_SAS, {{.cdb = INQUIRY, .data = DATA_ENCLOSURE}}, ASK_OTHER_TYPE},
	{"gone", SGIO_BUS_ATA, {{.cdb = INQUIRY, .host_status = 1}}, ASK_GONE},
};
/* clang-format on */

START_TEST(wake_fails)
{
	const struct wake_case *c = &wake_failures[_i];
	struct ask_wake wake;
	struct mock mock;
	struct ask ask;

	mock_begin(&mock, c->steps, c->bus);
	ask_begin(&ask, &mock.drive, ASK_SAT_AUTO);
	ck_assert_msg(!ask_may_wake(&ask, ASK_UNLESS_STANDBY, &wake), "%s", c->name);
	mock_end(&mock, c->name);
	ck_assert_msg(wake.sleep == ASK_FAILED, "%s: %d", c->name, wake.sleep);
	ck_assert_msg(wake.power.end.verdict == c->verdict, "%s: %s", c->name,
		      ask_verdict_name(wake.power.end.verdict));
}
END_TEST

/* A bridge with 12-byte CDBs only is asked by them from then on. */
START_TEST(power_mode_12)
{
	static const struct step steps[STEPS] = {
		{.cdb = INQUIRY, .data = DATA_DISK},
		{.cdb = POWER_16, .sense = NO_OPCODE},
		{.cdb = POWER_12,
		 .sense = "f0 00 01 00 50 00 80 0a 00 00 00 00 00 1d 00 00 00 00"},
		{.cdb = IDENTIFY_12, .data = DATA_PAGE}};
	struct ask_identity identity;
	struct ask_power power;
	struct mock mock;
	struct ask ask;

	mock_begin(&mock, steps, SGIO_BUS_USB);
	ask_begin(&ask, &mock.drive, ASK_SAT_AUTO);
	ck_assert(!ask_power_mode(&ask, &power));
	ck_assert(power.known && power.mode == 0x80);
	ck_assert(!ask_identify(&ask, &identity));
	ck_assert_int_eq(identity.end.verdict, ASK_OK);
	mock_end(&mock, "12 bytes");
}
END_TEST

/* Words of a page that say how a drive may be asked for its native maximum. */
struct native_case {
	const char *name;
	uint8_t cdb_length;
	uint16_t w82, w83, w86, w119;
	const char *cdb, *sense;
	bool known;
	uint64_t blocks;
};

/* clang-format off */
static const struct native_case native_cases[] = {
	{"neither", 16, 0x4000, 0x4400, 0x0400, 0x4000, NULL, NULL, false, 0},
	{"HPA, 48 bits", 16, 0x4400, 0x4400, 0x0400, 0x4000, NATIVE_48,
	 /* 5860533167 = 15D50A3AFh: hob 00 01 5d, low bytes 50 a3 af */
	 DESCRIPTOR "01 00 00 00 5d af 01 a3 00 50 40 50", true, 5860533168},
	{"HPA, 28 bits: DEVICE holds four of them", 16, 0x4400, 0x4000, 0, 0x4000, NATIVE_28,
	 /* 156301487 = 950F8AFh */
	 DESCRIPTOR "00 00 00 00 00 af 00 f8 00 50 49 50", true, 156301488},
	{"HPA, 28 bits, too large for them", 16, 0x4400, 0x4000, 0, 0x4000, NATIVE_28,
	 DESCRIPTOR "00 00 00 00 00 ff 00 ff 00 ff 4f 50", false, 0},
	{"HPA, 12 bytes", 12, 0x4400, 0x4400, 0x0400, 0x4000, NATIVE_28_12,
	 DESCRIPTOR "00 00 00 00 00 af 00 f8 00 50 49 50", true, 156301488},
	{"AMAC before HPA", 16, 0x4400, 0x4400, 0x8400, 0x4100, AMAC,
	 DESCRIPTOR "01 00 00 00 5d af 01 a3 00 50 40 50", true, 5860533168},
	{"upper half missing", 16, 0x4400, 0x4400, 0x0400, 0x4000, NATIVE_48,
	 "f0 00 01 00 50 40 00 0a a0 af a3 50 00 1d 00 00 00 00", false, 0},
	{"no registers", 16, 0x4400, 0x4400, 0x0400, 0x4000, NATIVE_48, NULL, false, 0},
	{"aborted", 16, 0x4400, 0x4400, 0x0400, 0x4000, NATIVE_48, ABRT_6_1, false, 0},
};
/* clang-format on */

static void set_word(uint8_t page[static 512], unsigned int word, uint16_t value)
{
	page[2 * word] = (uint8_t)value;
	page[2 * word + 1] = (uint8_t)(value >> 8);
}

START_TEST(native_max)
{
	const struct native_case *c = &native_cases[_i];
	const struct step steps[STEPS] = {{.cdb = c->cdb, .sense = c->sense}};
	struct ask_native_max native;
	struct ata_identify id;
	struct mock mock;
	struct ask ask;
	uint8_t page[512];

	make_page(page);
	/* Cylinders, heads and sectors, so that it passes for a page. */
	set_word(page, 1, 16383);
	set_word(page, 3, 16);
	set_word(page, 6, 63);
	set_word(page, 82, c->w82);
	set_word(page, 83, c->w83);
	set_word(page, 84, 0x4000);
	set_word(page, 85, c->w82);
	set_word(page, 86, c->w86);
	set_word(page, 87, 0x4000);
	set_word(page, 119, c->w119);
	set_word(page, 120, 0x4000);
	ata_identify_seal(page);
	ck_assert(!ata_identify_parse(&id, page, sizeof(page)));
	mock_begin(&mock, steps, SGIO_BUS_ATA);
	mock.drive.packet12 = true; /* as after INQUIRY */
	ask_begin(&ask, &mock.drive, ASK_SAT_AUTO);
	ask.cdb_length = c->cdb_length;
	ck_assert_msg(!ask_native_max(&ask, &id, &native), "%s", c->name);
	mock_end(&mock, c->name);
	ck_assert_msg(native.known == c->known, "%s: known", c->name);
	ck_assert_msg(!c->known || native.blocks == c->blocks, "%s: %llu", c->name,
		      (unsigned long long)native.blocks);
	ck_assert_int_eq(native.end.step, c->cdb ? ASK_STEP_NATIVE_MAX : ASK_STEP_NONE);
}
END_TEST

/* clang-format off */
static const struct {
	const char *name, *sense;
	enum ask_health health;
} smart_cases[] = {
	{"passed", DESCRIPTOR "00 00 00 00 00 00 00 4f 00 c2 00 50", ASK_HEALTH_PASSED},
	{"failing", DESCRIPTOR "00 00 00 00 00 00 00 f4 00 2c 00 50", ASK_HEALTH_FAILING},
	{"passed, fixed", "70 00 01 00 50 00 00 0a 00 00 4f c2 00 1d 00 00 00 00",
	 ASK_HEALTH_PASSED},
	{"neither", DESCRIPTOR "00 00 00 00 00 00 00 f4 00 c2 00 50", ASK_HEALTH_UNKNOWN},
	{"no sense", NULL, ASK_HEALTH_UNKNOWN},
	{"zeros", DESCRIPTOR "00 00 00 00 00 00 00 00 00 00 00 00", ASK_HEALTH_UNKNOWN},
	{"aborted", DESCRIPTOR "00 04 00 00 00 00 00 4f 00 c2 00 51", ASK_HEALTH_UNKNOWN},
};
/* clang-format on */

START_TEST(smart_status)
{
	const struct step steps[STEPS] = {
		{.cdb = SMART_16, .sense = smart_cases[_i].sense}};
	struct ask_smart smart;
	struct mock mock;
	struct ask ask;

	mock_begin(&mock, steps, SGIO_BUS_ATA);
	ask_begin(&ask, &mock.drive, ASK_SAT_AUTO);
	ck_assert(!ask_smart_status(&ask, &smart));
	mock_end(&mock, smart_cases[_i].name);
	ck_assert_msg(smart.health == smart_cases[_i].health, "%s: %d",
		      smart_cases[_i].name, smart.health);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("ask_registers");
	TCase *tests = tcase_create("ask_registers");

	tcase_add_loop_test(tests, power_mode, 0, COUNT(power_cases));
	tcase_add_loop_test(tests, nocheck, 0, 4 * COUNT(power_cases));
	tcase_add_loop_test(tests, suspended, 0, COUNT(suspend_cases));
	tcase_add_loop_test(tests, wake_fails, 0, COUNT(wake_failures));
	tcase_add_test(tests, power_mode_12);
	tcase_add_loop_test(tests, native_max, 0, COUNT(native_cases));
	tcase_add_loop_test(tests, smart_status, 0, COUNT(smart_cases));
	suite_add_tcase(suite, tests);
	return unit_main(suite);
}
