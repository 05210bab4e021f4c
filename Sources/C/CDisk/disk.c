// SPDX-License-Identifier: MIT
#include "CDisk.h"
#include <errno.h>
#include <fcntl.h>
#include <linux/openat2.h>
#include <sys/syscall.h>
#include <sys/vfs.h>
#include <unistd.h>

int satchel_open_beneath(int folder, const char *name, int flags, unsigned mode) {
    struct open_how how = {
        .flags = (uint64_t)(unsigned)flags | O_CLOEXEC,
        .mode = mode,
        .resolve = RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS | RESOLVE_NO_MAGICLINKS | RESOLVE_NO_XDEV,
    };
    return (int)syscall(SYS_openat2, folder, name, &how, sizeof how);
}

int satchel_reserve(int descriptor, uint64_t offset, uint64_t count) {
    return (int)syscall(SYS_fallocate, descriptor, 1L, (long)offset, (long)count);
}

uint32_t satchel_file_system(int descriptor) {
    struct statfs system;
    return fstatfs(descriptor, &system) == 0 ? (uint32_t)system.f_type : 0;
}

int satchel_start_writing(int descriptor, uint64_t offset, uint64_t count) {
    return (int)syscall(SYS_sync_file_range, descriptor, (long)offset, (long)count, 2L);
}

int satchel_rename_new(int folder, const char *name, int target_folder, const char *target) {
    return (int)syscall(SYS_renameat2, (long)folder, name, (long)target_folder, target, 1UL);
}

int satchel_idle_disk(void) { return (int)syscall(SYS_ioprio_set, 1, 0, 3 << 13); }

int64_t satchel_copy_range(
    int source, uint64_t source_offset, int target, uint64_t target_offset, uint64_t count) {
    int64_t from = (int64_t)source_offset, to = (int64_t)target_offset;
    if (count > 1u << 30) count = 1u << 30;
    return syscall(SYS_copy_file_range, (long)source, &from, (long)target, &to, (long)count, 0L);
}
