# atalog: command lines, exit status, what is read and printed, on simulated drives and
# from files.
# shellcheck shell=sh
logs=$work/logs
lines=$work/atalog.lines
mkdir -p "$logs"
: >"$lines"

# atalog with these arguments, as run() does for ataid.
log()
{
	"$atalog" "$@" >"$out" 2>"$err" </dev/null
	status=$?
}

# The same with --json, whose objects are kept for the schema.
log_json()
{
	log --json "$@"
	cat "$out" >>"$lines"
}

# json FILTER VALUE: of the only object, compactly.
json()
{
	equal "$2" "$(jq -c "$1" "$out")"
}

# bytes OFFSET COUNT: of the last output, in hexadecimal.
bytes()
{
	od -An -v -tx1 -j "$1" -N "$2" "$out" | tr -d ' \n'
}

# Wrong usage, each with what the message has to say.
while IFS='|' read -r arguments message; do
	# shellcheck disable=SC2086 # several arguments
	log $arguments
	check "usage: '$arguments'" is_usage_error "$message"
done <<'END'
|no DRIVE
-j|no DRIVE
sim:hdd nosuchlog|no log is called 'nosuchlog'
sim:hdd sim:ssd|no log is called 'sim:ssd'
sim:hdd 256|no log is called '256'
sim:hdd 0x100|no log is called '0x100'
sim:hdd 1h0|no log is called '1h0'
sim:hdd -1|invalid option
sim:hdd 0x|no log is called '0x'
sim:hdd 4:|no log is called '4:'
sim:hdd 4:1-|no log is called '4:1-'
sim:hdd 4:5-4|no log is called '4:5-4'
sim:hdd 4:65536|no log is called '4:65536'
sim:hdd 4:x|no log is called '4:x'
sim:hdd smart:1|no log is called 'smart:1'
sim:hdd health:0|no log is called 'health:0'
-jb sim:hdd|exclude each other
-H -l|exclude each other
-l sim:hdd|takes no DRIVE
--sat=32 sim:hdd|takes 12 or 16
-n deep sim:hdd|never, sleep, standby or idle
END
log --help
check 'atalog --help' succeeds
check 'atalog --help fits 80 columns' test "$(awk '{ print length }' "$out" | sort -n | tail -n 1)" -le 80
log --version
check 'atalog --version' holds "$out" '^atalog (ataprobe) '
log --list
check 'atalog --list' succeeds
check 'atalog --list: a name for 04h' holds "$out" '^04h	stats	'
check 'atalog --list: a name of its own' holds "$out" '^-	health	'
check 'atalog --list: names are unique' equal '' "$(cut -f2 "$out" | sort | uniq -d)"
# What is listed can be asked for.
cut -f2 "$out" >"$logs/names"
while read -r name; do
	log sim:hdd,no-logs "$name"
	check "atalog takes '$name'" test "$status" -ne 1
done <"$logs/names"

# The directory, as docs/sim.md has it.
log sim:hdd
check 'directory' succeeds
check 'directory: pages both ways' holds "$out" '^  04h  *8  *8  '
check 'directory: none by READ LOG' holds "$out" '^  01h  *0  *1  '
check "directory: the host's in one line" holds "$out" '^  80h-81h  *16  *16  '
log_json sim:hdd
check 'directory: versions' json '.ata_log_directory | [.gp_dir_version, .smart_dir_version, .smart_dir_multi_sector, .smart_dir_inferred]' '[1,1,true,false]'
check 'directory: sizes of 03h' json '.ata_log_directory.table[] | select(.address == 3) | [.gp_sectors, .smart_sectors]' '[2,0]'
check 'directory: schema comes first' json 'keys_unsorted[0]' '"schema"'
check 'directory: health was not asked' json '[.smart_status, .logs, .exit_status, .error]' '[null,[],0,null]'
log_json sim:usb
check 'directory through a 12-byte CDB' json '.ata_log_directory | [.gp_dir_version, .smart_dir_version]' '[null,1]'
log_json sim:hdd,no-logs
check 'directory: inferred from the capabilities' json '.ata_log_directory | [.smart_dir_inferred, [.table[] | [.address, .gp_sectors, .smart_sectors]]]' '[true,[[1,null,1],[6,null,1],[9,null,1]]]'

