#!/bin/sh
# PATA disks: PIIX3 (MWDMA2) and PIIX4 (UDMA/33), beside hdparm and smartctl.
# shellcheck source=../lib.sh
. "$(dirname "$0")/../lib.sh"

pata()
{
	boot "$1,serial=PATA1,model=ATAPROBE-PATA,wwn=0x5000c50000000001" "$1,serial=PATA2" <<'END'
for serial in PATA1 PATA2; do
	name=$(disk $serial)
	try hdparm-$serial hdparm -I "/dev/$name"
	try smartctl-$serial smartctl -i -g all -j "/dev/$name"
	try $serial ataid "/dev/$name"
	try sg-$serial ataid "$(sg_of "$name")"
	try json-$serial ataid -j "/dev/$name"
	try cached-$serial ataid --cached "/dev/$name"
done
END
	for serial in PATA1 PATA2; do
		check "$1 $serial: exit status 0, no message" quiet_success $serial
		check "$1 $serial: text says what hdparm says" agrees_with_hdparm $serial hdparm-$serial
		check "$1 $serial, sg: text says what hdparm says" agrees_with_hdparm sg-$serial hdparm-$serial
		check "$1 $serial, cached: text says what hdparm says" agrees_with_hdparm cached-$serial hdparm-$serial
		check "$1 $serial: JSON says what smartctl says" agrees_with_smartctl json-$serial smartctl-$serial
	done
}

pata piix3
check "piix3: MWDMA2 selected" json json-PATA1 '[.transfer_modes.mwdma.selected, .transfer_modes.udma.selected]' '[2,null]'
pata piix4
check "piix4: UDMA2 selected" json json-PATA1 '[.transfer_modes.mwdma.selected, .transfer_modes.udma.selected]' '[null,2]'
finish
