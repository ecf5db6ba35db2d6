/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <fcntl.h>
#include <scsi/sg_pt.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "clock.h"
#include "sgio.h"
#include "sysfs.h"
#include "workers.h"

enum {
	SG_MAX_QUEUE = 16,     /* sg takes so many a descriptor, then says EDOM */
	BLOCK_EXT_MAJOR = 259, /* NVMe, and partitions above the 15th of any disk */
};

struct linux_drive {
	struct sgio_drive drive;
	int fd[WORKERS_MAX / SG_MAX_QUEUE];
	struct sg_pt_base *pt[WORKERS_MAX]; /* one a worker, used for every request */
	struct workers workers;
};

static struct linux_drive *linux_of(struct sgio_drive *drive)
{
	return (struct linux_drive *)drive;
}

static uint64_t linux_now(struct sgio_drive *drive)
{
	(void)drive;
	return clock_now();
}

/* Which of the descriptors worker @i uses. */
static unsigned int fd_of(const struct linux_drive *linux_drive, unsigned int i)
{
	return linux_drive->drive.facts.node == SGIO_NODE_SG ? i / SG_MAX_QUEUE : 0;
}

/*
 * libsgutils2 1.46 does not hand out driver_status. Linux since 5.14 makes it up
 * anyway: DRIVER_SENSE with CHECK CONDITION, else 0 (block/bsg-lib.c,
 * drivers/scsi/sg.c). What an older kernel put there is seen only as a transport error
 * without a host status.
 */
static uint16_t driver_status(const struct sg_pt_base *pt)
{
	enum { DRIVER_ERROR = 4, DRIVER_SENSE = 8 };

	switch (get_scsi_pt_result_category(pt)) {
	case SCSI_PT_RESULT_SENSE:
		return DRIVER_SENSE;
	case SCSI_PT_RESULT_TRANSPORT_ERR:
		return get_scsi_pt_transport_err(pt) ? 0 : DRIVER_ERROR;
	default:
		return 0;
	}
}

static void read_reply(const struct sg_pt_base *pt, struct sgio_reply *reply)
{
	int sense_length = get_scsi_pt_sense_len(pt);

	if (sense_length > SGIO_SENSE_MAX)
		sense_length = SGIO_SENSE_MAX;
	reply->sense_length = (uint8_t)(sense_length > 0 ? sense_length : 0);
	reply->host_status = (uint16_t)get_scsi_pt_transport_err(pt);
	reply->driver_status = driver_status(pt);
	reply->scsi_status = (uint8_t)get_scsi_pt_status_response(pt);
	reply->residual = get_scsi_pt_resid(pt);
}

/* Positive results of do_scsi_pt() are the library's own complaints. */
static int error_of(int rc)
{
	if (rc <= 0)
		return -rc;
	return rc == SCSI_PT_DO_TIMEOUT ? ETIMEDOUT : EINVAL;
}

static void execute(void *context, unsigned int number, struct sgio_request *request)
{
	struct linux_drive *linux_drive = context;
	struct sg_pt_base *pt = linux_drive->pt[number];
	int fd = linux_drive->fd[fd_of(linux_drive, number)];
	/* sg_pt takes whole seconds, and 0 for a minute. */
	int seconds =
		(int)(request->timeout_ms / 1000 + (request->timeout_ms % 1000 != 0));
	struct sgio_reply *reply = &request->reply;
	int rc;

	memset(reply, 0, sizeof(*reply));
	clear_scsi_pt_obj(pt); /* without it sg_pt takes no second buffer */
	set_scsi_pt_cdb(pt, request->cdb, request->cdb_length);
	set_scsi_pt_sense(pt, reply->sense, sizeof(reply->sense));
	if (request->direction == SGIO_IN)
		set_scsi_pt_data_in(pt, request->data, (int)request->length);
	reply->start_ns = clock_now();
	rc = do_scsi_pt(pt, fd, seconds, 0);
	reply->end_ns = clock_now();
	reply->error = error_of(rc);
	if (!rc)
		read_reply(pt, reply);
}

static int linux_submit(struct sgio_drive *drive, struct sgio_request *request)
{
	return workers_submit(&linux_of(drive)->workers, request);
}

static int linux_reap(struct sgio_drive *drive, struct sgio_request **request)
{
	return workers_reap(&linux_of(drive)->workers, request);
}

static void linux_close(struct sgio_drive *drive)
{
	struct linux_drive *linux_drive = linux_of(drive);

	workers_close(&linux_drive->workers);
	for (unsigned int i = 0; i < WORKERS_MAX; i++) {
		if (linux_drive->pt[i])
			destruct_scsi_pt_obj(linux_drive->pt[i]);
	}
	for (unsigned int i = 0; i < WORKERS_MAX / SG_MAX_QUEUE; i++) {
		if (linux_drive->fd[i] >= 0)
			close(linux_drive->fd[i]);
	}
	free(linux_drive);
}

