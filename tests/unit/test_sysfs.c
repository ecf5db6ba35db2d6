/* SPDX-License-Identifier: BSD-2-Clause */
/* Facts from a synthetic sysfs tree. */
#include "sysfs_tree.h"

/* clang-format off */
static const struct facts_case {
	const char *name;
	struct sgio_facts facts;
} facts_cases[] = {
	{"sda", {SGIO_NODE_BLOCK, SGIO_BUS_ATA, "sda", "sda", "0:0:0:0", "ata1", "link1",
	  "dev1.0", "", "ahci", "ATA", "ST3000DM008-2DM1", "0001", "active",
	  3000592982016, 512, 4096, 33553408, 32, 3000000000, 6000000000, 0, false, false}},
	{"sda1", {SGIO_NODE_BLOCK, SGIO_BUS_ATA, "sda1", "sda", "0:0:0:0", "ata1", "link1",
	  "dev1.0", "", "ahci", "ATA", "ST3000DM008-2DM1", "0001", "active",
	  3000592982016, 512, 4096, 33553408, 32, 3000000000, 6000000000, 0, false, true}},
	{"sg0", {SGIO_NODE_SG, SGIO_BUS_ATA, "sg0", "sda", "0:0:0:0", "ata1", "link1",
	  "dev1.0", "", "ahci", "ATA", "ST3000DM008-2DM1", "0001", "active",
	  3000592982016, 512, 4096, 33553408, 32, 3000000000, 6000000000, 0, false, false}},
	{"0:0:0:0", {SGIO_NODE_BSG, SGIO_BUS_ATA, "0:0:0:0", "sda", "0:0:0:0", "ata1",
	  "link1", "dev1.0", "", "ahci", "ATA", "ST3000DM008-2DM1", "0001", "active",
	  3000592982016, 512, 4096, 33553408, 32, 3000000000, 6000000000, 0, false, false}},
	{"sdb", {SGIO_NODE_BLOCK, SGIO_BUS_ATA, "sdb", "sdb", "1:0:1:0", "ata2", "link2",
	  "dev2.1", "", "ata_piix", "ATA", "QEMU HARDDISK", "2.5+", "active",
	  1073741824, 512, 512, 131072, 1, -1, -1, 0, false, false}},
	{"sdc", {SGIO_NODE_BLOCK, SGIO_BUS_ATA, "sdc", "sdc", "3:2:0:0", "ata4", "link4.2",
	  "dev4.2.0", "", "ahci", "ATA", "HGST HUS726T4TAL", "W984", "suspended",
	  4000787030016, 4096, 4096, 33553408, 31, 1500000000, 3000000000, 20, true, false}},
	{"sdd", {SGIO_NODE_BLOCK, SGIO_BUS_USB, "sdd", "sdd", "6:0:0:0", "", "", "",
	  "152d:0578", "uas", "JMicron", "Generic", "0508", "suspending",
	  512110190592, 512, 512, 524288, 30, -1, -1, 0, false, false}},
	{"sg3", {SGIO_NODE_SG, SGIO_BUS_USB, "sg3", "sdd", "6:0:0:0", "", "", "",
	  "152d:0578", "uas", "JMicron", "Generic", "0508", "suspending",
	  512110190592, 512, 512, 524288, 30, -1, -1, 0, false, false}},
	{"sde", {SGIO_NODE_BLOCK, SGIO_BUS_SAS, "sde", "sde", "7:0:0:0", "", "", "", "",
	  "mpt3sas", "ATA", "WDC WUH721816ALE", "W210", "active",
	  16000900661248, 512, 4096, 4194304, 254, -1, -1, 0, false, false}},
	{"sdf", {SGIO_NODE_BLOCK, SGIO_BUS_SAS, "sdf", "sdf", "8:2:0:0", "", "", "", "",
	  "megaraid_sas", "BROADCOM", "MR9560-16i", "5.28", "active",
	  16000900661248, 512, 4096, 1048576, 256, -1, -1, 0, false, false}},
	{"sdg", {SGIO_NODE_BLOCK, SGIO_BUS_VIRTUAL, "sdg", "sdg", "9:0:0:0", "", "", "", "",
	  "virtio_scsi", "QEMU", "QEMU HARDDISK", "2.5+", "active",
	  1073741824, 512, 512, 33553408, 128, -1, -1, 0, false, false}},
	{"sdh", {SGIO_NODE_BLOCK, SGIO_BUS_VIRTUAL, "sdh", "sdh", "10:0:0:0", "", "", "", "",
	  "scsi_debug", "Linux", "scsi_debug", "0191", "active",
	  8388608, 512, 512, 4194304, 192, -1, -1, 0, false, false}},
	{"sdi", {SGIO_NODE_BLOCK, SGIO_BUS_ATA, "sdi", "sdi", "20:0:0:0", "ata20", "link20",
	  "dev20.0", "", "", "", "", "", "", -1, -1, -1, -1, -1, -1, -1, 0, false, false}},
	{"nvme0n1", {SGIO_NODE_BLOCK, SGIO_BUS_NVME, "nvme0n1", "nvme0n1", "", "", "", "",
	  "", "", "", "", "", "", 512110190592, -1, -1, -1, -1, -1, -1, -1, false, false}},
	{"vda", {SGIO_NODE_BLOCK, SGIO_BUS_VIRTUAL, "vda", "vda", "", "", "", "", "", "",
	  "", "", "", "", -1, -1, -1, -1, -1, -1, -1, -1, false, false}},
	{"loop0", {SGIO_NODE_BLOCK, SGIO_BUS_VIRTUAL, "loop0", "loop0", "", "", "", "", "",
	  "", "", "", "", "", -1, -1, -1, -1, -1, -1, -1, -1, false, false}},
};
/* clang-format on */

