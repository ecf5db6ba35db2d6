/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef ATA_IDENTIFY_H
#define ATA_IDENTIFY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * IDENTIFY DEVICE (ECh) and IDENTIFY PACKET DEVICE (A1h) data, decoded (ACS-6 7.13,
 * ATA/ATAPI-7 6.17 and 6.18, older words from ATA-1 on).
 *
 * A page is 512 bytes, 256 words, each word low byte first. ata_identify_parse() takes
 * it apart; then every fact of identify.def can be asked for by its number.
 */
#define ATA_IDENTIFY_BYTES 512
#define ATA_IDENTIFY_WORDS 256
#define ATA_STRING_MAX 40 /* bytes, of a string in a page */
#define ATA_VERSION_MAX 96

enum ata_class {
	ATA_CLASS_UNKNOWN = 0, /* word 0 bits 15:14 are 11b, reserved */
	ATA_CLASS_A = 1,       /* IDENTIFY DEVICE */
	ATA_CLASS_P = 2,       /* IDENTIFY PACKET DEVICE */
	ATA_CLASS_AP = 3,      /* both */
	ATA_CLASS_COUNT = 4,
};

enum ata_rule {
#define RULE(name, condition, description) ATA_RULE_##name,
#include "rule.def"
#undef RULE
	ATA_RULE_COUNT
};

/* How the bytes of a page had to be put right before they made sense. */
enum ata_repair {
	ATA_REPAIR_NONE,
	ATA_REPAIR_SWAPPED_PAGE,    /* every word had its bytes exchanged */
	ATA_REPAIR_SWAPPED_STRINGS, /* the strings had */
};

struct ata_identify {
	uint16_t word[ATA_IDENTIFY_WORDS];
	char text[ATA_IDENTIFY_BYTES]; /* the same, first character of a word first */
	bool rule[ATA_RULE_COUNT];     /* indexed by enum ata_rule */
	bool gate[ATA_CLASS_COUNT *
		  ATA_RULE_COUNT];     /* rule, by class of row: ata_gate() */
	char version[ATA_VERSION_MAX]; /* ata_version.string, when no name says it */
	char sata_version[32];         /* sata_version.string, the same */
	enum ata_class class;          /* ATA_CLASS_A or ATA_CLASS_P */
	enum ata_repair repair;
	uint8_t byte_sum; /* of all 512 bytes; 0 when the checksum is right */
};

/*
 * Take @page, of @length bytes, apart into @id.
 *
 * Returns 0; -EINVAL when @length is not 512; -ENODATA when the page is all zeros, all
 * ones or one word repeated, as bridges answer that know no IDENTIFY; -EBADMSG when
 * too little in it marks it as IDENTIFY data. @id is written on success only.
 */
int ata_identify_parse(struct ata_identify *id, const uint8_t *page, size_t length);

/* Set byte 511 so that the sum of all bytes is 0, and byte 510 to A5h (word 255). */
void ata_identify_seal(uint8_t page[static ATA_IDENTIFY_BYTES]);

/* What kind of value a fact has. */
enum ata_type {
	ATA_TYPE_FLAG,     /* number is 0 or 1 */
	ATA_TYPE_NUMBER,   /* below 2^53 */
	ATA_TYPE_NUMBER64, /* may be anything */
	ATA_TYPE_STRING,   /* text, length: bytes as the drive gave them */
	ATA_TYPE_LIST,     /* number is a bit map of the members */
};

struct ata_value {
	uint64_t number;
	const char
		*text; /* constant, or inside the struct ata_identify; no terminator */
	uint32_t length;
	bool known; /* false: the drive does not report it; nothing else counts */
};

