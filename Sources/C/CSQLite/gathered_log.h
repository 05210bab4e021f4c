// SPDX-License-Identifier: MIT
#pragma once
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>

// A write-ahead log whose writes reach the system together.
//
// SQLite writes each page of a commit by two calls, one for 24 bytes and one for the page, and the file's own pages are
// touched thrice for it. Here what follows on one another is gathered and written at once: before the log is flushed,
// read, measured, cut or closed, and when there is no room for more. A commit is a flush (synchronous = FULL), and only after it
// does SQLite tell anybody of the new pages (their index, shared between connections, is written last), so nobody
// can look for what is still here. A write that fails is told by the call that needed it done, before the commit is.
//
// Only a connection may ask for it, by the name of this file system, of which all this is true:
// - synchronous is always FULL: with NORMAL a commit would be told without a flush.
// - cache_spill is off: pages reach the log in a commit alone. Pages of a change that is undone would stay here after its lock
//   is gone, and be written later over what another process has committed in their place.
// - The disk leaves bytes beside those that are written alone, as SQLite takes for granted unless told otherwise by a URI: else
//   the end of a commit would be written after its flush.
// <https://www.sqlite.org/c3ref/io_methods.html>, <https://www.sqlite.org/walformat.html>
typedef struct {
    sqlite3_file base;
    // Lies behind this struct.
    sqlite3_file *real;
    unsigned char *bytes;
    sqlite3_int64 start;
    int count;
    // The last write was refused, and the file does not hold it all the same.
    int is_cut;
} satchel_log_file;

// SQLite's own file system writes less than 128 KB at once.
#define SATCHEL_LOG_ROOM (96 * 1024)

// The file system that gathers, and the one that it stands on.
typedef struct {
    sqlite3_vfs vfs;
    sqlite3_vfs *system;
} satchel_log_system;

// Asks a log through xFileControl whether it is cut; numbers above 100 are left to programs.
#define SATCHEL_LOG_IS_CUT 20260

// A disk that refuses the rest of a write may have had the same bytes there already, of the log that was there before.
static inline int satchel_log_lacks(satchel_log_file *log, const void *bytes, int count, sqlite3_int64 offset) {
    void *found = malloc((size_t)count);
    if (!found) return 0;
    int code = log->real->pMethods->xRead(log->real, found, count, offset);
    int lacks = code == SQLITE_IOERR_SHORT_READ || (code == SQLITE_OK && memcmp(found, bytes, (size_t)count) != 0);
    free(found);
    return lacks;
}

static inline int satchel_log_put(satchel_log_file *log, const void *bytes, int count, sqlite3_int64 offset) {
    int code = log->real->pMethods->xWrite(log->real, bytes, count, offset);
    log->is_cut = code != SQLITE_OK && satchel_log_lacks(log, bytes, count, offset);
    return code;
}

// Afterwards nothing is held: what could not be written is as if it had never been.
static inline int satchel_log_flush(sqlite3_file *file) {
    satchel_log_file *log = (satchel_log_file *)file;
    if (log->count == 0) return SQLITE_OK;
    int count = log->count;
    log->count = 0;
    return satchel_log_put(log, log->bytes, count, log->start);
}

static inline int satchel_log_close(sqlite3_file *file) {
    satchel_log_file *log = (satchel_log_file *)file;
    int code = satchel_log_flush(file);
    int closed = log->real->pMethods->xClose(log->real);
    free(log->bytes);
    log->bytes = NULL;
    return code != SQLITE_OK ? code : closed;
}

static inline int satchel_log_read(sqlite3_file *file, void *to, int count, sqlite3_int64 offset) {
    int code = satchel_log_flush(file);
    sqlite3_file *real = ((satchel_log_file *)file)->real;
    return code != SQLITE_OK ? code : real->pMethods->xRead(real, to, count, offset);
}

static inline int satchel_log_write(sqlite3_file *file, const void *from, int count, sqlite3_int64 offset) {
    satchel_log_file *log = (satchel_log_file *)file;
    int follows = offset == log->start + log->count && count <= SATCHEL_LOG_ROOM - log->count;
    if (!follows) {
        int code = satchel_log_flush(file);
        if (code != SQLITE_OK) return code;
        log->start = offset;
    }
    if (!log->bytes) log->bytes = (unsigned char *)malloc(SATCHEL_LOG_ROOM);
    if (!log->bytes || count > SATCHEL_LOG_ROOM) return satchel_log_put(log, from, count, offset);
    memcpy(log->bytes + log->count, from, (size_t)count);
    log->count += count;
    return SQLITE_OK;
}

