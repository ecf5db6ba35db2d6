# atals on captured trees (trees.sh): the values are those that were put into the trees.
# shellcheck shell=sh
# shellcheck source=tests/cli/trees.sh
. "$here/trees.sh"
make_trees "$work/trees"

# list MACHINE OPTION...: atals on that tree.
list()
{
	machine=$1
	shift
	"$atals" --sysroot "$work/trees/$machine" "$@" >"$out" 2>"$err" </dev/null
	status=$?
}

# shows MACHINE COLUMNS OPTIONS <EXPECTED: raw, without headings.
shows()
{
	cat >"$work/expected"
	# shellcheck disable=SC2086 # options are a list
	list "$1" -rno "$2" ${3-}
	check "atals, $1: $2 ${3-}" diff "$work/expected" "$out"
}

shows ahci NAME,TYPE,MODEL,SERIAL,FIRMWARE,SIZE <<'END'
sda disk Example\x20Disk\x2080 SN-CLI-0042 1.00 3.6T
sdb disk Example\x20Disk\x2080 SN-CS2-0042 1.00 931.5G
sdc disk Example\x20Disk\x2080 SN-CS2-0042 1.00 931.5G
sdd disk Example\x20Disk\x2080 SN-CS3-0042 1.00 74.5G
sg5 disk Example\x20Disk\x2080 SN-CLI-0042 1.00 -
sr0 rom SIMULATE\x20DVDRAM\x20SIM0001 S1M00000000000000005 SIM1 1024M
END
shows ahci NAME,LINK,NCQ,RPM,POWER,PORT,BUS <<'END'
sda 6.0/6.0/6.0 32/32 7200 active ata1 SATA
sdb 3.0/6.0/6.0! 32/32 0 active ata2 SATA
sdc 1.5/6.0/6.0! 32/32 0 active ata3 SATA
sdd -/6.0/6.0 32/1 - suspended ata4 SATA
sg5 6.0/6.0/6.0 32/32 7200 active ata6 SATA
sr0 1.5/1.5/6.0 no/32 - active ata5 SATA
END
shows ahci NAME,LINK-NOW,LINK-DRIVE,LINK-HOST,LINK-BELOW,LINK-POWER <<'END'
sda 6000000000 6000000000 6000000000 0 med_power_with_dipm
sdb 3000000000 6000000000 6000000000 1 med_power_with_dipm
sdc 1500000000 6000000000 6000000000 1 med_power_with_dipm
sdd - 6000000000 6000000000 - med_power_with_dipm
sg5 6000000000 6000000000 6000000000 0 -
sr0 1500000000 1500000000 6000000000 0 med_power_with_dipm
END
shows ahci NAME,WWN,PCI,HCTL,ATA-DEVICE,DMA-MODE,DRIVER,SAT <<'END'
sda 0x5000c5000a1b2c3d 0000:00:1f.2 0:0:0:0 ata1.00 UDMA_6 ahci linux\x20libata\x203.00
sdb 0x5000c5000a1b2c40 0000:00:1f.2 1:0:0:0 ata2.00 UDMA_6 ahci -
sdc 0x5000c5000a1b2c40 0000:00:1f.2 2:0:0:0 ata3.00 UDMA_6 ahci -
sdd 0x5000c5000a1b2c3d 0000:00:1f.2 3:0:0:0 ata4.00 UDMA_6 ahci -
sg5 0x5000c5000a1b2c3d 0000:00:1f.2 5:0:0:0 ata6.00 UDMA_6 ahci -
sr0 - 0000:00:1f.2 4:0:0:0 ata5.00 UDMA_6 ahci -
END
shows ahci NAME,LOG-SEC,PHY-SEC,MAX-IO,MAX-HW-IO,SEGMENTS,RQ-SIZE,SCHED,WCACHE,STATE '/dev/sda /dev/sg5' <<'END'
sda 512 4096 1310720 33553408 168 64 mq-deadline write\x20back running
sg5 - - - - - - - - running
END
shows ahci NAME,REQUESTS,IO-ERRORS,TIMEOUTS,SPEED-DOWNS,INQUIRY 'sda sdb' <<'END'
sda 499 2 0 0 ATA\x20Example\x20Disk\x2080\x201.00
sdb 499 2 0 1 ATA\x20Example\x20Disk\x2080\x201.00
END
shows ahci NAME,BY-ID,HOLDERS,MOUNTPOINTS 'sda sdb sdc' <<'END'
sda ata-Example_Disk_80_SN-CLI-0042\x0awwn-0x5000c5000a1b2c3d md0\x0adm-0 /\x0a/srv/with\x20blank
sdb - - swap
sdc - - -
END
shows ahci NAME,SIZE -b <<'END'
sda 4000787030016
sdb 1000204886016
sdc 1000204886016
sdd 80026361856
sg5 -
sr0 1073741312
END
shows ahci NAME '-p sda /dev/disk/by-id/wwn-0x5000c5000a1b2c3d sda1' <<'END'
/dev/sda
/dev/sda
/dev/sda
END
shows mixed NAME,LINK,LINK-BELOW <<'END'
sda 3.0/6.0/6.0? -
END
shows piix NAME,SERIAL,LINK,NCQ,PORT,ATA-DEVICE,BUS,DMA-MODE,DRIVER <<'END'
sda SN-CLI-0042 - -/1 ata1 ata1.00 PATA UDMA_5 ata_piix
sdb SN-CS2-0042 - -/1 ata1 ata1.01 PATA UDMA_2 ata_piix
sdc SN-CLI-0042 -/3.0/- 32/1 ata2 ata2.00 SATA UDMA_5 ata_piix
END
shows pmp NAME,LINK,NCQ,POWER,PORT,ATA-DEVICE,BUS,SPEED-DOWNS <<'END'
sda 3.0/6.0/3.0 32/31 active ata4.00 ata4.00 SATA\x20multiplier 0
sdb 1.5/3.0/3.0! 32/31 suspended ata4.02 ata4.02 SATA\x20multiplier 3
sdc 3.0/6.0/- 32/31 active ata5.01 ata5.01 SATA\x20multiplier 0
END
shows usb NAME,MODEL,SERIAL,FIRMWARE,LINK,RPM,PORT,BUS,DRIVER,SAT,USB-ID,ATA <<'END'
sda Example\x20Disk\x2080 SN-CLI-0042 1.00 6.0/6.0/- 0 - USB\x20bridge uas JMicron\x20bridge\x201.00 152d:0578 1
sdb - - - - - - USB\x20bridge usb-storage - 174c:55aa -
END
shows usb NAME,MODEL,ATA,REASON -a <<'END'
sda Example\x20Disk\x2080 1 -
sdb - - -
sdc Cruzer\x20Blade 0 USB\x20stick\x20or\x20card\x20reader
END
shows hba NAME,MODEL,SERIAL,FIRMWARE,WWN,LINK,BUS,DRIVER,SAT <<'END'
sda Example\x20Disk\x2080 SN-CLI-0042 1.00 0x5000c5000a1b2c3d 6.0/6.0/- HBA mpt3sas LSI\x20SATL\x200008
sdb Example\x20Disk\x2016TB\x20with\x20a\x20long\x20name SN-HBA-0002 - 0x5000c5000a1b2c3e - HBA mpt3sas -
sdc - - - - - HBA mpt3sas -
END
shows hba NAME,MODEL,SERIAL,FIRMWARE,ATA,DRIVER '-a sdd sde' <<'END'
sdd ST1200MM0009 SAS00001 N003 0 mpt3sas
sde MR9560-16i - 5.28 0 megaraid_sas
END
check 'atals, hba: SAS disks that are named' test "$status" -eq 32
shows nvme NAME,MODEL,SERIAL,FIRMWARE,BUS,ATA,REASON -a <<'END'
nvme0n1 Example\x20NVMe\x20512 SN-NVME-0001 FW000001 NVMe 0 NVMe:\x20use\x20nvme\x20id-ctrl\x20(nvme-cli)
END
shows unknown NAME,MODEL,SERIAL,WWN,LINK,NCQ,RPM 'sda sdc sdd sde' <<'END'
sda - - - - - -
sdc - - - - - -
sdd - - - - - -
sde - - - - - -
END
check 'atals, unknown: no page is no damage' succeeds

