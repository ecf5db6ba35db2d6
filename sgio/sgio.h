/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef SGIO_SGIO_H
#define SGIO_SGIO_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Carries SCSI requests to something that behaves like a drive: a real node (linux.c),
 * a recording (replay.c) or the simulated drive (sim.c), with recording and tracing as
 * decorators (record.c, trace.c).
 *
 * Three things never share a channel: a negative errno says that the drive could not be
 * asked; the reply says what the drive and the kernel answered; what the data means is
 * the caller's affair.
 */
#define SGIO_CDB_MAX 32
#define SGIO_SENSE_MAX 64

/* There is no direction for data going out to a drive, and no request can have one. */
enum sgio_direction {
	SGIO_NONE,
	SGIO_IN,
};

/* What came back, every field apart (Linux: struct sg_io_hdr, struct sg_io_v4). */
struct sgio_reply {
	int error;            /* errno of the submission, positive, or 0 */
	uint16_t host_status; /* DID_*: 0 is good, 1 no connect, 3 time-out, … */
	uint16_t driver_status;
	uint8_t scsi_status; /* 0 good, 2 check condition, … (SAM-5 5.3.1) */
	uint8_t sense_length;
	uint8_t sense[SGIO_SENSE_MAX];
	int32_t residual; /* bytes of the buffer that were not filled */
	bool data_absent; /* a recording kept the data's hash only: the buffer is zeroed
			   */
	uint64_t start_ns; /* on the drive's clock, sgio_now() */
	uint64_t end_ns;
};

struct sgio_request {
	uint8_t cdb[SGIO_CDB_MAX];
	uint8_t cdb_length;
	enum sgio_direction direction;
	uint8_t *data; /* the caller's; filled when direction is SGIO_IN */
	uint32_t length;
	uint32_t timeout_ms;
	void *owner; /* the caller's, never looked at */
	struct sgio_reply reply;
};

enum sgio_node {
	SGIO_NODE_BLOCK, /* /dev/sdX, /dev/srN */
	SGIO_NODE_SG,
	SGIO_NODE_BSG,
	SGIO_NODE_SIM,
};

enum sgio_bus {
	SGIO_BUS_UNKNOWN,
	SGIO_BUS_ATA, /* libata: a port of this host */
	SGIO_BUS_USB,
	SGIO_BUS_SAS,     /* an HBA's own translation */
	SGIO_BUS_VIRTUAL, /* virtio, scsi_debug, iscsi */
	SGIO_BUS_NVME,
};

/*
 * What the kernel says of a drive without asking it (sysfs). Strings are empty, numbers
 * -1 when the kernel does not say.
 */
struct sgio_facts {
	enum sgio_node node;
	enum sgio_bus bus;
	char kernel_name[32];  /* "sda", "sda1", "sg0", "0:0:0:0" */
	char block_name[32];   /* "sda", also for its sg and bsg nodes and partitions */
	char scsi_address[32]; /* "0:0:0:0"; empty when this is no SCSI device */
	char ata_port[16];     /* "ata1", as in dmesg */
	char ata_link[24];     /* "link1", behind a port multiplier "link1.3" */
	char ata_device[24];   /* "dev1.0", behind a port multiplier "dev1.3.0" */
	char usb_id[10];       /* of a bridge: "152d:0578" */
	char driver[32];       /* of the host adapter: "ahci", "mpt3sas", "uas" */
	char vendor[9];        /* INQUIRY, trimmed */
	char product[17];      /* INQUIRY: a model name cut to 16 characters */
	char product_rev[5];   /* INQUIRY: a firmware version cut to 4 */
	char runtime_status[16]; /* power/runtime_status: "active", "suspended" */
	int64_t capacity_bytes;  /* /sys/block/…/size × 512 */
	int64_t logical_block_size;
	int64_t physical_block_size;
	int64_t max_transfer_bytes; /* queue/max_hw_sectors_kb */
	int64_t queue_depth;
	int64_t link_bits_per_second;     /* ata_link/…/sata_spd */
	int64_t host_max_bits_per_second; /* ata_link/…/hw_sata_spd_limit */
	int64_t peripheral_type;          /* device/type: 0 disk, 5 CD-ROM, 14h ZBC */
	bool port_multiplier;
	bool is_partition; /* all other facts are those of its whole disk, block_name */
};

struct sgio_drive;

/* What a backend is. Each returns 0 or a negative errno. */
struct sgio_backend {
	/* Take @request; its reply is written by the time reap() gives it back. */
	int (*submit)(struct sgio_drive *drive, struct sgio_request *request);
	/* Wait for one request to end; -ENOENT when none is outstanding. */
	int (*reap)(struct sgio_drive *drive, struct sgio_request **request);
	/* Nanoseconds on a clock that never goes back; virtual in the simulated drive.
	 */
	uint64_t (*now)(struct sgio_drive *drive);
	void (*close)(struct sgio_drive *drive);
};

