// SPDX-License-Identifier: MIT
#include "CReader.h"
#include "warmth.h"

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jpeglib.h>
#include <jerror.h>

// A progressive image refines all of its area with each scan; real ones have about ten.
#define MAXIMUM_SCANS 64

typedef struct {
    struct jpeg_error_mgr manager;
    jmp_buf leave;
    int verdict;
} errors;

static void leave(j_common_ptr jpeg) {
    errors *errors_ = (errors *)jpeg->err;
    switch (jpeg->err->msg_code) {
    case JERR_BAD_PRECISION:
    case JERR_SOF_UNSUPPORTED:
    case JERR_CONVERSION_NOTIMPL:
    case JERR_COMPONENT_COUNT:
        errors_->verdict = READER_UNSUPPORTED;
        break;
    default:
        errors_->verdict = READER_DAMAGED;
    }
    longjmp(errors_->leave, 1);
}

// The library would fill what is missing with grey; a picture is refused instead, as a PNG is. Other oddities, such as
// bytes between segments, are common and harmless.
static void listen(j_common_ptr jpeg, int level) {
    if (level < 0 && (jpeg->err->msg_code == JWRN_JPEG_EOF || jpeg->err->msg_code == JWRN_HIT_MARKER)) leave(jpeg);
}

static void stay_silent(j_common_ptr jpeg) { (void)jpeg; }

static void count_scans(j_common_ptr jpeg) {
    if (((j_decompress_ptr)jpeg)->input_scan_number > MAXIMUM_SCANS) leave(jpeg);
}

static uint8_t grey_of(unsigned red, unsigned green, unsigned blue) {
    return (uint8_t)((red * 299 + green * 587 + blue * 114 + 500) / 1000);
}

// Four inks to what is asked for. Adobe's programs store them inverted and say so by their marker.
static void mix(const uint8_t *inks, uint32_t width, int is_inverted, int channels, uint8_t *to) {
    for (uint32_t x = 0; x < width; x++, inks += 4, to += channels) {
        const unsigned flip = is_inverted ? 0 : 255, key = inks[3] ^ flip;
        const unsigned red = (inks[0] ^ flip) * key / 255, green = (inks[1] ^ flip) * key / 255,
                       blue = (inks[2] ^ flip) * key / 255;
        if (channels == 1) {
            *to = grey_of(red, green, blue);
        } else {
            to[0] = (uint8_t)red, to[1] = (uint8_t)green, to[2] = (uint8_t)blue, to[3] = 255;
        }
    }
}

// Everything that is set before the jump and used after it lives here, where longjmp cannot spoil it.
typedef struct {
    struct jpeg_decompress_struct jpeg;
    struct jpeg_progress_mgr progress;
    errors errors;
    uint8_t *inks;
} decoding;

static int decode(
    decoding *all, const uint8_t *file, size_t count, uint32_t width, uint32_t height, int eighths, int channels,
    uint8_t *pixels) {
    j_decompress_ptr jpeg = &all->jpeg;
    if (setjmp(all->errors.leave)) return all->errors.verdict;
    jpeg_create_decompress(jpeg);
    // Coefficients of a progressive image; beyond it the library would ask for a file, and fails.
    jpeg->mem->max_memory_to_use = 320 << 20;
    all->progress.progress_monitor = count_scans;
    jpeg->progress = &all->progress;
    jpeg_mem_src(jpeg, file, count);
    jpeg_read_header(jpeg, TRUE);
    if (jpeg->image_width != width || jpeg->image_height != height) return READER_DAMAGED;

    const int has_inks = jpeg->jpeg_color_space == JCS_CMYK || jpeg->jpeg_color_space == JCS_YCCK;
    jpeg->out_color_space = has_inks ? JCS_CMYK : channels == 1 ? JCS_GRAYSCALE : JCS_EXT_RGBA;
    jpeg->scale_num = (unsigned)eighths;
    jpeg->scale_denom = 8;
    jpeg_start_decompress(jpeg);
    const uint32_t columns = (width * (uint32_t)eighths + 7) / 8, rows = (height * (uint32_t)eighths + 7) / 8;
    if (jpeg->output_width != columns || jpeg->output_height != rows) return READER_DAMAGED;
    if (jpeg->output_components != (has_inks ? 4 : channels)) return READER_UNSUPPORTED;
    if (has_inks) {
        all->inks = malloc((size_t)columns * 4);
        if (!all->inks) return READER_DAMAGED;
    }
    const size_t row_bytes = (size_t)columns * (size_t)channels;
    while (jpeg->output_scanline < rows) {
        uint8_t *to = pixels + jpeg->output_scanline * row_bytes;
        JSAMPROW row = has_inks ? all->inks : to;
        if (jpeg_read_scanlines(jpeg, &row, 1) != 1) return READER_DAMAGED;
        if (has_inks) mix(all->inks, columns, jpeg->saw_Adobe_marker, channels, to);
    }
    return READER_DECODED;
}

