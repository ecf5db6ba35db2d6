#!/bin/sh
# Every unit test program of a build: tests/unit/run.sh BUILD
build=$1
status=0
passed=0
failed=0

for source in tests/unit/test_*.c; do
	name=$(basename "$source" .c)
	if output=$("$build/tests/unit/$name" 2>&1); then
		echo "ok $name ($(echo "$output" | sed -n 's/.*Checks: \([0-9]*\),.*/\1/p') tests)"
		passed=$((passed + 1))
	else
		echo "not ok $name"
		echo "$output"
		failed=$((failed + 1))
		status=1
	fi
done
echo "unit: $passed passed, $failed failed"
exit $status
