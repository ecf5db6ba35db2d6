/* SPDX-License-Identifier: BSD-2-Clause */
#include <inttypes.h>
#include <string.h>

#include "text.h"
#include "text_parts.h"

/* A dozen lines within 80 columns; labels are smartctl -i's where it has the fact. */

static void label(FILE *out, const char *text)
{
	fprintf(out, "%-18s", text);
}

static void string_line(FILE *out, const struct ata_identify *id, const char *name,
			enum ata_fact_id fact)
{
	struct ata_value value;

	label(out, name);
	if (part_value(id, fact, &value))
		part_string(out, &value);
	else
		putc('-', out);
	putc('\n', out);
}

/* A line that is there only when the fact is. */
static void optional_line(FILE *out, const struct ata_identify *id, const char *name,
			  enum ata_fact_id fact)
{
	struct ata_value value;

	if (part_value(id, fact, &value))
		string_line(out, id, name, fact);
}

static void wwn(FILE *out, const struct ata_identify *id)
{
	struct ata_value naa;
	struct ata_value oui;
	struct ata_value unique;

	if (!part_value(id, ATA_WWN_NAA, &naa) || !part_value(id, ATA_WWN_OUI, &oui) ||
	    !part_value(id, ATA_WWN_ID, &unique))
		return;
	label(out, "LU WWN Device Id:");
	fprintf(out, "%" PRIx64 " %06" PRIx64 " %09" PRIx64 "\n", naa.number,
		oui.number, unique.number);
}

static void grouped(FILE *out, uint64_t number)
{
	char digits[24];
	int length = snprintf(digits, sizeof(digits), "%" PRIu64, number);

	for (int i = 0; i < length; i++) {
		if (i > 0 && (length - i) % 3 == 0)
			putc(',', out);
		putc(digits[i], out);
	}
}

/* Three digits: "250 GB", "8.00 TB", "22.0 TB". */
static void rounded(FILE *out, uint64_t bytes)
{
	static const char prefixes[] = " kMGTPE";
	double size = (double)bytes;
	size_t prefix = 0;

	while (size >= 999.5 && prefix + 2 < sizeof(prefixes)) {
		size /= 1000;
		prefix++;
	}
	fprintf(out, "[%.*f %.*sB]",
		size < 9.995   ? 2
		: size < 99.95 ? 1
			       : 0,
		size, prefix > 0, prefixes + prefix);
}

static void capacity(FILE *out, const struct ata_identify *id)
{
	struct ata_value value;

	label(out, "User Capacity:");
	if (!part_value(id, ATA_CAPACITY_BYTES, &value)) {
		fputs("-\n", out);
		return;
	}
	grouped(out, value.number);
	fputs(" bytes ", out);
	rounded(out, value.number);
	putc('\n', out);
}

static void sector_sizes(FILE *out, const struct ata_identify *id)
{
	uint64_t logical = ata_fact_number(id, ATA_LOGICAL_BLOCK_SIZE, 0);
	uint64_t physical = ata_fact_number(id, ATA_PHYSICAL_BLOCK_SIZE, 0);

	if (logical == physical) {
		label(out, "Sector Size:");
		fprintf(out, "%" PRIu64 " bytes logical/physical\n", logical);
		return;
	}
	label(out, "Sector Sizes:");
	fprintf(out, "%" PRIu64 " bytes logical, %" PRIu64 " bytes physical\n", logical,
		physical);
}

static void rotation(FILE *out, const struct ata_identify *id)
{
	struct ata_value value;

	if (!part_value(id, ATA_ROTATION_RATE, &value))
		return;
	label(out, "Rotation Rate:");
	if (value.number == 0)
		fputs("Solid State Device\n", out);
	else
		fprintf(out, "%" PRIu64 " rpm\n", value.number);
}

static void trim(FILE *out, const struct ata_identify *id)
{
	struct ata_value value;

	if (!part_value(id, ATA_TRIM_SUPPORTED, &value))
		return;
	label(out, "TRIM Command:");
	fprintf(out, "%s%s%s\n", value.number ? "Available" : "Unavailable",
		ata_fact_true(id, ATA_TRIM_DETERMINISTIC) ? ", deterministic" : "",
		ata_fact_true(id, ATA_TRIM_ZEROED) ? ", zeroed" : "");
}

static void sata_version(FILE *out, const struct ata_identify *id)
{
	static const struct {
		enum ata_fact_id fact;
		const char *before;
		const char *after;
	} parts[] = {
		{ATA_SATA_VERSION_STRING, "", ""},
		{ATA_SPEED_MAX_STRING, ", ", ""},
		{ATA_SPEED_NOW_STRING, " (current: ", ")"},
	};
	struct ata_value value;

	if (!part_value(id, ATA_SATA_VERSION_STRING, &value) &&
	    !part_value(id, ATA_SPEED_MAX_STRING, &value))
		return;
	label(out, "SATA Version is:");
	for (size_t i = 0; i < sizeof(parts) / sizeof(parts[0]); i++) {
		if (part_value(id, parts[i].fact, &value)) {
			fputs(parts[i].before, out);
			part_string(out, &value);
			fputs(parts[i].after, out);
		} else if (i == 0) {
			putc('-', out);
		}
	}
	putc('\n', out);
}

