# Every option once, and those that do not go together.
# shellcheck shell=sh
base=$here/base.txt

run "$base"
check 'full text' succeeds
check 'full text has the model' holds "$out" '^	Model Number:       Example Disk 80$'
cp "$out" "$work/text"
for option in -I -a -x --identify; do
	run "$option" "$base"
	check "$option is full text" cmp "$out" "$work/text"
done

for option in -i --summary; do
	run "$option" "$base"
	check "$option" succeeds
	check "$option has the serial number" holds "$out" 'SN-CLI-0042'
	check "$option is short" test "$(wc -l <"$out")" -lt 25
done

for option in -j --json '-x -j' '-j -a'; do
	# shellcheck disable=SC2086 # several options
	run $option "$base"
	check "$option" succeeds
	check "$option is one object" json_all '.schema == "ataid/1"' 1
done

run -g model_name,ncq.depth,power_mode "$base"
check '-g' equal "$(cat "$out")" "Example Disk 80	32	-"
run --get=firmware_version --get serial_number "$base"
check '--get twice' equal "$(cat "$out")" "1.00	SN-CLI-0042"
run -g model_name sim:ssd "$base" sim:pata
check '-g one line a drive' test "$(wc -l <"$out")" -eq 3

for option in -e --export; do
	run "$option" "$base"
	check "$option" succeeds
	check "$option has udev's name" holds "$out" '^ID_SERIAL_SHORT=SN-CLI-0042$'
done
# A shell that reads one drive after another keeps nothing of the one before.
run_shell 'eval "$("$ataid" -e sim:ssd)"; eval "$("$ataid" -e sim:pata)"
	echo "$ATAID_MODEL_NAME:$ATAID_NCQ_DEPTH:$ATAID_LINK_CURRENT_BITS_PER_SECOND"'
check '-e of two drives' equal "$(cat "$out")" 'Simulated PATA disk 250GB::'
run_shell 'eval "$("$ataid" -e sim:ssd)"; eval "$("$ataid" -e sim:ssd,abort=ec 2>/dev/null)"
	echo "$ATAID_MODEL_NAME:$ID_SERIAL:$ATAID_EXIT_STATUS"'
check '-e of one that fails' equal "$(cat "$out")" '::4'
run "$base" -e
check '-e is shell' sh -u -c ". '$out'; test \"\$ID_MODEL\" = Example_Disk_80"

for option in -H --hex; do
	run "$option" "$base"
	grep -v '^#' "$base" >"$work/words"
	check "$option" cmp "$out" "$work/words"
done
run_shell '"$ataid" -H sim:hdd | hdparm --Istdin'
check '-H is for hdparm' holds "$out" 'Model Number:       Hitachi HTS545025B9A300'
without_device='del(.device, .collected, .kernel, .link.host_max_bits_per_second)'
for drive in sim:hdd sim:ssd sim:atapi sim:4kn; do
	"$ataid" -j "$drive" | jq "$without_device" >"$work/before"
	"$ataid" -H "$drive" | "$ataid" -j - | jq "$without_device" >"$work/after"
	check "-H $drive round trip" cmp "$work/before" "$work/after"
	"$ataid" -b "$drive" | "$ataid" -j - | jq "$without_device" >"$work/after"
	check "-b $drive round trip" cmp "$work/before" "$work/after"
done

run -b "$base" "$base" sim:hdd
check '-b concatenates' test "$(wc -c <"$out")" -eq 1536
"$ataid" --binary "$base" >"$work/binary"
run_shell 'od -An -v -tx2 -w16 --endian=little "$work/binary" | cut -c2- | cmp - "$work/words"'
check '-b is low byte first' test "$status" -eq 0

run -w 75-77,222 "$base"
check '-w' succeeds
check '-w shows raw values' holds "$out" '0506h'
check '-w shows the last' holds "$out" '^word 222'
check '-w shows no others' equal "$(grep -c '^word' "$out")" 4
run --word=0-255 "$base"
check '-w all' equal "$(grep -c '^word' "$out")" 256

run -k
check '-k needs no drive' succeeds
cp "$out" "$work/keys"
check '-k has four columns' equal "$(awk -F '\t' 'NF != 4' "$out")" ''
check '-k has sources' grep -q "^ncq.depth	commands	" "$out"
run -j sim:hdd
jq -r '[paths(type != "object")] | map(map(select(type == "string")) | join("."))
	| unique | .[]' "$out" | sed 's/\.code$//; s/oddities\.message/oddities/' |
	grep -v '^oddities' | sort -u >"$work/json-keys"
