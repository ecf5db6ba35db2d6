/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef SIM_STEPS_H
#define SIM_STEPS_H

#include "sim_request.h"

/* Commands with the time at which each must end, one after the other or all at once. */
enum { STEPS_MAX = 8 };

struct step {
	char how; /* a letter of step_ata(), or S: READ (10); 0 ends a list */
	uint64_t lba;
	uint32_t blocks;
	uint64_t end_ns;
};

struct steps {
	const char *drive;
	struct step step[STEPS_MAX];
};

static inline struct ata step_ata(const struct step *s)
{
	struct ata t = VERIFY_EXT(s->lba, (uint16_t)s->blocks);

	switch (s->how) {
	case 'R':
		return READ_DMA_EXT(s->lba, (uint16_t)s->blocks);
	case 'Q':
		return READ_FPDMA(s->lba, (uint16_t)s->blocks);
	case 'F': /* forced unit access */
		t = READ_FPDMA(s->lba, (uint16_t)s->blocks);
		t.device = 0xc0;
		return t;
	case 'r': /* READ DMA, of 28 bits */
		return (struct ata){DMA,    0x0e, 0,   (uint8_t)s->blocks,
				    s->lba, 0x40, 0xc8};
	case 'v': /* READ VERIFY SECTORS */
		return (struct ata){NON_DATA, CK_COND, 0,   (uint8_t)s->blocks,
				    s->lba,   0x40,    0x40};
	default: /* 'V' */
		return t;
	}
}

static inline void prepare_step(struct asked *a, const struct step *s)
{
	const uint8_t read_10[10] = {
		0x28, [5] = (uint8_t)s->lba, [8] = (uint8_t)s->blocks};
	struct ata t = step_ata(s);
	bool data = s->how != 'V' && s->how != 'v';
	uint8_t cdb[16];

	put_cdb_16(&t, cdb);
	if (s->how == 'S')
		prepare(a, read_10, sizeof(read_10), BUFFER_BYTES);
	else
		prepare(a, cdb, sizeof(cdb), data ? BUFFER_BYTES : 0);
}

/*
 * @commands commands with @depth of them under way; those of each slot ask for @blocks
 * at the slot's number times @stride. Returns the time.
 */
static inline uint64_t run_slots(struct sgio_drive *drive, struct step s,
				 uint64_t stride, unsigned int depth,
				 unsigned int commands)
{
	static struct asked a[32];
	uint64_t begin = sgio_now(drive);
	unsigned int sent = 0;
	struct sgio_request *back;

	for (; sent < depth && sent < commands; sent++, s.lba += stride) {
		prepare_step(&a[sent], &s);
		ck_assert_int_eq(drive->backend->submit(drive, &a[sent].request), 0);
	}
	for (unsigned int done = 0; done < commands; done++) {
		ck_assert_int_eq(drive->backend->reap(drive, &back), 0);
		if (sent++ < commands)
			ck_assert_int_eq(drive->backend->submit(drive, back), 0);
	}
	return sgio_now(drive) - begin;
}

/* At depth 1. */
static inline void run_steps(const struct steps *list)
{
	struct sgio_drive *drive = open_sim(list->drive);
	static struct asked a;

	for (const struct step *s = list->step; s->how; s++) {
		prepare_step(&a, s);
		run_prepared(drive, &a);
		ck_assert_msg(sgio_now(drive) == s->end_ns,
			      "%s: step %d ends at %llu ns, not %llu", list->drive,
			      (int)(s - list->step),
			      (unsigned long long)sgio_now(drive),
			      (unsigned long long)s->end_ns);
	}
	sgio_close(drive);
}

/* All at once: each must end at its own time, wherever it stands in the list. */
static inline void run_steps_at_once(const struct steps *list)
{
	static struct asked a[STEPS_MAX];
	struct sgio_drive *drive = open_sim(list->drive);
	struct sgio_request *back;
	int count = 0;

	for (; list->step[count].how; count++) {
		prepare_step(&a[count], &list->step[count]);
		ck_assert_int_eq(drive->backend->submit(drive, &a[count].request), 0);
	}
	for (int i = 0; i < count; i++)
		ck_assert_int_eq(drive->backend->reap(drive, &back), 0);
	for (int i = 0; i < count; i++) {
		unsigned long long end = a[i].request.reply.end_ns;
		unsigned long long want = list->step[i].end_ns;

		ck_assert_msg(end == want, "%s: step %d ends at %llu ns, not %llu",
			      list->drive, i, end, want);
	}
	sgio_close(drive);
}

#endif
