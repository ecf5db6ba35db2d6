#!/bin/sh
# make check-all: everything. Goes on after a failure; the last line counts all tests.
set -u
mkdir -p build
log=build/check-all.log
output=build/check-all.part
: >"$log"
rm -f build/check.log build/sanitized/check.log
status=0

# part RESULTS COMMAND…: RESULTS is the file with its "ok" and "not ok" lines.
part()
{
	results=$1
	shift
	echo "== $*"
	"$@" >"$output" 2>&1 || {
		status=1
		echo "not ok $*" | tee -a "$log"
		grep -vE '^ok ' "$output" | tail -n 60
	}
	grep -E ': [0-9]+ passed, [0-9]+ failed$' "$output" | tail -n 1
	[ ! -f "$results" ] || grep -E '^(ok|not ok) ' "$results" >>"$log"
}

jobs=-j$(nproc)
part "$output" make "$jobs" all units
part build/check.log make check
part build/sanitized/check.log make "$jobs" check-sanitized
part "$output" make parity
for corpus in ../shared/corpus/identify ../shared/corpus/partial; do
	[ ! -d "$corpus" ] || part "$output" make parity CORPUS="$corpus"
done
[ ! -d ../shared/corpus/logs ] || part "$output" tests/parity/logs.sh build ../shared/corpus/logs
part "$output" make vm-check
part "$output" make "$jobs" fuzz-smoke
part "$output" make lint
tests/tally.sh check-all "$log" | sed 's/^check-all: //'
exit $status
