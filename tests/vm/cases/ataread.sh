#!/bin/sh
# ataread against real libata: the same bytes as dd iflag=direct on every path, sectors that
# cannot be read, the page cache against the device, permissions.
# shellcheck source=../lib.sh
. "$(dirname "$0")/../lib.sh"

ataread=$(dirname "$ataid")/ataread

# 2^28 sectors and 64 MiB more, with bytes that do not repeat at both ends and where 28-bit
# addresses end; holes between them.
sectors=$((268435456 + 131072))
truncate -s $((sectors * 512)) "$work/big.img"
for seek in 0 $(((268435456 - 65536) / 128)); do
	head -c 67108864 /dev/urandom |
		dd of="$work/big.img" bs=64k seek="$seek" conv=notrunc 2>"$work/why"
done
yes 'what the device holds' | head -c 8388608 >"$work/small.img"
# Of 128 GiB, mostly holes: when it was last written to.
sum=$(stat -c %y "$work/big.img")

boot -t 900 -b "$ataread" -b "$(command -v dd)" -b "$(command -v cmp)" \
	ahci,serial=BIG1,file="$work/big.img" \
	ahci,serial=BAD1,bad=5000,size=64M ahci,serial=BAD2,bad=5000,size=64M \
	ahci,serial=CACHE1,file="$work/small.img" <<'END'
big=/dev/$(disk BIG1)
sectors=$(cat "/sys/block/$(disk BIG1)/size")
echo "$sectors" >/out/sectors
mkdir /ram
mount -t tmpfs -o size=40m none /ram

# same NAME SKIP COUNT: what dd reads of the range, beside every path.
same()
{
	dd if="$big" of=/ram/dd bs=512 skip="$2" count="$3" iflag=direct 2>/ram/dd.err
	[ "$(stat -c %s /ram/dd)" = $(($3 * 512)) ] || echo "dd read less: $*" >>/out/same
	for path in dma ncq pio scsi direct page; do
		ataread -b -p "$path" "$big" "$2" "$3" | cmp - /ram/dd >>/ram/cmp 2>&1 &&
			echo "$1 $path" >>/out/same
	done
}
for count in 1 255 256; do
	same "begin+$count" 0 $count
	same "end-$count" $((sectors - count)) $count
	same "2^28-+$count" $((268435456 - (count + 1) / 2)) $count
done
for count in 65535 65536; do
	same "begin+$count" 0 $count
	same "end-$count" $((sectors - count)) $count
	same "2^28-+$count" $((268435456 - 32768)) $count
done
try end ataread -b "$big" end-8
dd if="$big" bs=512 skip=$((sectors - 8)) count=1 iflag=direct 2>/dev/null | cmp - /out/end.out
echo $? >/out/end.same
try half ataread -b "$big" 50% 1
dd if="$big" bs=512 skip=$((sectors / 2)) count=1 iflag=direct 2>/dev/null | cmp - /out/half.out
echo $? >/out/half.same
try past ataread -b "$big" "$sectors"

bad=/dev/$(disk BAD1)
for path in dma ncq pio scsi; do
	try "bad-$path" ataread -b -p $path "$bad" 4990 20
done
for path in direct page; do
	try "bad-$path" ataread -b -p $path "/dev/$(disk BAD2)" 4990 20
done
try bad-hdparm hdparm --read-sector 5000 "$bad"
# QEMU's READ VERIFY does not look at the medium.
try verify ataread --verify -p dma -j "$bad" 4000 2000
cat "/sys/block/$(disk BAD1)/device/queue_depth" >/out/depth

# What somebody wrote stays in the page cache for a while, as long as the node is open.
cache=/dev/$(disk CACHE1)
exec 7<>"$cache"
try equal ataread --compare -j "$cache"
yes 'what the page cache holds' | dd bs=4k seek=100 count=2 conv=notrunc iflag=fullblock >&7 2>/dev/null
try stale ataread --compare -j "$cache"
try stale-direct ataread --compare -p page,scsi -j "$cache"
exec 7>&-

chmod 644 "$big"
for path in scsi direct page; do
	try "user-$path" user "ataread -b -p $path $big 0 8"
done
try user-dma user "ataread -b $big 0 8"
END

checked=0
for range in begin+1 begin+255 begin+256 begin+65535 begin+65536 \
	end-1 end-255 end-256 end-65535 end-65536 \
	2^28-+1 2^28-+255 2^28-+256 2^28-+65535 2^28-+65536; do
	for path in dma ncq pio scsi direct page; do
		if grep -qxF -e "$range $path" "$out/same"; then
			checked=$((checked + 1))
		else
			echo "differs from dd: $range by $path"
		fi
	done
done >"$work/differing"
check "five counts at three places by six paths are what dd reads" \
	equal "90 " "$checked $(cat "$work/differing" "$out/same" | grep -v '^[be2]' | head -n 5)"
check "the drive is larger than 28 bits reach" equal $sectors "$(cat "$out/sectors")"
for where in end half; do
	check "$where" equal "0 0" "$(cat "$out/$where.rc") $(cat "$out/$where.same")"
done
check "past the end" refused past 1 'last sector is 268566527'

# unreadable RUN: bit 4, the ten sectors before it, its LBA, and nothing in its place.
unreadable()
{
	exit_status "$1" 4 && equal 5120 "$(stat -c %s "$out/$1.out")" &&
		grep -q "LBA 5000 cannot be read" "$out/$1.err" || {
		cat "$out/$1.err"
		return 1
	}
}
for path in dma ncq pio scsi direct page; do
	check "bad sector, $path" unreadable "bad-$path"
done
check "--verify finds that sector" json verify \
	'[.exit_status, (.ranges[] | .lba, .blocks)]' '[4,5000,1]'
check "NCQ is on afterwards" [ "$(cat "$out/depth")" -gt 1 ]

differences='[.exit_status, (.ranges[] | .lba, .blocks)]'
check "page cache and device agree" json equal "$differences" '[0]'
check "the page cache holds 16 sectors that the device does not" \
	json stale "$differences" '[64,800,16]'
check "and so says READ (16)" json stale-direct "$differences" '[64,800,16]'

for path in scsi direct page; do
	check "without privilege, $path" sh -c "head -c 4096 '$work/big.img' | cmp - '$out/user-$path.out'"
done
check "without privilege, dma" refused user-dma 2 'scsi|direct'
check "nothing was written to the drive" equal "$sum" "$(stat -c %y "$work/big.img")"
rm -f "$work/big.img"
finish
