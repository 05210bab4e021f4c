// SPDX-License-Identifier: MIT
#pragma once
#include <zlib.h>

// A macro in zlib.h, which Swift does not import. Negative window bits: a stream without a header.
static inline int satchel_zlib_start(z_stream *stream) {
    return inflateInit2(stream, -MAX_WBITS);
}
