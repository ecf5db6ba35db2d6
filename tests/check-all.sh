#!/bin/sh
# make check-all: everything. Goes on after a failure; the last line counts all tests.
set -u
mkdir -p build
log=build/check-all.log
: >"$log"
status=0

part()
{
	echo "== $*"
	"$@" >build/check-all.part 2>&1 || {
		status=1
		echo "not ok $*" | tee -a "$log"
		grep -vE '^ok ' build/check-all.part | tail -n 60
	}
	grep -E ': [0-9]+ passed, [0-9]+ failed$' build/check-all.part | tail -n 1
	grep -E '^(ok|not ok) ' build/check-all.part >>"$log"
}

part make check
cat build/check.log >>"$log"
part make check-sanitized
cat build/sanitized/check.log >>"$log"
part make parity
if [ -d ../shared/corpus ]; then
	for corpus in ../shared/corpus/identify ../shared/corpus/partial; do
		part make parity CORPUS="$corpus"
	done
fi
part make vm-check
part make fuzz-smoke
part make lint
tests/tally.sh check-all "$log" | sed 's/^check-all: //'
exit $status
