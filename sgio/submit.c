/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <string.h>

#include "gate.h"
#include "sgio.h"

int sgio_submit(struct sgio_drive *drive, struct sgio_request *request)
{
	int rc = sgio_gate(drive, request);

	if (rc < 0)
		return rc;
	if (drive->outstanding >= (drive->depth ? drive->depth : 1))
		return -EAGAIN;
	memset(&request->reply, 0, sizeof(request->reply));
	rc = drive->backend->submit(drive, request);
	if (rc < 0)
		return rc;
	drive->outstanding++;
	return 0;
}

/* Standard INQUIRY data, byte 0: peripheral qualifier 0 (there) and type (SPC-5 6.6.2).
 */
static void learn(struct sgio_drive *drive, const struct sgio_request *request)
{
	const struct sgio_reply *reply = &request->reply;

	if (request->cdb[0] != 0x12 || request->cdb[1] & 1)
		return;
	if (reply->error || reply->host_status || reply->scsi_status ||
	    reply->data_absent || reply->residual >= (int64_t)request->length)
		return;
	drive->packet12 = request->data[0] == 0x00 || request->data[0] == 0x14;
}

int sgio_reap(struct sgio_drive *drive, struct sgio_request **request)
{
	struct sgio_request *done;
	int rc = drive->backend->reap(drive, &done);

	if (rc < 0)
		return rc;
	if (drive->outstanding)
		drive->outstanding--;
	learn(drive, done);
	*request = done;
	return 0;
}

int sgio_run(struct sgio_drive *drive, struct sgio_request *request)
{
	struct sgio_request *done;
	int rc;

	if (drive->outstanding)
		return -EBUSY;
	rc = sgio_submit(drive, request);
	if (rc < 0)
		return rc;
	rc = sgio_reap(drive, &done);
	if (rc < 0)
		return rc;
	return done == request ? 0 : -EPROTO;
}

uint64_t sgio_now(struct sgio_drive *drive)
{
	return drive->backend->now(drive);
}

void sgio_close(struct sgio_drive *drive)
{
	if (drive)
		drive->backend->close(drive);
}
