# Several dumps in one stream, of any format, in order, on all cores.
# shellcheck shell=sh

# A thousand pages; the first four characters of the serial number count them.
sets=$(awk 'BEGIN {
	for (i = 0; i < 1000; i++)
		printf "%s10=%02x%02x 11=%02x%02x", i ? ";" : "", 48, 48 + int(i / 100),
			48 + int(i / 10) % 10, 48 + i % 10
}')
awk -f "$here/patch.awk" -v set="$sets" "$here/base.txt" >"$work/thousand.txt"
seq 0 999 >"$work/indices"

run -j "$work/thousand.txt"
check '1000 dumps' json_all '.exit_status == 0' 1000
jq -r '.serial_number[0:4] | tonumber' "$out" >"$work/serials"
check '1000 dumps in order' cmp "$work/serials" "$work/indices"
jq -r .device.index "$out" >"$work/counted"
check '1000 dumps counted' cmp "$work/counted" "$work/indices"
cp "$out" "$work/thousand.json"
run_shell 'taskset -c 0 "$ataid" -j "$work/thousand.txt"'
check 'the same on one core' cmp "$out" "$work/thousand.json"
run_shell '"$ataid" -b "$work/thousand.txt" | "$ataid" -g serial_number,checksum -'
"$ataid" -g serial_number,checksum "$work/thousand.txt" >"$work/values"
check 'the same as bytes, through a pipe' cmp "$out" "$work/values"
run_shell '"$ataid" -H "$work/thousand.txt" | cmp - "$work/thousand.txt"'
check '-H of a stream' test "$status" -eq 0
run -j sim:hdd "$work/thousand.txt" sim:ssd
check 'between drives' equal \
	"$(jq -r .device.type "$out" | uniq -c | tr -s ' \n' ' ')" ' 1 sim 1000 dump 1 sim '

# All formats, one after the other.
"$ataid" -b "$here/base.txt" >"$work/raw.bin"
od -An -v -tx1 "$work/raw.bin" >"$work/bytes.txt"
{
	head -c 60 /dev/zero
	cat "$work/raw.bin"
} >"$work/zeros-and-page.bin"
{
	printf '\000\211\002\070'
	head -c 52 /dev/zero
	printf '\354\000\000\000'
	cat "$work/raw.bin"
} >"$work/vpd.bin"
{
	echo '/dev/sda:'
	cat "$here/base.txt"
} >"$work/hdparm.txt"
for file in raw.bin bytes.txt vpd.bin hdparm.txt; do
	run -g model_name,checksum "$work/$file"
	check "format $file" equal "$(cat "$out")" "Example Disk 80	valid"
done
cat "$work/bytes.txt" "$here/base.txt" "$work/hdparm.txt" >"$work/formats.txt"
run -g model_name,device.index "$work/formats.txt"
check 'formats in one stream' equal "$(cut -f2 "$out" | tr '\n' ' ')" '0 1 2 '
run -g device.source "$work/vpd.bin"
check 'the source says what it was' equal "$(cat "$out")" 'VPD page 89h'
run_shell '(cat "$here/base.txt"; sleep 0.2; cat "$here/base.txt") | "$ataid" -g model_name -'
check 'a pipe in pieces' test "$(wc -l <"$out")" -eq 2
