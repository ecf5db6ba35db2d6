/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef SGIO_SIM_DRIVE_H
#define SGIO_SIM_DRIVE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "sat.h"
#include "sgio.h"
#include "sim_queue.h"
#include "sim_text.h"
#include "sim_time.h"

/*
 * Inside the simulated drive. From the outside in: sim.c is the backend, sim_scsi.c the
 * kernel's or the bridge's translation, sim_ata.c and sim_packet.c the drive itself,
 * sim_queue.c the clock.
 */
#define SIM_PAGE_BYTES 512
#define SIM_NEVER UINT64_MAX

/* How sense data with ATA registers is laid out (docs: sense data). */
enum sim_layout {
	SIM_LINUX_6_1, /* success by descriptor; errors fixed, registers at byte 8 */
	SIM_FIXED, /* SAT's fixed layout, as Linux 6.11 on errors and many bridges */
	SIM_DESCRIPTOR, /* D_SENSE is set: always by descriptor */
	SIM_NO_SENSE,   /* a bridge that returns none */
};

enum sim_sleep {
	SIM_AWAKE,
	SIM_STANDBY,   /* CHECK POWER MODE 00h: a command that needs the medium wakes */
	SIM_SLEEP,     /* the interface is off: any command is a reset and wakes */
	SIM_SUSPENDED, /* by the kernel, in standby: any request resumes it */
};

enum sim_kind {
	SIM_DISK,   /* behind libata */
	SIM_PACKET, /* an optical drive behind libata */
	SIM_BRIDGE, /* a disk behind a USB bridge that knows PASS-THROUGH (12) only */
};

/* One simulated drive before any option; sim_profile.c. */
struct sim_profile {
	const char *name;
	const char *alias; /* NULL without one */
	unsigned int page; /* of sim_identify.def */
	enum sim_kind kind;
	const char *driver;  /* of the host adapter */
	int64_t host_max;    /* bits/s, -1 without a SATA port */
	uint64_t spin_up_ns; /* from standby to ready */

	enum sim_model model;
	uint64_t command_ns; /* constant cost of a command */
	uint64_t rate;       /* of a link that is not the drive's own, bytes/s, or 0 */
	uint64_t outer, inner; /* of the medium, bytes/s */
	uint64_t seek_min_ns, seek_max_ns, rpm, buffer_kib;
	uint64_t latency_ns, channels, page_kib, handshake;
};

/* An IDENTIFY word set by the user. */
#define SIM_WORDS_MAX 64
struct sim_override {
	uint8_t number;
	uint16_t value;
};

#define SIM_SPANS_MAX 64
struct sim_span {
	uint64_t first, last; /* LBA */
};

/* All that stands after the name in "sim:NAME,key=value…"; every number is 64 bits. */
struct sim_setup {
	struct sim_span unc[SIM_SPANS_MAX]; /* rising, apart */
	uint64_t unc_count;
	uint64_t timeout, short_data,
		icrc;        /* number of the command, from 1, or SIM_NEVER */
	uint64_t gone_after; /* commands, or SIM_NEVER */
	uint64_t abort;      /* opcode, or SIM_NEVER */
	uint64_t layout;     /* enum sim_layout */
	uint64_t sleep;      /* enum sim_sleep */
	uint64_t bad_checksum, zero_registers, eperm, smart_failing, no_logs; /* 0, 1 */
	uint64_t native_max;              /* LBA, or SIM_NEVER */
	uint64_t zeros_first, zeros_last; /* LBA; the first is SIM_NEVER without any */
	/* The model of time, sim_profile's words; SIM_NEVER: as it has them. */
	uint64_t command_ns, bytes_per_second, handshake;
	uint64_t outer, inner, zones, seek_min, seek_max, rpm, buffer_kib, lookahead;
	uint64_t latency_ns, channels, page_kib;
	char model[41], serial[21], firmware[9]; /* empty: as the page has them */
	struct sim_override word[SIM_WORDS_MAX];
	unsigned int word_count;
};

struct sim_drive {
	struct sgio_drive drive; /* first, so that the two are one pointer */
	const struct sim_profile *profile;
	struct sim_setup setup;
	uint8_t page[SIM_PAGE_BYTES];
	uint64_t blocks;     /* user addressable, of logical_size bytes */
	uint64_t native_max; /* the last LBA there is */
	uint32_t logical_size;
	unsigned int physical_exponent; /* 2^n logical blocks in a physical one */
	enum sim_sleep sleep;
	struct ata_registers last; /* of the command before, which a time-out shows */
	struct sim_time time;
	struct sim_queue queue;
	unsigned int requests, commands, wakings;
	unsigned int arrivals[256];
};

/* A word of the IDENTIFY page. */
static inline uint16_t sim_word(const struct sim_drive *sim, unsigned int number)
{
	return (uint16_t)(sim->page[2 * number] | sim->page[2 * number + 1] << 8);
}

/* Words 76 to 79 are reported. */
static inline bool sim_has_sata(const struct sim_drive *sim)
{
	uint16_t w = sim_word(sim, 76);

	return w && w != 0xffff && !(w & 0x0001);
}

/* Bit 8 of word 76 is set. */
static inline bool sim_has_ncq(const struct sim_drive *sim)
{
	uint16_t w = sim_word(sim, 76);

	return w != 0xffff && (w & 0x0101) == 0x0100;
}

/* One ATA command on its way through the drive. */
struct sim_command {
	struct ata_taskfile tf;
	uint8_t *data;   /* where data goes */
	uint32_t length; /* room there */

