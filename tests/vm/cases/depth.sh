#!/bin/sh
# Several requests outstanding: every one comes back, with its own data, and they overlap.
# shellcheck source=../lib.sh
. "$(dirname "$0")/../lib.sh"

build=$(dirname "$ataid")
gcc -static -O2 -Wall -Wextra -std=c11 -D_GNU_SOURCE -I"$top/sgio" -o "$work/depth" \
	"$here/depth.c" "$build/libsgio.a" "$build/libata.a" -lsgutils2 -lpthread
# 16384 blocks of 512 bytes, each its own number.
LC_ALL=C seq -f '%511.0f' 0 16383 >"$work/numbers.img"

boot -b "$work/depth" ahci,serial=SLOW1,latency-ns=10000000 \
	ahci,serial=NUMBERS1,file="$work/numbers.img" <<'END'
numbers=$(disk NUMBERS1)
slow=$(disk SLOW1)
try block timeout 60 depth "/dev/$numbers" numbers
try sg timeout 60 depth "$(sg_of "$numbers")" numbers
try bsg timeout 60 depth "$(bsg_of "$numbers")" numbers
try slow timeout 60 depth "/dev/$slow" zeros
try slow-sg timeout 60 depth "$(sg_of "$slow")" zeros
try slow-bsg timeout 60 depth "$(bsg_of "$slow")" zeros
try rate timeout 60 depth "/dev/$slow" rate
END

# shown RUN NAME: the program says so.
shown()
{
	grep -qx "ok $2" "$out/$1.out" || grep " $2" "$out/$1.out"
	grep -qx "ok $2" "$out/$1.out"
}
rate()
{
	sed -n "s/^rate $1 //p" "$out/rate.out"
}
at_least()
{
	[ "${2:-0}" -ge "$1" ] || {
		echo "expected: $1 or more"
		echo "found:    ${2:-nothing}"
		return 1
	}
}

for run in block sg bsg slow slow-sg slow-bsg; do
	check "$run: ended" exit_status "$run" 0
	for depth in 1 8 32; do
		check "$run, depth $depth: every page is the same" shown "$run" "$depth identify"
		check "$run, depth $depth: every block is the right one" shown "$run" "$depth read"
		check "$run, depth $depth: EAGAIN for one more" shown "$run" "$depth limit"
		check "$run, depth $depth: close with all outstanding" shown "$run" "$depth close"
	done
done
for depth in 8 32; do
	check "depth $depth: what no worker had begun is not sent any more" \
		shown slow "$depth close-unsent"
done
check "rates: every read came back" equal "" "$(grep '^not ok' "$out/rate.out")"
check "10 ms a read, depth 8: 4 times the rate of depth 1" at_least $((4 * $(rate 1))) "$(rate 8)"
check "10 ms a read, depth 1: no more than 100 a second" at_least "$(rate 1)" 100
rm "$work/numbers.img"
finish
