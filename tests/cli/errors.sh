# Input that is damaged, or is no drive: one clear line, the documented bit, nothing on
# standard output; one object with -j.
# shellcheck shell=sh

# damaged NAME FILE PATTERN: bit 8, in text and in JSON.
damaged()
{
	run "$2"
	check "$1" fails_with 8 "$3"
	run -j "$2"
	check "$1 -j" json_all '.exit_status == 8 and .model_name == null
		and .error.code != null and .error.message != null' 1
	check "$1 -j exits the same" test "$status" -eq 8
}

head -n 20 "$here/base.txt" >"$work/short.txt"
damaged 'truncated dump' "$work/short.txt" "short.txt': line 20: 152 words, 256 expected"
sed -n 2,4p "$here/base.txt" >"$work/24.txt"
damaged '24 words' "$work/24.txt" "24.txt': line 3: 24 words, 256 expected"
echo 'Hello, this is a letter.' >"$work/letter.txt"
damaged 'text' "$work/letter.txt" "line 1: neither hex"
: >"$work/empty.txt"
damaged 'empty stream' "$work/empty.txt" 'no dump in it'
echo '# nothing' >"$work/comment.txt"
damaged 'only a comment' "$work/comment.txt" 'no dump in it'
head -c 512 /dev/zero >"$work/zero.bin"
damaged 'all zeros' "$work/zero.bin" 'all zeros'
head -c 512 /dev/zero | tr '\0' '\377' >"$work/ones.bin"
damaged 'all ones' "$work/ones.bin" 'all ones'
printf '\0' >"$work/nul.bin"
damaged 'one NUL' "$work/nul.bin" '1 bytes, 512 expected'
head -c 300 /dev/zero >"$work/300.bin"
damaged '300 bytes' "$work/300.bin" '300 bytes, 512 expected'

run "$work/none/such.txt"
check 'missing file' fails_with 2 "cannot open '.*': No such file or directory"
mkdir -p "$work/folder"
run "$work/folder"
check 'directory' fails_with 32 'is a directory'
run /dev/null
check '/dev/null' fails_with 32 'neither a disk, an sg nor a bsg node'
run /dev/tty
check '/dev/tty' fails_with 32 'neither a disk'
run -j /dev/null "$work/folder" /dev/nosuch
check 'no drives, one object each' json_all '.error.code != null' 3
check 'bits are or-ed' test "$status" -eq 34
check 'each has its own' equal "$(jq -c .exit_status "$out" | tr '\n' ' ')" '32 32 2 '

run -
check '- with nothing' fails_with 8 "'-': there is no dump in it"
run_shell '"$ataid" -g model_name - <"$here/base.txt"'
check '- with a dump' equal "$(cat "$out")" 'Example Disk 80'
run_shell '"$ataid" -j - - <"$here/base.txt" | jq -c .exit_status | tr "\n" " "'
check '- twice' equal "$(cat "$out")" '0 8 '

if [ "$(id -u)" -eq 0 ] &&
	setpriv --reuid 65534 --clear-groups test -x "$ataid" 2>/dev/null; then
	cp "$here/base.txt" "$work/secret.txt"
	chmod 0 "$work/secret.txt"
	run_shell 'cd "$work" && setpriv --reuid 65534 --clear-groups "$ataid" secret.txt'
	check 'unreadable file' fails_with 8 "cannot open 'secret.txt': Permission denied"
fi

run_shell '"$ataid" sim:hdd >/dev/full'
check 'full disk' fails_with 2 'cannot write: No space left on device'
for option in -j -k --help --version '-g model_name' -b -H; do
	run_shell "\"\$ataid\" $option sim:hdd >/dev/full"
	check "full disk $option" fails_with 2 'cannot write: No space left on device'