	struct ata_registers registers; /* after it */
	struct sim_work work;           /* what it costs */
	uint8_t sense_key, asc;         /* what a packet device says of a failure */
	bool timed_out;                 /* no answer at all */
	bool incomplete;                /* only half of the data comes */
};

/* sim_ata.c: run @command, whose tf, data and length are set; the rest is written. */
void sim_ata_run(struct sim_drive *sim, struct sim_command *command);

/* sim_ata.c: a command arrives; false when a fault ends it here. */
bool sim_ata_arrive(struct sim_drive *sim, struct sim_command *command, bool media);

/* sim_ata.c: end @command with ERR and @error. */
void sim_ata_fail(struct sim_command *command, uint8_t error);

/* sim_ata.c: @lba in the registers, with its top four bits in DEVICE after a 28-bit
 * one. */
void sim_ata_set_lba(struct sim_command *command, uint64_t lba);

/* sim_ata.c: hand over @source, or half of it when the command is cut short. */
void sim_ata_deliver(struct sim_command *command, const uint8_t *source,
		     uint32_t length);

/* sim_media.c: the data of sector @lba, never zero. */
void sim_media_fill(uint64_t lba, uint8_t *data, uint32_t length);

/* sim_media.c: read, or with @verify only check, command->work.blocks from work.lba. */
void sim_media_read(const struct sim_drive *sim, struct sim_command *command,
		    bool verify);

/* sim_log.c: READ LOG EXT and READ LOG DMA EXT; SMART READ LOG. */
void sim_log_run(const struct sim_drive *sim, struct sim_command *command);
void sim_log_run_smart(const struct sim_drive *sim, struct sim_command *command);

/* sim_smart.c: SMART READ DATA, THRESHOLDS, LOG and RETURN STATUS (B0h). */
void sim_smart_run(const struct sim_drive *sim, struct sim_command *command);

/* What a request costs and what may be under way with it. */
struct sim_plan {
	enum sim_order order;
	struct sim_work work;
};

/* sim_scsi.c: answer @request; its reply, zeroed, is written. */
void sim_scsi_run(struct sim_drive *sim, struct sgio_request *request,
		  struct sim_plan *plan);

/* sim_scsi.c: @length bytes of @data are the answer. */
void sim_scsi_answer(const struct sim_drive *sim, struct sgio_request *request,
		     const uint8_t *data, uint32_t length);

/* sim_pass.c: ATA PASS-THROUGH in @request, of any size. */
void sim_pass_run(struct sim_drive *sim, struct sgio_request *request,
		  struct sim_plan *plan);

/* sim_pass.c: work and order of @command, after it ran. */
void sim_plan_command(const struct sim_command *command,
		      const struct sgio_request *request, struct sim_plan *plan);

/* sim_inquiry.c: INQUIRY as libata answers it. */
void sim_inquiry_run(const struct sim_drive *sim, struct sgio_request *request);

/* sim_inquiry.c: @page as a string of @words ATA words at @word; no terminator. */
void sim_string(const uint8_t *page, unsigned int word, unsigned int words,
		uint8_t *text);

/* sim_packet.c: a SCSI command to an optical drive. */
void sim_packet_run(struct sim_drive *sim, struct sgio_request *request,
		    struct sim_plan *plan);

/* sim_packet.c: its standard INQUIRY data. */
void sim_packet_inquiry(const struct sim_drive *sim, struct sgio_request *request);

/* sim_sense.c: CHECK CONDITION with key and code, nothing more. */
void sim_sense_code(const struct sim_drive *sim, struct sgio_reply *reply, uint8_t key,
		    uint8_t asc, uint8_t ascq);

/* sim_sense.c: 05/24, byte @byte of the CDB is at fault. */
void sim_sense_field(const struct sim_drive *sim, struct sgio_reply *reply,
		     uint8_t byte);

/* sim_sense.c: the registers of a pass-through command, good or bad. */
void sim_sense_registers(const struct sim_drive *sim, struct sgio_reply *reply,
			 const struct ata_registers *registers);

/* sim_sense.c: the failure of READ (10) or (16) at @lba. */
void sim_sense_block(const struct sim_drive *sim, struct sgio_reply *reply,
		     const struct ata_registers *registers, uint64_t lba);

/* sim_profile.c: the profile called @name, or NULL. */
const struct sim_profile *sim_profile_find(const char *name, size_t length);
/* sim_profile.c: the profile of a page from a file: disk or packet device. */
const struct sim_profile *sim_profile_of_page(const uint8_t *page);
/* sim_profile.c: name of profile @i, NULL after the last. */
const char *sim_profile_name(size_t i);
/* sim_profile.c: write the page of @profile, unsealed. */
void sim_profile_page(const struct sim_profile *profile, uint8_t *page);
/* sim_profile.c: write @text as an ATA string, padded with blanks. */
void sim_page_string(uint8_t *page, unsigned int word, unsigned int words,
		     const char *text);
/*
 * sim_file.c: the first IDENTIFY page of the dump @path. Returns 0, a negative errno of
 * open(2) or read(2), or -ENODATA when it holds no whole page.
 */
int sim_file_read(const char *path, uint8_t *page);
/* sim_facts.c: what the kernel would say of @sim, from its page and profile. */
void sim_facts_fill(struct sim_drive *sim);
/* sim_setup.c: its model of time, from profile, options and page; after the facts. */
void sim_setup_time(struct sim_drive *sim);

/*
 * sim_options.c: parse @list, "key=value,key…", start NULL without any, into @setup,
 * which is set to its defaults first, for a drive of @model.
 *
 * Returns 0, or -EINVAL with @message saying what is wrong.
 */
int sim_options_parse(struct sim_setup *setup, struct sim_part list,
		      enum sim_model model, struct sim_message *message);

#endif
