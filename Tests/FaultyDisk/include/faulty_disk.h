// SPDX-License-Identifier: MIT
#pragma once
#include <stddef.h>
#include <stdint.h>

// A disk under SQLite that is slow, fails, fills up, and remembers what was written to it since the last flush.
// For tests and measurements only: it registers itself as SQLite's default VFS, so the code above is the one that ships.
// https://www.sqlite.org/vfs.html

// What happened to a file, in order over all files.
enum faulty_disk_kind {
    faulty_disk_write = 1,     // offset, bytes
    faulty_disk_truncate = 2,  // offset: the length afterwards
    faulty_disk_flush = 3,     // all that was written to the file before is on the disk
    faulty_disk_remove = 4,
    faulty_disk_note = 5,      // offset: what the test noted, as "this was acknowledged"
};

struct faulty_disk_event {
    int kind;
    int file;  // number of the path, from 0
    int64_t offset;
    const uint8_t *bytes;
    size_t count;
};

// Puts the disk under every connection that is opened from now on. Installing twice does nothing. 0 when it is there.
int faulty_disk_install(void);

// Confines everything below to files that are opened from now on and whose path begins so; NULL: all files.
void faulty_disk_confine(const char *prefix);

// Microseconds that every flush takes longer.
void faulty_disk_slow_down(unsigned microseconds);

// Lets `healthy` flushes pass and fails the next `failing` (-1: all) with SQLITE_IOERR_FSYNC.
void faulty_disk_fail_flushes(long healthy, long failing);

// Fails every flush of what is no log with this error of the system, such as EIO; 0: no longer.
void faulty_disk_fail_file_flushes(int error);

// Refuses to let the index of a log grow beyond its first piece, with this code of SQLite's for want of room; 0: no longer.
void faulty_disk_fail_index(int code);

// Lets so many more bytes be written, then every write fails with SQLITE_FULL; -1: no bound.
void faulty_disk_limit(int64_t bytes);

// Has what is refused beyond that bound written all the same, as if the file had held it before: 1, or 0.
void faulty_disk_keep_refused(int on);

// Begins (1) or ends (0) to remember; beginning forgets what was remembered.
void faulty_disk_remember(int on);
void faulty_disk_note_now(int64_t value);
size_t faulty_disk_event_count(void);
struct faulty_disk_event faulty_disk_event_at(size_t index);
// The path behind a file number, or NULL.
const char *faulty_disk_path(int file);
// How many flushes there were since the start.
long faulty_disk_flushes(void);
