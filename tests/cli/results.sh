# atatime: every object there can be, what goes to other files, signals, progress.
# shellcheck shell=sh

# The options are design.md's, and argp's --usage.
time_it --help
check '--help: long options' equal \
	"$(sed -nE 's/^ {2,6}(-[[:alpha:]], )?--([a-z-]+).*/\2/p' "$out" | sort | paste -sd' ')" \
	'access at-least block-size buffer count csv depth direct duration explain file fua help json length max-errors no-progress nocheck offset path plot redact repeat sample-size seed sequential together usage verbose version write zone-count zones'
check '--help: short options' equal \
	"$(sed -nE 's/^ {2}-([[:alpha:]]), .*/\1/p' "$out" | LC_ALL=C sort | paste -sd' ')" \
	'D N T V a b f h j l n o p q r t v x z'
time_it --usage
check '--usage' succeeds
time_it --version
check '--version' holds "$out" '^atatime (ataprobe) [0-9.]*$'

# Each test by each path of each drive: an object, valid as the schema says.
for drive in hdd ssd pata smr 4kn usb ideal; do
	time_json -tTaz -N 20 --zone-count 3 --sample-size 64k -D 0.05 \
		-p dma,ncq,pio,verify,scsi,direct "sim:$drive"
	check "sim:$drive: 4 tests by 6 paths" equal \
		"$(jq -r '.test + "/" + .path' "$out" | sort -u | wc -l) $(wc -l <"$out")" '24 24'
	check "sim:$drive: the exit status is or-ed" equal "$status" \
		"$(jq -s 'def bit($b): if any(.[]; .exit_status % (2 * $b) >= $b) then $b else 0 end; bit(2) + bit(4)' "$out")"
done
time_json --together -t -D 0.2 -q 1,2,3 sim:hdd sim:ssd sim:pata sim:none
check '--together -j: whole lines of all drives' equal \
	"$(jq -s -c 'group_by(.device.name) | map([.[0].device.name, length])' "$out")" \
	'[["sim:hdd",3],["sim:none",1],["sim:pata",3],["sim:ssd",3]]'
time_json sim:none
check 'a drive that is not there: no test, no path, no figure' equal \
	"$(value '[.test, .path, .depth, .bytes, .commands, .iops, .rate.bytes_per_second, .samples, .explain, .valid]')" \
	'[null,null,null,null,null,null,null,null,null,false]'
time_json -t -D 0.1 --seed 18446744073709551615 -a -N 20 sim:hdd
check 'a number above 2^63 is text only' equal \
	"$(tail -n 1 "$out" | jq -c '[.seed, .seed_s]')" '[null,"18446744073709551615"]'

# Damaged: bit 8, and the figures are good all the same.
time_json sim:hdd,bad-checksum
check 'a bad checksum: measured, and bit 8' equal \
	"$(value '[.exit_status, .error.code, .valid, .rate.bytes_per_second > 7e7]')" '[8,"checksum",true,true]'
check 'a bad checksum: the exit status' equal "$status" 8
time_it /dev/null
check 'no drive at all' fails_with 32 'is no drive'

# Names with any byte in them.
hostile=$work/$(printf 'a\\b\377\033[31m.txt')
cp "$base" "$hostile"
time_json "$hostile"
check 'a hostile name, in the object' value \
	'select((.device.name | endswith("a\\x5cb\\xff\\x1b[31m.txt")) and (.error.message | contains("a\\x5cb\\xff\\x1b[31m.txt")))'
check 'a hostile name, in the message, escaped once' grep -qF 'a\x5cb\xff\x1b[31m.txt' "$err"
time_json "sim:$hostile" -D 0.1
check 'a hostile name of a simulated drive' equal \
	"$(value '.device | [.name, .info_name] | map(contains("a\\x5cb\\xff\\x1b[31m.txt"))')" '[true,true]'
time_it "sim:$hostile" -D 0.1
check 'a hostile name, in text' equal "$(LC_ALL=C grep -c '[^ -~]' "$out" "$err" | paste -sd' ')" "$out:0 $err:0"
time_it --csv "$work/h.csv" -l 512k "sim:$hostile,rpm=5400"
check 'a hostile name, in --csv' holds "$work/h.csv" \
	'^"sim:.*a\\x5cb\\xff\\x1b\[31m.txt,rpm=5400",sequential,dma,524288,1,'

# A ladder's figures stand below each other.
for options in '-t -D 0.5 -b 4k,64k,1m -q 1,8,32 -p ncq' '-a -N 2000 -q 1,8,32 -p ncq' '-T -b 4k,64k,1m'; do
	# shellcheck disable=SC2086 # several options
	time_it $options sim:ssd
	check "columns: $options" equal \
		"$(awk '/Timing/ { print index($0, " = "), index($0, "IOPS"), index($0, " MB/s)"), index($0, ", max") }' "$out" | sort -u | wc -l)" 1
