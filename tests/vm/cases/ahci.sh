#!/bin/sh
# Two AHCI disks through every kind of node, beside hdparm and smartctl.
# shellcheck source=../lib.sh
. "$(dirname "$0")/../lib.sh"

partitioned_image "$work/hdd.img"
before=$(md5sum <"$work/hdd.img")

boot ahci,serial=HDD1,model=ATAPROBE-HDD,ver=FW01,wwn=0x5000c500a1b2c3d4,rotation_rate=7200,file="$work/hdd.img" \
	ahci,serial=SSD1,wwn=0x5002538d40000001,rotation_rate=1,physical_block_size=4096,size=3000G <<'END'
hdd=$(disk HDD1)
ssd=$(disk SSD1)
sg=$(sg_of "$hdd")
bsg=$(bsg_of "$hdd")
mkdir -p /dev/disk/by-id
ln -s "../../$hdd" /dev/disk/by-id/ata-HDD1

try hdparm-hdd hdparm -I "/dev/$hdd"
try hdparm-ssd hdparm -I "/dev/$ssd"
try hdparm-words hdparm --Istdout "/dev/$hdd"
try smartctl-hdd smartctl -i -g all -j "/dev/$hdd"
try smartctl-ssd smartctl -i -g all -j "/dev/$ssd"

try hdd ataid "/dev/$hdd"
try ssd ataid "/dev/$ssd"
try sg ataid "$sg"
try bsg ataid "$bsg"
try by-id ataid /dev/disk/by-id/ata-HDD1
try partition ataid "/dev/${hdd}1"
try both ataid "/dev/$hdd" "/dev/$ssd"
for node in hdd=/dev/$hdd ssd=/dev/$ssd sg=$sg bsg=$bsg; do
	try "json-${node%%=*}" ataid -j "${node#*=}"
done

for sat in 12 16; do
	try "sat$sat-words" ataid --sat=$sat -H "/dev/$hdd"
	try "sat$sat-json" ataid --sat=$sat -j "/dev/$hdd"
done
try words ataid -H "/dev/$hdd"
try binary ataid -b "/dev/$hdd"
ataid -H "/dev/$hdd" | try istdin hdparm --Istdin
try extras ataid --power --native -j "/dev/$hdd"
try get ataid -g model_name,serial_number,user_capacity.bytes "/dev/$hdd"
try verbose ataid -v "/dev/$hdd"
END

check "disk: text says what hdparm says" agrees_with_hdparm hdd hdparm-hdd
check "ssd: text says what hdparm says" agrees_with_hdparm ssd hdparm-ssd
check "sg: text says what hdparm says" agrees_with_hdparm sg hdparm-hdd
check "bsg: text says what hdparm says" agrees_with_hdparm bsg hdparm-hdd
check "by-id: text says what hdparm says" agrees_with_hdparm by-id hdparm-hdd
check "partition, as root: text says what hdparm says of its disk" agrees_with_hdparm partition hdparm-hdd
check "disk: JSON says what smartctl says" agrees_with_smartctl json-hdd smartctl-hdd
check "ssd: JSON says what smartctl says" agrees_with_smartctl json-ssd smartctl-ssd
for run in hdd ssd sg bsg by-id partition both json-hdd json-ssd json-sg json-bsg words binary extras get; do
	check "$run: exit status 0, no message" quiet_success "$run"
done
for run in sg bsg; do
	check "$run: JSON is the disk's but for its name" same_json_but json-hdd "json-$run" .device .collected .kernel.name .kernel.node
done

check "two drives: both are printed" equal "HDD1 SSD1" \
	"$(grep -o 'HDD1\|SSD1' "$out/both.out" | uniq | paste -sd ' ')"
check "--get: tab separated" equal "ATAPROBE-HDD	HDD1	67108864" "$(cat "$out/get.out")"
check "-v: traces to standard error" [ -s "$out/verbose.err" ]
check "-v: standard output stays the same" same_output hdd verbose

hex_words()
{
	grep -E '^([0-9a-f]{4} ){7}[0-9a-f]{4} *$' "$out/$1.out" | sed 's/ *$//'
}
check "--hex: the words that hdparm reads" equal "$(hex_words hdparm-words)" "$(hex_words words)"
check "--binary: the same words" equal "$(hex_words hdparm-words | tr -d '\n ')" \
	"$(od -An -v -tx2 --endian=little "$out/binary.out" | tr -d '\n ')"
check "--hex: hdparm --Istdin takes it" agrees_with_hdparm hdd istdin
for sat in 12 16; do
	check "--sat=$sat: exit status 0, no message" quiet_success "sat$sat-words"
	check "--sat=$sat: the same words" same_output "sat$sat-words" words
done
check "--sat=12: JSON names it" json sat12-json .device.type '"sat12"'
check "--sat=16: JSON names it" json sat16-json .device.type '"sat"'
check "--power: active, as QEMU's drive always is" json extras '.power_mode | tostring | test("active")' true
check "--native: null, QEMU's drive has neither HPA nor AMAC" json extras .native_max.blocks null
check "without --power and --native: null" json json-hdd '[.power_mode, .native_max.blocks]' '[null,null]'
check "capacity beyond 2 TiB" json json-ssd .user_capacity.bytes 3221225472000
check "oddities: a list" json json-hdd '.oddities | type' '"array"'

check "not a byte of the drive changed" equal "$before" "$(md5sum <"$work/hdd.img")"
rm "$work/hdd.img"
finish
