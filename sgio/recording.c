/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "facts.h"
#include "hex.h"
#include "replay.h"
#include "sha256.h"

enum { DEPTH_MAX = 1024, ERRNO_MAX = 4095 };

/* The parts that a request has been given so far. */
enum part {
	PART_CDB = 0x01,
	PART_REFUSED = 0x02,
	PART_REPLY = 0x04,
	PART_TIME = 0x08,
	PART_SENSE = 0x10,
	PART_DATA = 0x20,
	PART_HASH = 0x40,
};

struct parser {
	const char *at, *end;
	size_t line;
	const char *message;
	struct sgio_recording *r;

	bool versioned;
	struct recorded_drive *drive; /* NULL between the sections */
	struct recorded_request *request;
	unsigned int parts; /* of the request */
	uint32_t facts_seen;
	bool depth_seen;
};

/* One line: its keyword is known, @rest is what follows. */
typedef int handler(struct parser *p, struct sgio_field rest);

static int wrong(struct parser *p, const char *message)
{
	p->message = message;
	return -EINVAL;
}

static int at_end(struct parser *p, struct sgio_field rest)
{
	struct sgio_field word = sgio_field_word(&rest);

	return word.at == word.end ? 0 : wrong(p, "something follows the last value");
}

/*
 * @array with room for one more than @count elements, or NULL. Its size is the power of
 * two at or above @count, so that needs no place of its own.
 */
static void *grow(void *array, size_t count, size_t element)
{
	if (count & (count - 1))
		return array;
	if (count > SIZE_MAX / 2 / element)
		return NULL;
	return realloc(array, (count ? 2 * count : 1) * element);
}

/* All of @field, unescaped, into the pool: at most its own length and a NUL. */
static int pool_string(struct parser *p, struct sgio_field field, const char **string)
{
	struct sgio_recording *r = p->r;
	char *out = r->pool + r->pool_used;
	int64_t length = sgio_field_unescape(field, out);

	if (length < 0)
		return wrong(p, "a backslash must be followed by x and two hex digits");
	r->pool_used += (size_t)length + 1;
	*string = out;
	return 0;
}

static void skip_blanks(struct sgio_field *rest)
{
	while (rest->at < rest->end && (*rest->at == ' ' || *rest->at == '\t'))
		rest->at++;
}

static int bad_number(struct parser *p, int rc)
{
	if (rc == -ENODATA)
		return wrong(p, "a number is missing");
	return wrong(p, rc == -ERANGE ? "the number is too large" : "not a number");
}

static int read_unsigned(struct parser *p, struct sgio_field *rest, uint64_t high,
			 uint64_t *value)
{
	int rc = sgio_field_unsigned(rest, high, value);

	return rc < 0 ? bad_number(p, rc) : 0;
}

/* Up to @size hex bytes and nothing else; returns how many. */
static int64_t read_bytes(struct parser *p, struct sgio_field rest, uint8_t *out,
			  size_t size)
{
	size_t count = 0;
	uint8_t byte;
	int rc;

	while (!(rc = sgio_field_byte(&rest, &byte))) {
		if (count == size)
			return wrong(p, "too many bytes");
		out[count++] = byte;
	}
	if (rc != -ENODATA)
		return wrong(p, "not a byte of two hex digits");
	if (!count)
		return wrong(p, "bytes are missing");
	return (int64_t)count;
}

/* A request that ended with its last line must have all that every request has. */
static int finish_request(struct parser *p)
{
	if (!p->request)
		return 0;
	p->request = NULL;
	if (!(p->parts & PART_CDB))
		return wrong(p, "the request before this line has no cdb");
	if (p->parts & PART_REFUSED)
		return 0;
	if (!(p->parts & PART_REPLY) || !(p->parts & PART_TIME))
		return wrong(p, "the request before this line has no reply and time");
	return 0;
}

/* The request gets @part, unless it has one of those that @excludes names. */
static int take_part(struct parser *p, enum part part, unsigned int excludes)
{
	if (!p->request)
		return wrong(p, "this belongs to a request, and there is none");
	if (p->parts & excludes)
		return wrong(p, "the request has this, or what rules it out, already");
	p->parts |= part;
	return 0;
}

static int parse_version(struct parser *p, struct sgio_field rest)
{
	struct sgio_field version = sgio_field_word(&rest);

	if (p->drive)
		return wrong(p, "the drive before this line has no end");
	if (!sgio_field_is(version, "1"))
		return wrong(p, "a recording of a version that is not known");
	p->versioned = true;
	return at_end(p, rest);
}

