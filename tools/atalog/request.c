/* SPDX-License-Identifier: BSD-2-Clause */
#include "request.h"

#include <stdlib.h>
#include <string.h>

#include "log.h"

// clang-format off
static const struct {
	const char *name;
	enum request_kind kind;
	const char *label;
} names[] = {
	{ "smart",      REQUEST_SMART,      "SMART data: attributes, thresholds and what it can do" },
	{ "attributes", REQUEST_ATTRIBUTES, "the attributes of those alone" },
	{ "health",     REQUEST_HEALTH,     "whether SMART says that the drive is failing" },
	{ "errors",     REQUEST_ERRORS,     "the best error log there is: 03h, 02h or 01h" },
	{ "selftest",   REQUEST_SELF_TESTS, "the best self-test log there is: 07h or 06h" },
	{ "all",        REQUEST_ALL,        "every log there is whose meaning is known" },
};
// clang-format on

enum { NAMES = sizeof(names) / sizeof(names[0]) };

const char *request_name(size_t number)
{
	return number < NAMES ? names[number].name : NULL;
}

const char *request_label(size_t number)
{
	return names[number].label;
}

/* Decimal; hexadecimal after 0x or before h. All of @text up to @end. */
static bool parse_number(const char *text, const char *end, unsigned long most,
			 unsigned long *value)
{
	bool suffix = end > text + 1 && (end[-1] == 'h' || end[-1] == 'H');
	bool prefix = text[0] == '0' && (text[1] == 'x' || text[1] == 'X');
	char *stop;

	if (suffix ? !strchr("0123456789abcdefABCDEF", *text)
		   : *text < '0' || *text > '9')
		return false;
	*value = strtoul(text, &stop, suffix || prefix ? 16 : 10);
	return stop == end - suffix && *value <= most;
}

static bool parse_pages(const char *text, struct request *request)
{
	const char *end = text + strlen(text);
	const char *dash = strchr(text, '-');
	unsigned long first, last;

	if (!parse_number(text, dash ? dash : end, 0xffff, &first))
		return false;
	last = first;
	if (dash && !parse_number(dash + 1, end, 0xffff, &last))
		return false;
	if (last < first)
		return false;
	request->has_pages = true;
	request->first = (uint16_t)first;
	request->last = (uint16_t)last;
	return true;
}

static bool is_name(const char *name, const char *text, size_t length)
{
	return strlen(name) == length && !strncmp(name, text, length);
}

static bool find_name(const char *text, size_t length, struct request *request)
{
	for (size_t i = 0; i < NAMES; i++) {
		if (is_name(names[i].name, text, length)) {
			request->kind = names[i].kind;
			return true;
		}
	}
	for (size_t i = 0; i < ata_log_count(); i++) {
		if (is_name(ata_log_at(i)->name, text, length)) {
			request->address = ata_log_at(i)->address;
			return true;
		}
	}
	return false;
}

bool request_parse(const char *text, struct request *out)
{
	struct request request = {.kind = REQUEST_LOG, .argument = text};
	size_t length = strcspn(text, ":");
	unsigned long address;

	if (!find_name(text, length, &request)) {
		if (!length || !parse_number(text, text + length, 0xff, &address))
			return false;
		request.address = (uint8_t)address;
	}
	if (text[length]) {
		/* What these stand for is known later, and has pages of its own. */
		if (request.kind != REQUEST_LOG ||
		    !parse_pages(text + length + 1, &request))
			return false;
	}
	*out = request;
	return true;
}
