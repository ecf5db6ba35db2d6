# atatime: command lines, exit status, what is printed, on simulated drives.
# shellcheck shell=sh
timed=$work/timed
lines=$work/atatime.lines
: >"$lines"

# atatime with these arguments, as run() does for ataid.
time_it()
{
	"$atatime" "$@" >"$out" 2>"$err" </dev/null
	status=$?
}

# The same with --json, whose objects are kept for the schema.
time_json()
{
	time_it --json "$@"
	cat "$out" >>"$lines"
}

# value FILTER: of the only object.
value()
{
	jq -c "$1" "$out"
}

# near FILTER CONSTANT: within a thousandth.
near()
{
	jq -e --argjson want "$2" "($1) as \$have | (\$have - \$want) | fabs <= \$want / 1000" \
		"$out" >/dev/null || {
		echo "$(jq -c "$1" "$out") is not $2"
		return 1
	}
}

# percent FILTER CONSTANT TOLERANCE
percent()
{
	jq -e --argjson want "$2" --argjson percent "$3" \
		"($1) as \$have | (\$have - \$want) | fabs <= \$want * \$percent / 100" \
		"$out" >/dev/null || {
		echo "$(jq -c "$1" "$out") is not $2"
		return 1
	}
}

# Wrong usage, each with what the message has to say.
while IFS='|' read -r arguments message; do
	# shellcheck disable=SC2086 # several arguments
	time_it $arguments
	check "usage: '$arguments'" is_usage_error "$message"
done <<'END'
|no DRIVE given
-b 4096 sim:hdd|has no unit: write 4096B (bytes), 4096k
-b 4kb sim:hdd|no unit 'kb'
-b 10% sim:hdd|takes up to 1 GiB or 262144 sectors, not '10%'
-q 0 sim:hdd|from 1 to 32
-q 33 sim:hdd|from 1 to 32
-q 1, sim:hdd|from 1 to 32
-D 0 sim:hdd|takes seconds
-D 1s sim:hdd|takes seconds
-N 0 sim:hdd|takes a number
-p foo sim:hdd|no path 'foo'
--fua sim:hdd|--fua is for --path=ncq
--direct -p dma sim:hdd|give one of them
--plot x.gif sim:hdd|ends in .svg, .png or .pdf
--at-least 80MB sim:hdd|write 80MB/s
--at-least 80MB/s -a sim:hdd|needs the sequential test
--file=/etc/passwd sim:hdd|is too much
--file=a --write=b|do not go together
--write=/tmp -t|a test of its own
-x -p scsi sim:hdd|chooses the paths itself
-n foo sim:hdd|never, sleep, standby or idle
--nosuch sim:hdd|unrecognized option
-o 5x sim:hdd|no unit 'x'
-l 0s sim:hdd|of nothing
-b 2g sim:hdd|takes up to 1 GiB
-b 4294967297s sim:hdd|takes up to 1 GiB or 262144 sectors
--csv=a.svg --plot=a.svg sim:hdd|are two files
END
time_it -o 300g sim:hdd
check 'an offset past the end' fails_with 1 'lies past the end'
time_it -b 1000s -o 1B sim:hdd
check 'an offset inside a sector' fails_with 1 'no whole number of sectors'

# What each test is worth to a script: one object for each combination.
time_json -tTaz -N 100 sim:ideal
check 'four tests: exit status' succeeds
check 'four tests: in order' equal "$(jq -r .test "$out" | paste -sd' ')" \
	'buffer sequential zones access'
time_json -t -D 0.2 -p dma,ncq,pio,verify,scsi,direct -b 64k,512k -q 1,4 sim:ssd
check 'ladders: exit status' succeeds
check 'ladders: 6 paths x 2 sizes x 2 depths' test "$(wc -l <"$out")" -eq 24
check 'ladders: dma is not queued, and says so' \
	test "$(jq -c 'select(.path == "dma" and .depth == 4 and (.warnings | map(.code) | index("one_at_a_time")))' "$out" | wc -l)" -eq 2
time_json -t -D 0.2 -r 2 -p dma,scsi sim:ideal
check 'ladders: each rung reads on where the one before ended' test \
	"$(jq -s '.[1].first_lba - .[0].last_lba > 0' "$out")" = true
