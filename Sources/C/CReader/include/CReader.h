// SPDX-License-Identifier: MIT
//
// What satchel-reader needs from C and C++ and Swift cannot say itself: libZXing has a C++ interface, prctl is
// variadic, and a seccomp filter is an array of macros. Imported by satchel-reader alone: these functions parse
// untrusted images and must never be linked into a process that holds keys.
#pragma once

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Bounds that the process puts on itself for the rest of its life.
typedef struct {
    uint64_t processor_seconds;
    uint64_t address_space_bytes;
} reader_limits;

/// Gives up everything but reading and writing the descriptors already open; returns 0 or an errno.
///
/// Afterwards the process cannot open, connect, start or signal anything (a system call off the list kills it), can
/// neither gain privileges nor leave a core file, and dies with its parent. setrlimit(2), prctl(2), seccomp(2).
int reader_confine(const reader_limits *limits);

/// Attempts a forbidden thing, for the test that proves the confinement: "open", "socket", "exec" or "fork".
void reader_attempt(const char *forbidden);

/// Decodes a PNG to one grey byte a pixel, row after row without padding, laid over white; returns 1 or 0.
///
/// `grey` has room for width * height bytes, as the image's own header states them.
/// libpng's simplified interface, <http://www.libpng.org/pub/png/libpng-manual.txt>, section V.
int reader_decode_png(const uint8_t *file, size_t count, uint32_t width, uint32_t height, uint8_t *grey);

/// Calls `found` with the bytes of every QR code in a grey image; returns 0, or -1 when memory ran out.
///
/// Only codes whose error correction succeeded, and that stand alone (no parts of a sequence), are reported.
/// May abort: libZXing 1.4 keeps its assertions on.
int reader_find_qr(
    uint8_t *grey, int width, int height, void *context,
    void (*found)(void *context, const uint8_t *bytes, size_t count));

#ifdef __cplusplus
}
#endif
