#!/bin/sh
# What libata was told to leave out (libata.force): ataid still agrees with hdparm.
# shellcheck source=../lib.sh
. "$(dirname "$0")/../lib.sh"

boot -m 'libata force=1:noncq,2:udma/33,3:mwdma2,4:pio4,5:1.5Gbps,6:max_sec_lba48' \
	ahci,serial=NONCQ ahci,serial=UDMA33 ahci,serial=MWDMA2 ahci,serial=PIO4 \
	ahci,serial=SLOW ahci,serial=LBA48 <<'END'
for serial in NONCQ UDMA33 MWDMA2 PIO4 SLOW LBA48; do
	name=$(disk $serial)
	try hdparm-$serial hdparm -I "/dev/$name"
	try smartctl-$serial smartctl -i -g all -j "/dev/$name"
	try $serial ataid "/dev/$name"
	try json-$serial ataid -j "/dev/$name"
	try cached-$serial ataid --cached "/dev/$name"
done
END

for serial in NONCQ UDMA33 MWDMA2 PIO4 SLOW LBA48; do
	check "$serial: exit status 0, no message" quiet_success $serial
	check "$serial: text says what hdparm says" agrees_with_hdparm $serial hdparm-$serial
	check "$serial, cached: text says what hdparm says" agrees_with_hdparm cached-$serial hdparm-$serial
	check "$serial: JSON says what smartctl says" agrees_with_smartctl json-$serial smartctl-$serial
done
check "NONCQ: the drive still says that it has it" json json-NONCQ '[.ncq.supported, .ncq.depth]' '[true,32]'
check "UDMA33: UDMA2 selected" json json-UDMA33 .transfer_modes.udma.selected 2
check "MWDMA2: MWDMA2 selected" json json-MWDMA2 .transfer_modes.mwdma.selected 2
check "PIO4: no DMA mode selected" json json-PIO4 '[.transfer_modes.mwdma.selected, .transfer_modes.udma.selected]' '[null,null]'
finish
