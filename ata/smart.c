/* SPDX-License-Identifier: BSD-2-Clause */
#include "smart.h"

#include <errno.h>

#include "log_row.h"

enum {
	ATTRIBUTES = 30,
	ATTRIBUTE_BYTES = 12,
	FIRST_ATTRIBUTE = 2,
	LEAST_VALUE = 1,
	MOST_VALUE = 253, /* 254 and 255 are no values */
	ALWAYS_PASSES = 0,
	NO_THRESHOLD = 254,
};

// clang-format off
static const struct ata_log_row head[] = {
	ROW_N(0, 2, "revision", NULL, "Structure revision")
};

static const struct ata_log_row values[] = {
	ROW_N(3, 1, "value", NULL, "Value")
	ROW_N(4, 1, "worst", NULL, "Worst")
};

static const struct ata_log_row flags[] = {
	ROW_F(1, 0, "prefailure", "Prefailure")
	ROW_F(1, 1, "updated_online", "Online")
	ROW_F(1, 2, "performance", "Speed")
	ROW_F(1, 3, "error_rate", "Rate")
	ROW_F(1, 4, "event_count", "Count")
	ROW_F(1, 5, "auto_keep", "Keep")
	ROW_N(1, 2, "flags", NULL, "Flags")
	ROW_N(5, 6, "raw_value", NULL, "Raw")
};

static const struct ata_log_row rest[] = {
	ROW_N(362, 1, "offline_status", NULL, "Off-line data collection status")
	ROW_T(362, 6, 0, SMART_OFFLINE, "offline_status_name", "Off-line data collection")
	ROW_F(362, 7, "auto_offline_enabled", "Automatic off-line collection enabled")
	ROW_N(363, 1, "self_test_status", NULL, "Self-test status")
	ROW_T(363, 7, 4, SELF_TEST_RESULT, "self_test_status_name", "Self-test")
	ATA_ROW(NUMBER, 363, 3, 0, NEVER, 0, 10, 0, "self_test_remaining_percent", "%", "Self-test remaining")
	ROW_N(364, 2, "offline_seconds", "s", "Off-line data collection time")
	ROW_N(367, 1, "offline_capabilities", NULL, "Off-line capabilities")
	ROW_F(367, 0, "execute_offline_immediate", "EXECUTE OFF-LINE IMMEDIATE")
	ROW_F(367, 1, "auto_offline_supported", "Automatic off-line collection")
	ROW_F(367, 2, "offline_aborted_by_command", "Off-line collection aborted by a command")
	ROW_F(367, 3, "offline_read_scan", "Off-line surface scan")
	ROW_F(367, 4, "self_tests_supported", "Self-tests")
	ROW_F(367, 5, "conveyance_test_supported", "Conveyance self-test")
	ROW_F(367, 6, "selective_test_supported", "Selective self-test")
	ROW_F(368, 0, "saves_before_power_saving", "Saves attributes before power saving")
	ROW_F(368, 1, "autosave_supported", "Attribute autosave")
	ROW_F(370, 0, "error_logging_supported", "Error logging")
	ROW_N(372, 1, "short_test_minutes", "min", "Short self-test time")
};

static const struct ata_log_row extended_short[] = {
	ROW_N(373, 1, "extended_test_minutes", "min", "Extended self-test time")
};
static const struct ata_log_row extended_long[] = {
	ROW_N(375, 2, "extended_test_minutes", "min", "Extended self-test time")
};
static const struct ata_log_row conveyance[] = {
	ROW_N(374, 1, "conveyance_test_minutes", "min", "Conveyance self-test time")
};
// clang-format on

/* The threshold of attribute @id, or -1. */
static int threshold_of(const uint8_t *thresholds, uint8_t id)
{
	for (size_t i = 0; thresholds && i < ATTRIBUTES; i++) {
		const uint8_t *at = thresholds + FIRST_ATTRIBUTE + i * ATTRIBUTE_BYTES;

		if (at[0] == id && at[1] != NO_THRESHOLD)
			return at[1];
	}
	return -1;
}