# Exit status and messages
list ahci
check 'atals: exit status 0' succeeds
check 'atals: headings' equal "$(head -n 1 "$out" | tr -s ' ')" \
	'NAME TYPE MODEL SERIAL FIRMWARE SIZE LINK NCQ RPM POWER PORT BUS'
list ahci -n
check 'atals -n: no headings' equal "$(wc -l <"$out")" 6
list ahci --check
check 'atals --check: two slow links' test "$status" -eq 64
check 'atals --check: says which' equal "$(cut -d "'" -f 2 "$err" | tr '\n' ' ')" 'sdb sdc '
check 'atals --check: says what' holds "$err" \
	"the link of 'sdb' runs at 3.0 Gb/s, the drive can do 6.0 and the host 6.0: check cable"
list ahci --check sda sdd sr0
check 'atals --check: full, unknown (word 77 is 0) and full' succeeds
for machine in mixed piix usb hba nvme; do
	list "$machine" --check -o NAME
	check "atals --check, $machine: no finding" test "$status" -eq 0
done
list nvme
check 'atals, nvme: no ATA drives' equal "$(cat "$err")" \
	'atals: no ATA drives here; 1 other disk: --all lists it'
check 'atals, nvme: an empty list is no error' test "$status" -eq 0
list nvme -v
check 'atals -v: what is left out' holds "$err" "left out 'nvme0n1': NVMe"
list nvme /dev/nvme0n1
check 'atals, nvme: named' fails_with 32 "'/dev/nvme0n1' is no ATA drive: NVMe: use nvme id-ctrl"
list empty
check 'atals, empty: no disks' equal "$(cat "$err")" 'atals: no disks here'
list empty /dev/sda
check 'atals, empty: named' fails_with 2 "cannot find '/dev/sda': No such file or directory"
list none
check 'atals: no such tree' fails_with 2 "cannot read '.*none/sys/block': No such file"
list unknown
check 'atals: a wrong checksum' test "$status" -eq 8
check 'atals: a wrong checksum is said' holds "$err" "of 'sdb' has a wrong checksum"
check 'atals: nothing of a drive can reach the terminal' sh -c \
	"! LC_ALL=C grep -q '[^ -~]' '$out'"
