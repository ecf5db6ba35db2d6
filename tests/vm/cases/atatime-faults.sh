#!/bin/sh
# atatime when the drive is taken away or does not answer: an end, a message, no figure from
# data that did not come. One guest for each time-out.
# shellcheck source=../lib.sh
. "$(dirname "$0")/../lib.sh"

atatime=$(dirname "$ataid")/atatime
boot -b "$atatime" ahci,serial=GONE1,size=64G,throttling.bps-total=5000000 \
	ahci,serial=GONE2,size=64G,throttling.bps-total=5000000 <<'END'
for serial in GONE1 GONE2; do
	d=$(disk $serial)
	(sleep 2; echo 1 >"/sys/block/$d/device/delete") &
	[ $serial = GONE1 ] && try gone-dma timeout 100 atatime -j -t -D 20 "/dev/$d"
	[ $serial = GONE2 ] && try gone-direct timeout 100 atatime -j -t -D 20 --direct "/dev/$d"
	wait
done
END

# ended RUN: exit bit 4 or 2, one object that says so.
ended()
{
	rc=$(cat "$out/$1.rc")
	[ $((rc & 6)) -ne 0 ] && [ "$rc" -lt 64 ] && [ "$(wc -l <"$out/$1.out")" = 1 ] &&
		json "$1" '.error_count > 0 or .error != null' true && [ -s "$out/$1.err" ]
}
check "taken away, dma" ended gone-dma
check "taken away, direct" ended gone-direct

boot -t 300 -b "$atatime" ahci,serial=SLOW1,size=64G,throttling.bps-total=3000 <<'END'
start=$(date +%s)
try timeout timeout 200 atatime -j -t -z -D 3 "/dev/$(disk SLOW1)"
echo $(($(date +%s) - start)) >/out/seconds
END
check "no answer: exit bits 4, and 2 for what was not run" exit_status timeout 6
check "no answer: kind and place" equal '["timeout",1]' \
	"$(jq -c '[.errors[0].kind, .error_count]' "$out/timeout.out" | head -n 1)"
check "no answer: not repeated, the tests after it are not run" \
	sh -c "[ \"\$(cat '$out/seconds')\" -lt 100 ]"
finish