/* The head of every backend's own struct. */
struct sgio_drive {
	const struct sgio_backend *backend;
	struct sgio_facts facts;
	unsigned int depth; /* most requests outstanding that the backend takes */

	/* Kept by sgio_submit() and sgio_reap(); a backend leaves them alone. */
	unsigned int outstanding;
	bool packet12; /* INQUIRY said disk (0, 14h): A1h is no BLANK (MMC) here */
};

/*
 * Send @request, if the gate lets it pass (gate.def): every backend is reached by this
 * function alone.
 *
 * Returns 0; -EBADRQC when the gate refuses it; -EAGAIN when @drive has as many
 * requests outstanding as it takes; another negative errno when it could not be sent.
 * @request and its data stay the backend's until sgio_reap() gives them back.
 */
int sgio_submit(struct sgio_drive *drive, struct sgio_request *request);
int sgio_reap(struct sgio_drive *drive, struct sgio_request **request);

/* Submit one request and wait for it. Nothing else may be outstanding. */
int sgio_run(struct sgio_drive *drive, struct sgio_request *request);

uint64_t sgio_now(struct sgio_drive *drive);
void sgio_close(struct sgio_drive *drive); /* NULL is fine */

/*
 * Open a real node: a block device, an sg or a bsg character device. Sends nothing; the
 * facts are read from sysfs before the node is opened. Block and bsg nodes are opened
 * read-only; sg nodes for writing too where that is allowed, because the kernel lets
 * group disk use those without CAP_SYS_RAWIO.
 *
 * @depth is the most requests that will be outstanding, 1 to 64; above 1 workers are
 * started. With 1 the command runs inside sgio_submit().
 *
 * Returns 0 and *@drive, or a negative errno: those of stat(2) and open(2); -EISDIR;
 * -ENOTTY when the node is none of these kinds or leads to no SCSI device; -EPROTOTYPE
 * when it is NVMe; -EINVAL when @depth is wrong. A partition opens; what is sent to it
 * reaches the whole disk, and the kernel answers ENOTTY without CAP_SYS_RAWIO
 * (facts.is_partition and facts.block_name say what to use instead).
 *
 * sgio_close() waits for what the kernel has; requests that no worker had begun are not
 * sent any more and never come back.
 */
int sgio_open_linux(const char *path, unsigned int depth, struct sgio_drive **drive);

enum sgio_block_mode {
	SGIO_BLOCK_DIRECT,  /* O_DIRECT; data and length aligned to the logical block */
	SGIO_BLOCK_DROPPED, /* the page cache, asked to forget the node first */
	SGIO_BLOCK_CACHED,  /* the page cache with what is in it */
};

/*
 * The block node @path for READ (10) and (16) alone, which become pread(2) at LBA times
 * the logical block size: the same reads as SG_IO, through the block layer.
 * Any disk of the block layer, SCSI or not; opened read-only.
 *
 * Returns 0 and *@drive, or a negative errno: those of stat(2) and open(2), EINVAL
 * where the kernel knows no O_DIRECT on it; -ENOTBLK when @path is no block node;
 * -ENOTTY for a partition (facts.block_name says what to use instead); -ENODATA when
 * sysfs does not know its logical block size; -EINVAL when @depth, as of
 * sgio_open_linux(), is wrong.
 *
 * A short read, at the end of the disk, sets the residual. An errno of pread is the
 * reply's error, EIO for a sector that cannot be read. Any other CDB ends with CHECK
 * CONDITION, 05/20, and FUA, which pread does not have, with 05/24. There is no
 * time-out. Closing is as with sgio_open_linux().
 */
int sgio_open_block(const char *path, unsigned int depth, enum sgio_block_mode mode,
		    struct sgio_drive **drive);

/*
 * The simulated drive @name, all that follows "sim:" (docs/sim.md). It has a clock of
 * its own, which only sgio_reap() moves, to the end of the request that it gives back.
 *
 * Returns 0 and *@drive, or a negative errno, with what is wrong in @message, @size
 * bytes that may be 0: -ENOENT without such a drive or file, -EINVAL for a wrong key or
 * value, -ENODATA for a file without a whole dump, -ENOMEM, and those of open(2) and
 * read(2).
 *
 * Later sgio_submit() returns -EOVERFLOW after 100,000,000 requests, and sgio_reap()
 * -EDEADLK after 10,000 of them in a row between which the clock stood still.
 */
int sgio_open_sim(const char *name, struct sgio_drive **drive, char *message,
		  size_t size);

#endif
