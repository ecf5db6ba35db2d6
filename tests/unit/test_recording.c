/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <string.h>

#include "sgio/facts.h"
#include "sgio/recording.h"
#include "unit.h"

/* A drive with answers by CDB; of two outstanding requests the later ends first. */

struct script_drive {
	struct sgio_drive drive;
	struct sgio_request *pending[2];
	unsigned int count;
	uint64_t clock;
	bool *closed;
};

static int script_submit(struct sgio_drive *drive, struct sgio_request *request)
{
	struct script_drive *script = (struct script_drive *)drive;

	if (request->cdb[0] == 0x25)
		return -ENODEV;
	script->pending[script->count++] = request;
	return 0;
}

static void answer(struct script_drive *script, struct sgio_request *request)
{
	static const uint8_t registers[] = {0x72, 1,  0, 0x1d, 0, 0,    0, 14,
					    9,    12, 0, 0,    0, 0xff, 0, 0,
					    0,    0,  0, 0,    0, 0x50};
	struct sgio_reply *reply = &request->reply;

	for (uint32_t i = 0; i < request->length; i++)
		request->data[i] = (uint8_t)(i * 7 + request->cdb[0]);
	if (request->cdb[0] == 0x12)
		reply->residual = 3;
	if (request->cdb[0] == 0x85 && request->cdb[14] == 0xe5) {
		reply->scsi_status = 2;
		reply->driver_status = 8;
		memcpy(reply->sense, registers, sizeof(registers));
		reply->sense_length = sizeof(registers);
	}
	if (request->cdb[0] == 0x03)
		reply->host_status = 7;
	if (request->cdb[0] == 0x1a)
		reply->error = EIO;
	reply->start_ns = script->clock += 1000;
	reply->end_ns = script->clock += 50000;
}

static int script_reap(struct sgio_drive *drive, struct sgio_request **request)
{
	struct script_drive *script = (struct script_drive *)drive;

	if (!script->count)
		return -ENOENT;
	*request = script->pending[--script->count];
	answer(script, *request);
	return 0;
}

static uint64_t script_now(struct sgio_drive *drive)
{
	return ((struct script_drive *)drive)->clock += 77;
}

static void script_close(struct sgio_drive *drive)
{
	*((struct script_drive *)drive)->closed = true;
}

static const struct sgio_backend script_backend = {
	.submit = script_submit,
	.reap = script_reap,
	.now = script_now,
	.close = script_close,
};

static struct sgio_facts some_facts(void)
{
	struct sgio_facts facts;

	sgio_facts_unknown(&facts);
	facts.node = SGIO_NODE_BSG;
	facts.bus = SGIO_BUS_SAS;
	strcpy(facts.kernel_name, "0:0:0:0");
	strcpy(facts.block_name, "sda");
	strcpy(facts.vendor, "ATA #\\");
	strcpy(facts.product, "\x01 weird \xff");
	facts.capacity_bytes = 250059350016;
	facts.logical_block_size = 512;
	facts.link_bits_per_second = 0;
	facts.port_multiplier = true;
	return facts;
}

static struct script_drive new_script(bool *closed)
{
	return (struct script_drive){
		.drive = {.backend = &script_backend,
			  .facts = some_facts(),
			  .depth = 2},
		.clock = 1000000,
		.closed = closed,
	};
}

static void assert_same_facts(const struct sgio_facts *a, const struct sgio_facts *b)
{
	ck_assert_int_eq(a->node, b->node);
	ck_assert_int_eq(a->bus, b->bus);
	ck_assert_int_eq(a->port_multiplier, b->port_multiplier);
#define STRING(field) ck_assert_str_eq(a->field, b->field);
#define NUMBER(field) ck_assert_int_eq(a->field, b->field);
#include "sgio/facts.def"
#undef STRING
#undef NUMBER
}

/* What the tests below ask. */
enum { IDENTIFY, POWER, INQUIRY, SENSE, MODE, READ, CAPACITY, QUESTIONS };