static void same_facts(const struct sgio_facts *a, const struct sgio_facts *b)
{
	ck_assert_int_eq(a->node, b->node);
	ck_assert_int_eq(a->bus, b->bus);
	ck_assert_str_eq(a->kernel_name, b->kernel_name);
	ck_assert_str_eq(a->block_name, b->block_name);
	ck_assert_str_eq(a->scsi_address, b->scsi_address);
	ck_assert_str_eq(a->ata_port, b->ata_port);
	ck_assert_str_eq(a->ata_link, b->ata_link);
	ck_assert_str_eq(a->ata_device, b->ata_device);
	ck_assert_str_eq(a->usb_id, b->usb_id);
	ck_assert_str_eq(a->driver, b->driver);
	ck_assert_str_eq(a->vendor, b->vendor);
	ck_assert_str_eq(a->product, b->product);
	ck_assert_str_eq(a->product_rev, b->product_rev);
	ck_assert_str_eq(a->runtime_status, b->runtime_status);
	ck_assert_int_eq(a->capacity_bytes, b->capacity_bytes);
	ck_assert_int_eq(a->logical_block_size, b->logical_block_size);
	ck_assert_int_eq(a->physical_block_size, b->physical_block_size);
	ck_assert_int_eq(a->max_transfer_bytes, b->max_transfer_bytes);
	ck_assert_int_eq(a->queue_depth, b->queue_depth);
	ck_assert_int_eq(a->link_bits_per_second, b->link_bits_per_second);
	ck_assert_int_eq(a->host_max_bits_per_second, b->host_max_bits_per_second);
	ck_assert_int_eq(a->peripheral_type, b->peripheral_type);
	ck_assert_int_eq(a->port_multiplier, b->port_multiplier);
	ck_assert_int_eq(a->is_partition, b->is_partition);
}

START_TEST(by_name)
{
	const struct facts_case *c = &facts_cases[_i];
	struct sgio_facts facts;

	ck_assert_msg(!sysfs_facts_of_name(root, c->name, &facts), "%s", c->name);
	same_facts(&facts, &c->facts);
}
END_TEST

static const struct {
	bool block;
	unsigned int major, minor;
	const char *name; /* NULL: rc tells */
	int rc;
} numbers[] = {
	{true, 8, 0, "sda", 0},
	{true, 8, 1, "sda1", 0},
	{true, 8, 128, "sdi", 0},
	{false, 21, 0, "sg0", 0},
	{false, 250, 0, "0:0:0:0", 0},
	{true, 259, 0, "nvme0n1", 0},
	{false, 8, 0, NULL, -ENOENT}, /* there is no character device 8:0 */
	{true, 4294967295, 0, NULL, -ENOENT},
	{false, 1, 3, NULL, -ENOTTY},   /* null */
	{false, 250, 9, NULL, -ENOTTY}, /* bsg of a SAS host */
};

START_TEST(by_number)
{
	struct sgio_facts facts, named;
	int rc = sysfs_facts_of_number(root, numbers[_i].block, numbers[_i].major,
				       numbers[_i].minor, &facts);

	ck_assert_int_eq(rc, numbers[_i].rc);
	if (rc)
		return;
	ck_assert(!sysfs_facts_of_name(root, numbers[_i].name, &named));
	same_facts(&facts, &named);
}
END_TEST

