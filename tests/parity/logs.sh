#!/bin/sh
# Logs of real drives decode to what is known of them.
#   tests/parity/logs.sh BUILD DIR
# Expected are the values that whoever published a log told of it, and its bytes read by
# hand. A file that DIR does not have is passed over.
set -u
build=$1
dir=$2
passed=0
failed=0

while IFS=@ read -r tool file log filter expected; do
	[ -f "$dir/$file" ] || continue
	# shellcheck disable=SC2086 # no log, or one
	found=$("$build/$tool" -j "$dir/$file" $log 2>/dev/null | jq -c "$filter")
	if [ "$found" = "$expected" ]; then
		echo "ok $file: $filter"
		passed=$((passed + 1))
	else
		echo "not ok $file: $filter"
		echo "# expected: $expected"
		echo "# found:    $found"
		failed=$((failed + 1))
	fi
done <<'END'
atalog@devstat_page0_list_MZ7KH480HAHQ.txt@stats:0@[.exit_status, .logs[0].data.supported_pages]@[0,[0,1,4,5,6,7]]
atalog@devstat_page1_general_IMFT_SSD_partial.txt@stats:1@.logs[0].data.general.lifetime_power_on_resets@28
atalog@devstat_page1_general_IMFT_SSD_partial.txt@stats:1@.logs[0].data.general.power_on_hours@11603
atalog@devstat_page1_general_IMFT_SSD_partial.txt@stats:1@.logs[0].data.general.logical_sectors_written@84812016
atalog@devstat_page1_general_IMFT_SSD_partial.txt@stats:1@.logs[0].data.general.write_commands@83775
atalog@devstat_page1_general_IMFT_SSD_partial.txt@stats:1@.logs[0].data.general.logical_sectors_read@434485
atalog@devstat_page1_general_IMFT_SSD_partial.txt@stats:1@[.logs[0].oddities[].code, .logs[0].data.general.read_commands]@["truncated",null]
atalog@devstat_page5_temperature_WSH722880ALN604_1.txt@stats:5@[.logs[0].data.temperature | .current_celsius, .average_short_term_celsius, .average_long_term_celsius, .highest_celsius, .lowest_celsius]@[31,30,29,38,22]
atalog@devstat_page5_temperature_WSH722880ALN604_2.txt@stats:5@[.logs[0].data.temperature | .current_celsius, .highest_average_short_term_celsius, .lowest_average_short_term_celsius, .highest_average_long_term_celsius, .lowest_average_long_term_celsius]@[32,36,25,33,25]
atalog@devstat_page5_temperature_WSH722880ALN604_2.txt@stats:5@[.logs[0].data.temperature | .over_temperature_minutes, .specified_maximum_celsius, .under_temperature_minutes, .specified_minimum_celsius]@[0,60,0,0]
atalog@devstat_page5_temperature_WSH722880ALN604_1.txt@stats:5@[.logs[0].data.temperature.flags[:2][] | .supported, .valid, .normalized]@[true,true,false,true,true,true]
atalog@gpl_log00_all_zero_SATADOM-ML_3ME.txt@directory@[.ata_log_directory, .error.code, .exit_status]@[null,"no_directory",8]
atalog@gpl_log00_directory_IronWolf_partial.txt@directory@[.ata_log_directory.table[] | select(.address < 128) | .address, .gp_sectors]@[0,1,3,5,4,8,7,1,16,1,17,1,19,1,21,1,33,1,34,1,36,512,48,9]
atalog@gpl_log00_directory_IronWolf_partial.txt@directory@[.ata_log_directory.table[] | select(.address >= 128) | .gp_sectors] | unique@[16]
atalog@gpl_log03_bogus_OCZ-VERTEX.txt@0x03@[.logs[0].data, .logs[0].oddities[].code, .exit_status]@[null,"vendor_filled",8]
atalog@idlog30_page03_supported_capabilities_IronWolf.txt@identify:3@[.logs[0].data.capabilities | .rotation_rate_code, .form_factor_name]@[5980,"3.5 inch"]
ataid@vpd89_1_linux_libata.txt@@[.device.source, .exit_status]@["VPD page 89h",0]
ataid@vpd89_2_LSI_LSISS25x0.txt@@.exit_status@8
ataid@vpd89_sg3utils_scsi_debug.txt@@.model_name@"ST380013AS"
END
echo "logs: $passed passed, $failed failed"
[ "$failed" -eq 0 ]
