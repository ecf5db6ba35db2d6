# What sysfs shows of some machines, file by file, as Linux 6.1 lays it out: Documentation/
# ABI/testing/sysfs-ata, sysfs-block, sysfs-class-scsi_host; drivers/ata/libata-transport.c,
# drivers/scsi/scsi_sysfs.c. Devices stand below devices/, all else is links to them.
#   . trees.sh; make_trees DIR      makes DIR/ahci, DIR/piix, DIR/pmp, ...
# shellcheck shell=sh

# put FILE TEXT: a file of sysfs, and link FILE TARGET, both below $tree/sys.
put()
{
	file=$tree/sys/$1
	[ -d "${file%/*}" ] || mkdir -p "${file%/*}"
	printf '%b' "$2" >"$file"
}

link()
{
	file=$tree/sys/$1
	[ -d "${file%/*}" ] || mkdir -p "${file%/*}"
	[ -d "$tree/sys/$2" ] || mkdir -p "$tree/sys/$2"
	ln -srn "$tree/sys/$2" "$file"
}

machine()
{
	tree=$trees/$1
	mkdir -p "$tree/sys/block" "$tree/sys/class/block" "$tree/proc/self" "$tree/dev/disk/by-id"
}

# pci ADDRESS VENDOR DEVICE DRIVER
pci()
{
	device=devices/pci0000:00/$1
	put "$device/vendor" "0x$2\n"
	put "$device/device" "0x$3\n"
	link "bus/pci/devices/$1" "$device"
	link "$device/driver" "bus/pci/drivers/$4"
}

