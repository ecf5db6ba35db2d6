/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TOOLS_DRIVE_NOTE_H
#define TOOLS_DRIVE_NOTE_H

#include "drive_visit.h"

/*
 * What a recording holds beside requests and answers, so that a replay prints what the
 * run printed. @section may be NULL: then nothing is kept.
 */

/* Before a conversation: how the drive was reached; who asked, where and when. */
void drive_note_talk(struct sgio_section *section, const struct subject *subject);

/* After a conversation that went no further: how it ended. */
void drive_note_end(struct sgio_section *section, const struct subject *subject);

/* Instead of one: the same, the kernel's facts, the page if any, and what failed. */
void drive_note_result(struct sgio_section *section, const struct subject *subject);

/*
 * Read that of drive number @drive into the subject of @visit, whose name is set.
 * Returns whether it is a result, and nothing is left to be asked.
 */
bool drive_note_read(struct visit *visit, const struct sgio_recording *recording,
		     size_t drive);

#endif