/* clang-format off */
static const struct {
	uint8_t cdb[16], cdb_length;
	uint32_t length;
} questions[] = {
	[IDENTIFY] = { { 0x85, 8, 0x0e, [6] = 1, [14] = 0xec }, 16, 512 },
	[POWER] = { { 0x85, 6, 0x20, [14] = 0xe5 }, 16, 0 },
	[INQUIRY] = { { 0x12, 0, 0, 0, 96 }, 6, 96 },
	[SENSE] = { { 0x03, 0, 0, 0, 18 }, 6, 18 },
	[MODE] = { { 0x1a, 0, 8, 0, 32 }, 6, 32 },
	[READ] = { { 0x88, [13] = 2 }, 16, 1024 },
	[CAPACITY] = { { 0x25 }, 10, 8 },
};
/* clang-format on */

static void ask(int question, struct sgio_request *request, uint8_t *data)
{
	memset(request, 0, sizeof(*request));
	memcpy(request->cdb, questions[question].cdb, 16);
	request->cdb_length = questions[question].cdb_length;
	request->length = questions[question].length;
	request->direction = request->length ? SGIO_IN : SGIO_NONE;
	request->data = request->length ? data : NULL;
	request->timeout_ms = 10000;
}

/* Everything that one run sees. */
struct run {
	struct sgio_request requests[QUESTIONS];
	uint8_t data[QUESTIONS][1024];
	int rc[QUESTIONS];
	uint64_t clock[3];
};

static void run_all(struct sgio_drive *drive, struct run *run)
{
	memset(run, 0, sizeof(*run));
	run->clock[0] = sgio_now(drive);
	for (int i = 0; i < QUESTIONS; i++) {
		ask(i, &run->requests[i], run->data[i]);
		run->rc[i] = sgio_run(drive, &run->requests[i]);
	}
	run->clock[1] = sgio_now(drive);
	run->clock[2] = sgio_now(drive);
}

static struct sgio_recording *parse(const char *text, size_t size)
{
	struct sgio_recording_error error = {0, NULL};
	struct sgio_recording *recording;
	int rc = sgio_recording_parse(text, size, NULL, &recording, &error);

	ck_assert_msg(rc == 0, "line %zu: %s", error.line, error.message);
	return recording;
}

static char *join(const char *section, size_t size, size_t *whole)
{
	size_t head = strlen(sgio_recording_head);
	char *text = malloc(head + size + 1);

	memcpy(text, sgio_recording_head, head);
	memcpy(text + head, section, size);
	text[head + size] = '\0';
	*whole = head + size;
	return text;
}

/* Record one run with @redactor; returns the text and what the run saw. */
static char *record(struct run *run, sgio_redactor *redactor, void *closure,
		    size_t *size)
{
	bool closed = false;
	struct script_drive script = new_script(&closed);
	struct sgio_section *section;
	struct sgio_drive *drive;
	const char *part;
	char *text;

	ck_assert_int_eq(sgio_section_open("/dev/disk/by-id/a b#\xc3\xa4 ", &section),
			 0);
	sgio_section_redact(section, redactor, closure);
	ck_assert_int_eq(sgio_open_record(&script.drive, section, &drive), 0);
	assert_same_facts(&drive->facts, &script.drive.facts);
	sgio_section_note(section, "device.type", "sat");
	run_all(drive, run);
	sgio_section_note(section, "device.type", "sat12");
	sgio_section_note(section, "collected.host", "");
	sgio_section_note(section, "odd key", " a\nb ");
	sgio_section_note(section, "nothing", NULL);
	sgio_close(drive);
	ck_assert(closed);
	ck_assert_int_eq(sgio_section_text(section, &part, size), 0);
	ck_assert_int_eq(sgio_section_text(section, &part, size), 0);
	text = join(part, *size, size);
	sgio_section_close(section);
	return text;
}

static void assert_same_answer(const struct run *a, const struct run *b, int i)
{
	const struct sgio_reply *x = &a->requests[i].reply, *y = &b->requests[i].reply;

	ck_assert_int_eq(a->rc[i], b->rc[i]);
	ck_assert_int_eq(x->error, y->error);
	ck_assert_int_eq(x->host_status, y->host_status);
	ck_assert_int_eq(x->driver_status, y->driver_status);
	ck_assert_int_eq(x->scsi_status, y->scsi_status);
	ck_assert_int_eq(x->residual, y->residual);
	ck_assert_uint_eq(x->start_ns, y->start_ns);
	ck_assert_uint_eq(x->end_ns, y->end_ns);
	ck_assert_uint_eq(x->sense_length, y->sense_length);
	ck_assert_mem_eq(x->sense, y->sense, sizeof(x->sense));
	ck_assert_int_eq(y->data_absent, i == READ);
}