time_json -a -N 20 -q 1,2 sim:ideal
check 'ladders: other random places on each rung' test \
	"$(jq -s '.[0].first_lba != .[1].first_lba and .[0].last_lba != .[1].last_lba' "$out")" = true
time_json -taz -N 20 -D 0.2 sim:usb
check '12-byte bridge: nothing beyond 28 bits is asked' succeeds
check '12-byte bridge: and it is said where that matters' equal \
	"$(jq -c '[.test, any(.warnings[]; .code == "short_reach"), .last_lba < 268435456]' "$out" |
		paste -sd' ')" '["sequential",false,true] ["zones",true,true] ["access",true,true]'
time_json -t -o 268435456s sim:usb
check '12-byte bridge: a range beyond its end' fails_with_object 2 'end at LBA 268435455'
time_json -t -D 0.2 -p scsi -o 268435456s sim:usb
check '12-byte bridge: READ (10) goes there' succeeds
time_json -p page sim:hdd
check 'page on a simulated drive' fails_with_object 2 'page cache is not simulated'
time_json -p ncq sim:pata
check 'ncq without NCQ' fails_with_object 2 'has no NCQ'
time_json sim:atapi
check 'an optical drive' fails_with_object 2 'packet device'
time_json "$base"
check 'a dump' fails_with_object 2 'simulates its drive'
time_json sim:none
check 'no such drive' fails_with_object 2 "no simulated drive"
time_json sim:hdd,eperm
check 'no permission, and no copy of the kernel' fails_with_object 2 CAP_SYS_RAWIO
time_json -n standby sim:hdd,standby
check '-n standby' fails_with_object 16 standby
time_json -r 3 -D 0.5 sim:hdd
check 'three runs' equal "$(value '[(.runs | length), .rate.spread_percent != null]')" '[3,true]'
time_json -a -N 19 sim:hdd
check 'percentiles need ten samples above' equal "$(value '.latency_ns.p50')" null
time_json -a -N 20 --seed 7 sim:hdd
check '20 have a median' test "$(value '.latency_ns.p50')" -gt 1000000
cp "$out" "$timed"
time_json -a -N 20 --seed 7 sim:hdd
check 'the same seed, the same nanoseconds' cmp "$timed" "$out"
time_json -a -N 20 --seed 8 sim:hdd
check 'another seed, others' test "$(cmp -s "$timed" "$out" || echo differs)" = differs
time_json -a -p ncq --fua -N 10 sim:hdd
check '--fua' equal "$(value .fua)" true
time_json -x sim:hdd
check '-x: the last object explains' equal "$(tail -n 1 "$out" | jq -c '[.test, .explain.limit]')" \
	'["explain","media"]'
check '-x: a step that cannot be done has its own status' equal \
	"$(jq -c 'select(.path == "page") | [.exit_status, .error.code]' "$out")" '[2,"path"]'
check '-x: the whole has none of it' equal "$(tail -n 1 "$out" | jq .exit_status)" 0
time_json -x sim:ssd,word=77:0004
check '-x: a slow link is named' equal "$(tail -n 1 "$out" | jq -c .explain.limit)" '"link_slow"'
time_json -x sim:ssd
check '-x: the link' equal "$(tail -n 1 "$out" | jq -c .explain.limit)" '"link"'
time_it -x sim:hdd
check '-x: one screen' test "$(wc -l <"$out")" -le 24
check '-x: 80 columns' test "$(awk '{ print length }' "$out" | sort -n | tail -n 1)" -le 80

# Exact to the sector (tests that hdparm fails: sizes that are no multiple of anything).
while read -r drive options bytes first last; do
	# shellcheck disable=SC2046 # several options
	time_json $(echo "$options" | tr , ' ') "$drive"
	check "exact: $drive $options" equal "$(value '[.bytes, .first_lba, .last_lba]')" \
		"[$bytes,$first,$last]"
