/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef SGIO_RECORDING_H
#define SGIO_RECORDING_H

#include "sgio.h"

/*
 * A recording is every request sent to some drives and its answer, as lines of text
 * that people can read, mail and edit (its format, whole):
 *
 *   ataprobe-recording 1
 *   drive NAME
 *   fact KEY VALUE                   what the kernel said: the fields of sgio_facts
 *   depth N                          requests outstanding that the drive took
 *   note KEY VALUE                   what was decided outside of the transport
 *   clock NS                         what sgio_now() returned
 *   request none|in LENGTH TIMEOUT_MS
 *   cdb HEX…
 *   refused ERRNO                    it could not be sent; or else
 *   reply ERRNO HOST DRIVER STATUS RESIDUAL
 *   time START_NS END_NS
 *   sense HEX…
 *   data HEX…                        repeated
 *   hash LENGTH [SHA-256]            in place of data that was read from the medium
 *   end
 *
 * '#' starts a comment; in names and values what is not printable, the backslash and
 * '#' are \xNN. Several drives follow each other.
 */

/* Writing. A section is the part of one drive; sections of one file are independent. */
struct sgio_section;

/* Rewrites the data of an answer before it is kept: serial numbers, say. */
typedef void sgio_redactor(void *closure, const uint8_t *cdb, uint8_t cdb_length,
			   uint8_t *data, size_t length);

/* The first line of a recording: written once, before the sections. */
extern const char sgio_recording_head[];

/* Returns 0 or -ENOMEM. The caller closes @section, after the drive that writes it. */
int sgio_section_open(const char *name, struct sgio_section **section);
void sgio_section_close(struct sgio_section *section); /* NULL is fine */
void sgio_section_redact(struct sgio_section *section, sgio_redactor *redactor,
			 void *closure);
/* Keep @value under @key; of several the last counts. NULL is not kept. */
void sgio_section_note(struct sgio_section *section, const char *key,
		       const char *value);
/*
 * The whole section; nothing can be added afterwards. Returns 0, or -ENOMEM when some
 * of it could not be kept. *@text is the section's.
 */
int sgio_section_text(struct sgio_section *section, const char **text, size_t *size);

/*
 * A drive that passes everything on to @inner and keeps it in @section, facts first. It
 * owns @inner when this succeeds. Returns 0 or -ENOMEM.
 */
int sgio_open_record(struct sgio_drive *inner, struct sgio_section *section,
		     struct sgio_drive **drive);

/* Reading. */
struct sgio_recording;

struct sgio_recording_error {
	size_t line;         /* from 1 */
	const char *message; /* what is wrong there, a constant */
};

/* Does @text start as a recording does, comments aside? */
bool sgio_is_recording(const char *text, size_t size);

/*
 * Take a recording apart. When @used is not NULL the recording may be followed by
 * something else, and *@used is where that starts.
 *
 * Returns 0, -EINVAL with @error set, or -ENOMEM. Memory is at most some 40 times
 * @size.
 */
int sgio_recording_parse(const char *text, size_t size, size_t *used,
			 struct sgio_recording **recording,
			 struct sgio_recording_error *error);
void sgio_recording_free(struct sgio_recording *recording); /* NULL is fine */

size_t sgio_recording_drives(const struct sgio_recording *recording);
const char *sgio_recording_name(const struct sgio_recording *recording, size_t drive);
/* The facts as recorded, for a drive that could not be opened. */
const struct sgio_facts *sgio_recording_facts(const struct sgio_recording *recording,
					      size_t drive);
/* NULL when it was not recorded. */
const char *sgio_recording_note(const struct sgio_recording *recording, size_t drive,
				const char *key);

/*
 * Drive number @index of @recording, which must outlive it: recorded facts, answers,
 * times and clock. A request gets the next answer when that is for the same CDB,
 * direction and length, else the first one not yet given that is. sgio_submit() returns
 * -ENODATA when there is none. Where only a hash was kept, reply.data_absent is set.
 *
 * Returns 0, -EINVAL when there is no such drive, or -ENOMEM.
 */
int sgio_open_replay(const struct sgio_recording *recording, size_t index,
		     struct sgio_drive **drive);

/*
 * Called with each request after it came back (@rc 0), and with each that could not be
 * sent (@rc its negative errno).
 */
typedef void sgio_tracer(void *closure, const struct sgio_request *request, int rc);

/* A drive that passes everything on to @inner, which it owns when this succeeds. */
int sgio_open_trace(struct sgio_drive *inner, sgio_tracer *tracer, void *closure,
		    struct sgio_drive **drive);

#endif