int reader_decode_jpeg(
    const uint8_t *file, size_t count, uint32_t width, uint32_t height, int eighths, int channels, uint8_t *pixels) {
    decoding all;
    memset(&all, 0, sizeof all);
    all.jpeg.err = jpeg_std_error(&all.errors.manager);
    all.errors.manager.error_exit = leave;
    all.errors.manager.emit_message = listen;
    all.errors.manager.output_message = stay_silent;
    const int verdict = decode(&all, file, count, width, height, eighths, channels, pixels);
    jpeg_destroy_decompress(&all.jpeg);
    free(all.inks);
    return verdict;
}

typedef struct {
    struct jpeg_compress_struct jpeg;
    errors errors;
    uint8_t *line;
    unsigned char *file;
    unsigned long count;
} encoding;

static int encode(encoding *all, const uint8_t *pixels, uint32_t width, uint32_t height, int quality) {
    j_compress_ptr jpeg = &all->jpeg;
    if (setjmp(all->errors.leave)) return 0;
    jpeg_create_compress(jpeg);
    jpeg_mem_dest(jpeg, &all->file, &all->count);
    jpeg->image_width = width;
    jpeg->image_height = height;
    jpeg->input_components = 3;
    jpeg->in_color_space = JCS_RGB;
    jpeg_set_defaults(jpeg);
    jpeg_set_quality(jpeg, quality, TRUE);
    jpeg->optimize_coding = TRUE;
    jpeg_start_compress(jpeg, TRUE);
    while (jpeg->next_scanline < height) {
        const uint8_t *pixel = pixels + (size_t)jpeg->next_scanline * width * 4;
        for (uint32_t x = 0; x < width; x++, pixel += 4) {
            const unsigned cover = pixel[3];
            for (int i = 0; i < 3; i++) {
                all->line[3 * x + (uint32_t)i] = (uint8_t)((pixel[i] * cover + 255 * (255 - cover) + 127) / 255);
            }
        }
        JSAMPROW row = all->line;
        jpeg_write_scanlines(jpeg, &row, 1);
    }
    jpeg_finish_compress(jpeg);
    return 1;
}

size_t reader_encode_jpeg(
    const uint8_t *pixels, uint32_t width, uint32_t height, int quality, uint8_t *room, size_t capacity) {
    encoding all;
    memset(&all, 0, sizeof all);
    all.jpeg.err = jpeg_std_error(&all.errors.manager);
    all.errors.manager.error_exit = leave;
    all.errors.manager.output_message = stay_silent;
    all.line = malloc((size_t)width * 3);
    const int is_done = all.line && encode(&all, pixels, width, height, quality);
    jpeg_destroy_compress(&all.jpeg);
    const size_t count = is_done && all.count <= capacity ? all.count : 0;
    if (count) memcpy(room, all.file, count);
    free(all.file);
    free(all.line);
    return count;
}

void reader_warm_jpeg(void) {
    struct jpeg_compress_struct jpeg;
    struct jpeg_error_mgr manager;
    unsigned char *file = NULL;
    unsigned long count = 0;
    // Any error here is one of this program, so the library may end it.
    jpeg.err = jpeg_std_error(&manager);
    jpeg_create_compress(&jpeg);
    jpeg_mem_dest(&jpeg, &file, &count);
    jpeg.image_width = jpeg.image_height = 16;
    jpeg.input_components = 3;
    jpeg.in_color_space = JCS_RGB;
    jpeg_set_defaults(&jpeg);
    jpeg_start_compress(&jpeg, TRUE);
    uint8_t line[16 * 3] = {0};
    JSAMPROW row = line;
    while (jpeg.next_scanline < 16) jpeg_write_scanlines(&jpeg, &row, 1);
    jpeg_finish_compress(&jpeg);
    jpeg_destroy_compress(&jpeg);
    uint8_t pixels[16 * 16 * 4];
    for (int channels = 1; channels <= 4; channels += 3) {
        for (int eighths = 4; eighths <= 8; eighths += 4) {
            reader_decode_jpeg(file, count, 16, 16, eighths, channels, pixels);
        }
    }
    free(file);
}