START_TEST(nvme_characters)
{
	struct sgio_facts facts;

	ck_assert(!sysfs_facts_of_number(root, false, 240, 0, &facts));
	ck_assert_int_eq(facts.bus, SGIO_BUS_NVME);
	ck_assert(!sysfs_facts_of_number(root, false, 241, 0, &facts));
	ck_assert_int_eq(facts.bus, SGIO_BUS_NVME);
}
END_TEST

START_TEST(no_such_name)
{
	static const char *const names[] = {
		"", ".", "..", "../class/block/sda", "block/sda", "sdz"};
	struct sgio_facts facts = {.queue_depth = 77};

	ck_assert_int_eq(sysfs_facts_of_name(root, names[_i], &facts), -ENOENT);
	ck_assert_int_eq(facts.queue_depth, 77); /* written on success only */
}
END_TEST

/* Texts that are no numbers, and the same for speeds. */
static const struct {
	const char *name, *text;
	int64_t capacity, speed;
} garbage[] = {
	{"words", "many\n", -1, -1},
	{"nothing", "", -1, -1},
	{"blanks", "  \n", -1, -1},
	{"negative", "-1\n", -1, -1},
	{"hexadecimal", "0x10\n", -1, -1},
	{"a number and more", "31x\n", -1, -1},
	{"more than 64 bits", "99999999999999999999\n", -1, -1},
	{"times 512 more than 64 bits", "36028797018963968\n", -1, -1},
	{"comma", "6,0 Gbps\n", -1, -1},
	{"no dot", "600 Gbps\n", -1, -1},
	{"another unit", "6.0 Mbps\n", -1, -1},
	{"longer", "12.0 Gbps\n", -1, -1},
	{"not a digit", "x.0 Gbps\n", -1, -1},
	{"zero", "0\n", 0, -1},
	{"no end of line", "8", 4096, -1},
	{"a speed of the future", "9.9 Gbps\n", -1, 9900000000},
};

START_TEST(odd_numbers)
{
	struct sgio_facts facts;

	put("devices/" AHCI "/block/sda", "size", garbage[_i].text);
	put("class/ata_link/link1", "sata_spd", garbage[_i].text);
	ck_assert(!sysfs_facts_of_name(root, "sda", &facts));
	ck_assert_msg(facts.capacity_bytes == garbage[_i].capacity, "%s",
		      garbage[_i].name);
	ck_assert_msg(facts.link_bits_per_second == garbage[_i].speed, "%s",
		      garbage[_i].name);
	put("devices/" AHCI "/block/sda", "size", devices[0].size);
	put("class/ata_link/link1", "sata_spd", "3.0 Gbps\n");
}
END_TEST

START_TEST(long_strings)
{
	static const char text[] = "0123456789012345678901234567890123456789\n";
	struct sgio_facts facts;

	put("devices/" BARE, "vendor", text);
	put("devices/" BARE, "model", text);
	put("devices/" BARE, "rev", text);
	put("devices/" BARE, "power/runtime_status", text);
	ck_assert(!sysfs_facts_of_name(root, "sg8", &facts));
	ck_assert_str_eq(facts.vendor, "01234567");
	ck_assert_str_eq(facts.product, "0123456789012345");
	ck_assert_str_eq(facts.product_rev, "0123");
	ck_assert_str_eq(facts.runtime_status, "012345678901234");
}
END_TEST

START_TEST(by_path)
{
	static const struct {
		const char *path;
		int rc;
	} paths[] = {
		{"/", -EISDIR},
		{"/proc/self/exe", -ENOTTY},
		{"/dev/null", -ENOTTY},
		{"/dev/no-such-drive", -ENOENT},
		{"/dev/null/drive", -ENOTDIR},
	};
	struct sgio_facts facts;

	for (size_t i = 0; i < sizeof(paths) / sizeof(paths[0]); i++)
		ck_assert_msg(sysfs_facts_of_path("", paths[i].path, &facts) ==
				      paths[i].rc,
			      "%s", paths[i].path);
	/* Without sysfs too. */
	ck_assert_int_eq(sysfs_facts_of_path("/no-such-root", "/dev/null", &facts),
			 -ENOTTY);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("sysfs");
	TCase *tests = tcase_create("sysfs");

	tcase_add_unchecked_fixture(tests, build, remove_tree);
	tcase_add_loop_test(tests, by_name, 0, COUNT(facts_cases));
	tcase_add_loop_test(tests, by_number, 0, COUNT(numbers));
	tcase_add_test(tests, nvme_characters);
	tcase_add_loop_test(tests, no_such_name, 0, 6);
	tcase_add_loop_test(tests, odd_numbers, 0, COUNT(garbage));
	tcase_add_test(tests, long_strings);
	tcase_add_test(tests, by_path);
	suite_add_tcase(suite, tests);
	return unit_main(suite);
}
