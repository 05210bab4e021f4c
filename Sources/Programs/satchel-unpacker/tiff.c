// SPDX-License-Identifier: MIT
#include "unpacker.h"

#include <stdlib.h>
#include <string.h>
#include <tiffio.h>

typedef struct {
    const uint8_t *bytes;
    uint64_t count, place;
} source;

static tmsize_t take(thandle_t handle, void *room, tmsize_t count) {
    source *from = handle;
    const uint64_t left = from->place < from->count ? from->count - from->place : 0;
    const uint64_t taken = (uint64_t)count < left ? (uint64_t)count : left;
    if (count < 0) return -1;
    memcpy(room, from->bytes + (left ? from->place : 0), taken);
    from->place += taken;
    return (tmsize_t)taken;
}

static tmsize_t refuse(thandle_t handle, void *bytes, tmsize_t count) {
    return (void)handle, (void)bytes, (void)count, -1;
}

static toff_t seek(thandle_t handle, toff_t place, int from_where) {
    source *from = handle;
    const uint64_t start = from_where == SEEK_SET ? 0 : from_where == SEEK_CUR ? from->place : from->count;
    return from->place = start + place;
}

static int stay(thandle_t handle) { return (void)handle, 0; }
static toff_t size(thandle_t handle) { return ((source *)handle)->count; }

static int unpack(TIFF *tiff, const unpacker_file *file) {
    uint32_t width = 0, height = 0, kind = 0;
    TIFFGetField(tiff, TIFFTAG_IMAGEWIDTH, &width);
    TIFFGetField(tiff, TIFFTAG_IMAGELENGTH, &height);
    TIFFGetField(tiff, TIFFTAG_SUBFILETYPE, &kind);
    // A small copy or a mask of another page.
    if (kind & (FILETYPE_REDUCEDIMAGE | FILETYPE_MASK)) return UNPACKER_DONE;
    if (width == 0 || height == 0) return UNPACKER_DAMAGED;
    if (!unpacker_fits(width, height)) return UNPACKER_TOO_MANY_PIXELS;
    char reason[1024];
    TIFFRGBAImage image;
    if (!TIFFRGBAImageOK(tiff, reason) || !TIFFRGBAImageBegin(&image, tiff, 1, reason)) return UNPACKER_UNSUPPORTED;
    // As stored: the library would mirror it where that is enough, and not turn it.
    image.req_orientation = image.orientation;
    int verdict = UNPACKER_TOO_MANY_PIXELS;
    uint32_t *pixels = malloc((size_t)width * height * sizeof *pixels);
    if (pixels) {
        verdict = UNPACKER_DAMAGED;
        if (TIFFRGBAImageGet(&image, pixels, width, height)) {
            const unpacker_page page = {
                .width = width, .height = height, .pixels = (const uint8_t *)pixels, .stride = (size_t)width * 4,
                .step = 4, .red = 0, .green = 1, .blue = 2, .opacity = 3, .is_premultiplied = 1,
                .orientation = image.orientation};
            verdict = unpacker_give(file, &page);
        }
        free(pixels);
    }
    TIFFRGBAImageEnd(&image);
    return verdict;
}

// Pages, their sizes first, so that what is too large is refused before anything is given.
int unpacker_tiff(const unpacker_file *file) {
    TIFFSetErrorHandler(NULL);
    TIFFSetWarningHandler(NULL);
    source from = {file->bytes, file->count, 0};
    // `m`: the library is not to map the file.
    TIFF *tiff = TIFFClientOpen("file", "rm", &from, take, refuse, seek, stay, size, NULL, NULL);
    if (!tiff) return UNPACKER_DAMAGED;
    int pages = 1;
    while (pages <= UNPACKER_MOST_PAGES && TIFFReadDirectory(tiff)) pages++;
    int verdict = pages > UNPACKER_MOST_PAGES ? UNPACKER_TOO_MANY_PAGES : UNPACKER_DONE;
    for (int page = 0; verdict == UNPACKER_DONE && page < pages; page++) {
        verdict = TIFFSetDirectory(tiff, (tdir_t)page) ? unpack(tiff, file) : UNPACKER_DAMAGED;
    }
    TIFFClose(tiff);
    return verdict;
}
