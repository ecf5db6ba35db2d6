/* SPDX-License-Identifier: BSD-2-Clause */
#include "report_subjects.h"

/* --export, as a shell reads it. */

/* A shell reads the export; what it then has in its variables. */
static void evaluate(const struct subject *s, const char *variables,
		     const char *expected)
{
	char path[] = "/tmp/test_report.XXXXXX";
	char command[512], answer[512] = "";
	int fd = mkstemp(path);
	FILE *out = fdopen(fd, "w");
	FILE *shell;

	ck_assert_ptr_nonnull(out);
	ck_assert_int_eq(report_export(out, s), 0);
	ck_assert_int_eq(fclose(out), 0);
	snprintf(command, sizeof(command), "set -eu; . %s; printf '%%s|' %s", path,
		 variables);
	shell = popen(command, "r");
	ck_assert_ptr_nonnull(shell);
	answer[fread(answer, 1, sizeof(answer) - 1, shell)] = '\0';
	ck_assert_int_eq(pclose(shell), 0);
	remove(path);
	ck_assert_str_eq(answer, expected);
}

START_TEST(export_to_a_shell)
{
	struct subject s;

	make_disk(&s, "ACME  Disk/1");
	evaluate(&s,
		 "$ID_ATA $ID_TYPE $ID_BUS $ID_MODEL $ID_REVISION $ID_SERIAL "
		 "$ID_SERIAL_SHORT $ID_WWN $ID_ATA_ROTATION_RATE_RPM $ID_ATA_SATA "
		 "$ID_ATA_SATA_SIGNAL_RATE_GEN3 $ID_ATA_WRITE_CACHE_ENABLED "
		 "$ID_ATA_FEATURE_SET_SECURITY_ENABLED "
		 "$ID_ATA_FEATURE_SET_SECURITY_ENHANCED_ERASE_UNIT_MIN "
		 "$ID_ATA_FEATURE_SET_SECURITY_FROZEN "
		 "\"$ID_ATA_FEATURE_SET_SECURITY_LOCKED\" "
		 "\"$ID_ATA_FEATURE_SET_AAM\" $ATAID_USER_CAPACITY_BYTES "
		 "\"$ATAID_POWER_MODE\"",
		 "1|disk|ata|ACME_Disk_1|FW01|ACME_Disk_1_S_12|S_12|"
		 "0x5000c50012345678|7200|1|1|1|0|102|1|||500107862016||");
	evaluate(&s, "\"$ID_MODEL_ENC\"",
		 "ACME\\x20\\x20Disk\\x2f1\\x20\\x20\\x20\\x20\\x20\\x20\\x20\\x20\\x20"
		 "\\x20\\x20\\x20\\x20\\x20\\x20\\x20\\x20\\x20\\x20\\x20\\x20\\x20"
		 "\\x20\\x20\\x20\\x20\\x20\\x20|");
}
END_TEST

START_TEST(export_of_hostile_names)
{
	struct subject s;

	make_disk(&s, HOSTILE);
	evaluate(&s, "\"$ATAID_MODEL_NAME\"", HOSTILE_ESCAPED "|");
	evaluate(&s, "\"$ID_MODEL\"", "__31m______id__id_________#_end|");
	make_failed(&s);
	evaluate(&s,
		 "\"$ATAID_ERROR_MESSAGE\" \"$ID_ATA\" "
		 "\"$ATAID_MODEL_NAME\"",
		 "cannot open '/dev/x\\x01': Permission denied|||");
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("report_export");
	TCase *tcase = tcase_create("report_export");

	tcase_add_test(tcase, export_to_a_shell);
	tcase_add_test(tcase, export_of_hostile_names);
	suite_add_tcase(suite, tcase);
	return unit_main(suite);
}
