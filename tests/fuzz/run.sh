#!/bin/sh
# Run every fuzz target for some seconds: tests/fuzz/run.sh BUILD SECONDS
# A finding is kept beside the target's corpus in BUILD; mend it and keep the input
# as a test.
set -u
build=$1
seconds=$2
passed=0
failed=0

for source in tests/fuzz/fuzz_*.c; do
	name=$(basename "$source" .c)
	corpus=$build/corpus-$name
	mkdir -p "$corpus"
	seeds=
	for folder in "tests/fuzz/seeds-$name" tests/corpus; do
		[ -d "$folder" ] && seeds="$seeds $folder"
	done
	# shellcheck disable=SC2086 # a list of folders
	if "$build/$name" -max_total_time="$seconds" -timeout=10 -rss_limit_mb=2048 \
		-print_final_stats=1 -artifact_prefix="$build/$name-" \
		"$corpus" $seeds >"$build/$name.log" 2>&1; then
		echo "ok fuzz $name ($(sed -n 's/^stat::number_of_executed_units: *//p' \
			"$build/$name.log") runs)"
		passed=$((passed + 1))
	else
		echo "not ok fuzz $name"
		tail -n 30 "$build/$name.log"
		failed=$((failed + 1))
	fi
done
echo "fuzz-smoke: $passed passed, $failed failed"
[ $failed -eq 0 ]
