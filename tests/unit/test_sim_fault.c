/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>

#include "sim_request.h"

/* Faults that need more than one request, and what arrived at the drive. */

static enum ata_outcome outcome_of(const struct asked *a)
{
	struct ata_result result;

	sat_judge(&a->request, SGIO_NODE_SIM, &result);
	return result.outcome;
}

/* Linux 6.1: status 40h, error 0, the registers of the command before (COUNT FFh). */
START_TEST(timeout_shows_stale_registers)
{
	struct sgio_drive *drive = open_sim("hdd,timeout=2");
	struct asked a;

	run_ata(drive, &a, CHECK_POWER, 0);
	run_ata(drive, &a, IDENTIFY, 512);
	ck_sense(&a, "70 00 0b 00 00 00 00 0a 00 40 00 ff 00 00 00 00 00 00");
	ck_assert_uint_eq(a.data[0], UNTOUCHED);
	ck_assert_uint_eq(a.request.reply.end_ns - a.request.reply.start_ns,
			  UINT64_C(15000000000));
	ck_assert_int_eq(outcome_of(&a), ATA_TIMED_OUT);
	run_ata(drive, &a, IDENTIFY, 512);
	ck_assert_int_eq(outcome_of(&a), ATA_OK);
	sgio_close(drive);
}
END_TEST

/* Linux 6.12 shows nothing at all: captured as 70 00 0b 00… */
START_TEST(timeout_of_later_kernel)
{
	struct sgio_drive *drive = open_sim("hdd,timeout=1,fixed-sense");
	struct asked a;

	run_ata(drive, &a, IDENTIFY, 512);
	ck_sense(&a, "70 00 0b 00 00 00 00 0a 00 00 00 00 00 00 00 00 00 00");
	ck_assert_int_eq(outcome_of(&a), ATA_TIMED_OUT);
	sgio_close(drive);
}
END_TEST

/* A request without a time of its own gets the kernel's 60 s. */
START_TEST(timeout_by_default)
{
	struct sgio_drive *drive = open_sim("atapi,timeout=1");
	const uint8_t inquiry[6] = {0x12, 0, 0, 0, 36};
	struct asked a;

	prepare(&a, inquiry, sizeof(inquiry), 36);
	a.request.timeout_ms = 0;
	run_prepared(drive, &a);
	ck_sense(&a, "70 00 0b 00 00 00 00 0a 00 00 00 00 00 00 00 00 00 00");
	ck_assert_uint_eq(sgio_now(drive), UINT64_C(60000000000));
	sgio_close(drive);
}
END_TEST

/* The residual stays 0, as libata's does: only the canary shows it. */
START_TEST(short_data)
{
	struct sgio_drive *drive = open_sim("hdd,short=2");
	struct asked a;

	run_ata(drive, &a, IDENTIFY, 512);
	ck_assert_uint_ne(a.data[511], UNTOUCHED);
	run_ata(drive, &a, IDENTIFY, 512);
	ck_sense(&a, "");
	ck_assert_uint_ne(a.data[254], UNTOUCHED);
	ck_assert_uint_eq(a.data[256], UNTOUCHED);
	ck_assert_uint_eq(a.data[511], UNTOUCHED);
	ck_assert_int_eq(a.request.reply.residual, 0);
	sgio_close(drive);
}
END_TEST

START_TEST(icrc_once)
{
	struct sgio_drive *drive = open_sim("hdd,icrc=2");
	struct asked a;

	run_ata(drive, &a, READ_DMA_EXT(0, 8), 4096);
	ck_assert_int_eq(outcome_of(&a), ATA_OK);
	run_ata(drive, &a, READ_DMA_EXT(0, 8), 4096);
	ck_assert_int_eq(outcome_of(&a), ATA_INTERFACE_CRC);
	ck_assert_uint_eq(a.data[0], UNTOUCHED);
	run_ata(drive, &a, READ_DMA_EXT(0, 8), 4096);
	ck_assert_int_eq(outcome_of(&a), ATA_OK);
	sgio_close(drive);
}
END_TEST