done
run_shell '"$ataid" --diff sim:hdd sim:ssd >/dev/full'
check 'full disk --diff' fails_with 2 'cannot write'
run --record /dev/full sim:hdd
check 'recording on a full disk' test "$status" -eq 2
check 'recording on a full disk is named' holds "$err" "cannot write '/dev/full'"
run --record "$work/none/such" sim:hdd
check 'recording nowhere' fails_with 2 'cannot open'

for i in 1 2 3 4 5 6 7 8 9; do cat "$here/base.txt"; done >"$work/nine.txt"
run --record /dev/full "$work/nine.txt" "$work/nine.txt"
check 'long recording on a full disk is named' holds "$err" \
	"cannot write '/dev/full': No space left on device"
run_shell 'trap "" XFSZ; ulimit -f 8
	"$ataid" -g checksum --record "$work/limited" "$work/nine.txt"'
check 'recording above the limit of files' test "$status" -eq 2
check 'recording above the limit of files says why' holds "$err" \
	"cannot write '.*limited': File too large"

# What --record must not write to: its own input, under any name, and drives.
cp "$here/base.txt" "$work/input.txt"
mkdir -p "$work/links"
ln -sf "$work/input.txt" "$work/links/symbolic"
ln -f "$work/input.txt" "$work/links/hard"
for target in input.txt links/symbolic links/hard links/../input.txt; do
	for drive in "$work/input.txt" "sim:$work/input.txt" "sim:$work/input.txt,standby" \
		"sim:hdd $work/input.txt"; do
		label="--record $target ${drive##*/}"
		# shellcheck disable=SC2086 # a list
		run --record "$work/$target" $drive
		check "$label" fails_with 1 "cannot record to '$work/$target': it is a DRIVE too"
		check "$label leaves it alone" cmp "$here/base.txt" "$work/input.txt"
	done
done
run_shell '"$ataid" --record "$work/input.txt" - <"$work/input.txt"'
check '--record on standard input' fails_with 1 'it is a DRIVE too'
check '--record on standard input leaves it alone' cmp "$here/base.txt" "$work/input.txt"
run --record "$work/new.txt" "$work/new.txt"
check '--record makes no DRIVE' fails_with 1 'it is a DRIVE too'
tree=$work/nodes
mkdir -p "$tree/sys/dev/char/250:7" "$tree/sys/class/bsg"
ln -sf ../../../class/bsg "$tree/sys/dev/char/250:7/subsystem"
if mknod "$work/node.block" b 7 200 2>/dev/null &&
	mknod "$work/node.sg" c 21 250 &&
	mknod "$work/node.bsg" c 250 7 2>/dev/null; then
	for node in 'block:a block device' 'sg:an sg node' 'bsg:a bsg node'; do
		run --sysroot "$tree" --record "$work/node.${node%%:*}" sim:hdd
		check "--record: ${node#*:}" fails_with 1 \
			"cannot record to '.*/node.${node%%:*}': it is ${node#*:}"
	done
	ln -s ../node.block "$work/links/block"
	run --record "$work/links/block" sim:hdd
	check '--record: a link to a block device' fails_with 1 'it is a block device'
	run --record "$work/node.bsg" sim:hdd
	check '--record: no bsg node, no driver' fails_with 2 'cannot open'
fi
run --record /dev/null -g checksum sim:hdd /dev/null
check '--record /dev/null' test "$status" -eq 32
run_shell '"$ataid" -g checksum --record /dev/stderr sim:hdd 2>&1 >/dev/null | cat'
check '--record to a pipe' holds "$out" '^ataprobe-recording 1$'
printf '%5000s' '' >"$work/longer"
run --record "$work/longer" sim:hdd
check '--record empties a file' test "$(tr -cd ' ' <"$work/longer" | wc -c)" -lt 1000
if command -v script >"$work/script"; then
	run_shell 'script -qec "\"$ataid\" -g checksum --record /dev/tty sim:hdd" /dev/null'
	check '--record to a terminal' holds "$out" '^ataprobe-recording 1'
