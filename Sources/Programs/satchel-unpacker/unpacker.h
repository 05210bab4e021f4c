// SPDX-License-Identifier: MIT
//
// What the files of satchel-unpacker share. Each format's library is asked for pages of pixels, which go to the parent.
#pragma once

#include <stddef.h>
#include <stdint.h>

/// How a file ended; the numbers are those of `ReaderReply.Status` in Codes.
enum {
    UNPACKER_DONE = 0,
    UNPACKER_NOT_AN_IMAGE = 1,
    UNPACKER_UNSUPPORTED = 2,
    UNPACKER_DAMAGED = 3,
    UNPACKER_TOO_MANY_BYTES = 4,
    UNPACKER_TOO_MANY_PIXELS = 5,
    /// Never answered: the exit status when the process could not confine itself.
    UNPACKER_NOT_CONFINED = 7,
    UNPACKER_LOCKED = 8,
    UNPACKER_TOO_MANY_PAGES = 9,
};

enum {
    UNPACKER_MOST_BYTES = 32 << 20,
    /// As a file's header states; more is refused before anything is unpacked.
    UNPACKER_MOST_PIXELS = 50 * 1000 * 1000,
    /// As a page is given; more is scaled down.
    UNPACKER_MOST_GIVEN_PIXELS = 16 * 1000 * 1000,
    UNPACKER_MOST_PAGES = 10,
};

/// A file and what is wanted of it.
typedef struct {
    const uint8_t *bytes;
    size_t count;
    /// 1 for grey, 3 for red, green and blue.
    int channels;
} unpacker_file;

/// Pixels as a library has them: `step` bytes each, with red, green, blue and opacity at these places.
typedef struct {
    uint32_t width, height;
    const uint8_t *pixels;
    size_t stride;
    int step, red, green, blue;
    /// Negative where every pixel is opaque.
    int opacity;
    /// Whether the colours were multiplied with the opacity already.
    int is_premultiplied;
    /// What turns it upright. TIFF 6.0, tag 274.
    int orientation;
} unpacker_page;

/// Whether a size is within the bounds.
int unpacker_fits(uint64_t width, uint64_t height);

/// Lays a page over white, scales it down where it is too large, and sends it. Returns how that ended.
int unpacker_give(const unpacker_file *file, const unpacker_page *page);

/// HEIC and AVIF.
int unpacker_heif(const unpacker_file *file);
int unpacker_tiff(const unpacker_file *file);
int unpacker_pdf(const unpacker_file *file);

/// Makes poppler look for its files, and reads the fonts that pages name without bringing them. Before confining.
void unpacker_warm_pdf(void);

/// Writes all of it to the parent; a parent that no longer listens ends the program.
void unpacker_send(const void *bytes, size_t count);
