#!/bin/sh
# atalog against real libata: SMART beside smartctl, value by value; drives without logs.
# shellcheck source=../lib.sh
. "$(dirname "$0")/../lib.sh"

atalog=$(dirname "$ataid")/atalog
partitioned_image "$work/one.img"
before=$(md5sum <"$work/one.img")

boot -b "$atalog" ahci,serial=LOG1,rotation_rate=7200,file="$work/one.img" \
	piix4,serial=LOG2 virtio,serial=NONE1 cd <<'END'
one=/dev/$(disk LOG1)
sg=$(sg_of "$(disk LOG1)")
bsg=$(bsg_of "$(disk LOG1)")
asked="smart health errors selftest"
try smartctl-new smartctl -A -c -H -l error -l selftest -j "$one"
try new atalog -j "$one" $asked
# QEMU ends each test at once; with 24 of them the log of 21 has come round.
for i in 1 2 3 4 5 6 7 8; do
	for kind in short long offline; do
		smartctl -t $kind "$one" >/dev/null
	done
	[ $i = 1 ] || continue
	try smartctl-some smartctl -A -c -H -l error -l selftest -j "$one"
	try some atalog -j "$one" $asked
done
try smartctl-many smartctl -A -c -H -l error -l selftest -j "$one"
try many atalog -j "$one" $asked
try text atalog "$one" $asked
try directory atalog "$one"
try directory-json atalog -j "$one"
for node in disk=$one sg=$sg bsg=$bsg partition=${one}1; do
	try "bytes-${node%%=*}" atalog -b "${node#*=}" smart errors selftest
	try "health-${node%%=*}" atalog "${node#*=}" health
done
for sat in 12 16; do
	try bytes-sat$sat atalog --sat=$sat -b "$one" smart errors selftest
done
try verbose atalog -v "$one" smart
try stats atalog "$one" stats
try standby atalog -n standby "$one" health
try piix atalog -j "/dev/$(disk LOG2)" health
try none atalog "/dev/$(disk NONE1)"
try cd atalog /dev/sr0
try cd-smart atalog /dev/sr0 smart
user atalog "$one" >/dev/null 2>/out/user.err || :
END

# one_line RUN STATUS PATTERN: nothing on standard output, one line of atalog's.
one_line()
{
	exit_status "$1" "$2" && equal 0 "$(wc -c <"$out/$1.out")" &&
		equal 1 "$(wc -l <"$out/$1.err")" && grep -E "^atalog: .*$3" "$out/$1.err"
}

# agrees ATALOG-RUN SMARTCTL-RUN: each value that smartctl prints, less the ones listed in
# smartctl-exempt-logs, is atalog's too.
agrees()
{
	jq -f "$here/atalog-smartctl.jq" "$out/$1.out" >"$work/ours" || return 1
	without_comments "$here/smartctl-exempt-logs" | jq -R . | jq -s . >"$work/exempt"
	jq -r --slurpfile ours "$work/ours" --slurpfile exempt "$work/exempt" '
		$ours[0] as $ours | . as $theirs |
		paths(type != "object" and type != "array") | . as $path |
		map(tostring) | join(".") | . as $key |
		select(any($exempt[0][]; . as $e | $key | test($e)) | not) |
		($theirs | getpath($path)) as $want | ($ours | try getpath($path) catch null) as $have |
		if $want == $have then "same"
		else "\($key): smartctl \($want) atalog \($have)" end' \
		"$out/$2.out" >"$work/verdict" || return 1
	echo "$(grep -c '^same$' "$work/verdict") values are the same"
	[ "$(grep -c '^same$' "$work/verdict")" -ge "$3" ] && ! grep -v '^same$' "$work/verdict"
}

for run in new some many text directory directory-json health-disk health-sg health-bsg \
	health-partition bytes-disk standby piix; do
	check "$run: exit status 0, no message" quiet_success $run
done
for run in sg bsg partition sat12 sat16; do
	check "$run: the same bytes" same_output bytes-$run bytes-disk
done
check "a new drive: what smartctl says, value by value" agrees new smartctl-new 120
check "after three tests: the same" agrees some smartctl-some 130
check "after 24 tests, of which the log holds 21: the same" agrees many smartctl-many 200
check "health: passed" equal "SMART health: passed" "$(cat "$out/health-disk.out")"
check "health, PATA: passed" json piix .smart_status.passed true
check "directory: inferred, QEMU has none" json directory-json \
	'.ata_log_directory | [.gp_dir_version, .smart_dir_version, .smart_dir_inferred, [.table[].address]]' \
	'[null,null,true,[1,6]]'
check "-v: traces SMART READ DATA" grep -q 'cdb 85 08 0e 00 d0 00 01 ' "$out/verbose.err"
check "no such log: one line" one_line stats 2 "has no log 04h"
check "virtio: one line" one_line none 32 "is a virtual SCSI drive"
check "optical: one line" one_line cd 2 "has no logs"
check "optical, SMART: one line" one_line cd-smart 2 "has no SMART"
check "nobody: refused" grep -qE "^atalog: .*(Permission denied|CAP_SYS_RAWIO)" "$out/user.err"
check "not a byte of the drive changed" equal "$before" "$(md5sum <"$work/one.img")"
rm "$work/one.img"
finish
