# --redact: no serial number and no WWN in any output, nor in a recording.
# shellcheck shell=sh
serial=SN-CLI-0042
mkdir -p "$work/$serial"
cp "$here/base.txt" "$work/$serial/$serial.txt"
file=$work/$serial/$serial.txt

# The serial number as text, as words (each two bytes exchanged), and both in hex; the
# WWN in hex, as words, as bytes in order of a dump, and its parts as decimal numbers.
cat >"$work/patterns" <<'EOF'
SN-CLI-0042
NSC-IL0-40 2
534e2d434c492d3030343220
4e53432d494c302d3430
534e 2d43 4c49 2d30 3034
53 4e 2d 43 4c 49 2d 30 30 34 32
4e 53 43 2d 49 4c 30 2d 34 30 20 32
5000c5000a1b2c3d
5000 c500 0a1b 2c3d
00 50 00 c5 1b 0a 3d 2c
005000c51b0a3d2c
00a1b2c3d
169552957
EOF

# Nothing of that is in FILE, taken as it is and as hex.
clean()
{
	{
		cat "$1"
		od -An -v -tx1 "$1" | tr -d '\n'
		od -An -v -tx1 "$1" | tr -d ' \n'
	} >"$work/seen"
	if grep -n -a -i -o -F -f "$work/patterns" "$work/seen"; then
		return 1
	fi
}

run -j "$file"
check 'the patterns find what is there' grep -q -F -f "$work/patterns" "$out"
for drive in "$file" "sim:$file"; do
	kind=${drive%%:*}
	for options in '' -i -j -e -H -b '-w 0-255' '-g serial_number,wwn.id,device.name' \
		'-j -C --native' '-v -j'; do
		# shellcheck disable=SC2086 # options are a list
		run --redact $options --record "$work/redacted" "$drive"
		check "--redact $options ${kind##*/} works" test -s "$out"
		check "--redact $options ${kind##*/}" clean "$out"
		check "--redact $options ${kind##*/} messages" clean "$err"
		check "--redact $options ${kind##*/} recording" clean "$work/redacted"
	done
done
run --redact --diff "$file" "sim:$file"
check '--redact --diff' clean "$out"
run -j --redact "$file" "$file"
check '--redact keeps the checksum right' json_all '.checksum == "valid"' 2
check '--redact: the same gives the same' equal "$(jq -r .serial_number "$out" | uniq | wc -l)" 1
check '--redact hides the host' test "$(grep -c "\"$(uname -n)\"" "$out")" -eq 0
run -j --redact sim:hdd
check '--redact hides the host of a drive' test "$(jq -r .collected.host "$out")" != "$(uname -n)"
run -j --redact "$work/$serial/nosuch"
check '--redact in messages' clean "$err"
run --redact "$work/$serial"
check '--redact in messages about folders' clean "$err"
run -j --redact "sim:$work/$serial/nosuch"
check '--redact in messages of the simulator' clean "$err"
sed 's/^0000 0000 534e/0000 0000 xxxx 534e/' "$file" >"$work/$serial/bad.txt"
run -j --redact "$work/$serial/bad.txt"
check '--redact of a damaged dump' clean "$out"

# Of an old recording
run -j --record "$work/plain" "$file" "sim:$file" "$work/$serial/nosuch"
run -j --redact --record "$work/redacted" "$work/plain"
check '--redact of a recording' clean "$out"
check '--redact of a recording: messages' clean "$err"
check '--redact of a recording: recording' clean "$work/redacted"

# What stands in the options of a simulated drive, or where a profile's name should be
for drive in "sim:hdd,serial=$serial" "sim:hdd,timeout=1,serial=$serial" \
	'sim:hdd,word=10:534e,word=11:2d43,word=12:4c49' \
	"sim:hdd,$serial" "sim:hdd,seral=$serial,standby" "sim:hdd,abort=ec,model=X,$serial=1" \
	"sim:$serial" "sim:$serial.bin,standby" "sim:$file,serial=$serial" \
	"sim:$work/$serial/$serial.bin" "sim:$work/$serial/$serial.bin,standby" \
	"sim:$work/$serial/24.txt"; do
	for options in '' '-v -j -n standby'; do
		label="--redact $options $(echo "$drive" | sed "s|$work/||")"
		# shellcheck disable=SC2086 # options are a list
		run --redact $options --record "$work/redacted" "$drive"
		check "$label" clean "$out"
		check "$label: no options" test "$(grep -c 'word=1[012]:' "$out")" -eq 0
		check "$label: messages" clean "$err"
		check "$label: recording" clean "$work/redacted"
		cp "$out" "$work/out.first"
		cp "$err" "$work/err.first"
		# shellcheck disable=SC2086
		run $options "$work/redacted"
		check "$label: replay" cmp "$out" "$work/out.first"
		check "$label: messages of the replay" cmp "$err" "$work/err.first"
		# shellcheck disable=SC2086
		run $options --record "$work/plain" "$drive"
		# shellcheck disable=SC2086
		run --redact $options --record "$work/redacted" "$work/plain"
		check "$label of a recording" clean "$out"
		check "$label of a recording: messages" clean "$err"
		check "$label of a recording: recording" clean "$work/redacted"
	done
done
run --redact -g device.name 'sim:hdd,standby,serial=X1,model=Some Disk,word=80:01f0'
check '--redact keeps the other options' holds "$out" \
	'^sim:hdd,standby,serial=name-[0-9a-f]*,model=Some Disk,word=name-[0-9a-f]*$'
run --redact -g device.name sim:hts545025b9a300 sim:usb,eperm
check '--redact keeps the names of profiles' equal "$(cat "$out")" 'sim:hts545025b9a300
sim:usb,eperm'
