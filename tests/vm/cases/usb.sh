#!/bin/sh
# USB bridges (mass storage and UAS) that know no ATA PASS-THROUGH.
# shellcheck source=../lib.sh
. "$(dirname "$0")/../lib.sh"

boot usb uas <<'END'
for driver in usb-storage uas; do
	name=$(disk_driven_by $driver)
	try $driver ataid "/dev/$name"
	try sg-$driver ataid "$(sg_of "$name")"
	try sat12-$driver ataid --sat=12 "/dev/$name"
	try trace-$driver ataid -v "/dev/$name"
	try json-$driver ataid -j "/dev/$name"
	try cached-$driver ataid --cached "/dev/$name"
done
END

# opcodes RUN: of the pass-through requests in the trace.
opcodes()
{
	sed -n 's/.*: cdb \(85\|a1\) .*/\1/p' "$out/$1.err" | paste -sd ' '
}

without_advice()
{
	! grep -e '--sat=12' "$out/$1.err"
}

for driver in usb-storage uas; do
	for run in $driver sg-$driver sat12-$driver; do
		check "$run: no pass-through" refused "$run" 2 'pass-through'
	done
	check "$driver: asked by 16 bytes, then by 12" equal "85 a1" "$(opcodes trace-$driver)"
	check "$driver: --sat=12 is no advice when it was tried" without_advice sat12-$driver
	check "$driver: one JSON object all the same" json json-$driver '[.exit_status, .model_name]' '[2,null]'
	check "cached $driver: the kernel has no copy" refused cached-$driver 2 ''
done
finish
