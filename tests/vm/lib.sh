# shellcheck shell=sh
# Sourced by every case: boots guests and holds what they sent against what it should be.

here=$(cd "$(dirname "$0")/.." && pwd)
top=$(cd "$here/../.." && pwd)
vm=${VM_DIR:-$top/build/vm}
ataid=${ATAID:-$top/build/ataid}
case_name=$(basename "$0" .sh)
work=$vm/log/$case_name
out=$work/out
checks=0

rm -rf "$work"
mkdir -p "$work"

# check NAME COMMAND...: one line of the result; COMMAND's output only when it fails.
check()
{
	check_name="$case_name: $1"
	shift
	checks=$((checks + 1))
	if "$@" >"$work/why" 2>&1; then
		echo "ok $checks - $check_name"
	else
		echo "not ok $checks - $check_name"
		sed 's/^/# /' "$work/why" | head -n 40
	fi
}

# boot [GUEST OPTION...] DRIVE... <SCRIPT: with ataid and its peers inside. A case whose
# guest did not come to its end ends here.
boot()
{
	rm -rf "$out"
	{
		echo ". /inside.sh"
		cat
	} >"$work/script"
	check "guest boots and runs the script" "$here/guest" -p -b "$ataid" \
		-l "$work/console" -o "$out" "$@" <"$work/script"
	[ -d "$out" ] || {
		finish
		exit 1
	}
}

finish()
{
	echo "1..$checks"
}

equal()
{
	[ "$1" = "$2" ] || {
		echo "expected: $1"
		echo "found:    $2"
		return 1
	}
}

# exit_status RUN N
exit_status()
{
	equal "$2" "$(cat "$out/$1.rc")" || {
		head -n 5 "$out/$1.err"
		return 1
	}
}

# quiet_success RUN: exit status 0, something on standard output, nothing on standard error.
quiet_success()
{
	exit_status "$1" 0 && equal "" "$(cat "$out/$1.err")" && [ -s "$out/$1.out" ]
}

# refused RUN STATUS PATTERN: that status, nothing on standard output, and one message,
# which matches the extended regular expression.
refused()
{
	exit_status "$1" "$2" &&
		equal 0 "$(wc -c <"$out/$1.out")" &&
		one_message "$1" "$3"
}

one_message()
{
	cat "$out/$1.err"
	[ "$(wc -l <"$out/$1.err")" = 1 ] || {
		echo "expected one line on standard error"
		return 1
	}
	grep -E '^ata[a-z]+: ' "$out/$1.err" | grep -qiE "$2" || {
		echo "expected: the tool's name: ... $2"
		return 1
	}
}

# without_comments FILE: "PATTERN  # reason" lines, the patterns alone.
without_comments()
{
	sed '/^#/d; s/[[:space:]]*# .*//; /^$/d' "$1"
}

# agrees_with_hdparm ATAID-RUN HDPARM-RUN: the same facts in the same order, but for the
# differences that the parity test and hdparm-differences explain.
agrees_with_hdparm()
{
	if [ "$(wc -l <"$out/$2.out")" -lt 15 ] || [ ! -s "$out/$1.out" ]; then
		echo "a page is missing: $(cat "$out/$1.err" "$out/$2.err")"
		return 1
	fi
	parity=$top/tests/parity
	printf 'words\tpage\n' >"$work/files"
	{
		echo '@@ page'
		grep -v '^/dev/.*:$' "$out/$2.out"
	} >"$work/hdparm"
	sed 's|^/dev/.*:$|page:|' "$out/$1.out" >"$work/ataid"
	LC_ALL=C awk -v vectors=none -f "$parity/compare.awk" source=1 "$parity/differences" \
		"$here/hdparm-differences" source=2 "$work/files" \
		source=3 "$work/hdparm" source=4 "$work/ataid" >"$work/verdict"
	grep '^    ' "$work/verdict"
	grep -qx 'ok page' "$work/verdict"
}

