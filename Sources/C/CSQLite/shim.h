// SPDX-License-Identifier: MIT
#pragma once
#include <sqlite3.h>
#include "gathered_log.h"
#include "log_index.h"
#include "page_cache.h"

// Swift cannot call C functions with variable arguments.
static inline int satchel_sqlite3_count_no_memory(void) {
    return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
}

static inline int satchel_sqlite3_set_flag(sqlite3 *database, int option, int value) {
    return sqlite3_db_config(database, option, value, (int *)0);
}

// Swift does not import the macro SQLITE_TRANSIENT, a cast of -1 to a function pointer.
static inline int satchel_sqlite3_bind_text(sqlite3_stmt *statement, int index, const char *text, sqlite3_uint64 count) {
    return sqlite3_bind_text64(statement, index, text, count, SQLITE_TRANSIENT, SQLITE_UTF8);
}

static inline int satchel_sqlite3_bind_blob(sqlite3_stmt *statement, int index, const void *bytes, sqlite3_uint64 count) {
    return sqlite3_bind_blob64(statement, index, bytes, count, SQLITE_TRANSIENT);
}

// The hook is a function pointer with a context, which is a count of the caller's here.
static inline int satchel_sqlite3_note_log(void *count, sqlite3 *database, const char *name, int pages) {
    (void)database, (void)name;
    *(int *)count = pages;
    return SQLITE_OK;
}

// Brings to the disk what anybody has written to the database's file. SQLite has no call for it of its own.
// <https://www.sqlite.org/c3ref/c_fcntl_begin_atomic_write.html>, SQLITE_FCNTL_FILE_POINTER
static inline int satchel_sqlite3_flush(sqlite3 *database) {
    sqlite3_file *file = NULL;
    int code = sqlite3_file_control(database, "main", SQLITE_FCNTL_FILE_POINTER, &file);
    if (code != SQLITE_OK) return code;
    // A database in memory has no file.
    if (!file || !file->pMethods) return SQLITE_OK;
    return file->pMethods->xSync(file, SQLITE_SYNC_NORMAL);
}

// Whether the log is known to lack what was last written to it; others than gathered ones do not know the question.
// <https://www.sqlite.org/c3ref/c_fcntl_begin_atomic_write.html>, SQLITE_FCNTL_JOURNAL_POINTER
static inline int satchel_sqlite3_log_is_cut(sqlite3 *database) {
    sqlite3_file *log = NULL;
    int is_cut = 0;
    int code = sqlite3_file_control(database, "main", SQLITE_FCNTL_JOURNAL_POINTER, &log);
    if (code != SQLITE_OK || !log || !log->pMethods) return 0;
    code = log->pMethods->xFileControl(log, SATCHEL_LOG_IS_CUT, &is_cut);
    return code == SQLITE_OK && is_cut;
}

static inline void satchel_sqlite3_count_log(sqlite3 *database, int *count) {
    sqlite3_wal_hook(database, satchel_sqlite3_note_log, count);
}
