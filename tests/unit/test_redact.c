/* SPDX-License-Identifier: BSD-2-Clause */
#include "redact.h"

#include <ctype.h>
#include <string.h>

#include "redact_page.h"
#include "unit.h"

static struct redact_key other_key = {"0123456789abcdE"};

/* SipHash-2-4 of 00h, 01h, 02h … under the key 00h … 0Fh: the vectors of its authors.
 */
static const struct {
	size_t length;
	uint64_t hash;
} vectors[] = {
	{0, 0x726fdb47dd0e0e31},  {1, 0x74f839c593dc67fd},  {7, 0xab0200f58b01d137},
	{8, 0x93f5f5799a932462},  {15, 0xa129ca6149be45e5}, {16, 0x3f2acc7f57c29bdb},
	{63, 0x958a324ceb064572},
};

START_TEST(hash)
{
	struct redact_key k;
	uint8_t data[64];

	for (unsigned int i = 0; i < sizeof(data); i++)
		data[i] = (uint8_t)i;
	memcpy(k.bytes, data, sizeof(k.bytes));
	ck_assert_uint_eq(redact_hash(&k, data, vectors[_i].length), vectors[_i].hash);
}
END_TEST

static const char *const texts[] = {
	"S1234567890123456789",
	"     WD-WCAV12345678",
	"9QG0ABCD            ",
	"lower UPPER 0 - _.",
	"0000000",
	"\xe4\xf6\x01\x1f\xff\x7f",
	"",
	"  ",
	"A",
};

static int class_of(char c)
{
	unsigned char u = (unsigned char)c;

	if (isdigit(u))
		return '0';
	if (isupper(u))
		return 'A';
	if (islower(u))
		return 'a';
	if (u >= 0x7f)
		return 0x7f;
	return u > 0 && u < 0x20 ? 1 : u;
}

START_TEST(text_shapes)
{
	const char *text = texts[_i];
	size_t length = strlen(text);
	char first[64], second[64], third[64];

	memcpy(first, text, length);
	memcpy(second, text, length);
	memcpy(third, text, length);
	redact_text(&key, (uint8_t *)first, length);
	redact_text(&key, (uint8_t *)second, length);
	redact_text(&other_key, (uint8_t *)third, length);
	ck_assert_mem_eq(first, second, length);
	for (size_t i = 0; i < length; i++) {
		ck_assert_int_eq(class_of(first[i]), class_of(text[i]));
		/* Blanks and punctuation stay, nothing else does. */
		if (class_of(first[i]) != (unsigned char)text[i] || isalnum(text[i]))
			ck_assert_int_ne(first[i], text[i]);
	}
	if (length > 5)
		ck_assert_mem_ne(first, third, length);
}
END_TEST

/* Padding of any kind does not change a pseudonym. */
START_TEST(text_padding)
{
	uint8_t bare[8] = "AB123456", left[20], nul[12] = "AB123456";
	uint8_t none[8], ones[8];

	memset(left, ' ', sizeof(left));
	memcpy(left + 12, bare, 8);
	redact_text(&key, bare, sizeof(bare));
	redact_text(&key, left, sizeof(left));
	redact_text(&key, nul, sizeof(nul));
	ck_assert_mem_eq(left + 12, bare, 8);
	ck_assert_mem_eq(nul, bare, 8);
	ck_assert_mem_eq(left, "            ", 12);
	ck_assert_mem_eq(nul + 8, "\0\0\0\0", 4);
	memset(none, 0xff, sizeof(none));
	memset(ones, 0xff, sizeof(ones));
	redact_text(&key, none, sizeof(none));
	ck_assert_mem_eq(none, ones, sizeof(none));
}
END_TEST

/* What stays of a world wide name, by its NAA. */
static const struct {
	uint64_t wwn;
	uint64_t stays;
} names[] = {
	{0x5000c50012345678, 0xfffffff000000000},
	{0x5000cca000000000, 0xfffffff000000000},
	{0x600508b400012345, 0xfffffff000000000},
	{0x20000050c5123456, 0xf000ffffff000000},
	{0x3123456789abcdef, 0xf000000000000000},
	{0x0000000000000001, 0xf000000000000000},
};

START_TEST(wwn)
{
	uint64_t name = names[_i].wwn, stays = names[_i].stays;
	uint64_t redacted = redact_wwn(&key, name);

	ck_assert_uint_eq(redacted & stays, name & stays);
	ck_assert_uint_ne(redacted & ~stays, name & ~stays);
	ck_assert_uint_eq(redact_wwn(&key, name), redacted);
	ck_assert_uint_ne(redact_wwn(&other_key, name), redacted);
	ck_assert_uint_ne(redact_wwn(&key, name ^ 1), redacted);
}
END_TEST

START_TEST(wwn_none)
{
	ck_assert_uint_eq(redact_wwn(&key, 0), 0);
	ck_assert_uint_eq(redact_wwn(&key, UINT64_MAX), UINT64_MAX);
}
END_TEST

START_TEST(names_of_files)
{
	char a[REDACT_NAME_SIZE], b[REDACT_NAME_SIZE];

	redact_name(&key, "/dev/disk/by-id/ata-X_S1234", a);
	redact_name(&key, "/dev/disk/by-id/ata-X_S1234", b);
	ck_assert_str_eq(a, b);
	ck_assert_uint_eq(strlen(a), 11);
	ck_assert_int_eq(strncmp(a, "name-", 5), 0);
	ck_assert_uint_eq(strspn(a + 5, "0123456789abcdef"), 6);
	redact_name(&key, "/dev/disk/by-id/ata-X_S1235", b);
	ck_assert_str_ne(a, b);
	redact_name(&other_key, "/dev/disk/by-id/ata-X_S1234", b);
	ck_assert_str_ne(a, b);
	redact_name(&key, "", b);
	ck_assert_uint_eq(strlen(b), 11);
}
END_TEST

