# What atalog -j says of SMART, in smartctl's shape:
#   atalog -j DRIVE smart health errors selftest | jq -f atalog-smartctl.jq
def attribute:
	{id, name, value, worst, thresh, when_failed,
		flags: {value: .flags, prefailure, updated_online, performance, error_rate,
			event_count, auto_keep},
		raw: {value: .raw_value}};

# Byte 363 and its kin: result in the upper half, tens of percent left in the lower.
def test:
	{type: {value: .type},
		status: {value: (.result * 16 + .remaining_percent / 10),
			passed: (if .result == 0 then true else null end)},
		lifetime_hours};

# smartctl tells hours and cycles of attributes 9 and 12, the temperature of 194, else 190.
def raw_of($id): first(.attributes[] | select(.id == $id).raw_value) // null;

(.logs | map({key: .name, value: .data}) | from_entries) as $log
| $log.smart as $smart
| {
	smart_status: {passed: .smart_status.passed},
	ata_smart_data: {
		offline_data_collection: {
			status: {value: $smart.offline_status},
			completion_seconds: $smart.offline_seconds
		},
		self_test: {
			status: {value: $smart.self_test_status,
				passed: ($smart.self_test_status < 16)},
			polling_minutes: {
				short: $smart.short_test_minutes,
				extended: $smart.extended_test_minutes
			}
		},
		capabilities: {
			values: [$smart.offline_capabilities],
			exec_offline_immediate_supported: $smart.execute_offline_immediate,
			offline_is_aborted_upon_new_cmd: $smart.offline_aborted_by_command,
			offline_surface_scan_supported: $smart.offline_read_scan,
			self_tests_supported: $smart.self_tests_supported,
			conveyance_self_test_supported: $smart.conveyance_test_supported,
			selective_self_test_supported: $smart.selective_test_supported,
			attribute_autosave_enabled: $smart.autosave_supported,
			error_logging_supported: $smart.error_logging_supported
		}
	},
	ata_smart_attributes: {
		revision: $smart.revision,
		table: [$smart.attributes[] | attribute]
	},
	power_on_time: {hours: ($smart | raw_of(9))},
	power_cycle_count: ($smart | raw_of(12)),
	temperature: {current: (($smart | raw_of(194) // raw_of(190)) % 256)},
	ata_smart_error_log: {summary: {
		revision: $log["summary-errors"].revision,
		count: $log["summary-errors"].count
	}},
	ata_smart_self_test_log: {standard: (
		$log["smart-selftest"] as $log
		| {revision: $log.revision, table: [$log.tests[] | test],
			count: ($log.tests | length),
			error_count_total: ([$log.tests[] | select(.result >= 3 and .result <= 8)] | length)}
	)}
}
