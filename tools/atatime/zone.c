/* SPDX-License-Identifier: BSD-2-Clause */
#include "zone.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum {
	ALIGN_BYTES = 4096, /* samples begin where this divides the LBA */
	MISSING_MAX = 100000,
};

struct list {
	struct zone *zone;
	size_t count, room;
	uint64_t length; /* of a whole sample, blocks */
	uint64_t lead; /* blocks before a sample that are its own: to move the heads */
	uint64_t spacing; /* of samples, blocks; 0 where it is not known */
	bool failed;
};

static void insert(struct list *list, size_t at, const struct zone *zone)
{
	struct zone *all = list->zone;

	if (!all || list->count == list->room) {
		all = reallocarray(all, 2 * list->room + 16, sizeof(*all));
		if (!all) {
			list->failed = true;
			return;
		}
		list->zone = all;
		list->room = 2 * list->room + 16;
	}
	memmove(&all[at + 1], &all[at], (list->count - at) * sizeof(*all));
	all[at] = *zone;
	list->count++;
}

static int by_lba(const void *a, const void *b)
{
	const struct result_sample *x = a, *y = b;

	return (x->lba > y->lba) - (x->lba < y->lba);
}

static int by_number(const void *a, const void *b)
{
	const uint64_t *x = a, *y = b;

	return (*x > *y) - (*x < *y);
}

/* One that a run began later, behind an error, belongs to the one before. */
static void take_samples(struct list *list, const struct result_sample *sample,
			 size_t count)
{
	for (size_t i = 0; i < count; i++) {
		struct zone zone = {sample[i].lba, sample[i].bytes,
				    sample[i].elapsed_ns, 0};
		struct zone *last = list->count ? &list->zone[list->count - 1] : NULL;

		if (last && zone.lba < last->lba + list->length) {
			last->bytes += zone.bytes;
			last->elapsed_ns += zone.elapsed_ns;
		} else {
			insert(list, list->count, &zone);
		}
	}
}

/* The median: most neighbours are there. */
static uint64_t find_spacing(const struct list *list)
{
	size_t count = list->count > 1 ? list->count - 1 : 0;
	uint64_t *apart = count ? malloc(count * sizeof(*apart)) : NULL;
	uint64_t spacing;

	if (!apart)
		return 0;
	for (size_t i = 0; i < count; i++)
		apart[i] = list->zone[i + 1].lba - list->zone[i].lba;
	qsort(apart, count, sizeof(*apart), by_number);
	spacing = apart[count / 2];
	free(apart);
	return spacing;
}

/* Where two stand as far apart as three would, one is missing. */
static void fill_gaps(struct list *list)
{
	for (size_t i = 1; list->spacing && i < list->count; i++) {
		uint64_t from = list->zone[i - 1].lba;
		uint64_t apart = list->zone[i].lba - from;
		uint64_t steps = (apart + list->spacing / 2) / list->spacing;

		if (steps > MISSING_MAX)
			continue;
		for (uint64_t k = 1; k < steps && !list->failed; k++, i++) {
			struct zone zone = {.lba = from + apart / steps * k};

			insert(list, i, &zone);
		}
	}
}

/* An error belongs to the sample that begins before it, or is all there is of one. */
static void take_error(struct list *list, uint64_t lba)
{
	struct zone zone = {.lba = lba, .errors = 1};
	size_t at = list->count;

	while (at && list->zone[at - 1].lba > lba + list->lead)
		at--;
	if (at && lba < list->zone[at - 1].lba + list->length + list->lead)
		list->zone[at - 1].errors++;
	else
		insert(list, at, &zone);
}

static void begin(struct list *list, const struct result *result)
{
	uint64_t block = result->logical_block_size ? result->logical_block_size : 512;
	uint64_t runs = result->run_count ? result->run_count : 1;

	memset(list, 0, sizeof(*list));
	list->lead = (result->spec.block_bytes + ALIGN_BYTES) / block;
	for (size_t i = 0; i < result->sample_count; i++) {
		uint64_t length = result->samples[i].bytes / block / runs;

		list->length = length > list->length ? length : list->length;
	}
}

size_t zones_find(const struct result *result, struct zone **zones)
{
	size_t count = result->sample_count;
	struct result_sample *sorted = calloc(count + 1, sizeof(*sorted));
	struct list list;

	*zones = NULL;
	if (!sorted)
		return 0;
	if (count)
		memcpy(sorted, result->samples, count * sizeof(*sorted));
	qsort(sorted, count, sizeof(*sorted), by_lba);
	begin(&list, result);
	take_samples(&list, sorted, count);
	free(sorted);
	list.spacing = find_spacing(&list);
	fill_gaps(&list);
	for (size_t i = 0; i < result->error_kept && !list.failed; i++)
		take_error(&list, result->errors[i].lba);
	if (list.failed) {
		free(list.zone);
		return 0;
	}
	*zones = list.zone;
	return list.count;
}
