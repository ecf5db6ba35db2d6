# atatime against closed forms: what the formulas of docs/sim.md give for drives of known
# parameters, worked out apart from this tree (Python, double precision), within 0.1 %.
# shellcheck shell=sh

# DRIVE|OPTIONS|FILTER|CONSTANT|how it comes about
while IFS='|' read -r drive options filter constant why; do
	# shellcheck disable=SC2086 # several options
	time_json $options "$drive"
	check "closed form: $why" near "$filter" "$constant"
done <<'END'
sim:ideal|-t|.rate.bytes_per_second|99809628.242|524288 / (10 us + 524288 / 100 MB/s)
sim:ideal|-t -b 4k|.iops|19623.233909|1 / (10 us + 40.96 us)
sim:ideal|-t -p scsi|.rate.bytes_per_second|99809628.242|the same by READ (10)
sim:ideal|-t -p verify|.latency_ns.mean|10000|no data: 10 us alone
sim:ideal,command_us=200|-a -p ncq -q 1|.iops|4150.0664011|depth 1: 1 / (200 us + 40.96 us)
sim:ideal,command_us=200|-a -p ncq -q 2|.iops|8300.1328021|depth 2: twice that
sim:ideal,command_us=200|-a -p ncq -q 4|.iops|16600.2656042|depth 4: four times
sim:ideal,command_us=200|-a -p ncq -q 8 -N 10000|.iops|24414.0625|depth 8: the link, 4096 / 100 MB/s
sim:ideal,command_us=200|-a -p ncq -q 4|.achieved_depth|4|depth 4 was reached
sim:ideal,command_us=200|-a -p dma -q 8|.iops|4150.0664011|dma at depth 8 runs one at a time
sim:ideal,command_us=200|-a -p dma -q 8|.achieved_depth|8|... while eight wait
sim:hdd|-t|.rate.bytes_per_second|72000000|the outermost zone
sim:hdd|-t -p verify|.rate.bytes_per_second|72000000|the same without data
sim:hdd|-t -p ncq -q 32|.rate.bytes_per_second|72000000|a queue does not turn platters faster
sim:hdd|-t -o 50% -D 1|.rate.bytes_per_second|52800000|zone 8 of 16: 72 - 36 x 8/15
sim:hdd|-t -o 97%|.rate.bytes_per_second|36000000|the innermost zone
sim:hdd,media_mb_s=100:100|-z|.rate.bytes_per_second|100000000|one rate all over
sim:hdd|-z|.rate.bytes_per_second|51606812.222|100 samples of 10 MiB: 100 x 10 MiB / the sum of their times
sim:hdd|-T|.rate.bytes_per_second|266807429.72|200 us, and 131,344 dwords x 256/254 x 40/3 ns for 512 KiB
sim:pata|-T|.rate.bytes_per_second|123881607.07|300 us, and 512 KiB at 133.333 MB/s
sim:usb|-t|.rate.bytes_per_second|28839267.753|400 us, and 64 KiB at 35 MB/s
sim:hdd,lookahead=off|-t|.rate.bytes_per_second|28504929.441|512 KiB at 72 MB/s, and one turn of 11.11 ms
sim:hdd,rpm=0,command_us=0,lookahead=off|-a -N 1000000 --seed 1|.latency_ns.mean|12279298.6|seeks: 1 ms + 21 ms x 8/15, and 4 KiB at the mean of 1/rate
sim:hdd,seek_ms=0:0,command_us=0,lookahead=off|-a -N 2000000 --seed 1|.latency_ns.mean|5634854.2|half a turn of 11.11 ms, and 4 KiB
sim:ssd|-a|.iops|9270.0008175|20 us + 80 us + 1172 dwords
sim:ssd|-t -p ncq -q 32|.rate.bytes_per_second|559141819.12|6.0 Gb/s: 139,551 dwords for 512 KiB
sim:ssd,word=77:0004|-t -p ncq -q 32|.rate.bytes_per_second|279570909.56|3.0 Gb/s
sim:ssd,word=77:0002|-t -p ncq -q 32|.rate.bytes_per_second|139785454.78|1.5 Gb/s
sim:ssd|-t|.link.limit_bytes_per_second|598830409|600 MB/s x 2048 / 2052
sim:ssd,latency_us=50,channels=1|-a -p ncq -q 32 -N 20000|.iops|20000|one channel: 1 / 50 us
END

# A latency that is even over 0 to a turn: percentiles within the histogram's 0.4 %, and what
# 200,000 samples of it scatter (0.3 %).
time_json -a -N 200000 --seed 1 sim:hdd,seek_ms=0:0,command_us=0,lookahead=off,media_mb_s=1000:1000
check 'closed form: p50 is half a turn and 4 us' percent '.latency_ns.p50' 5559652 0.8
check 'closed form: p90 is 0.9 of it' percent '.latency_ns.p90' 10004096 0.8
check 'closed form: p99' percent '.latency_ns.p99' 11004096 0.8
time_it -t -D 600 sim:hdd
check 'ten minutes of a simulated drive' succeeds
