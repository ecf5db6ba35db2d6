/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "identify.h"
#include "oddity.h"
#include "unit.h"

/*
 * Cases that one page cannot show: words changed in a plain page, and what one key then
 * says. Expected values are worked out from ACS-4 and ACS-6 by hand.
 */
struct patch {
	uint8_t word;
	uint16_t value;
};

#define PATCHES 10
struct fact_case {
	const char *what;
	struct patch patch[PATCHES]; /* ends with word 0 */
	const char *key;
	const char *value; /* NULL: not reported */
};

/* A SATA 3.2 hard disk of 2^31 + 5 sectors, 512e, NCQ 32, 6.0 Gb/s. */
static const struct patch plain[] = {
	{2, 0xc837},   {47, 0x8010},  {49, 0x2f00},  {50, 0x4000},  {53, 0x0007},
	{60, 0xffff},  {61, 0x0fff},  {63, 0x0007},  {64, 0x0003},  {75, 0x001f},
	{76, 0x850e},  {77, 0x0006},  {80, 0x03fc},  {82, 0x746b},  {83, 0x7d61},
	{84, 0x6163},  {85, 0x7469},  {86, 0xbc41},  {87, 0x6163},  {88, 0x407f},
	{89, 0x80ca},  {90, 0x80ca},  {100, 0x0005}, {101, 0x8000}, {106, 0x6003},
	{108, 0x5000}, {109, 0xcca1}, {110, 0x2345}, {111, 0x6789}, {119, 0x401c},
	{120, 0x401c}, {128, 0x0021}, {168, 0x0002}, {206, 0x003d}, {217, 0x1c20},
	{222, 0x10ff},
};

static void set_word(uint8_t *page, unsigned int word, uint16_t value)
{
	page[2 * word] = (uint8_t)value;
	page[2 * word + 1] = (uint8_t)(value >> 8);
}

static void set_string(uint8_t *page, unsigned int word, unsigned int words,
		       const char *text)
{
	size_t length = strlen(text);

	for (size_t i = 0; i < 2u * words; i++)
		page[2 * word + (i ^ 1)] = (uint8_t)(i < length ? text[i] : ' ');
}

static void make_page(uint8_t *page, const struct patch *patch)
{
	memset(page, 0, ATA_IDENTIFY_BYTES);
	for (size_t i = 0; i < sizeof(plain) / sizeof(plain[0]); i++)
		set_word(page, plain[i].word, plain[i].value);
	set_string(page, 27, 20, "PLAIN DISK");
	set_string(page, 10, 10, "S1");
	set_string(page, 23, 4, "F1");
	for (; patch && patch->word; patch++)
		set_word(page, patch->word, patch->value);
	ata_identify_seal(page);
}