/* INQUIRY is answered by the kernel and does not count. */
START_TEST(gone_after_two)
{
	struct sgio_drive *drive = open_sim("hdd,gone-after=2");
	const uint8_t inquiry[6] = {0x12, 0, 0, 0, 36};
	struct asked a;

	run_cdb(drive, &a, inquiry, sizeof(inquiry), 36);
	run_ata(drive, &a, IDENTIFY, 512);
	run_ata(drive, &a, CHECK_POWER, 0);
	ck_assert_int_eq(a.request.reply.error, 0);
	run_ata(drive, &a, CHECK_POWER, 0);
	ck_assert_int_eq(a.request.reply.error, ENODEV);
	run_cdb(drive, &a, inquiry, sizeof(inquiry), 36);
	ck_assert_int_eq(a.request.reply.error, ENODEV);
	ck_assert_int_eq(outcome_of(&a), ATA_GONE);
	ck_assert_uint_eq(sim_arrivals_total(drive), 2);
	sgio_close(drive);
}
END_TEST

/* The kernel's filter lets INQUIRY pass, and pass-through of no size. */
START_TEST(eperm)
{
	struct sgio_drive *drive = open_sim("hdd,eperm");
	const uint8_t inquiry[6] = {0x12, 0, 0, 0, 36};
	const uint8_t a1[12] = {0xa1, PIO_IN, 0x0e, 0, 1, 0, 0, 0, 0, 0xec};
	struct asked a;

	run_cdb(drive, &a, inquiry, sizeof(inquiry), 36);
	ck_assert_int_eq(a.request.reply.error, 0);
	run_ata(drive, &a, IDENTIFY, 512);
	ck_assert_int_eq(a.request.reply.error, EPERM);
	ck_assert_int_eq(outcome_of(&a), ATA_NO_PERMISSION);
	run_cdb(drive, &a, a1, sizeof(a1), 512);
	ck_assert_int_eq(a.request.reply.error, EPERM);
	ck_assert_uint_eq(sim_arrivals_total(drive), 0);
	ck_assert_uint_eq(sim_requests(drive), 1);
	sgio_close(drive);
}
END_TEST

static uint8_t power_mode(struct sgio_drive *drive)
{
	struct asked a;

	run_ata(drive, &a, CHECK_POWER, 0);
	ck_assert_uint_eq(a.request.reply.sense_length, 22);
	return a.request.reply.sense[13];
}

/* CHECK POWER MODE and IDENTIFY leave the disk as it is; a read spins it up. */
START_TEST(standby)
{
	struct sgio_drive *drive = open_sim("hdd,standby");
	uint64_t before;
	struct asked a;

	ck_assert_uint_eq(power_mode(drive), 0x00);
	run_ata(drive, &a, IDENTIFY, 512);
	ck_assert_uint_eq(power_mode(drive), 0x00);
	ck_assert_uint_eq(sim_wakings(drive), 0);
	before = sgio_now(drive);
	run_ata(drive, &a, READ_DMA_EXT(0, 1), 512);
	ck_assert_uint_ge(sgio_now(drive) - before, UINT64_C(4000000000));
	ck_assert_uint_eq(power_mode(drive), 0xff);
	ck_assert_uint_eq(sim_wakings(drive), 1);
	run_ata(drive, &a, SMART_DATA, 512);
	ck_assert_uint_eq(sim_wakings(drive), 2);
	sgio_close(drive);
}
END_TEST

/* Nothing can be asked of a drive in SLEEP without waking it. */
START_TEST(asleep)
{
	struct sgio_drive *drive = open_sim("hdd,sleep");
	const uint8_t inquiry[6] = {0x12, 0, 0, 0, 36};
	struct asked a;

	run_cdb(drive, &a, inquiry, sizeof(inquiry), 36);
	ck_assert_uint_eq(sim_wakings(drive), 0);
	ck_assert_uint_eq(power_mode(drive), 0xff);
	ck_assert_uint_eq(sim_wakings(drive), 1);
	sgio_close(drive);
}
END_TEST

