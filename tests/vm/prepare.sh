#!/bin/sh
# Makes what a guest boots from, in build/vm (or $VM_DIR): vmlinux, base.cpio (busybox,
# init, modules), fs.cpio (modules of file systems) and peers.cpio (the tools that ataprobe
# is compared with). Needs root for nothing but apt's lists; installs nothing. Whatever is there already is kept.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
top=$(cd "$here/../.." && pwd)
vm=${VM_DIR:-$top/build/vm}
libdir=usr/lib/x86_64-linux-gnu

die()
{
	echo "prepare.sh: $*" >&2
	exit 1
}

# newest OUTPUT INPUT...: true when OUTPUT exists and no INPUT is newer.
newest()
{
	[ -e "$1" ] && [ -z "$(output=$1 && shift && find "$@" -newer "$output")" ]
}

# deb PACKAGE: the path of its .deb, nothing when it is not here.
deb()
{
	find "$vm/deb" -name "$1_*.deb" | sort | tail -n 1
}

# fetch PACKAGE...: downloads those that are not here yet.
fetch()
{
	missing=
	for package; do
		[ -n "$(deb "$package")" ] || missing="$missing $package"
	done
	[ -n "$missing" ] || return 0
	# shellcheck disable=SC2086 # a list of words
	(cd "$vm/deb" && apt-get -qq download $missing >apt.log 2>&1) ||
		die "cannot download$missing (apt-get update?): $(cat "$vm/deb/apt.log")"
}

kernel_package()
{
	cached=$(deb 'linux-image-*')
	if [ -n "$cached" ]; then
		basename "$cached" | sed 's/_.*//'
	else
		apt-cache depends linux-image-amd64 | sed -n 's/^ *Depends: \(linux-image-.*\)/\1/p'
	fi
}

# The bzImage is a small loader with a compressed vmlinux inside: try each place where the
# magic of a compressor stands until an ELF file comes out (as scripts/extract-vmlinux does).
cut_vmlinux()
{
	for try in "xz:\\xfd7zXZ\\x00" "zstd:\\x28\\xb5\\x2f\\xfd"; do
		tool=${try%%:*}
		# shellcheck disable=SC2013 # one number a line
		for offset in $(LC_ALL=C grep -aboP "${try#*:}" "$1" | cut -d: -f1); do
			tail -c +$((offset + 1)) "$1" | "$tool" -dcq >"$2" 2>/dev/null || :
			[ "$(head -c 4 "$2" | tail -c 3)" = ELF ] && return
		done
	done
	die "no vmlinux inside $1"
}

# pack DIR CPIO
pack()
{
	(cd "$1" && find . | sort | cpio -o -H newc -R 0:0 --quiet) >"$2.new"
	mv "$2.new" "$2"
}

packages()
{
	sed '/^#/d; s/ .*//' "$here/packages"
}

# modules [fs]: all of them, or those of file systems alone.
modules()
{
	sed -n "/^#/d; ${1:+/^fs \|^btrfs /}{s/^[^ ]* *//; s/,[^ ]*//g; p}" "$here/modules" |
		tr -s ' ' '\n'
}

make_kernel()
{
	mkdir -p "$vm/kernel"
	rm -rf "$vm/kernel/lib"
	members=$(modules | sed 's|.*|*/kernel/*/&.ko|')
	# shellcheck disable=SC2086 # one word per member, and the patterns are tar's
	(set -f && dpkg-deb --fsys-tarfile "$1" |
		tar -x -C "$vm/kernel" --wildcards './boot/vmlinuz-*' $members)
	cut_vmlinux "$vm"/kernel/boot/vmlinuz-* "$vm/vmlinux.new"
	mv "$vm/vmlinux.new" "$vm/vmlinux"
}