START_TEST(round_trip)
{
	struct run before, after;
	size_t size;
	char *text = record(&before, NULL, NULL, &size);
	struct sgio_recording *r = parse(text, size);
	struct sgio_facts facts = some_facts();
	struct sgio_drive *drive;
	struct sgio_request more;
	uint8_t zero[1024] = {0};

	ck_assert_uint_eq(sgio_recording_drives(r), 1);
	ck_assert_str_eq(sgio_recording_name(r, 0), "/dev/disk/by-id/a b#\xc3\xa4 ");
	ck_assert_str_eq(sgio_recording_note(r, 0, "device.type"), "sat12");
	ck_assert_str_eq(sgio_recording_note(r, 0, "collected.host"), "");
	ck_assert_str_eq(sgio_recording_note(r, 0, "odd key"), " a\nb ");
	ck_assert_ptr_null(sgio_recording_note(r, 0, "nothing"));
	assert_same_facts(sgio_recording_facts(r, 0), &facts);

	ck_assert_int_eq(sgio_open_replay(r, 0, &drive), 0);
	ck_assert_int_eq(sgio_open_replay(r, 1, &drive), -EINVAL);
	assert_same_facts(&drive->facts, &facts);
	ck_assert_uint_eq(drive->depth, 2);
	run_all(drive, &after);
	for (int i = 0; i < QUESTIONS; i++)
		assert_same_answer(&before, &after, i);
	ck_assert_mem_eq(before.clock, after.clock, sizeof(before.clock));
	ck_assert_int_eq(after.rc[CAPACITY], -ENODEV);

	/* What the drive gave comes back; the 3 bytes that it did not give do not. */
	ck_assert_mem_eq(after.data[IDENTIFY], before.data[IDENTIFY], 512);
	ck_assert_mem_eq(after.data[INQUIRY], before.data[INQUIRY], 93);
	ck_assert_mem_eq(after.data[INQUIRY] + 93, zero, 3);
	/* After a failure nobody knows what the buffer holds; the medium is not kept.
	 */
	ck_assert_mem_eq(after.data[SENSE], zero, 18);
	ck_assert_mem_eq(after.data[MODE], zero, 32);
	ck_assert_mem_eq(after.data[READ], zero, 1024);

	ask(IDENTIFY, &more, zero);
	ck_assert_int_eq(sgio_run(drive, &more), -ENODATA);
	sgio_close(drive);
	sgio_recording_free(r);
	free(text);
}
END_TEST

/* The text, line for line, of a small run: the format does not change unnoticed. */
static const char small_run[] =
	"drive sim:hdd\n"
	"fact node sim\n"
	"fact bus unknown\n"
	"fact kernel_name sda\n"
	"fact logical_block_size 512\n"
	"depth 1\n"
	"note device.type sat\n"
	"request none 0 10000\n"
	"cdb 85 06 20 00 00 00 00 00 00 00 00 00 00 00 e5 00\n"
	"reply 0 0 8 2 0\n"
	"time 1001000 1051000\n"
	"sense 72 01 00 1d 00 00 00 0e 09 0c 00 00 00 ff 00 00 00 00 00 00 00 "
	"50\n"
	"clock 1051077\n"
	"request in 1024 10000\n"
	"cdb 88 00 00 00 00 00 00 00 00 00 00 00 00 02 00 00\n"
	"reply 0 0 0 0 0\n"
	"time 1052077 1102077\n"
	/* sha256sum of the 1024 bytes (7 n + 88h) mod 256 */
	"hash 1024 86 a7 c3 08 30 99 70 ff 6d 87 62 be d8 18 b3 3e 89 99 2e 6e "
	"44 16 66 ff d1 a1 03 a0 ac 5f b0 67\n"
	"request in 8 10000\n"
	"cdb 25 00 00 00 00 00 00 00 00 00\n"
	"refused 19\n"
	"request in 32 10000\n"
	"cdb 1a 00 08 00 20 00\n"
	"reply 5 0 0 0 0\n"
	"time 1103077 1153077\n"
	"request in 96 10000\n"
	"cdb 12 00 00 00 60 00\n"
	"reply 0 0 0 0 3\n"
	"time 1154077 1204077\n"
	"data 12 19 20 27 2e 35 3c 43 4a 51 58 5f 66 6d 74 7b"
	" 82 89 90 97 9e a5 ac b3 ba c1 c8 cf d6 dd e4 eb\n"
	"data f2 f9 00 07 0e 15 1c 23 2a 31 38 3f 46 4d 54 5b"
	" 62 69 70 77 7e 85 8c 93 9a a1 a8 af b6 bd c4 cb\n"
	"data d2 d9 e0 e7 ee f5 fc 03 0a 11 18 1f 26 2d 34 3b"
	" 42 49 50 57 5e 65 6c 73 7a 81 88 8f 96\n"
	"end\n";

