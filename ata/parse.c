/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <string.h>

#include "derive.h"
#include "identify.h"

static bool is_set(uint16_t word)
{
	return word != 0x0000 && word != 0xffff;
}

static bool is_signed(uint16_t word)
{
	return (word & 0xc000) == 0x4000;
}

static void set_gates(struct ata_identify *id)
{
	memset(id->gate, 0, sizeof(id->gate));
	memcpy(id->gate + id->class * ATA_RULE_COUNT, id->rule, sizeof(id->rule));
	memcpy(id->gate + ATA_CLASS_AP * ATA_RULE_COUNT, id->rule, sizeof(id->rule));
}

static void set_rules(struct ata_identify *id)
{
#define w(n) id->word[n]
#define has(name) id->rule[ATA_RULE_##name]
#define RULE(name, condition, description) id->rule[ATA_RULE_##name] = (condition);
#include "rule.def"
#undef RULE
#undef has
#undef w
}

const char *ata_rule_description(enum ata_rule rule)
{
	static const char *const descriptions[] = {
#define RULE(name, condition, description) description,
#include "rule.def"
#undef RULE
	};

	return descriptions[rule];
}

static uint16_t swap_bytes(uint16_t word)
{
	return (uint16_t)(word << 8 | word >> 8);
}

static void swap_words(uint16_t *word, unsigned int count)
{
	for (unsigned int i = 0; i < count; i++)
		word[i] = swap_bytes(word[i]);
}

/* One word through the whole page: no drive answered, whatever the word. */
static bool is_uniform(const uint16_t *w)
{
	for (unsigned int i = 1; i < ATA_IDENTIFY_WORDS; i++) {
		if (w[i] != w[0])
			return false;
	}
	return true;
}

static bool is_printable(uint16_t word)
{
	unsigned int high = word >> 8;
	unsigned int low = word & 0xff;

	return high >= 0x20 && high <= 0x7e && low >= 0x20 && low <= 0x7e;
}

/* Word 80 lists the standards from one of them to another: its bits stand together. */
static bool lists_standards(uint16_t word)
{
	unsigned int last = word & -(unsigned int)word;

	return is_set(word) && (word & 0xc001) == 0 && ((word + last) & word) == 0;
}

/* Words 1, 3 and 6, which ATA devices fill in to this day. */
static bool has_geometry(const uint16_t *w)
{
	return is_set(w[1]) && w[3] > 0 && w[3] <= 16 && w[6] > 0 && w[6] <= 63;
}

/* A model name, even one with a few bytes that cannot be printed. */
static bool has_model(const uint16_t *w)
{
	unsigned int printable = 0;

	for (unsigned int i = 27; i < 47; i++)
		printable += is_printable(w[i]);
	return printable >= 18 && w[27] != 0x2020;
}

/*
 * How much a page looks like IDENTIFY data. No drive has all the marks: ATA-1 has
 * neither signatures nor word 53, CompactFlash no checksum, bridges invent words. Those
 * that chance does not bring about count twice.
 */
static unsigned int count_marks(const uint16_t *w)
{
	unsigned int marks = 0;

	marks += (w[255] & 0xff) == 0xa5;
	marks += w[47] >> 8 == 0x80;
	marks += (w[49] & 0x0300) != 0 && (w[49] & 0x00fc) == 0;
	marks += w[53] > 0 && (w[53] & 0x00f8) == 0;
	marks += is_signed(w[83]) && is_signed(w[87]);
	marks += lists_standards(w[80]) ? 2 : 0;
	marks += has_geometry(w) ? 2 : 0;
	marks += has_model(w) ? 2 : 0;
	return marks;
}

/*
 * How model names begin: enough to tell a string from the same with exchanged bytes.
 * Two letters are too few: "TS4GCF133" exchanged would be a Seagate.
 */
static const char *const vendors[] = {
	"WDC ",    "SAMSUNG", "Samsung",  "Hitachi",  "HITACHI", "HGST",     "TOSHIBA",
	"INTEL",   "Maxtor",  "MAXTOR",   "FUJITSU",  "IBM",     "KINGSTON", "SanDisk",
	"Crucial", "Micron",  "QUANTUM",  "QEMU",     "Corsair", "OCZ",      "SONY",
	"PIONEER", "PLEXTOR", "HL-DT-ST", "TSSTcorp", "LITE-ON", "VBOX",     "VMware",
};

