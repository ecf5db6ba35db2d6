#!/bin/sh
# make check: every test that needs neither root nor a network nor a drive.
#   tests/check.sh BUILD
# Each part prints "ok NAME" or "not ok NAME" lines; the last line counts them.
set -u
build=$1
log=$build/check.log
failed=0

part()
{
	"$@" >"$build/part.log" 2>&1
	status=$?
	cat "$build/part.log" >>"$log"
	grep -E '^not ok|: [0-9]+ passed, [0-9]+ failed$' "$build/part.log"
	if [ $status -ne 0 ]; then
		failed=1
		grep -vE '^ok ' "$build/part.log" | tail -n 40
		grep -q '^not ok' "$build/part.log" || {
			echo "not ok $*"
			echo "not ok $*" >>"$log"
		}
	fi
}

: >"$log"
for script in unit/run.sh golden.sh json/run.sh cli/run.sh reference/run.sh; do
	part sh "tests/$script" "$build"
done
tests/tally.sh check "$log"
exit $failed
