# ataread: sectors, ranges, errors, --verify and --compare on simulated drives.
# shellcheck shell=sh
objects=$work/ataread.lines
: >"$objects"

read_it()
{
	"$ataread" "$@" >"$out" 2>"$err" </dev/null
	status=$?
}

read_json()
{
	read_it --json "$@"
	cat "$out" >>"$objects"
}

while IFS='|' read -r arguments message; do
	# shellcheck disable=SC2086 # several arguments
	read_it $arguments
	check "ataread: usage: '$arguments'" is_usage_error "$message"
done <<'END2'
|no DRIVE given
sim:hdd|no LBA given
sim:hdd 1 2 3|'3' is too much
sim:hdd five|is no size
sim:hdd 0x|no unit 'x'
sim:hdd -b 1 0|COUNT of nothing
sim:hdd 18446744073709551615|is too large
sim:hdd end-0|behind the last sector
sim:hdd end|behind the last sector
sim:hdd 1 -p verify|--verify is for that
sim:hdd 1 -p dma,scsi|one path, unless
sim:hdd 1 -p foo|no path 'foo'
sim:hdd 1 -j|--json is for
sim:hdd 1 -H -b|do not go together
sim:hdd 1 --sparse|--sparse is for bytes in
--verify --compare sim:hdd|do not go together
--verify -H sim:hdd|are for reading
--compare -p dma sim:hdd|two different paths
--compare -p dma,dma sim:hdd|two different paths
--compare -p dma,verify sim:hdd|moves no data
--verify --max-errors 0 sim:hdd|from 1 to 1000000
END2
while IFS='|' read -r arguments message; do
	# shellcheck disable=SC2086 # several arguments
	read_it $arguments
	check "ataread: range: '$arguments'" fails_with 1 "$message"
done <<'END2'
sim:hdd 488397168|past the end of 'sim:hdd', whose last sector is 488397167
sim:hdd end-488397169|before the beginning
sim:hdd 488397167 2|more than the 1 sectors from LBA 488397167
sim:hdd 100B|no whole number of sectors of 512 bytes
sim:hdd 9223372036854775807|past the end
END2