# host DIR PROC_NAME [FILE TEXT]: DIR ends in hostN, below devices/pci0000:00.
host()
{
	host=devices/pci0000:00/$1/scsi_host/${1##*/}
	put "$host/proc_name" "$2\n"
	[ $# -eq 2 ] || put "$host/$3" "$4\n"
	link "class/scsi_host/${1##*/}" "$host"
}

# ata_port DIR LINKS: DIR ends in ataN.
ata_port()
{
	port=devices/pci0000:00/$1/ata_port/${1##*/}
	put "$port/nr_pmp_links" "$2\n"
	put "$port/port_no" "1\n"
	link "class/ata_port/${1##*/}" "$port"
}

# ata_link DIR NOW HARDWARE: DIR ends in linkN or linkN.P.
ata_link()
{
	entry=devices/pci0000:00/$1/ata_link/${1##*/}
	put "$entry/sata_spd" "$2\n"
	put "$entry/hw_sata_spd_limit" "$3\n"
	put "$entry/sata_spd_limit" "$3\n"
	link "class/ata_link/${1##*/}" "$entry"
}

# ata_device DIR CLASS DMA-MODE SPDN_CNT WORDS: DIR ends in devN.D; WORDS are a file.
ata_device()
{
	entry=devices/pci0000:00/$1/ata_device/${1##*/}
	put "$entry/class" "$2\n"
	put "$entry/dma_mode" "XFER_$3\n"
	put "$entry/spdn_cnt" "$4\n"
	grep -v '^#' "$5" >"$tree/sys/$entry/id"
	link "class/ata_device/${1##*/}" "$entry"
}

# scsi DIR TYPE VENDOR MODEL REV QUEUE-DEPTH POWER: DIR ends in H:C:T:L.
scsi()
{
	dev=devices/pci0000:00/$1
	put "$dev/type" "$2\n"
	put "$dev/vendor" "$(printf '%-8s' "$3")\n"
	put "$dev/model" "$(printf '%-16s' "$4")\n"
	put "$dev/rev" "$(printf '%-4s' "$5")\n"
	put "$dev/queue_depth" "$6\n"
	put "$dev/power/runtime_status" "$7\n"
	put "$dev/state" "running\n"
	put "$dev/iorequest_cnt" "0x1f3\n"
	put "$dev/ioerr_cnt" "0x2\n"
	put "$dev/iotmo_cnt" "0x0\n"
	put "$dev/scsi_device/${1##*/}/uevent" ''
	link "$dev/scsi_device/${1##*/}/device" "$dev"
	link "class/scsi_device/${1##*/}" "$dev/scsi_device/${1##*/}"
}

# block DIR NAME NUMBER SECTORS LOGICAL PHYSICAL: the node of the last scsi, or of DIR.
block()
{
	node=$1/block/$2
	put "$node/dev" "$3\n"
	put "$node/uevent" "MAJOR=${3%:*}\nMINOR=${3#*:}\nDEVNAME=$2\nDEVTYPE=disk\n"
	put "$node/size" "$4\n"
	put "$node/removable" "${removable:-0}\n"
	put "$node/stat" "     301       12    24080      190       17        3      136       9        2      200      199        0        0        0        0        0        0\n"
	put "$node/queue/logical_block_size" "$5\n"
	put "$node/queue/physical_block_size" "$6\n"
	put "$node/queue/max_hw_sectors_kb" "32767\n"
	put "$node/queue/max_sectors_kb" "1280\n"
	put "$node/queue/max_segments" "168\n"
	put "$node/queue/nr_requests" "64\n"
	put "$node/queue/scheduler" "none [mq-deadline] bfq\n"
	put "$node/queue/write_cache" "write back\n"
	link "$node/device" "$1"
	link "$node/subsystem" class/block
	link "class/block/$2" "$node"
	link "block/$2" "$node"
	link "dev/block/$3" "$node"
}

# generic DIR sgN
generic()
{
	put "$1/scsi_generic/$2/dev" "21:${2#sg}\n"
	link "$1/scsi_generic/$2/device" "$1"
	link "$1/scsi_generic/$2/subsystem" class/scsi_generic
	link "class/scsi_generic/$2" "$1/scsi_generic/$2"
}

# partition DISK-DIR NAME NUMBER
partition()
{
	put "$1/$2/partition" "1\n"
	put "$1/$2/uevent" "MAJOR=${3%:*}\nMINOR=${3#*:}\nDEVNAME=$2\nDEVTYPE=partition\n"
	link "$1/$2/subsystem" class/block
	link "class/block/$2" "$1/$2"
	link "dev/block/$3" "$1/$2"
}

# ata_page FILE: page 89h of the words in FILE, from "linux libata" unless $layer says.
ata_page()
{
	printf '\0\211\002\070\0\0\0\0'
	# shellcheck disable=SC2086 # three words
	printf '%-8s%-16s%-4s' ${layer:-linux libata 3.00}
	printf '\064\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\354\0\0\0'
	"$ataid" --binary "$1"
}

# identification: page 83h as SAT has it, of a drive whose page 89h nobody reads.
identification()
{
	printf '\0\203\0\124'
	printf '\002\001\0\104ATA     %-40s%20s' 'Example Disk 16TB with a long name' 'SN-HBA-0002'
	printf '\001\003\0\010\120\0\305\0\012\033\054\076'
}

# words FILE 'WORD=VALUE ...': the base page with these words.
words()
{
	awk -f "$here/patch.awk" -v set="$2" "$here/base.txt" >"$trees/$1"
}

# ahci_drive NUMBER NOW HARDWARE WORDS SPDN_CNT: an AHCI port with its drive, at 1f.2.
ahci_drive()
{
	number=$1
	at=0000:00:1f.2/ata$number
	ata_port "$at" 0
	ata_link "$at/link$number" "$2" "$3"
	ata_device "$at/link$number/dev$number.0" ata UDMA_6 "$5" "$4"
	at=$at/host$((number - 1))
	host "$at" ahci ahci_host_caps "${caps-c734ff45}"
	put "$host/link_power_management_policy" "med_power_with_dipm\n"
	at=$at/target$((number - 1)):0:0/$((number - 1)):0:0:0
	scsi "$at" 0 ATA 'Example Disk 80' 1.00 "${queue:-32}" "${power:-active}"
}

sixgig='76=010e 77=0006 222=10ff'

make_ahci()
{
	machine ahci
	pci 0000:00:1f.2 8086 a352 ahci
	words fast "$sixgig 217=1c20 106=6003"
	words slow "76=010e 77=0004 222=10ff 217=0001 12=5332 108=5000 109=c500 110=0a1b 111=2c40"
	words silent "76=010e 77=0000 12=5333"
	ahci_drive 1 '6.0 Gbps' '6.0 Gbps' "$trees/fast" 0
	block "$dev" sda 8:0 7814037168 512 4096
	generic "$dev" sg0
	ata_page "$trees/fast" >"$tree/sys/$dev/vpd_pg89"
	partition "$dev/block/sda" sda1 8:1
	partition "$dev/block/sda" sda2 8:2
	mkdir -p "$tree/sys/$dev/block/sda/sda1/holders/md0" "$tree/sys/$dev/block/sda/sda2/holders/dm-0" \
		"$tree/sys/$dev/block/sda/sda2/holders/md0"
	ahci_drive 2 '3.0 Gbps' '6.0 Gbps' "$trees/slow" 1
	block "$dev" sdb 8:16 1953525168 512 512
	# The hardware's limit is not known: the controller's capabilities have it.
	ahci_drive 3 '1.5 Gbps' '<unknown>' "$trees/slow" 0
	block "$dev" sdc 8:32 1953525168 512 512
	# Nobody knows what it runs at.
	queue=1 power=suspended
	ahci_drive 4 '<unknown>' '6.0 Gbps' "$trees/silent" 0
	queue='' power=''
	block "$dev" sdd 8:48 156301488 512 512
	# A PACKET device; no speed in word 76.
	"$ataid" --hex sim:atapi >"$trees/packet"
	ahci_drive 5 '1.5 Gbps' '6.0 Gbps' "$trees/packet" 0
	put "devices/pci0000:00/0000:00:1f.2/ata5/link5/dev5.0/ata_device/dev5.0/class" "atapi\n"
	put "$dev/type" "5\n"
	removable=1
	block "$dev" sr0 11:0 2097151 512 512
	removable=0
	generic "$dev" sg4
	# A drive that sd has not taken.
	ahci_drive 6 '6.0 Gbps' '6.0 Gbps' "$trees/fast" 0
	generic "$dev" sg5

	mkdir -p "$tree/sys/devices/virtual/block/md0/holders" "$tree/sys/devices/virtual/block/dm-0/holders"
	for name in md0:9:0 dm-0:253:0; do
		node=devices/virtual/block/${name%%:*}
		put "$node/size" "2048\n"
		link "$node/subsystem" class/block
		link "block/${name%%:*}" "$node"
		link "class/block/${name%%:*}" "$node"
		link "dev/block/${name#*:}" "$node"
	done
	ln -s ../../sda "$tree/dev/disk/by-id/ata-Example_Disk_80_SN-CLI-0042"
	ln -s ../../sda "$tree/dev/disk/by-id/wwn-0x5000c5000a1b2c3d"
	ln -s ../../sda1 "$tree/dev/disk/by-id/wwn-0x5000c5000a1b2c3d-part1"
	cat >"$tree/proc/self/mountinfo" <<'END'
22 1 9:0 / / rw - ext4 /dev/md0 rw
36 22 253:0 / /srv/with\040blank rw shared:1 - xfs /dev/mapper/vg-srv rw
END
	printf 'Filename\tType\n/dev/sdb\tpartition\n' >"$tree/proc/swaps"
}

# Intel's 6 series: which of its ports do 6 Gb/s is not said.
make_mixed()
{
	machine mixed
	pci 0000:00:1f.2 8086 1c02 ahci
	words slow "76=010e 77=0004"
	ahci_drive 3 '3.0 Gbps' '<unknown>' "$trees/slow" 0
	block "$dev" sda 8:0 1953525168 512 512
}

make_piix()
{
	machine piix
	pci 0000:00:1f.1 8086 24db ata_piix
	words master '76=0000 77=0000 93=407b 222=0000'
	words second '76=0000 77=0000 93=4a0b 12=5332'
	words serial '222=10ff'
	at=0000:00:1f.1/ata1
	ata_port $at 0
	ata_link $at/link1 '<unknown>' '<unknown>'
	ata_device $at/link1/dev1.0 ata UDMA_5 0 "$trees/master"
	ata_device $at/link1/dev1.1 ata UDMA_2 0 "$trees/second"
	host $at/host0 ata_piix
	scsi $at/host0/target0:0:0/0:0:0:0 0 ATA 'Example Disk 80' 1.00 1 active
	block "$dev" sda 8:0 156301488 512 512
	scsi $at/host0/target0:0:1/0:0:1:0 0 ATA 'Example Disk 80' 1.00 1 active
	block "$dev" sdb 8:16 156301488 512 512
	# A serial drive on a controller in IDE mode: word 77 alone knows its speed.
	at=0000:00:1f.1/ata2
	ata_port $at 0
	ata_link $at/link2 '<unknown>' '<unknown>'
	ata_device $at/link2/dev2.0 ata UDMA_5 0 "$trees/serial"
	host $at/host1 ata_piix
	scsi $at/host1/target1:0:0/1:0:0:0 0 ATA 'Example Disk 80' 1.00 1 active
	block "$dev" sdc 8:32 156301488 512 512
}

make_pmp()
{
	machine pmp
	pci 0000:00:1c.0 1095 3132 sata_sil24
	words fast "$sixgig"
	words slow "76=0106 77=0002 12=5332"
	at=0000:00:1c.0/ata4
	ata_port $at 5
	ata_link $at/link4 '3.0 Gbps' '3.0 Gbps'
	ata_link $at/link4.0 '3.0 Gbps' '3.0 Gbps'
	ata_link $at/link4.2 '1.5 Gbps' '3.0 Gbps'
	ata_device $at/link4.0/dev4.0.0 ata UDMA_6 0 "$trees/fast"
	ata_device $at/link4.2/dev4.2.0 ata UDMA_6 3 "$trees/slow"
	host $at/host3 sata_sil24
	scsi $at/host3/target3:0:0/3:0:0:0 0 ATA 'Example Disk 80' 1.00 31 active
	block "$dev" sda 8:0 156301488 512 512
	scsi $at/host3/target3:2:0/3:2:0:0 0 ATA 'Example Disk 80' 1.00 31 suspended
	block "$dev" sdb 8:16 156301488 512 512
	# What an AHCI controller can do says nothing of a port of the multiplier.
	at=0000:00:1f.2/ata5
	ata_port $at 5
	ata_link $at/link5.1 '3.0 Gbps' '<unknown>'
	ata_device $at/link5.1/dev5.1.0 ata UDMA_6 0 "$trees/fast"
	host $at/host4 ahci ahci_host_caps c734ff45
	scsi $at/host4/target4:1:0/4:1:0:0 0 ATA 'Example Disk 80' 1.00 31 active
	block "$dev" sdc 8:32 156301488 512 512
}

# usb_disk PORT HOST NAME NUMBER DRIVER ID VENDOR MODEL REV
usb_disk()
{
	bridge=devices/pci0000:00/0000:00:14.0/usb2/2-$1
	put "$bridge/idVendor" "${6%:*}\n"
	put "$bridge/idProduct" "${6#*:}\n"
	link "$bridge/2-$1:1.0/driver" "bus/usb/drivers/$5"
	at=${bridge#devices/pci0000:00/}/2-$1:1.0/host$2
	host "$at" "$5"
	scsi "$at/target$2:0:0/$2:0:0:0" 0 "$7" "$8" "$9" 30 active
	block "$dev" "$3" "$4" 1000215216 512 4096
}

make_usb()
{
	machine usb
	pci 0000:00:14.0 8086 a36d xhci_hcd
	words fast "$sixgig 217=0001"
	usb_disk 1 6 sda 8:0 uas 152d:0578 JMicron Generic 0508
	layer='JMicron bridge 1.00' ata_page "$trees/fast" >"$tree/sys/$dev/vpd_pg89"
	usb_disk 2 7 sdb 8:16 usb-storage 174c:55aa ASMT 2115 0
	printf '\0\200\0\014000000000001' >"$tree/sys/$dev/vpd_pg80"
	removable=1
	usb_disk 3 8 sdc 8:32 usb-storage 0781:5567 SanDisk 'Cruzer Blade' 1.27
	removable=0
}

# sas_disk PORT NAME NUMBER VENDOR MODEL REV
sas_disk()
{
	scsi "0000:03:00.0/host0/port-0:$1/end_device-0:$1/target0:0:$1/0:0:$1:0" 0 "$4" "$5" "$6" 32 active
	block "$dev" "$2" "$3" 31251759104 512 4096
}

make_hba()
{
	machine hba
	pci 0000:03:00.0 1000 0097 mpt3sas
	host 0000:03:00.0/host0 mpt3sas
	words fast "$sixgig 217=1c20"
	sas_disk 0 sda 8:0 ATA 'Example Disk 80' 1.00
	layer='LSI SATL 0008' ata_page "$trees/fast" >"$tree/sys/$dev/vpd_pg89"
	sas_disk 1 sdb 8:16 ATA 'Example Disk 16T' W210
	identification >"$tree/sys/$dev/vpd_pg83"
	sas_disk 2 sdc 8:32 ATA 'Example Disk 16T' W210
	sas_disk 3 sdd 8:48 SEAGATE ST1200MM0009 N003
	printf '\0\200\0\010SAS00001' >"$tree/sys/$dev/vpd_pg80"
	pci 0000:04:00.0 1000 10e2 megaraid_sas
	host 0000:04:00.0/host1 megaraid_sas
	scsi 0000:04:00.0/host1/target1:2:0/1:2:0:0 0 BROADCOM MR9560-16i 5.28 256 active
	block "$dev" sde 8:64 31251759104 512 4096
}

make_nvme()
{
	machine nvme
	pci 0000:01:00.0 144d a808 nvme
	controller=devices/pci0000:00/0000:01:00.0/nvme/nvme0
	put "$controller/model" 'Example NVMe 512                        \n'
	put "$controller/serial" 'SN-NVME-0001        \n'
	put "$controller/firmware_rev" 'FW000001\n'
	node=$controller/nvme0n1
	put "$node/dev" "259:0\n"
	put "$node/size" "1000215216\n"
	link "$node/device" "$controller"
	link "$node/subsystem" class/block
	link block/nvme0n1 "$node"
	link class/block/nvme0n1 "$node"
	link dev/block/259:0 "$node"
	node=devices/virtual/block/loop0
	put "$node/size" "8192\n"
	link "$node/subsystem" class/block
	link block/loop0 "$node"
	link class/block/loop0 "$node"
}

# Drives of which the kernel says nothing but that they are there, and one that lies.
make_unknown()
{
	machine unknown
	for number in 1 2 3 4 5; do
		dev=devices/pci0000:00/0000:00:1f.2/ata$number/host$number/target$number:0:0/$number:0:0:0
		put "$dev/type" "0\n"
		put "$dev/scsi_device/$number:0:0:0/uevent" ''
		link "$dev/scsi_device/$number:0:0:0/device" "$dev"
		link "class/scsi_device/$number:0:0:0" "$dev/scsi_device/$number:0:0:0"
		name=sd$(printf %s "$number" | tr 12345 abcde)
		mkdir -p "$tree/sys/$dev/block/$name"
		link "$dev/block/$name/device" "$dev"
		link "$dev/block/$name/subsystem" class/block
		link "class/block/$name" "$dev/block/$name"
		link "block/$name" "$dev/block/$name"
	done
	# Quotes, a backslash, control characters, a byte above 7Fh; the checksum is wrong.
	awk -f "$here/patch.awk" -v seal=0 \
		-v set='23=225c 24=0a1b 25=e939 27=3c22 28=5c6e 29=7b7d 255=01a5' "$here/base.txt" \
		>"$trees/hostile"
	ata_device 0000:00:1f.2/ata2/link2/dev2.0 ata UDMA_6 0 "$trees/hostile"
	# All zeros, all ones, and cut in the middle.
	sed 's/[0-9a-f]/0/g' "$trees/hostile" >"$trees/zeros"
	sed 's/[0-9a-f]/f/g' "$trees/hostile" >"$trees/ones"
	head -n 20 "$trees/hostile" >"$trees/cut"
	ata_device 0000:00:1f.2/ata3/link3/dev3.0 ata UDMA_6 0 "$trees/zeros"
	ata_device 0000:00:1f.2/ata4/link4/dev4.0 ata UDMA_6 0 "$trees/ones"
	ata_device 0000:00:1f.2/ata5/link5/dev5.0 ata UDMA_6 0 "$trees/cut"
}

make_empty()
{
	machine empty
}

make_trees()
{
	trees=$1
	removable=0 queue='' power=''
	mkdir -p "$trees"
	for name in ahci mixed piix pmp usb hba nvme unknown empty; do
		"make_$name"
	done
}