static const struct fact_case fact_cases[] = {
	/* Capacity: words 230-233, 100-103, 60-61, cylinders; zero falls through. */
	{"48-bit", {{0, 0}}, "user_capacity.blocks", "2147483653"},
	{"bytes", {{0, 0}}, "user_capacity.bytes", "1099511630336"},
	{"no 48-bit", {{83, 0x7961}}, "user_capacity.blocks", "268435455"},
	{"48-bit count 0", {{100, 0}, {101, 0}}, "user_capacity.blocks", "268435455"},
	{"extended",
	 {{69, 0x0008}, {230, 0x0001}, {232, 0x0010}},
	 "user_capacity.blocks",
	 "68719476737"},
	{"extended without 69.3",
	 {{230, 0x0001}, {232, 0x0010}},
	 "user_capacity.blocks",
	 "2147483653"},
	{"extended of 0", {{69, 0x0008}}, "user_capacity.blocks", "2147483653"},
	{"cylinders",
	 {{49, 0x0d00},
	  {83, 0},
	  {53, 0x0001},
	  {54, 1000},
	  {55, 16},
	  {56, 63},
	  {1, 980}},
	 "user_capacity.blocks",
	 "1008000"},
	{"bytes beyond 2^64",
	 {{103, 0x8000}, {106, 0x5000}, {117, 0x0800}},
	 "user_capacity.bytes",
	 NULL},
	/* Sectors */
	{"512e logical", {{0, 0}}, "logical_block_size", "512"},
	{"512e physical", {{0, 0}}, "physical_block_size", "4096"},
	{"4Kn", {{106, 0x5000}, {117, 0x0800}}, "logical_block_size", "4096"},
	{"4Kn physical", {{106, 0x5000}, {117, 0x0800}}, "physical_block_size", "4096"},
	{"520 bytes", {{106, 0x5000}, {117, 0x0104}}, "logical_block_size", "520"},
	{"rubbish size", {{106, 0x5000}, {117, 0x0010}}, "logical_block_size", "512"},
	{"word 106 unsigned", {{106, 0xe003}}, "physical_block_size", "512"},
	{"offset beyond 1fffh",
	 {{209, 0x6001}},
	 "sector_layout.lba0_offset_sectors",
	 "8193"},
	/* Link */
	{"6.0 now", {{0, 0}}, "link.current_bits_per_second", "6000000000"},
	{"1.5 now", {{77, 0x0002}}, "link.current_bits_per_second", "1500000000"},
	{"3.0 now", {{77, 0x0004}}, "interface_speed.current.string", "3.0 Gb/s"},
	{"not reported", {{77, 0x0000}}, "link.current_bits_per_second", NULL},
	{"reserved", {{77, 0x0008}}, "interface_speed.current.string", NULL},
	{"reserved value", {{77, 0x0008}}, "interface_speed.current.sata_value", "4"},
	{"fastest", {{76, 0x8508}}, "link.max_bits_per_second", "6000000000"},
	{"76 invalid", {{76, 0x850f}}, "link.max_bits_per_second", NULL},
	{"76 ones", {{76, 0xffff}}, "interface_speed.max.sata_value", NULL},
	{"smartctl's value", {{0, 0}}, "interface_speed.max.sata_value", "14"},
	/* Queue */
	{"depth 32", {{0, 0}}, "ncq.depth", "32"},
	{"depth 1", {{75, 0}}, "ncq.depth", "1"},
	{"no NCQ", {{76, 0x840e}}, "ncq.depth", NULL},
	{"NCQ off", {{76, 0x840e}}, "ncq.supported", "0"},
	{"PATA", {{76, 0}}, "ncq.supported", NULL},
	/* Modes: list values are bit maps */
	{"UDMA 6 selected", {{0, 0}}, "transfer_modes.udma.selected", "6"},
	{"UDMA 0 to 6", {{0, 0}}, "transfer_modes.udma.supported", "127"},
	{"two selected", {{88, 0x607f}}, "transfer_modes.udma.selected", NULL},
	{"word 88 invalid", {{53, 0x0003}}, "transfer_modes.udma.supported", NULL},
	{"PIO 0 to 4", {{0, 0}}, "transfer_modes.pio.supported", "31"},
	{"PIO by word 51",
	 {{53, 0x0001}, {51, 0x0200}},
	 "transfer_modes.pio.supported",
	 "7"},
	{"MWDMA selected", {{63, 0x0407}}, "transfer_modes.mwdma.selected", "2"},
	/* Standards */
	{"minor of another standard",
	 {{80, 0x03fc}, {81, 0x0029}},
	 "ata_version.string",
	 "ACS-2, ATA8-ACS T13/1699-D revision 4"},
	{"minor alone",
	 {{80, 0x01fc}, {81, 0x0028}},
	 "ata_version.string",
	 "ATA8-ACS T13/1699-D revision 6"},
	{"unknown minor",
	 {{80, 0x07fc}, {81, 0x1234}},
	 "ata_version.string",
	 "ACS-3 (unknown minor revision code: 0x1234)"},
	{"no minor",
	 {{80, 0x07fc}},
	 "ata_version.string",
	 "ACS-3 (minor revision not indicated)"},
	{"beyond ACS-6",
	 {{80, 0x4000}, {81, 0x1234}},
	 "ata_version.string",
	 "Unknown(0x4000) (unknown minor revision code: 0x1234)"},
	{"SATA 3.3", {{222, 0x11ff}}, "sata_version.string", "SATA 3.3"},
	{"lone 2.6 bit", {{222, 0x1010}}, "sata_version.string", "SATA 2.6"},
	{"beyond 3.5", {{222, 0x1fff}}, "sata_version.string", "SATA 3.5 (0x1fff)"},
	{"parallel", {{222, 0x0002}}, "sata_version.string", NULL},
	{"smartctl's version", {{222, 0x11ff}}, "sata_version.value", "511"},
	/* TRIM: three answers, never one for another */
	{"no word 169", {{169, 0xffff}, {69, 0x4020}}, "trim.supported", NULL},
	{"no TRIM", {{69, 0x4020}}, "trim.supported", "0"},
	{"no TRIM, no DRAT", {{69, 0x4020}}, "trim.deterministic", NULL},
	{"TRIM", {{169, 1}}, "trim.supported", "1"},
	{"TRIM alone", {{169, 1}}, "trim.deterministic", "0"},
	{"DRAT", {{169, 1}, {69, 0x4000}}, "trim.deterministic", "1"},
	{"DRAT, not RZAT", {{169, 1}, {69, 0x4000}}, "trim.zeroed", "0"},
	{"RZAT", {{169, 1}, {69, 0x4020}}, "trim.zeroed", "1"},
	/* Security */
	{"supported", {{0, 0}}, "security.supported", "1"},
	{"feature off", {{82, 0x7469}}, "security.supported", "0"},
	{"off: frozen", {{82, 0x7469}, {128, 0x0009}}, "security.frozen", NULL},
	{"frozen", {{128, 0x0029}}, "security.frozen", "1"},
	{"not frozen", {{128, 0x0021}}, "security.frozen", "0"},
	{"maximum", {{128, 0x0121}}, "security.level", "maximum"},
	{"15-bit time", {{89, 0x80ca}}, "security.erase_minutes", "404"},
	{"8-bit time", {{89, 0x00ca}}, "security.erase_minutes", "404"},
	{"8 bits only", {{89, 0x01ca}}, "security.erase_minutes", "404"},
	{"more than 508", {{89, 0x00ff}}, "security.erase_minutes", NULL},
	{"says so", {{89, 0x00ff}}, "security.erase_minutes_exceeded", "1"},
	{"more than 65532", {{89, 0xffff}}, "security.erase_minutes", NULL},
	{"not specified", {{89, 0x0000}}, "security.erase_minutes", NULL},
	{"no enhanced erase", {{128, 0x0001}}, "security.enhanced_erase_minutes", NULL},
	/* Others */
	{"rpm", {{0, 0}}, "rotation_rate", "7200"},
	{"lowest rpm", {{217, 0x0401}}, "rotation_rate", "1025"},
	{"reserved rpm", {{217, 0x0400}}, "rotation_rate", NULL},
	{"solid state", {{217, 1}}, "rotation_rate", "0"},
	{"no rpm", {{217, 0}}, "rotation_rate", NULL},
	{"form factor", {{168, 7}}, "form_factor.name", "M.2"},
	{"host aware", {{69, 1}}, "zoned_device.capabilities", "host_aware"},
	{"not zoned", {{69, 8}}, "zoned_device.capabilities", NULL},
	{"WWN by word 87 alone", {{84, 0}}, "wwn.oui", "3274"},
	{"WWN id", {{0, 0}}, "wwn.id", "4886718345"},
	{"no WWN", {{87, 0x6063}}, "wwn.naa", NULL},
	{"SMART off", {{85, 0x7468}}, "smart_support.enabled", "0"},
	{"words 85-87 invalid", {{87, 0}}, "smart_support.enabled", NULL},
	{"APM off: level", {{91, 0x00fe}}, "ata_apm.level", NULL},
	{"APM on: level",
	 {{83, 0x7d69}, {86, 0xbc49}, {91, 0x40fe}},
	 "ata_apm.level",
	 "254"},
	{"power disable is 79.10",
	 {{78, 0x1000}, {79, 0x0400}},
	 "features.power_disable.enabled",
	 "1"},
	{"79.7 is not NCQ autosense",
	 {{78, 0x0080}, {79, 0x0080}},
	 "features.ncq_autosense.enabled",
	 NULL},
	{"partial to slumber is 79.7",
	 {{76, 0xc50e}, {79, 0x0080}},
	 "features.device_automatic_partial_to_slumber.enabled",
	 "1"},
	{"84.4 is streaming", {{84, 0x6173}}, "features.streaming.supported", "1"},
	{"words 119, 120 need 86.15",
	 {{86, 0x3c41}},
	 "features.write_uncorrectable.supported",
	 NULL},
	{"checksum", {{0, 0}}, "checksum", "valid"},
};