cut -f1 "$work/keys" | sed 's/^error\.code$/error/' | grep -v '^oddities' |
	grep -v '^error' | sort -u >"$work/listed-keys"
grep -v '^error' "$work/json-keys" >"$work/json-keys.some"
check '-k and -j have the same keys' diff "$work/listed-keys" "$work/json-keys.some"

run --diff "$base" "$base"
check '--diff of the same' test "$status" -eq 0
patch other.txt '27=4f74 77=0004'
run --diff "$base" "$work/other.txt"
check '--diff of others is a finding' test "$status" -eq 64
check '--diff names the key' holds "$out" '^link.current_bits_per_second	-	3000000000$'
cat "$base" "$work/other.txt" >"$work/two.txt"
run --diff "$work/two.txt"
check '--diff of two dumps in one file' test "$status" -eq 64

run -C -g power_mode sim:hdd sim:hdd,standby
check '-C' equal "$(cat "$out")" 'active_or_idle
standby'
run --native -g native_max.blocks sim:hdd
check '--native' equal "$(cat "$out")" 488397168
# A dump answers neither: asked and not known is a line all the same.
run -C --native "$base"
check '--native of a dump' holds "$out" '^	Native max addressable sectors: *-$'
check '-C of a dump' holds "$out" '^Power mode: -$'
run -i -C --native "$base"
check '-i --native of a dump' holds "$out" '^Native max: *-$'
check '-i -C of a dump' holds "$out" '^Power mode: *-$'
run -v sim:hdd
check '-v leaves the output alone' holds "$out" 'HTS545025B9A300'
check '-v traces' holds "$err" 'IDENTIFY DEVICE: cdb 85 08 0e 00 00 00 01 00 .* ec 00: ok in'
run --sat=12 -v -g device.type sim:usb
check '--sat=12' holds "$err" 'cdb a1 08 0e 00 01'
run -v -g device.type sim:usb
check '12 after 16' equal "$(grep -c IDENTIFY "$err")" 2
run -v --sat=16 sim:usb
check '--sat=16 is 16 only' equal "$(grep -c 'cdb a1' "$err")" 0
run -v -g device.type sim:atapi
check 'never A1h on an optical drive' equal "$(grep -c 'cdb a1' "$err")" 0

run --help
check '--help' succeeds
for option in i json get export hex binary word diff keys cached power native record \
	redact sat nocheck verbose help usage version; do
	check "--help has $option" holds "$out" "$option"
done
check '--help hides --sysroot' test "$(grep -c sysroot "$out")" -eq 0
run -h
check '-h' succeeds
run --usage
check '--usage' succeeds
run -V
check '-V' holds "$out" '^ataid (ataprobe) [0-9]'
run --version
check '--version' succeeds

# Wrong usage
run
check 'no DRIVE' is_usage_error 'no DRIVE given'
run --nonsense "$base"
check 'unknown option' is_usage_error 'nonsense'
run -g modle_name "$base"
check 'unknown key names the nearest' is_usage_error "no key 'modle_name'; the nearest is 'model_name'"
run -g '' "$base"
check 'empty key' is_usage_error 'no key'
for words in 256 -1 5-3 '1,' x 1-999 '' 3-; do
	run "--word=$words" "$base"
	check "-w '$words'" is_usage_error 'from 0 to 255'
done
run --diff "$base"
check '--diff with one drive' is_usage_error 'two drives or dumps'
run --diff "$base" "$base" "$base"
check '--diff with three' is_usage_error 'two drives or dumps'
for mode in deep '' standby,x standby,256 'standby,' never,-1; do
	run "--nocheck=$mode" "$base"
	check "-n '$mode'" is_usage_error 'never, sleep, standby or idle'
done
run --sat=32 "$base"
check '--sat=32' is_usage_error '12 or 16'
for pair in '-i -j' '-j -H' '-g model_name -e' '-b -H' '-k -j' '--diff -j' '-w 1 -j' \
	'-I -i' '-e -x'; do
	# shellcheck disable=SC2086 # two options
	run $pair "$base"
	check "$pair" is_usage_error 'do not go together'
done
run -c -C sim:hdd
check '-c -C' is_usage_error 'sends nothing'
run -c --native sim:hdd
check '-c --native' is_usage_error 'sends nothing'
