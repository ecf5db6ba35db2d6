#!/bin/sh
# Drives that go away while they are asked: a documented status, no hang, no crash.
# shellcheck source=../lib.sh
. "$(dirname "$0")/../lib.sh"

boot -M ahci,serial=SLOW ahci,serial=OTHER usb uas <<'END'
slow=$(disk SLOW)
usb=$(disk_driven_by usb-storage)
uas=$(disk_driven_by uas)
try before ataid -j "/dev/$slow"

# One read a second from now on, four of them wanted: IDENTIFY waits until they are done.
echo "block_set_io_throttle d0 0 0 0 1 0 0" >/dev/ttyS3
sleep 0.2
for block in 1 2 3 4; do
	dd if="/dev/$slow" of=/dev/null bs=4k count=2 skip=$block iflag=direct 2>/dev/null &
done
sleep 0.3
try in-flight timeout 30 ataid "/dev/$slow" &
asking=$!
try in-flight-json timeout 30 ataid -j "/dev/$slow" &
asking_json=$!
sleep 0.5
cat "/sys/block/$slow/inflight" >/out/inflight
[ -e /out/in-flight.rc ] || echo yes >/out/waiting
echo 1 >"/sys/block/$slow/device/delete"
wait $asking
wait $asking_json
try gone timeout 30 ataid "/dev/$slow"
try gone-cached timeout 30 ataid --cached "/dev/$slow"
try other ataid "/dev/$(disk OTHER)"

# ask_until_gone NAME NODE: asks again and again, until some time after the node is gone.
ask_until_gone()
{
	after=0
	while [ $after -lt 3 ]; do
		[ -e "$2" ] || after=$((after + 1))
		rc=0
		timeout 30 ataid "$2" >>"/out/$1.stdout" 2>>"/out/$1.stderr" || rc=$?
		echo $rc >>"/out/$1.codes"
	done
}
ask_until_gone usb "/dev/$usb" &
asking=$!
ask_until_gone uas "/dev/$uas" &
asking_uas=$!
sleep 1
echo "device_del usb2" >/dev/ttyS3
echo "device_del uas3" >/dev/ttyS3
wait $asking
wait $asking_uas
try still-there ls "/dev/$usb" "/dev/$uas"
END

# documented RUN: could not ask, refused, or in time to answer; with one message if any.
documented()
{
	case $(cat "$out/$1.rc") in
	0) quiet_success "$1" ;;
	2 | 4 | 6) one_message "$1" . ;;
	*) exit_status "$1" "2 or 4" ;;
	esac
}
only_codes()
{
	sort "$out/$1.codes" | uniq -c
	! grep -vqxE "$2" "$out/$1.codes"
}
check "before: exit status 0, no message" quiet_success before
check "ataid was waiting when its drive was removed" [ -e "$out/waiting" ]
check "removed with a command in flight" documented in-flight
check "removed with a command in flight: JSON" one_json_object in-flight-json
check "gone" refused gone 2 "cannot open '/dev/sd.'"
check "gone, cached" refused gone-cached 2 .
check "the other drive does not mind" quiet_success other
check "USB bridge unplugged while asked" only_codes usb '2|4|32'
check "USB bridge: nothing on standard output" [ ! -s "$out/usb.stdout" ]
check "UAS bridge unplugged while asked" only_codes uas '2|4|32'
check "UAS bridge: nothing on standard output" [ ! -s "$out/uas.stdout" ]
check "both bridges were unplugged" equal 1 "$(cat "$out/still-there.rc")"
finish
