#!/bin/sh
# atals beside lsblk, lsscsi and dmesg: eight drives of all kinds, and not a command sent.
# shellcheck source=../lib.sh
. "$(dirname "$0")/../lib.sh"

atals=${ATALS:-$top/build/atals}

# Two disks more are none of ATA's: virtio and scsi_debug, which fakes a page 89h.
boot -b "$atals" -f "$top/docs/capture-sysfs.sh:/capture" \
	ahci,serial=HDD1,model=ATAPROBE-HDD-WITH-A-LONG-NAME,ver=FW0123456,wwn=0x5000c500a1b2c3d4,rotation_rate=7200 \
	ahci,serial=SSD1,wwn=0x5002538d40000001,rotation_rate=1,physical_block_size=4096,size=3000G \
	ahci,serial=HDD2 cd piix4,serial=PATA1 piix4,serial=PATA2 usb uas \
	virtio,serial=VIRTIO1 debug <<'END'
counts()
{
	for name in /sys/block/*/device/iorequest_cnt; do
		echo "$name $(cat "$name")"
	done
}

# The first disk sleeps, and is not woken.
hdd=$(disk HDD1)
power=/sys/block/$hdd/device/power
echo 100 >"$power/autosuspend_delay_ms"
echo auto >"$power/control"
for wait in 1 2 3 4 5 6 7 8 9 10; do
	[ "$(cat "$power/runtime_status")" = suspended ] && break
	sleep 0.5
done
try lsblk lsblk -J -b -O
try lsscsi /usr/bin/lsscsi # busybox has one too
dmesg >/out/dmesg
counts >/out/before
try table atals
try all atals -a -J -O -b
try json atals -j
try user user atals -j
try named atals -rno NAME,SERIAL "/dev/$hdd" "$(sg_of "$hdd")"
try check atals --check -n
try metrics atals --openmetrics
try loud atals -v
try capture sh /capture /tmp/captured
try captured atals --sysroot /tmp/captured -j
counts >/out/after
cat "$power/runtime_status" >/out/power
END

# columns FILTER: of lsblk's and of atals' objects, sorted by name; the same?
same_as_lsblk()
{
	jq -rS ".blockdevices[] | select(.hctl) | $1" "$out/lsblk.out" | sort >"$work/lsblk"
	jq -rS ".drives[] | $2" "$out/all.out" | sort >"$work/atals"
	[ -s "$work/lsblk" ] && diff "$work/lsblk" "$work/atals"
}

# drive SERIAL FILTER VALUE: of the object with this serial number.
drive()
{
	equal "$3" "$(jq -c "select(.serial_number == \"$1\") | $2" "$out/json.out")"
}

for run in lsblk lsscsi all json user named metrics; do
	check "$run: exit status 0, no message" quiet_success $run
done
check "not one command was sent" cmp "$out/before" "$out/after"
check "counts are of ten disks" equal 10 "$(wc -l <"$out/after")"
check "the suspended disk sleeps on" equal suspended "$(cat "$out/power")"
check "an ordinary user sees the same" same_output json user
check "eight drives" equal 8 "$(jq -s length "$out/json.out")"
check "a captured tree: the same" same_output json captured
check "capture-sysfs.sh: no message" equal '' "$(cat "$out/capture.err")"
check "--all: ten disks" equal 10 "$(jq '.drives | length' "$out/all.out")"
check "-v: the two that are left out" equal 2 "$(grep -c 'left out' "$out/loud.err")"
check "--check: QEMU's links run at full speed, or nobody knows" exit_status check 0

check "name, address, size as lsblk" same_as_lsblk '[.name, .hctl, .size]' '[.name, .hctl, .size]'
check "sectors, queue, scheduler as lsblk" same_as_lsblk \
	'[.name, ."log-sec", ."phy-sec", ."rq-size", .sched]' \
	'[.name, ."log-sec", ."phy-sec", ."rq-size", .sched]'
check "state, kind as lsblk" same_as_lsblk '[.name, .state, .type]' '[.name, .state, .type]'
check "rotation as lsblk, where the drive says" same_as_lsblk \
	'select(.rota == false and (.vendor | test("^ATA"))) | .name' 'select(.rpm == 0) | .name'
check "model begins as lsblk has it" same_as_lsblk \
	'select(.vendor | test("^ATA")) | [.name, (.model | sub(" +$"; ""))]' \
	'select(.ata and (.model | test("DVD") | not)) | [.name, (.model[:16] | sub(" +$"; ""))]'
check "lsscsi has the same nodes" equal \
	"$(sed 's/^\[\([^]]*\)\].*\/dev\/\([a-z0-9]*\)[[:space:]]*$/\2 \1/' "$out/lsscsi.out" | sort | paste -sd ,)" \
	"$(jq -r '.drives[] | "\(.name) \(.hctl)"' "$out/all.out" | sort | paste -sd ,)"

# dmesg: "ata1.00: ATA-7: MODEL, FIRMWARE, max UDMA/100", "ata1: SATA link up 1.5 Gbps"
jq -r '.drives[] | select(."ata-device") |
	"\(."ata-device"): \(.model), \(.firmware)"' "$out/all.out" | sort >"$work/atals"
sed -n 's/^\[[^]]*\] \(ata[0-9.]*: \)ATA[A-Z]*\(-[0-9]*\)*: \(.*, [^,]*\), max .*/\1\3/p' "$out/dmesg" |
	tr -s ' ' | sort >"$work/dmesg"
check "device, model, firmware as dmesg" diff "$work/dmesg" "$work/atals"
jq -r '.drives[] | select(."link-now") |
	"\(.port) \(."link-now" / 100000000)"' "$out/all.out" | sort >"$work/atals"
sed -n 's/.*\] \(ata[0-9]*\): SATA link up \([0-9]\)\.\([0-9]\) Gbps.*/\1 \2\3/p' "$out/dmesg" |
	sort >"$work/dmesg"
check "link speed as dmesg" diff "$work/dmesg" "$work/atals"
check "four serial links" equal 4 "$(wc -l <"$work/atals")"

check "a long model number is whole" drive HDD1 .model_name '"ATAPROBE-HDD-WITH-A-LONG-NAME"'
check "a long firmware version is whole" drive HDD1 .firmware_version '"FW012345"'
check "world wide name" drive HDD1 .wwn.string '"0x5000c500a1b2c3d4"'
check "rotation" drive HDD1 .rotation_rate 7200
check "suspended" drive HDD1 .power.runtime_status '"suspended"'
check "does not rotate" drive SSD1 .rotation_rate 0
check "beyond 2 TiB" drive SSD1 .user_capacity.bytes 3221225472000
check "NCQ of both" drive SSD1 '[.ncq.depth, .ncq.kernel_depth]' '[32,32]'
check "SATA" drive HDD2 .device.bus '"SATA"'
check "PATA, master" drive PATA1 '[.device.bus, .ncq.kernel_depth, .link.current_bits_per_second]' '["PATA",1,null]'
check "PATA, slave" drive PATA2 '.ata.device | test("^ata[0-9]+[.]01$")' true
check "an optical drive" equal '["rom","SATA"]' \
	"$(jq -c 'select(.device.kernel_name == "sr0") | [.device.kind, .device.bus]' "$out/json.out")"
check "two bridges that do not tell" equal '["uas",null,null] ["usb-storage",null,null]' \
	"$(jq -c 'select(.device.bus == "USB bridge") | [.device.driver, .model_name, .device.is_ata]' \
		"$out/json.out" | sort | paste -sd ' ')"
check "libata's layer" drive HDD1 .device.sat_layer '"linux libata 3.00"'
check "disk and sg node are one" equal 1 "$(cut -d ' ' -f 2 "$out/named.out" | uniq | wc -l)"
check "scsi_debug is no ATA drive" equal '["scsi_debug",false]' \
	"$(jq -c '.drives[] | select(.driver == "scsi_debug") | [.driver, .ata]' "$out/all.out")"
check "metrics: eight drives" equal 8 "$(grep -c '^ata_drive_info{' "$out/metrics.out")"
finish
