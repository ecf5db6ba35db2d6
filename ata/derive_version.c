/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>

#include "derive.h"
#include "names.h"

/* The standards that a drive follows (ACS-6 7.13.6.30, 7.13.6.31, 7.13.6.74). */

/* A text that grows inside @text, and is cut at @size - 1. */
struct text {
	char *text;
	size_t size;
	size_t length;
};

static void append(struct text *t, const char *more)
{
	size_t length = strlen(more);

	if (length > t->size - 1 - t->length)
		length = t->size - 1 - t->length;
	memcpy(t->text + t->length, more, length);
	t->length += length;
	t->text[t->length] = '\0';
}

static void append_hex(struct text *t, uint16_t word)
{
	static const char digits[] = "0123456789abcdef";
	char hex[] = "0x0000";

	for (unsigned int i = 0; i < 4; i++)
		hex[2 + i] = digits[word >> (12 - 4 * i) & 0xf];
	append(t, hex);
}

/*
 * As smartctl says it: the minor version alone when it is one of the highest
 * standard's, else both.
 */
static void compose_version(struct ata_identify *id)
{
	struct text t = {id->version, sizeof(id->version), 0};
	uint16_t major_word = id->word[80];
	uint16_t minor_word = id->word[81];
	const char *minor = ata_name(ATA_NAMES_MINOR_VERSION, minor_word);
	const char *major = NULL;

	id->version[0] = '\0';
	if (!derive_is_set(major_word) && !derive_is_set(minor_word))
		return;
	if (id->rule[ATA_RULE_MAJOR_KNOWN])
		major = ata_name_highest(ATA_NAMES_MAJOR_VERSION, major_word);
	if (major && minor && strncmp(minor, major, strlen(major)) == 0) {
		append(&t, minor);
		return;
	}
	if (major) {
		append(&t, major);
	} else {
		append(&t, "Unknown(");
		append_hex(&t, major_word);
		append(&t, ")");
	}
	if (minor) {
		append(&t, ", ");
		append(&t, minor);
	} else if (derive_is_set(minor_word)) {
		append(&t, " (unknown minor revision code: ");
		append_hex(&t, minor_word);
		append(&t, ")");
	} else {
		append(&t, " (minor revision not indicated)");
	}
}

/* The newest revision that has a name; the whole word too when newer ones are set. */
static void compose_sata_version(struct ata_identify *id)
{
	struct text t = {id->sata_version, sizeof(id->sata_version), 0};
	uint16_t bits = (uint16_t)ata_fact_number(id, ATA_SATA_VERSION_VALUE, 0);
	const char *name = ata_name_highest(ATA_NAMES_SATA_VERSION, bits);

	id->sata_version[0] = '\0';
	if (bits == 0)
		return;
	append(&t, name ? name : "SATA");
	if (bits < 1u << 11)
		return;
	append(&t, " (");
	append_hex(&t, id->word[222]);
	append(&t, ")");
}

void ata_derive_prepare(struct ata_identify *id)
{
	compose_version(id);
	compose_sata_version(id);
}

void ata_derive_ata_version_string(const struct ata_identify *id,
				   struct ata_value *value)
{
	derive_text(value, id->version[0] ? id->version : NULL);
}

void ata_derive_sata_version_string(const struct ata_identify *id,
				    struct ata_value *value)
{
	derive_text(value, id->sata_version[0] ? id->sata_version : NULL);
}
