/* SPDX-License-Identifier: BSD-2-Clause */
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "explain.h"

/* Shares from which one figure says something of another. */
#define LINK_FULL 0.85   /* of the link's limit: frames and commands take the rest */
#define LINK_OVER 1.02   /* of it: more than a link carries */
#define MEDIA_EQUAL 0.93 /* of the rate of the medium */
#define MEDIA_SAME 0.98  /* where the link is near, too */
#define QUEUE_GAIN 1.15
#define HOST_LOSS 0.90

static const char *const names[LIMIT_COUNT] = {
	[LIMIT_UNKNOWN] = "unknown",   [LIMIT_MEDIA] = "media",
	[LIMIT_LINK] = "link",         [LIMIT_LINK_SLOW] = "link_slow",
	[LIMIT_COMMAND] = "command",   [LIMIT_HOST] = "host",
	[LIMIT_OTHER_IO] = "other_io",
};

const char *limit_name(enum limit limit)
{
	return names[limit];
}

static void say(struct explanation *explanation, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

static void say(struct explanation *explanation, const char *format, ...)
{
	va_list arguments;
	char *text;

	if (explanation->sentence_count == SENTENCES_MAX)
		return;
	va_start(arguments, format);
	if (vasprintf(&text, format, arguments) < 0)
		text = NULL;
	va_end(arguments);
	if (text)
		explanation->sentences[explanation->sentence_count++] = text;
}

static double most(double a, double b)
{
	return a > b ? a : b;
}

/* The rate that the drive gives when it is asked well. */
static double best(const struct evidence *e)
{
	return most(e->sequential, e->queued);
}

static double mb(double rate)
{
	return rate / 1e6;
}

static bool link_is_slow(const struct evidence *e)
{
	return e->own_link && e->link_speed > 0 && e->drive_max_speed > e->link_speed &&
	       e->host_max_speed > e->link_speed;
}

static bool link_is_full(const struct evidence *e)
{
	return e->own_link && e->link_limit > 0 &&
	       best(e) >= LINK_FULL * e->link_limit &&
	       best(e) <= LINK_OVER * e->link_limit;
}

/* A READ VERIFY that is slower than reading tells nothing of the medium. */
static bool media_is_reached(const struct evidence *e, double share)
{
	return e->rotating && e->media > 0 && best(e) >= share * e->media &&
	       best(e) <= e->media / share;
}

static bool queue_helps(const struct evidence *e)
{
	return e->sequential > 0 && e->queued > QUEUE_GAIN * e->sequential;
}

static bool host_is_slow(const struct evidence *e)
{
	return e->direct > 0 && e->direct < HOST_LOSS * e->sequential;
}

static void judge_link(const struct evidence *e, struct explanation *x)
{
	char speed[32] = "";

	if (e->link_speed > 0) /* parallel ATA has a burst rate only */
		snprintf(speed, sizeof(speed), " at %.1f Gb/s", e->link_speed / 1e9);
	x->limit = link_is_slow(e) ? LIMIT_LINK_SLOW : LIMIT_LINK;
	say(x,
	    "The link limits this drive: %.0f MB/s is %.0f %% of the %.0f MB/s that "
	    "it can carry at most%s.",
	    mb(best(e)), 100 * best(e) / e->link_limit, mb(e->link_limit), speed);
}

static void say_slow_link(const struct evidence *e, struct explanation *x)
{
	if (link_is_slow(e))
		say(x,
		    "The link runs at %.1f Gb/s, though the drive can do %.1f and the "
		    "host %.1f Gb/s: look at the cable, the backplane and the port, "
		    "and "
		    "for 'SATA link up' in dmesg.",
		    e->link_speed / 1e9, e->drive_max_speed / 1e9,
		    e->host_max_speed / 1e9);
}

static void judge_media(const struct evidence *e, struct explanation *x)
{
	char buffer[64] = "";

	if (e->buffer > 0)
		snprintf(buffer, sizeof(buffer), ", and its buffer gives %.0f MB/s",
			 mb(e->buffer));
	x->limit = LIMIT_MEDIA;
	say(x,
	    "The medium limits this drive: it reads %.0f MB/s where the platters give "
	    "%.0f MB/s at this place%s.",
	    mb(best(e)), mb(e->media), buffer);
	say(x, "Platters are fastest at the first sectors and slowest at the last: -z "
	       "shows it.");
}

static void judge_command(const struct evidence *e, struct explanation *x)
{
	x->limit = LIMIT_COMMAND;
	say(x,
	    "The cost of each command limits this drive when one is sent at a time: "
	    "%.0f MB/s, and %.0f MB/s with a queue.",
	    mb(e->sequential), mb(e->queued));
	if (e->lookahead_off)
		say(x, "Its look-ahead is disabled, so each command waits for the "
		       "platters to come round again.");
	else
		say(x, "Larger blocks or a queue (-p ncq -q 32) bring more.");
}

static void judge_host(const struct evidence *e, struct explanation *x)
{
	x->limit = LIMIT_HOST;
	say(x,
	    "The host limits this drive: by raw commands it reads %.0f MB/s, through "
	    "the block layer %.0f MB/s.",
	    mb(e->sequential), mb(e->direct));
}

static void judge_flash(const struct evidence *e, struct explanation *x)
{
	x->limit = LIMIT_MEDIA;
	say(x,
	    "The drive itself limits, its flash or its controller: %.0f MB/s, where "
	    "the "
	    "link could carry %.0f MB/s.",
	    mb(best(e)), mb(e->link_limit));
}

/* What kept the figures from saying something; NULL for nothing. */
static const char *hindrance(const struct evidence *e)
{
	if (e->interrupted)
		return "Interrupted before enough was measured to say what limits this "
		       "drive.";
	if (e->ended)
		return "The drive does not answer any more, so nothing can be said of "
		       "what limits it.";
	if (e->small)
		return "The range is read within one window: too little to say what "
		       "limits this drive.";
	if (!best(e) && e->buffer > 0)
		return "No sequential read succeeded, so nothing can be said of what "
		       "limits this drive.";
	if (!best(e))
		return "Nothing could be read, so nothing can be said of what limits "
		       "this drive.";
	return NULL;
}

static void judge_unknown(const struct evidence *e, struct explanation *x)
{
	x->limit = LIMIT_UNKNOWN;
	if (!e->own_link)
		say(x,
		    "It reads %.0f MB/s. What limits it cannot be told: a bridge, an "
		    "adapter or a port multiplier lies between, whose speed nobody "
		    "reports.",
		    mb(best(e)));
	else
		say(x,
		    "It reads %.0f MB/s. Nothing that was measured tells what the "
		    "limit is.",
		    mb(best(e)));
}

static void say_contradictions(const struct evidence *e, struct explanation *x)
{
	if (e->media > 0 && best(e) > e->media / MEDIA_EQUAL)
		say(x, "READ VERIFY was slower than reading: its figure is no rate of "
		       "the medium here.");
	if (e->own_link && e->link_limit > 0 && best(e) > e->link_limit)
		say(x, "It reads faster than the link can carry: an emulated drive, or "
		       "a link speed that is out of date.");
	if (e->zeros && !e->rotating)
		say(x, "Most of what was read is zeros: unmapped space may have "
		       "answered, so this says nothing of the flash.");
}

static void say_overhead(const struct evidence *e, struct explanation *x)
{
	if (e->command_ns > 0 && e->sequential > 0 && !e->small)
		say(x,
		    "A command of 4 KiB takes %.0f us, its time on the link not "
		    "counted.",
		    e->command_ns / 1e3);
}

static void say_failures(const struct evidence *e, struct explanation *x)
{
	if (e->failed)
		say(x,
		    "%" PRIu64
		    " read%s failed: figures beside which that stands may be "
		    "too low.",
		    e->failed, e->failed == 1 ? "" : "s");
}

static void judge_limit(const struct evidence *e, struct explanation *x)
{
	if (link_is_full(e) && link_is_slow(e))
		judge_link(e, x);
	else if (queue_helps(e))
		judge_command(e, x);
	else if (media_is_reached(e, MEDIA_SAME))
		judge_media(e, x);
	else if (link_is_full(e))
		judge_link(e, x);
	else if (media_is_reached(e, MEDIA_EQUAL))
		judge_media(e, x);
	else if (host_is_slow(e))
		judge_host(e, x);
	else if (e->own_link && e->link_limit > 0 && e->has_rotation && !e->rotating &&
		 e->queued > 0 && !e->zeros && best(e) < e->link_limit)
		judge_flash(e, x);
	else
		judge_unknown(e, x);
}

void explain_judge(const struct evidence *e, struct explanation *x)
{
	const char *nothing = hindrance(e);

	if (nothing) {
		x->limit = LIMIT_UNKNOWN;
		say(x, "%s", nothing);
	} else if (e->other_io) {
		x->limit = LIMIT_OTHER_IO;
		say(x, "Others used the drive meanwhile, so these figures are lower "
		       "than it can do: measure again when it is idle.");
	} else {
		judge_limit(e, x);
	}
	say_slow_link(e, x);
	say_contradictions(e, x);
	say_overhead(e, x);
	say_failures(e, x);
}

void explanation_free(struct explanation *explanation)
{
	for (size_t i = 0; i < explanation->sentence_count; i++)
		free(explanation->sentences[i]);
}
