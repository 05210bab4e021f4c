// SPDX-License-Identifier: MIT
#pragma once
#include <zlib.h>

// Macros in zlib.h, which Swift does not import. Negative window bits: a stream without a header.
static inline int satchel_zlib_start(z_stream *stream) {
    return inflateInit2(stream, -MAX_WBITS);
}

static inline int satchel_zlib_start_packing(z_stream *stream) {
    return deflateInit2(stream, Z_BEST_COMPRESSION, Z_DEFLATED, -MAX_WBITS, 9, Z_DEFAULT_STRATEGY);
}

// 16 more: with the header and the checksum of gzip (RFC 1952).
static inline int satchel_zlib_start_gunzip(z_stream *stream) {
    return inflateInit2(stream, 16 + MAX_WBITS);
}

static inline int satchel_zlib_start_gzip(z_stream *stream, int level) {
    return deflateInit2(stream, level, Z_DEFLATED, 16 + MAX_WBITS, 8, Z_DEFAULT_STRATEGY);
}
