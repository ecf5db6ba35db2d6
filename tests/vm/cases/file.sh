#!/bin/sh
# atatime --file: the sectors that are read hold the bytes of the file; what cannot be read
# so gets its line.
# shellcheck source=../lib.sh
. "$(dirname "$0")/../lib.sh"

atatime=$(dirname "$ataid")/atatime
PATH=$PATH:/sbin:/usr/sbin
truncate -s 700M "$work/parted.img"
file_system ext4 "$work/1" 64M
file_system xfs "$work/2" 320M
file_system btrfs "$work/3" 128M
file_system ext4 "$work/4" 32M
add_partition "$work/parted.img" 1 2048 "$work/1"
add_partition "$work/parted.img" 2 133120 "$work/2"
add_partition "$work/parted.img" 3 788480 "$work/3"
add_partition "$work/parted.img" 4 1050624 "$work/4"
rm "$work"/[1-4]
file_system ext4 "$work/whole.img" 64M -O inline_data

boot -t 400 -g fs -g btrfs -b "$atatime" -b "$(command -v dmsetup)" \
	ahci,serial=PART1,file="$work/parted.img" ahci,serial=WHOLE1,file="$work/whole.img" <<'END'
part=$(disk PART1)
whole=$(disk WHOLE1)
mkdir -p /e /x /b /d /w /o /l
mount -t ext4 "/dev/${part}1" /e
mount -t xfs "/dev/${part}2" /x
mount -t btrfs "/dev/${part}3" /b
mount -t ext4 "/dev/$whole" /w

# Two files that grow in turn lie in pieces; their ends are no multiple of anything.
for dir in /e /x /w; do
	for i in 1 2 3 4 5 6 7 8; do
		for name in one two; do
			head -c $((65536 * i)) /dev/urandom >>$dir/$name
			sync
		done
	done
	head -c 1234 /dev/urandom >>$dir/one
	sync
done

# same RUN DISK FILE: reads what --csv says was read, and compares.
same()
{
	rm -f /tmp/got
	sed 1d "/out/$1.csv" | cut -d, -f7,8 | tr , ' ' | while read -r lba blocks; do
		dd if="/dev/$2" bs=512 skip="$lba" count="$blocks" 2>/dev/null >>/tmp/got
	done
	head -c "$(stat -c %s "$3")" /tmp/got | cmp - "$3" && echo same >"/out/$1.same"
	sed 1d "/out/$1.csv" | awk -F, 'NR > 1 && $7 != next_lba { n++ }
		{ next_lba = $7 + $8 } END { print n + 1 }' >"/out/$1.pieces"
}
# timed RUN DISK FILE [OPTION...]
timed()
{
	run=$1 disk=$2 file=$3
	shift 3
	try "$run" atatime -j --csv="/out/$run.csv" -f "$file" "$@"
	echo 3 >/proc/sys/vm/drop_caches
	same "$run" "$disk" "$file"
}
timed ext4 "$part" /e/one
timed xfs "$part" /x/one
timed disk "$whole" /w/one
for p in dma pio scsi direct page; do
	timed "path-$p" "$part" /e/one -p $p -b 64k
done
try depth atatime -j -f /x/one -p ncq,scsi -q 1,4 -b 64k
try text atatime -f /e/one
try redacted atatime --redact -f /e/one

head -c 65536 /dev/urandom >/e/sparse
dd if=/dev/urandom of=/e/sparse bs=65536 seek=15 count=1 2>/dev/null
sync
try sparse atatime -j -f /e/sparse
truncate -s 1048576 /e/hole
try hole atatime -f /e/hole
: >/e/empty
try empty atatime -f /e/empty
fallocate -l 1m /e/unwritten
try unwritten atatime -f /e/unwritten
echo few >/w/few
sync
try inline atatime -f /w/few
head -c 1000000 /dev/urandom >/b/file
sync
try btrfs atatime -f /b/file
echo x >/tmp/file
try memory atatime -f /tmp/file
mkdir -p /e/upper /e/work
mount -t overlay -o lowerdir=/w,upperdir=/e/upper,workdir=/e/work overlay /o
head -c 1000000 /dev/urandom >/o/file
sync
try overlay atatime -f /o/file
echo "0 65536 linear /dev/${part}4 0" | dmsetup create --noudevsync volume
mount -t ext4 /dev/mapper/volume /d || mount -t ext4 /dev/dm-0 /d
head -c 1000000 /dev/urandom >/d/file
sync
try mapper atatime -f /d/file
head -c 8388608 /dev/zero >/e/image
losetup /dev/loop0 /e/image
mkdosfs /dev/loop0 >/dev/null
mount -t vfat /dev/loop0 /l
echo x >/l/file
try vfat atatime -f /l/file
try directory atatime -f /e
try device atatime -f "/dev/$part"
try missing atatime -f /e/nothing
chmod 600 /e/one
try closed user "atatime -f /e/one"
chmod 644 /e/one "/dev/$part"
try user-scsi user "atatime -j -p scsi -f /e/one"
END

# read_whole RUN: exit status 0, valid, and every sector of the file, once.
read_whole()
{
	exit_status "$1" 0 && json "$1" '[.test, .valid, .bytes]' "[\"file\",true,$2]"
}
refused()
{
	exit_status "$1" 2 && grep -q "$2" "$out/$1.err" &&
		equal 1 "$(wc -l <"$out/$1.err")"
}
# 64 KiB x (1 + ... + 8) + 1234 bytes, which are three sectors.
bytes=$((65536 * 36 + 1536))
for run in ext4 xfs disk path-dma path-pio path-scsi path-direct path-page; do
	check "$run: whole file" read_whole "$run" $bytes
	check "$run: the sectors read hold its bytes" equal same "$(cat "$out/$run.same")"
	check "$run: several extents" [ "$(cat "$out/$run.pieces")" -gt 1 ]
done
check "paths and depths" equal '["ncq",1,true] ["ncq",4,true] ["scsi",1,true] ["scsi",4,true]' \
	"$(jq -c '[.path, .depth, .valid]' "$out/depth.out" | tr '\n' ' ' | sed 's/ $//')"
check "text" grep -q 'reads of the file:.* MiB/s' "$out/text.out"
check "text names the file" grep -q '^/e/one:' "$out/text.out"
check "--redact: neither name" sh -c "! grep -q 'e/one' '$out/redacted.out' '$out/redacted.err'"
check "sparse: what is there" read_whole sparse 131072
check "sparse: says so" json sparse '[.warnings[].code] | index("holes") != null' true
check "a hole" refused hole 'one hole'
check "empty" refused empty 'is empty'
check "unwritten" refused unwritten 'never written'
check "inline" refused inline 'inside its inode'
check "btrfs" refused btrfs 'lies on btrfs'
check "in memory" refused memory 'lies on \(tmpfs\|ramfs\)'
check "overlay" refused overlay 'lies on overlay'
check "device mapper" refused mapper "volume 'volume' (dm-0).*/dev/sd[ab]4"
check "vfat" refused vfat 'lies on vfat'
check "a directory" refused directory 'is a directory'
check "a device" refused device 'is a device'
check "a missing file" refused missing 'No such file'
check "a closed file" refused closed 'Permission denied'
check "without privilege: scsi" read_whole user-scsi $bytes
rm "$work/parted.img" "$work/whole.img"
finish