static bool is_exceeded(uint8_t value, int threshold)
{
	return threshold != ALWAYS_PASSES && value >= LEAST_VALUE &&
	       value <= MOST_VALUE && value <= threshold;
}

/* "now", "past", "" when it never did, NULL when nobody knows. */
static const char *when_failed(const uint8_t *attribute, int threshold)
{
	uint8_t value = attribute[3];

	if (threshold < 0 ||
	    (threshold != ALWAYS_PASSES && (value < LEAST_VALUE || value > MOST_VALUE)))
		return NULL;
	if (is_exceeded(value, threshold))
		return "now";
	return is_exceeded(attribute[4], threshold) ? "past" : "";
}

static void give_attribute(const struct ata_log_sink *sink, const uint8_t *attribute,
			   const uint8_t *thresholds)
{
	int threshold = threshold_of(thresholds, attribute[0]);

	ata_log_object(sink, NULL, NULL);
	ata_log_number(sink, "id", "ID", NULL, attribute[0]);
	ata_log_string(sink, "name", "Attribute",
		       ata_name(ATA_NAMES_SMART_ATTRIBUTE, attribute[0]));
	ATA_LOG_ROWS(sink, attribute, values);
	if (threshold < 0)
		ata_log_unknown(sink, "thresh", "Thresh", NULL);
	else
		ata_log_number(sink, "thresh", "Thresh", NULL, (uint64_t)threshold);
	ata_log_string(sink, "when_failed", "Failed",
		       when_failed(attribute, threshold));
	ATA_LOG_ROWS(sink, attribute, flags);
	ata_log_end(sink);
}

static void give_attributes(const struct ata_log_sink *sink, const uint8_t *data,
			    const uint8_t *thresholds)
{
	ata_log_list(sink, "attributes", "Attributes");
	for (size_t i = 0; i < ATTRIBUTES; i++) {
		const uint8_t *at = data + FIRST_ATTRIBUTE + i * ATTRIBUTE_BYTES;

		if (at[0] != 0)
			give_attribute(sink, at, thresholds);
	}
	ata_log_end(sink);
}

static const uint8_t *check_thresholds(const struct ata_log_sink *sink,
				       const uint8_t *thresholds)
{
	if (!thresholds)
		return NULL;
	if (ata_log_is_all(thresholds, ATA_LOG_PAGE_BYTES, 0x00) ||
	    ata_log_is_all(thresholds, ATA_LOG_PAGE_BYTES, 0xff)) {
		ata_log_oddity(sink, "thresholds_blank",
			       "there is nothing in the page of thresholds");
		return NULL;
	}
	if (!ata_log_checksum_holds(thresholds, 1))
		ata_log_oddity(sink, "thresholds_checksum",
			       "the checksum of the thresholds is wrong");
	return thresholds;
}

int ata_smart_decode(const uint8_t *data, const uint8_t *thresholds,
		     const struct ata_log_sink *sink)
{
	if (ata_log_is_blank(sink, data, ATA_LOG_PAGE_BYTES))
		return -ENODATA;
	if (!ata_log_checksum_holds(data, 1))
		ata_log_oddity(sink, "checksum",
			       "the checksum is wrong: the bytes of the page do not "
			       "add up to 0");
	thresholds = check_thresholds(sink, thresholds);
	ATA_LOG_ROWS(sink, data, head);
	give_attributes(sink, data, thresholds);
	ATA_LOG_ROWS(sink, data, rest);
	if (data[373] == 0xff) /* it does not fit a byte (ATA8-ACS) */
		ATA_LOG_ROWS(sink, data, extended_long);
	else
		ATA_LOG_ROWS(sink, data, extended_short);
	ATA_LOG_ROWS(sink, data, conveyance);
	return 0;
}
