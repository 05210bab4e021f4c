// SPDX-License-Identifier: MIT
#pragma once
#define FUSE_USE_VERSION 314
#include <errno.h>
#include <fuse_lowlevel.h>
#include <stdlib.h>
#include <string.h>

// Swift sees neither bit-fields in a stable way nor structures that end in an array of one.

// Answers a read with bytes of an open file, which the kernel may move without copying. fuse_lowlevel.h,
// fuse_reply_data
static inline int satchel_fuse_reply_file(fuse_req_t request, int descriptor, uint64_t offset, size_t count) {
    struct fuse_bufvec buffer = FUSE_BUFVEC_INIT(count);
    buffer.buf[0].flags = (enum fuse_buf_flags)(FUSE_BUF_IS_FD | FUSE_BUF_FD_SEEK);
    buffer.buf[0].fd = descriptor;
    buffer.buf[0].pos = (off_t)offset;
    return fuse_reply_data(request, &buffer, FUSE_BUF_SPLICE_MOVE);
}

// keeps_pages: whether what the kernel has cached of the file is still right.
static inline void satchel_fuse_set_open(
    struct fuse_file_info *info, uint64_t handle, int keeps_pages, int is_direct) {
    info->fh = handle;
    info->keep_cache = keeps_pages != 0;
    info->direct_io = is_direct != 0;
}

// What the kernel offers and the session takes. Without FUSE_CAP_WRITEBACK_CACHE: a write has arrived when write(2)
// returns.
static inline void satchel_fuse_configure(struct fuse_conn_info *connection, unsigned max_write) {
    connection->max_write = max_write;
    connection->want &= ~(unsigned)FUSE_CAP_WRITEBACK_CACHE;
    unsigned wanted = FUSE_CAP_ASYNC_READ | FUSE_CAP_ATOMIC_O_TRUNC | FUSE_CAP_SPLICE_WRITE | FUSE_CAP_SPLICE_MOVE |
                      FUSE_CAP_READDIRPLUS | FUSE_CAP_READDIRPLUS_AUTO | FUSE_CAP_PARALLEL_DIROPS;
    connection->want |= connection->capable & wanted;
    connection->want &= ~(unsigned)(FUSE_CAP_SPLICE_READ | FUSE_CAP_POSIX_LOCKS | FUSE_CAP_FLOCK_LOCKS);
}