make_base()
{
	busybox=$(command -v busybox) || die "no busybox (package busybox-static)"
	rm -rf "$vm/base"
	mkdir -p "$vm/base/bin" "$vm/base/modules" "$vm/base/etc"
	for applet in $(busybox --list); do
		ln -sf busybox "$vm/base/bin/$applet"
	done
	cp --remove-destination "$busybox" "$vm/base/bin/busybox"
	find "$vm/kernel/lib" -name '*.ko' -exec cp {} "$vm/base/modules" \;
	for module in $(modules fs); do
		rm "$vm/base/modules/$module.ko"
	done
	echo 'root:x:0:0::/:/bin/sh
nobody:x:65534:65534::/:/bin/sh' >"$vm/base/etc/passwd"
	echo 'root:x:0:
disk:x:6:
nogroup:x:65534:' >"$vm/base/etc/group"
	gcc -static -O2 -Wall -Wextra -o "$vm/base/init" "$here/init.c"
	cp "$here/inside.sh" "$vm/base/inside.sh"
	pack "$vm/base" "$vm/base.cpio"
}

make_fs()
{
	rm -rf "$vm/fs"
	mkdir -p "$vm/fs/modules"
	for module in $(modules fs); do
		find "$vm/kernel/lib" -name "$module.ko" -exec cp {} "$vm/fs/modules" \;
	done
	pack "$vm/fs" "$vm/fs.cpio"
}

# fio is linked with the libraries of remote storage (80 MB of them). The guest uses none,
# so one library of functions that only trap takes their names, and their symbol versions.
stub_fio_libraries()
{
	nm -D --undefined-only "$1/usr/bin/fio" | awk '{ print $2 }' |
		grep -E '^(glfs|nbd|ibv|rdma|rados|rbd|pmem|pmemblk)_' >"$2/stubs"
	awk -F@ '{ version[$2 ? $2 : "STUB"] = version[$2 ? $2 : "STUB"] " " $1 ";" }
		END { for (v in version) print v " {" version[v] " };" }' "$2/stubs" >"$2/stubs.map"
	sed 's/@.*//; s/.*/void &(void) { __builtin_trap(); }/' "$2/stubs" |
		gcc -shared -fPIC -w -Wl,--version-script="$2/stubs.map" -x c - \
			-o "$2/lib/libfiostub.so"
	for lib in libgfapi.so.0 libnbd.so.0 libibverbs.so.1 librdmacm.so.1 librados.so.2 \
		librbd.so.1 libpmem.so.1 libpmemblk.so.1; do
		ln -sf libfiostub.so "$2/lib/$lib"
	done
	rm "$2/stubs" "$2/stubs.map"
}

# copy_libraries ROOT DEST BINARY: the libraries of ROOT that BINARY needs.
copy_libraries()
{
	LD_LIBRARY_PATH="$1/$libdir:$1/lib/x86_64-linux-gnu" ldd "$3" |
		awk -v root="$1/" 'index($3, root) == 1 { print $3 }' |
		xargs -r cp -Lu -t "$2/lib"
}

make_peers()
{
	root=$vm/peers-root
	rm -rf "$root" "$vm/peers"
	mkdir -p "$root" "$vm/peers/lib" "$vm/peers/lib64"
	for package in $(packages); do
		dpkg-deb -x "$(deb "$package")" "$root"
	done
	stub_fio_libraries "$root" "$vm/peers"
	# shellcheck disable=SC2013 # one word each
	for file in $(sed '/^#/d; s/^[^ ]* *//' "$here/packages"); do
		install -D "$root/$file" "$vm/peers/$file"
		copy_libraries "$root" "$vm/peers" "$root/$file"
	done
	cp -L "$root/lib/x86_64-linux-gnu/ld-linux-x86-64.so.2" "$vm/peers/lib64/"
	rm -rf "$root"
	pack "$vm/peers" "$vm/peers.cpio"
}

mkdir -p "$vm/deb"
kernel=$(kernel_package)
# shellcheck disable=SC2046 # a list of words
fetch "$kernel" $(packages)
newest "$vm/vmlinux" "$(deb "$kernel")" "$here/modules" || make_kernel "$(deb "$kernel")"
newest "$vm/base.cpio" "$vm/vmlinux" "$here/init.c" "$here/inside.sh" || make_base
newest "$vm/fs.cpio" "$vm/vmlinux" || make_fs
newest "$vm/peers.cpio" "$here/packages" || make_peers
