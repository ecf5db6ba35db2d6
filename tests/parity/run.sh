#!/bin/sh
# Every fact that hdparm --Istdin prints of a dump, against the text of ataid.
#   tests/parity/run.sh ATAID CORPUSDIR
# Compared are the dumps below CORPUSDIR, those that are 256 words of text, and the
# pages of tests/parity/vectors. A difference passes when an entry of
# tests/parity/differences explains it; an entry that explains nothing is an error.
set -u
if [ $# -ne 2 ] || [ ! -d "$2" ]; then
	echo "usage: tests/parity/run.sh ATAID CORPUSDIR" >&2
	exit 1
fi
ataid=$1
corpus=$2
here=$(dirname "$0")
PATH=$PATH:/usr/sbin:/sbin
if ! command -v hdparm >/dev/null; then
	echo "parity: hdparm is not installed" >&2
	exit 1
fi
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT

mkdir "$work/vectors"
awk -v dir="$work/vectors" -f "$here/vectors.awk" "$here/vectors" || exit 1
find "$work/vectors" "$corpus" -type f | LC_ALL=C sort |
	awk -v dir="$work" -f "$here/words.awk" >"$work/files"
while IFS='	' read -r words file; do
	printf '@@ %s\n' "$file"
	hdparm --Istdin <"$words" 2>/dev/null
done <"$work/files" >"$work/hdparm"

# One process for all: their texts come in the order of the names.
cut -f 2 "$work/files" | tr '\n' '\0' |
	xargs -0 "$ataid" >"$work/ataid" 2>"$work/refused"
LC_ALL=C awk -v vectors="$work/vectors/" -f "$here/compare.awk" \
	source=1 "$here/differences" source=2 "$work/files" \
	source=3 "$work/hdparm" source=4 "$work/ataid"