START_TEST(format)
{
	static const int asked[] = {POWER, READ, CAPACITY, MODE, INQUIRY};
	bool closed = false;
	struct script_drive script = new_script(&closed);
	struct sgio_section *section;
	struct sgio_drive *drive;
	struct sgio_request request;
	uint8_t data[1024];
	const char *part;
	size_t size;

	sgio_facts_unknown(&script.drive.facts);
	script.drive.facts.node = SGIO_NODE_SIM;
	script.drive.facts.logical_block_size = 512;
	strcpy(script.drive.facts.kernel_name, "sda");
	script.drive.depth = 1;
	ck_assert_int_eq(sgio_section_open("sim:hdd", &section), 0);
	ck_assert_int_eq(sgio_open_record(&script.drive, section, &drive), 0);
	sgio_section_note(section, "device.type", "sat");
	for (size_t i = 0; i < sizeof(asked) / sizeof(asked[0]); i++) {
		ask(asked[i], &request, data);
		sgio_run(drive, &request);
		if (asked[i] == POWER)
			sgio_now(drive);
	}
	ck_assert_int_eq(sgio_section_text(section, &part, &size), 0);
	ck_assert_uint_eq(size, strlen(small_run));
	ck_assert_mem_eq(part, small_run, size);
	sgio_close(drive);
	sgio_section_close(section);
}
END_TEST

/* A redactor that blanks IDENTIFY's serial number, words 10 to 19. */
static void redact(void *closure, const uint8_t *cdb, uint8_t cdb_length, uint8_t *data,
		   size_t length)
{
	(*(int *)closure)++;
	if (cdb_length == 16 && cdb[14] == 0xec && length == 512)
		memset(data + 20, 'x', 20);
}

START_TEST(redaction)
{
	struct run before, after;
	int calls = 0;
	size_t size;
	char *text = record(&before, redact, &calls, &size);
	struct sgio_recording *r = parse(text, size);
	struct sgio_drive *drive;

	/* IDENTIFY and INQUIRY have data that is kept. */
	ck_assert_int_eq(calls, 2);
	/* The caller's own data stays as it was. */
	ck_assert_uint_eq(before.data[IDENTIFY][20], (uint8_t)(20 * 7 + 0x85));
	ck_assert_int_eq(sgio_open_replay(r, 0, &drive), 0);
	run_all(drive, &after);
	ck_assert_mem_eq(after.data[IDENTIFY] + 20, "xxxxxxxxxxxxxxxxxxxx", 20);
	ck_assert_mem_eq(after.data[IDENTIFY], before.data[IDENTIFY], 20);
	ck_assert_mem_eq(after.data[IDENTIFY] + 40, before.data[IDENTIFY] + 40, 472);
	sgio_close(drive);
	sgio_recording_free(r);
	free(text);
}
END_TEST

