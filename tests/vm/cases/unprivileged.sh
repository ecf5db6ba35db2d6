#!/bin/sh
# Without CAP_SYS_RAWIO: what is refused, what the message says, and --cached.
# shellcheck source=../lib.sh
. "$(dirname "$0")/../lib.sh"

partitioned_image "$work/hdd.img"
boot ahci,serial=HDD1,model=ATAPROBE-HDD,wwn=0x5000c500a1b2c3d4,rotation_rate=7200,file="$work/hdd.img" \
	ahci,serial=SSD1,rotation_rate=1,physical_block_size=4096 cd,empty <<'END'
hdd=$(disk HDD1)
ssd=$(disk SSD1)
sg=$(sg_of "$hdd")

try json ataid -j "/dev/$hdd"
try json-ssd ataid -j "/dev/$ssd"
try json-cd ataid -j /dev/sr0
try text ataid "/dev/$hdd"
try closed user ataid "/dev/$hdd"
try cached user ataid --cached -j "/dev/$hdd"
try cached-ssd user ataid --cached -j "/dev/$ssd"
try cached-cd user ataid --cached -j /dev/sr0
try cached-text user ataid --cached "/dev/$hdd"
try cached-sg user ataid --cached -j "$sg"
try cached-bsg user ataid --cached -j "$(bsg_of "$hdd")"
try cached-partition user ataid --cached -j "/dev/${hdd}1"

chmod 644 "/dev/$hdd" "/dev/${hdd}1" "$sg"
try readable user ataid "/dev/$hdd"
try readable-json user ataid -j "/dev/$hdd"
try readable-sg user ataid "$sg"
try partition user ataid "/dev/${hdd}1"
try dump ataid -b "/dev/$hdd"
try bare-null user ataid /dev/null
END

check "closed node" refused closed 2 "cannot open '/dev/sd.': Permission denied"
check "readable node: names the capability" refused readable 2 CAP_SYS_RAWIO
check "readable node: points to --cached" refused readable 2 'cached'
check "readable node: one JSON object" json readable-json '[.exit_status, .model_name]' '[2,null]'
check "readable sg node: names the capability" refused readable-sg 2 CAP_SYS_RAWIO
check "partition" refused partition 2 'CAP_SYS_RAWIO|whole|partition'
check "/dev/null" refused bare-null 32 "'/dev/null'"

# Less what the kernel's copy cannot know, and the name that was asked for.
cached_equals()
{
	quiet_success "$2" && same_json_but "$1" "$2" .device .collected .power_mode .security \
		.ata_apm .ata_aam .interface_speed.current .link.current_bits_per_second \
		.kernel.name .kernel.node .kernel.partition
}
check "--cached disk: root's values" cached_equals json cached
check "--cached ssd: root's values" cached_equals json-ssd cached-ssd
check "--cached optical drive: root's values" cached_equals json-cd cached-cd
check "--cached sg node: root's values" cached_equals json cached-sg
check "--cached bsg node: root's values" cached_equals json cached-bsg
check "--cached partition: its disk's values" cached_equals json cached-partition
check "--cached: JSON names the source" json cached .device.type '"cached"'
check "--cached text: exit status 0, no message" quiet_success cached-text
rm "$work/hdd.img"
finish
