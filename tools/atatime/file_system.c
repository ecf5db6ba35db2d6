/* SPDX-License-Identifier: BSD-2-Clause */
#include "file_system.h"

#include <linux/magic.h>
#include <stdio.h>

/* Not in linux/magic.h of every kernel: from statfs(2) and the kernel's own files. */
enum {
	MAGIC_BCACHEFS = 0xca451a4e,
	MAGIC_CIFS = 0xff534d42,
	MAGIC_EXFAT = 0x2011bab0,
	MAGIC_FUSE = 0x65735546,
	MAGIC_HFSPLUS = 0x482b,
	MAGIC_JFS = 0x3153464a,
	MAGIC_NTFS = 0x5346544e,
	MAGIC_NTFS3 = 0x7366746e,
	MAGIC_UDF = 0x15013346,
	MAGIC_XFS = 0x58465342,
	MAGIC_ZFS = 0x2fc12fc1,
};

enum kind { KIND_OTHER, KIND_MAPPED, KIND_MEMORY };

static const struct system {
	uint32_t magic;
	enum kind kind;
	const char *name;
} systems[] = {
	{EXT4_SUPER_MAGIC, KIND_MAPPED, "ext2/3/4"},
	{MAGIC_XFS, KIND_MAPPED, "xfs"},
	{TMPFS_MAGIC, KIND_MEMORY, "tmpfs"},
	{RAMFS_MAGIC, KIND_MEMORY, "ramfs"},
	{HUGETLBFS_MAGIC, KIND_MEMORY, "hugetlbfs"},
	{PROC_SUPER_MAGIC, KIND_MEMORY, "proc"},
	{SYSFS_MAGIC, KIND_MEMORY, "sysfs"},
	{BTRFS_SUPER_MAGIC, KIND_OTHER, "btrfs"},
	{OVERLAYFS_SUPER_MAGIC, KIND_OTHER, "overlay"},
	{NFS_SUPER_MAGIC, KIND_OTHER, "nfs"},
	{SMB_SUPER_MAGIC, KIND_OTHER, "smb"},
	{MAGIC_CIFS, KIND_OTHER, "cifs"},
	{SMB2_SUPER_MAGIC, KIND_OTHER, "smb3"},
	{CEPH_SUPER_MAGIC, KIND_OTHER, "ceph"},
	{V9FS_MAGIC, KIND_OTHER, "9p"},
	{MAGIC_FUSE, KIND_OTHER, "fuse"},
	{F2FS_SUPER_MAGIC, KIND_OTHER, "f2fs"},
	{MSDOS_SUPER_MAGIC, KIND_OTHER, "vfat"},
	{MAGIC_EXFAT, KIND_OTHER, "exfat"},
	{MAGIC_NTFS, KIND_OTHER, "ntfs"},
	{MAGIC_NTFS3, KIND_OTHER, "ntfs3"},
	{MAGIC_HFSPLUS, KIND_OTHER, "hfsplus"},
	{MAGIC_JFS, KIND_OTHER, "jfs"},
	{REISERFS_SUPER_MAGIC, KIND_OTHER, "reiserfs"},
	{MAGIC_ZFS, KIND_OTHER, "zfs"},
	{MAGIC_BCACHEFS, KIND_OTHER, "bcachefs"},
	{ISOFS_SUPER_MAGIC, KIND_OTHER, "iso9660"},
	{MAGIC_UDF, KIND_OTHER, "udf"},
	{SQUASHFS_MAGIC, KIND_OTHER, "squashfs"},
	{EROFS_SUPER_MAGIC_V1, KIND_OTHER, "erofs"},
};

static const struct system *find(uint32_t magic)
{
	for (size_t i = 0; i < sizeof(systems) / sizeof(systems[0]); i++) {
		if (systems[i].magic == magic)
			return &systems[i];
	}
	return NULL;
}

const char *file_system_name(uint32_t magic, char text[static FILE_SYSTEM_TEXT])
{
	const struct system *system = find(magic);

	if (system)
		return system->name;
	snprintf(text, FILE_SYSTEM_TEXT, "file system 0x%x", (unsigned int)magic);
	return text;
}

static enum kind kind_of(uint32_t magic)
{
	const struct system *system = find(magic);

	return system ? system->kind : KIND_OTHER;
}

bool file_system_is_mapped(uint32_t magic)
{
	return kind_of(magic) == KIND_MAPPED;
}

bool file_system_is_memory(uint32_t magic)
{
	return kind_of(magic) == KIND_MEMORY;
}