/* A recording of a replay is the recording. */
START_TEST(again)
{
	struct run before, after;
	size_t size, size2;
	char *text = record(&before, NULL, NULL, &size), *text2;
	struct sgio_recording *r = parse(text, size);
	struct sgio_section *section;
	struct sgio_drive *replay, *drive;
	const char *part, *hash;

	ck_assert_int_eq(sgio_open_replay(r, 0, &replay), 0);
	ck_assert_int_eq(sgio_section_open(sgio_recording_name(r, 0), &section), 0);
	ck_assert_int_eq(sgio_open_record(replay, section, &drive), 0);
	sgio_section_note(section, "device.type", "sat");
	run_all(drive, &after);
	sgio_section_note(section, "device.type", "sat12");
	sgio_section_note(section, "collected.host", "");
	sgio_section_note(section, "odd key", " a\nb ");
	ck_assert_int_eq(sgio_section_text(section, &part, &size2), 0);
	text2 = join(part, size2, &size2);
	/* All but the digest of data that the replay does not have. */
	hash = strstr(text, "hash 1024") + strlen("hash 1024");
	ck_assert_uint_eq(size2, size - 3 * 32);
	ck_assert_mem_eq(text, text2, (size_t)(hash - text));
	ck_assert_str_eq(hash + 3 * 32, text2 + (hash - text));
	sgio_close(drive);
	sgio_section_close(section);
	sgio_recording_free(r);
	free(text);
	free(text2);
}
END_TEST

/* Two outstanding at once come back as they did, whichever was sent first. */
START_TEST(outstanding)
{
	bool closed = false;
	struct script_drive script = new_script(&closed);
	struct sgio_request a, b, *done;
	struct sgio_section *section;
	struct sgio_drive *drive;
	struct sgio_recording *r;
	uint8_t data[512];
	const char *part;
	char *text;
	size_t size;

	ck_assert_int_eq(sgio_section_open("x", &section), 0);
	ck_assert_int_eq(sgio_open_record(&script.drive, section, &drive), 0);
	ask(IDENTIFY, &a, data);
	ask(POWER, &b, NULL);
	ck_assert_int_eq(sgio_submit(drive, &a), 0);
	ck_assert_int_eq(sgio_submit(drive, &b), 0);
	ck_assert_int_eq(sgio_submit(drive, &b), -EAGAIN);
	ck_assert_int_eq(sgio_reap(drive, &done), 0);
	ck_assert_ptr_eq(done, &b);
	ck_assert_int_eq(sgio_reap(drive, &done), 0);
	ck_assert_int_eq(sgio_reap(drive, &done), -ENOENT);
	ck_assert_int_eq(sgio_section_text(section, &part, &size), 0);
	text = join(part, size, &size);
	sgio_close(drive);
	sgio_section_close(section);

	r = parse(text, size);
	ck_assert_int_eq(sgio_open_replay(r, 0, &drive), 0);
	ck_assert_int_eq(sgio_submit(drive, &a), 0);
	ck_assert_int_eq(sgio_submit(drive, &b), 0);
	ck_assert_int_eq(sgio_reap(drive, &done), 0);
	ck_assert_ptr_eq(done, &b);
	ck_assert_int_eq(sgio_reap(drive, &done), 0);
	ck_assert_ptr_eq(done, &a);
	ck_assert_int_eq(sgio_reap(drive, &done), -ENOENT);
	sgio_close(drive);
	sgio_recording_free(r);
	free(text);
}
END_TEST

