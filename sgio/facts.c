/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <string.h>

#include "facts.h"

enum kind { STRING, NUMBER, NODE, BUS, FLAG };

/* clang-format off */
static const struct fact {
	const char *key;
	enum kind kind;
	size_t offset, size;
} rows[] = {
	{ "node", NODE, 0, 0 },
	{ "bus", BUS, 0, 0 },
	{ "port_multiplier", FLAG, offsetof(struct sgio_facts, port_multiplier), 0 },
	{ "is_partition", FLAG, offsetof(struct sgio_facts, is_partition), 0 },
#define STRING(field) { #field, STRING, offsetof(struct sgio_facts, field), \
			sizeof(((struct sgio_facts *)0)->field) },
#define NUMBER(field) { #field, NUMBER, offsetof(struct sgio_facts, field), 0 },
#include "facts.def"
#undef STRING
#undef NUMBER
};

static const char *const nodes[] = {
	[SGIO_NODE_BLOCK] = "block",
	[SGIO_NODE_SG] = "sg",
	[SGIO_NODE_BSG] = "bsg",
	[SGIO_NODE_SIM] = "sim",
};

static const char *const buses[] = {
	[SGIO_BUS_UNKNOWN] = "unknown",
	[SGIO_BUS_ATA] = "ata",
	[SGIO_BUS_USB] = "usb",
	[SGIO_BUS_SAS] = "sas",
	[SGIO_BUS_VIRTUAL] = "virtual",
	[SGIO_BUS_NVME] = "nvme",
};
/* clang-format on */

enum {
	ROWS = sizeof(rows) / sizeof(rows[0]),
	NODES = sizeof(nodes) / sizeof(nodes[0]),
	BUSES = sizeof(buses) / sizeof(buses[0]),
};

const char *sgio_node_name(enum sgio_node node)
{
	return (size_t)node < NODES ? nodes[node] : NULL;
}

const char *sgio_bus_name(enum sgio_bus bus)
{
	return (size_t)bus < BUSES ? buses[bus] : NULL;
}

static void *field_of(struct sgio_facts *facts, const struct fact *row)
{
	return (char *)facts + row->offset;
}

static const void *const_field_of(const struct sgio_facts *facts,
				  const struct fact *row)
{
	return (const char *)facts + row->offset;
}

void sgio_facts_unknown(struct sgio_facts *facts)
{
	static const int64_t unknown = -1;

	memset(facts, 0, sizeof(*facts));
	for (size_t i = 0; i < ROWS; i++)
		if (rows[i].kind == NUMBER)
			memcpy(field_of(facts, &rows[i]), &unknown, sizeof(unknown));
}

/* The text of a fact that is one of a few words, or NULL. */
static const char *word_of(const struct sgio_facts *facts, const struct fact *row)
{
	switch (row->kind) {
	case NODE:
		return sgio_node_name(facts->node);
	case BUS:
		return sgio_bus_name(facts->bus);
	case FLAG:
		return *(const bool *)const_field_of(facts, row) ? "1" : NULL;
	default:
		return *(const char *)const_field_of(facts, row)
			       ? const_field_of(facts, row)
			       : NULL;
	}
}

static void begin(struct sgio_text *text, const struct fact *row)
{
	sgio_text_string(text, "fact ");
	sgio_text_string(text, row->key);
}

static void write_fact(const struct sgio_facts *facts, const struct fact *row,
		       struct sgio_text *text)
{
	const char *word;
	int64_t number;

	if (row->kind == NUMBER) {
		memcpy(&number, const_field_of(facts, row), sizeof(number));
		if (number < 0)
			return;
		begin(text, row);
		sgio_text_signed(text, number);
	} else {
		word = word_of(facts, row);
		if (!word)
			return;
		begin(text, row);
		sgio_text_escaped(text, word, false);
	}
	sgio_text_add(text, "\n", 1);
}

void sgio_facts_write(const struct sgio_facts *facts, struct sgio_text *text)
{
	for (size_t i = 0; i < ROWS; i++)
		write_fact(facts, &rows[i], text);
}

static int find_word(struct sgio_field *line, const char *const *words, size_t count)
{
	struct sgio_field word = sgio_field_word(line);

	for (size_t i = 0; i < count; i++)
		if (sgio_field_is(word, words[i]))
			return (int)i;
	return -EINVAL;
}

static int read_string(struct sgio_field line, char *out, size_t size)
{
	char buffer[4 * 32];
	int64_t length;

	while (line.at < line.end && *line.at == ' ')
		line.at++;
	if ((size_t)(line.end - line.at) >= sizeof(buffer))
		return -ERANGE;
	length = sgio_field_unescape(line, buffer);
	if (length < 0)
		return -EINVAL;
	if ((size_t)length >= size)
		return -ERANGE;
	memcpy(out, buffer, (size_t)length + 1);
	return 0;
}

static int read_number(struct sgio_field *line, void *field)
{
	int64_t number;
	int rc = sgio_field_signed(line, 0, INT64_MAX, &number);

	if (!rc)
		memcpy(field, &number, sizeof(number));
	return rc;
}

static int read_fact(struct sgio_facts *facts, const struct fact *row,
		     struct sgio_field *line)
{
	static const char *const set[] = {"1"};
	int word;

	switch (row->kind) {
	case NUMBER:
		return read_number(line, field_of(facts, row));
	case NODE:
		word = find_word(line, nodes, NODES);
		if (word >= 0)
			facts->node = (enum sgio_node)word;
		return word < 0 ? word : 0;
	case BUS:
		word = find_word(line, buses, BUSES);
		if (word >= 0)
			facts->bus = (enum sgio_bus)word;
		return word < 0 ? word : 0;
	case FLAG:
		word = find_word(line, set, 1);
		*(bool *)field_of(facts, row) = word == 0;
		return word;
	default:
		word = read_string(*line, field_of(facts, row), row->size);
		line->at = line->end;
		return word;
	}
}

int sgio_facts_read(struct sgio_facts *facts, struct sgio_field line, uint32_t *seen)
{
	struct sgio_field key = sgio_field_word(&line);

	for (size_t i = 0; i < ROWS; i++) {
		int rc;

		if (!sgio_field_is(key, rows[i].key))
			continue;
		if (*seen >> i & 1)
			return -EEXIST;
		rc = read_fact(facts, &rows[i], &line);
		if (rc < 0)
			return rc == -ERANGE ? rc : -EINVAL;
		key = sgio_field_word(&line);
		if (key.at != key.end)
			return -EINVAL;
		*seen |= 1u << i;
		return 0;
	}
	return -ENOENT;
}
