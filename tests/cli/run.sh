#!/bin/sh
# Command lines and exit status of ataid, damaged input, recordings, redaction.
#   tests/cli/run.sh BUILD
set -u
here=$(dirname "$0")
ataid=$(realpath "$1")/ataid
work=$(realpath "$1")/cli
out=$work/out
err=$work/err
rm -rf "$work"
mkdir -p "$work"
export ataid work here

# shellcheck source=tests/cli/lib.sh
. "$here/lib.sh"
for cases in options errors drives streams recordings redaction vectors; do
	# shellcheck source=/dev/null
	. "$here/$cases.sh"
done
echo "cli: $passed passed, $failed failed"
[ "$failed" -eq 0 ]
