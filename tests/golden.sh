#!/bin/sh
# Every dump in tests/corpus through every output, against the files in tests/golden.
#   tests/golden.sh BUILD [--write]
# --write makes the golden files, and the JSON Schema, anew. They prove nothing by themselves: beside each dump
# stands NAME.expect, written by hand before them, with the facts that matter, one
# KEY=VALUE a line as --get prints it ("-" for not reported).
set -u
build=$1
mode=${2:-}
work=$build/golden
passed=0
failed=0

report()
{
	if [ "$1" -eq 0 ]; then
		echo "ok golden $2"
		passed=$((passed + 1))
	else
		echo "not ok golden $2"
		failed=$((failed + 1))
	fi
}

# The facts of NAME.expect, compared with what --get says.
expect()
{
	keys=$(sed -n 's/^\([a-z][a-z0-9_.]*\)=.*/\1/p' "$2" | paste -sd,)
	"$build/ataid" --get "$keys" "$1" 2>/dev/null | tr '\t' '\n' >"$work/values"
	sed -n 's/^[a-z][a-z0-9_.]*=//p' "$2" | diff -u - "$work/values"
}

mkdir -p "$work" tests/golden
for dump in tests/corpus/*.txt; do
	name=$(basename "$dump" .txt)
	"$build/ataid" "$dump" >"$work/$name.text" 2>/dev/null
	"$build/ataid" --json "$dump" 2>/dev/null | jq . >"$work/$name.json"
	for kind in text json; do
		if [ "$mode" = --write ]; then
			cp "$work/$name.$kind" "tests/golden/$name.$kind"
		fi
		diff -u "tests/golden/$name.$kind" "$work/$name.$kind"
		report $? "$name.$kind"
	done
	expect "$dump" "tests/corpus/$name.expect"
	report $? "$name.expect"
done
[ "$mode" = --write ] && tests/json/run.sh "$build" --write
echo "golden: $passed passed, $failed failed"
[ $failed -eq 0 ]