done
time_it -a sim:hdd
check '-a: what is shown of latency' holds "$out" \
	'IOPS, mean .* ms, median .* ms, p90 .* ms, p99 .* ms, p99.9 *-, max .* ms; dma, 4 KiB, depth 1, LBA'
time_it -D 0.1 sim:hdd,word=100:0,word=101:f000,word=102:1900,word=103:0
check 'twenty terabytes are no power of ten' holds "$out" ': .*, 1[0-9]* GB, link'
time_it -r 5 -D 0.2 sim:hdd
check 'several runs: median, range, spread' holds "$out" 'median of 5, .* to .* MiB/s (spread .* %)'

# --at-least: what is not known is no pass.
time_json --at-least 60MB/s sim:hdd
check '--at-least: passed' equal "$(value '[.exit_status, .warnings]')" '[0,[]]'
time_json --at-least 80MB/s sim:hdd
check '--at-least: a finding' equal "$(value '[.exit_status, (.warnings | map(.code)), .error]')" \
	'[64,["too_slow"],null]'
time_it --at-least 1MB/s -l 8m sim:ideal,unc=0-16383
check '--at-least: no rate' test "$status" -eq 4
tree=$work/slower/sys/block/sim0
mkdir -p "$tree/device"
echo 32 >"$tree/device/queue_depth"
(
	sleep 0.4
	echo 1 >"$tree/device/queue_depth"
) &
time_it --at-least 1MB/s -D 600 --sysroot "$work/slower" sim:hdd
wait
check '--at-least: a rate that is not valid' equal "$status $(grep -c 'no valid rate' "$err")" '2 1'

# Files beside the output: never a drive, never one of the DRIVEs, whole or not at all.
cp "$base" "$work/dump.svg"
for option in --csv --plot; do
	time_it $option "$work/dump.svg" "sim:$work/dump.svg"
	check "$option: no DRIVE" fails_with 1 'it is a DRIVE too'
	check "$option: the DRIVE is as it was" cmp "$base" "$work/dump.svg"
	[ -e "$work/node.block" ] || continue
	for node in 'block:a block device' 'sg:an sg node' 'bsg:a bsg node'; do
		ln -sf "$work/node.${node%%:*}" "$work/node.svg"
		time_it --sysroot "$work/nodes" $option "$work/node.svg" sim:hdd
		check "$option: ${node#*:}" fails_with 1 "it is ${node#*:}"
	done
done
mkdir -p "$work/small"
for option in csv=$work/small/l.csv plot=$work/small/l.svg; do
	sh -c 'trap "" XFSZ; ulimit -f 1; exec "$@"' sh "$atatime" -l 64m "--$option" sim:ideal >"$out" 2>"$err"
	status=$?
	check "--${option%%=*} does not fit: exit status" equal "$status" 2
	check "--${option%%=*} does not fit: said once" equal \
		"$(grep -c "cannot write '.*': [FI]" "$err") $(wc -l <"$err")" '1 1'
	check "--${option%%=*} does not fit: measured all the same" holds "$out" 'Timing sequential'
done
check '--plot does not fit: nothing is left' equal "$(ls "$work/small")" l.csv
ln -sf /dev/full "$work/full.svg"
time_it --plot "$work/full.svg" sim:hdd
check "--plot on a device: said before anything is timed" fails_with 1 "it is no regular file"
time_it --csv "$work/x.csv" --write "$work"
check '--csv with --write' is_usage_error 'goes through a file system'
time_it --together --csv "$work/t.csv" -l 64m sim:ideal,mb_s=100 sim:ssd sim:hdd
check '--together --csv: whole lines' equal \
	"$(sed 's/^"sim:ideal,mb_s=100"/sim:ideal/' "$work/t.csv" | awk -F, '{ print NF }' | sort -u)" 10
