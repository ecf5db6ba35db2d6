#!/bin/sh
# make bench: figures, printed beside a peer in the same run; nothing is judged.
#   tests/bench/run.sh BUILD
set -u
build=$1
bench=$build/tests/bench
work=$build/bench
pair=$bench/bench_pair
mkdir -p "$work"

"$build/ataid" --hex sim:ssd >"$work/one"
"$build/ataid" --binary sim:ssd >"$work/page"
awk '{ all = all $0 "\n" } END { for (i = 0; i < 10000; i++) printf "# drive %d\n%s", i, all }' \
	"$work/one" >"$work/stream"
head -n $(($(wc -l <"$work/stream") / 10)) "$work/stream" >"$work/tenth"

echo "== start-up: ataid DUMP against hdparm --Istdin, 400 interleaved runs"
"$pair" 400 "$work/one" "$build/ataid" "$work/one" -- hdparm --Istdin
echo "== start-up: ataid --json"
"$pair" 400 "$work/one" "$build/ataid" --json "$work/one" -- hdparm --Istdin

echo "== 10000 dumps as JSON against 10000 processes of hdparm --Istdin (10 measured, times 1000)"
cat >"$work/ten" <<END
for i in 0 1 2 3 4 5 6 7 8 9; do hdparm --Istdin <$work/one; done
END
for cores in 0 0,1; do
	echo "-- on cores $cores"
	"$pair" 9 "$work/stream" taskset -c "$cores" "$build/ataid" --json - -- sh "$work/ten" |
		sed -n 's/^\(wall: .*\) ms against \(.*\) ms.*/\1 \2/p' |
		awk '{ printf "%.0f dumps/s against %.0f, ratio %.1f\n",
			1e7 / $2, 1e4 / $3, 1e3 * $3 / $2 }'
done

echo "== parse alone: checksum and the value of every row, one core"
for run in 1 2 3; do
	taskset -c 0 "$bench/bench_parse" 1000000 <"$work/page"
done

echo "== memory over the stream: a tenth of it against the whole"
"$pair" 1 /dev/null "$build/ataid" --json "$work/tenth" -- "$build/ataid" --json "$work/stream" |
	grep memory

echo "== engine, transport and simulation a command, without latency"
taskset -c 0 "$bench/bench_engine"

echo "== atals of 1000 drives in a synthetic tree against lsblk of the same tree"
rm -rf "$work/tree"
"$bench/bench_tree" "$work/tree" 1000
"$pair" 20 /dev/null "$build/atals" --sysroot "$work/tree" -- lsblk --sysroot "$work/tree"
echo "-- every column of both"
"$pair" 5 /dev/null "$build/atals" -O --sysroot "$work/tree" -- lsblk -O --sysroot "$work/tree"
rm -rf "$work/tree"

tests/vm/bench.sh
