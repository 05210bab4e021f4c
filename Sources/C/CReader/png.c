// SPDX-License-Identifier: MIT
#include "CReader.h"

#include <png.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    const uint8_t *rest;
    size_t count;
} source;

static void take(png_structp png, png_bytep room, size_t count) {
    source *from = png_get_io_ptr(png);
    // A file that ends early is refused whole, even where rows could be guessed.
    if (count > from->count) png_error(png, "ends early");
    memcpy(room, from->rest, count);
    from->rest += count;
    from->count -= count;
}

static void stay_silent(png_structp png, png_const_charp text) { (void)png, (void)text; }

// What libpng calls on an error must not come back; its own jump is used.
static void leave(png_structp png, png_const_charp text) {
    (void)text;
    png_longjmp(png, 1);
}

// Everything that is set before the jump and used after it lives here, where longjmp cannot spoil it.
typedef struct {
    png_structp png;
    png_infop info;
    png_bytepp rows;
    uint8_t *grey_and_opacity;
    source from;
} decoding;

static int decode(decoding *all, uint32_t width, uint32_t height, int channels, uint8_t *pixels) {
    if (setjmp(png_jmpbuf(all->png))) return READER_DAMAGED;
    png_structp png = all->png;
    png_infop info = all->info;
    png_set_read_fn(png, &all->from, take);
    png_set_user_limits(png, width, height);
    // Texts, profiles and the like are passed over unread: unpacked they can be a thousand times as large.
    png_set_keep_unknown_chunks(png, PNG_HANDLE_CHUNK_NEVER, NULL, -1);
    png_set_chunk_malloc_max(png, 1 << 20);
    png_read_info(png, info);
    if (png_get_image_width(png, info) != width || png_get_image_height(png, info) != height) return READER_DAMAGED;

    png_set_expand(png);
    png_set_scale_16(png);
    const int has_opacity =
        (png_get_color_type(png, info) & PNG_COLOR_MASK_ALPHA) != 0 || png_get_valid(png, info, PNG_INFO_tRNS) != 0;
    const int has_colour = (png_get_color_type(png, info) & PNG_COLOR_MASK_COLOR) != 0;
    if (channels == 1) {
        if (has_colour) png_set_rgb_to_gray_fixed(png, PNG_ERROR_ACTION_NONE, -1, -1);
    } else {
        if (!has_colour) png_set_gray_to_rgb(png);
        if (!has_opacity) png_set_add_alpha(png, 0xFF, PNG_FILLER_AFTER);
    }
    png_set_interlace_handling(png);
    png_read_update_info(png, info);

    const size_t count = (size_t)width * height;
    uint8_t *into = pixels;
    size_t row_bytes = (size_t)width * (size_t)channels;
    if (channels == 1 && has_opacity) {
        row_bytes = (size_t)width * 2;
        into = all->grey_and_opacity = malloc(count * 2);
        if (!into) return READER_DAMAGED;
    }
    if (png_get_rowbytes(png, info) != row_bytes) return READER_DAMAGED;
    all->rows = malloc(height * sizeof *all->rows);
    if (!all->rows) return READER_DAMAGED;
    for (uint32_t y = 0; y < height; y++) all->rows[y] = into + y * row_bytes;
    png_read_image(png, all->rows);
    png_read_end(png, NULL);
    if (into != pixels) {
        for (size_t i = 0; i < count; i++) {
            const unsigned grey = into[2 * i], opacity = into[2 * i + 1];
            pixels[i] = (uint8_t)((grey * opacity + 255 * (255 - opacity) + 127) / 255);
        }
    }
    return READER_DECODED;
}

int reader_decode_png(
    const uint8_t *file, size_t count, uint32_t width, uint32_t height, int channels, uint8_t *pixels) {
    decoding all = {.from = {file, count}};
    all.png = png_create_read_struct(PNG_LIBPNG_VER_STRING, NULL, leave, stay_silent);
    if (!all.png) return READER_DAMAGED;
    all.info = png_create_info_struct(all.png);
    const int verdict = all.info ? decode(&all, width, height, channels, pixels) : READER_DAMAGED;
    png_destroy_read_struct(&all.png, &all.info, NULL);
    free(all.rows);
    free(all.grey_and_opacity);
    return verdict;
}

size_t reader_encode_png(
    const uint8_t *pixels, uint32_t width, uint32_t height, uint8_t *room, size_t capacity) {
    png_image image;
    memset(&image, 0, sizeof image);
    image.version = PNG_IMAGE_VERSION;
    image.width = width;
    image.height = height;
    image.format = PNG_FORMAT_RGBA;
    png_alloc_size_t size = capacity;
    const int written = png_image_write_to_memory(&image, room, &size, 0, pixels, 0, NULL);
    png_image_free(&image);
    return written ? size : 0;
}