static void check_case(const struct fact_case *c)
{
	uint8_t page[ATA_IDENTIFY_BYTES];
	struct ata_identify id;
	struct ata_value value;
	enum ata_fact_id fact = ata_fact_find(c->key);
	char text[128] = "";

	ck_assert_msg(fact < ATA_FACT_COUNT, "no key %s", c->key);
	make_page(page, c->patch);
	ck_assert_int_eq(ata_identify_parse(&id, page, sizeof(page)), 0);
	ata_fact_value(&id, fact, &value);
	if (value.known && ata_facts[fact].type == ATA_TYPE_STRING)
		snprintf(text, sizeof(text), "%.*s", (int)value.length, value.text);
	else if (value.known)
		snprintf(text, sizeof(text), "%" PRIu64, value.number);
	ck_assert_msg(value.known == (c->value != NULL), "%s: %s is '%s'", c->what,
		      c->key, text);
	if (c->value)
		ck_assert_msg(strcmp(text, c->value) == 0, "%s: %s is '%s', not '%s'",
			      c->what, c->key, text, c->value);
}

START_TEST(facts_of_changed_pages)
{
	for (size_t i = 0; i < sizeof(fact_cases) / sizeof(fact_cases[0]); i++)
		check_case(&fact_cases[i]);
}
END_TEST