static int parse_drive(struct parser *p, struct sgio_field rest)
{
	struct sgio_recording *r = p->r;
	struct recorded_drive *drive;
	void *more;

	if (p->drive)
		return wrong(p, "the drive before this line has no end");
	more = grow(r->drives, r->drive_count, sizeof(*drive));
	if (!more)
		return -ENOMEM;
	r->drives = more;
	drive = &r->drives[r->drive_count++];
	memset(drive, 0, sizeof(*drive));
	sgio_facts_unknown(&drive->facts);
	drive->depth = 1;
	drive->requests.first = r->request_count;
	drive->notes.first = r->note_count;
	drive->clocks.first = r->clock_count;
	p->drive = drive;
	p->facts_seen = 0;
	p->depth_seen = false;
	skip_blanks(&rest);
	return pool_string(p, rest, &drive->name);
}

static int parse_fact(struct parser *p, struct sgio_field rest)
{
	switch (sgio_facts_read(&p->drive->facts, rest, &p->facts_seen)) {
	case 0:
		return 0;
	case -ENOENT:
		return wrong(p, "a fact that is not known");
	case -EEXIST:
		return wrong(p, "a fact that was given already");
	case -ERANGE:
		return wrong(p, "a value that is too large or too long");
	default:
		return wrong(p, "not a value of this fact");
	}
}

static int parse_depth(struct parser *p, struct sgio_field rest)
{
	uint64_t depth;

	if (p->depth_seen)
		return wrong(p, "the depth was given already");
	if (read_unsigned(p, &rest, DEPTH_MAX, &depth) < 0)
		return -EINVAL;
	if (!depth)
		return wrong(p, "a depth is 1 or more");
	p->depth_seen = true;
	p->drive->depth = (unsigned int)depth;
	return at_end(p, rest);
}

static int parse_note(struct parser *p, struct sgio_field rest)
{
	struct sgio_recording *r = p->r;
	struct sgio_field key = sgio_field_word(&rest);
	struct recorded_note *note;
	void *more;

	if (key.at == key.end)
		return wrong(p, "a note needs a key");
	more = grow(r->notes, r->note_count, sizeof(*note));
	if (!more)
		return -ENOMEM;
	r->notes = more;
	note = &r->notes[r->note_count];
	skip_blanks(&rest);
	if (pool_string(p, key, &note->key) < 0 ||
	    pool_string(p, rest, &note->value) < 0)
		return -EINVAL;
	r->note_count++;
	p->drive->notes.count++;
	return 0;
}

static int parse_clock(struct parser *p, struct sgio_field rest)
{
	struct sgio_recording *r = p->r;
	uint64_t now;
	void *more;

	if (read_unsigned(p, &rest, UINT64_MAX, &now) < 0)
		return -EINVAL;
	more = grow(r->clocks, r->clock_count, sizeof(now));
	if (!more)
		return -ENOMEM;
	r->clocks = more;
	r->clocks[r->clock_count++] = now;
	p->drive->clocks.count++;
	return at_end(p, rest);
}

static int parse_end(struct parser *p, struct sgio_field rest)
{
	p->drive = NULL;
	return at_end(p, rest);
}

static int parse_request(struct parser *p, struct sgio_field rest)
{
	struct sgio_recording *r = p->r;
	struct sgio_field direction = sgio_field_word(&rest);
	bool in = sgio_field_is(direction, "in");
	struct recorded_request *request;
	uint64_t length, timeout;
	void *more;

	if (!in && !sgio_field_is(direction, "none"))
		return wrong(p, "the direction is none or in");
	if (read_unsigned(p, &rest, UINT32_MAX, &length) < 0 ||
	    read_unsigned(p, &rest, UINT32_MAX, &timeout) < 0)
		return -EINVAL;
	more = grow(r->requests, r->request_count, sizeof(*request));
	if (!more)
		return -ENOMEM;
	r->requests = more;
	request = &r->requests[r->request_count++];
	memset(request, 0, sizeof(*request));
	request->direction = in ? SGIO_IN : SGIO_NONE;
	request->length = (uint32_t)length;
	request->timeout_ms = (uint32_t)timeout;
	p->drive->requests.count++;
	p->request = request;
	p->parts = 0;
	return at_end(p, rest);
}

static int parse_cdb(struct parser *p, struct sgio_field rest)
{
	int64_t length;

	if (take_part(p, PART_CDB, PART_CDB) < 0)
		return -EINVAL;
	length = read_bytes(p, rest, p->request->cdb, sizeof(p->request->cdb));
	if (length < 0)
		return -EINVAL;
	p->request->cdb_length = (uint8_t)length;
	return 0;
}

