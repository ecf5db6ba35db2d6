#!/bin/sh
# The texts of ataid against what is known of them from elsewhere:
#   tests/reference/run.sh BUILD
# - a published page of hdparm -I, whose drive sim:hdd is made after;
# - lines that no page shows, for what hdparm does not know: see lines;
# - the summary's width, and that --word leaves out no bit.
set -u
build=$1
here=$(dirname "$0")
ataid=$build/ataid
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
passed=0
failed=0

report()
{
	if [ "$1" -eq 0 ]; then
		echo "ok reference $2"
		passed=$((passed + 1))
	else
		echo "not ok reference $2"
		failed=$((failed + 1))
	fi
}

page()
{
	"$ataid" sim:hdd | LC_ALL=C awk -v page="$here/$1" -f "$here/page.awk"
}

# NAME, drive, options, edits of its recording, a line that must be there: what the kernel
# and the drive say together, told by a recording of the simulated drive.
line()
{
	# shellcheck disable=SC2086 # a list of options
	"$ataid" --record "$work/recording" $3 "$2" >"$work/text" || return 1
	# shellcheck disable=SC2086
	if [ "$4" != - ]; then
		sed "$4" "$work/recording" >"$work/edited"
		if cmp -s "$work/recording" "$work/edited"; then
			echo "    nothing to edit: $4"
			return 1
		fi
		"$ataid" $3 "$work/edited" >"$work/text" 2>/dev/null
	fi
	tr -s ' \t' ' ' <"$work/text" | sed 's/^ //' >"$work/squeezed"
	grep -qxF -e "$5" "$work/squeezed" || {
		echo "    no line: $5"
		return 1
	}
}

width()
{
	for sim in hdd ssd pata smr 4kn atapi usb; do
		"$ataid" -i "sim:$sim"
	done | awk 'length($0) > 80 { print "    " $0; bad = 1 } END { exit bad || NR < 70 }'
}

# 16 bits of each of the 256 words.
every_bit()
{
	"$ataid" -w 0-255 "$1" | awk '
		/^ +[0-9]+\.[0-9]+ / { bits++ }
		/^ +[0-9]+:[0-9]+-[0-9]+ / {
			split($1, range, /[:-]/)
			bits += range[2] - range[3] + 1
		}
		END { exit bits != 4096 }'
}

page hts545025b9a300
report $? hts545025b9a300
tab=$(printf '\t')
grep -v '^#' "$here/lines" >"$work/lines"
while IFS=$tab read -r name drive options edits text; do
	line "$name" "$drive" "$options" "$edits" "$text" </dev/null
	report $? "$name"
done <"$work/lines"
width
report $? summary-width
for sim in hdd atapi; do
	every_bit "sim:$sim"
	report $? "every-bit-$sim"
done
echo "reference: $passed passed, $failed failed"
[ $failed -eq 0 ]
