/* SPDX-License-Identifier: BSD-2-Clause */
/* The kernel's copies of IDENTIFY data in a synthetic sysfs tree. */
#include "sysfs_tree.h"

/* @count words: 1200h, 1201h, … as libata-transport.c prints them, eight a line. */
static void put_id(const char *device, const char *class, unsigned int count)
{
	char text[4096];
	size_t used = 0;

	for (unsigned int i = 0; i < count; i++)
		used += (size_t)snprintf(text + used, sizeof(text) - used, "%04x%c",
					 0x1200 + i, i % 8 == 7 ? '\n' : ' ');
	put(device, "id", text);
	put(device, "class", class);
}

/* VPD page 89h of @length bytes; the IDENTIFY data are its bytes' numbers. */
static void put_vpd(const char *device, size_t length, uint8_t page, uint8_t command,
		    const char *product)
{
	uint8_t vpd[600] = {0, page, 0x02, 0x38};
	char name[PATH_MAX];

	strcpy((char *)vpd + 8, "linux   ");
	strcpy((char *)vpd + 16, product);
	vpd[56] = command;
	for (size_t i = 60; i < sizeof(vpd); i++)
		vpd[i] = (uint8_t)i;
	snprintf(name, sizeof(name), "devices/%s/vpd_pg89", device);
	put_bytes(name, vpd, length);
}

/* clang-format off */
static const struct {
	const char *name, *id, *class;
	unsigned int words;
	size_t vpd_length;
	uint8_t vpd_page, vpd_command;
	const char *product;
	int rc;
	enum sysfs_copy copy;
} copies[] = {
	{"id", NULL, "ata\n", 256, 572, 0x89, 0xec, "libata          ", 0, SYSFS_COPY_ATA_DEVICE},
	{"optical", NULL, "atapi\n", 256, 0, 0x89, 0xa1, "libata          ", 0, SYSFS_COPY_ATA_DEVICE},
	{"zoned", NULL, "zac\n", 256, 0, 0x89, 0xec, "libata          ", 0, SYSFS_COPY_ATA_DEVICE},
	{"port multiplier", NULL, "pmp\n", 256, 0, 0x89, 0xec, "libata          ", -ENODATA, 0},
	{"enclosure bridge", NULL, "semb\n", 256, 0, 0x89, 0xec, "libata          ", -ENODATA, 0},
	{"id empty", "", "ata\n", 0, 572, 0x89, 0xec, "libata          ", 0, SYSFS_COPY_VPD_PG89},
	{"a word missing", NULL, "ata\n", 255, 572, 0x89, 0xa1, "libata          ", 0, SYSFS_COPY_VPD_PG89},
	{"a word too many", NULL, "ata\n", 257, 0, 0x89, 0xec, "libata          ", -ENODATA, 0},
	{"id is text", "not 256 words\n", "ata\n", 0, 0, 0x89, 0xec, "libata          ", -ENODATA, 0},
	{"id in capitals", "1A2B\n", "ata\n", 0, 0, 0x89, 0xec, "libata          ", -ENODATA, 0},
	{"VPD page cut", "", "ata\n", 0, 571, 0x89, 0xec, "libata          ", -ENODATA, 0},
	{"another VPD page", "", "ata\n", 0, 572, 0x83, 0xec, "libata          ", -ENODATA, 0},
	{"VPD page without IDENTIFY", "", "ata\n", 0, 572, 0x89, 0x00, "libata          ", -ENODATA, 0},
	{"VPD page made up", "", "ata\n", 0, 572, 0x89, 0xec, "SAT scsi_debug  ", -ENODATA, 0},
};
/* clang-format on */

START_TEST(cached)
{
	struct sgio_facts facts;
	enum sysfs_copy copy;
	uint8_t page[512] = {0x77};

	ck_assert(!sysfs_facts_of_name(root, "sda", &facts));
	put_id("class/ata_device/dev1.0", copies[_i].class, copies[_i].words);
	put("class/ata_device/dev1.0", "id", copies[_i].id);
	put_vpd(AHCI, copies[_i].vpd_length, copies[_i].vpd_page,
		copies[_i].vpd_command, copies[_i].product);
	ck_assert_msg(sysfs_cached_identify(root, &facts, page, &copy) == copies[_i].rc,
		      "%s", copies[_i].name);
	if (copies[_i].rc) {
		ck_assert_uint_eq(page[0], 0x77);
		return;
	}
	ck_assert_msg(copy == copies[_i].copy, "%s", copies[_i].name);
	for (size_t i = 0; i < 256; i++) {
		bool id = copy == SYSFS_COPY_ATA_DEVICE;

		/* low byte first; in the VPD page the bytes count on from 60 */
		ck_assert_uint_eq(page[2 * i], id ? i : (2 * i + 60) % 256);
		ck_assert_uint_eq(page[2 * i + 1], id ? 0x12 : (2 * i + 61) % 256);
	}
}
END_TEST

/* The PMP's third drive, a slave and an HBA's drive find their own copies. */
START_TEST(cached_elsewhere)
{
	struct sgio_facts facts;
	enum sysfs_copy copy;
	uint8_t page[512];

	put_id("class/ata_device/dev4.2.0", "zac\n", 256);
	ck_assert(!sysfs_facts_of_name(root, "sg2", &facts));
	ck_assert(!sysfs_cached_identify(root, &facts, page, &copy));
	ck_assert_int_eq(copy, SYSFS_COPY_ATA_DEVICE);
	put_id("class/ata_device/dev2.1", "ata\n", 256);
	ck_assert(!sysfs_facts_of_name(root, "sdb", &facts));
	ck_assert(!sysfs_cached_identify(root, &facts, page, &copy));
	put_vpd(SAS, 572, 0x89, 0xec, "SATL 1234       ");
	ck_assert(!sysfs_facts_of_name(root, "sde", &facts));
	ck_assert(!sysfs_cached_identify(root, &facts, page, &copy));
	ck_assert_int_eq(copy, SYSFS_COPY_VPD_PG89);
	ck_assert(!sysfs_facts_of_name(root, "vda", &facts));
	ck_assert_int_eq(sysfs_cached_identify(root, &facts, page, &copy), -ENODATA);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("sysfs_cached");
	TCase *tests = tcase_create("sysfs_cached");

	tcase_add_unchecked_fixture(tests, build, remove_tree);
	tcase_add_loop_test(tests, cached, 0, COUNT(copies));
	tcase_add_test(tests, cached_elsewhere);
	suite_add_tcase(suite, tests);
	return unit_main(suite);
}