struct oddity_case {
	struct patch patch[PATCHES];
	uint64_t oddities;
};

#define ODD(name) (UINT64_C(1) << ATA_ODDITY_##name)

static const struct oddity_case oddity_cases[] = {
	{{{0, 0}}, 0},
	{{{83, 0x7961}, {86, 0xb841}}, ODD(LBA28_LIMIT) | ODD(FLUSH_EXT_WITHOUT_LBA48)},
	{{{60, 0x1234}}, ODD(CAPACITY_LBA28_LBA48)},
	{{{100, 0}, {101, 0}}, ODD(CAPACITY_NO_LBA48_COUNT)},
	{{{69, 0x0008}, {230, 7}}, ODD(CAPACITY_EXTENDED)},
	/* Words 100-103 at their limit of 32 bits are no disagreement. */
	{{{69, 0x0008}, {100, 0xffff}, {101, 0xffff}, {232, 1}}, 0},
	{{{103, 0x8000}}, ODD(CAPACITY_TOO_LARGE)},
	{{{106, 0x5000}, {117, 0x0010}}, ODD(SECTOR_SIZE_INVALID)},
	{{{209, 0x4008}}, ODD(SECTOR_OFFSET_INVALID)},
	{{{209, 0x4007}}, 0},
	{{{217, 0x0123}}, ODD(ROTATION_RATE_RESERVED)},
	{{{168, 0x000a}}, ODD(FORM_FACTOR_RESERVED)},
	{{{69, 0x0003}}, ODD(ZONED_RESERVED)},
	{{{169, 1}}, ODD(TRIM_ON_ROTATING)},
	{{{169, 1}, {217, 1}, {69, 0x0020}}, ODD(RZAT_WITHOUT_DRAT)},
	{{{108, 0x3000}}, ODD(WWN_UNUSUAL)},
	{{{108, 0}, {109, 0}, {110, 0}, {111, 0}}, ODD(WWN_BLANK)},
	{{{77, 0x000a}}, ODD(SPEED_CURRENT_RESERVED)},
	{{{76, 0x8506}}, ODD(SPEED_ABOVE_MAXIMUM)},
	{{{222, 0x0001}}, ODD(TRANSPORT_DISAGREES)},
	{{{88, 0x607f}}, ODD(DMA_MODES_SELECTED)},
	{{{88, 0x403f}}, ODD(SELECTED_UNSUPPORTED)},
	{{{83, 0x7d69}, {86, 0xbc49}, {91, 0x00ff}}, ODD(APM_LEVEL_RESERVED)},
	{{{128, 0x0023}}, ODD(SECURITY_DISAGREES)},
	{{{54, 10}, {55, 10}, {56, 10}, {57, 1001}}, ODD(CHS_CAPACITY)},
	{{{85, 0x74e9}}, ODD(ENABLED_UNSUPPORTED)},
	{{{70, 0x0001}}, ODD(RESERVED_BITS)},
	{{{2, 0x8c73}}, 0},
	{{{80, 0x83fc}}, ODD(MAJOR_VERSION_INVALID)},
	{{{27, 0x411b}}, ODD(MODEL_NONPRINTABLE)},
};

