/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include <string.h>

#include "report.h"
#include "report_text.h"

#define ATA_ANYWAY ATA_FACT_COUNT

static const struct report_flags flags = {.no = "0", .yes = "1"};

struct name {
	const char *name;
	enum ata_fact_id fact, when;
	bool presence; /* 1 when the fact is reported, whatever it says */
};

static const struct name names[] = {
#define U(name_, fact_, when_) \
	{.name = name_, .fact = ATA_##fact_, .when = ATA_##when_},
#define K(name_, fact_) \
	{.name = name_, .fact = ATA_##fact_, .when = ATA_ANYWAY, .presence = true},
#include "export.def"
#undef U
#undef K
};

static void add_line(struct sgio_text *text, const char *name, const char *value,
		     size_t length)
{
	sgio_text_string(text, name);
	sgio_text_string(text, "=");
	text_quoted(text, value, length);
	sgio_text_string(text, "\n");
}

static void add_string(struct sgio_text *text, const char *name, const char *value)
{
	add_line(text, name, value, strlen(value));
}

/* What udev leaves in a name; everything else it replaces or writes in hex. */
static bool is_allowed(char c)
{
	return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') ||
	       (c >= 'a' && c <= 'z') || (c && strchr("#+-.:=@_", c));
}

/* toupper(3) of a Turkish locale has no I for the i. */
static char name_letter(char c)
{
	if (c == '.')
		return '_';
	return (char)(c >= 'a' && c <= 'z' ? c - 'a' + 'A' : c);
}

static bool is_blank(char c)
{
	return c == ' ' || (c >= '\t' && c <= '\r');
}

/* As udev makes names of links: one '_' for blanks in a row and for any odd byte. */
static void add_replaced(struct sgio_text *text, const struct ata_identify *id,
			 enum ata_fact_id fact)
{
	struct ata_value value;

	ata_fact_value(id, fact, &value);
	for (size_t i = 0; value.known && i < value.length && value.text[i]; i++) {
		char c = value.text[i];

		if (is_blank(c) && i > 0 && is_blank(value.text[i - 1]))
			continue;
		sgio_text_add(text, is_allowed(c) ? &c : "_", 1);
	}
}

/* All 40 characters up to a NUL, blanks at the end too, as \xNN where need be. */
static void add_encoded(struct sgio_text *text, const struct ata_identify *id)
{
	const struct ata_fact *model = &ata_facts[ATA_MODEL_NAME];

	for (unsigned int i = 0; i < 2u * model->words; i++) {
		uint16_t word = id->word[model->word + i / 2];
		char c = (char)(i % 2 ? word & 0xff : word >> 8);

		if (!c)
			return;
		if (is_allowed(c)) {
			sgio_text_add(text, &c, 1);
		} else {
			sgio_text_string(text, "\\x");
			text_hex(text, (unsigned char)c, 2);
		}
	}
}

static void add_text(struct sgio_text *text, const char *name,
		     const struct sgio_text *value)
{
	text->failed = text->failed || value->failed;
	add_line(text, name, value->length ? value->bytes : "", value->length);
}

static void add_names(struct sgio_text *text, const struct ata_identify *id)
{
	struct sgio_text model = {0}, encoded = {0}, revision = {0}, serial = {0};
	struct sgio_text both = {0};

	add_replaced(&model, id, ATA_MODEL_NAME);
	add_encoded(&encoded, id);
	add_replaced(&revision, id, ATA_FIRMWARE_VERSION);
	add_replaced(&serial, id, ATA_SERIAL_NUMBER);
	sgio_text_add(&both, model.bytes, model.length);
	if (serial.length)
		sgio_text_string(&both, "_");
	sgio_text_add(&both, serial.bytes, serial.length);

	add_text(text, "ID_MODEL", &model);
	add_text(text, "ID_MODEL_ENC", &encoded);
	add_text(text, "ID_REVISION", &revision);
	add_text(text, "ID_SERIAL", &both);
	add_text(text, "ID_SERIAL_SHORT", &serial);
	free(model.bytes);
	free(encoded.bytes);
	free(revision.bytes);
	free(serial.bytes);
	free(both.bytes);
}

static const char *type_name(const struct ata_identify *id)
{
	if (id->class != ATA_CLASS_P)
		return "disk";
	switch (ata_fact_number(id, ATA_PACKET_TYPE, 0)) {
	case 0:
	case 5:
		return "cd";
	case 1:
		return "tape";
	case 7:
		return "optical";
	default:
		return "generic";
	}
}

/* udev takes only the registered names of the IEEE, NAA 5. */
static void add_wwn(struct sgio_text *text, const struct ata_identify *id)
{
	static const char *const wwn_names[] = {"ID_WWN", "ID_WWN_WITH_EXTENSION"};
	uint64_t naa = ata_fact_number(id, ATA_WWN_NAA, 0);
	uint64_t wwn = naa << 60 | ata_fact_number(id, ATA_WWN_OUI, 0) << 36 |
		       ata_fact_number(id, ATA_WWN_ID, 0);

	for (size_t i = 0; i < 2; i++) {
		sgio_text_string(text, wwn_names[i]);
		sgio_text_string(text, "=");
		if (naa == 5) {
			sgio_text_string(text, "0x");
			text_hex(text, wwn, 16);
		}
		sgio_text_string(text, "\n");
	}
}

static void add_key(struct sgio_text *text, const struct subject *subject,
		    const char *name, size_t key)
{
	struct sgio_text value = {0};

	text_value(&value, subject, key, &flags);
	text->failed = text->failed || value.failed;
	add_line(text, name, value.bytes, value.length);
	free(value.bytes);
}

static void add_fact(struct sgio_text *text, const struct subject *subject,
		     const struct name *name)
{
	struct ata_value value = {.known = false};

	if (name->when == ATA_ANYWAY || ata_fact_true(&subject->id, name->when))
		ata_fact_value(&subject->id, name->fact, &value);
	if (!value.known)
		add_string(text, name->name, "");
	else if (name->presence)
		add_string(text, name->name, "1");
	else
		add_key(text, subject, name->name,
			report_find(ata_facts[name->fact].key));
}

static void add_udev(struct sgio_text *text, const struct subject *subject)
{
	add_string(text, "ID_ATA", "1");
	add_string(text, "ID_TYPE", type_name(&subject->id));
	add_string(text, "ID_BUS", "ata");
	add_names(text, &subject->id);
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		add_fact(text, subject, &names[i]);
	add_wwn(text, &subject->id);
	if (subject->has_facts && subject->facts.peripheral_type >= 0)
		add_key(text, subject, "ID_ATA_PERIPHERAL_DEVICE_TYPE",
			report_find("kernel.peripheral_device_type"));
	else
		add_string(text, "ID_ATA_PERIPHERAL_DEVICE_TYPE", "");
}

/* udev takes an empty value for none, and a shell forgets the drive before. */
static void add_udev_empty(struct sgio_text *text)
{
	static const char *const others[] = {
		"ID_ATA",
		"ID_TYPE",
		"ID_BUS",
		"ID_MODEL",
		"ID_MODEL_ENC",
		"ID_REVISION",
		"ID_SERIAL",
		"ID_SERIAL_SHORT",
		"ID_WWN",
		"ID_WWN_WITH_EXTENSION",
		"ID_ATA_PERIPHERAL_DEVICE_TYPE",
	};

	for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); i++)
		add_string(text, others[i], "");
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		add_string(text, names[i].name, "");
}

/* ATAID_ and the key, in capitals, with '_' for its dots. */
static void add_own(struct sgio_text *text, const struct subject *subject, size_t key)
{
	struct sgio_text name = {0};
	struct ata_value value;

	report_value(subject, key, &value);
	if (report_table[key].as_text)
		return;
	sgio_text_string(&name, "ATAID_");
	for (const char *c = report_table[key].key; *c; c++) {
		char letter = name_letter(*c);

		sgio_text_add(&name, &letter, 1);
	}
	sgio_text_add(&name, "", 1); /* its NUL */
	if (name.failed)
		text->failed = true;
	else if (!value.known && report_table[key].type != REPORT_ODDITIES)
		add_string(text, name.bytes, "");
	else
		add_key(text, subject, name.bytes, key);
	free(name.bytes);
}

int report_export(FILE *out, const struct subject *subject)
{
	struct sgio_text text = {0};

	if (subject->has_page)
		add_udev(&text, subject);
	else
		add_udev_empty(&text);
	for (size_t i = 0; i < report_count; i++)
		add_own(&text, subject, i);
	return text_finish(&text, out);
}
