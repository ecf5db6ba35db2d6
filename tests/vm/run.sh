#!/bin/sh
# make vm-check: runs the cases (all of cases/*.sh, or the ones named), two guests at a
# time ($VM_JOBS), and ends with a count. Consoles and results stay in build/vm/log.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
top=$(cd "$here/../.." && pwd)
vm=${VM_DIR:-$top/build/vm}
ataid=${ATAID:-$top/build/ataid}

[ -x "$ataid" ] || {
	echo "run.sh: no '$ataid' to test: make it first" >&2
	exit 1
}
"$here/prepare.sh"
mkdir -p "$vm/log"
if [ $# -eq 0 ]; then
	for script in "$here"/cases/*.sh; do
		set -- "$@" "$(basename "$script" .sh)"
	done
fi

for name; do
	rm -f "$vm/log/$name.tap"
done
# shellcheck disable=SC2016 # for the inner shell
printf '%s\n' "$@" | xargs -P "${VM_JOBS:-2}" -I NAME sh -c '
	sh "$1/cases/$3.sh" >"$2/$3.new" 2>&1 || :
	grep -q "^1\.\." "$2/$3.new" || echo "not ok $3: ended early" >>"$2/$3.new"
	mv "$2/$3.new" "$2/$3.tap"
	cat "$2/$3.tap"' sh "$here" "$vm/log" NAME

passed=0 failed=0
for name; do
	passed=$((passed + $(grep -c '^ok ' "$vm/log/$name.tap" || :)))
	failed=$((failed + $(grep -c '^not ok ' "$vm/log/$name.tap" || :)))
done
echo "vm-check: $passed passed, $failed failed"
[ "$failed" -eq 0 ]
