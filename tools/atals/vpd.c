/* SPDX-License-Identifier: BSD-2-Clause */
#include "vpd.h"

#include <string.h>

enum {
	HEADER = 4,     /* of a page and of a designator */
	T10_VENDOR = 1, /* types of designator */
	NAA = 3,
	T10_ATA_LENGTH = 8 + 40 + 20,
	LAYER_VENDOR = 8, /* offsets in page 89h */
	LAYER_PRODUCT = 16,
	LAYER_REVISION = 32,
	LAYER_END = 36,
};

/* Add the @length bytes at @field to @text, which has room, without blanks around. */
static void add_field(char *text, const char *before, const uint8_t *field,
		      size_t length)
{
	while (length && (field[length - 1] == ' ' || !field[length - 1]))
		length--;
	while (length && *field == ' ') {
		field++;
		length--;
	}
	if (!length)
		return;
	text += strlen(text);
	memcpy(text, before, strlen(before));
	text += strlen(before);
	memcpy(text, field, length);
	text[length] = '\0';
}

/* The bytes after the header that are there, of page @code. */
static size_t body_length(const uint8_t *page, size_t length, uint8_t code)
{
	size_t said;

	if (length < HEADER || page[1] != code)
		return 0;
	said = (size_t)page[2] << 8 | page[3];
	return said < length - HEADER ? said : length - HEADER;
}

static void read_designator(const uint8_t *designator, size_t length,
			    struct vpd_identity *identity)
{
	const uint8_t *body = designator + HEADER;
	unsigned int type = designator[1] & 0x0f;
	unsigned int association = designator[1] >> 4 & 0x03;

	if (association != 0)
		return; /* of a port or a target */
	if (type == T10_VENDOR && length == T10_ATA_LENGTH &&
	    !memcmp(body, "ATA     ", 8)) {
		add_field(identity->model, "", body + 8, 40);
		add_field(identity->serial, "", body + 48, 20);
	} else if (type == NAA && length == 8) {
		for (size_t i = 0; i < length; i++)
			identity->wwn = identity->wwn << 8 | body[i];
	}
}

void vpd_read_device_identification(const uint8_t *page, size_t length,
				    struct vpd_identity *identity)
{
	size_t rest = body_length(page, length, 0x83);
	const uint8_t *at = page + HEADER;

	*identity = (struct vpd_identity){.wwn = 0};
	while (rest >= HEADER && rest - HEADER >= at[3]) {
		size_t taken = (size_t)HEADER + at[3];
		struct vpd_identity one = {.wwn = 0};

		read_designator(at, at[3], &one);
		if (!identity->model[0])
			memcpy(identity->model, one.model, sizeof(one.model));
		if (!identity->serial[0])
			memcpy(identity->serial, one.serial, sizeof(one.serial));
		if (!identity->wwn)
			identity->wwn = one.wwn;
		at += taken;
		rest -= taken;
	}
}

void vpd_read_serial(const uint8_t *page, size_t length, char serial[VPD_SERIAL_SIZE])
{
	size_t body = body_length(page, length, 0x80);

	serial[0] = '\0';
	if (body < VPD_SERIAL_SIZE)
		add_field(serial, "", page + HEADER, body);
}

void vpd_read_layer(const uint8_t *page, size_t length, char layer[VPD_LAYER_SIZE])
{
	layer[0] = '\0';
	if (length < LAYER_END || page[1] != 0x89)
		return;
	add_field(layer, "", page + LAYER_VENDOR, LAYER_PRODUCT - LAYER_VENDOR);
	add_field(layer, " ", page + LAYER_PRODUCT, LAYER_REVISION - LAYER_PRODUCT);
	add_field(layer, " ", page + LAYER_REVISION, LAYER_END - LAYER_REVISION);
}