START_TEST(oddities_of_changed_pages)
{
	uint8_t page[ATA_IDENTIFY_BYTES];
	struct ata_identify id;

	for (size_t i = 0; i < sizeof(oddity_cases) / sizeof(oddity_cases[0]); i++) {
		make_page(page, oddity_cases[i].patch);
		ck_assert_int_eq(ata_identify_parse(&id, page, sizeof(page)), 0);
		ck_assert_msg(ata_oddities(&id) == oddity_cases[i].oddities,
			      "case %zu: %#" PRIx64 ", not %#" PRIx64, i,
			      ata_oddities(&id), oddity_cases[i].oddities);
	}
}
END_TEST

START_TEST(what_is_no_page)
{
	uint8_t page[ATA_IDENTIFY_BYTES];
	struct ata_identify id;

	memset(page, 0, sizeof(page));
	ck_assert_int_eq(ata_identify_parse(&id, page, sizeof(page)), -ENODATA);
	memset(page, 0xff, sizeof(page));
	ck_assert_int_eq(ata_identify_parse(&id, page, sizeof(page)), -ENODATA);
	memset(page, 0x2e, sizeof(page));
	ck_assert_int_eq(ata_identify_parse(&id, page, sizeof(page)), -ENODATA);
	memset(page, 0, sizeof(page));
	memcpy(page, "../../devices/pci0000:00/0000:00:1f.2", 37);
	ck_assert_int_eq(ata_identify_parse(&id, page, sizeof(page)), -EBADMSG);
	/* Zeros with a right checksum, text of two bytes a character, machine code. */
	memset(page, 0, sizeof(page));
	ata_identify_seal(page);
	ck_assert_int_eq(ata_identify_parse(&id, page, sizeof(page)), -EBADMSG);
	for (size_t i = 0; i < sizeof(page); i++)
		page[i] = i % 2 ? 0 : (uint8_t) "0040 3fff c837 "[i / 2 % 15];
	ck_assert_int_eq(ata_identify_parse(&id, page, sizeof(page)), -EBADMSG);
	for (size_t i = 0; i < sizeof(page); i++)
		page[i] = (uint8_t) "\x55\x48\x89\xe5\x48\x83\xec\x10\xc3\x90\x0f"[i %
										   11];
	ck_assert_int_eq(ata_identify_parse(&id, page, sizeof(page)), -EBADMSG);
	ck_assert_int_eq(ata_identify_parse(&id, page, 511), -EINVAL);
}
END_TEST