done <<'END'
sim:ideal,word=100:0800,word=101:0,word=102:0,word=103:0,word=60:0800,word=61:0 -t 1048576 0 2047
sim:ideal,word=100:1b58,word=101:0,word=102:0,word=103:0,word=60:1b58,word=61:0 -t 3584000 0 6999
sim:ideal,word=100:0001,word=101:0,word=102:0,word=103:0,word=60:0001,word=61:0 -t 512 0 0
sim:ideal,word=100:c000,word=101:0044,word=102:0,word=103:0 -t,-o,2g,-D,60 159383552 4194304 4505599
sim:4kn -t,-l,1000s 4096000 0 999
sim:ideal,word=100:0000,word=101:0000,word=102:0002,word=103:0 -t,-o,4294967290s,-l,10s 5120 4294967290 4294967299
sim:ideal -t,-o,268435450s,-l,10s 5120 268435450 268435459
sim:ideal,word=100:0800,word=101:0,word=102:0,word=103:0,word=60:0800,word=61:0 -z 1048576 0 2047
sim:ideal -t,-b,256s,-l,257s 131584 0 256
sim:ideal -t,-b,65536s,-l,65537s 33554944 0 65536
END

# Faults: located and counted, exit bit 4, no rate from data that did not arrive.
while read -r drive options want; do
	# shellcheck disable=SC2046 # several options
	time_json $(echo "$options" | tr , ' ') "$drive"
	check "fault: $drive $options" equal \
		"$(value '[.exit_status, .error_count, .errors[0].lba, .errors[0].blocks, .errors[0].kind, .bytes]')" "$want"
done <<'END'
sim:ideal,unc=5000 -l,8m [4,1,5000,1,"uncorrectable",7864320]
sim:ideal,unc=5000 -l,8m,-p,scsi [4,1,5000,1,"uncorrectable",7864320]
sim:ideal,unc=5000 -l,8m,-p,ncq [4,1,5000,1,"uncorrectable",7864320]
sim:ideal,unc=5000 -l,8m,-p,pio [4,1,5000,1,"uncorrectable",7864320]
sim:ideal,unc=5000 -l,8m,-p,verify [4,1,5000,1,"uncorrectable",7864320]
sim:ideal,short=5 -l,8m [4,1,3072,1024,"short",7864320]
sim:ideal,icrc=5 -l,8m [4,1,3072,1024,"interface_crc",7864320]
sim:ideal,timeout=5 -l,8m [4,1,3072,1024,"timeout",1572864]
sim:ideal,gone-after=5 -l,8m [4,1,4096,1024,"gone",2097152]
sim:ideal,unc=0-16383 -l,8m [4,3,0,1,"uncorrectable",null]
sim:ideal,unc=0-16383 -l,8m,--max-errors,5 [4,5,0,1,"uncorrectable",null]
END
time_json -tz sim:ideal,timeout=5
check 'a time-out ends everything' equal "$(tail -n 1 "$out" | jq -c '[.test, .error.code]')" \
	'["zones","not_run"]'
time_json -l 64m -p ncq -q 8 sim:ideal,unc=5000,word=77:0006
check 'ncq at depth: NCQ errors are few' test "$(value .error_count)" -le 2

# Words about figures.
time_json sim:ideal,zeros=0-1953525167
check 'zeros are counted' equal "$(value '[.zero_filled_percent, (.warnings | map(.code) | index("zeros") != null)]')" \
	'[100,true]'
time_json sim:hdd
check 'no zeros here' equal "$(value .zero_filled_percent)" 0
time_json sim:ideal,mb_s=900
check 'faster than the link can be' equal "$(value '.warnings | map(.code) | index("above_link") != null')" true
time_json sim:ideal,mb_s=100
check 'an SSD below its link' equal "$(value '.warnings | map(.code) | index("below_link") != null')" true
time_it --at-least 60MB/s sim:hdd
check '--at-least, fast enough' succeeds
time_it --at-least 80MB/s sim:hdd
check '--at-least, too slow' test "$status" -eq 64
check '--at-least: both rates' holds "$err" '72 MB/s is less than --at-least=80 MB/s'
time_it -tT sim:hdd
check '-tT prints T first, both units' equal \
	"$(grep -cE 'Timing (buffer|sequential) reads: .* = +[0-9.]+ MiB/s \( *[0-9.]+ MB/s\); dma, 512 KiB, depth 1, LBA' "$out")" 2
time_it -tT --direct sim:hdd
check '-tT --direct' equal "$(grep -c '; direct,' "$out")" 2
time_it -z sim:hdd
check '-z draws a chart' test "$(grep -c 'MB/s [█#]' "$out")" -ge 10
time_it -t sim:hdd sim:none sim:ssd
check 'one of three is missing: the others are measured' equal "$status $(grep -c Timing "$out")" '2 2'
time_it --together -t sim:hdd sim:ssd sim:pata
check '--together: in the order of the command line' equal \
	"$(sed -n 's/^\(sim:[a-z]*\): .*/\1/p' "$out" | paste -sd' ')" 'sim:hdd sim:ssd sim:pata'
