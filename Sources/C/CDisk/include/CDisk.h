// SPDX-License-Identifier: MIT
#pragma once
#include <stdint.h>

// This header includes nothing that defines types of the system, such as timespec: Swift has them from Glibc, and a type
// that two modules define belongs to either, as the compiler happens to read them.

// glibc has no openat2, shows fallocate to _GNU_SOURCE alone, and Swift cannot call syscall(2), which takes variable
// arguments. Each returns -1 and errno on failure.

// Opens one name in a folder: never a link, never another file system, never above the folder. man 2 openat2
int satchel_open_beneath(int folder, const char *name, int flags, unsigned mode);

// Reserves room for bytes of a file without changing its size. man 2 fallocate, FALLOC_FL_KEEP_SIZE
int satchel_reserve(int descriptor, uint64_t offset, uint64_t count);

// The magic number of the file system that an open file is on; 0 on failure. man 2 statfs
uint32_t satchel_file_system(int descriptor);

// Has the disk begin to write bytes of a file, and waits for nothing. man 2 sync_file_range, SYNC_FILE_RANGE_WRITE
int satchel_start_writing(int descriptor, uint64_t offset, uint64_t count);

// Renames only if nothing has the new name. man 2 renameat2, RENAME_NOREPLACE
int satchel_rename_new(int folder, const char *name, int target_folder, const char *target);

// Gives this thread the disk only when no one else wants it. man 2 ioprio_set, IOPRIO_WHO_PROCESS, IOPRIO_CLASS_IDLE
int satchel_idle_disk(void);

// Copies bytes of one file into another, sharing blocks where the file system can. man 2 copy_file_range
int64_t satchel_copy_range(
    int source, uint64_t source_offset, int target, uint64_t target_offset, uint64_t count);
