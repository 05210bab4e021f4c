// SPDX-License-Identifier: MIT
//
// What satchel-reader needs from C and C++ and Swift cannot say itself: libjpeg and libpng leave by longjmp, libZXing
// has a C++ interface, and work on every pixel has to be fast in every build. Imported by satchel-reader alone: these
// functions parse untrusted images and must never be linked into a process that holds keys.
#pragma once

#include <CConfine.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// Confinement

/// Makes the libraries do what they do once and what may need files: they look at the processor. Before confining.
void reader_warm_up(void);

/// What `confine_attempt` does; and "throw" ends by an exception that is not caught.
void reader_attempt(const char *forbidden);

// Decoding. Each lays an image over white into one grey byte a pixel (`channels` 1), or gives red, green, blue and
// opacity (`channels` 4), row after row without padding, as stored and not yet upright.

/// How a decoding ended.
enum {
    READER_DECODED = 0,
    READER_DAMAGED = 1,
    /// Sound, perhaps, but of a kind that is not read, such as 12 bits a sample.
    READER_UNSUPPORTED = 2,
};

/// `width` and `height` are those of the header, which bounded the room; another size is damage.
/// <http://www.libpng.org/pub/png/libpng-manual.txt>, section III.
int reader_decode_png(
    const uint8_t *file, size_t count, uint32_t width, uint32_t height, int channels, uint8_t *pixels);

/// Decodes at `eighths`/8 of the size, rounded up, in the same pass. libjpeg-turbo, doc/libjpeg.txt, "Decompression
/// parameter selection".
int reader_decode_jpeg(
    const uint8_t *file, size_t count, uint32_t width, uint32_t height, int eighths, int channels, uint8_t *pixels);

/// Of an animation the first frame. <https://developers.google.com/speed/webp/docs/api>, "Advanced Decoding API";
/// <https://developers.google.com/speed/webp/docs/container-api>, "Demux API".
int reader_decode_webp(
    const uint8_t *file, size_t count, uint32_t width, uint32_t height, int channels, uint8_t *pixels);

/// The first frame. <https://giflib.sourceforge.net/gif_lib.html>, "Sequential access".
int reader_decode_gif(
    const uint8_t *file, size_t count, uint32_t width, uint32_t height, int channels, uint8_t *pixels);

/// Pixels that are unpacked already, `from_channels` 1 or 3, in the form asked for; always READER_DECODED.
int reader_lay(const uint8_t *from, size_t count, int from_channels, int channels, uint8_t *pixels);

/// Turns red, green, blue and opacity into one grey byte a pixel, laid over white.
void reader_flatten(const uint8_t *colours, size_t count, uint8_t *grey);

/// Makes a PNG without metadata from red, green, blue and opacity; returns its size, or 0. `room` holds `capacity`.
size_t reader_encode_png(
    const uint8_t *pixels, uint32_t width, uint32_t height, uint8_t *room, size_t capacity);

/// Makes a JPEG without metadata from red, green, blue and opacity, over white; returns its size, or 0. `room` holds
/// `capacity`. libjpeg-turbo, doc/libjpeg.txt, "Compression details".
size_t reader_encode_jpeg(
    const uint8_t *pixels, uint32_t width, uint32_t height, int quality, uint8_t *room, size_t capacity);

// Pixels

/// Turns a stored image upright. `orientation` is 1 to 8; from 5 on the result is `height` wide. TIFF 6.0, tag 274.
void reader_turn(
    const uint8_t *from, uint32_t width, uint32_t height, int channels, int orientation, uint8_t *to);

/// Averages squares of `factor` grey pixels; what does not fill a square at the right and below is left out.
void reader_shrink(const uint8_t *from, uint32_t width, uint32_t height, uint32_t factor, uint8_t *to);

/// Scales down red, green, blue and opacity to a smaller size by averaging.
void reader_scale(
    const uint8_t *from, uint32_t width, uint32_t height, uint8_t *to, uint32_t to_width, uint32_t to_height);

/// Makes dark light and light dark.
void reader_invert(uint8_t *grey, size_t count);

// Searching

/// A code that libZXing found.
typedef struct {
    /// The place of its kind in the order of the enumeration `Symbology`.
    int kind;
    const uint8_t *bytes;
    size_t count;
    /// The same bytes where it states character sets, each as a backslash and six digits before what is in it, with every
    /// other backslash doubled; nothing where it states none. AIM ITS/04-001
    const uint8_t *stated;
    size_t stated_count;
    int is_gs1;
    /// Redundancy as the library writes it: "L" to "H", "23%", "4", or nothing.
    const char *correction;
    /// x and y of the upper left corner, then clockwise.
    int32_t corners[8];
    /// Its place in a series and how many that has; -1 where it stands alone.
    int32_t index, total;
    const char *series;
} reader_code;

/// Calls `found` with every code in a grey image; returns 0, or -1 when memory ran out.
///
/// `kinds` has a bit for each kind, as in `reader_code`. Only codes whose error correction or check characters are right
/// are reported. May abort: libZXing 1.4 keeps its assertions on, and fails them less often with `is_single`, when it
/// stops at the first code.
int reader_find(
    const uint8_t *grey, uint32_t width, uint32_t height, uint32_t kinds, int is_single, int is_thorough,
    void *context, void (*found)(void *context, const reader_code *code));

#ifdef __cplusplus
}
#endif
