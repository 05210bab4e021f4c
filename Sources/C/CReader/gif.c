// SPDX-License-Identifier: MIT
#include "CReader.h"

#include <gif_lib.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    const uint8_t *rest;
    size_t count;
} source;

static int take(GifFileType *gif, GifByteType *room, int count) {
    source *from = gif->UserData;
    const size_t taken = (size_t)count < from->count ? (size_t)count : from->count;
    memcpy(room, from->rest, taken);
    from->rest += taken;
    from->count -= taken;
    return (int)taken;
}

static void lay(const GifColorType *colour, int channels, uint8_t *to) {
    if (channels == 1) {
        *to = (uint8_t)((colour->Red * 299 + colour->Green * 587 + colour->Blue * 114 + 500) / 1000);
    } else {
        to[0] = colour->Red, to[1] = colour->Green, to[2] = colour->Blue, to[3] = 255;
    }
}

// Lays a frame on the picture, whose rows may come in four passes. GIF89a, appendix E.
static int lay_frame(GifFileType *gif, int transparent, int channels, uint8_t *pixels) {
    const GifImageDesc *frame = &gif->Image;
    const ColorMapObject *colours = frame->ColorMap ? frame->ColorMap : gif->SColorMap;
    if (!colours || frame->Width < 1 || frame->Height < 1) return READER_DAMAGED;
    if (frame->Left + frame->Width > gif->SWidth || frame->Top + frame->Height > gif->SHeight) return READER_DAMAGED;
    static const int starts[] = {0, 4, 2, 1, 0}, steps[] = {8, 8, 4, 2, 1};
    uint8_t *line = malloc((size_t)frame->Width);
    int verdict = line ? READER_DECODED : READER_DAMAGED;
    for (int pass = frame->Interlace ? 0 : 4; verdict == READER_DECODED && pass <= (frame->Interlace ? 3 : 4); pass++) {
        for (int y = starts[pass]; verdict == READER_DECODED && y < frame->Height; y += steps[pass]) {
            if (DGifGetLine(gif, line, frame->Width) != GIF_OK) verdict = READER_DAMAGED;
            uint8_t *to =
                pixels + ((size_t)(frame->Top + y) * (size_t)gif->SWidth + (size_t)frame->Left) * (size_t)channels;
            for (int x = 0; verdict == READER_DECODED && x < frame->Width; x++, to += channels) {
                if (line[x] == transparent) continue;
                if (line[x] < colours->ColorCount) lay(colours->Colors + line[x], channels, to);
                else verdict = READER_DAMAGED;
            }
        }
    }
    free(line);
    return verdict;
}

// Goes on to the first frame and lays it on the picture.
static int decode(GifFileType *gif, int channels, uint8_t *pixels) {
    int transparent = NO_TRANSPARENT_COLOR;
    while (1) {
        GifRecordType kind;
        if (DGifGetRecordType(gif, &kind) != GIF_OK) return READER_DAMAGED;
        if (kind == IMAGE_DESC_RECORD_TYPE) {
            if (DGifGetImageDesc(gif) != GIF_OK) return READER_DAMAGED;
            return lay_frame(gif, transparent, channels, pixels);
        }
        if (kind != EXTENSION_RECORD_TYPE) return READER_DAMAGED;
        int code;
        GifByteType *block;
        if (DGifGetExtension(gif, &code, &block) != GIF_OK) return READER_DAMAGED;
        while (block) {
            GraphicsControlBlock control;
            if (code == GRAPHICS_EXT_FUNC_CODE && DGifExtensionToGCB(block[0], block + 1, &control) == GIF_OK) {
                transparent = control.TransparentColor;
            }
            if (DGifGetExtensionNext(gif, &block) != GIF_OK) return READER_DAMAGED;
        }
    }
}

int reader_decode_gif(
    const uint8_t *file, size_t count, uint32_t width, uint32_t height, int channels, uint8_t *pixels) {
    source from = {file, count};
    GifFileType *gif = DGifOpen(&from, take, NULL);
    if (!gif) return READER_DAMAGED;
    int verdict = READER_DAMAGED;
    if ((uint32_t)gif->SWidth == width && (uint32_t)gif->SHeight == height) {
        const size_t pixel_count = (size_t)width * height;
        if (channels == 1) {
            memset(pixels, 255, pixel_count);
        } else {
            // White that cannot be seen.
            for (size_t i = 0; i < pixel_count; i++) memcpy(pixels + 4 * i, "\xFF\xFF\xFF\0", 4);
        }
        verdict = decode(gif, channels, pixels);
    }
    DGifCloseFile(gif, NULL);
    return verdict;
}
