/* SPDX-License-Identifier: BSD-2-Clause */
#include "render.h"

#include <errno.h>

#include "text.h"

void render_init(struct render *render)
{
	pthread_mutex_init(&render->lock, NULL);
	render->count = 0;
}

void render_close(struct render *render)
{
	while (render->count)
		report_json_free(render->spare[--render->count]);
	pthread_mutex_destroy(&render->lock);
}

static struct report_json *take_writer(struct render *render)
{
	struct report_json *json = NULL;

	pthread_mutex_lock(&render->lock);
	if (render->count)
		json = render->spare[--render->count];
	pthread_mutex_unlock(&render->lock);
	return json ? json : report_json_new();
}

/* There is room for one a thread. */
static void give_writer(struct render *render, struct report_json *json)
{
	pthread_mutex_lock(&render->lock);
	render->spare[render->count++] = json;
	pthread_mutex_unlock(&render->lock);
}

static int render_json(struct render *render, FILE *out, const struct subject *subject)
{
	struct report_json *json = take_writer(render);
	const char *text;
	size_t length;

	if (!json)
		return -ENOMEM;
	text = report_json_text(json, subject, &length);
	if (text)
		fwrite(text, 1, length, out);
	give_writer(render, json);
	return text ? 0 : -ENOMEM;
}

/* As hdparm --Istdin reads them: 32 lines of 8 words. */
static void render_hex(FILE *out, const uint8_t *page)
{
	size_t i;

	for (i = 0; i < ATA_IDENTIFY_BYTES; i += 2)
		fprintf(out, "%02x%02x%c", page[i + 1], page[i],
			i % 16 == 14 ? '\n' : ' ');
}

static int render_words(FILE *out, const struct subject *subject, const bool *words)
{
	unsigned int first = 0;
	unsigned int last;
	int rc = 0;

	while (!rc && first < ATA_IDENTIFY_WORDS) {
		last = first;
		while (last < ATA_IDENTIFY_WORDS && words[last])
			last++;
		if (last > first)
			rc = text_words(out, subject, first, last - 1);
		first = last + 1;
	}
	return rc;
}

int render_subject(struct render *render, FILE *out,
		   const struct ataid_options *options, const struct subject *subject)
{
	switch (options->output) {
	case ATAID_TEXT:
		return text_full(out, subject);
	case ATAID_SUMMARY:
		return text_summary(out, subject);
	case ATAID_JSON:
		return render_json(render, out, subject);
	case ATAID_GET:
		report_get(out, subject, options->keys, options->key_count);
		return 0;
	case ATAID_EXPORT:
		report_export(out, subject);
		return 0;
	case ATAID_HEX:
		if (subject->has_page)
			render_hex(out, subject->page);
		return 0;
	case ATAID_BINARY:
		if (subject->has_page)
			fwrite(subject->page, 1, ATA_IDENTIFY_BYTES, out);
		return 0;
	case ATAID_WORDS:
		return render_words(out, subject, options->words);
	case ATAID_DIFF:
	case ATAID_KEYS:
		return 0;
	}
	return 0;
}
