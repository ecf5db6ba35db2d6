#!/bin/sh
# What atals reads of this host, copied to DIR for `atals --sysroot DIR`, here or elsewhere:
#   capture-sysfs.sh DIR
# Reads files of sysfs and /proc alone, as atals does: nothing is sent to a drive. Serial
# numbers are in it; atals --redact hides them in what it prints of the copy.
set -eu
[ $# -eq 1 ] || {
	echo "usage: capture-sysfs.sh DIR" >&2
	exit 1
}
mkdir -p "$1"
to=$(cd "$1" && pwd)

files='type vendor model rev queue_depth state iorequest_cnt ioerr_cnt iotmo_cnt
runtime_status vpd_pg80 vpd_pg83 vpd_pg89 size stat dev uevent removable partition
logical_block_size physical_block_size max_hw_sectors_kb max_sectors_kb max_segments
nr_requests scheduler write_cache proc_name link_power_management_policy ahci_host_caps
nr_pmp_links sata_spd hw_sata_spd_limit class id dma_mode spdn_cnt device idVendor
idProduct serial firmware_rev'

copy_file()
{
	mkdir -p "$to/${1%/*}"
	cat "$1" >"$to/$1" 2>/dev/null || rm -f "$to/$1"
}

copy_link()
{
	mkdir -p "$to/${1%/*}"
	ln -sf "$(readlink "$1")" "$to/$1"
}

cd /
names=
for name in $files; do
	names="$names -o -name $name"
done
# shellcheck disable=SC2086 # a list of words
find sys/devices -type f \( ${names# -o} \) |
	grep -E '/(ata[0-9]+|host[0-9]+|usb[0-9]+|block|nvme[0-9]+|pci[0-9a-f:]+)(/|$)' |
	while read -r file; do
		copy_file "$file"
	done
find sys/devices -type l \( -name device -o -name subsystem -o -name driver \) |
	while read -r link; do
		copy_link "$link"
	done
find sys/devices -type l -path '*/holders/*' | while read -r link; do
	copy_link "$link"
done
for link in sys/block/* sys/class/block/* sys/class/ata_*/* sys/class/scsi_*/* \
	sys/class/bsg/* sys/dev/block/* sys/bus/pci/devices/* dev/disk/by-id/*; do
	[ ! -L "$link" ] || copy_link "$link"
done
for file in proc/self/mountinfo proc/swaps; do
	copy_file "$file"
done