START_TEST(exchanged_bytes)
{
	uint8_t page[ATA_IDENTIFY_BYTES];
	struct ata_identify id;
	struct ata_value value;

	make_page(page, NULL);
	for (size_t i = 0; i < sizeof(page); i += 2) {
		uint8_t byte = page[i];

		page[i] = page[i + 1];
		page[i + 1] = byte;
	}
	ck_assert_int_eq(ata_identify_parse(&id, page, sizeof(page)), 0);
	ck_assert_int_eq(id.repair, ATA_REPAIR_SWAPPED_PAGE);
	ata_fact_value(&id, ATA_MODEL_NAME, &value);
	ck_assert_mem_eq(value.text, "PLAIN DISK", 10);
	ck_assert(ata_oddities(&id) == ODD(PAGE_BYTE_SWAPPED));
}
END_TEST

START_TEST(exchanged_strings)
{
	uint8_t page[ATA_IDENTIFY_BYTES];
	struct ata_identify id;
	struct ata_value value;

	make_page(page, NULL);
	set_string(page, 27, 20, "iHathc iTHDS");
	set_string(page, 10, 10, "1S");
	ata_identify_seal(page);
	ck_assert_int_eq(ata_identify_parse(&id, page, sizeof(page)), 0);
	ck_assert_int_eq(id.repair, ATA_REPAIR_SWAPPED_STRINGS);
	ata_fact_value(&id, ATA_MODEL_NAME, &value);
	ck_assert_uint_eq(value.length, 12);
	ck_assert_mem_eq(value.text, "Hitachi HTSD", 12);
	/* A name whose letters exchanged would be another firm's is left alone. */
	set_string(page, 27, 20, "TS4GCF133");
	ata_identify_seal(page);
	ck_assert_int_eq(ata_identify_parse(&id, page, sizeof(page)), 0);
	ck_assert_int_eq(id.repair, ATA_REPAIR_NONE);
}
END_TEST

START_TEST(strings)
{
	uint8_t page[ATA_IDENTIFY_BYTES];
	struct ata_identify id;
	struct ata_value value;

	make_page(page, NULL);
	set_string(page, 10, 10, "  WDC  WUH\t");
	ata_identify_seal(page);
	ck_assert_int_eq(ata_identify_parse(&id, page, sizeof(page)), 0);
	ata_fact_value(&id, ATA_SERIAL_NUMBER, &value);
	ck_assert_uint_eq(value.length, 9);
	ck_assert_mem_eq(value.text, "WDC  WUH\t", 9);
	set_string(page, 10, 10, "");
	ata_identify_seal(page);
	ck_assert_int_eq(ata_identify_parse(&id, page, sizeof(page)), 0);
	ata_fact_value(&id, ATA_SERIAL_NUMBER, &value);
	ck_assert(!value.known);
}
END_TEST

START_TEST(wrong_checksum)
{
	uint8_t page[ATA_IDENTIFY_BYTES];
	struct ata_identify id;

	make_page(page, NULL);
	page[511] ^= 1;
	ck_assert_int_eq(ata_identify_parse(&id, page, sizeof(page)), 0);
	ck_assert(ata_oddities(&id) == ODD(CHECKSUM_INVALID));
	ata_identify_seal(page);
	ck_assert_int_eq(ata_identify_parse(&id, page, sizeof(page)), 0);
	ck_assert(ata_oddities(&id) == 0);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("identify");
	TCase *tcase = tcase_create("identify");

	tcase_add_test(tcase, facts_of_changed_pages);
	tcase_add_test(tcase, oddities_of_changed_pages);
	tcase_add_test(tcase, what_is_no_page);
	tcase_add_test(tcase, exchanged_bytes);
	tcase_add_test(tcase, exchanged_strings);
	tcase_add_test(tcase, strings);
	tcase_add_test(tcase, wrong_checksum);
	suite_add_tcase(suite, tcase);
	return unit_main(suite);
}
