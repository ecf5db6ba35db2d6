#!/bin/sh
# atatime against real libata: every path on every node, sizes that are no multiple of
# anything, errors, permissions, signals.
# shellcheck source=../lib.sh
. "$(dirname "$0")/../lib.sh"

atatime=$(dirname "$ataid")/atatime
yes 'not a byte of this may change' | head -c 8388608 >"$work/disk.img"
sum=$(sha256sum <"$work/disk.img")

boot -b "$atatime" ahci,serial=BIG1,size=64G ahci,serial=BAD1,bad=5000,size=64M \
	ahci,serial=BAD2,bad=5000,size=64M ahci,serial=T1,size=2200M ahci,serial=T5,size=3500K piix4,serial=T3,size=1M \
	ahci,serial=DATA1,rotation_rate=7200,file="$work/disk.img" <<'END'
big=/dev/$(disk BIG1)
for p in dma ncq pio verify scsi direct page; do
	try "path-$p" atatime -j -D 0.5 -p $p "$big"
done
sg=$(sg_of "$(disk BIG1)")
bsg=$(bsg_of "$(disk BIG1)")
for p in dma ncq scsi direct; do
	try "sg-$p" atatime -j -D 0.3 -p $p -q 8 "$sg"
	try "bsg-$p" atatime -j -D 0.3 -p $p -q 8 "$bsg"
done
try text atatime -tT -D 0.5 "$big"
try text-direct atatime -tT --direct -D 0.5 "$big"
try access atatime -j -a -N 200 -p scsi "$big"
try zones atatime -j -z --zone-count 20 --sample-size 1m "$big"
try ladder atatime -j -b 4k,64k,128k -D 0.2 "$big"
try huge atatime -j -b 1m -D 0.2 "$big"
try explain timeout 120 atatime -x "$big"

try t1 atatime -j -o 2g "/dev/$(disk T1)"
try t2 atatime -j -o 4g "/dev/$(disk T1)"
try t3 atatime -j "/dev/$(disk T3)"
try t4 atatime -j -T -D 0.3 "/dev/$(disk T3)"
try t5 atatime -j "/dev/$(disk T5)"
try t5-direct atatime -j --direct "/dev/$(disk T5)"
try t5-page atatime -j -p page "/dev/$(disk T5)"

data=$(disk DATA1)
try data atatime -j -taz -N 50 -D 0.3 "/dev/$data"
try interrupted timeout -s INT 1 atatime -D 30 "$big"

bad=$(disk BAD1)
for p in dma pio scsi ncq; do
	try "bad-$p" atatime -j -l 8m -p $p "/dev/$bad"
	cat "/sys/block/$bad/device/queue_depth" >"/out/bad-$p.depth"
done
# The block layer itself repeats a read that failed until the kernel turns NCQ off.
try bad-direct atatime -j -l 8m --direct "/dev/$(disk BAD2)"
try bad-after atatime -j -D 0.3 -p ncq -q 4 -o 32m "/dev/$bad"

chmod 644 "$big" "$sg"
for p in scsi direct; do
	try "user-$p" user "atatime -j -D 0.3 -p $p $big"
done
try user-dma user "atatime -D 0.3 $big"
try user-closed user "atatime -D 0.3 /dev/$bad"
END

# figures RUN: one object, exit status 0, valid, with a rate.
figures()
{
	exit_status "$1" 0 && json "$1" '[.schema, .valid, .rate.bytes_per_second > 0, .error_count]' \
		'["atatime/1",true,true,0]'
}
# read_bytes RUN BYTES FIRST LAST
read_bytes()
{
	figures "$1" && json "$1" '[.bytes, .first_lba, .last_lba]' "[$2,$3,$4]"
}
# located RUN: the sector, the exit bit, and not a byte more than came. 8 MiB are 16,384
# sectors; the command with sector 5000 in it is missing.
located()
{
	exit_status "$1" 4 &&
		json "$1" '[.error_count, .errors[0].lba, .errors[0].blocks]' '[1,5000,1]' &&
		json "$1" '.bytes % .block_size_bytes == 0 and .bytes == 8388608 - .block_size_bytes' true
}
lines()
{
	[ "$(grep -cE "$2" "$out/$1.out")" = "$3" ] || {
		cat "$out/$1.out"
		return 1
	}
}

for p in dma ncq pio verify scsi direct page; do
	check "path $p" figures "path-$p"
done
for p in dma ncq scsi direct; do
	check "sg node, $p at depth 8" figures "sg-$p"
	check "bsg node, $p at depth 8" figures "bsg-$p"
done
check "-tT: exit status" exit_status text 0
check "-tT: buffer first, then sequential, each in both units" \
	lines text 'MiB in +[0-9.]+ s = +[0-9.]+ MiB/s \( *[0-9.]+ MB/s\)' 2
check "-tT --direct" lines text-direct 'MiB/s.*direct' 2
check "access: 200 reads" json access '[.commands, .block_size_bytes]' '[200,4096]'
check "zones: 20 samples of 1 MiB" json zones '[(.samples | length), (.samples | map(.bytes) | unique)]' \
	'[20,[1048576]]'
check "ladder: three sizes" equal '4096 65536 131072' \
	"$(jq -r .block_size_bytes "$out/ladder.out" | tr '\n' ' ' | sed 's/ $//')"
check "1 MiB, more than the queue takes: halved, and said" \
	json huge '[.block_size_bytes, .valid, (.warnings | length > 0)]' '[131072,true,true]'
check "-x: exit status" exit_status explain 0
check "-x: says what limits it" sh -c "grep -qi limit '$out/explain.out'"

check "T1: the last 152 MiB of 2200" read_bytes t1 $((152 * 1048576)) 4194304 4505599
check "T2: an offset past the end" exit_status t2 1
check "T3: 1 MiB" read_bytes t3 1048576 0 2047
check "T4: -T on 1 MiB" figures t4
check "T5: 3500 KiB" read_bytes t5 3584000 0 6999
check "T5 by O_DIRECT" read_bytes t5-direct 3584000 0 6999
check "T5 through the page cache" read_bytes t5-page 3584000 0 6999
check "a disk with data: three tests" equal 3 "$(jq -s 'map(select(.valid)) | length' "$out/data.out")"
check "no byte of it changed" equal "$sum" "$(sha256sum <"$work/disk.img")"
check "Ctrl-C: what was measured so far" lines interrupted 'MiB/s' 1

check "bad sector, direct: located and counted" located bad-direct
for p in dma pio scsi ncq; do
	check "bad sector, $p: located and counted" located "bad-$p"
	check "bad sector, $p: NCQ is still on" equal 32 "$(cat "$out/bad-$p.depth")"
done
check "after the errors: ncq at depth 4" figures bad-after

for p in scsi direct; do
	check "without privilege: $p" figures "user-$p"
done
check "without privilege: dma" exit_status user-dma 2
check "without privilege: dma names CAP_SYS_RAWIO, scsi and direct" \
	sh -c "grep CAP_SYS_RAWIO '$out/user-dma.err' | grep scsi | grep -q direct"
check "a closed node" exit_status user-closed 2
rm "$work/disk.img"
finish
