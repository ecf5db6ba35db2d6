# What the files of cases share: sourced by run.sh.
# shellcheck shell=sh
passed=0
failed=0
status=0

# ataid with these arguments: output in $out, messages in $err, exit status in $status.
run()
{
	"$ataid" "$@" >"$out" 2>"$err" </dev/null
	status=$?
}

# The same for a shell command, in which $ataid and $work may be used.
run_shell()
{
	sh -c "$1" >"$out" 2>"$err" </dev/null
	status=$?
}

# check NAME COMMAND...: does the command succeed?
check()
{
	name=$1
	shift
	if "$@" >"$work/why" 2>&1; then
		echo "ok cli $name"
		passed=$((passed + 1))
	else
		echo "not ok cli $name"
		echo "# failed: $*"
		echo "# status $status"
		sed 's/^/# why: /' "$work/why" | head -n 5
		sed 's/^/# out: /' "$out" | head -n 5
		sed 's/^/# err: /' "$err" | head -n 5
		failed=$((failed + 1))
	fi
}

# Of the last run: did it exit with $1, nothing on standard output, and one line on
# standard error that holds $2?
fails_with()
{
	[ "$status" -eq "$1" ] && [ ! -s "$out" ] && [ "$(wc -l <"$err")" -eq 1 ] &&
		grep -q -e "$2" "$err"
}

# The same of a tool's --json: one object with that exit status, and the message.
fails_with_object()
{
	[ "$status" -eq "$1" ] && [ "$(wc -l <"$out")" -eq 1 ] && grep -q -e "$2" "$err" &&
		[ "$(jq "[.exit_status, .error.message != null] == [$1, true]" "$out")" = true ]
}

# Wrong usage: the same with the hint of argp behind it.
is_usage_error()
{
	[ "$status" -eq 1 ] && [ ! -s "$out" ] && grep -q -e "$1" "$err"
}

succeeds()
{
	[ "$status" -eq 0 ] && [ ! -s "$err" ]
}

holds()
{
	grep -q -e "$2" "$1"
}

equal()
{
	[ "$1" = "$2" ] || {
		echo "'$1' is not '$2'"
		return 1
	}
}

# patch FILE 'WORD=VALUE ...': the base page with these words changed and sealed.
patch()
{
	awk -f "$here/patch.awk" -v set="$2" "$here/base.txt" >"$work/$1"
}

# Does jq's filter $1 hold for each line of the last output, and are there $2 lines?
json_all()
{
	[ "$(wc -l <"$out")" -eq "$2" ] &&
		[ "$(jq -s "map($1) | all" "$out")" = true ]
}
