// SPDX-License-Identifier: MIT
// What the files of this target share and satchel-reader does not see.
#pragma once

#ifdef __cplusplus
extern "C" {
#endif

/// Compresses and decompresses a small image. On ARM the library then reads /proc/cpuinfo, which is forbidden later.
void reader_warm_jpeg(void);

/// Searches a small image with every reader.
void reader_warm_search(void);

/// Throws what is not caught.
void reader_throw(void);

#ifdef __cplusplus
}
#endif
