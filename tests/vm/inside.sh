# shellcheck shell=sh
# Sourced by every script that runs in a guest.

# try NAME COMMAND...: keeps what it prints and returns, as /out/NAME.{out,err,rc}.
try()
{
	try_name=$1
	shift
	try_rc=0
	"$@" >"/out/$try_name.out" 2>"/out/$try_name.err" || try_rc=$?
	echo $try_rc >"/out/$try_name.rc"
}

# user COMMAND...: as somebody who is neither root nor in group disk.
user()
{
	su -s /bin/sh nobody -c "$*"
}

# disk SERIAL: the name (sda, sdb...) of the drive with this serial number.
disk()
{
	page=$(grep -l "$1" /sys/block/sd*/device/vpd_pg80 2>/dev/null) || page=/no-drive-$1/x/x
	basename "${page%/*/*}"
}

# disk_driven_by DRIVER: the name of the disk below this driver (uas, scsi_debug...).
disk_driven_by()
{
	basename "$(ls -d "/sys/bus/"*"/drivers/$1/"*/host*/target*/*/block/*)"
}

# sg_of NAME, bsg_of NAME: the other nodes of that drive.
sg_of()
{
	echo "/dev/$(ls "/sys/block/$1/device/scsi_generic")"
}

bsg_of()
{
	echo "/dev/bsg/$(ls "/sys/block/$1/device/bsg")"
}

# kernel_words NAME: the IDENTIFY words as the kernel read them when it found the drive.
kernel_words()
{
	address=$(basename "$(readlink -f "/sys/block/$1/device")")
	port=$(readlink -f "/sys/block/$1/device" | sed 's|.*/ata\([0-9]*\)/.*|\1|')
	unit=$(echo "$address" | cut -d: -f3)
	cat "/sys/class/ata_device/dev$port.$unit/id"
}