enum ata_fact_id {
#define F(id, ...) ATA_##id,
#define A(id, ...) ATA_##id,
#define N(id, ...) ATA_##id,
#define S(id, ...) ATA_##id,
#define D(id, ...) ATA_##id,
#define C(id, ...) ATA_##id,
#define FE(id, ...) ATA_FEATURE_##id, ATA_FEATURE_##id##_ON,
#define FS(id, ...) ATA_FEATURE_##id, ATA_FEATURE_##id##_ON,
#define P(...)
#define R(...)
#define RW(...)
#include "identify.def"
#undef F
#undef A
#undef N
#undef S
#undef D
#undef C
#undef FE
#undef FS
#undef P
#undef R
#undef RW
	ATA_FACT_COUNT
};

enum ata_blank {
	ATA_BLANK_NONE,
	ATA_BLANK_ONES,  /* FFFFh: not reported */
	ATA_BLANK_BLANK, /* 0000h and FFFFh: not reported */
};

typedef void ata_derive(const struct ata_identify *id, struct ata_value *value);

/* One row of identify.def. */
struct ata_fact {
	const char *key;   /* JSON path, dots between its parts */
	const char *label; /* as a person reads it */
	const char *unit;  /* "bytes", "ns", …, or the kind of value */
	ata_derive *derive;
	uint8_t type;  /* enum ata_type; bytes, so that the table stays in cache */
	uint8_t class; /* enum ata_class */
	uint8_t rule;  /* enum ata_rule */
	uint16_t gate; /* class and rule together: index into struct ata_identify */
	uint8_t blank; /* enum ata_blank */
	uint8_t word, words; /* first word and how many; words is 0 without a source */
	uint8_t high, low;   /* bits, when words is 1 */
	uint16_t mask;       /* of the bits, moved down to bit 0; 0: not one word */
	bool feature;        /* a features.* key; the next row is its ".enabled" */
};

extern const struct ata_fact ata_facts[ATA_FACT_COUNT];

/*
 * The value of fact @fact on page @id. What the page does not report has known ==
 * false: because its rule does not hold, its word is blank, or the device is of the
 * other class.
 */
void ata_fact_value(const struct ata_identify *id, enum ata_fact_id fact,
		    struct ata_value *value);

/* The same for all facts at once, at a fraction of the cost. */
void ata_identify_values(const struct ata_identify *id,
			 struct ata_value values[static ATA_FACT_COUNT]);

/* The same for flags and numbers: the number, or @otherwise when not reported. */
uint64_t ata_fact_number(const struct ata_identify *id, enum ata_fact_id fact,
			 uint64_t otherwise);
/* True only when the fact is reported and not 0. */
bool ata_fact_true(const struct ata_identify *id, enum ata_fact_id fact);

/* The fact with @key, or ATA_FACT_COUNT when there is none. */
enum ata_fact_id ata_fact_find(const char *key);

/* Who owns which bit of the 256 words: what --word prints, what the tests count. */
enum ata_bits_kind {
	ATA_BITS_FACT,     /* fact says whose */
	ATA_BITS_RESERVED, /* 0 in a drive that keeps to the standard */
	ATA_BITS_FIXED,    /* a signature, tested by a rule */
	ATA_BITS_RETIRED,  /* obsolete or retired: anything */
	ATA_BITS_VENDOR,
};

struct ata_bits {
	uint8_t first, last; /* words */
	uint8_t high, low;   /* bits, 15 and 0 for whole words */
	enum ata_class class;
	enum ata_bits_kind kind;
	enum ata_fact_id fact; /* ATA_FACT_COUNT without a fact */
	const char *label;
};

extern const struct ata_bits ata_bits_table[];
extern const size_t ata_bits_count;

/* Why a value may be missing: the description of @rule in rule.def. */
const char *ata_rule_description(enum ata_rule rule);

/* Whether a row of class @class says anything of the device that @id is of. */
static inline bool ata_class_applies(unsigned int class, const struct ata_identify *id)
{
	return class == ATA_CLASS_AP || class == id->class;
}

/* Bits @high to @low of a word, as the standard writes them. */
static inline uint16_t ata_bits(uint16_t word, unsigned int high, unsigned int low)
{
	return (uint16_t)(word >> low) & ((1u << (high - low + 1)) - 1);
}

#endif