# agrees_with_smartctl ATAID-RUN SMARTCTL-RUN: each key that smartctl prints, less the ones
# listed in smartctl-exempt, has the same value in ataid's object.
agrees_with_smartctl()
{
	equal 1 "$(jq -s length "$out/$1.out")" || return 1
	without_comments "$here/smartctl-exempt" | jq -R . | jq -s . >"$work/exempt"
	differences=$(jq -nr --slurpfile ours "$out/$1.out" --slurpfile theirs "$out/$2.out" \
		--slurpfile exempt "$work/exempt" '
		$ours[0] as $ours | $theirs[0] as $theirs |
		$theirs | paths(type != "object" and type != "array") | . as $path |
		map(tostring) | join(".") | . as $key |
		select(any($exempt[0][]; . as $e | $key | startswith($e)) | not) |
		($theirs | getpath($path)) as $want | (try ($ours | getpath($path)) catch null) as $have |
		select($want != $have) | "\($key): smartctl \($want) ataid \($have)"') || return 1
	equal "" "$differences"
}

# same_output RUN RUN: the same bytes on standard output.
same_output()
{
	cmp "$out/$1.out" "$out/$2.out" || diff "$out/$1.out" "$out/$2.out"
}

# json RUN FILTER VALUE: what the jq filter gives, compactly, for the object of that run.
json()
{
	equal "$3" "$(jq -c "$2" "$out/$1.out")"
}

# same_json_but RUN RUN PATH...: equal objects once the paths are deleted from both.
same_json_but()
{
	runs="$1 $2"
	shift 2
	deletion=$(printf '| del(%s)' "$@")
	for run in $runs; do
		jq -S ". $deletion" "$out/$run.out" >"$work/$run.json" || return 1
	done
	# shellcheck disable=SC2086 # two words
	(cd "$work" && set -- $runs && diff "$1.json" "$2.json")
}

# one_json_object RUN
one_json_object()
{
	equal '"ataid/1"' "$(jq -c .schema "$out/$1.out")"
}

# partitioned_image FILE: 64 MiB with one DOS partition, filled with something.
partitioned_image()
{
	yes 'not a byte of this may change' | head -c 67108864 >"$1"
	put_bytes "$1" 446 '\0\0\0\0\203\0\0\0\0\010\0\0\0\100\0\0'
	put_bytes "$1" 462 '\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\125\252'
}

put_bytes()
{
	# shellcheck disable=SC2059 # octal escapes
	printf "$3" | dd of="$1" bs=1 seek="$2" conv=notrunc status=none
}

# little_endian NUMBER: four bytes, as escapes for put_bytes.
little_endian()
{
	printf '\\%03o\\%03o\\%03o\\%03o' $(($1 & 255)) $(($1 >> 8 & 255)) \
		$(($1 >> 16 & 255)) $(($1 >> 24 & 255))
}

# add_partition IMAGE NUMBER FIRST-SECTOR PARTITION-IMAGE: into the DOS table of IMAGE.
add_partition()
{
	sectors=$(($(wc -c <"$4") / 512))
	put_bytes "$1" $((430 + 16 * $2)) \
		"\\0\\0\\0\\0\\203\\0\\0\\0$(little_endian "$3")$(little_endian $sectors)"
	put_bytes "$1" 510 '\125\252'
	dd if="$4" of="$1" bs=512 seek="$3" conv=notrunc,sparse status=none
}

# file_system KIND IMAGE SIZE [OPTION...]: a new file system, with the host's mkfs.
file_system()
{
	kind=$1 image=$2
	truncate -s "$3" "$image"
	shift 3
	case $kind in
	ext4) mke2fs -q -F -t ext4 "$@" "$image" ;;
	xfs) mkfs.xfs -q -f "$@" "$image" ;;
	btrfs) mkfs.btrfs -q -f "$@" "$image" ;;
	esac >/dev/null
}