static int parse_refused(struct parser *p, struct sgio_field rest)
{
	uint64_t error;

	if (take_part(p, PART_REFUSED, ~(unsigned int)PART_CDB) < 0 ||
	    read_unsigned(p, &rest, ERRNO_MAX, &error) < 0)
		return -EINVAL;
	if (!error)
		return wrong(p, "an error number is 1 or more");
	p->request->refused = (int)error;
	return at_end(p, rest);
}

static int parse_reply(struct parser *p, struct sgio_field rest)
{
	struct sgio_reply *reply;
	uint64_t error, host, driver, status;
	int64_t residual;
	int rc;

	if (take_part(p, PART_REPLY, PART_REPLY | PART_REFUSED) < 0 ||
	    read_unsigned(p, &rest, ERRNO_MAX, &error) < 0 ||
	    read_unsigned(p, &rest, UINT16_MAX, &host) < 0 ||
	    read_unsigned(p, &rest, UINT16_MAX, &driver) < 0 ||
	    read_unsigned(p, &rest, UINT8_MAX, &status) < 0)
		return -EINVAL;
	rc = sgio_field_signed(&rest, INT32_MIN, INT32_MAX, &residual);
	if (rc < 0)
		return bad_number(p, rc);
	reply = &p->request->reply;
	reply->error = (int)error;
	reply->host_status = (uint16_t)host;
	reply->driver_status = (uint16_t)driver;
	reply->scsi_status = (uint8_t)status;
	reply->residual = (int32_t)residual;
	return at_end(p, rest);
}

static int parse_time(struct parser *p, struct sgio_field rest)
{
	uint64_t start, end;

	if (take_part(p, PART_TIME, PART_TIME | PART_REFUSED) < 0 ||
	    read_unsigned(p, &rest, UINT64_MAX, &start) < 0 ||
	    read_unsigned(p, &rest, UINT64_MAX, &end) < 0)
		return -EINVAL;
	p->request->reply.start_ns = start;
	p->request->reply.end_ns = end;
	return at_end(p, rest);
}

static int parse_sense(struct parser *p, struct sgio_field rest)
{
	struct sgio_reply *reply;
	int64_t length;

	if (take_part(p, PART_SENSE, PART_SENSE | PART_REFUSED) < 0)
		return -EINVAL;
	reply = &p->request->reply;
	length = read_bytes(p, rest, reply->sense, sizeof(reply->sense));
	if (length < 0)
		return -EINVAL;
	reply->sense_length = (uint8_t)length;
	return 0;
}

static int parse_data(struct parser *p, struct sgio_field rest)
{
	struct sgio_recording *r = p->r;
	bool first = !(p->parts & PART_DATA);
	int64_t length;

	if (take_part(p, PART_DATA, PART_HASH | PART_REFUSED) < 0)
		return -EINVAL;
	if (p->request->direction != SGIO_IN)
		return wrong(p, "data of a request that reads none");
	if (first)
		p->request->data = r->pool_used;
	length = read_bytes(p, rest, (uint8_t *)r->pool + r->pool_used,
			    p->request->length - p->request->data_length);
	if (length < 0)
		return -EINVAL;
	p->request->data_length += (size_t)length;
	r->pool_used += (size_t)length;
	return 0;
}

/* The digest itself is for people who compare: it cannot become data again. */
static int parse_hash(struct parser *p, struct sgio_field rest)
{
	uint8_t digest[SGIO_SHA256_SIZE];
	struct sgio_field look;
	uint64_t length;

	if (take_part(p, PART_HASH, PART_HASH | PART_DATA | PART_REFUSED) < 0)
		return -EINVAL;
	if (p->request->direction != SGIO_IN)
		return wrong(p, "data of a request that reads none");
	if (read_unsigned(p, &rest, p->request->length, &length) < 0)
		return -EINVAL;
	p->request->reply.data_absent = true;
	look = rest;
	look = sgio_field_word(&look);
	if (look.at == look.end)
		return 0;
	if (read_bytes(p, rest, digest, sizeof(digest)) != sizeof(digest))
		return wrong(p, "a SHA-256 has 32 bytes");
	return 0;
}

