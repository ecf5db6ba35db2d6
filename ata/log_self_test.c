/* SPDX-License-Identifier: BSD-2-Clause */
#include "log_row.h"

/* Self-test logs: 06h, 07h and the selective one, 09h (ACS-2 A.18, A.10; ACS-6 9). */
struct layout {
	size_t first, entry_bytes, entries;
	struct ata_log_row lba;
};

enum {
	RESULT_COULD_NOT = 3, /* the results from here to 8 are failures */
	RESULT_DAMAGE = 8,
	SPANS = 5,
};

// clang-format off
static const struct ata_log_row test[] = {
	ROW_N(0, 1, "type", NULL, "Type")
	ROW_T(0, 7, 0, SELF_TEST, "type_name", "Test")
	ROW_B(1, 7, 4, "result", NULL, "Code")
	ROW_T(1, 7, 4, SELF_TEST_RESULT, "result_name", "Result")
	ATA_ROW(NUMBER, 1, 3, 0, NEVER, 0, 10, 0, "remaining_percent", "%", "Left")
	ROW_N(2, 2, "lifetime_hours", "h", "Lifetime")
	ROW_N(4, 1, "checkpoint", NULL, "Check")
};

static const struct layout short_layout[] = {{
	.first = 2, .entry_bytes = 24, .entries = 21,
	.lba = ROW_NN(5, 4, ONES, "lba", NULL, "Failing LBA")
}};

static const struct layout extended_layout[] = {{
	.first = 4, .entry_bytes = 26, .entries = 19,
	.lba = ROW_NN(5, 6, ONES, "lba", NULL, "Failing LBA")
}};

static const struct ata_log_row span[] = {
	ROW_N(0, 8, "lba_min", NULL, "First LBA")
	ROW_N(8, 8, "lba_max", NULL, "Last LBA")
};

static const struct ata_log_row selective[] = {
	ROW_N(492, 8, "current_lba", NULL, "Current LBA")
	ROW_N(500, 2, "current_span", NULL, "Current span (0: none)")
	ROW_N(502, 2, "flags", NULL, "Flags")
	ROW_F(502, 1, "scan_after_test", "Off-line scan after the test")
	ROW_F(502, 3, "scan_pending", "Off-line scan pending")
	ROW_F(502, 4, "scan_active", "Off-line scan active")
	ROW_N(508, 2, "pending_minutes", "min", "Scan resumes after power-up in")
};
// clang-format on

static void give_test(const struct ata_log_sink *sink, const struct layout *layout,
		      const uint8_t *entry)
{
	unsigned int result = entry[1] >> 4;

	ata_log_object(sink, NULL, NULL);
	ATA_LOG_ROWS(sink, entry, test);
	/* Without a failure it is whatever was there. */
	if (result >= RESULT_COULD_NOT && result <= RESULT_DAMAGE)
		ata_log_rows(sink, entry, &layout->lba, 1);
	else
		ata_log_unknown(sink, layout->lba.key, layout->lba.label, NULL);
	ata_log_end(sink);
}

static void give_tests(const struct ata_log_pages *pages, const struct layout *layout,
		       size_t latest)
{
	size_t size = pages->count * layout->entries;
	bool any = false;

	ata_log_list(pages->sink, "tests", "Tests, the latest first");
	for (size_t age = 0; age < size; age++) {
		size_t place = ata_log_ring(age, latest, size);
		const uint8_t *entry =
			pages->data + place / layout->entries * ATA_LOG_PAGE_BYTES +
			layout->first + place % layout->entries * layout->entry_bytes;

		if (ata_log_is_all(entry, layout->entry_bytes, 0))
			continue;
		any = true;
		give_test(pages->sink, layout, entry);
	}
	ata_log_end(pages->sink);
	if (pages->first == 0 && (latest > size || (latest == 0 && any)))
		ata_log_oddity(pages->sink, "index",
			       "the index of the latest test points to none of the "
			       "pages, tests come as they stand");
}

static int decode(const struct ata_log_pages *pages, const struct layout *layout,
		  uint64_t revision, size_t latest)
{
	if (pages->first == 0) {
		ata_log_number(pages->sink, "revision", "Version", NULL, revision);
		ata_log_number(pages->sink, "index", "Index of the latest", NULL,
			       latest);
	} else {
		latest = 0;
	}
	give_tests(pages, layout, latest);
	return 0;
}

int ata_log_decode_self_tests(const struct ata_log_pages *pages)
{
	return decode(pages, short_layout, ata_log_load(pages->data, 2),
		      pages->data[508]);
}

int ata_log_decode_extended_self_tests(const struct ata_log_pages *pages)
{
	return decode(pages, extended_layout, pages->data[0],
		      ata_log_load(pages->data + 2, 2));
}

int ata_log_decode_selective(const struct ata_log_pages *pages)
{
	const struct ata_log_sink *sink = pages->sink;

	ata_log_number(sink, "revision", "Version", NULL, ata_log_load(pages->data, 2));
	ata_log_list(sink, "spans", "Spans");
	for (size_t i = 0; i < SPANS; i++) {
		ata_log_object(sink, NULL, NULL);
		ATA_LOG_ROWS(sink, pages->data + 2 + 16 * i, span);
		ata_log_end(sink);
	}
	ata_log_end(sink);
	ATA_LOG_ROWS(sink, pages->data, selective);
	return 0;
}
