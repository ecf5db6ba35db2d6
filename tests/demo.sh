#!/bin/sh
# make demo: what the tools print, with no drive at hand.
build=$1

show()
{
	printf '\n$ %s\n' "$*"
	PATH=$build:$PATH "$@"
}

show ataid sim:hdd
show ataid -i sim:ssd
show ataid --get model_name,link.current_bits_per_second,ncq.depth sim:ssd sim:pata
show ataid --diff sim:hdd sim:ssd | head -n 24
show atalog sim:hdd
show atalog sim:hdd health attributes errors selftest stats
show atatime -tT sim:hdd
show atatime -x sim:hdd
show atatime -z sim:hdd
show atatime -a sim:hdd
show atatime -b 4k,64k,1m sim:ssd
show atatime -a -p ncq -q 1,8,32 sim:ssd
show atals --all
show ataread -H sim:hdd end-1
show ataread --verify sim:hdd,unc=100000-100007 0 100MiB