/* The kernel resumes a suspended drive before whatever is sent. */
START_TEST(suspended)
{
	struct sgio_drive *drive = open_sim("hdd,suspended");
	const uint8_t inquiry[6] = {0x12, 0, 0, 0, 36};
	struct asked a;

	ck_assert_str_eq(drive->facts.runtime_status, "suspended");
	ck_assert_uint_eq(sim_wakings(drive), 0);
	run_cdb(drive, &a, inquiry, sizeof(inquiry), 36);
	ck_assert_uint_eq(sim_wakings(drive), 1);
	ck_assert_uint_ge(sgio_now(drive), UINT64_C(4000000000));
	ck_assert_uint_eq(power_mode(drive), 0xff);
	sgio_close(drive);
}
END_TEST

START_TEST(arrivals)
{
	struct sgio_drive *drive = open_sim("ssd");
	const uint8_t read_16[16] = {0x88, [13] = 8};
	struct asked a;

	run_ata(drive, &a, IDENTIFY, 512);
	run_ata(drive, &a, IDENTIFY, 512);
	run_ata(drive, &a, CHECK_POWER, 0);
	run_cdb(drive, &a, read_16, sizeof(read_16), 4096);
	/* refused by the kernel: PROTOCOL 0 */
	run_ata(drive, &a, (struct ata){0, 0, 0, 0, 0, 0, 0xec}, 0);
	ck_assert_uint_eq(sim_arrivals(drive, 0xec), 2);
	ck_assert_uint_eq(sim_arrivals(drive, 0xe5), 1);
	/* with NCQ, READ (16) is READ FPDMA QUEUED */
	ck_assert_uint_eq(sim_arrivals(drive, 0x60), 1);
	ck_assert_uint_eq(sim_arrivals_total(drive), 4);
	ck_assert_uint_eq(sim_requests(drive), 5);
	sgio_close(drive);
}
END_TEST

/* Without NCQ: READ DMA below 2^28, READ DMA EXT else. Packets are A0h. */
START_TEST(translated_reads)
{
	const uint8_t below[10] = {0x28, 0, 0x0f, 0xff, 0xff, 0xfe, [8] = 1};
	const uint8_t above[10] = {0x28, 0, 0x0f, 0xff, 0xff, 0xff, [8] = 1};
	struct sgio_drive *drive = open_sim("pata");
	struct asked a;

	run_cdb(drive, &a, below, sizeof(below), 512);
	ck_assert_uint_eq(sim_arrivals(drive, 0xc8), 1);
	ck_assert_uint_eq(sim_arrivals(drive, 0x25), 0);
	run_cdb(drive, &a, above, sizeof(above), 512);
	ck_assert_uint_eq(sim_arrivals(drive, 0x25), 1);
	sgio_close(drive);
	drive = open_sim("atapi");
	run_cdb(drive, &a, below, sizeof(below), 512);
	ck_assert_uint_eq(sim_arrivals(drive, 0xa0), 1);
	sgio_close(drive);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("sim_fault");
	TCase *faults = tcase_create("faults");

	tcase_add_test(faults, timeout_shows_stale_registers);
	tcase_add_test(faults, timeout_of_later_kernel);
	tcase_add_test(faults, timeout_by_default);
	tcase_add_test(faults, short_data);
	tcase_add_test(faults, icrc_once);
	tcase_add_test(faults, gone_after_two);
	tcase_add_test(faults, eperm);
	tcase_add_test(faults, standby);
	tcase_add_test(faults, asleep);
	tcase_add_test(faults, suspended);
	tcase_add_test(faults, arrivals);
	tcase_add_test(faults, translated_reads);
	suite_add_tcase(suite, faults);
	return unit_main(suite);
}