/* Which answers are kept as data, and which, read from the medium, as a hash. */
/* clang-format off */
static const struct {
	uint8_t cdb[16], cdb_length;
	bool medium;
} kept[] = {
	{ { 0x85, 0x08, 0x0e, [6] = 1, [13] = 0x40, [14] = 0x20 }, 16, true },
	{ { 0x85, 0x09, 0x0e, [6] = 1, [13] = 0x40, [14] = 0x24 }, 16, true },
	{ { 0x85, 0x0c, 0x0e, [6] = 1, [13] = 0x40, [14] = 0xc8 }, 16, true },
	{ { 0x85, 0x0d, 0x0e, [6] = 1, [13] = 0x40, [14] = 0x25 }, 16, true },
	{ { 0x85, 0x19, 0x0d, [4] = 1, [13] = 0x40, [14] = 0x60 }, 16, true },
	{ { 0xa1, 0x0c, 0x0e, 0, 1, 0, 0, 0, 0x40, 0xc8 }, 12, true },
	{ { 0x28, [8] = 1 }, 10, true },
	{ { 0x88, [13] = 1 }, 16, true },
	{ { 0x85, 0x08, 0x0e, [6] = 1, [14] = 0xec }, 16, false },
	{ { 0x85, 0x08, 0x0e, [6] = 1, [14] = 0xa1 }, 16, false },
	{ { 0x85, 0x08, 0x0e, [4] = 0xd0, [6] = 1, [10] = 0x4f, [12] = 0xc2, [14] = 0xb0 },
	  16, false },
	{ { 0x85, 0x09, 0x0e, [6] = 1, [14] = 0x2f }, 16, false },
	{ { 0x85, 0x0d, 0x0e, [6] = 1, [14] = 0x47 }, 16, false },
	{ { 0x85, 0x0d, 0x0e, [6] = 1, [14] = 0x4a }, 16, false },
	{ { 0x12, 1, 0x89, 2, 0 }, 6, false },
	{ { 0x4d, 0, 0x40, 0, 0, 0, 0, 2, 0 }, 10, false },
};
/* clang-format on */

START_TEST(medium)
{
	bool closed = false;
	struct script_drive script = new_script(&closed);
	struct sgio_section *section;
	struct sgio_drive *drive;
	struct sgio_request request = {.cdb_length = kept[_i].cdb_length};
	uint8_t data[512];
	const char *part;
	size_t size;
	char *whole;

	ck_assert_int_eq(sgio_section_open("x", &section), 0);
	script.drive.packet12 = true;
	ck_assert_int_eq(sgio_open_record(&script.drive, section, &drive), 0);
	memcpy(request.cdb, kept[_i].cdb, 16);
	request.direction = SGIO_IN;
	request.data = data;
	request.length = sizeof(data);
	ck_assert_int_eq(sgio_run(drive, &request), 0);
	ck_assert_int_eq(sgio_section_text(section, &part, &size), 0);
	whole = join(part, size, &size);
	ck_assert_int_eq(strstr(whole, "\nhash 512 ") != NULL, kept[_i].medium);
	ck_assert_int_eq(strstr(whole, "\ndata ") != NULL, !kept[_i].medium);
	free(whole);
	sgio_close(drive);
	sgio_section_close(section);
}
END_TEST

struct traced {
	int calls, last_rc;
	uint8_t operation;
};

static void note_request(void *closure, const struct sgio_request *request, int rc)
{
	struct traced *traced = closure;

	traced->calls++;
	traced->last_rc = rc;
	traced->operation = request->cdb[0];
}

START_TEST(trace)
{
	bool closed = false;
	struct script_drive script = new_script(&closed);
	struct traced traced = {0, 0, 0};
	struct sgio_request request;
	struct sgio_drive *drive;
	uint8_t data[512];

	ck_assert_int_eq(sgio_open_trace(&script.drive, note_request, &traced, &drive),
			 0);
	assert_same_facts(&drive->facts, &script.drive.facts);
	ask(IDENTIFY, &request, data);
	ck_assert_int_eq(sgio_run(drive, &request), 0);
	ck_assert_int_eq(traced.calls, 1);
	ck_assert_int_eq(traced.last_rc, 0);
	ck_assert_uint_eq(traced.operation, 0x85);
	ask(CAPACITY, &request, data);
	ck_assert_int_eq(sgio_run(drive, &request), -ENODEV);
	ck_assert_int_eq(traced.calls, 2);
	ck_assert_int_eq(traced.last_rc, -ENODEV);
	ck_assert_uint_eq(sgio_now(drive), script.clock);
	sgio_close(drive);
	ck_assert(closed);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("recording");
	TCase *tcase = tcase_create("recording");

	tcase_add_test(tcase, format);
	tcase_add_test(tcase, round_trip);
	tcase_add_test(tcase, redaction);
	tcase_add_test(tcase, again);
	tcase_add_test(tcase, outstanding);
	tcase_add_loop_test(tcase, medium, 0, sizeof(kept) / sizeof(kept[0]));
	tcase_add_test(tcase, trace);
	suite_add_tcase(suite, tcase);
	return unit_main(suite);
}