/* Whether @model, eight words of it, begins as one of them. */
static bool begins_with_vendor(const uint16_t *model)
{
	char text[16];

	for (unsigned int i = 0; i < sizeof(text) / 2; i++) {
		text[2 * i] = (char)(model[i] >> 8);
		text[2 * i + 1] = (char)(model[i] & 0xff);
	}
	for (size_t i = 0; i < sizeof(vendors) / sizeof(vendors[0]); i++) {
		const char *vendor = vendors[i];

		/* Two letters tell nearly all of them apart, at no cost. */
		if (text[0] == vendor[0] && text[1] == vendor[1] &&
		    strncmp(text, vendor, strlen(vendor)) == 0)
			return true;
	}
	return false;
}

static bool begins_exchanged(const uint16_t *w)
{
	uint16_t model[8];

	memcpy(model, w + 27, sizeof(model));
	swap_words(model, 8);
	return begins_with_vendor(model) && !begins_with_vendor(w + 27);
}

/* Fewer marks than this: no IDENTIFY data. Fewer than many: perhaps exchanged bytes. */
#define FEWEST_MARKS 3
#define MANY_MARKS 8

/* Bridges and emulators that exchange the bytes of every word, or of the strings. */
static enum ata_repair repair(uint16_t *w)
{
	unsigned int marks = count_marks(w);
	enum ata_repair repair = ATA_REPAIR_NONE;

	if (marks < MANY_MARKS) {
		swap_words(w, ATA_IDENTIFY_WORDS);
		if (count_marks(w) > marks)
			repair = ATA_REPAIR_SWAPPED_PAGE;
		else
			swap_words(w, ATA_IDENTIFY_WORDS);
	}
	if (begins_exchanged(w)) {
		swap_words(w + 10, 10);
		swap_words(w + 23, 24);
		swap_words(w + 176, 30);
		if (repair == ATA_REPAIR_NONE)
			repair = ATA_REPAIR_SWAPPED_STRINGS;
	}
	return repair;
}

static uint8_t sum_bytes(const uint8_t *page, size_t length)
{
	uint8_t sum = 0;

	for (size_t i = 0; i < length; i++)
		sum = (uint8_t)(sum + page[i]);
	return sum;
}

/* Word 0 bits 15:14, but for the signatures of CompactFlash. */
static enum ata_class class_of(const struct ata_identify *id)
{
	if (id->rule[ATA_RULE_PACKET])
		return ATA_CLASS_P;
	if (id->word[0] >> 14 == 3)
		return ATA_CLASS_UNKNOWN;
	return ATA_CLASS_A;
}

static void set_text(struct ata_identify *id)
{
	for (unsigned int i = 0; i < ATA_IDENTIFY_WORDS; i++) {
		id->text[2 * i] = (char)(id->word[i] >> 8);
		id->text[2 * i + 1] = (char)(id->word[i] & 0xff);
	}
}

int ata_identify_parse(struct ata_identify *id, const uint8_t *page, size_t length)
{
	uint16_t word[ATA_IDENTIFY_WORDS];
	enum ata_repair repaired;

	if (length != ATA_IDENTIFY_BYTES)
		return -EINVAL;
	for (unsigned int i = 0; i < ATA_IDENTIFY_WORDS; i++)
		word[i] = (uint16_t)(page[2 * i] | page[2 * i + 1] << 8);
	if (is_uniform(word))
		return -ENODATA;
	repaired = repair(word);
	if (count_marks(word) < FEWEST_MARKS ||
	    !(has_model(word) || has_geometry(word)))
		return -EBADMSG;
	memcpy(id->word, word, sizeof(word));
	id->repair = repaired;
	id->byte_sum = sum_bytes(page, length);
	set_text(id);
	set_rules(id);
	id->class = class_of(id);
	set_gates(id);
	ata_derive_prepare(id);
	return 0;
}

void ata_identify_seal(uint8_t page[static ATA_IDENTIFY_BYTES])
{
	page[510] = 0xa5;
	page[511] = (uint8_t)-sum_bytes(page, 511);
}
