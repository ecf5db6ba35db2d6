#!/bin/sh
# make bench, the part in a guest: atatime beside its peers on the same emulated drive, in
# turns. Prints medians and ratios, judges nothing. Only ratios of one run mean anything.
#   tests/vm/bench.sh [PART...]     rates truth depth (all by default); ROUNDS=9
#   COUNTING=-i                     time is what instructions take (guest -i): nothing but the
#                                   cost of each path, the same on a busy host and an idle one
set -eu

here=$(cd "$(dirname "$0")" && pwd)
top=$(cd "$here/../.." && pwd)
vm=${VM_DIR:-$top/build/vm}
build=${BUILD:-$top/build}
rounds=${ROUNDS:-9}
counting=${COUNTING:-}
work=$vm/bench
mkdir -p "$work"

"$here/prepare.sh"
gcc -static -O2 -Wall -Wextra -D_GNU_SOURCE -o "$work/bare" "$here/bare.c"

# boot DRIVE... <SCRIPT: prints what the script prints.
boot()
{
	{
		echo ". /inside.sh"
		echo "rounds=$rounds"
		cat "$here/bench-inside.sh" -
	} | "$here/guest" $counting -p -b "$build/atatime" -b "$work/bare" -b "$(command -v jq)" \
		-b "$(command -v dd)" -l "$work/console" -t 3000 "$@" | tr -d '\r'
}

# Lines "GROUP NAME VALUE", rounds one after the other: the median of each name, and of its
# ratios round by round to the group's best peer (any name that does not begin with atatime),
# which other work on the host disturbs less than it does the medians themselves.
medians()
{
	awk -v lower="${1:-}" '
	function median(a, n,    i, j, t) {
		for (i = 2; i <= n; i++)
			for (j = i; j > 1 && a[j] < a[j - 1]; j--) { t = a[j]; a[j] = a[j - 1]; a[j - 1] = t }
		return n % 2 ? a[(n + 1) / 2] : (a[n / 2] + a[n / 2 + 1]) / 2
	}
	{
		if (!($1 in names)) groups[++group_count] = $1
		if (!(($1, $2) in rounds)) names[$1] = names[$1] " " $2
		value[$1, $2, ++rounds[$1, $2]] = $3
	}
	END {
		for (g = 1; g <= group_count; g++) {
			group = groups[g]; count = split(names[group], name, " "); best = ""
			for (i = 1; i <= count; i++) {
				n = rounds[group, name[i]]
				for (r = 1; r <= n; r++) v[r] = value[group, name[i], r]
				m[i] = median(v, n); range[i] = m[i] ? 100 * (v[n] - v[1]) / m[i] : 0
				if (name[i] !~ /^atatime/ && (best == "" || (lower ? m[i] < m[best] : m[i] > m[best])))
					best = i
			}
			print "-- " group
			for (i = 1; i <= count; i++) {
				n = rounds[group, name[i]]
				printf "%-28s %12.3f", name[i], m[i]
				if (best != "" && i != best && rounds[group, name[best]] == n) {
					for (r = 1; r <= n; r++)
						v[r] = value[group, name[i], r] / value[group, name[best], r]
					printf "  %.3f of %s", median(v, n), name[best]
				}
				printf "  (range %.1f %%)\n", range[i]
			}
		}
	}'
}

rates()
{
	echo "== rates: null drive, 128 KiB a command, $rounds rounds in turns (MB/s; cpu: s a GiB)"
	boot ahci,serial=FAST1,size=256G >"$work/rates" <<'END'
d=/dev/$(disk FAST1)
for i in $(seq "$rounds"); do
	value dma bare bare dma "$d" 131072 1.5
	measure dma atatime "$d" -p dma -b 128k
	value scsi bare bare scsi "$d" 131072 1.5
	measure scsi atatime "$d" -p scsi -b 128k -l 1g -D 1000
	measure_sg_dd scsi sg_dd "$d" 8192 256
	measure_fio scsi fio-sg "$d" sg 128k read 1.5
	measure_dd direct dd "$d" 128k 8192
	measure_fio direct fio-psync "$d" psync 128k read 1.5
	measure direct atatime "$d" -p direct -b 128k -l 1g -D 1000
	value page hdparm-t hdparm_t "$d"
	measure page atatime "$d" -p page -b 2m
done
END
	grep -v ^cpu "$work/rates" | medians
	sed -n 's/^cpu-/cpu-/p' "$work/rates" | medians lower
}

truth()
{
	echo "== truth: throttled drives, 5 rounds in turns; percent off the true rate"
	boot ahci,serial=SLOW10,throttling.bps-total=10000000,size=64G \
		ahci,serial=SLOW50,throttling.bps-total=50000000,size=64G \
		ahci,serial=IOPS200,throttling.iops-total=200,size=64G >"$work/truth" <<'END'
for i in 1 2 3 4 5; do
	for rate in 10 50; do
		d=/dev/$(disk SLOW$rate)
		measure $rate-MB/s atatime "$d" -p dma -b 128k -D 3
		value $rate-MB/s hdparm-t hdparm_t "$d"
		value $rate-MB/s hdparm-t--direct hdparm_t --direct "$d"
		measure_dd $rate-MB/s dd "$d" 128k $((rate * 23))
		measure_sg_dd $rate-MB/s sg_dd "$d" $((rate * 23)) 256
		measure_fio $rate-MB/s fio "$d" psync 128k read 3
	done
	d=/dev/$(disk IOPS200)
	access 200-IOPS atatime "$d" -p dma -N 600
	measure_fio 200-IOPS fio "$d" psync 4k randread 3
	measure_dd 200-IOPS dd "$d" 4k 600
	measure_sg_dd 200-IOPS sg_dd "$d" 600 8
done
END
	sort -k1,1 -k2,2 -k3,3g "$work/truth" | grep -v ^cpu | awk '
	function flush() {
		if (n) printf "%-10s %-20s %10.4f  %+6.2f %%  (spread %.2f %%)\n", g, name, v[int((n + 1) / 2)],
			100 * (v[int((n + 1) / 2)] / true - 1), 100 * (v[n] - v[1]) / v[int((n + 1) / 2)]
		n = 0
	}
	$1 != g || $2 != name { flush(); g = $1; name = $2; true = $1 + 0 }
	{ v[++n] = true == 200 && name != "atatime" ? $3 * 1e6 / 4096 : $3 }
	END { flush() }'
}

depth()
{
	echo "== depth: 10 ms a read, commands a second; share of depth times single"
	boot ahci,serial=LATE1,latency-ns=10000000,size=64G >"$work/depth" <<'END'
d=/dev/$(disk LATE1)
for p in ncq scsi direct dma; do
	atatime --no-progress -j -a -p $p -q 1,2,4,8,16,32 -D 3 -N 100000 "$d" |
		jq -r '[.path, .depth, .iops, .achieved_depth] | @tsv'
done
END
	awk '{ if ($2 == 1) single[$1] = $3
		printf "%-7s depth %2d  %9.1f  %5.1f %%  achieved depth %.2f\n", $1, $2, $3,
			100 * $3 / single[$1] / $2, $4 }' "$work/depth"
}

[ $# -gt 0 ] || set -- rates truth depth
for part; do
	"$part"
done
