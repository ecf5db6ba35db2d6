/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stddef.h>
#include <string.h>

#include "sim_drive.h"
#include "sim_text.h"

/* "key=value,key,…" behind the name of a simulated drive; the keys: sim_options.def. */
enum kind { FLAG, NUMBER, RANGE, OPCODE, WORD, TEXT, MB_S, US };

struct option {
	const char *key;
	enum kind kind;
	size_t offset;
	uint64_t constant;
	const char *hint;
};

static const struct option options[] = {
#define O(key, kind, field, constant, hint) \
	{key, kind, offsetof(struct sim_setup, field), constant, hint},
#include "sim_options.def"
#undef O
};

#define OPTION_COUNT (sizeof(options) / sizeof(options[0]))
#define LBA_MAX ((UINT64_C(1) << 48) - 1)

/* Only sim:ideal is so simple that these two say all. */
static bool is_ideal_only(const struct option *option)
{
	return option->kind == MB_S || option->kind == US;
}

static const char *key_at(size_t i)
{
	return i < OPTION_COUNT ? options[i].key : NULL;
}

static const struct option *find_option(struct sim_part key)
{
	for (size_t i = 0; i < OPTION_COUNT; i++) {
		if (sim_part_is(key, options[i].key))
			return &options[i];
	}
	return NULL;
}

static void set_number(struct sim_setup *setup, const struct option *option,
		       uint64_t value)
{
	memcpy((char *)setup + option->offset, &value, sizeof(value));
}

static int set_range(struct sim_setup *setup, struct sim_part value)
{
	struct sim_part first = sim_part_take(&value, '-');
	uint64_t from, to;

	if (sim_part_number(first, LBA_MAX, &from) < 0)
		return -EINVAL;
	if (!value.start)
		to = from;
	else if (sim_part_number(value, LBA_MAX, &to) < 0 || to < from)
		return -EINVAL;
	setup->unc_first = from;
	setup->unc_last = to;
	return 0;
}

static int set_word(struct sim_setup *setup, struct sim_part value)
{
	struct sim_part number = sim_part_take(&value, ':');
	struct sim_override *word = &setup->word[setup->word_count];
	uint64_t n, v;

	if (setup->word_count == SIM_WORDS_MAX || !value.start)
		return -EINVAL;
	if (sim_part_number(number, 255, &n) < 0 || sim_part_hex(value, 0xffff, &v) < 0)
		return -EINVAL;
	word->number = (uint8_t)n;
	word->value = (uint16_t)v;
	setup->word_count++;
	return 0;
}

static int set_text(struct sim_setup *setup, const struct option *option,
		    struct sim_part value)
{
	char *to = (char *)setup + option->offset;

	if (!value.start || !value.length || value.length > option->constant)
		return -EINVAL;
	for (size_t i = 0; i < value.length; i++) {
		if (value.start[i] < 0x20 || value.start[i] > 0x7e)
			return -EINVAL;
	}
	memcpy(to, value.start, value.length);
	to[value.length] = '\0';
	return 0;
}

static int set_value(struct sim_setup *setup, const struct option *option,
		     struct sim_part value)
{
	uint64_t number = option->constant;
	int rc = 0;

	switch (option->kind) {
	case RANGE:
		return set_range(setup, value);
	case WORD:
		return set_word(setup, value);
	case TEXT:
		return set_text(setup, option, value);
	case FLAG:
		break;
	case NUMBER:
		rc = sim_part_number(value, LBA_MAX, &number);
		break;
	case OPCODE:
		rc = sim_part_hex(value, 0xff, &number);
		break;
	case MB_S:
		rc = sim_part_decimal(value, 6, UINT64_C(1000000000000), &number);
		if (!number)
			rc = -EINVAL;
		break;
	case US:
		rc = sim_part_decimal(value, 3, UINT64_C(1000000000000), &number);
		break;
	}
	if (rc < 0 || number < option->constant)
		return -EINVAL;
	set_number(setup, option, number);
	return 0;
}

static void say_unknown_key(struct sim_message *message, struct sim_part key)
{
	sim_message_add(message, "no key '");
	sim_message_part(message, key);
	sim_message_add(message, "', the nearest is '");
	sim_message_add(message, sim_nearest(key, key_at));
	sim_message_add(message, "'; there are");
	sim_message_list(message, key_at);
}

static void say_bad_value(struct sim_message *message, const struct option *option,
			  struct sim_part value)
{
	sim_message_add(message, "'");
	sim_message_add(message, option->key);
	if (!option->hint) {
		sim_message_add(message, "' takes no value");
		return;
	}
	if (value.start) {
		sim_message_add(message, "' cannot be '");
		sim_message_part(message, value);
	}
	sim_message_add(message, "', its value is ");
	sim_message_add(message, option->hint);
}

static int parse_one(struct sim_setup *setup, struct sim_part value, bool ideal,
		     struct sim_message *message)
{
	struct sim_part key = sim_part_take(&value, '=');
	const struct option *option = find_option(key);

	if (!option) {
		say_unknown_key(message, key);
		return -EINVAL;
	}
	if (is_ideal_only(option) && !ideal) {
		sim_message_add(message, "'");
		sim_message_add(message, option->key);
		sim_message_add(message, "' is for sim:ideal only");
		return -EINVAL;
	}
	if (!option->hint != !value.start || set_value(setup, option, value) < 0) {
		say_bad_value(message, option, value);
		return -EINVAL;
	}
	return 0;
}

static void set_defaults(struct sim_setup *setup)
{
	memset(setup, 0, sizeof(*setup));
	setup->unc_first = SIM_NEVER;
	setup->timeout = SIM_NEVER;
	setup->short_data = SIM_NEVER;
	setup->icrc = SIM_NEVER;
	setup->gone_after = SIM_NEVER;
	setup->abort = SIM_NEVER;
	setup->native_max = SIM_NEVER;
	setup->bytes_per_second = SIM_NEVER;
	setup->command_ns = SIM_NEVER;
}

int sim_options_parse(struct sim_setup *setup, struct sim_part list, bool ideal,
		      struct sim_message *message)
{
	int rc = 0;

	set_defaults(setup);
	while (list.start && rc == 0)
		rc = parse_one(setup, sim_part_take(&list, ','), ideal, message);
	return rc;
}