static const struct sgio_backend linux_backend = {
	.submit = linux_submit,
	.reap = linux_reap,
	.now = linux_now,
	.close = linux_close,
};

static int start_workers(struct linux_drive *linux_drive)
{
	for (unsigned int i = 0; i < linux_drive->drive.depth; i++) {
		int fd = linux_drive->fd[fd_of(linux_drive, i)];

		linux_drive->pt[i] = construct_scsi_pt_obj_with_fd(fd, 0);
		if (!linux_drive->pt[i])
			return -ENOMEM;
	}
	return workers_start(&linux_drive->workers);
}

/*
 * The first use of libsgutils2 fills its global variables (the major number of bsg from
 * /proc/devices, the version of sg) without a lock, so it has to be over before a
 * second thread comes. /dev/null answers the command with ENOTTY.
 */
static void warm_up(void)
{
	static const uint8_t test_unit_ready[6];
	uint8_t sense[SGIO_SENSE_MAX];
	int fd = open("/dev/null", O_RDONLY | O_CLOEXEC);
	struct sg_pt_base *pt = construct_scsi_pt_obj_with_fd(fd, 0);

	if (pt && fd >= 0) {
		set_scsi_pt_cdb(pt, test_unit_ready, sizeof(test_unit_ready));
		set_scsi_pt_sense(pt, sense, sizeof(sense));
		do_scsi_pt(pt, fd, 1, 0);
	}
	if (pt)
		destruct_scsi_pt_obj(pt);
	if (fd >= 0)
		close(fd);
}

/*
 * Never for writing where that has effects: udev answers the close of a block node that
 * was open for writing with probes that may spin a drive up.
 */
static int open_node(const char *path, enum sgio_node node)
{
	int fd = -1;

	if (node == SGIO_NODE_SG)
		fd = open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC);
	if (fd < 0 && (node != SGIO_NODE_SG || errno == EACCES || errno == EPERM ||
		       errno == EROFS))
		fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
	return fd < 0 ? -errno : fd;
}

/* The facts are those of what @path named before; a name can come to mean another. */
static int check_node(int fd, const struct stat *before)
{
	struct stat now;

	if (fstat(fd, &now) < 0)
		return -errno;
	if ((now.st_mode & S_IFMT) != (before->st_mode & S_IFMT) ||
	    now.st_rdev != before->st_rdev)
		return -ESTALE;
	return 0;
}

/* As many descriptors as the workers need. */
static int open_nodes(struct linux_drive *linux_drive, const char *path,
		      const struct stat *before)
{
	unsigned int last = fd_of(linux_drive, linux_drive->drive.depth - 1);
	int rc = 0;

	for (unsigned int i = 0; i <= last && rc >= 0; i++) {
		rc = linux_drive->fd[i] =
			open_node(path, linux_drive->drive.facts.node);
		if (rc >= 0)
			rc = check_node(linux_drive->fd[i], before);
	}
	return rc;
}

static int read_facts(const char *path, dev_t number, struct sgio_facts *facts)
{
	int rc = sysfs_facts_of_path("", path, facts);

	if (rc < 0)
		return rc;
	if (facts->bus == SGIO_BUS_NVME)
		return -EPROTOTYPE;
	/* Where sysfs knows the node, it knows whether a SCSI device is behind it. */
	if (*facts->kernel_name && !*facts->scsi_address)
		return -ENOTTY;
	/* sg_pt takes every block node of this major number (sda16 is one) for NVMe. */
	if (facts->is_partition && major(number) == BLOCK_EXT_MAJOR)
		return -ENOTTY;
	return 0;
}

static struct linux_drive *create(unsigned int depth)
{
	struct linux_drive *linux_drive = calloc(1, sizeof(*linux_drive));

	if (!linux_drive)
		return NULL;
	linux_drive->drive.backend = &linux_backend;
	linux_drive->drive.depth = depth;
	for (unsigned int i = 0; i < WORKERS_MAX / SG_MAX_QUEUE; i++)
		linux_drive->fd[i] = -1;
	workers_init(&linux_drive->workers, depth, execute, linux_drive);
	return linux_drive;
}

int sgio_open_linux(const char *path, unsigned int depth, struct sgio_drive **drive)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;
	struct linux_drive *linux_drive;
	struct sgio_facts facts;
	struct stat status;
	int rc;

	if (!depth || depth > WORKERS_MAX)
		return -EINVAL;
	if (stat(path, &status) < 0)
		return -errno;
	rc = read_facts(path, status.st_rdev, &facts);
	if (rc < 0)
		return rc;
	pthread_once(&once, warm_up);
	linux_drive = create(depth);
	if (!linux_drive)
		return -ENOMEM;
	linux_drive->drive.facts = facts;
	rc = open_nodes(linux_drive, path, &status);
	if (rc >= 0)
		rc = start_workers(linux_drive);
	if (rc < 0) {
		linux_close(&linux_drive->drive);
		return rc;
	}
	*drive = &linux_drive->drive;
	return 0;
}