check '--together --csv: 128 commands of each drive' equal \
	"$(sed 's/^"\([^"]*\)"/\1/; s/,.*//' "$work/t.csv" | sort | uniq -c | awk '{ print $2 ":" $1 }' | paste -sd' ')" \
	'drive:1 sim:hdd:128 sim:ideal:128 sim:ssd:128'
check '--csv: the times of one at depth 1 do not overlap' awk -F, '
	$1 == "sim:hdd" { if ($9 < end) exit 1; end = $9 + $10 }' "$work/t.csv"

# Signals: what came until then, whole, and the end that a shell expects.
while read -r signal want options; do
	# shellcheck disable=SC2086 # several options
	timeout --preserve-status -s "$signal" 0.5 "$atatime" -j -D 100000 $options >"$out" 2>"$err"
	status=$?
	cat "$out" >>"$lines"
	check "SIG$signal: $options: ends by it" equal "$status" "$want"
	check "SIG$signal: $options: what came until then" equal \
		"$(jq -s -c 'map([.interrupted, .rate.bytes_per_second > 1e6]) | unique' "$out")" '[[true,true]]'
done <<'END'
INT 130 sim:hdd
TERM 143 -tT sim:hdd
HUP 129 -r 3 sim:ssd sim:hdd
INT 130 -p ncq -q 32 sim:ssd
TERM 143 --together sim:ssd sim:hdd
END
check 'SIGTERM --together: both drives' equal "$(wc -l <"$out")" 2
timeout --preserve-status -s INT 0.5 "$atatime" -D 100000 --together --csv "$work/i.csv" sim:ssd sim:hdd >"$out" 2>"$err"
check 'SIGINT: text says so' equal "$(grep -c 'note: interrupted' "$out")" 2
check 'SIGINT: --csv is whole' equal "$(awk -F, '{ print NF }' "$work/i.csv" | sort -u)" 10
# What a shell without job control starts in the background ignores SIGINT.
"$atatime" -D 100 sim:hdd >"$out" 2>"$err" &
sleep 0.1
kill -INT $!
wait $!
status=$?
check 'SIGINT that was ignored stays ignored' equal "$(grep -c 'in 100.00 s' "$out") $(grep -c interrupted "$out")" '1 0'

# Progress: on a terminal only, and gone before anything else is printed.
terminal()
{
	timeout --preserve-status -s INT 1 script -qec "exec '$atatime' $1" /dev/null \
		</dev/null 2>"$err" | tr '\r' '\n' >"$out"
}
esc=$(printf '\033')
# The words are those that a pipe gets; charts and progress are as wide as the terminal.
"$atatime" -tTa -N 50 -r 2 --seed 1 sim:hdd >"$timed"
for columns in 40 60 80 200; do
	timeout 20 script -qec "stty cols $columns; exec '$atatime' -tTa -N 50 -r 2 --seed 1 --no-progress sim:hdd" \
		/dev/null </dev/null 2>"$err" | tr -d '\r' >"$out"
	check "terminal of $columns columns: it ends, with every word" equal \
		"$(tr -s ' \n' '  ' <"$out")" "$(tr -s ' \n' '  ' <"$timed")"
done
check 'terminal of 200 columns: a line each' equal "$(wc -l <"$out")" "$(wc -l <"$timed")"
terminal '-D 100000 sim:hdd'
check 'progress: what runs, how fast, how far, how long still' holds "$out" \
	'^sim:hdd: sequential, dma, depth 1: [0-9.]* MB/s, [0-9]* %, [0-9]* s left.\[K'
terminal '--together -D 100000 sim:hdd sim:ssd'
check 'progress: five times a second at most' test "$(grep -c ' s left' "$out")" -le 6
time_it -D 10 sim:hdd
check 'progress: not into a file' equal "$(grep -c "$esc" "$err")" 0
terminal '--no-progress -D 100000 sim:hdd'
check '--no-progress' equal "$(grep -c ' s left' "$out")" 0
time_it --csv /dev/ata-no-such-node sim:hdd
check '--csv: a node with a wrong name is no new file' fails_with 1 'in /dev, where nodes are'
time_it --plot "$work/no/folder.svg" sim:hdd
check '--plot: a folder that is not there is said first' fails_with 2 'No such file'
check '--plot: and nothing was timed' equal "$(wc -c <"$out")" 0
time_it --redact --csv "$work/no/folder.csv" sim:hdd
check '--redact: not even in messages of --csv' test "$(grep -c "$work" "$err")" -eq 0
run_shell "ulimit -f 1; exec '$atatime' --write='$work' -l 1m"
check '--write: a limit of file sizes has words' fails_with 2 'File too large'
time_it -n standby,0 --at-least 80MB/s sim:hdd,standby
check '--at-least: a drive that was skipped has no rate' fails_with 2 'its power mode is standby'
time_it -x -b 4k sim:hdd
check '-x takes no block sizes' is_usage_error 'no -b, -q, -r beside it'
time_it sim:hdd,unc=0-488397167
check 'no data: the first error is said' fails_with 4 'failed at LBA 0: uncorrectable, status 51h'
