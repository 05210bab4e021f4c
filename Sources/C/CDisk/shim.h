// SPDX-License-Identifier: MIT
#pragma once
// Without _GNU_SOURCE, as in CLinux.
#include <errno.h>
#include <fcntl.h>
#include <linux/openat2.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <sys/vfs.h>
#include <unistd.h>

// glibc has no openat2, shows fallocate to _GNU_SOURCE alone, and Swift cannot call syscall(2), which takes variable
// arguments. Each returns -1 and errno on failure.

// Opens one name in a folder: never a link, never another file system, never above the folder. man 2 openat2
static inline int satchel_open_beneath(int folder, const char *name, int flags, unsigned mode) {
    struct open_how how = {
        .flags = (uint64_t)(unsigned)flags | O_CLOEXEC,
        .mode = mode,
        .resolve = RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS | RESOLVE_NO_MAGICLINKS | RESOLVE_NO_XDEV,
    };
    return (int)syscall(SYS_openat2, folder, name, &how, sizeof how);
}

// Reserves room for bytes of a file without changing its size. man 2 fallocate, FALLOC_FL_KEEP_SIZE
static inline int satchel_reserve(int descriptor, uint64_t offset, uint64_t count) {
    return (int)syscall(SYS_fallocate, descriptor, 1L, (long)offset, (long)count);
}

// The magic number of the file system that an open file is on; 0 on failure. man 2 statfs
static inline uint32_t satchel_file_system(int descriptor) {
    struct statfs system;
    return fstatfs(descriptor, &system) == 0 ? (uint32_t)system.f_type : 0;
}

// Has the disk begin to write bytes of a file, and waits for nothing. man 2 sync_file_range, SYNC_FILE_RANGE_WRITE
static inline int satchel_start_writing(int descriptor, uint64_t offset, uint64_t count) {
    return (int)syscall(SYS_sync_file_range, descriptor, (long)offset, (long)count, 2L);
}

// Renames only if nothing has the new name. man 2 renameat2, RENAME_NOREPLACE
static inline int satchel_rename_new(int folder, const char *name, int target_folder, const char *target) {
    return (int)syscall(SYS_renameat2, (long)folder, name, (long)target_folder, target, 1UL);
}

// Gives this thread the disk only when no one else wants it. man 2 ioprio_set, IOPRIO_WHO_PROCESS, IOPRIO_CLASS_IDLE
static inline int satchel_idle_disk(void) { return (int)syscall(SYS_ioprio_set, 1, 0, 3 << 13); }

// Copies bytes of one file into another, sharing blocks where the file system can. man 2 copy_file_range
static inline int64_t satchel_copy_range(
    int source, uint64_t source_offset, int target, uint64_t target_offset, uint64_t count) {
    int64_t from = (int64_t)source_offset, to = (int64_t)target_offset;
    if (count > 1u << 30) count = 1u << 30;
    return syscall(SYS_copy_file_range, (long)source, &from, (long)target, &to, (long)count, 0L);
}
