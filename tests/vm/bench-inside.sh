# shellcheck shell=sh
# The peers of make bench inside a guest. Each function prints "GROUP NAME VALUE", 10^6
# bytes a second, and "cpu-GROUP NAME VALUE", CPU seconds for each GiB read.

# cpu BYTES: of the command whose `time -f '%U %S'` ended /tmp/time.
cpu()
{
	tail -n 1 /tmp/time | awk -v group="$1" -v name="$2" -v bytes="$3" \
		'{ if (bytes > 0) printf "cpu-%s %s %.4f\n", group, name, ($1 + $2) * 1073741824 / bytes }'
}

# value GROUP NAME COMMAND...: a command that prints the figure itself.
value()
{
	group=$1 name=$2
	shift 2
	echo "$group $name $("$@")"
}

# measure GROUP NAME NODE OPTION...: atatime -t, 1.5 s or what --length says. The warm-up
# costs CPU and is read too.
measure()
{
	group=$1 name=$2
	shift 2
	time -f '%U %S' -o /tmp/time atatime --no-progress -j -D 1.5 "$@" \
		>/tmp/atatime.json 2>/tmp/atatime.err
	jq -r --arg g "$group" --arg n "$name" '"\($g) \($n) \(.rate.bytes_per_second / 1e6)"' /tmp/atatime.json
	# What was read in all: the timed part and, at the same rate, the warm-up.
	cpu "$group" "$name" "$(jq -r 'if .first_lba == 0 then .bytes
		else .bytes + (.bytes * 0.2e9 / .elapsed_ns) | floor end' /tmp/atatime.json)"
}

# access GROUP NAME NODE OPTION...: atatime -a, commands a second.
access()
{
	group=$1 name=$2
	shift 2
	atatime --no-progress -j -a "$@" | jq -r --arg g "$group" --arg n "$name" '"\($g) \($n) \(.iops)"'
}

# measure_sg_dd GROUP NAME NODE COMMANDS BLOCKS
measure_sg_dd()
{
	time -f '%U %S' -o /tmp/time sg_dd if="$3" of=/dev/null blk_sgio=1 bs=512 bpt="$5" \
		count=$(($4 * $5)) time=1 >/tmp/sg_dd 2>&1
	sed -n 's/.*data[a-z ]*:* \([0-9.]*\) secs.*/\1/p' /tmp/sg_dd |
		awk -v g="$1" -v n="$2" -v bytes=$(($4 * $5 * 512)) '{ print g, n, bytes / $1 / 1e6 }'
	cpu "$1" "$2" $(($4 * $5 * 512))
}

# measure_fio GROUP NAME NODE ENGINE BLOCK PATTERN SECONDS
measure_fio()
{
	time -f '%U %S' -o /tmp/time fio --name=x --filename="$3" --ioengine="$4" --rw="$6" \
		--bs="$5" --direct=1 --runtime="$7" --time_based --readonly --thread \
		--output-format=json --output=/tmp/fio.json >/dev/null 2>&1
	bytes=$(jq '.jobs[0].read.io_bytes' /tmp/fio.json)
	jq -r --arg g "$1" --arg n "$2" \
		'.jobs[0].read | "\($g) \($n) \(.bw_bytes / 1e6)"' /tmp/fio.json
	cpu "$1" "$2" "$bytes"
}

# measure_dd GROUP NAME NODE BLOCK COUNT
measure_dd()
{
	time -f '%U %S' -o /tmp/time /bin/dd if="$3" of=/dev/null iflag=direct bs="$4" count="$5" 2>/tmp/dd
	sed -n 's/^\([0-9]*\) bytes.*copied, \([0-9.e-]*\) s,.*/\1 \2/p' /tmp/dd |
		awk -v g="$1" -v n="$2" '{ print g, n, $1 / $2 / 1e6 }'
	cpu "$1" "$2" "$(sed -n 's/^\([0-9]*\) bytes.*/\1/p' /tmp/dd)"
}

# hdparm_t [--direct] NODE: its MB are MiB.
hdparm_t()
{
	hdparm -t "$@" | sed -n 's/.*= *\([0-9.]*\) \([kM]\)B\/sec.*/\1 \2/p' |
		awk '{ print $1 * ($2 == "k" ? 1024 : 1048576) / 1e6 }'
}