# The same sectors, however they are asked for: of 488,397,168 the eighth from the end is
# 488,397,160, and half of them 244,198,584. Sectors differ from each other (docs/sim.md).
sectors()
{
	"$ataread" sim:hdd "$@" 2>&1 | sha256sum
}
for pair in '2048 0x800' '488397160 end-8' '244198584 50%' '2048 1MiB'; do
	check "ataread: $pair are one place" equal "$(sectors "${pair% *}")" "$(sectors "${pair#* }")"
done
check 'ataread: and others are others' test "$(sectors 2048)" != "$(sectors 2049)"
check 'ataread: COUNT is in sectors, or a size' equal "$(sectors 7 2048)" "$(sectors 7 1m)"
for count in 1 255 256 257 65535 65536; do
	check "ataread: $count sectors" equal "$("$ataread" sim:hdd 268435400 $count | wc -c)" $((512 * count))
done
for lba in 5 6 7 8; do
	"$ataread" sim:hdd $lba
done >"$work/one-by-one"
check 'ataread: four at once are those one by one' equal "$(sectors 5 4)" "$(sha256sum <"$work/one-by-one")"
for path in dma ncq pio scsi direct; do
	check "ataread: -p $path brings the same bytes" equal "$(sectors -p $path 268435400 300)" "$(sectors 268435400 300)"
done
check 'ataread: 4Kn, a sector of 4096 bytes' equal "$("$ataread" sim:4kn end-1 | wc -c)" 4096
read_it sim:usb 268435455 2
check 'ataread: a 12-byte bridge ends at 28 bits' fails_with 2 'end at LBA 268435455: --path=scsi goes beyond'
check 'ataread: scsi goes there' equal "$("$ataread" -p scsi sim:usb 268435455 2 | wc -c)" 1024

# An unreadable sector: what is before it, nothing in its place, its LBA, bit 4.
for sense in '' ,descriptor-sense ,fixed-sense ,no-sense; do
	read_it "sim:hdd,unc=300$sense" 290 20
	check "ataread: unreadable${sense:-,default}: status and place" test "$status" -eq 4 -a \
		"$(grep -c "LBA 300 cannot be read: .*; sectors read before it: 10$" "$err")" -eq 1
	check "ataread: unreadable${sense:-,default}: only what was before it" equal \
		"$(sha256sum <"$out")" "$("$ataread" sim:hdd 290 10 | sha256sum)"
done
read_it sim:hdd,unc=300 300
check 'ataread: not one byte of an unreadable sector' fails_with 4 'LBA 300 cannot be read'
read_it sim:hdd,short=2 0 8
check 'ataread: data that did not arrive is none' test "$status" -eq 4 -a ! -s "$out"
read_it sim:hdd,timeout=2 0 8
check 'ataread: no answer' fails_with 4 'did not answer in time: nothing more is sent'
read_it sim:hdd,gone-after=1 0 8
check 'ataread: gone' test "$status" -ge 2 -a ! -s "$out"
read_it sim:atapi 0
check 'ataread: an optical drive' fails_with 2 'only disks are read'
read_it sim:hdd,eperm 0
check 'ataread: no permission' fails_with 2 CAP_SYS_RAWIO
read_it -n standby sim:hdd,standby 0
check 'ataread: asleep' fails_with 16 standby

# Hex, as od(1) has it.
"$ataread" -H sim:hdd 77 2 | sed -n 's/^  \([0-9a-f]*\)  \(.*\)  |.*/\2/p' | sed 's/  / /' >"$work/hex"
"$ataread" sim:hdd 77 2 | od -An -v -tx1 -w16 | sed 's/^ //' | uniq >"$work/od"
check 'ataread: -H: the same bytes as od' cmp "$work/hex" "$work/od"
check 'ataread: -H: 80 columns' test "$("$ataread" -H sim:hdd 77 | awk '{ print length }' | sort -n | tail -n 1)" -le 80
check 'ataread: hex on a terminal' equal \
	"$(script -qec "$ataread sim:hdd 77" /dev/null </dev/null | tr -d '\r' | head -n 1)" 'LBA 77'

# Files: never a node or the drive, whole or an error, holes where zeros are.
read_it -O "$work/file" sim:hdd 10 100
check 'ataread: -O' equal "$(sha256sum <"$work/file")" "$(sectors 10 100)"
read_it -O "$work/sparse" --sparse sim:hdd,zeros=1024-9000 1000 8001
check 'ataread: --sparse: the same bytes' equal "$(sha256sum <"$work/sparse")" \
	"$("$ataread" sim:hdd,zeros=1024-9000 1000 8001 | sha256sum)"
check 'ataread: --sparse: holes' test "$(stat -c '%b' "$work/sparse")" -lt 800
ln -sf /dev/full "$work/full"
read_it -O "$work/full" sim:hdd 0
check 'ataread: a full disk' fails_with 2 'No space left'
run_shell "'$ataread' sim:hdd 0 >/dev/full"
check 'ataread: /dev/full' fails_with 2 'No space left'
run_shell "'$ataread' sim:hdd 0 1g | head -c 1"
check 'ataread: a closed pipe ends it' equal "$(wc -c <"$out") $(wc -c <"$err")" '1 0'
read_it -O /dev/ata-no-such-node sim:hdd 0
check 'ataread: no new file in /dev' fails_with 1 'in /dev, where nodes are'

# --verify: exact sectors; a thousand in a row take 17 reads that fail, one by one, and at
# most two more for each doubling from there (2^10 is more than a thousand).
read_json --verify sim:hdd,unc=5000 0 10m
check '--verify: one sector' equal "$(jq -c '[.exit_status, (.ranges[] | .lba, .blocks, .tried)]' "$out")" '[4,5000,1,1]'
read_json --verify sim:hdd,unc=5000-5999,no-sense 0 10m
check '--verify: a thousand in a row: from where to where' equal \
	"$(jq -c '[.ranges[] | .lba, .blocks]' "$out")" '[5000,1000]'
check '--verify: a thousand in a row: few are tried' test "$(jq '.ranges[0].tried' "$out")" -le 37
read_json --verify sim:hdd,unc=5000-5001,unc=5003-5007,unc=5009 0 10m
check '--verify: good ones between bad ones' equal "$(jq -c '[.ranges[] | .lba, .blocks]' "$out")" '[5000,2,5003,5,5009,1]'
read_json --verify sim:hdd,unc=0 0 8
check '--verify: the first sector' equal "$(jq -c '[.ranges[] | .lba, .blocks]' "$out")" '[0,1]'
read_json --verify sim:hdd,unc=488397167 end-8
check '--verify: the last sector' equal "$(jq -c '[.ranges[] | .lba, .blocks]' "$out")" '[488397167,1]'
read_json --verify sim:hdd,unc=488397160-488397167 end-16
check '--verify: bad to the end' equal "$(jq -c '[.ranges[] | .lba, .blocks]' "$out")" '[488397160,8]'
read_json --verify sim:hdd 0 10m
check '--verify: nothing found' equal "$(jq -c '[.exit_status, .sector_count, .last_lba, .bytes]' "$out")" '[0,0,20479,10485760]'
for path in dma pio scsi direct; do
	read_json --verify -p $path sim:hdd,unc=5000-5003 4096 2048
	check "--verify -p $path" equal "$(jq -c '[.ranges[] | .lba, .blocks]' "$out")" '[5000,4]'
done
read_json --verify sim:4kn,unc=77 0 1000
check '--verify: 4Kn' equal "$(jq -c '[.ranges[0].lba, .ranges[0].blocks, .bytes]' "$out")" '[77,1,4096000]'
read_json --verify sim:hdd,timeout=4 0 10m
check '--verify: a time-out is never tried again' equal "$(jq -c '[.exit_status, .error.code]' "$out")" '[4,"timeout"]'
read_json --verify --max-errors 1 sim:hdd,unc=5000,unc=6000 0 10m
check '--verify: --max-errors' equal "$(jq -c '[.error.code, .last_lba]' "$out")" '["max_errors",5000]'
read_it --verify sim:hdd,unc=5000-5999 0 10m
check '--verify: text' grep -q 'LBA 5000-5999: uncorrectable' "$out"
read_it --verify sim:hdd,gone-after=6 0 100m
check '--verify: what was not read is not called good' equal \
	"$(grep -c 'LBA 0-10239 .*so far$' "$out") $(grep -c 'LBA 10240-204799 was not read$' "$out")" '1 1'
timeout --preserve-status -s INT 0.5 "$ataread" --verify -p dma sim:hdd >"$out" 2>"$err"
check '--verify: Ctrl-C tells how far it was' equal "$(grep -c 'LBA 0-[0-9]* read by dma' "$out") $(grep -c interrupted "$out")" '1 1'

# --compare
read_json --compare -p dma,scsi sim:hdd 0 1m
check '--compare: the same' equal "$(jq -c '[.exit_status, .ranges, .last_lba]' "$out")" '[0,[],2047]'
read_json --compare -p dma,scsi sim:hdd,unc=5 0 1m
check '--compare: a sector that cannot be read' equal "$(jq -c '[.exit_status, .error.code, .last_lba]' "$out")" '[4,"unreadable",null]'
read_json --compare sim:hdd 0 1m
check '--compare: no page cache here' equal "$(jq -c '[.exit_status, .error.code]' "$out")" '[2,"path"]'
NODE_PATH=/usr/share/nodejs node "$here/../json/validate.js" "$here/../../docs/ataread.schema.json" "$objects" >"$work/why" 2>&1
check "ataread: $(wc -l <"$objects") objects are what the schema says" test $? -eq 0
