// SPDX-License-Identifier: MIT
#include "faulty_disk.h"

#include <errno.h>
#include <pthread.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

struct file {
    sqlite3_file base;
    int number;
    sqlite3_file *real;  // lies behind this struct
};

#define MAXIMUM_FILES 4096

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static sqlite3_vfs disk;
static sqlite3_vfs *real_disk;
static sqlite3_io_methods methods;
static unsigned delay;
static long flushes, healthy_flushes = -1, failing_flushes;
static int file_flush_error;
static int index_refusal;
static int64_t bytes_left = -1;
static int keeps_refused;
static int remembers;
static struct faulty_disk_event *events;
static size_t event_count, event_room;
static char *paths[MAXIMUM_FILES];
static int path_count;
static char *scope;

static int number_of(const char *path) {
    if (path == NULL) return -1;
    pthread_mutex_lock(&lock);
    if (scope != NULL && strncmp(path, scope, strlen(scope)) != 0) {
        pthread_mutex_unlock(&lock);
        return -1;
    }
    int number = 0;
    while (number < path_count && strcmp(paths[number], path) != 0) number++;
    if (number == path_count) {
        if (path_count == MAXIMUM_FILES) number = -1;
        else paths[path_count++] = strdup(path);
    }
    pthread_mutex_unlock(&lock);
    return number;
}

static void append(int kind, int number, int64_t offset, const void *bytes, size_t count) {
    pthread_mutex_lock(&lock);
    if (remembers && number >= 0) {
        if (event_count == event_room) {
            event_room = event_room ? event_room * 2 : 4096;
            events = realloc(events, event_room * sizeof *events);
            if (events == NULL) abort();
        }
        uint8_t *copy = NULL;
        if (count > 0) {
            copy = malloc(count);
            if (copy == NULL) abort();
            memcpy(copy, bytes, count);
        }
        events[event_count++] = (struct faulty_disk_event){kind, number, offset, copy, count};
    }
    pthread_mutex_unlock(&lock);
}

static sqlite3_file *real_of(sqlite3_file *file) { return ((struct file *)file)->real; }

static int close_file(sqlite3_file *file) { return real_of(file)->pMethods->xClose(real_of(file)); }

static int read_file(sqlite3_file *file, void *to, int count, sqlite3_int64 offset) {
    return real_of(file)->pMethods->xRead(real_of(file), to, count, offset);
}

static int write_file(sqlite3_file *file, const void *from, int count, sqlite3_int64 offset) {
    int is_ours = ((struct file *)file)->number >= 0;
    pthread_mutex_lock(&lock);
    int is_full = is_ours && bytes_left >= 0 && bytes_left < count;
    if (is_ours && bytes_left >= 0 && !is_full) bytes_left -= count;
    int is_lost = is_full && !keeps_refused;
    pthread_mutex_unlock(&lock);
    if (is_lost) return SQLITE_FULL;
    int code = real_of(file)->pMethods->xWrite(real_of(file), from, count, offset);
    if (code == SQLITE_OK) append(faulty_disk_write, ((struct file *)file)->number, offset, from, (size_t)count);
    return is_full && code == SQLITE_OK ? SQLITE_FULL : code;
}

static int truncate_file(sqlite3_file *file, sqlite3_int64 size) {
    int code = real_of(file)->pMethods->xTruncate(real_of(file), size);
    if (code == SQLITE_OK) append(faulty_disk_truncate, ((struct file *)file)->number, size, NULL, 0);
    return code;
}

static int flush_file(sqlite3_file *file, int flags) {
    if (((struct file *)file)->number < 0) return real_of(file)->pMethods->xSync(real_of(file), flags);
    pthread_mutex_lock(&lock);
    flushes++;
    unsigned wait = delay;
    const char *path = paths[((struct file *)file)->number];
    size_t length = strlen(path);
    int is_log = length > 4 && strcmp(path + length - 4, "-wal") == 0;
    int refusal = is_log ? 0 : file_flush_error;
    int fails = (healthy_flushes == 0 && failing_flushes != 0) || refusal != 0;
    if (healthy_flushes > 0) healthy_flushes--;
    else if (healthy_flushes == 0 && failing_flushes > 0) failing_flushes--;
    pthread_mutex_unlock(&lock);
    if (fails) {
        errno = refusal != 0 ? refusal : EIO;
        return SQLITE_IOERR_FSYNC;
    }
    int code = real_of(file)->pMethods->xSync(real_of(file), flags);
    if (wait > 0) {
        struct timespec time = {wait / 1000000, (long)(wait % 1000000) * 1000};
        nanosleep(&time, NULL);
    }
    if (code == SQLITE_OK) append(faulty_disk_flush, ((struct file *)file)->number, 0, NULL, 0);
    return code;
}