# No logs: one line each.
log sim:atapi
check 'no logs: a packet device' fails_with 2 "'sim:atapi' has no logs: its IDENTIFY data names neither"
log_json sim:atapi
check 'no logs: an object' fails_with_object 2 'has no logs'
for name in stats errors selftest; do
	log sim:atapi $name
	check "no logs: $name" fails_with 2 "has no logs"
done
for name in smart attributes health; do
	log sim:atapi $name
	check "no SMART: $name" fails_with 2 "has no SMART"
done
log sim:hdd,no-logs stats
check 'no directory: said so' fails_with 2 "has no log 04h (Device statistics): it has no log directory"
log_json sim:usb stats
check 'SMART READ LOG: of all pages those that are listed' json '.logs[0] | [.page_count, .pages, .oddities]' '[8,[0,1,3,4,5,6],[]]'
log sim:usb stats
check 'pages that were kept are named' grep -q 'pages 0-1, 3-6 of 8$' "$out"
log sim:hdd attributes
check 'flags 33h are bits 0, 1, 4 and 5' grep -qE '^ +5 Reallocated_Sector_Ct .* PO--CK +33h ' "$out"
check 'attributes: 80 columns' test "$(awk '{ print length }' "$out" | sort -n | tail -n 1)" -le 80
log_json sim:usb stats:1-2
check 'an oddity names its page' json '.logs[0] | [.pages, .oddities[].message]' '[[1,2],"page 2: every byte is 00h"]'
log sim:hdd 0x18
check 'no such log' fails_with 2 "'sim:hdd' has no log 18h"
log sim:hdd 0x04:8
check 'no such page' fails_with 2 "'sim:hdd' has no page 8 of log 04h: it has 8"
log sim:hdd 0x04:3-9
check 'no such pages' fails_with 2 "has no page 9 of log 04h"

# Bytes: device statistics page 5 has revision 1, number 5, and 32 degrees.
log -b sim:hdd stats:5
check 'binary' succeeds
check 'binary: one page' equal 512 "$(wc -c <"$out")"
check 'binary: its header and first value' equal 010005000000000020000000000000c0 "$(bytes 0 16)"
log -b sim:hdd 04h:0-7
check 'binary: pages 0 to 7' equal 4096 "$(wc -c <"$out")"
check 'binary: page 5 of them' equal 010005000000000020000000000000c0 "$(bytes 2560 16)"
cp "$out" "$logs/stats"
log -b sim:hdd stats
check 'binary: all pages' cmp "$out" "$logs/stats"
log -b sim:usb stats
check 'binary: all pages by SMART READ LOG' cmp "$out" "$logs/stats"
log -b sim:usb stats:5
check 'binary: one of them' equal 010005000000000020000000000000c0 "$(bytes 0 16)"
log -b sim:hdd smart
check 'binary: SMART data and thresholds' equal '1024 10 10' "$(wc -c <"$out") $(bytes 0 1) $(bytes 512 1)"
cp "$out" "$logs/smart"
log -b sim:hdd 0xa0
check "binary: the vendor's log" equal 56454e444f52 "$(bytes 0 6)"
log -H sim:hdd stats:5
check 'hex' succeeds
check 'hex: a comment before the page' equal '# READ LOG DMA EXT of log 04h (Device statistics), page 5' "$(head -n 1 "$out")"
check 'hex: 16 bytes a line' equal '01 00 05 00 00 00 00 00 20 00 00 00 00 00 00 c0' "$(sed -n 2p "$out")"
check 'hex: 32 lines and a comment' equal 33 "$(wc -l <"$out")"
log sim:hdd 0xa0
check "text: the vendor's log in hexadecimal" holds "$out" '^  56 45 4e 44 4f 52 00 00'
check 'text: lines that are alike are left out' holds "$out" '^  \*$'

