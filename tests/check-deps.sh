#!/bin/sh
# The direction of dependencies: tools, then sgio, then ata, then nothing.
#   tests/check-deps.sh BUILD
set -u
build=$1
status=0

fail()
{
	echo "not ok dependencies: $1"
	status=1
}

# Undefined symbols of an archive that it does not define itself.
needs()
{
	nm "$1" 2>/dev/null | awk '
		$1 == "U" { used[$2] }
		$2 ~ /^[TDRBVWC]$/ { defined[$3] }
		END { for (s in used) if (!(s in defined)) print s }' | sort
}

allowed='memcpy|memmove|memset|memcmp|strlen|strcmp|strncmp'
# Sanitizers add symbols of their own: only a plain build is looked at.
case $build in
*sanitized*) ;;
*)
	extra=$(needs "$build/libata.a" | grep -vxE "$allowed")
	[ -z "$extra" ] || fail "ata/ needs $(echo $extra)"
	extra=$(needs "$build/libsgio.a" | grep -E 'printf|puts|putchar|perror|^exit$|_exit$')
	[ -z "$extra" ] || fail "sgio/ needs $(echo $extra)"
	;;
esac

found=$(grep -lE '#include [<"]scsi/sg_(lib|pt|cmds|unaligned)' -r ata sgio tools tests --include='*.[ch]' |
	grep -vx 'sgio/linux.c')
[ -z "$found" ] || fail "libsgutils2 outside sgio/linux.c: $found"
found=$(grep -nE '\b[a-z]*printf\(' ata/*.[ch] sgio/*.[ch] sgio/sim/*.[ch])
[ -z "$found" ] || fail "printf below tools/: $found"
found=$(grep -nE '#include "(\.\./)?(sgio|tools)/|#include "(sgio|sat|subject)\.h"' ata/*.[ch] ata/*.def)
[ -z "$found" ] || fail "ata/ includes from above: $found"
found=$(grep -nE '#include "(\.\./)?tools/|#include "subject\.h"' sgio/*.[ch] sgio/sim/*.[ch])
[ -z "$found" ] || fail "sgio/ includes from tools/: $found"

[ $status -eq 0 ] && echo "ok dependencies"
exit $status
