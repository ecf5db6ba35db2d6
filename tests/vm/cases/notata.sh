#!/bin/sh
# What is no ATA drive: one message, nothing on standard output, the documented status.
# shellcheck source=../lib.sh
. "$(dirname "$0")/../lib.sh"

boot ahci,serial=HDD1 virtio,serial=VIRTIO1 nvme,serial=NVME1 debug <<'END'
debug=$(disk_driven_by scsi_debug)
hdd=$(disk HDD1)
virtio=$(disk VIRTIO1)

try virtio ataid "/dev/$virtio"
try virtio-sg ataid "$(sg_of "$virtio")"
try virtio-cached ataid --cached "/dev/$virtio"
try debug ataid "/dev/$debug"
try debug-sg ataid "$(sg_of "$debug")"
try nvme ataid /dev/nvme0n1
try nvme-char ataid /dev/nvme0
try null ataid /dev/null
try directory ataid /dev
try missing ataid /dev/no-such-drive
try json-null ataid -j /dev/null
try json-nvme ataid -j /dev/nvme0n1
try json-missing ataid -j /dev/no-such-drive
try mixture ataid /dev/null "/dev/$hdd" /dev/no-such-drive
try alone ataid "/dev/$hdd"
try json-mixture ataid -j /dev/null "/dev/$hdd" /dev/no-such-drive
END

check "virtio-scsi" refused virtio 32 .
check "virtio-scsi, sg node" refused virtio-sg 32 .
check "virtio-scsi, cached: the kernel has no copy" refused virtio-cached 2 .
check "scsi_debug" refused debug 32 .
check "scsi_debug, sg node" refused debug-sg 32 .
check "NVMe: names the right tool" refused nvme 32 'nvme[ -]'
check "NVMe, character device: names the right tool" refused nvme-char 32 'nvme[ -]'
check "/dev/null" refused null 32 "'/dev/null'"
check "directory" refused directory 32 "'/dev'"
check "missing node" refused missing 2 "cannot open '/dev/no-such-drive': No such file or directory"
check "/dev/null: one JSON object" json json-null '[.exit_status, .device.name]' '[32,"/dev/null"]'
check "NVMe: one JSON object" json json-nvme '[.exit_status, .model_name]' '[32,null]'
check "missing: one JSON object" json json-missing '[.exit_status, (.error.message | type)]' '[2,"string"]'
check "mixture: the statuses or-ed" exit_status mixture 34
check "mixture: the good drive is printed" same_output mixture alone
check "mixture: two messages" equal 2 "$(wc -l <"$out/mixture.err")"
check "mixture: three JSON objects" equal '[32,0,2]' "$(jq -sc 'map(.exit_status)' "$out/json-mixture.out")"
finish
