/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>

#include "bytes.h"
#include "sim_drive.h"

/*
 * INQUIRY (SPC-5 6.7) as libata makes it from the IDENTIFY page (ata_scsiop_inq_*() of
 * Linux 6.1), and as a USB bridge does, with its own names.
 */
enum {
	EVPD = 0x01,
	CMDDT = 0x02,
	STANDARD_LENGTH = 96,
	BRIDGE_LENGTH = 36,
	ANSWER_MAX = 576,
};

/* An answer under construction: zeros, so far @length bytes long. */
struct answer {
	uint8_t data[ANSWER_MAX];
	uint32_t length;
};

typedef void make_page(const struct sim_drive *sim, struct answer *answer);

void sim_string(const uint8_t *page, unsigned int word, unsigned int words,
		uint8_t *text)
{
	for (unsigned int i = 0; i < words; i++) {
		text[2 * i] = page[2 * (word + i) + 1];
		text[2 * i + 1] = page[2 * (word + i)];
	}
}

static void put_text(uint8_t *at, const char *text)
{
	while (*text)
		*at++ = (uint8_t)*text++;
}

/* The head of a VPD page with @length bytes behind it. */
static void start_page(struct answer *answer, uint8_t code, uint16_t length)
{
	answer->data[1] = code;
	put_be(answer->data + 2, length, 2);
	answer->length = length + 4u;
}

static void revision(const struct sim_drive *sim, uint8_t *text)
{
	sim_string(sim->page, 25, 2, text);
	if (text[0] == 0 || text[0] == ' ')
		sim_string(sim->page, 23, 2, text);
}

static void standard(const struct sim_drive *sim, struct answer *answer)
{
	/* SAM-3, SBC-2, SPC-3 */
	static const uint8_t versions[] = {0x00, 0x60, 0x03, 0x20, 0x03, 0x00};
	uint8_t *d = answer->data;

	answer->length = STANDARD_LENGTH;
	d[1] = (uint8_t)(sim_word(sim, 0) & 0x80);
	d[2] = 5;
	d[3] = 2;
	d[4] = STANDARD_LENGTH - 5;
	put_text(d + 8, "ATA     ");
	sim_string(sim->page, 27, 8, d + 16);
	revision(sim, d + 32);
	memcpy(d + 58, versions, sizeof(versions));
}

static void standard_bridge(struct answer *answer)
{
	uint8_t *d = answer->data;

	answer->length = BRIDGE_LENGTH;
	d[2] = 4;
	d[3] = 2;
	d[4] = BRIDGE_LENGTH - 5;
	put_text(d + 8, "Sim     USB to ATA box  0100");
}

static void serial_number(const struct sim_drive *sim, struct answer *answer)
{
	start_page(answer, 0x80, 20);
	sim_string(sim->page, 10, 10, answer->data + 4);
}

static uint8_t *add_designator(struct answer *answer, uint8_t code_set, uint8_t type,
			       uint8_t length)
{
	uint8_t *d = answer->data + answer->length;

	d[0] = code_set;
	d[1] = type;
	d[3] = length;
	answer->length += 4u + length;
	return d + 4;
}

static void identification(const struct sim_drive *sim, struct answer *answer)
{
	uint8_t *d;

	start_page(answer, 0x83, 0);
	d = add_designator(answer, 2, 0, 20);
	sim_string(sim->page, 10, 10, d);
	d = add_designator(answer, 2, 1, 68);
	put_text(d, "ATA     ");
	sim_string(sim->page, 27, 20, d + 8);
	sim_string(sim->page, 10, 10, d + 48);
	if ((sim_word(sim, 87) & 0xc100) == 0x4100) {
		d = add_designator(answer, 1, 3, 8);
		sim_string(sim->page, 108, 4, d);
	}
	answer->data[3] = (uint8_t)(answer->length - 4);
}

/* The FIS is made up: libata does not keep the signature. */
static void ata_information(const struct sim_drive *sim, struct answer *answer)
{
	uint8_t *d = answer->data;

	start_page(answer, 0x89, 0x0238);
	put_text(d + 8, "linux   libata          3.00");
	d[36] = 0x34;
	d[37] = 0x80;
	d[38] = 0x40;
	d[40] = 1;
	d[48] = 1;
	d[56] = 0xec;
	memcpy(d + 60, sim->page, SIM_PAGE_BYTES);
}

static bool has_trim(const struct sim_drive *sim)
{
	return sim_word(sim, 169) != 0xffff && sim_word(sim, 169) & 1;
}

static void block_limits(const struct sim_drive *sim, struct answer *answer)
{
	start_page(answer, 0xb0, 0x3c);
	put_be(answer->data + 6, UINT64_C(1) << sim->physical_exponent, 2);
	if (has_trim(sim)) {
		put_be(answer->data + 28, 1, 4);
		put_be(answer->data + 36, 65535 * 64, 8);
	}
}

static void block_characteristics(const struct sim_drive *sim, struct answer *answer)
{
	uint16_t rotation = sim_word(sim, 217);

	start_page(answer, 0xb1, 0x3c);
	put_be(answer->data + 4, rotation, 2);
	answer->data[7] = sim_word(sim, 168) & 0x0f;
	answer->data[8] = (uint8_t)((sim_word(sim, 69) & 3) << 4);
}

static void provisioning(const struct sim_drive *sim, struct answer *answer)
{
	(void)sim;
	start_page(answer, 0xb2, 4);
	answer->data[5] = 0x40;
}

static void supported_pages(const struct sim_drive *sim, struct answer *answer);

struct page_row {
	uint8_t code;
	bool bridge;
	make_page *make;
};

/* clang-format off */
static const struct page_row page_rows[] = {
	{ 0x00, true,  supported_pages },
	{ 0x80, true,  serial_number },
	{ 0x83, false, identification },
	{ 0x89, false, ata_information },
	{ 0xb0, false, block_limits },
	{ 0xb1, false, block_characteristics },
	{ 0xb2, false, provisioning },
};
/* clang-format on */

#define PAGE_ROWS (sizeof(page_rows) / sizeof(page_rows[0]))

static bool has_page(const struct sim_drive *sim, const struct page_row *row)
{
	return sim->profile->kind != SIM_BRIDGE || row->bridge;
}

static void supported_pages(const struct sim_drive *sim, struct answer *answer)
{
	uint16_t count = 0;

	for (size_t i = 0; i < PAGE_ROWS; i++) {
		if (has_page(sim, &page_rows[i]))
			answer->data[4 + count++] = page_rows[i].code;
	}
	start_page(answer, 0x00, count);
}

static bool make_vpd(const struct sim_drive *sim, uint8_t code, struct answer *answer)
{
	for (size_t i = 0; i < PAGE_ROWS; i++) {
		if (page_rows[i].code == code && has_page(sim, &page_rows[i])) {
			page_rows[i].make(sim, answer);
			return true;
		}
	}
	return false;
}

void sim_inquiry_run(const struct sim_drive *sim, struct sgio_request *request)
{
	struct answer answer = {.length = 0};
	const uint8_t *cdb = request->cdb;

	if (cdb[1] & CMDDT) {
		sim_sense_field(sim, &request->reply, 1);
		return;
	}
	if (!(cdb[1] & EVPD)) {
		if (sim->profile->kind == SIM_BRIDGE)
			standard_bridge(&answer);
		else
			standard(sim, &answer);
	} else if (!make_vpd(sim, cdb[2], &answer)) {
		sim_sense_field(sim, &request->reply, 2);
		return;
	}
	sim_scsi_answer(sim, request, answer.data, answer.length);
}
