/* SPDX-License-Identifier: BSD-2-Clause */
#include "redact.h"

#include <errno.h>
#include <string.h>

#define SERIAL_WORD 10
#define SERIAL_WORDS 10
#define WWN_WORD 108
#define WWN_EXTENSION_WORD 112
#define WWN_WORDS 4
#define VENDOR_WORD 129
#define VENDOR_WORDS 31
#define MEDIA_SERIAL_WORD 176
#define MEDIA_SERIAL_WORDS 30
#define STRING_BYTES_MAX (2 * MEDIA_SERIAL_WORDS)
/* Shorter serial numbers ("0001") may stand elsewhere in a page by chance. */
#define COPY_LENGTH_MIN 6

/* What a hash is for: equal bytes of another meaning get another pseudonym. */
enum purpose {
	FOR_TEXT = 1,
	FOR_WWN,
	FOR_BYTES,
	FOR_NAME,
};

static uint64_t load_le64(const uint8_t *bytes, size_t length)
{
	uint64_t value = 0;

	for (size_t i = 0; i < length; i++)
		value |= (uint64_t)bytes[i] << 8 * i;
	return value;
}

static uint64_t rotate(uint64_t value, unsigned int bits)
{
	return value << bits | value >> (64 - bits);
}

static void sip_round(uint64_t v[4])
{
	v[0] += v[1];
	v[2] += v[3];
	v[1] = rotate(v[1], 13) ^ v[0];
	v[3] = rotate(v[3], 16) ^ v[2];
	v[0] = rotate(v[0], 32);
	v[2] += v[1];
	v[0] += v[3];
	v[1] = rotate(v[1], 17) ^ v[2];
	v[3] = rotate(v[3], 21) ^ v[0];
	v[2] = rotate(v[2], 32);
}

static void sip_word(uint64_t v[4], uint64_t word)
{
	v[3] ^= word;
	sip_round(v);
	sip_round(v);
	v[0] ^= word;
}

uint64_t redact_hash(const struct redact_key *key, const uint8_t *data, size_t length)
{
	uint64_t k0 = load_le64(key->bytes, 8), k1 = load_le64(key->bytes + 8, 8);
	uint64_t v[4] = {k0 ^ 0x736f6d6570736575, k1 ^ 0x646f72616e646f6d,
			 k0 ^ 0x6c7967656e657261, k1 ^ 0x7465646279746573};
	size_t whole = length / 8 * 8;

	for (size_t i = 0; i < whole; i += 8)
		sip_word(v, load_le64(data + i, 8));
	sip_word(v, load_le64(data + whole, length % 8) | (uint64_t)length << 56);
	v[2] ^= 0xff;
	for (int i = 0; i < 4; i++)
		sip_round(v);
	return v[0] ^ v[1] ^ v[2] ^ v[3];
}

/* Bytes without end that depend on a key, a purpose and an input. */
struct stream {
	const struct redact_key *key;
	uint8_t block[8 + 1 + 4]; /* hash of the input, purpose, number */
	uint32_t number;
	uint64_t bits;
	unsigned int left; /* bytes in bits */
};

static void stream_open(struct stream *s, const struct redact_key *key,
			enum purpose purpose, const uint8_t *data, size_t length)
{
	uint64_t hash = redact_hash(key, data, length);

	memset(s, 0, sizeof(*s));
	s->key = key;
	for (unsigned int i = 0; i < 8; i++)
		s->block[i] = (uint8_t)(hash >> 8 * i);
	s->block[8] = (uint8_t)purpose;
}

static uint8_t stream_byte(struct stream *s)
{
	uint8_t byte;

	if (s->left == 0) {
		for (unsigned int i = 0; i < 4; i++)
			s->block[9 + i] = (uint8_t)(s->number >> 8 * i);
		s->bits = redact_hash(s->key, s->block, sizeof(s->block));
		s->number++;
		s->left = 8;
	}
	byte = (uint8_t)s->bits;
	s->bits >>= 8;
	s->left--;
	return byte;
}

/* One of the @count characters from @first on, never @c itself. */
static uint8_t other_of(uint8_t c, uint8_t first, uint8_t count, uint8_t random)
{
	return (uint8_t)(first + (c - first + 1 + random % (count - 1)) % count);
}

