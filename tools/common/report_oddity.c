/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "oddity.h"
#include "report.h"
#include "report_text.h"

static const struct report_flags flags = {.no = "false", .yes = "true"};

/* " (KEY=VALUE, KEY=VALUE)", those of the two that are known. */
struct values {
	struct sgio_text *text;
	const struct subject *subject;
	bool open;
};

static void add_value(struct values *values, const char *key)
{
	size_t number = report_find(key);
	struct ata_value value;

	report_value(values->subject, number, &value);
	if (!value.known)
		return;
	sgio_text_string(values->text, values->open ? ", " : " (");
	sgio_text_string(values->text, key);
	sgio_text_string(values->text, "=");
	text_value(values->text, values->subject, number, &flags);
	values->open = true;
}

static void end_values(struct values *values)
{
	if (values->open)
		sgio_text_string(values->text, ")");
}

/* "70.3" or "121.15-12" for each run of bits set in @bits. */
static void add_runs(struct sgio_text *text, unsigned int word, uint16_t bits,
		     const char **separator)
{
	int high = 15;

	while (bits && high >= 0) {
		int low = high;

		if (!(bits >> high & 1)) {
			high--;
			continue;
		}
		while (low > 0 && bits >> (low - 1) & 1)
			low--;
		sgio_text_string(text, *separator);
		text_number(text, word);
		sgio_text_string(text, ".");
		text_number(text, (unsigned int)high);
		if (low < high) {
			sgio_text_string(text, "-");
			text_number(text, (unsigned int)low);
		}
		*separator = ", ";
		high = low - 1;
	}
}

static void add_reserved(struct sgio_text *text, const struct ata_identify *id)
{
	const char *separator = ": ";
	unsigned int word;
	uint16_t bits;

	for (size_t n = 0; ata_oddity_reserved(id, n, &word, &bits); n++)
		add_runs(text, word, bits, &separator);
}

static void add_enabled(struct sgio_text *text, const struct ata_identify *id)
{
	enum ata_fact_id fact;

	for (size_t n = 0; ata_oddity_enabled(id, n, &fact); n++) {
		sgio_text_string(text, n ? ", " : ": ");
		sgio_text_string(text, ata_facts[fact].key);
	}
}

/* oddity.def has the names in capitals. */
static void set_code(struct report_oddity *oddity, const char *name)
{
	size_t i = 0;

	for (; i < sizeof(oddity->code) - 1 && name[i]; i++) {
		bool capital = name[i] >= 'A' && name[i] <= 'Z';

		oddity->code[i] = (char)(capital ? name[i] - 'A' + 'a' : name[i]);
	}
	oddity->code[i] = '\0';
}

/* Takes the bytes of @message over. */
static int add(struct report_oddities *list, const char *code,
	       struct sgio_text *message)
{
	struct report_oddity *items =
		realloc(list->items, (list->count + 1) * sizeof(*items));

	sgio_text_add(message, "", 1); /* its NUL */
	if (items)
		list->items = items;
	if (!items || message->failed) {
		free(message->bytes);
		return -ENOMEM;
	}
	set_code(&items[list->count], code);
	items[list->count].message = message->bytes;
	list->count++;
	return 0;
}

static int add_of_page(struct report_oddities *list, const struct subject *subject,
		       enum ata_oddity_id n)
{
	const struct ata_oddity *oddity = &ata_oddity_table[n];
	struct sgio_text message = {0};
	struct values values = {.text = &message, .subject = subject};

	sgio_text_string(&message, oddity->message);
	if (n == ATA_ODDITY_RESERVED_BITS)
		add_reserved(&message, &subject->id);
	if (n == ATA_ODDITY_ENABLED_UNSUPPORTED)
		add_enabled(&message, &subject->id);
	for (size_t i = 0; i < 2; i++) {
		if (oddity->facts[i] != ATA_FACT_COUNT)
			add_value(&values, ata_facts[oddity->facts[i]].key);
	}
	end_values(&values);
	return add(list, oddity->name, &message);
}

/* Where the page and the kernel do not agree: a bridge between, or a drive cut short.
 */
static const struct {
	const char *code;
	const char *message;
	const char *kernel;
	const char *page;
} kernel_oddities[] = {
	{"capacity_kernel", "the kernel's capacity is not the drive's",
	 "kernel.capacity_bytes", "user_capacity.bytes"},
	{"sector_size_kernel", "the kernel's sector size is not the drive's",
	 "kernel.logical_block_size", "logical_block_size"},
};

static bool differ(const struct subject *subject, const char *kernel, const char *page)
{
	struct ata_value a, b;

	report_value(subject, report_find(kernel), &a);
	report_value(subject, report_find(page), &b);
	return a.known && b.known && a.number > 0 && a.number != b.number;
}

static int add_of_kernel(struct report_oddities *list, const struct subject *subject,
			 size_t n)
{
	struct sgio_text message = {0};
	struct values values = {.text = &message, .subject = subject};

	sgio_text_string(&message, kernel_oddities[n].message);
	add_value(&values, kernel_oddities[n].kernel);
	add_value(&values, kernel_oddities[n].page);
	end_values(&values);
	return add(list, kernel_oddities[n].code, &message);
}

static int add_all(struct report_oddities *list, const struct subject *subject)
{
	const size_t count = sizeof(kernel_oddities) / sizeof(kernel_oddities[0]);
	uint64_t found = ata_oddities(&subject->id);
	int rc = 0;

	for (unsigned int n = 0; n < ATA_ODDITY_COUNT && rc == 0; n++) {
		if (found >> n & 1)
			rc = add_of_page(list, subject, (enum ata_oddity_id)n);
	}
	for (size_t n = 0; subject->has_facts && n < count && rc == 0; n++) {
		if (differ(subject, kernel_oddities[n].kernel, kernel_oddities[n].page))
			rc = add_of_kernel(list, subject, n);
	}
	return rc;
}

int report_oddities(const struct subject *subject, struct report_oddities *oddities)
{
	struct report_oddities list = {0};
	int rc;

	if (subject->has_page) {
		rc = add_all(&list, subject);
		if (rc < 0) {
			report_oddities_free(&list);
			return rc;
		}
	}
	*oddities = list;
	return 0;
}

void report_oddities_free(struct report_oddities *oddities)
{
	for (size_t i = 0; i < oddities->count; i++)
		free(oddities->items[i].message);
	free(oddities->items);
	*oddities = (struct report_oddities){0};
}
