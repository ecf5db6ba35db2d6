#!/bin/sh
# atatime --write: figures beside those of dd and fio, and nothing left behind whatever
# happens.
# shellcheck source=../lib.sh
. "$(dirname "$0")/../lib.sh"

atatime=$(dirname "$ataid")/atatime
PATH=$PATH:/sbin:/usr/sbin
file_system ext4 "$work/ext4.img" 64M
file_system xfs "$work/xfs.img" 320M
file_system btrfs "$work/btrfs.img" 128M
truncate -s 64M "$work/vfat.img"
cp "$work/ext4.img" "$work/slow.img"

boot -t 400 -g fs -g btrfs -b "$atatime" ahci,serial=EXT1,file="$work/ext4.img" \
	ahci,serial=XFS1,file="$work/xfs.img" ahci,serial=BTRFS1,file="$work/btrfs.img" \
	ahci,serial=VFAT1,file="$work/vfat.img" \
	ahci,serial=SLOW1,throttling.bps-total=4000000,file="$work/slow.img" <<'END'
mkdir -p /ext4 /xfs /btrfs /vfat /slow
mkdosfs "/dev/$(disk VFAT1)" >/dev/null
mount -t ext4 "/dev/$(disk EXT1)" /ext4
mount -t xfs "/dev/$(disk XFS1)" /xfs
mount -t btrfs "/dev/$(disk BTRFS1)" /btrfs
mount -t vfat "/dev/$(disk VFAT1)" /vfat
mount -t ext4 "/dev/$(disk SLOW1)" /slow

# state NAME DIR: what is in it and what is used of it.
state()
{
	sync
	sleep 1
	{
		find "$2" | sort
		[ "$2" = /btrfs ] || df -k "$2" | awk 'NR == 2 { print $3 }'
	} >"/out/$1"
}
for fs in ext4 xfs btrfs vfat; do
	state $fs.before /$fs
	try $fs atatime -j --write=/$fs -l 16m -D 0.5 -b 64k,512k -q 1,4
	state $fs.after /$fs
	[ $fs = vfat ] && continue
	begun=$(cut -d' ' -f1 /proc/uptime)
	try $fs-dd dd if=/dev/zero of=/$fs/dd bs=512k count=32 oflag=direct conv=fsync
	echo "$begun $(cut -d' ' -f1 /proc/uptime)" >/out/$fs-dd.uptime
	rm -f /$fs/dd
	try $fs-fio fio --name=fio --filename=/$fs/fio --size=16m --bs=512k --rw=write \
		--direct=1 --ioengine=psync --end_fsync=1 --thread --output-format=json
	rm -f /$fs/fio
done
try text atatime --write=/ext4 -l 8m -D 0.3 -r 2
try large atatime --write=/ext4 -l 1g
try percent atatime -j --write=/ext4 -l 10% -D 0.2
try odd atatime -j --write=/ext4 -l 1000001B -b 96k -D 0.2
try memory atatime --write=/tmp
try node atatime --write="/dev/$(disk EXT1)"
try file atatime --write=/init
try small atatime --write=/ext4 -b 100B -l 1m
try user user "atatime --write=/xfs -l 1m"
mount -o remount,ro /ext4
try read-only atatime --write=/ext4 -l 1m
mount -o remount,rw /ext4

state slow.before /slow
atatime --write=/slow -l 30m >/out/killed.out 2>&1 &
pid=$!
sleep 2
kill -9 $pid
wait $pid
state slow.killed /slow
# Not as a background job: a shell lets those ignore SIGINT.
try interrupted timeout -s INT 3 atatime --write=/slow -l 30m -D 20
state slow.interrupted /slow
(
	sleep 2
	fallocate -l 30m /slow/rest
	head -c 60000000 /dev/zero >>/slow/rest
) 2>/dev/null &
try full atatime -j --write=/slow -l 40m -D 1
wait
rm -f /slow/rest
state slow.full /slow
(
	sleep 2
	echo 1 >"/sys/block/$(disk SLOW1)/device/delete"
) &
try gone timeout 100 atatime -j --write=/slow -l 30m -D 1
wait
END

# phases RUN: what each result is of.
phases()
{
	exit_status "$1" 0 && equal "$2" \
		"$(jq -c '[.phase, .block_size_bytes, .depth]' "$out/$1.out" | tr -d '\n')" &&
		equal true "$(jq -s 'map(.valid and .error == null and .rate.bytes_per_second > 0) | all' \
			"$out/$1.out")"
}
refused()
{
	exit_status "$1" "$2" && grep -q "$3" "$out/$1.err" && equal 1 "$(wc -l <"$out/$1.err")"
}
both() { printf '["write",%s]["read_back",%s]' "$1" "$1"; }
all=$(both 65536,1)$(both 524288,1)$(both 4096,1)$(both 4096,4)
for fs in ext4 xfs btrfs vfat; do
	check "$fs: written, read back, compared" phases $fs "$all"
	check "$fs: nothing left behind" cmp "$out/$fs.before" "$out/$fs.after"
	[ $fs = vfat ] && continue
	check "$fs: dd" exit_status $fs-dd 0
	check "$fs: fio" exit_status $fs-fio 0
	echo "# $fs: atatime $(jq -s '.[2].rate.bytes_per_second / 1e6 | floor' "$out/$fs.out") MB/s, fio" \
		"$(jq '.jobs[0].write.bw_bytes / 1e6 | floor' "$out/$fs-fio.out") MB/s," \
		"dd $(awk '{ printf "%d", 16.777216 / ($2 - $1) }' "$out/$fs-dd.uptime") MB/s"
done
check "text" equal 4 "$(grep -c 'Timing \(writes\|read back\|random writes\|random read back\):' "$out/text.out")"
check "more than there is room for" refused large 2 'less than a tenth'
check "a tenth of the file system" phases percent "$(both 524288,1)$(both 4096,1)"
check "an odd length: whole pages" equal '[1003520,1003520]' \
	"$(jq -sc '[.[0].bytes, .[1].bytes]' "$out/odd.out")"
check "memory" refused memory 2 'which is memory'
check "a node" refused node 2 'is a device'
check "a file" refused file 2 'is no directory'
check "a block that is no sector" refused small 1 'no multiple of a sector'
check "a directory of others" refused user 2 'Permission denied'
check "read-only" refused read-only 2 'Read-only file system'
check "kill -9: nothing left behind" cmp "$out/slow.before" "$out/slow.killed"
check "Ctrl-C: what came until then" grep -q 'interrupted' "$out/interrupted.out"
check "Ctrl-C: nothing left behind" cmp "$out/slow.before" "$out/slow.interrupted"
check "full: the line" refused full 2 'No space left'
check "full: nothing left behind" cmp "$out/slow.before" "$out/slow.full"
check "drive gone: exit bit 4" exit_status gone 4
check "drive gone: not valid" json gone '[.valid, .error != null]' '[false,true]'
rm "$work"/*.img
finish
