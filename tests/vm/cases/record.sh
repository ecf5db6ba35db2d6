#!/bin/sh
# A recording made in the guest, replayed here without a drive: the same bytes.
# shellcheck source=../lib.sh
. "$(dirname "$0")/../lib.sh"

boot ahci,serial=SECRET-SERIAL,model=ATAPROBE-HDD,wwn=0x5000c500a1b2c3d4,rotation_rate=7200 cd,empty <<'END'
for options in "" -i -j -e -H -b --power --sat=12; do
	name=disk$options
	try "$name" ataid $options --record "/out/$name.rec" "/dev/$(disk SECRET-SERIAL)"
done
hostname secret-host
for options in "" -i -j -e -H -b -v; do
	try "redacted$options" ataid $options --redact --record "/out/redacted$options.rec" "/dev/$(disk SECRET-SERIAL)"
done
try optical ataid --record /out/optical.rec /dev/sr0
try optical-json ataid -j --record /out/optical-json.rec /dev/sr0
END

# replays RUN OPTION...
replays()
{
	run=$1
	shift
	quiet_success "$run" || return 1
	"$ataid" "$@" "$out/$run.rec" >"$work/replayed"
	equal 0 $? || return 1
	cmp "$out/$run.out" "$work/replayed" || diff "$out/$run.out" "$work/replayed"
}
# Serial number and WWN as text, as words and as they stand in the 512 bytes; host name.
redacted()
{
	quiet_success "redacted$1" || return 1
	for file in "$out/redacted$1.out" "$out/redacted$1.rec"; do
		! grep -aiE 'SECRET|ESRCTES|5345 *4352|45 53 52 43|a1b2c3d4|a1b2 c3d4|b2 a1 d4 c3|2712847316' "$file" || return 1
	done
}

check "text" replays disk
for options in -i -j -e -H -b --power --sat=12; do
	check "$options" replays "disk$options" $options
done
check "optical drive: text" replays optical
check "optical drive: -j" replays optical-json -j
for options in "" -i -j -e -H -b; do
	check "--redact $options: nothing private in output and recording" redacted "$options"
	check "--redact $options: replays" replays "redacted$options" $options
done
check "--redact -v: nothing private in the trace" equal 0 "$(grep -ciE 'SECRET|a1b2c3d4' "$out/redacted-v.err")"
check "a recording is text" grep -Iq . "$out/disk.rec"
finish
