#!/bin/sh
# Count the "ok" and "not ok" lines of a log: tests/tally.sh NAME LOG
awk -v name="$1" '
	/^ok / { passed++ }
	/^not ok / { failed++ }
	END { printf "%s: %d passed, %d failed\n", name, passed, failed }' "$2"
