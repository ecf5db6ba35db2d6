# A recording prints what the run printed, byte for byte.
# shellcheck shell=sh

# replays NAME OPTIONS DRIVE...: the same output, messages and status.
replays()
{
	label=$1
	options=$2
	shift 2
	# shellcheck disable=SC2086 # options are a list
	run $options --record "$work/recording" "$@"
	cp "$out" "$work/out.first"
	cp "$err" "$work/err.first"
	first=$status
	# shellcheck disable=SC2086
	run $options "$work/recording"
	check "$label output" cmp "$out" "$work/out.first"
	check "$label messages" cmp "$err" "$work/err.first"
	check "$label status" test "$status" -eq "$first"
}

for drive in sim:hdd sim:ssd sim:atapi sim:usb sim:4kn sim:hdd,standby sim:hdd,no-sense \
	sim:hdd,fixed-sense sim:hdd,zero-registers sim:hdd,bad-checksum \
	sim:hdd,abort=0xec sim:hdd,timeout=1 sim:hdd,gone-after=1 sim:hdd,short=1 \
	sim:nosuch /dev/null /dev/nosuch "$work/folder" "$work/24.txt" "$work/zero.bin" \
	"$here/base.txt" "$work/mixed.txt" "sim:$here/base.txt"; do
	for options in -j '' '-i -C --native'; do
		replays "replay $options $(basename "$drive")" "$options" "$drive"
	done
done
replays 'replay of -n' '-j -n standby' sim:hdd,standby sim:hdd sim:hdd,suspended
run -j --record "$work/recording" -n standby sim:hdd,suspended
cp "$out" "$work/out.first"
run -j "$work/recording"
check 'replay of -n without -n' cmp "$out" "$work/out.first"
replays 'replay of --sat=12' '-j --sat=12' sim:atapi sim:usb
replays 'replay of several' -j sim:hdd sim:nosuch sim:atapi "$work/mixed.txt" sim:ssd
check 'sections in the order given' equal \
	"$(sed -n 's/^drive //p' "$work/recording" | sed 's/.*mixed/mixed/' | tr '\n' ' ')" \
	'sim:hdd sim:nosuch sim:atapi mixed.txt mixed.txt mixed.txt sim:ssd '
replays 'replay of -v' '-v -g model_name' sim:hdd

run -j sim:hdd --record "$work/first"
cp "$out" "$work/out.first"
run -j --record "$work/second" "$work/first"
check 'recording of a recording' cmp "$work/first" "$work/second"
run_shell '"$ataid" -j - <"$work/first"'
check 'recording on standard input' cmp "$out" "$work/out.first"
cat "$work/first" "$here/base.txt" >"$work/both"
run -g device.type "$work/both"
check 'dumps behind a recording' equal "$(tr '\n' ' ' <"$out")" 'sim dump '
run_shell '{ echo "# sent by mail"; sleep 0.1; printf atap; sleep 0.1
	tail -c +5 "$work/first"; } | "$ataid" -j -'
check 'comments before a recording' cmp "$out" "$work/out.first"

run -C -g power_mode "$work/first"
check 'what was not recorded' test "$status" -eq 2
check 'what was not recorded is said' holds "$err" 'does not hold the answer'
head -n 20 "$work/first" >"$work/cut"
run "$work/cut"
check 'damaged recording' fails_with 8 "cut': line [0-9]* of the recording: "
run -j "$work/cut"
check 'damaged recording -j' json_all '.error.code == "recording_damaged"' 1