# -O
log -b -O "$logs/written" sim:hdd stats
check '-O' succeeds
check '-O: nothing on standard output' test ! -s "$out"
check '-O: the same bytes' cmp "$logs/written" "$logs/stats"
log -b -O "$logs/none/x" sim:hdd stats
check '-O nowhere' fails_with 2 "cannot open .*none/x': No such file"
log -O /dev/full sim:hdd
check '-O on a full disk' fails_with 2 "cannot write '/dev/full': No space left"
cp "$logs/stats" "$logs/kept"
log -O "$logs/kept" "$logs/kept" stats
check '-O on the DRIVE' fails_with 1 "it is a DRIVE too"
check '-O on the DRIVE: nothing is lost' cmp "$logs/kept" "$logs/stats"
run_shell '"$atalog" sim:hdd >/dev/full'
check 'standard output on a full disk' fails_with 2 'cannot write: No space left'

# Which commands are sent: by DMA where the drive has that, else by PIO, and DMA is given
# up where it fails.
log -v sim:hdd stats:5
check '-v: READ LOG DMA EXT' holds "$err" '47'
cp "$out" "$logs/dma"
log sim:pata stats:5
check 'PIO where there is no READ LOG DMA EXT' holds "$out" 'by READ LOG EXT'
log sim:hdd,abort=47 stats
check 'PIO where it fails' succeeds
check 'PIO where it fails: said' holds "$out" 'by READ LOG EXT'
log_json sim:hdd,timeout=4 stats errors
check 'a time-out: said' holds "$err" 'did not answer READ LOG DMA EXT in time'
check 'a time-out: exit status' test "$status" -eq 4
check 'a time-out: no other log is read' json '[.logs[].error.code]' '["timeout"]'
log_json sim:hdd,gone-after=3 stats
check 'gone: exit status' test "$status" -eq 2
log sim:hdd,eperm
check 'no permission' fails_with 2 'CAP_SYS_RAWIO'
log -n standby sim:hdd,standby stats
check 'asleep, -n standby' fails_with 16 'skipped'
log /dev/null
check 'no drive' fails_with 32 'is no drive'
log /no/such
check 'no such drive' fails_with 2 'No such file'

# Health
log sim:hdd health
check 'health: passed' succeeds
check 'health: passed, said' equal 'SMART health: passed' "$(cat "$out")"
log_json sim:hdd,smart-failing health
check 'health: failing' test "$status" -eq 64
check 'health: failing, no message' test ! -s "$err"
check 'health: failing in JSON' json '[.smart_status, .exit_status, .error]' '[{"passed":false,"by_attributes":false},64,null]'
log_json sim:hdd,smart-failing,no-sense health
check 'health: failing, by the attributes' json '[.smart_status, .exit_status]' '[{"passed":false,"by_attributes":true},64]'
log_json sim:ssd,zero-registers health
check 'health: passed, by the attributes' json '[.smart_status, .exit_status]' '[{"passed":true,"by_attributes":true},0]'
log_json sim:hdd,timeout=2 health
check 'health: no answer' json '[.smart_status.passed, .exit_status, .error.code]' '[null,4,"timeout"]'

# SMART that is switched off, and a bridge with too short a CDB
for name in smart attributes health; do
	log sim:hdd,word=85:7468 $name
	check "SMART disabled: $name" fails_with 4 'aborted (SMART is disabled, smartctl -s on enables it)'
done
log sim:usb 0x11
check 'a 12-byte CDB has no room for READ LOG EXT' fails_with 2 'has no log 11h.*does not fit into a 12-byte CDB'

