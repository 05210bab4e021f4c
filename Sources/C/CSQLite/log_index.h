// SPDX-License-Identifier: MIT
#pragma once
#include <sqlite3.h>

// The header of the index of a write-ahead log, 48 bytes that every process with the file open shares. A commit changes its
// counter and the sum over the pages of the log, before anybody is told of it; so does a log that is recovered or begins anew.
// <https://www.sqlite.org/walformat.html>, section 2.1
#define SATCHEL_LOG_INDEX_WORDS 6

typedef struct {
    unsigned long long words[SATCHEL_LOG_INDEX_WORDS];
} satchel_log_index_header;

// Where it lies, for as long as the connection is open; NULL where it cannot be had. Only for a connection that has read a file
// with a write-ahead log: for others the engine would make an index that nobody takes away.
// <https://www.sqlite.org/c3ref/c_fcntl_begin_atomic_write.html>, SQLITE_FCNTL_FILE_POINTER
static inline const void *satchel_sqlite3_log_index(sqlite3 *database) {
    sqlite3_file *file = NULL;
    int code = sqlite3_file_control(database, "main", SQLITE_FCNTL_FILE_POINTER, &file);
    if (code != SQLITE_OK || !file || !file->pMethods || file->pMethods->iVersion < 2) return NULL;
    if (!file->pMethods->xShmMap) return NULL;
    void volatile *start = NULL;
    // The size of a piece is the engine's own; nothing is made that is not there.
    if (file->pMethods->xShmMap(file, 0, 32768, 0, &start) != SQLITE_OK) return NULL;
    return (const void *)start;
}

static inline satchel_log_index_header satchel_log_index_read(const void *index) {
    satchel_log_index_header header;
    const unsigned long long *words = (const unsigned long long *)index;
    for (int i = 0; i < SATCHEL_LOG_INDEX_WORDS; i++) header.words[i] = __atomic_load_n(&words[i], __ATOMIC_ACQUIRE);
    return header;
}

static inline int satchel_log_index_is(const void *index, const satchel_log_index_header *header) {
    const unsigned long long *words = (const unsigned long long *)index;
    unsigned long long difference = 0;
    for (int i = 0; i < SATCHEL_LOG_INDEX_WORDS; i++) {
        difference |= __atomic_load_n(&words[i], __ATOMIC_ACQUIRE) ^ header->words[i];
    }
    return difference == 0;
}