static void link_line(FILE *out, const struct subject *subject)
{
	struct part_link link;

	part_link_of(subject, &link);
	if (link.now == 0 && link.drive == 0)
		return;
	label(out, "Link:");
	part_speed(out, "", link.now, " now");
	part_speed(out, link.now > 0 ? ", drive " : "drive ", link.drive, "");
	part_speed(out, ", host ", link.host, "");
	fputs(part_link_is_slow(&link) ? " (below maximum)\n" : "\n", out);
}

static void ncq(FILE *out, const struct subject *subject)
{
	const int64_t kernel = subject->has_facts ? subject->facts.queue_depth : -1;
	struct ata_value value;

	if (!part_value(&subject->id, ATA_NCQ_SUPPORTED, &value))
		return;
	label(out, "NCQ:");
	if (value.number == 0) {
		fputs("not supported\n", out);
		return;
	}
	fputs("depth ", out);
	part_number(out, &subject->id, ATA_NCQ_DEPTH, 0, "-");
	if (kernel >= 0)
		fprintf(out, ", the kernel uses %" PRId64, kernel);
	putc('\n', out);
}

static void smart(FILE *out, const struct ata_identify *id)
{
	struct ata_value value;

	label(out, "SMART support is:");
	if (!part_value(id, ATA_SMART_AVAILABLE, &value)) {
		fputs("-\n", out);
		return;
	}
	fputs(value.number ? "Available" : "Unavailable", out);
	if (part_value(id, ATA_SMART_ENABLED, &value))
		fputs(value.number ? ", Enabled" : ", Disabled", out);
	putc('\n', out);
}

static void security(FILE *out, const struct ata_identify *id)
{
	static const struct {
		enum ata_fact_id fact;
		const char *yes;
		const char *no;
	} states[] = {
		{ATA_SECURITY_ENABLED, "enabled", "not enabled"},
		{ATA_SECURITY_LOCKED, ", locked", ", not locked"},
		{ATA_SECURITY_FROZEN, ", frozen", ", not frozen"},
		{ATA_SECURITY_EXPIRED, ", attempts expired", ""},
	};
	struct ata_value value;

	if (!part_value(id, ATA_SECURITY_SUPPORTED, &value))
		return;
	label(out, "Security:");
	if (value.number == 0) {
		fputs("not supported\n", out);
		return;
	}
	for (size_t i = 0; i < sizeof(states) / sizeof(states[0]); i++)
		fputs(ata_fact_true(id, states[i].fact) ? states[i].yes : states[i].no,
		      out);
	putc('\n', out);
}

/* Only with -C and --native. */
static void asked_for(FILE *out, const struct subject *subject)
{
	if (subject->power_mode_asked) {
		label(out, "Power mode:");
		part_power_mode(out, subject);
	}
	if (subject->native_max_asked) {
		label(out, "Native max:");
		if (subject->native_max_known)
			fprintf(out, "%" PRIu64 " sectors\n",
				subject->native_max_blocks);
		else
			fputs("-\n", out);
	}
}

static void media(FILE *out, const struct ata_identify *id)
{
	if (id->class != ATA_CLASS_A)
		return;
	capacity(out, id);
	sector_sizes(out, id);
	rotation(out, id);
	optional_line(out, id, "Form Factor:", ATA_FORM_FACTOR_NAME);
	optional_line(out, id, "Zoned Device:", ATA_ZONED_CAPABILITIES);
	trim(out, id);
}

int text_summary(FILE *out, const struct subject *subject)
{
	const struct ata_identify *id = &subject->id;
	struct ata_value name = {
		.known = true,
		.text = subject->info_name ? subject->info_name : subject->name,
	};

	if (!subject->has_page)
		return 0;
	name.length = strlen(name.text);
	fputs("\nDevice:           ", out);
	part_string(out, &name);
	putc('\n', out);
	string_line(out, id, "Device Model:", ATA_MODEL_NAME);
	string_line(out, id, "Serial Number:", ATA_SERIAL_NUMBER);
	wwn(out, id);
	optional_line(out, id, "Add. Product Id:", ATA_ADDITIONAL_PRODUCT_ID);
	string_line(out, id, "Firmware Version:", ATA_FIRMWARE_VERSION);
	media(out, id);
	string_line(out, id, "ATA Version is:", ATA_ATA_VERSION_STRING);
	sata_version(out, id);
	link_line(out, subject);
	ncq(out, subject);
	smart(out, id);
	security(out, id);
	asked_for(out, subject);
	return 0;
}