check 'atals: escapes once' holds "$out" '<"\\x5cn{}e Disk 80'
"$atals" /dev/null >"$out" 2>"$err"
status=$?
check 'atals /dev/null' fails_with 32 "'/dev/null' is no drive"
"$atals" / >"$out" 2>"$err"
status=$?
check 'atals /' fails_with 32 "'/' is a directory"
run_shell '"$atals" --sysroot "$work/trees/ahci" >/dev/full'
check 'atals: a full disk' fails_with 2 'cannot write: No space left on device'
for options in '-o NAME,NOSUCH' '-o' '-J -r' '-P -j' '--openmetrics -j' '--nosuch' '-o NAME,'; do
	# shellcheck disable=SC2086 # options are a list
	list ahci $options
	check "atals $options: wrong usage" test "$status" -eq 1
done
list ahci -o nosuch
check 'atals: a column that is not there' is_usage_error "no column 'nosuch'"
list ahci --help
check 'atals --help' succeeds
check 'atals --help has all columns' test "$(grep -cE '^  [A-Z][A-Z-]+ +[a-zA-Z.]' "$out")" -ge 44

# -J and -j: JSON whatever is known
for machine in ahci mixed piix pmp usb hba nvme unknown empty; do
	list "$machine" -J -O -a
	check "atals -J, $machine: one object" equal "$(jq -s 'length' "$out")" 1
	check "atals -J, $machine: a list of drives" equal "$(jq -r '.drives | type' "$out")" array
	list "$machine" -j -a
	[ "$machine" = empty ] || check "atals -j, $machine: schema" \
		env NODE_PATH=/usr/share/nodejs node "$here/../json/validate.js" "$here/../../docs/atals.schema.json" "$out"
	list "$machine" --openmetrics -a
	check "atals --openmetrics, $machine" test ! -s "$err" -o "$machine" = unknown
	command -v promtool >/dev/null || continue
	check "atals --openmetrics, $machine: promtool" promtool check metrics <"$out"
done
list unknown -J -O sda
check 'atals -J: every unknown cell is null' equal \
	"$(jq -c '.drives[0] | map_values(select(. != null and . != [null]))' "$out")" \
	'{"name":"sda","path":"/dev/sda","type":"disk","port":"ata1","bus":"ATA","ata-device":"ata1.00","pci":"0000:00:1f.2","hctl":"1:0:0:0","ata":true}'
