#!/bin/sh
# An optical drive, empty and with a disc. hdparm -I asks it for IDENTIFY DEVICE and then
# decodes zeros, smartctl does not do MMC: so hdparm decodes the kernel's copy of the words.
# shellcheck source=../lib.sh
. "$(dirname "$0")/../lib.sh"

# never_sent OPCODE RUN
never_sent()
{
	grep -q ': cdb ' "$out/$2.err" && ! grep ": cdb $1 " "$out/$2.err"
}

optical()
{
	boot "$1" <<'END'
kernel_words sr0 | try hdparm hdparm --Istdin
try text ataid /dev/sr0
try sg ataid "$(sg_of sr0)"
try bsg ataid "$(bsg_of sr0)"
try json ataid -j /dev/sr0
try json-sg ataid -j "$(sg_of sr0)"
try sat12 ataid -v --sat=12 /dev/sr0
try cached ataid --cached -j /dev/sr0
END
	for run in text sg bsg json json-sg; do
		check "$run: exit status 0, no message" quiet_success "$run"
	done
	for run in text sg bsg; do
		check "$run: says what hdparm says" agrees_with_hdparm "$run" hdparm
	done
	check "JSON: ATAPI" json json .device.protocol '"ATAPI"'
	check "JSON: who it is" json json '[.model_name, .firmware_version]' '["QEMU DVD-ROM","2.5+"]'
	check "sg: JSON is the same but for its name" same_json_but json json-sg .device .collected .kernel.name .kernel.node
	check "--cached: the same model" json cached .model_name '"QEMU DVD-ROM"'
	check "--sat=12: never sent, A1h is BLANK here" never_sent a1 sat12
}

optical cd,empty
optical cd,size=100M
finish