static uint8_t other_character(uint8_t c, uint8_t random)
{
	if (c >= '0' && c <= '9')
		return other_of(c, '0', 10, random);
	if (c >= 'A' && c <= 'Z')
		return other_of(c, 'A', 26, random);
	if (c >= 'a' && c <= 'z')
		return other_of(c, 'a', 26, random);
	if (c >= 0x7f)
		return other_of(c, 0x7f, 0x81, random);
	if (c > 0x00 && c < 0x20)
		return other_of(c, 0x01, 0x1f, random);
	return c;
}

static bool is_padding(uint8_t c)
{
	return c == ' ' || c == 0x00 || c == 0xff;
}

/* @text without the padding around it. */
static uint8_t *trim(uint8_t *text, size_t *length)
{
	while (*length != 0 && is_padding(text[*length - 1]))
		--*length;
	while (*length != 0 && is_padding(text[0])) {
		text++;
		--*length;
	}
	return text;
}

void redact_text(const struct redact_key *key, uint8_t *text, size_t length)
{
	struct stream stream;

	text = trim(text, &length);
	stream_open(&stream, key, FOR_TEXT, text, length);
	for (size_t i = 0; i < length; i++)
		text[i] = other_character(text[i], stream_byte(&stream));
}

void redact_bytes(const struct redact_key *key, uint8_t *bytes, size_t length)
{
	struct stream stream;

	stream_open(&stream, key, FOR_BYTES, bytes, length);
	for (size_t i = 0; i < length; i++) {
		uint8_t random = stream_byte(&stream);

		if (bytes[i] != 0)
			bytes[i] = other_of(bytes[i], 0x01, 0xff, random);
	}
}

/* Bits of a name that say more than who made the drive (SPC-5 7.7.6.6, RFC 4122). */
static uint64_t wwn_private_bits(uint64_t wwn)
{
	switch (wwn >> 60) {
	case 2: /* IEEE Extended: OUI in bits 47 to 24 */
		return 0x0fff000000ffffff;
	case 5: /* IEEE Registered: OUI in bits 59 to 36 */
	case 6:
		return 0x0000000fffffffff;
	default:
		return 0x0fffffffffffffff;
	}
}

uint64_t redact_wwn(const struct redact_key *key, uint64_t wwn)
{
	uint64_t mask = wwn_private_bits(wwn), other = 0;
	uint8_t bytes[8];
	struct stream stream;

	if (wwn == 0 || wwn == UINT64_MAX)
		return wwn;
	for (unsigned int i = 0; i < 8; i++)
		bytes[i] = (uint8_t)(wwn >> 8 * i);
	stream_open(&stream, key, FOR_WWN, bytes, sizeof(bytes));
	for (unsigned int i = 0; i < 8; i++)
		other = other << 8 | stream_byte(&stream);
	other = (wwn & ~mask) | (other & mask);
	return other == wwn ? wwn ^ 1 : other;
}

void redact_name(const struct redact_key *key, const char *name,
		 char pseudonym[static REDACT_NAME_SIZE])
{
	static const char prefix[] = "name-", digits[] = "0123456789abcdef";
	struct stream stream;
	char *out = pseudonym + sizeof(prefix) - 1;

	memcpy(pseudonym, prefix, sizeof(prefix));
	stream_open(&stream, key, FOR_NAME, (const uint8_t *)name, strlen(name));
	for (unsigned int i = 0; i < 3; i++) {
		uint8_t byte = stream_byte(&stream);

		*out++ = digits[byte >> 4];
		*out++ = digits[byte & 0x0f];
	}
	*out = '\0';
}

/* IDENTIFY data as it came: where its bytes are depends on what was exchanged. */
struct identify_page {
	const struct redact_key *key;
	uint8_t *bytes;
	unsigned int word_flip;   /* 1: the bytes of each word are exchanged */
	unsigned int string_flip; /* 1: the first character of two is the second byte */
};

static uint8_t *byte_at(const struct identify_page *p, unsigned int i)
{
	return &p->bytes[i ^ p->word_flip];
}