time_it --redact sim:hdd,serial=SECRET77
check '--redact' equal "$(grep -c SECRET77 "$out" "$err" | paste -sd' ')" "$out:0 $err:0"

# What the kernel says of a drive changes under the test (a tree of sysfs instead of it).
tree=$work/root/sys/block/sim0
mkdir -p "$tree/device"
echo 32 >"$tree/device/queue_depth"
(
	sleep 0.5
	echo 1 >"$tree/device/queue_depth"
) &
time_json -tz -D 600 --sysroot "$work/root" sim:hdd
wait
check 'the queue depth changed: the test ends, this and later figures are not valid' equal \
	"$(jq -c '[.valid, (.warnings | map(.code) | index("changed") != null), .elapsed_ns < 599e9]' "$out" | paste -sd' ')" \
	'[false,true,true] [false,false,true]'

# Files.
time_it --csv "$work/c.csv" -l 2m sim:ideal
check '--csv: a line a command' equal "$(wc -l <"$work/c.csv")" 5
check '--csv: its first command' equal "$(sed -n 2p "$work/c.csv" | cut -d, -f1-8)" \
	'sim:ideal,sequential,dma,524288,1,0,0,1024'
time_it --csv /dev/full sim:ideal
check '--csv on a full disk' test "$status" -eq 2
check '--csv on a full disk: said' holds "$err" "cannot write '/dev/full': No space"
time_it --csv "$work/none/x" sim:ideal
check '--csv nowhere' fails_with 2 'No such file'
for kind in svg png pdf; do
	time_it -za -N 50 --plot "$work/p.$kind" sim:hdd sim:ssd
	check "--plot .$kind" succeeds
	check "--plot .$kind is there, and nothing beside it" equal "$(cd "$work" && echo p."$kind"*)" "p.$kind"
done
check '--plot: svg' holds "$work/p.svg" '<svg'
check '--plot: png' equal "$(head -c 4 "$work/p.png" | tail -c 3)" PNG
check '--plot: pdf' equal "$(head -c 4 "$work/p.pdf")" %PDF
time_it -z --plot "$work/none/x.png" sim:hdd
check '--plot nowhere' test "$status" -eq 2
"$atatime" sim:hdd >/dev/full 2>"$err"
check 'a full disk' test $? -eq 2
check 'a full disk: said' holds "$err" 'cannot write'
{
	"$atatime" -t -D 0.2 -b 4k,8k,16k,32k,64k,128k,256k sim:hdd
	echo $? >"$work/rc"
} 2>/dev/null | :
check 'a closed pipe ends by SIGPIPE' equal "$(cat "$work/rc")" 141
timeout -s INT 1 "$atatime" -t -D 100000 sim:hdd >"$out" 2>"$err"
check 'Ctrl-C prints what was measured so far' holds "$out" 'Timing sequential.*MB/s'
echo 'not a byte of this may change' >"$work/mine.svg"
for option in csv plot; do
	time_it --file="$work/mine.svg" "--$option=$work/mine.svg"
	check "--$option on the file that is read" fails_with 1 'cannot write'
	check "--$option left it as it was" equal "$(cat "$work/mine.svg")" \
		'not a byte of this may change'
done
time_it --file=/dev/null
check '--file on a node' fails_with 2 'is a device'
time_it --file="$work/none"
check '--file nowhere' fails_with 2 'No such file'
time_it --write="$work/none"
check '--write nowhere' fails_with 2 'No such file'
time_it --write=/dev/null
check '--write on a node' fails_with 2 'is a device'
time_it --help
check '--help' succeeds
check '--help fits 80 columns' test "$(awk '{ print length }' "$out" | sort -n | tail -n 1)" -le 80

# shellcheck source=tests/cli/closed.sh
. "$here/closed.sh"
# shellcheck source=tests/cli/results.sh
. "$here/results.sh"

NODE_PATH=/usr/share/nodejs node "$here/../json/validate.js" "$here/../../docs/atatime.schema.json" "$lines" >"$work/why" 2>&1
check "$(wc -l <"$lines") objects are what the schema says" test $? -eq 0
