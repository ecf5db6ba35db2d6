/* SPDX-License-Identifier: BSD-2-Clause */
#include "sim_request.h"

/* The IDENTIFY pages of the simulated drives, and what the kernel would say of them. */

static uint8_t byte_sum(const uint8_t *page)
{
	uint8_t sum = 0;

	for (int i = 0; i < 512; i++)
		sum = (uint8_t)(sum + page[i]);
	return sum;
}

static void identify(const char *name, struct asked *a)
{
	struct sgio_drive *drive = open_sim(name);
	/* ATA PASS-THROUGH (12): the only one that every disk takes */
	uint8_t cdb[12] = {0xa1, PIO_IN, 0x0e, 0, 1, 0, 0, 0, 0, 0xec};

	if (drive->facts.peripheral_type == 5)
		run_ata(drive, a, IDENTIFY_PACKET, 512);
	else
		run_cdb(drive, a, cdb, sizeof(cdb), 512);
	ck_sense(a, "");
	sgio_close(drive);
}

/* Bits by the standard: ACS-4 7.13.6 (words), 7.14.6 for PACKET. */
struct bits {
	const char *name;
	unsigned int word;
	uint16_t mask, value;
};

/* clang-format off */
static const struct bits bits[] = {
	/* ATA device, complete; 3.0 Gb/s supported and in use, NCQ, 32 deep */
	{"hdd", 0, 0x8000, 0},
	{"hdd", 2, 0xffff, 0xc837},
	{"hdd", 76, 0xf, 0x6},
	{"hdd", 76, 1 << 8, 1 << 8},
	{"hdd", 77, 0xe, 2 << 1},
	{"hdd", 75, 0x1f, 31},
	{"hdd", 217, 0xffff, 5400},
	{"hdd", 81, 0xffff, 0x28},
	/* frozen, not enabled, not locked, enhanced erase */
	{"hdd", 128, 0x3f, 0x29},
	{"hts545025b9a300", 217, 0xffff, 5400},
	/* 6.0 Gb/s, NCQ 32, TRIM, DRAT (69.14) and RZAT (69.5), not rotating */
	{"ssd", 76, 0xf, 0xe},
	{"ssd", 76, 1 << 8, 1 << 8},
	{"ssd", 77, 0xe, 3 << 1},
	{"ssd", 75, 0x1f, 31},
	{"ssd", 169, 1, 1},
	{"ssd", 69, 1 << 14 | 1 << 5, 1 << 14 | 1 << 5},
	{"ssd", 217, 0xffff, 1},
	/* UDMA 6 selected of 0 to 6; no Serial ATA words; LBA48; 80 conductors */
	{"pata", 88, 0xffff, 0x407f},
	{"pata", 76, 0xffff, 0},
	{"pata", 222, 0xffff, 0},
	{"pata", 83, 0xc400, 0x4400},
	{"pata", 93, 0xe000, 0x6000},
	{"pata", 80, 0xffff, 0xf0},
	/* host aware zones, 8 logical sectors in a physical one */
	{"smr", 69, 3, 1},
	{"smr", 106, 0xf00f, 0x6003},
	/* logical sectors longer than 256 words: 2048 words */
	{"4kn", 106, 0xf000, 0x5000},
	{"4kn", 117, 0xffff, 2048},
	{"4kn", 118, 0xffff, 0},
	/* PACKET device, CD/DVD, removable, packets of 12 bytes */
	{"atapi", 0, 0xdf83, 0x8580},
	{"atapi", 82, 1 << 4, 1 << 4},
	/* 1.5 Gb/s behind the bridge although the disk does 3.0 */
	{"usb", 76, 0xf, 0x6},
	{"usb", 77, 0xe, 1 << 1},
	{"ideal", 76, 1 << 8, 1 << 8},
	{"ideal", 83, 0xc400, 0x4400},
};
/* clang-format on */

START_TEST(bits_are_set)
{
	const struct bits *b = &bits[_i];
	struct asked a;

	identify(b->name, &a);
	ck_assert_uint_eq(word_of(a.data, b->word) & b->mask, b->value);
}
END_TEST

struct facts {
	const char *name;
	const char *model, *vendor, *product, *revision;
	uint64_t sectors;
	int64_t bytes, logical, physical, depth, link;
	enum sgio_bus bus;
};

