/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stddef.h>
#include <string.h>

#include "sim_drive.h"
#include "sim_text.h"

/* "key=value,key,…" behind the name of a simulated drive; the keys: sim_options.def. */
enum kind {
	FLAG,
	NUMBER,
	RANGE,
	SPANS, /* may be given more than once */
	OPCODE,
	WORD,
	TEXT,
	MB_S,
	MB_S_2,
	US,
	MS_2,
	ZONES,
	SMALL,
	SWITCH,
};

/* The drives that a key is for. */
enum whose { FOR_ANY, FOR_IDEAL, FOR_REAL, FOR_DISK, FOR_FLASH };

struct option {
	const char *key;
	enum whose whose;
	enum kind kind;
	size_t offset;
	uint64_t constant;
	const char *hint;
};

static const struct option options[] = {
#define O(whose, key, kind, field, constant, hint) \
	{key, FOR_##whose, kind, offsetof(struct sim_setup, field), constant, hint},
#include "sim_options.def"
#undef O
};

#define OPTION_COUNT (sizeof(options) / sizeof(options[0]))
#define LBA_MAX ((UINT64_C(1) << 48) - 1)

#define MOST UINT64_C(1000000000000) /* of a decimal fraction, in its smallest unit */
#define SMALL_MOST 100000
/* Bytes a second: a stream over 8 TB takes less than 2^63 ns. */
#define MEDIA_RATE_LEAST 1000

static const char *const whose_names[] = {
	[FOR_IDEAL] = "sim:ideal only",
	[FOR_REAL] = "drives with a link of their own",
	[FOR_DISK] = "simulated disks only",
	[FOR_FLASH] = "simulated flash only",
};

static bool is_for(enum whose whose, enum sim_model model)
{
	switch (whose) {
	case FOR_IDEAL:
		return model == SIM_MODEL_IDEAL;
	case FOR_REAL:
		return model != SIM_MODEL_IDEAL;
	case FOR_DISK:
		return model == SIM_MODEL_DISK;
	case FOR_FLASH:
		return model == SIM_MODEL_FLASH;
	case FOR_ANY:
		break;
	}
	return true;
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

/* The field of @option, and the one behind it. */
static void set_pair(struct sim_setup *setup, const struct option *option,
		     uint64_t first, uint64_t second)
{
	const uint64_t pair[2] = {first, second};

	memcpy((char *)setup + option->offset, pair, sizeof(pair));
}

static int take_span(struct sim_part value, struct sim_span *span)
{
	struct sim_part first = sim_part_take(&value, '-');

	if (sim_part_number(first, LBA_MAX, &span->first) < 0)
		return -EINVAL;
	span->last = span->first;
	if (!value.start)
		return 0;
	if (sim_part_number(value, LBA_MAX, &span->last) < 0 ||
	    span->last < span->first)
		return -EINVAL;
	return 0;
}

static int set_range(struct sim_setup *setup, const struct option *option,
		     struct sim_part value)
{
	struct sim_span span;

	if (take_span(value, &span) < 0)
		return -EINVAL;
	set_pair(setup, option, span.first, span.last);
	return 0;
}

/* Each behind the one before it: what fails first is found first. */
static int add_unc(struct sim_setup *setup, struct sim_part value)
{
	uint64_t count = setup->unc_count;
	struct sim_span span;

	if (count == SIM_SPANS_MAX || take_span(value, &span) < 0)
		return -EINVAL;
	if (count && span.first <= setup->unc[count - 1].last)
		return -EINVAL;
	setup->unc[setup->unc_count++] = span;
	return 0;
}

/* "A:B", or one number for both, with @places decimals. */
static int take_pair(struct sim_part value, unsigned int places, uint64_t pair[2])
{
	struct sim_part first = sim_part_take(&value, ':');

	if (sim_part_decimal(first, places, MOST, &pair[0]) < 0)
		return -EINVAL;
	pair[1] = pair[0];
	return value.start ? sim_part_decimal(value, places, MOST, &pair[1]) : 0;
}

static int set_rates(struct sim_setup *setup, const struct option *option,
		     struct sim_part value)
{
	uint64_t pair[2];

	if (take_pair(value, 6, pair) < 0 || pair[1] < MEDIA_RATE_LEAST ||
	    pair[1] > pair[0])
		return -EINVAL;
	set_pair(setup, option, pair[0], pair[1]);
	return 0;
}

static int set_times(struct sim_setup *setup, const struct option *option,
		     struct sim_part value)
{
	uint64_t pair[2];

	if (take_pair(value, 6, pair) < 0 || pair[1] < pair[0])
		return -EINVAL;
	set_pair(setup, option, pair[0], pair[1]);
	return 0;
}

static int take_switch(struct sim_part value, uint64_t *number)
{
	*number = sim_part_is(value, "on");
	return *number || sim_part_is(value, "off") ? 0 : -EINVAL;
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
		return set_range(setup, option, value);
	case SPANS:
		return add_unc(setup, value);
	case MB_S_2:
		return set_rates(setup, option, value);
	case MS_2:
		return set_times(setup, option, value);
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
		rc = sim_part_decimal(value, 6, MOST, &number);
		if (!number)
			rc = -EINVAL;
		break;
	case US:
		rc = sim_part_decimal(value, 3, MOST, &number);
		break;
	case ZONES:
		rc = sim_part_number(value, SIM_ZONES_MAX, &number);
		break;
	case SMALL:
		rc = sim_part_number(value, SMALL_MOST, &number);
		break;
	case SWITCH:
		rc = take_switch(value, &number);
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

/* A value that another one takes the place of would be lost without a word. */
static bool is_twice(const struct option *option, bool seen[OPTION_COUNT])
{
	bool twice = seen[option - options];

	seen[option - options] = true;
	return twice && option->kind != SPANS && option->kind != WORD;
}

static int parse_one(struct sim_setup *setup, struct sim_part value,
		     enum sim_model model, bool seen[OPTION_COUNT],
		     struct sim_message *message)
{
	struct sim_part key = sim_part_take(&value, '=');
	const struct option *option = find_option(key);

	if (!option) {
		say_unknown_key(message, key);
		return -EINVAL;
	}
	if (!is_for(option->whose, model)) {
		sim_message_add(message, "'");
		sim_message_add(message, option->key);
		sim_message_add(message, "' is for ");
		sim_message_add(message, whose_names[option->whose]);
		return -EINVAL;
	}
	if (is_twice(option, seen)) {
		sim_message_add(message, "'");
		sim_message_add(message, option->key);
		sim_message_add(message, "' is given twice");
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
	setup->timeout = SIM_NEVER;
	setup->short_data = SIM_NEVER;
	setup->icrc = SIM_NEVER;
	setup->gone_after = SIM_NEVER;
	setup->abort = SIM_NEVER;
	setup->native_max = SIM_NEVER;
	setup->zeros_first = SIM_NEVER;
	for (size_t i = 0; i < OPTION_COUNT; i++) {
		if (options[i].whose != FOR_ANY)
			set_number(setup, &options[i], SIM_NEVER);
	}
	setup->inner = SIM_NEVER;
	setup->seek_max = SIM_NEVER;
	setup->command_ns = SIM_NEVER;
}

int sim_options_parse(struct sim_setup *setup, struct sim_part list,
		      enum sim_model model, struct sim_message *message)
{
	bool seen[OPTION_COUNT] = {false};
	int rc = 0;

	set_defaults(setup);
	while (list.start && rc == 0)
		rc = parse_one(setup, sim_part_take(&list, ','), model, seen, message);
	return rc;
}
