#!/bin/sh
# -n: a disk that the kernel has suspended is not woken, neither by --cached.
# shellcheck source=../lib.sh
. "$(dirname "$0")/../lib.sh"

boot ahci,serial=HDD1 <<'END'
hdd=$(disk HDD1)
power=/sys/block/$hdd/device/power
for mode in never sleep standby idle; do
	try active-$mode ataid -n $mode "/dev/$hdd"
done

echo 100 >"$power/autosuspend_delay_ms"
echo auto >"$power/control"
for wait in 1 2 3 4 5 6 7 8 9 10; do
	[ "$(cat "$power/runtime_status")" = suspended ] && break
	sleep 0.5
done
cat "$power/runtime_status" >/out/before
try standby ataid -n standby "/dev/$hdd"
try status ataid -n standby,5 "/dev/$hdd"
try idle ataid -n idle "/dev/$hdd"
try json ataid -n standby -j "/dev/$hdd"
try cached ataid --cached "/dev/$hdd"
cat "$power/runtime_status" >/out/after
try never ataid -n never "/dev/$hdd"
END

for mode in never sleep standby idle; do
	check "active disk, -n $mode: asked" quiet_success active-$mode
done
check "the disk was suspended" equal suspended "$(cat "$out/before")"
check "suspended, -n standby: skipped" refused standby 16 "'/dev/sda'"
check "suspended, -n standby,5: that status" exit_status status 5
check "suspended, -n idle: skipped" refused idle 16 "'/dev/sda'"
check "suspended: one JSON object" json json '[.exit_status, .model_name]' '[16,null]'
check "suspended, --cached: exit status 0, no message" quiet_success cached
check "suspended: still so after all that" equal suspended "$(cat "$out/after")"
check "suspended, -n never: asked" quiet_success never
finish
