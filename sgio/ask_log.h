/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef SGIO_ASK_LOG_H
#define SGIO_ASK_LOG_H

#include "ask.h"
#include "identify.h"
#include "log.h"

/*
 * Reads the logs of a drive that said who it is (ACS-6 7.22, 7.23, 7.40): READ LOG DMA
 * EXT only where IDENTIFY says that there is such a command, READ LOG EXT where not and
 * where it failed; SMART READ LOG for the logs that are SMART's alone. FEATURE is 0 for
 * every log, since 1 resets counters. The directory is read first, and never more pages
 * than it says are asked for.
 *
 * Functions return as those of ask.h do. What ended by ASK_TIMED_OUT or ASK_GONE must
 * not be followed by anything else.
 */
#define ASK_LOGS 256

/* What a log directory says, or why there is none. */
struct ask_log_directory {
	/* How reading it ended; the step is ASK_STEP_NONE when it was not asked for. */
	struct ask_end end;
	bool known;    /* the drive has one; raw holds it */
	bool inferred; /* there is none, pages is what SMART's capabilities say */
	uint16_t version;
	uint16_t pages[ASK_LOGS]; /* 0: the drive has no such log */
	uint8_t raw[ATA_LOG_PAGE_BYTES];
};

/* The logs of one drive; ask_logs_begin() fills it, the reader changes it. */
struct ask_logs {
	struct ask *ask;
	bool has_gpl, has_dma, has_smart; /* what IDENTIFY says; dma: until it fails */
	bool no_directory;                /* this drive must not be asked for it */
	bool single;                      /* several pages in one command failed */
	uint32_t most_pages;              /* in one command */
	bool error_log, self_test_log;    /* SMART ones, by IDENTIFY */
	struct ask_log_directory gpl, smart;
};

/*
 * The logs of the drive that @ask is a conversation with, whose IDENTIFY data is @id.
 * Sends nothing. A 12-byte CDB holds no 48-bit command: has_gpl is false then.
 */
void ask_logs_begin(struct ask_logs *logs, struct ask *ask,
		    const struct ata_identify *id);

/*
 * Fill @directory from its raw page, as @access gave it. All zeros and vendor data come
 * where there is none: version 1 alone means one, but for SMART's, where version 0
 * means that every log has one page (ACS-6 9.2; SMART READ LOG before ATA/ATAPI-6).
 */
void ask_log_directory_take(struct ask_log_directory *directory,
			    enum ata_log_access access);

/* Read both directories, as far as the drive may be asked for them. */
int ask_log_directories(struct ask_logs *logs);

/* How many pages of log @address can be read by @access; 0 without it. */
uint16_t ask_log_pages(const struct ask_logs *logs, uint8_t address,
		       enum ata_log_access access);

/*
 * By which of the commands log @address is best read; 0 when the drive has it in
 * neither directory.
 */
unsigned int ask_log_access(const struct ask_logs *logs, uint8_t address);

struct ask_log_read {
	struct ask_end end; /* of the command that failed, else of the last one */
	uint32_t pages;     /* so many came, from the first on */
};

/*
 * Read @count pages of log @address from page @first on into @data, which has room for
 * them. SMART READ LOG gives pages from 0 on only, 255 at most.
 *
 * Returns 0, with what came in @read; -ERANGE when the directory does not say that
 * there are so many, or @access cannot reach them.
 */
int ask_log_read(struct ask_logs *logs, uint8_t address, enum ata_log_access access,
		 uint16_t first, uint16_t count, uint8_t *data,
		 struct ask_log_read *read);

/*
 * The page of SMART READ DATA, or of SMART READ THRESHOLDS. It counts when end->verdict
 * is ASK_OK.
 */
int ask_smart_data(struct ask *ask, uint8_t page[static ATA_LOG_PAGE_BYTES],
		   struct ask_end *end);
int ask_smart_thresholds(struct ask *ask, uint8_t page[static ATA_LOG_PAGE_BYTES],
			 struct ask_end *end);

#endif