list unknown -j sda
check 'atals -j: every unknown value is null' equal \
	"$(jq -c '[paths(. != null and type != "object" and type != "array") | join(".")]' "$out")" \
	'["schema","device.kernel_name","device.name","device.kind","device.bus","device.pci_address","device.scsi_address","device.is_ata","ata.port","ata.device","exit_status"]'
list unknown -P -O sda
check 'atals -P: unknown is empty' holds "$out" 'MODEL="" SERIAL="" FIRMWARE=""'
list ahci -J -o NAME,SIZE,LINK-BELOW,LINK-NOW,BY-ID sda
check 'atals -J: types' equal "$(jq -c '.drives[0]' "$out")" \
	'{"name":"sda","size":"3.6T","link-below":false,"link-now":6000000000,"by-id":["ata-Example_Disk_80_SN-CLI-0042","wwn-0x5000c5000a1b2c3d"]}'
list ahci -j -o NAME,SIZE,LINK-BELOW,HOLDERS sdb
check 'atals -j -o: only these' equal "$(cat "$out")" \
	'{"schema":"atals/1","device":{"kernel_name":"sdb"},"user_capacity":{"bytes":1000204886016},"link":{"below_maximum":true},"holders":[],"exit_status":0,"error":null}'
list ahci -j sdb sr0
check 'atals -j: keys as of ataid' equal "$(jq -c '[.wwn, .device.protocol]' "$out" | tr '\n' ' ')" \
	'[{"string":"0x5000c5000a1b2c40","naa":5,"oui":3152,"id":169552960},"ATA"] [{"string":null,"naa":null,"oui":null,"id":null},"ATAPI"] '
list ahci -j --check sdb nosuch sda
check 'atals -j: an object a DRIVE' equal "$(jq -c '[.device.name, .exit_status]' "$out" | tr '\n' ' ')" \
	'["/dev/sdb",64] ["nosuch",2] ["/dev/sda",0] '
check 'atals -j: or-ed' test "$status" -eq 66

# Samples
list ahci --openmetrics
check 'atals --openmetrics: who it is' holds "$out" \
	'^ata_drive_info{device="sda",model="Example Disk 80",serial="SN-CLI-0042",firmware="1.00",wwn="0x5000c5000a1b2c3d",bus="SATA",port="ata1",driver="ahci",power="active"} 1$'
for sample in 'capacity_bytes{device="sda"} 4000787030016' 'link_baud{device="sdb"} 3000000000' \
	'link_drive_max_baud{device="sdb"} 6000000000' 'link_host_max_baud{device="sdb"} 6000000000' \
	'link_below_maximum{device="sdb"} 1' 'ncq_depth{device="sdd"} 32' \
	'queue_depth{device="sdd"} 1' 'command_errors_total{device="sda"} 2' \
	'speed_downs_total{device="sdb"} 1' 'rotation_rate_rpm{device="sdb"} 0'; do
	check "atals --openmetrics: $sample" holds "$out" "^ata_drive_$sample\$"
done
check 'atals --openmetrics: unknown has no sample' equal "$(grep -c 'link_baud{device="sdd"' "$out")" 0

# --redact: by the patterns of redaction.sh, and the names of links and mount points
cat >>"$work/patterns" <<'END'
SN-CS2-0042
SN-CS3-0042
S1M000000000
SN-HBA-0002
SAS00001
SN-NVME-0001
5000c5000a1b2c
/srv
ata-Example
END
list ahci -j
check 'atals: the patterns find what is there' grep -q -F -f "$work/patterns" "$out"
for machine in ahci usb hba nvme; do
	for options in '-O' '-J -O' '-j' '-P -O' '--openmetrics'; do
		# shellcheck disable=SC2086 # options are a list
		list "$machine" -a --redact $options
		check "atals --redact $options, $machine" test -s "$out"
		check "atals --redact $options, $machine: nothing is left" clean "$out"
	done
done
list ahci --redact -j /dev/disk/by-id/ata-Example_Disk_80_SN-CLI-0042x
check 'atals --redact in messages' clean "$err"
list ahci --redact -rno SERIAL sda sg5
check 'atals --redact: the same gives the same' equal "$(uniq "$out" | wc -l)" 1
