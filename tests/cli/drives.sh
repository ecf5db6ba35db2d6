# Many drives at once, and drives that sleep.
# shellcheck shell=sh

run -n standby -v sim:hdd,standby
check '-n standby skips' test "$status" -eq 16
check '-n standby says why' holds "$err" "skipped 'sim:hdd,standby': its power mode is standby"
check '-n standby prints nothing' test ! -s "$out"
check '-n standby sends INQUIRY and CHECK POWER MODE only' equal \
	"$(sed -n 's/.*standby: \([A-Z ]*\): cdb.*/\1/p' "$err" | tr '\n' ,)" \
	'INQUIRY,CHECK POWER MODE,'
run -n standby -v sim:hdd,suspended
check '-n standby and a suspended drive' fails_with 16 'suspended'
run -n standby -j sim:hdd,standby
check '-n -j' json_all '.exit_status == 16 and .error.code == "skipped"' 1
run -n standby,0 sim:hdd,standby
check '-n STATUS' test "$status" -eq 0
run -n standby,3 sim:hdd,standby
check '-n other STATUS' test "$status" -eq 3
run -n standby,3 -j sim:hdd,standby sim:hdd
check '-n STATUS -j' equal "$(jq -c .exit_status "$out" | tr '\n' ' ')" '3 0 '
run -n never sim:hdd,standby
check '-n never asks' holds "$out" 'HTS545025B9A300'
run -n standby sim:hdd
check '-n standby asks a drive that is awake' test "$status" -eq 0
run -n standby sim:hdd,no-sense
check '-n and no registers: may sleep' fails_with 16 'unknown'

drives=
expected=
i=0
while [ $i -lt 10 ]; do
	drives="$drives sim:hdd sim:ssd sim:nosuch sim:atapi"
	expected="$expected sim:hdd:0 sim:ssd:0 sim:nosuch:2 sim:atapi:0"
	i=$((i + 1))
done
# shellcheck disable=SC2086 # a list
run -j $drives
check '40 drives in order' equal " $(jq -r '"\(.device.name):\(.exit_status)"' "$out" |
	tr '\n' ' ')" "$expected "
check '40 drives: or-ed' test "$status" -eq 2
# shellcheck disable=SC2086 # a list
run $drives
grep -o '^sim:[a-z]*' "$out" | tr '\n' ' ' >"$work/names"
check '40 drives as text' equal "$(tr ' ' '\n' <"$work/names" | grep -c .)" 30

# The kernel's copy, on a synthetic tree
tree=$work/tree
port=$tree/sys/devices/pci0/ata7/host6/target6:0:0/6:0:0:0
mkdir -p "$port/block/sdq/queue" "$port/power" "$tree/sys/class/block" \
	"$tree/sys/class/scsi_device" "$tree/sys/block" \
	"$tree/sys/devices/pci0/ata7/link7/dev7.0/ata_device/dev7.0" \
	"$tree/sys/devices/pci0/ata7/link7/ata_link/link7" \
	"$tree/sys/class/ata_device" "$tree/sys/class/ata_link" "$tree/sys/class/ata_port/ata7"
ln -s ../.. "$port/block/sdq/device"
ln -s "$tree/sys/class/block" "$port/block/sdq/subsystem"
ln -s ../../devices/pci0/ata7/host6/target6:0:0/6:0:0:0/block/sdq "$tree/sys/class/block/sdq"
ln -s ../devices/pci0/ata7/host6/target6:0:0/6:0:0:0/block/sdq "$tree/sys/block/sdq"
ln -s ../../devices/pci0/ata7/link7/dev7.0/ata_device/dev7.0 "$tree/sys/class/ata_device/dev7.0"
ln -s ../../devices/pci0/ata7/link7/ata_link/link7 "$tree/sys/class/ata_link/link7"
grep -v '^#' "$here/base.txt" >"$tree/sys/devices/pci0/ata7/link7/dev7.0/ata_device/dev7.0/id"
echo ata >"$tree/sys/devices/pci0/ata7/link7/dev7.0/ata_device/dev7.0/class"
echo '6.0 Gbps' >"$tree/sys/devices/pci0/ata7/link7/ata_link/link7/hw_sata_spd_limit"
echo '3.0 Gbps' >"$tree/sys/devices/pci0/ata7/link7/ata_link/link7/sata_spd"
echo 156301488 >"$port/block/sdq/size"
echo 'ATA     ' >"$port/vendor"
echo 0 >"$port/type"
echo suspended >"$port/power/runtime_status"

run --sysroot "$tree" -c -g model_name,device.type,link.host_max_bits_per_second /dev/sdq
check '--cached' equal "$(cat "$out")" "Example Disk 80	cached	6000000000"
run -c sim:hdd
check '--cached: a simulated drive is not asked' fails_with 2 'no copy'
run --sysroot "$tree" -c /dev/sdr
check '--cached: no such drive' fails_with 2 'cannot open'
rm "$tree/sys/devices/pci0/ata7/link7/dev7.0/ata_device/dev7.0/id"
run --sysroot "$tree" -c /dev/sdq
check '--cached: no copy' fails_with 2 'no copy'
run --sysroot "$tree" -n standby -v /dev/sdq
check 'a suspended drive is not opened' fails_with 16 'suspended'