fi
run_shell '{ sleep 0.2; "$ataid" -j "$work/nine.txt"; echo $? >"$work/pipe"; } | :'
check 'closed pipe ends by SIGPIPE' equal "$(cat "$work/pipe")" 141

awk -f "$here/patch.awk" -v seal=0 -v set=27=4242 "$here/base.txt" >"$work/sum.txt"
run "$work/sum.txt"
check 'wrong checksum is bit 8' test "$status" -eq 8
check 'wrong checksum is decoded' holds "$out" 'Model Number:       BBample Disk 80'
check 'wrong checksum is said' holds "$err" 'the checksum is wrong'

# Between others: what is whole is printed, in order.
{
	cat "$here/base.txt"
	echo
	cat "$work/24.txt"
	echo
	cat "$here/base.txt"
} >"$work/mixed.txt"
run -j "$work/mixed.txt"
check 'damage in the middle' equal "$(jq -c '[.device.index, .exit_status]' "$out" |
	tr '\n' ' ')" '[0,0] [1,8] [2,0] '
run "$work/mixed.txt"
check 'damage in the middle, text' equal "$(grep -c 'Model Number' "$out")" 2

run sim:nosuch
check 'unknown simulated drive' fails_with 2 "'sim:nosuch': no simulated drive"
run sim:hdd,nosuch=1
check 'unknown parameter' fails_with 2 'nosuch'
run 'sim:usb' --sat=16
check 'a bridge that refuses 85h' fails_with 2 'knows no ATA pass-through'
run sim:hdd,abort=0xec
check 'refused' fails_with 4 'refused IDENTIFY DEVICE: aborted'
run sim:hdd,timeout=1
check 'no answer in time' fails_with 4 "'sim:hdd,timeout=1' did not answer IDENTIFY DEVICE in time"
run -C sim:hdd,timeout=2
check 'no answer to the second command' test "$status" -eq 4
check 'no answer to the second command is said' holds "$err" \
	'did not answer CHECK POWER MODE in time'
check 'no answer to the second command: the first is printed' holds "$out" 'HTS545025B9A300'
run --sat=12 sim:atapi
check '--sat=12 and an optical drive' fails_with 2 \
	"the 12-byte pass-through CDB (A1h) means BLANK to an optical drive.*use --sat=16"
run --sat=12 -C -n standby sim:atapi
check '--sat=12 and an optical drive that may sleep' fails_with 2 'use --sat=16'
run sim:hdd,bad-checksum
check 'bad checksum from a drive' test "$status" -eq 8

printf 'a\033[31mb' >"$work/escape"
name=$(printf '%s/a\033[31mb' "$work")
printf 'x' >"$name"
run "$name"
check 'names are escaped' holds "$err" 'a\\x1b\[31mb'

# A user namespace cannot grant what the kernel asks for.
tree=$work/namespace
mkdir -p "$tree/proc/self"
echo '         0          0 4294967295' >"$tree/proc/self/uid_map"
run --sysroot "$tree" sim:hdd,eperm
check 'no permission' fails_with 2 'it needs CAP_SYS_RAWIO (use sudo, or ataid --cached'
echo '         0       1000          1' >"$tree/proc/self/uid_map"
run --sysroot "$tree" --record "$work/recording" sim:hdd,eperm
check 'no permission in a user namespace' fails_with 2 \
	'CAP_SYS_RAWIO, which a user namespace cannot grant (.*--cap-add SYS_RAWIO --device'
cp "$err" "$work/err.first"
run "$work/recording"
check 'no permission in a user namespace, replayed' cmp "$err" "$work/err.first"
printf '0 0 1000\n1000 100000 1000\n' >"$tree/proc/self/uid_map"
run --sysroot "$tree" sim:hdd,eperm
check 'no permission in a user namespace of two ranges' fails_with 2 'user namespace'
rm "$tree/proc/self/uid_map"
run --sysroot "$tree" sim:hdd,eperm
check 'no permission, no word of namespaces' fails_with 2 'use sudo'