static int size_of_file(sqlite3_file *file, sqlite3_int64 *size) {
    return real_of(file)->pMethods->xFileSize(real_of(file), size);
}
static int lock_file(sqlite3_file *file, int level) { return real_of(file)->pMethods->xLock(real_of(file), level); }
static int unlock_file(sqlite3_file *file, int level) { return real_of(file)->pMethods->xUnlock(real_of(file), level); }
static int check_lock(sqlite3_file *file, int *result) {
    return real_of(file)->pMethods->xCheckReservedLock(real_of(file), result);
}
static int control_file(sqlite3_file *file, int operation, void *argument) {
    return real_of(file)->pMethods->xFileControl(real_of(file), operation, argument);
}
static int sector_size(sqlite3_file *file) { return real_of(file)->pMethods->xSectorSize(real_of(file)); }
static int characteristics(sqlite3_file *file) {
    return real_of(file)->pMethods->xDeviceCharacteristics(real_of(file));
}
static int map_shared(sqlite3_file *file, int page, int size, int extend, void volatile **memory) {
    pthread_mutex_lock(&lock);
    int refusal = ((struct file *)file)->number >= 0 && extend && page > 0 ? index_refusal : 0;
    pthread_mutex_unlock(&lock);
    int code = real_of(file)->pMethods->xShmMap(real_of(file), page, size, refusal ? 0 : extend, memory);
    if (code != SQLITE_OK || *memory != NULL || !refusal) return code;
    errno = ENOSPC;
    return refusal;
}
static int lock_shared(sqlite3_file *file, int offset, int count, int flags) {
    return real_of(file)->pMethods->xShmLock(real_of(file), offset, count, flags);
}
static void shared_barrier(sqlite3_file *file) { real_of(file)->pMethods->xShmBarrier(real_of(file)); }
static int unmap_shared(sqlite3_file *file, int remove) {
    return real_of(file)->pMethods->xShmUnmap(real_of(file), remove);
}

static int open_file(sqlite3_vfs *vfs, const char *path, sqlite3_file *file, int flags, int *out) {
    struct file *ours = (struct file *)file;
    ours->real = (sqlite3_file *)&ours[1];
    ours->number = number_of(path);
    int code = real_disk->xOpen(real_disk, path, ours->real, flags, out);
    ours->base.pMethods = code == SQLITE_OK ? &methods : NULL;
    return code;
}

static int remove_file(sqlite3_vfs *vfs, const char *path, int flush) {
    int code = real_disk->xDelete(real_disk, path, flush);
    if (code == SQLITE_OK) append(faulty_disk_remove, number_of(path), 0, NULL, 0);
    return code;
}

int faulty_disk_install(void) {
    pthread_mutex_lock(&lock);
    if (real_disk == NULL) {
        real_disk = sqlite3_vfs_find(NULL);
        if (real_disk != NULL) {
            disk = *real_disk;
            disk.zName = "faulty";
            disk.szOsFile = real_disk->szOsFile + (int)sizeof(struct file);
            disk.xOpen = open_file;
            disk.xDelete = remove_file;
            methods = (sqlite3_io_methods){
                2, close_file, read_file, write_file, truncate_file, flush_file, size_of_file, lock_file, unlock_file,
                check_lock, control_file, sector_size, characteristics, map_shared, lock_shared, shared_barrier,
                unmap_shared, NULL, NULL,
            };
            if (sqlite3_vfs_register(&disk, 1) != SQLITE_OK) real_disk = NULL;
        }
    }
    int code = real_disk == NULL;
    pthread_mutex_unlock(&lock);
    return code;
}

void faulty_disk_confine(const char *prefix) {
    pthread_mutex_lock(&lock);
    free(scope);
    scope = prefix == NULL ? NULL : strdup(prefix);
    pthread_mutex_unlock(&lock);
}

void faulty_disk_slow_down(unsigned microseconds) {
    pthread_mutex_lock(&lock);
    delay = microseconds;
    pthread_mutex_unlock(&lock);
}

void faulty_disk_fail_flushes(long healthy, long failing) {
    pthread_mutex_lock(&lock);
    healthy_flushes = healthy;
    failing_flushes = failing;
    pthread_mutex_unlock(&lock);
}

void faulty_disk_fail_file_flushes(int error) {
    pthread_mutex_lock(&lock);
    file_flush_error = error;
    pthread_mutex_unlock(&lock);
}

void faulty_disk_fail_index(int code) {
    pthread_mutex_lock(&lock);
    index_refusal = code;
    pthread_mutex_unlock(&lock);
}

void faulty_disk_limit(int64_t bytes) {
    pthread_mutex_lock(&lock);
    bytes_left = bytes;
    pthread_mutex_unlock(&lock);
}

void faulty_disk_keep_refused(int on) {
    pthread_mutex_lock(&lock);
    keeps_refused = on;
    pthread_mutex_unlock(&lock);
}

void faulty_disk_remember(int on) {
    pthread_mutex_lock(&lock);
    if (on) {
        for (size_t index = 0; index < event_count; index++) free((void *)events[index].bytes);
        event_count = 0;
    }
    remembers = on;
    pthread_mutex_unlock(&lock);
}

void faulty_disk_note_now(int64_t value) { append(faulty_disk_note, 0, value, NULL, 0); }

size_t faulty_disk_event_count(void) {
    pthread_mutex_lock(&lock);
    size_t count = event_count;
    pthread_mutex_unlock(&lock);
    return count;
}

struct faulty_disk_event faulty_disk_event_at(size_t index) {
    pthread_mutex_lock(&lock);
    struct faulty_disk_event event = index < event_count ? events[index] : (struct faulty_disk_event){0, -1, 0, NULL, 0};
    pthread_mutex_unlock(&lock);
    return event;
}

const char *faulty_disk_path(int file) {
    pthread_mutex_lock(&lock);
    const char *path = file >= 0 && file < path_count ? paths[file] : NULL;
    pthread_mutex_unlock(&lock);
    return path;
}

long faulty_disk_flushes(void) {
    pthread_mutex_lock(&lock);
    long count = flushes;
    pthread_mutex_unlock(&lock);
    return count;
}
