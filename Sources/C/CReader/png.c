// SPDX-License-Identifier: MIT
#include "CReader.h"

#include <png.h>
#include <string.h>

int reader_decode_png(const uint8_t *file, size_t count, uint32_t width, uint32_t height, uint8_t *grey) {
    png_image image;
    memset(&image, 0, sizeof image);
    image.version = PNG_IMAGE_VERSION;
    if (!png_image_begin_read_from_memory(&image, file, count)) return 0;
    if (image.width != width || image.height != height) {
        png_image_free(&image);
        return 0;
    }
    image.format = PNG_FORMAT_GRAY;
    const png_color white = {255, 255, 255};
    // A file that ends early or fails a checksum is refused whole, even where rows could be guessed.
    return png_image_finish_read(&image, &white, grey, (png_int_32)width, NULL) && !PNG_IMAGE_FAILED(image);
}