# Files: what was read is decoded to the same.
log_json sim:hdd stats
jq -c '.logs[0] | [.data, .pages]' "$out" >"$logs/decoded"
log_json "$logs/stats" stats
check 'a binary file says the same' equal "$(cat "$logs/decoded")" "$(jq -c '.logs[0] | [.data, .pages]' "$out")"
check 'a binary file: its source' json '[.device.type, .device.source, .logs[0].command, .logs[0].page_count]' '["dump","binary dump",null,null]'
"$atalog" -H sim:hdd stats >"$logs/hex"
log_json "$logs/hex" stats
check 'a hex file says the same' equal "$(cat "$logs/decoded")" "$(jq -c '.logs[0] | [.data, .pages]' "$out")"
run_shell '"$atalog" -j - stats <"$work/logs/stats"'
check 'standard input says the same' equal "$(cat "$logs/decoded")" "$(jq -c '.logs[0] | [.data, .pages]' "$out")"
cat "$out" >>"$lines"
# Formats of other programs, made by them where they are at hand.
hexdump -C -v "$logs/stats" >"$logs/hexdump"
log -b "$logs/hexdump" stats:0
check 'hexdump -C -v' cmp "$out" "$logs/stats"
awk 'BEGIN { print "General Purpose Log 0x04 [Device Statistics log], Page 0-7 (of 8)" }
	{ printf "%07x: %s |................|\n", (NR - 1) * 16, $0 }' >"$logs/smartctl" <<END
$(grep -v '^#' "$logs/hex")
END
log -b "$logs/smartctl" stats:0
check 'smartctl -l gplog' cmp "$out" "$logs/stats"
od -An -v -tx1 "$logs/stats" >"$logs/od"
log -b "$logs/od" stats:0
check 'od -An -v -tx1' cmp "$out" "$logs/stats"
log_json "$logs/stats" stats:3
check 'the first page has the number that is named' json '.logs[0].pages' '[3,4,5,6,7,8,9,10]'
dd if="$logs/stats" of="$logs/page5" bs=512 skip=5 count=1 2>/dev/null
log_json "$logs/page5" stats
check 'a page says which it is' json '.logs[0].pages' '[5]'
log_json sim:hdd smart
jq -c '.logs[0].data' "$out" >"$logs/decoded"
log_json "$logs/smart" smart
check 'a file with SMART data says the same' equal "$(cat "$logs/decoded")" "$(jq -c '.logs[0].data' "$out")"
log_json sim:hdd
jq -c '[.ata_log_directory.table[] | [.address, .gp_sectors]]' "$out" | sed 's/,\[[0-9]*,0\]//g' >"$logs/decoded"
"$atalog" -b sim:hdd directory >"$logs/directory"
log_json "$logs/directory" directory
check 'a file with the directory says the same' equal "$(cat "$logs/decoded")" "$(jq -c '[.ata_log_directory.table[] | [.address, .gp_sectors]]' "$out")"

log "$logs/stats"
check 'a file without LOG' fails_with 1 "name the one LOG that it holds"
log "$logs/stats" stats smart
check 'a file with two LOGs' fails_with 1 "name the one LOG that it holds"
log "$logs/stats" health
check 'a file and health' fails_with 1 "'health' does not say enough of"
head -c 272 "$logs/directory" >"$logs/cut"
log_json "$logs/cut" directory
check 'a directory cut short' test "$status" -eq 8
check 'a directory cut short: the rest' json '[.ata_log_directory.table[] | select(.address == 4).gp_sectors]' '[8]'
head -c 700 "$logs/stats" >"$logs/cut"
log_json "$logs/cut" stats
check 'a page cut short' test "$status" -eq 8
check 'a page cut short: named' json '.logs[0].oddities[0].code' '"truncated"'
head -c 512 /dev/zero >"$logs/zero"
log_json "$logs/zero" stats
check 'zeros: exit status' test "$status" -eq 8
check 'zeros: named' json '[.logs[0].data, .logs[0].error.code]' '[null,"no_data"]'
log "$logs/zero" directory
check 'zeros are no directory' fails_with 8 'is no log directory: it has version 0000h'
"$ataid" --record "$logs/recording" sim:hdd >/dev/null
log "$logs/recording" stats
check 'a recording' fails_with 2 'is a recording of ataid, which holds no logs'
: >"$logs/empty"
log "$logs/empty" stats
check 'an empty file' fails_with 8 'there is no dump in it'
log "$logs/none" stats
check 'no such file' fails_with 2 'No such file'
printf '01 00 0g\n' >"$logs/bad"
log "$logs/bad" stats
check 'no hexadecimal' fails_with 8 "line 1: groups of two hex digits expected"
printf '# a comment\n01 00\n0102\n' >"$logs/bad"
log "$logs/bad" stats
check 'four digits' fails_with 8 "line 3: groups of two hex digits expected"

