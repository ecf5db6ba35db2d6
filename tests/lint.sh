#!/bin/sh
# Formatter and static analysers, each without a finding: tests/lint.sh
set -u
files=$(ls ata/*.c sgio/*.c sgio/sim/*.c tools/*.c tools/*/*.c)
all="$files $(ls ata/*.h sgio/*.h sgio/sim/*.h tools/*/*.h tests/*/*.[ch] 2>/dev/null)"
flags='-std=c11 -D_GNU_SOURCE -DATAPROBE_VERSION="0" -I. -Iata -Isgio -Isgio/sim -Itools -Itools/common'
mkdir -p build
passed=0
failed=0

step()
{
	name=$1
	shift
	if "$@" >build/lint.log 2>&1; then
		echo "ok lint $name"
		passed=$((passed + 1))
	else
		echo "not ok lint $name"
		head -n 60 build/lint.log
		failed=$((failed + 1))
	fi
}

# shellcheck disable=SC2086 # lists of words throughout
analyse()
{
	printf '%s\n' $files | xargs -P 2 -n 4 sh -c \
		'flags=$1; shift; for file; do
			gcc $flags -O2 -Wall -Wextra -Werror -fanalyzer -c -o /dev/null "$file" || exit 255
		done' analyse "$flags"
}

# shellcheck disable=SC2086
tidy()
{
	printf '%s\n' $files | xargs -P 2 -n 8 sh -c \
		'flags=$1; shift; exec clang-tidy --quiet --warnings-as-errors="*" "$@" -- $flags' \
		tidy "$flags" 2>/dev/null
}

# shellcheck disable=SC2086
check()
{
	cppcheck --quiet --std=c11 --enable=warning,portability,performance \
		--inline-suppr --error-exitcode=1 --suppress=missingIncludeSystem \
		-I. -Iata -Isgio -Isgio/sim -Itools -Itools/common $files
}

# shellcheck disable=SC2086
step format clang-format --dry-run --Werror $all
step fanalyzer analyse
step clang-tidy tidy
step cppcheck check
echo "lint: $passed passed, $failed failed"
[ $failed -eq 0 ]