/* Sizes by hand: sectors × bytes. 488397168 × 512 = 250059350016 as the label says. */
/* clang-format off */
static const struct facts facts[] = {
	{"hdd", "Hitachi HTS545025B9A300", "ATA", "Hitachi HTS54502", "C64G",
	 488397168, 250059350016, 512, 512, 32, 3000000000, SGIO_BUS_ATA},
	{"ssd", "Simulated SSD 256GB", "ATA", "Simulated SSD 25", "0001", 500118192,
	 256060514304, 512, 4096, 32, 6000000000, SGIO_BUS_ATA},
	{"pata", "Simulated PATA disk 250GB", "ATA", "Simulated PATA d", "0001",
	 488397168, 250059350016, 512, 512, 1, -1, SGIO_BUS_ATA},
	{"smr", "Simulated SMR disk 8TB", "ATA", "Simulated SMR di", "0001",
	 15628053168, 8001563222016, 512, 4096, 32, 6000000000, SGIO_BUS_ATA},
	{"4kn", "Simulated 4Kn disk 4TB", "ATA", "Simulated 4Kn di", "0001", 976754646,
	 4000787030016, 4096, 4096, 32, 6000000000, SGIO_BUS_ATA},
	{"usb", "Simulated USB disk 500GB", "Sim", "USB to ATA box", "0100", 976773168,
	 500107862016, 512, 512, 1, -1, SGIO_BUS_USB},
	{"atapi", "SIMULATE DVDRAM SIM0001", "SIMULATE", "DVDRAM SIM0001", "SIM1", 0,
	 -1, -1, -1, 1, 1500000000, SGIO_BUS_ATA},
};
/* clang-format on */

START_TEST(facts_follow_the_page)
{
	const struct facts *f = &facts[_i];
	struct sgio_drive *drive = open_sim(f->name);
	const struct sgio_facts *k = &drive->facts;

	ck_assert_int_eq(k->node, SGIO_NODE_SIM);
	ck_assert_int_eq(k->bus, f->bus);
	ck_assert_str_eq(k->vendor, f->vendor);
	ck_assert_str_eq(k->product, f->product);
	ck_assert_str_eq(k->product_rev, f->revision);
	ck_assert_str_eq(k->runtime_status, "active");
	ck_assert_int_eq(k->capacity_bytes, f->bytes);
	ck_assert_int_eq(k->logical_block_size, f->logical);
	ck_assert_int_eq(k->physical_block_size, f->physical);
	ck_assert_int_eq(k->queue_depth, f->depth);
	ck_assert_int_eq(k->link_bits_per_second, f->link);
	sgio_close(drive);
}
END_TEST

START_TEST(page_holds_model_and_size)
{
	const struct facts *f = &facts[_i];
	uint64_t sectors = 0;
	char model[41];
	struct asked a;

	identify(f->name, &a);
	ck_assert_uint_eq(a.data[510], 0xa5);
	ck_assert_uint_eq(byte_sum(a.data), 0);
	for (int i = 0; i < 40; i++)
		model[i] = (char)a.data[54 + (i ^ 1)];
	model[strlen(f->model)] = '\0';
	ck_assert_str_eq(model, f->model);
	for (unsigned int i = 103; i >= 100; i--)
		sectors = sectors << 16 | word_of(a.data, i);
	ck_assert_uint_eq(sectors, f->sectors);
}
END_TEST

/* Words of the page that has it, serial number and all: only the checksum differs. */
START_TEST(words_and_strings_can_be_set)
{
	struct asked a, b;

	identify("ssd", &a);
	identify("ssd,word=69:0,word=0x4d:0x1,serial=AB,model=X y,firmware=7h", &b);
	ck_assert_uint_eq(word_of(b.data, 69), 0);
	ck_assert_uint_eq(word_of(b.data, 77), 1);
	ck_assert_mem_eq(b.data + 20, "BA", 2);
	ck_assert_mem_eq(b.data + 22, "                  ", 18);
	ck_assert_mem_eq(b.data + 54, " X y    ", 8);
	ck_assert_mem_eq(b.data + 46, "h7      ", 8);
	ck_assert_uint_eq(byte_sum(b.data), 0);
	ck_assert_uint_eq(word_of(b.data, 80), word_of(a.data, 80));
}
END_TEST

START_TEST(checksum_can_be_wrong)
{
	struct asked a;

	identify("ssd,bad-checksum", &a);
	ck_assert_uint_eq(a.data[510], 0xa5);
	ck_assert_uint_ne(byte_sum(a.data), 0);
	identify("ssd,word=255:1234", &a);
	ck_assert_uint_eq(word_of(a.data, 255), 0x1234);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("sim_profile");
	TCase *pages = tcase_create("pages");

	tcase_add_loop_test(pages, bits_are_set, 0, sizeof(bits) / sizeof(bits[0]));
	tcase_add_loop_test(pages, facts_follow_the_page, 0,
			    sizeof(facts) / sizeof(facts[0]));
	tcase_add_loop_test(pages, page_holds_model_and_size, 0,
			    sizeof(facts) / sizeof(facts[0]));
	tcase_add_test(pages, words_and_strings_can_be_set);
	tcase_add_test(pages, checksum_can_be_wrong);
	suite_add_tcase(suite, pages);
	return unit_main(suite);
}
