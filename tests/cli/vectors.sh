# What hdparm 9.65 gets wrong or leaves out, one case each. Words and values are worked
# out by hand from the standard.
# shellcheck shell=sh

# vector NAME 'WORD=VALUE ...' KEYS VALUES [STATUS]
vector()
{
	patch "$1.txt" "$2"
	run -g "$3" "$work/$1.txt"
	check "$1 $3" equal "$(cat "$out")" "$4"
	check "$1 status" test "$status" -eq "${5:-0}"
}

# oddity NAME CODE: is it said of NAME.txt?
oddity()
{
	run -j "$work/$1.txt"
	check "$1 $2" json_all ".oddities | map(.code) | index(\"$2\") != null" 1
}

vector V1a '76=850e 77=0002' link.current_bits_per_second 1500000000
vector V1b '76=850e 77=0006' link.current_bits_per_second 6000000000
vector V2 222=11ff sata_version.string 'SATA 3.3'
vector V3 222=1010 sata_version.string 'SATA 2.6'
vector V4a '76=ffff 77=ffff 78=ffff 79=ffff 222=0000' \
	interface_speed.max.sata_value,sata_version.string,ncq.supported '-	-	-'
vector V4b '76=0000 77=0000 78=0000 79=0000 222=0000' \
	interface_speed.max.sata_value,sata_version.string '-	-'
large='117=0800 118=0000 100=17d6 101=3a38 102=0000 103=0000 60=ffff 61=0fff'
vector V5 "106=5000 $large" logical_block_size,user_capacity.bytes '4096	4000787030016'
vector V6 "83=7901 106=0000 $large" user_capacity.bytes 137438952960
oddity V6 lba28_limit
vector V7 '69=0008 60=ffff 61=0fff 100=ffff 101=ffff 232=0010' user_capacity.blocks 68719476736
vector V8 "27=411b 28=5b33 29=316d 30=22fc 31=5c42 32=2020 33=2020 34=2020
	10=2053 11=4e20 12=3132 13=2020 14=2020 15=2020" model_name,serial_number \
	'A\x1b[31m"\xfc\x5cB	SN 12'
run "$work/V8.txt"
check 'V8 text is ASCII' equal "$(LC_ALL=C tr -d '\n\t\040-\176' <"$out" | wc -c)" 0
run -j "$work/V8.txt"
# shellcheck disable=SC2016 # jq's own
check 'V8 JSON' equal "$(jq -r .model_name "$out")" 'A\x1b[31m"\xfc\x5cB'
run -w 28 "$work/V8.txt"
check 'V8 raw words' holds "$out" 5b33h
vector V9a 128=0029 security.supported,security.frozen 'true	true'
vector V9b 128=0021 security.supported,security.frozen 'true	false'
vector V9c '82=3469 85=3469 128=0000' security.supported false
run -j "$work/V9c.txt"
check 'V9c keys' json_all '.security | has("frozen") and has("locked") and has("enabled")' 1
trim=trim.supported,trim.deterministic,trim.zeroed
vector V10a '169=0001 69=0020' $trim 'true	false	true'
oddity V10a rzat_without_drat
vector V10b '169=0001 69=4000' $trim 'true	true	false'
vector V10c '169=0001 69=4020' $trim 'true	true	true'
vector V10d '169=0001 69=0000' $trim 'true	false	false'
vector V11a '169=ffff 69=4020' trim.deterministic,trim.zeroed '-	-'
vector V11b '169=0000 69=4020' trim.deterministic,trim.zeroed '-	-'
vector V17 75=001f ncq.depth,kernel.queue_depth '32	-'

awk -f "$here/patch.awk" -v seal=0 -v set=89=0029 "$here/base.txt" >"$work/V12.txt"
run -j "$work/V12.txt"
check V12 json_all '.checksum == "invalid" and .exit_status == 8' 1
check 'V12 status' test "$status" -eq 8

run -j "$work/zero.bin"
check 'V13' json_all '.model_name == null and .exit_status == 8' 1
run -j "$work/ones.bin"
check 'V14' json_all '.model_name == null and .exit_status == 8' 1

"$ataid" -b "$here/base.txt" | dd conv=swab status=none of="$work/V15.txt"
run -g model_name,serial_number,user_capacity.blocks,checksum "$work/V15.txt"
check 'V15' equal "$(cat "$out")" "Example Disk 80	SN-CLI-0042	156301488	valid"
oddity V15 page_byte_swapped
# Only the strings, as some bridges do; the model name tells.
strings='27=4457 28=2043 29=4457 30=3038 31=2020 32=2020 33=2020 34=2020 10=4e53 11=432d'
strings="$strings 12=494c 13=302d 14=3430 15=2032 23=2e31 24=3030"
vector V15b "$strings" model_name,serial_number 'WDC WD80	SN-CLI-0042'
oddity V15b strings_byte_swapped

for case in 24 letter empty; do
	run "$work/$case.txt"
	check "V16 $case" fails_with 8 "$case.txt"
done

run /dev/null
check 'T8 /dev/null' fails_with 32 /dev/null
run /dev/nosuch
check 'T8 /dev/nosuch' fails_with 2 'No such file'
