// SPDX-License-Identifier: MIT
#pragma once
// Without _GNU_SOURCE, as Swift's own Glibc and Dispatch modules are made: with it, fd_set has members of other names,
// and a module that imports both is refused.
#include <errno.h>
#include <linux/keyctl.h>
#include <linux/stat.h>
#include <stdint.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/vfs.h>
#include <unistd.h>

// glibc has no functions for keys, and Swift cannot call syscall(2), which takes variable arguments. Each returns a
// negative errno on failure. man 2 add_key, man 2 keyctl, man 7 keyrings

static inline long satchel_key_result(long result) { return result < 0 ? -errno : result; }

// A key of type "user" in the keyring of this user, which all processes of the user share until the last one ends.
static inline long satchel_key_add(const char *description, const void *bytes, size_t count) {
    return satchel_key_result(
        syscall(SYS_add_key, "user", description, bytes, count, (long)KEY_SPEC_USER_KEYRING));
}

static inline long satchel_key_find(const char *description) {
    return satchel_key_result(
        syscall(SYS_keyctl, (long)KEYCTL_SEARCH, (long)KEY_SPEC_USER_KEYRING, "user", description, 0L));
}

static inline long satchel_key_read(long key, void *bytes, size_t count) {
    return satchel_key_result(syscall(SYS_keyctl, (long)KEYCTL_READ, key, bytes, count));
}

// Without this only a process that "possesses" the keyring, by way of its session, could read the key.
static inline long satchel_key_allow_user(long key) {
    return satchel_key_result(
        syscall(SYS_keyctl, (long)KEYCTL_SETPERM, key, (long)0x3f3f0000));
}

static inline long satchel_key_set_timeout(long key, unsigned seconds) {
    return satchel_key_result(syscall(SYS_keyctl, (long)KEYCTL_SET_TIMEOUT, key, (long)seconds));
}

static inline long satchel_key_remove(long key) {
    long revoked = syscall(SYS_keyctl, (long)KEYCTL_REVOKE, key);
    syscall(SYS_keyctl, (long)KEYCTL_UNLINK, key, (long)KEY_SPEC_USER_KEYRING);
    return satchel_key_result(revoked);
}

// prctl(2) takes variable arguments as well. A process that may not be dumped leaves no core and cannot be attached to by
// other programs of its user. man 2 PR_SET_DUMPABLE
static inline int satchel_forbid_dumps(void) { return prctl(PR_SET_DUMPABLE, 0L, 0L, 0L, 0L); }
static inline int satchel_allows_dumps(void) { return prctl(PR_GET_DUMPABLE, 0L, 0L, 0L, 0L) == 1; }

// Which file an open one is: kind and number of its file system, its own number, and when it was made (seconds and
// nanoseconds), which Swift cannot ask; 0 where the file system does not know. Only _GNU_SOURCE shows glibc's statx and
// AT_EMPTY_PATH, so this calls the kernel. man 2 statx, man 2 statfs
static inline int satchel_file_identity(int descriptor, uint64_t words[5]) {
    struct statfs system;
    struct statx status;
    if (fstatfs(descriptor, &system) != 0) return 0;
    const long empty_path = 0x1000;
    const long wanted = STATX_INO | STATX_BTIME;
    if (syscall(SYS_statx, (long)descriptor, "", empty_path, wanted, &status) != 0) return 0;
    if (!(status.stx_mask & STATX_BTIME)) return 0;
    words[0] = (uint64_t)system.f_type;
    memcpy(&words[1], &system.f_fsid, sizeof words[1]);
    words[2] = status.stx_ino;
    words[3] = (uint64_t)status.stx_btime.tv_sec;
    words[4] = status.stx_btime.tv_nsec;
    return 1;
}