/* clang-format off */
static const struct keyword {
	const char *word;
	handler *handle;
	enum { TOP, IN_DRIVE, IN_REQUEST } place;
} keywords[] = {
	{ "data", parse_data, IN_REQUEST },
	{ "request", parse_request, IN_DRIVE },
	{ "cdb", parse_cdb, IN_REQUEST },
	{ "reply", parse_reply, IN_REQUEST },
	{ "time", parse_time, IN_REQUEST },
	{ "sense", parse_sense, IN_REQUEST },
	{ "hash", parse_hash, IN_REQUEST },
	{ "clock", parse_clock, IN_DRIVE },
	{ "refused", parse_refused, IN_REQUEST },
	{ "fact", parse_fact, IN_DRIVE },
	{ "note", parse_note, IN_DRIVE },
	{ "depth", parse_depth, IN_DRIVE },
	{ "drive", parse_drive, TOP },
	{ "end", parse_end, IN_DRIVE },
	{ "ataprobe-recording", parse_version, TOP },
};
/* clang-format on */

static const struct keyword *find_keyword(struct sgio_field word)
{
	for (size_t i = 0; i < sizeof(keywords) / sizeof(keywords[0]); i++)
		if (sgio_field_is(word, keywords[i].word))
			return &keywords[i];
	return NULL;
}

static int parse_line(struct parser *p, const struct keyword *keyword,
		      struct sgio_field rest)
{
	if (!keyword)
		return wrong(p, "not a line of a recording");
	if (!p->versioned && keyword->handle != parse_version)
		return wrong(p, "a recording starts with 'ataprobe-recording 1'");
	if (keyword->place != IN_REQUEST && finish_request(p) < 0)
		return -EINVAL;
	if (keyword->place != TOP && !p->drive)
		return wrong(p, "this belongs to a drive, and there is none");
	return keyword->handle(p, rest);
}

/* The next line without its comment, its end, and blanks around; the parser moves on.
 */
static struct sgio_field next_line(struct parser *p)
{
	const char *newline = memchr(p->at, '\n', (size_t)(p->end - p->at));
	struct sgio_field line = {p->at, newline ? newline : p->end};
	const char *comment = memchr(line.at, '#', (size_t)(line.end - line.at));

	p->at = newline ? newline + 1 : p->end;
	p->line++;
	if (comment)
		line.end = comment;
	while (line.end > line.at && (line.end[-1] == ' ' || line.end[-1] == '\t' ||
				      (line.end[-1] == '\r' && !comment)))
		line.end--;
	skip_blanks(&line);
	return line;
}

static bool is_text(struct sgio_field line)
{
	for (const char *c = line.at; c < line.end; c++)
		if ((*c < ' ' || *c > '~') && *c != '\t')
			return false;
	return true;
}

static int parse_text(struct parser *p, const char **foreign)
{
	while (p->at < p->end) {
		const char *start = p->at;
		struct sgio_field line = next_line(p);
		struct sgio_field rest = line;
		struct sgio_field word = sgio_field_word(&rest);
		const struct keyword *keyword;
		int rc;

		if (word.at == word.end)
			continue;
		keyword = find_keyword(word);
		if (foreign && !keyword && !p->drive && p->r->drive_count) {
			*foreign = start;
			return 0;
		}
		if (!is_text(line))
			return wrong(p, "bytes that are not text");
		rc = parse_line(p, keyword, rest);
		if (rc < 0)
			return rc;
	}
	if (p->drive)
		return wrong(p, "the recording ends in the middle of a drive");
	if (!p->r->drive_count)
		return wrong(p, "the recording holds no drive");
	return 0;
}

int sgio_recording_parse(const char *text, size_t size, size_t *used,
			 struct sgio_recording **recording,
			 struct sgio_recording_error *error)
{
	struct parser p = {.at = text, .end = text + size};
	const char *foreign = text + size;
	int rc;

	p.r = calloc(1, sizeof(*p.r));
	if (!p.r)
		return -ENOMEM;
	/* A string's NUL takes the place of a blank; the last line may end without one.
	 */
	p.r->pool = malloc(size + 1);
	rc = p.r->pool ? parse_text(&p, used ? &foreign : NULL) : -ENOMEM;
	if (rc < 0) {
		if (rc == -EINVAL) {
			error->line = p.line;
			error->message = p.message;
		}
		sgio_recording_free(p.r);
		return rc;
	}
	if (used)
		*used = (size_t)(foreign - text);
	*recording = p.r;
	return 0;
}

void sgio_recording_free(struct sgio_recording *recording)
{
	if (!recording)
		return;
	free(recording->drives);
	free(recording->requests);
	free(recording->notes);
	free(recording->clocks);
	free(recording->pool);
	free(recording);
}

bool sgio_is_recording(const char *text, size_t size)
{
	struct parser p = {.at = text, .end = text + size};

	while (p.at < p.end) {
		struct sgio_field rest = next_line(&p);
		struct sgio_field word = sgio_field_word(&rest);

		if (word.at != word.end)
			return sgio_field_is(word, "ataprobe-recording");
	}
	return false;
}
