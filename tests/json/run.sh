#!/bin/sh
# ataid --json against its schema:
#   tests/json/run.sh BUILD [--write]
# --write makes the schema anew first.
set -u
build=$1
mode=${2:-}
here=tests/json
ataid=$build/ataid
work=$build/json
passed=0
failed=0

report()
{
	if [ "$1" -eq 0 ]; then
		echo "ok json: $2"
		passed=$((passed + 1))
	else
		echo "not ok json: $2"
		failed=$((failed + 1))
	fi
}

# An object the validator must refuse, for the validator is tested too.
refused()
{
	jq -c "$1" "$work/one" >"$work/broken"
	! "$here/validate.sh" "$work/broken" >/dev/null
	report $? "refused: $1"
}

mkdir -p "$work"

"$ataid" --keys | jq --tab -R -n -f "$here/schema.jq" >"$work/schema"
[ "$mode" = --write ] && cp "$work/schema" docs/ataid.schema.json
diff -u docs/ataid.schema.json "$work/schema"
report $? "the schema is what --keys says"

# Every dump, every simulated drive, and what can go wrong.
{
	"$ataid" --json tests/corpus/*.txt
	"$ataid" --json --power --native sim:hdd sim:ssd sim:pata sim:smr sim:4kn sim:atapi \
		sim:usb sim:hdd,bad-checksum sim:hdd,no-sense sim:hdd,timeout=1
	"$ataid" --json "$here/hostile.txt" /dev/null "$here" "$work/no such 'file\\" sim:none
	head -c 100 "$here/hostile.txt" | "$ataid" --json -
	"$ataid" --json - </dev/null
} >"$work/lines" 2>/dev/null
"$here/validate.sh" "$work/lines" >"$work/verdict"
report $? "$(wc -l <"$work/lines") objects are valid"
sed -n '1,20p' "$work/verdict"

set -- tests/golden/*.json
if [ -e "$1" ]; then
	jq -c . "$@" >"$work/golden" && "$here/validate.sh" "$work/golden"
	report $? "golden objects are valid"
fi

head -n 1 "$work/lines" >"$work/one"
refused 'del(.ncq.depth)'
refused '.features.smart.enabled = "yes"'
refused '.user_capacity.bytes = 1.5'
refused '.new_key = null'
refused '.model_name = "a\\b"'
refused '.exit_status = null'
refused '.error = {code: "x"}'

echo "json: $passed passed, $failed failed"
[ $failed -eq 0 ]