# What the logs say, on the whole way from the drive: docs/sim.md has the values.
log_json sim:hdd,unc=7-9 stats errors selftest pending-defects phy sct 0x01 0x06
check 'decoded' test "$status" -eq 0
check 'decoded: statistics' json '.logs[0].data | [.general.power_on_hours, .general.pending_errors, .temperature.current_celsius, .transport.interface_crc_errors]' '[500,3,32,0]'
check 'decoded: error log' json '.logs[1].data | [.count, .errors[0].lba, .errors[0].lifetime_hours, .errors[0].previous_commands[0].command]' "[1,$((0x1234ab)),321,$((0x25))]"
check 'decoded: self-test log' json '.logs[2].data.tests | [length, .[0].lifetime_hours, .[1].lba, .[1].remaining_percent]' "[3,420,$((0x1234ab)),90]"
check 'decoded: pending defects' json '[.logs[3].data.defects[].lba]' '[7,8,9]'
check 'decoded: phy event counters' json '[.logs[4].data.counters[] | [.id, .value]]' '[[1,0],[2,0],[9,3],[10,4],[11,0]]'
check 'decoded: SCT status' json '.logs[5].data | [.current_celsius, .lifetime_max_celsius]' '[32,45]'
check 'decoded: SMART error log' json '.logs[6].data | [.count, .errors[0].lba, .errors[0].previous_commands[0].command]' "[1,$((0x1234ab)),$((0xc8))]"
check 'decoded: SMART self-test log' json '[.logs[7].data.tests[].type]' '[1,2,1]'
log sim:hdd errors stats:5
check 'text: registers in hexadecimal' holds "$out" '^ *Status  *51h$'
check 'text: a command in a table' holds "$out" '^ *25h .* 1193131 .* 61000$'
check 'text: a unit' holds "$out" '^    Current temperature  *32 °C$'
check 'text: no flags of single statistics' test "$(grep -c Normalized "$out")" -eq 0
log_json sim:ssd errors selftest
check 'decoded: flash has no errors, one test' json '[.logs[0].data.count, (.logs[1].data.tests | length)]' '[0,1]'
log_json sim:hdd attributes
check 'decoded: attributes alone' json '.logs[0].data | [keys, [.attributes[] | select(.id == 9).raw_value]]' '[["attributes"],[500]]'

# Log 30h repeats IDENTIFY.
for drive in hdd ssd pata smr 4kn; do
	log_json sim:$drive identify
	check "log 30h of sim:$drive agrees with IDENTIFY" json '[.logs[0].oddities[].code]' '[]'
done
log_json sim:hdd all
check 'all: every log with a meaning' succeeds
check "all: no log of the host's or the vendor's" json '[.logs[].address | select(. != null and . >= 128 and . < 224)]' '[]'

# --redact: no byte of the serial number is left.
for options in -j -H -b ''; do
	# shellcheck disable=SC2086 # none or one
	log $options --redact sim:hdd,serial=SECRET01 identify 0xa0 all
	check "--redact $options" test "$(tr -d '\n ' <"$out" | grep -c -e SECRET -e ESRCTE -e 534543524554 -e 455352435445 -e 56454e444f52)" -eq 0
done

NODE_PATH=/usr/share/nodejs node "$here/../json/validate.js" "$here/../../docs/atalog.schema.json" "$lines" >"$work/why" 2>&1
check "$(wc -l <"$lines") objects are what the schema of atalog says" test $? -eq 0
