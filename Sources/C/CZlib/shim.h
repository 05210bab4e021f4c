// SPDX-License-Identifier: MIT
#pragma once
#include <zlib.h>

// Macros in zlib.h, which Swift does not import.
static inline int satchel_zlib_start_unpacking(z_stream *stream, int windowBits) {
    return inflateInit2(stream, windowBits);
}

static inline int satchel_zlib_start_packing(z_stream *stream, int level, int windowBits, int memory) {
    return deflateInit2(stream, level, Z_DEFLATED, windowBits, memory, Z_DEFAULT_STRATEGY);
}