static inline int satchel_log_truncate(sqlite3_file *file, sqlite3_int64 size) {
    int code = satchel_log_flush(file);
    sqlite3_file *real = ((satchel_log_file *)file)->real;
    return code != SQLITE_OK ? code : real->pMethods->xTruncate(real, size);
}

static inline int satchel_log_sync(sqlite3_file *file, int flags) {
    int code = satchel_log_flush(file);
    sqlite3_file *real = ((satchel_log_file *)file)->real;
    return code != SQLITE_OK ? code : real->pMethods->xSync(real, flags);
}

static inline int satchel_log_size(sqlite3_file *file, sqlite3_int64 *size) {
    int code = satchel_log_flush(file);
    sqlite3_file *real = ((satchel_log_file *)file)->real;
    return code != SQLITE_OK ? code : real->pMethods->xFileSize(real, size);
}

static inline int satchel_log_lock(sqlite3_file *file, int level) {
    sqlite3_file *real = ((satchel_log_file *)file)->real;
    return real->pMethods->xLock(real, level);
}

static inline int satchel_log_unlock(sqlite3_file *file, int level) {
    sqlite3_file *real = ((satchel_log_file *)file)->real;
    return real->pMethods->xUnlock(real, level);
}

static inline int satchel_log_is_reserved(sqlite3_file *file, int *result) {
    sqlite3_file *real = ((satchel_log_file *)file)->real;
    return real->pMethods->xCheckReservedLock(real, result);
}

static inline int satchel_log_control(sqlite3_file *file, int operation, void *argument) {
    if (operation == SATCHEL_LOG_IS_CUT) {
        *(int *)argument = ((satchel_log_file *)file)->is_cut;
        return SQLITE_OK;
    }
    int code = satchel_log_flush(file);
    sqlite3_file *real = ((satchel_log_file *)file)->real;
    return code != SQLITE_OK ? code : real->pMethods->xFileControl(real, operation, argument);
}

static inline int satchel_log_sector(sqlite3_file *file) {
    sqlite3_file *real = ((satchel_log_file *)file)->real;
    return real->pMethods->xSectorSize(real);
}

static inline int satchel_log_characteristics(sqlite3_file *file) {
    sqlite3_file *real = ((satchel_log_file *)file)->real;
    return real->pMethods->xDeviceCharacteristics(real);
}

static inline int satchel_log_open(sqlite3_vfs *vfs, const char *path, sqlite3_file *file, int flags, int *out) {
    static const sqlite3_io_methods methods = {
        1, satchel_log_close, satchel_log_read, satchel_log_write, satchel_log_truncate, satchel_log_sync,
        satchel_log_size, satchel_log_lock, satchel_log_unlock, satchel_log_is_reserved, satchel_log_control,
        satchel_log_sector, satchel_log_characteristics,
    };
    sqlite3_vfs *system = ((satchel_log_system *)vfs)->system;
    if (!(flags & SQLITE_OPEN_WAL)) return system->xOpen(system, path, file, flags, out);
    satchel_log_file *log = (satchel_log_file *)file;
    memset(log, 0, sizeof *log);
    log->real = (sqlite3_file *)&log[1];
    int code = system->xOpen(system, path, log->real, flags, out);
    // Without methods SQLite does not close it.
    if (code == SQLITE_OK) log->base.pMethods = &methods;
    return code;
}

// The name of a file system that gathers logs and stands on the present default one, which tests change; NULL for none.
static inline const char *satchel_sqlite3_gathering(void) {
    static satchel_log_system systems[4];
    static const char *names[4] = {"gathered", "gathered-2", "gathered-3", "gathered-4"};
    sqlite3_vfs *system = sqlite3_vfs_find(NULL);
    if (!system) return NULL;
    const char *name = NULL;
    sqlite3_mutex *mutex = sqlite3_mutex_alloc(SQLITE_MUTEX_STATIC_APP1);
    sqlite3_mutex_enter(mutex);
    for (int place = 0; place < 4 && !name; place++) {
        satchel_log_system *ours = &systems[place];
        if (ours->system == system) name = names[place];
        if (ours->system) continue;
        ours->vfs = *system;
        ours->vfs.zName = names[place];
        ours->vfs.szOsFile = system->szOsFile + (int)sizeof(satchel_log_file);
        ours->vfs.xOpen = satchel_log_open;
        if (sqlite3_vfs_register(&ours->vfs, 0) != SQLITE_OK) break;
        ours->system = system;
        name = names[place];
    }
    sqlite3_mutex_leave(mutex);
    return name;
}