static void redact_words(const struct identify_page *p, unsigned int word,
			 unsigned int words)
{
	redact_bytes(p->key, p->bytes + (size_t)word * 2, (size_t)words * 2);
}

static void load_string(const struct identify_page *p, unsigned int word,
			unsigned int words, uint8_t *text)
{
	for (unsigned int i = 0; i < words * 2; i++)
		text[i] = p->bytes[(word * 2 + i) ^ p->string_flip];
}

static void redact_string(const struct identify_page *p, unsigned int word,
			  unsigned int words)
{
	uint8_t text[STRING_BYTES_MAX];

	load_string(p, word, words, text);
	redact_text(p->key, text, (size_t)words * 2);
	for (unsigned int i = 0; i < words * 2; i++)
		p->bytes[(word * 2 + i) ^ p->string_flip] = text[i];
}

/* The world wide name, in the order in which words give it: the NAA is the first. */
static void redact_page_wwn(const struct identify_page *p)
{
	unsigned int first = WWN_WORD * 2;
	uint64_t wwn = 0;

	for (unsigned int i = 0; i < 8; i++)
		wwn = wwn << 8 | *byte_at(p, (first + i) ^ 1);
	wwn = redact_wwn(p->key, wwn);
	for (unsigned int i = 8; i-- > 0; wwn >>= 8)
		*byte_at(p, (first + i) ^ 1) = (uint8_t)wwn;
}

/*
 * Replace copies of the serial number @old, at any place and in both orders of
 * characters: a Seagate ST4000NM0033 has one among its reserved words.
 */
static void redact_copies(const struct identify_page *p, const uint8_t *old,
			  const uint8_t *other, size_t length)
{
	if (length < COPY_LENGTH_MIN)
		return;
	for (unsigned int flip = 0; flip < 2; flip++) {
		for (size_t at = 0; at + length <= ATA_IDENTIFY_BYTES; at++) {
			size_t i = 0;

			while (i < length && p->bytes[(at + i) ^ flip] == old[i])
				i++;
			if (i < length)
				continue;
			for (i = 0; i < length; i++)
				p->bytes[(at + i) ^ flip] = other[i];
		}
	}
}

static void redact_serial(const struct identify_page *p)
{
	uint8_t old[SERIAL_WORDS * 2], other[SERIAL_WORDS * 2];
	const uint8_t *text;
	size_t length = sizeof(old);

	load_string(p, SERIAL_WORD, SERIAL_WORDS, old);
	redact_string(p, SERIAL_WORD, SERIAL_WORDS);
	load_string(p, SERIAL_WORD, SERIAL_WORDS, other);
	text = trim(old, &length);
	redact_copies(p, text, other + (text - old), length);
}

static uint8_t byte_sum(const uint8_t *page)
{
	unsigned int sum = 0;

	for (unsigned int i = 0; i < ATA_IDENTIFY_BYTES; i++)
		sum += page[i];
	return (uint8_t)sum;
}

void redact_identify(const struct redact_key *key,
		     uint8_t page[static ATA_IDENTIFY_BYTES])
{
	struct identify_page p = {.key = key, .bytes = page, .string_flip = 1};
	struct ata_identify id;
	uint8_t sum = byte_sum(page);

	int rc = ata_identify_parse(&id, page, ATA_IDENTIFY_BYTES);

	if (rc == -ENODATA) /* all zeros or ones: no drive, and to be known as such */
		return;
	if (rc == 0 && id.repair != ATA_REPAIR_NONE) {
		p.word_flip = id.repair == ATA_REPAIR_SWAPPED_PAGE;
		p.string_flip = 0;
	}
	redact_serial(&p);
	redact_page_wwn(&p);
	redact_words(&p, WWN_EXTENSION_WORD, WWN_WORDS);
	redact_words(&p, VENDOR_WORD, VENDOR_WORDS);
	redact_string(&p, MEDIA_SERIAL_WORD, MEDIA_SERIAL_WORDS);
	if (*byte_at(&p, 510) == 0xa5) /* word 255 has a checksum */
		*byte_at(&p, 511) += (uint8_t)(sum - byte_sum(page));
}
