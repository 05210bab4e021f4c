// SPDX-License-Identifier: MIT
#pragma once
// Without _GNU_SOURCE, as in CLinux.
#include <stddef.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

// glibc has no memfd_secret, and Swift cannot call syscall(2), which takes variable arguments. The number is the same on
// all architectures. man 2 memfd_secret
#ifndef SYS_memfd_secret
#define SYS_memfd_secret 447
#endif

enum satchel_memory_kind { satchel_memory_plain = 0, satchel_memory_locked = 1, satchel_memory_secret = 2 };

// What no child of this process gets, and no core dump has in it. man 2 madvise
static inline void satchel_memory_keep(void *start, size_t count) {
    madvise(start, count, MADV_DONTFORK);
    madvise(start, count, MADV_DONTDUMP);
}

// Zeroed memory of whole pages: where the kernel has it, such that neither the kernel nor another process can read it;
// else locked, so that it is never written to swap space; else plain. NULL without any. man 2 mlock
static inline void *satchel_memory_map(size_t count, enum satchel_memory_kind *kind) {
    const int close_on_exec = 02000000;
    int descriptor = (int)syscall(SYS_memfd_secret, (long)close_on_exec);
    if (descriptor >= 0) {
        void *start = ftruncate(descriptor, (off_t)count) == 0
            ? mmap(NULL, count, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0)
            : MAP_FAILED;
        close(descriptor);
        if (start != MAP_FAILED) {
            satchel_memory_keep(start, count);
            *kind = satchel_memory_secret;
            return start;
        }
    }
    void *start = mmap(NULL, count, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (start == MAP_FAILED) return NULL;
    *kind = mlock(start, count) == 0 ? satchel_memory_locked : satchel_memory_plain;
    satchel_memory_keep(start, count);
    return start;
}

static inline void satchel_memory_unmap(void *start, size_t count) { munmap(start, count); }
