/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "ata/identify.h"
#include "sim.h"
#include "sim_drive.h"

/* The simulated drive as a backend, and how one is opened by its name. */

static struct sim_drive *sim_of(struct sgio_drive *drive)
{
	return (struct sim_drive *)drive;
}

static const struct sim_drive *const_sim_of(const struct sgio_drive *drive)
{
	return (const struct sim_drive *)drive;
}

/* The commands that Linux lets nobody send without CAP_SYS_RAWIO, read-only open. */
static bool is_filtered(const struct sgio_request *request)
{
	return request->cdb[0] == 0x85 || request->cdb[0] == 0xa1 ||
	       request->cdb[0] == 0x7f;
}

/* An errno, positive, when the request does not get as far as the drive. */
static int refused(const struct sim_drive *sim, const struct sgio_request *request)
{
	if (sim->commands >= sim->setup.gone_after)
		return ENODEV;
	if (sim->setup.eperm && is_filtered(request))
		return EPERM;
	return 0;
}

/* The kernel wakes a suspended drive before it sends anything at all. */
static uint64_t resume(struct sim_drive *sim)
{
	if (sim->setup.sleep != SIM_SUSPENDED)
		return 0;
	sim->wakings++;
	if (sim->sleep == SIM_AWAKE)
		return 0;
	sim->sleep = SIM_AWAKE;
	return sim->profile->spin_up_ns;
}

static int submit(struct sgio_drive *drive, struct sgio_request *request)
{
	struct sim_drive *sim = sim_of(drive);
	struct sim_plan plan = {.order = SIM_BESIDE};
	int rc = sim_queue_room(&sim->queue);

	if (rc < 0)
		return rc;
	memset(&request->reply, 0, sizeof(request->reply));
	request->reply.error = refused(sim, request);
	if (!request->reply.error) {
		uint64_t resume_ns = resume(sim);

		sim->requests++;
		sim_scsi_run(sim, request, &plan);
		plan.work.extra_ns += resume_ns;
	}
	sim_queue_add(&sim->queue, request, plan.order, &plan.work);
	return 0;
}

static int reap(struct sgio_drive *drive, struct sgio_request **request)
{
	return sim_queue_take(&sim_of(drive)->queue, &sim_of(drive)->time, request);
}

static uint64_t now(struct sgio_drive *drive)
{
	return sim_of(drive)->queue.now_ns;
}

static void close_drive(struct sgio_drive *drive)
{
	free(drive);
}

static const struct sgio_backend backend = {submit, reap, now, close_drive};

static bool is_sealed(const uint8_t *page)
{
	uint8_t sum = 0;

	for (int i = 0; i < SIM_PAGE_BYTES; i++)
		sum = (uint8_t)(sum + page[i]);
	return page[510] == 0xa5 && sum == 0;
}

static void set_text(uint8_t *page, unsigned int word, unsigned int words,
		     const char *text)
{
	if (text[0])
		sim_page_string(page, word, words, text);
}

/* A page stays sealed, unless word 255 itself was set; one that never was stays so. */
static void change_page(uint8_t *page, const struct sim_setup *setup)
{
	bool seal = is_sealed(page);

	set_text(page, 10, 10, setup->serial);
	set_text(page, 23, 4, setup->firmware);
	set_text(page, 27, 20, setup->model);
	for (unsigned int i = 0; i < setup->word_count; i++) {
		const struct sim_override *word = &setup->word[i];

		page[2 * word->number] = (uint8_t)word->value;
		page[2 * word->number + 1] = (uint8_t)(word->value >> 8);
		if (word->number == 255)
			seal = false;
	}
	if (seal)
		ata_identify_seal(page);
	if (setup->bad_checksum)
		page[511] ^= 0xff;
}

static void start(struct sim_drive *sim)
{
	change_page(sim->page, &sim->setup);
	/* Many bridges return registers in SAT's fixed layout. */
	if (sim->profile->kind == SIM_BRIDGE && sim->setup.layout == SIM_LINUX_6_1)
		sim->setup.layout = SIM_FIXED;
	sim->sleep = (enum sim_sleep)sim->setup.sleep;
	sim_facts_fill(sim);
	sim_setup_time(sim);
	sim->drive.backend = &backend;
	sim->drive.depth = SIM_DEPTH;
}

static void say_no_drive(struct sim_message *message, struct sim_part name)
{
	sim_message_add(message, "no simulated drive or file '");
	sim_message_part(message, name);
	sim_message_add(message, "', the nearest is '");
	sim_message_add(message, sim_nearest(name, sim_profile_name));
	sim_message_add(message, "'; there are");
	sim_message_list(message, sim_profile_name);
	sim_message_add(message, " and the name of any dump");
}

static void say_no_file(struct sim_message *message, struct sim_part name, int error)
{
	sim_message_add(message, "no IDENTIFY page from '");
	sim_message_part(message, name);
	sim_message_add(message, "': ");
	sim_message_add(message, error == ENODATA ? "the file holds no whole dump"
						  : strerrordesc_np(error));
}

/* The page of a dump. A plain word that is no file was meant as a profile. */
static int load_file(struct sim_drive *sim, struct sim_part name,
		     struct sim_message *message)
{
	char *path = strndup(name.start, name.length);
	int rc;

	if (!path)
		return -ENOMEM;
	rc = sim_file_read(path, sim->page);
	free(path);
	if (rc == -ENOENT && !memchr(name.start, '/', name.length))
		say_no_drive(message, name);
	else if (rc < 0)
		say_no_file(message, name, -rc);
	sim->profile = sim_profile_of_page(sim->page);
	return rc;
}

static int load(struct sim_drive *sim, struct sim_part name,
		struct sim_message *message)
{
	sim->profile = sim_profile_find(name.start, name.length);
	if (!sim->profile)
		return load_file(sim, name, message);
	sim_profile_page(sim->profile, sim->page);
	ata_identify_seal(sim->page);
	return 0;
}

int sgio_open_sim(const char *name, struct sgio_drive **drive, char *message,
		  size_t size)
{
	struct sim_message text = {message, size, 0};
	struct sim_part options = {name, strlen(name)};
	struct sim_part profile = sim_part_take(&options, ',');
	struct sim_drive *sim = calloc(1, sizeof(*sim));
	int rc;

	if (!sim)
		return -ENOMEM;
	if (size)
		message[0] = '\0';
	rc = load(sim, profile, &text);
	if (rc == 0)
		rc = sim_options_parse(&sim->setup, options, sim->profile->model,
				       &text);
	if (rc < 0) {
		free(sim);
		return rc;
	}
	start(sim);
	*drive = &sim->drive;
	return 0;
}

unsigned int sim_requests(const struct sgio_drive *drive)
{
	return const_sim_of(drive)->requests;
}

unsigned int sim_arrivals(const struct sgio_drive *drive, uint8_t command)
{
	return const_sim_of(drive)->arrivals[command];
}

unsigned int sim_arrivals_total(const struct sgio_drive *drive)
{
	return const_sim_of(drive)->commands;
}

unsigned int sim_wakings(const struct sgio_drive *drive)
{
	return const_sim_of(drive)->wakings;
}