static uint8_t sum_of(const uint8_t *page)
{
	unsigned int sum = 0;

	for (unsigned int i = 0; i < ATA_IDENTIFY_BYTES; i++)
		sum += page[i];
	return (uint8_t)sum;
}

START_TEST(identify)
{
	uint8_t page[512], before[512];
	unsigned int flip = _i == SWAPPED_PAGE;
	struct ata_identify id, was;

	make_page(page, (enum order)_i);
	memcpy(before, page, sizeof(page));
	ck_assert_int_eq(ata_identify_parse(&was, before, sizeof(before)), 0);
	ck_assert_int_eq(was.repair, _i);
	redact_identify(&key, page);
	ck_assert_private(page, sizeof(page));
	ck_assert_int_eq(ata_identify_parse(&id, page, sizeof(page)), 0);
	ck_assert_int_eq(id.repair, _i);
	ck_assert_uint_eq(id.byte_sum, 0);
	ck_assert_uint_eq(page[510 ^ flip], 0xa5);
	for (unsigned int i = 0; i < ATA_IDENTIFY_WORDS; i++) {
		bool private = (i >= 10 && i < 20) || (i >= 108 && i < 116) ||
			       (i >= 129 && i < 160) || (i >= 176 && i < 206) ||
			       (i >= 230 && i < 241) || i == 255;

		if (!private)
			ck_assert_uint_eq(id.word[i], was.word[i]);
	}
	/* NAA and OUI stay. */
	ck_assert_uint_eq(id.word[108], 0x5001);
	ck_assert_uint_eq(id.word[109] & 0xfff0, 0x4ee0);
	ck_assert_uint_eq(id.word[140 + 15], 0);
}
END_TEST

/* The same drive has the same pseudonyms, however its bytes were exchanged. */
START_TEST(identify_orders_agree)
{
	uint8_t pages[3][512];
	struct ata_identify ids[3];

	for (int i = 0; i < 3; i++) {
		make_page(pages[i], (enum order)i);
		redact_identify(&key, pages[i]);
		ck_assert_int_eq(ata_identify_parse(&ids[i], pages[i], 512), 0);
	}
	for (int i = 1; i < 3; i++) {
		ck_assert_mem_eq(&ids[0].word[10], &ids[i].word[10], 20);
		ck_assert_mem_eq(&ids[0].word[108], &ids[i].word[108], 8);
	}
	ck_assert_mem_eq(&ids[0].word[176], &ids[SWAPPED_PAGE].word[176], 60);
}
END_TEST

/* Byte 510 and the sum of all bytes: right, wrong, absent. */
static const uint8_t seals[][2] = {{0xa5, 0x00}, {0xa5, 0x37}, {0x00, 0x37}};

START_TEST(checksums)
{
	uint8_t page[512], last;

	make_page(page, AS_STANDARD);
	page[511] += seals[_i][1];
	page[510] = seals[_i][0];
	last = page[511];
	redact_identify(&key, page);
	ck_assert_uint_eq(page[510], seals[_i][0]);
	if (seals[_i][0] == 0xa5)
		ck_assert_uint_eq(sum_of(page), seals[_i][1]);
	else
		ck_assert_uint_eq(page[511], last);
}
END_TEST

/* Pages that are no IDENTIFY data: nothing to hide in them, nothing breaks. */
START_TEST(empty_pages)
{
	uint8_t zeros[512] = {0}, page[512] = {0}, ones[512];

	redact_identify(&key, page);
	ck_assert_mem_eq(page, zeros, sizeof(page));
	memset(page, 0xff, sizeof(page));
	memset(ones, 0xff, sizeof(ones));
	redact_identify(&key, page);
	ck_assert_mem_eq(page, ones, sizeof(page));
}
END_TEST

/* A serial number of few characters is not looked for elsewhere. */
START_TEST(short_serial)
{
	uint8_t page[512], before[512];

	make_page(page, AS_STANDARD);
	memset(page + 20, ' ', 20);
	set_string(page, 10, "WDC", false);
	memcpy(before, page, sizeof(page));
	redact_identify(&key, page);
	ck_assert_mem_ne(page + 20, before + 20, 3);
	ck_assert_mem_eq(page + 54, before + 54, 40);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("redact");
	TCase *tc = tcase_create("redact");

	tcase_add_loop_test(tc, hash, 0, COUNT(vectors));
	tcase_add_loop_test(tc, text_shapes, 0, COUNT(texts));
	tcase_add_test(tc, text_padding);
	tcase_add_loop_test(tc, wwn, 0, COUNT(names));
	tcase_add_test(tc, wwn_none);
	tcase_add_test(tc, names_of_files);
	tcase_add_loop_test(tc, identify, 0, 3);
	tcase_add_test(tc, identify_orders_agree);
	tcase_add_loop_test(tc, checksums, 0, COUNT(seals));
	tcase_add_test(tc, empty_pages);
	tcase_add_test(tc, short_serial);
	suite_add_tcase(suite, tc);
	return unit_main(suite);
}
