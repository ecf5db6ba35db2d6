#!/bin/sh
# Command lines and exit status of the tools, damaged input, recordings, redaction.
#   tests/cli/run.sh BUILD
set -u
here=$(dirname "$0")
ataid=$(realpath "$1")/ataid
atatime=$(realpath "$1")/atatime
atals=$(realpath "$1")/atals
atalog=$(realpath "$1")/atalog
ataread=$(realpath "$1")/ataread
work=$(realpath "$1")/cli
out=$work/out
err=$work/err
rm -rf "$work"
mkdir -p "$work"
export ataid atatime atals atalog ataread work here

# shellcheck source=tests/cli/lib.sh
. "$here/lib.sh"
for cases in options errors drives streams recordings redaction vectors atatime atals atalog ataread; do
	# shellcheck source=/dev/null
	. "$here/$cases.sh"
done
echo "cli: $passed passed, $failed failed"
[ "$failed" -eq 0 ]
